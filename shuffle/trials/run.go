package trials

import (
	"reflect"
	"sync"
	"sync/atomic"
	"time"

	"riffle/shuffle"
	"riffle/shuffle/internal/arg"
	"riffle/shuffle/internal/turn"
)

// Run makes n independent trials and counts their outcomes. A trial draws from
// the generator it is given and returns its outcome: a bool, a number, a string,
// or any other value that == compares. A trial that returns nothing is just run.
//
// Trials run on all cores at once, so anything else they share needs a lock, as
// with any goroutines. Each block of trials draws from a generator of its own
// (see the package's documentation), so the totals depend only on the seed and on
// n. A trial that takes no generator, func() string, draws from whatever it does: such trials
// are made one after the other, and depend on the seed only as far as their draws do. Sums are exact, so the mean and the deviation are rounded once, and depend on
// nothing else either. Run stops early when the context of its options ends; the
// result then holds the trials made so far, and says so. A panic in a trial stops
// them all, and is raised again in the caller.
//
// It panics when n < 0, unless 0 <= Workers <= 10,000, when trial isn't a
// function of a PRNG, and when a trial returns NaN or an infinity, which have no
// mean.
func Run(n int, trial any, options ...Options) *Result {
	const call = "trials.Run"
	arg.AtLeast(call, "n", n, 0)
	outcomes, empty := kindOf(call, trial)
	if takesNothing(reflect.TypeOf(trial)) {
		options = append(options, Options{Workers: 1})
	}
	tally, r := newExperiment(call, outcomes, n, empty, options).result()
	if s, ok := tally.(interface{ fill(*Result) }); ok {
		s.fill(r)
	}
	return r
}

// crash is a panic in a trial.
type crash struct {
	value         any
	worker, block int
}

// campaign is some blocks of an experiment, shared out among workers one by one.
type campaign struct {
	*Experiment
	to      int
	before  int // trials made before the first of the blocks
	tallies []Tally
	witness *witness // nil if none is wanted
	help    help

	next  atomic.Int64 // block to play
	made  atomic.Int64 // trials
	mu    sync.Mutex
	crash *crash
}

// campaign prepares to play the blocks from one up to another.
func (e *Experiment) campaign(from, to int) *campaign {
	workers := max(1, min(e.options.Workers, to-from))
	if turn.OneThread {
		workers = 1
	}
	c := &campaign{Experiment: e, to: to, before: e.meter.done, tallies: make([]Tally, workers)}
	c.next.Store(int64(from))
	return c
}

// run plays the blocks and returns what was counted, in how many trials.
func (c *campaign) run() (t Tally, made int) {
	if turn.OneThread {
		c.work(0)
	} else {
		c.share()
	}
	c.helped()
	made = int(c.made.Load())
	c.meter.done = c.before + made
	if c.crash != nil {
		c.crashAgain()
		panic(c.crash.value)
	}
	for _, other := range c.tallies[1:] {
		c.tallies[0].Join(other)
	}
	return c.tallies[0], made
}

// share plays the blocks with all workers.
func (c *campaign) share() {
	var wg sync.WaitGroup
	for w := range c.tallies {
		wg.Go(func() { c.work(w) })
	}
	finished := make(chan struct{})
	go func() {
		wg.Wait()
		close(finished)
	}()
	c.wait(finished)
}

// crashAgain repeats the block in which a trial panicked, now in the caller, so
// that the panic comes with its stack through the trial, which is lost with a
// goroutine. It returns if the trial doesn't panic again.
func (c *campaign) crashAgain() {
	c.meter.stopped.Store(false)
	if c.options.Context.Err() != nil {
		return
	}
	if t := c.tallies[c.crash.worker]; t != nil {
		c.playBlock(t, c.crash.block)
	} else {
		c.empty()
	}
}

// wait reports progress until everything is finished.
func (c *campaign) wait(finished <-chan struct{}) {
	tick := time.NewTicker(reportEvery)
	defer tick.Stop()
	for {
		select {
		case <-finished:
			return
		case <-tick.C:
			c.meter.tell(c.before + int(c.made.Load()))
			c.askForHelp()
		}
	}
}

// prepare makes a worker's tally. It does so when the worker begins, while others are
// at work elsewhere: the memory of tallies that one processor makes lies side by side,
// and two workers that write to it would wait for each other all the time.
func (c *campaign) prepare(worker int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.tallies[worker] = c.empty()
}

// work plays blocks until none is left.
func (c *campaign) work(worker int) {
	block := 0
	defer func() {
		if value := recover(); value != nil {
			c.meter.stopped.Store(true)
			c.mu.Lock()
			defer c.mu.Unlock()
			if c.crash == nil {
				c.crash = &crash{value, worker, block}
			}
		}
	}()
	c.prepare(worker)
	for !c.meter.Stopped() {
		if block = int(c.next.Add(1)) - 1; block >= c.to {
			return
		}
		c.made.Add(int64(c.playBlock(c.tallies[worker], block)))
		if turn.OneThread {
			c.meter.tell(c.before + int(c.made.Load()))
			c.askForHelp()
		}
	}
}

// playBlock makes the trials of a block, and returns how many it made before it
// was stopped.
func (c *campaign) playBlock(t Tally, block int) (made int) {
	if c.witness != nil && block == c.witness.block {
		return c.playWitness(t)
	}
	first, size, rng := c.block(block)
	if s, ok := t.(interface {
		play(n int, rng shuffle.PRNG, m *Meter) int
	}); ok {
		return s.play(size, rng, c.meter)
	}
	for ; made < size && !c.meter.Stopped(); made++ {
		t.Trial(first+made, rng)
	}
	return made
}

// Play plays the blocks from one up to another and returns their part, or what
// could be played before the experiment was stopped. If a part was saved when they
// were played before, Play goes on where that ends. From time to time it calls
// save, unless that is nil, with the part of the blocks that are complete. It panics
// unless the experiment's plan has the blocks.
func (e *Experiment) Play(from, to int, saved *Part, save func(*Part) error) (*Part, error) {
	asked := e.Plan.Trials(from, to)
	p := &Part{Plan: e.Plan, From: from, To: from}
	if saved != nil {
		var err error
		if p, err = saved.resume(e, from, to); err != nil {
			return nil, err
		}
	}
	e.meter.Expect(asked)
	e.meter.done = p.Made
	for pace := (pace{blocks: e.options.Workers}); p.To < to || p.tally == nil; {
		end := to
		if save != nil {
			end = min(to, p.To+pace.blocks)
		}
		started := time.Now()
		c := e.campaign(p.To, end)
		if p.To == from {
			c.attest()
		}
		p.join(c.run())
		if c.witness != nil {
			p.witness = c.witness.sum
		}
		p.To = end
		if p.stopped = p.Made < e.Plan.Trials(from, end); p.stopped || save == nil {
			return p, nil
		}
		if err := save(p); err != nil {
			return nil, err
		}
		pace.adapt(time.Since(started))
	}
	return p, nil
}

// pace is how many blocks are played before they are saved.
type pace struct{ blocks int }

// saveEvery is how long they take: what is lost if the process is killed.
const saveEvery = 2 * time.Second

func (p *pace) adapt(took time.Duration) {
	times := min(8, float64(saveEvery)/float64(max(1, took)))
	p.blocks = max(1, int(min(1e9, float64(p.blocks)*times)))
}
