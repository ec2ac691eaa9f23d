package fair

import (
	"math"
	"math/big"

	"riffle/shuffle"
	"riffle/shuffle/internal/arg"
	"riffle/shuffle/trials"
)

const (
	// maxMoves is the most moves of orders by ways of steps, when orders are numbered as
	// they come up.
	maxMoves = 40_000_000
	// maxPacked is the same when they are numbered by rank, in some minutes.
	maxPacked = 6_000_000_000
	// maxCounts is the most words of counts: with as many for the next step, a gigabyte.
	maxCounts = 1 << 26
	// maxRanked is the largest deck whose ranks are counted.
	maxRanked = 11
)

// movesOfAll is how many moves it takes to follow the steps: at each step, the ways
// of that step for each order that may have come up.
func movesOfAll(s *script) float64 {
	moves, orders := 0.0, 1.0
	limit := math.Gamma(float64(s.n) + 1)
	for _, step := range s.steps {
		moves += orders * float64(step.Ways)
		orders = math.Min(orders*float64(step.Ways), limit)
	}
	return moves
}

// moveWords is how many words of a count are added in the time that a move takes besides.
const moveWords = 64

// stepCost is the same when moves of long counts count for more.
func stepCost(s *script) float64 {
	return movesOfAll(s) * (1 + math.Floor(bitsOfAll(s.steps)/64)/moveWords)
}

// reached is how many orders the steps can lead to, at most.
func reached(s *script) float64 {
	orders := 1.0
	for _, step := range s.steps {
		orders = math.Min(orders*float64(step.Ways), math.Gamma(float64(s.n)+1))
	}
	return orders
}

// waysOfAll is how many ways all steps have together. It multiplies numbers of equal
// length, so that a million steps take no longer than they must.
func waysOfAll(steps []shuffle.Step) *big.Int {
	switch n := len(steps); n {
	case 0:
		return big.NewInt(1)
	case 1:
		return big.NewInt(int64(steps[0].Ways))
	default:
		return new(big.Int).Mul(waysOfAll(steps[:n/2]), waysOfAll(steps[n/2:]))
	}
}

// bitsOfAll is the logarithm of waysOfAll to the base of 2.
func bitsOfAll(steps []shuffle.Step) (bits float64) {
	for _, step := range steps {
		bits += math.Log2(float64(step.Ways))
	}
	return bits
}

// packs reports whether the counts are to be kept by rank: if a fair share of all orders
// comes up, and there is room for all of them, twice.
func packs(s *script) bool {
	if s.n > maxRanked {
		return false
	}
	all := math.Gamma(float64(s.n) + 1)
	words := 1 + math.Floor(bitsOfAll(s.steps)/64)
	return reached(s) >= all/8 && all*words <= maxCounts && stepCost(s) <= maxPacked
}

// follows reports whether the steps can be followed in some minutes.
func follows(s *script) bool { return stepCost(s) <= maxMoves || packs(s) }

// follow carries the probabilities of the orders from step to step.
func (d *Distribution) follow(s *script) {
	if !follows(s) {
		most := float64(maxPacked)
		if stepCost(s) <= maxPacked { // of orders that aren't kept by rank
			most = maxMoves
		}
		tooMuch(s, stepCost(s), "moves of orders", most)
	}
	d.total = waysOfAll(s.steps)
	if packs(s) {
		d.followRanks(s)
	} else {
		d.followListed(s)
	}
}

// followListed is follow for orders numbered as they come up.
func (d *Distribution) followListed(s *script) {
	seen := newOrders(d.n)
	now := newWide(d.total.BitLen())
	now.add(seen.of(s.call, identity(d.n)), []uint64{1}, 1)
	m := trials.Begin("ways of the steps", int(movesOfAll(s)))
	defer m.End()
	for _, step := range s.steps {
		now = advance(s.call, seen, now, movesOf(s.call, step, d.n), m)
	}
	counts := make([]*big.Int, len(seen.all))
	for i := range counts {
		counts[i] = now.value(i)
	}
	d.census = list(d.n, seen.all, counts)
}

// followRanks is follow for orders numbered by rank, all of them at every step.
func (d *Distribution) followRanks(s *script) {
	all := int(factorial(d.n).Int64())
	m := trials.Begin("orders of the steps", all*len(s.steps))
	defer m.End()
	now, next := newWides(all, d.total.BitLen()), newWides(all, d.total.BitLen())
	now.add(0, []uint64{1}, 1)
	for _, step := range s.steps {
		advanceRanks(s.call, d.n, now, next, movesOf(s.call, step, d.n), m)
		now, next = next, now
		clear(next.digits)
	}
	d.census = pack(d.n, now)
}

// advanceRanks carries the counts through a step, to zeros.
func advanceRanks(call string, n int, now, next *wide, moves []move, m *trials.Meter) {
	order, moved := make([]int, n), make([]int, n)
	for rank := range now.len() {
		if m.Next(); rank%1024 == 0 && m.Stopped() {
			arg.Refuse(call, "stopped, and an exact result needs all steps")
		}
		count := now.at(rank)
		if allZero(count) {
			continue
		}
		unrank(rank, order)
		for _, way := range moves {
			for i, from := range way.from {
				moved[i] = order[from]
			}
			next.add(rankOf(moved), count, uint64(way.ways))
		}
	}
}

// move is what one or more ways of a step do: position i gets the card from
// from[i].
type move struct {
	from []int
	ways int
}

// movesOf plays all ways of a step and groups those that do the same.
func movesOf(call string, step shuffle.Step, n int) []move {
	seen := newOrders(n)
	var moves []move
	for way := range step.Ways {
		deck := identity(n)
		step.Act(deck, way)
		i := seen.of(call, deck)
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
			next.add(seen.of(call, deck), count, uint64(way.ways))
		}
	}
	return next
}
