package fair

import (
	"math/big"
	"runtime"
	"sync"
	"sync/atomic"

	"riffle/shuffle/internal/arg"
	"riffle/shuffle/trials"
)

// carriage carries cards through the steps of a shuffle, each by itself: in how many ways
// does the card of a position end in each.
type carriage struct {
	call  string
	meter *trials.Meter
	n     int
	grids [][][]path // of each step

	next    atomic.Int64 // the place in the order of the cards
	stopped atomic.Bool
}

// row is where a card ends: by position, in how many ways.
type row struct {
	card   int
	counts []*big.Int
}

// samples is how many cards are carried first, by whose numbers the others are judged:
// the second, the middle and the last. The first one is a special case for some shuffles.
const samples = 3

// order is which card is carried as the i-th.
func (c *carriage) order(i int) int {
	if c.n <= samples {
		return i
	}
	first := [samples]int{1, c.n / 2, c.n - 1}
	if i < samples {
		return first[i]
	}
	card := i - samples
	for _, f := range first { // which are in order
		if card >= f {
			card++
		}
	}
	return card
}

// carryCards carries all cards, on all cores, and hands over each with the number of
// those that are done, in the order in which they are. Take is called by the goroutine
// that called carryCards; what it gets is used again when it returns.
func (c *carriage) carryCards(take func(carried int, r row)) {
	workers := min(runtime.GOMAXPROCS(0), c.n)
	done, free := make(chan row), make(chan []*big.Int, workers+1)
	var all sync.WaitGroup
	free <- newRow(c.n) // one more, as take keeps one if it panics
	for range workers {
		free <- newRow(c.n)
		all.Go(func() { c.work(done, free) })
	}
	go func() {
		all.Wait()
		close(done)
	}()
	defer func() { // also if take panics
		c.stopped.Store(true)
		for r := range done {
			free <- r.counts
		}
	}()
	carried := 0
	for r := range done {
		nextExact(c.call, c.meter)
		carried++
		take(carried, r)
		free <- r.counts
	}
	if carried < c.n {
		stoppedExact(c.call)
	}
}

// work carries cards until none is left.
func (c *carriage) work(done chan<- row, free <-chan []*big.Int) {
	other := newRow(c.n)
	for {
		i := int(c.next.Add(1)) - 1
		if i >= c.n {
			return
		}
		now, next := <-free, other
		for _, count := range now {
			count.SetInt64(0)
		}
		card := c.order(i)
		now[card].SetInt64(1)
		for _, paths := range c.grids {
			if c.stopped.Load() || c.meter.Stopped() {
				return
			}
			carry(now, next, paths)
			now, next = next, now
		}
		other = next
		done <- row{card, now}
	}
}

func stoppedExact(call string) {
	arg.Refuse(call, "stopped, and an exact result needs all steps")
}
