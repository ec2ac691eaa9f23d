package trials

import (
	"sync"
	"sync/atomic"
	"time"

	"riffle/shuffle"
	"riffle/shuffle/internal/arg"
)

// Run makes n independent trials and counts what came out. The trial draws from
// the generator that it is given, and returns what is to be counted: a bool, a
// number, a string, or any other value that == compares; one that returns
// nothing is only run.
//
// Trials run on all cores at once: what they share besides the generator they
// must share as goroutines do. Each block of trials draws from a generator of its
// own (see the package's documentation), so that the totals depend on the seed
// and on n only. Run stops early when the context of its options ends; the result
// then holds the trials that were made, and says so. A panic in a trial stops all
// and goes on in the caller.
//
// It panics when n < 0 or Workers < 0, and when trial is no function of a PRNG.
func Run(n int, trial any, options ...Options) *Result {
	const call = "trials.Run"
	arg.AtLeast(call, "n", n, 0)
	play := playOf(call, trial)
	o := complete(call, options)
	arg.AtLeast(call, "Workers", o.Workers, 0)
	return play(n, o)
}

// blockSize is how many trials draw from one generator. It depends on n alone:
// about a thousand blocks, so that slow trials keep all cores busy, and blocks
// that are large enough for fast ones.
func blockSize(n int) int { return max(1, min(4096, n/1024)) }

// campaign is the trials of one Run.
type campaign[T comparable] struct {
	trial func(shuffle.PRNG) T
	new   func() *sample[T]
	n     int
	seed  int64
	meter *Meter

	next  atomic.Int64 // block to be played
	made  atomic.Int64 // trials
	mu    sync.Mutex
	merge ordered[T]
	crash *crash
}

// crash is a panic in a trial.
type crash struct{ value any }

// run plays all blocks and returns what was counted.
func (c *campaign[T]) run(workers int) *sample[T] {
	var wg sync.WaitGroup
	for range min(workers, c.blocks()) {
		wg.Go(c.work)
	}
	finished := make(chan struct{})
	go func() {
		wg.Wait()
		close(finished)
	}()
	c.wait(finished)
	c.meter.done = int(c.made.Load())
	c.meter.End()
	if c.crash != nil {
		panic(c.crash.value)
	}
	return c.merge.all(c.new())
}

// wait reports progress until all is finished.
func (c *campaign[T]) wait(finished <-chan struct{}) {
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

func (c *campaign[T]) blocks() int {
	size := blockSize(c.n)
	return c.n/size + min(1, c.n%size)
}

// work plays blocks until none is left.
func (c *campaign[T]) work() {
	defer func() {
		if value := recover(); value != nil {
			c.meter.stopped.Store(true)
			c.mu.Lock()
			defer c.mu.Unlock()
			if c.crash == nil {
				c.crash = &crash{value}
			}
		}
	}()
	for !c.meter.Stopped() {
		block := int(c.next.Add(1)) - 1
		if block >= c.blocks() {
			return
		}
		s := c.play(block)
		c.made.Add(int64(s.runs))
		c.mu.Lock()
		c.merge.add(block, s)
		c.mu.Unlock()
	}
}

// play makes the trials of a block, or as many as there is time for.
func (c *campaign[T]) play(block int) *sample[T] {
	rng := shuffle.XoshiroOf(c.seed, uint64(block))
	s := c.new()
	size := blockSize(c.n)
	for range min(size, c.n-block*size) {
		if c.meter.Stopped() {
			break
		}
		s.add(c.trial(rng))
	}
	return s
}

// ordered puts the samples of blocks together in the order of the blocks, which
// sums of reals depend on, as soon as their turn comes.
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

// all joins what is left when an experiment was stopped: blocks after a gap.
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
