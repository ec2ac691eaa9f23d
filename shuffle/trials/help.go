package trials

import (
	"cmp"
	"context"
	"sync"
	"time"

	"riffle/shuffle/internal/turn"
)

// Help is asked for when an experiment that is played here turns out to last.
type Help struct {
	// Helpers play blocks elsewhere meanwhile, from one up to another, and return their
	// part. One that returns an error isn't asked again, and its blocks are played here.
	Helpers []func(ctx context.Context, from, to int) (*Part, error)
	// Steady reports whether what trials can see is as it was when help was asked for. If
	// it isn't, they change it, and all is played here.
	Steady func() bool
	// Over is called when no helper plays any more.
	Over func()
	// Patience is how long a helper may take for an answer, 0 for half a minute. One that
	// takes longer, as somebody has ended it, isn't waited for.
	Patience time.Duration
}

const (
	// helpAfter is how long an experiment is played before it is asked for help, if at
	// least helpLeft seems to be left: until helpers have begun takes about a second.
	helpAfter = time.Second
	helpLeft  = 2 * time.Second
	// helpPace is how long a helper shall take for the blocks that it gets at a time.
	helpPace = 400 * time.Millisecond
	// helpPatience is a Help's, if it has none: the first answer takes a slow machine long.
	helpPatience = 30 * time.Second
)

// help is what a campaign knows of its helpers.
type help struct {
	wanted  bool // nobody was asked yet
	started time.Time
	ctx     context.Context
	cancel  context.CancelFunc
	deaf    func()
	asked   *Help
	busy    sync.WaitGroup

	mu    sync.Mutex
	parts []*Part
	left  [][2]int // blocks that came to nothing
}

// mayBeHelped prepares to ask.
func (c *campaign) mayBeHelped() {
	c.help.wanted = c.options.Help != nil && c.Divisible() == nil
	c.help.started = time.Now()
}

// askForHelp asks once, if the experiment lasts.
func (c *campaign) askForHelp() {
	h, made := &c.help, c.made.Load()
	spent := time.Since(h.started)
	if !h.wanted || spent < helpAfter || made == 0 || c.meter.stopped.Load() {
		return
	}
	left := float64(spent) * float64(int64(c.Plan.Runs)-made) / float64(made)
	if left < float64(helpLeft) {
		return
	}
	h.wanted = false
	if h.asked = c.options.Help(c.Experiment); h.asked == nil {
		return
	}
	h.ctx, h.cancel = context.WithCancel(c.options.Context)
	h.deaf = turn.Listen()
	blocks := float64(c.next.Load()) * float64(helpPace) / float64(spent) / float64(len(c.tallies))
	for _, play := range h.asked.Helpers {
		h.busy.Go(func() { c.helper(play, max(1, int(blocks))) })
	}
}

// helper has somebody play blocks until none is left, or something is wrong with a part.
func (c *campaign) helper(play func(context.Context, int, int) (*Part, error), size int) {
	h := &c.help
	for first := true; !c.meter.stopped.Load(); first = false {
		from := int(c.next.Add(int64(size))) - size
		if from >= c.to {
			return
		}
		to := min(from+size, c.to)
		part, err := c.patiently(play, from, to)
		ok := err == nil && c.Check(part) == nil && part.From == from && part.To == to
		ok = ok && (!first || h.asked.Steady() && c.same(part))
		h.mu.Lock()
		if !ok {
			h.left = append(h.left, [2]int{from, to})
			h.mu.Unlock()
			return
		}
		h.parts = append(h.parts, part)
		h.mu.Unlock()
		c.made.Add(int64(part.Made))
	}
}

// patiently has a helper play blocks, as long as it takes no longer than it may.
func (c *campaign) patiently(play func(context.Context, int, int) (*Part, error), from, to int) (*Part, error) {
	ctx, cancel := context.WithTimeout(c.help.ctx, cmp.Or(c.help.asked.Patience, helpPatience))
	defer cancel()
	return play(ctx, from, to)
}

// helped waits for the helpers and adds what they have played. What doesn't count, or
// came to nothing, is played here.
func (c *campaign) helped() {
	h := &c.help
	if h.asked == nil {
		return
	}
	if c.crash != nil {
		h.cancel()
	}
	done := make(chan struct{})
	go func() {
		h.busy.Wait()
		close(done)
	}()
	c.wait(done)
	h.cancel()
	h.deaf()
	h.asked.Over()
	if c.crash != nil {
		return
	}
	counts := h.asked.Steady()
	for _, p := range h.parts {
		if t, err := p.of(c.Experiment); counts && err == nil {
			c.tallies[0].Join(t)
			continue
		}
		h.left = append(h.left, [2]int{p.From, p.To})
		c.made.Add(-int64(p.Made))
	}
	for _, blocks := range h.left {
		if c.meter.stopped.Load() {
			return
		}
		c.meter.done = c.before + int(c.made.Load())
		t, made := c.campaign(blocks[0], blocks[1]).run()
		c.tallies[0].Join(t)
		c.made.Add(int64(made))
	}
}

// same reports whether the first block of a part goes here as it went elsewhere.
func (c *campaign) same(p *Part) (same bool) {
	defer func() {
		if recover() != nil { // the trial panics, but not there
			same = false
		}
	}()
	again := c.campaign(p.From, p.From+1)
	c.mu.Lock()
	again.attest()
	t := c.empty()
	c.mu.Unlock()
	if again.witness == nil {
		return false
	}
	again.playWitness(t)
	return again.witness.sum == p.witness
}
