package trials

import (
	"sync"
	"sync/atomic"
	"time"

	"riffle/shuffle"
	"riffle/shuffle/internal/arg"
)

// Run makes n independent trials and counts their outcomes. A trial draws from
// the generator it is given and returns its outcome: a bool, a number, a string,
// or any other value that == compares. A trial that returns nothing is just run.
//
// Trials run on all cores at once, so anything else they share needs a lock, as
// with any goroutines. Each block of trials draws from a generator of its own
// (see the package's documentation), so the totals depend only on the seed and on
// n. Run stops early when the context of its options ends; the result then holds
// the trials made so far, and says so. A panic in a trial stops them all, and is
// raised again in the caller.
//
// It panics when n < 0, unless 0 <= Workers <= 10,000, when trial isn't a
// function of a PRNG, and when a trial returns NaN or an infinity, which have no
// mean.
func Run(n int, trial any, options ...Options) *Result {
	const call = "trials.Run"
	arg.AtLeast(call, "n", n, 0)
	play := playOf(call, trial)
	return play(n, complete(call, options))
}

// Spread makes n independent trials as Run does, for experiments that do their
// own counting, and returns how many were made: fewer than n if it was stopped.
// It calls worker once for each of its workers, one after the other, to get the
// function that makes that worker's trials one by one. What that function counts
// needs no lock, as long as it belongs to one worker. Add up the workers' counts
// at the end: if they are integers, the sums depend only on the seed and on n.
//
// It panics when n < 0, unless 0 <= Workers <= 10,000, and when worker is nil or returns nil.
func Spread(n int, worker func() func(rng shuffle.PRNG), options ...Options) int {
	const call = "trials.Spread"
	arg.AtLeast(call, "n", n, 0)
	if worker == nil {
		arg.Refuse(call, "the worker is nil, want a function that returns one of a PRNG")
	}
	o := complete(call, options)
	c := &campaign{n: n, seed: o.Seed, meter: begin(n, o)}
	trials := make([]func(shuffle.PRNG), min(o.Workers, c.blocks()))
	for i := range trials {
		if trials[i] = worker(); trials[i] == nil {
			arg.Refuse(call, "the worker returned nil, want a function of a PRNG")
		}
	}
	c.play = func(worker, _, size int, rng shuffle.PRNG) (made int) {
		for ; made < size && !c.meter.Stopped(); made++ {
			trials[worker](rng)
		}
		return made
	}
	return c.run(o.Workers)
}

// blockSize is how many trials draw from one generator. It depends only on n:
// there are about a thousand blocks, which keeps all cores busy when trials are
// slow, and blocks are large enough when trials are fast.
func blockSize(n int) int { return max(1, min(4096, n/1024)) }

// crash is a panic in a trial.
type crash struct {
	value         any
	worker, block int
}

// campaign is n trials, shared out among workers block by block.
type campaign struct {
	n     int
	seed  int64
	meter *Meter
	// play makes the size trials of a block for one of the workers, and returns
	// how many it made before it was stopped.
	play func(worker, block, size int, rng shuffle.PRNG) (made int)

	next  atomic.Int64 // block to play
	made  atomic.Int64 // trials
	mu    sync.Mutex
	crash *crash
}

// run plays all blocks and returns how many trials were made.
func (c *campaign) run(workers int) int {
	var wg sync.WaitGroup
	for w := range min(workers, c.blocks()) {
		wg.Go(func() { c.work(w) })
	}
	finished := make(chan struct{})
	go func() {
		wg.Wait()
		close(finished)
	}()
	c.wait(finished)
	c.meter.done = int(c.made.Load())
	defer c.meter.End()
	if c.crash != nil {
		c.crashAgain()
		panic(c.crash.value)
	}
	return c.meter.done
}

// crashAgain repeats the block in which a trial panicked, now in the caller, so
// that the panic comes with its stack through the trial, which is lost with a
// goroutine. It returns if the trial doesn't panic again.
func (c *campaign) crashAgain() {
	c.meter.stopped.Store(false)
	if c.meter.options.Context.Err() == nil {
		c.playBlock(c.crash.worker, c.crash.block)
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
			c.meter.tell(int(c.made.Load()))
		}
	}
}

func (c *campaign) blocks() int {
	size := blockSize(c.n)
	return c.n/size + min(1, c.n%size)
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
	for !c.meter.Stopped() {
		if block = int(c.next.Add(1)) - 1; block >= c.blocks() {
			return
		}
		c.made.Add(int64(c.playBlock(worker, block)))
	}
}

// playBlock makes the trials of a block, and returns how many it made before it
// was stopped.
func (c *campaign) playBlock(worker, block int) (made int) {
	size := blockSize(c.n)
	return c.play(worker, block, min(size, c.n-block*size), shuffle.XoshiroOf(c.seed, uint64(block)))
}

// count makes n trials and joins their outcomes.
func count[T comparable](trial func(shuffle.PRNG) T, empty func() *sample[T], n int, o Options) *sample[T] {
	c := &campaign{n: n, seed: o.Seed, meter: begin(n, o)}
	var mu sync.Mutex
	var all ordered[T]
	c.play = func(_, block, size int, rng shuffle.PRNG) int {
		s := empty()
		for s.runs < size && !c.meter.Stopped() {
			s.add(trial(rng))
		}
		mu.Lock()
		defer mu.Unlock()
		all.add(block, s)
		return s.runs
	}
	c.run(o.Workers)
	return all.all(empty())
}

// ordered joins the samples of blocks in the order of the blocks, because sums of
// reals depend on it, as soon as it is their turn.
type ordered[T comparable] struct {
	total *sample[T]
	next  int
	early map[int]*sample[T]
}

func (m *ordered[T]) add(block int, s *sample[T]) {
	if m.early == nil {
		m.early = map[int]*sample[T]{}
	}
	m.early[block] = s
	for m.early[m.next] != nil {
		m.join(m.next)
		m.next++
	}
}

func (m *ordered[T]) join(block int) {
	s := m.early[block]
	delete(m.early, block)
	if m.total == nil {
		m.total = s
		return
	}
	m.total.join(s)
}

// all joins what is left after an experiment was stopped: blocks beyond a gap.
func (m *ordered[T]) all(empty *sample[T]) *sample[T] {
	for block := m.next; len(m.early) > 0; block++ {
		if m.early[block] != nil {
			m.join(block)
		}
	}
	if m.total == nil {
		return empty
	}
	return m.total
}
