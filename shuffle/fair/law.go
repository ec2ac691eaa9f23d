package fair

import (
	"math"
	"math/big"

	"riffle/shuffle"
	"riffle/shuffle/internal/arg"
	"riffle/shuffle/trials"
)

// maxMoves is the most moves of orders by ways of steps.
const maxMoves = 40_000_000

// stepCost is how many moves it takes to follow the steps: at each step, the ways
// of that step for each order that may have come up.
func stepCost(s *script) float64 {
	cost, orders := 0.0, 1.0
	limit := math.Gamma(float64(s.n) + 1)
	for _, step := range s.steps {
		cost += orders * float64(step.Ways)
		orders = math.Min(orders*float64(step.Ways), limit)
	}
	return cost
}

// follow carries the probabilities of the orders from step to step.
func (d *Distribution) follow(call string, steps []shuffle.Step) {
	s := &script{call: call, shuffle: d.shuffle, n: d.n, steps: steps}
	if cost := stepCost(s); cost > maxMoves {
		tooManyWays(s, cost, maxMoves, stepCost)
	}
	d.total = big.NewInt(1)
	for _, step := range steps {
		d.total.Mul(d.total, big.NewInt(int64(step.Ways)))
	}
	seen := newOrders(d.n)
	now := newWide(d.total.BitLen())
	now.add(seen.of(call, identity(d.n)), []uint64{1}, 1)
	m := trials.Begin("ways of the steps", int(stepCost(s)))
	defer m.End()
	for _, step := range steps {
		now = advance(call, seen, now, movesOf(step, d.n), m)
	}
	d.orders = seen.all
	d.counts = make([]*big.Int, len(seen.all))
	for i := range d.counts {
		d.counts[i] = now.value(i)
	}
}

// move is what one or more ways of a step do: position i gets the card from
// from[i].
type move struct {
	from []int
	ways int
}

// movesOf plays all ways of a step and groups those that do the same.
func movesOf(step shuffle.Step, n int) []move {
	seen := newOrders(n)
	var moves []move
	for way := range step.Ways {
		deck := identity(n)
		step.Act(deck, way)
		i := seen.of("Step.Act", deck)
		if i == len(moves) {
			for j := range deck {
				deck[j]--
			}
			moves = append(moves, move{from: deck})
		}
		moves[i].ways++
	}
	return moves
}

// advance carries the counts through a step.
func advance(call string, seen *orders, now *wide, moves []move, m *trials.Meter) *wide {
	next := newWide(64 * now.words)
	deck := make([]int, seen.n)
	for order := range now.len() {
		count := now.at(order)
		if allZero(count) {
			continue
		}
		for _, way := range moves {
			if m.Next(); m.Stopped() {
				arg.Refuse(call, "stopped, and an exact result needs all steps")
			}
			for i, from := range way.from {
				deck[i] = seen.all[order][from]
			}
			next.add(seen.of("Step.Act", deck), count, uint64(way.ways))
		}
	}
	return next
}
