package fair

import (
	"math"
	"math/big"
	"math/bits"
	"slices"

	"riffle/shuffle"
	"riffle/shuffle/internal/arg"
	"riffle/shuffle/internal/prose"
	"riffle/shuffle/trials"
)

// Exact returns the probability of each order in which a shuffle leaves a deck
// of n cards, as exact fractions.
//
// It runs the shuffle with a scripted generator that plays every sequence of
// draws once. If the draws of one play have n1, n2, … nk values, that play has
// the probability 1/(n1·n2·…·nk), and an order the sum of those of the plays
// that lead to it. A few plays are repeated, to see that the shuffle does the
// same again. Shuffles of package shuffle tell the steps that they consist of,
// and then the probabilities are carried from step to step instead, which takes
// far less time than all plays; and of the numbers that SortShuffle and Selection
// draw only the order counts, so that they have finitely many choices as well.
//
// It panics when n is not from 0 to 1000, and with a reason when
//   - there are too many ways to draw: more than 20,000,000. Shuffles that make
//     n draws of n values get to 8 cards, those with n! ways to 10.
//   - the choices are unbounded: the shuffle draws reals or words of bits, or
//     draws again and again until something fits.
//   - the shuffle draws elsewhere than from its generator, so that the same draws
//     lead to another deck.
//   - the deck that it leaves is not an order of the cards.
//
// [Histogram] samples in such cases.
func Exact(s Shuffle, n int) *Distribution {
	return exact("fair.Exact", s, n)
}

func exact(call string, s Shuffle, n int) *Distribution {
	checkShuffle(call, s, n, 0, maxCards)
	script := newScript(call, s, n)
	script.ask = true
	script.play()
	script.ask = false
	d := &Distribution{n: n, shuffle: s}
	if script.steps != nil && !script.plain {
		d.follow(call, script.steps)
	} else {
		d.playAll(script)
	}
	d.sort()
	return d
}

// repeats is how often the first play is repeated: a shuffle of 3 cards that
// draws from elsewhere does the same 40 times with probability 6^-40.
const repeats = 40

// playAll plays every script. The first was played.
func (d *Distribution) playAll(s *script) {
	seen, share := newOrders(d.n), 0.0
	m := trials.Begin("plays of the shuffle", maxLeaves)
	defer m.End()
	for more := true; more; more = s.next() {
		if m.Next(); m.Stopped() {
			arg.Refuse(s.call, "stopped after %s, and an exact result needs all", prose.Plural(d.ways, "play"))
		}
		if d.ways > 0 {
			s.play()
		}
		order := seen.of(s.call, s.deck)
		d.again(s, seen, order)
		w := s.weight()
		w.count(order)
		d.ways++
		share += w.share
		if d.ways&(d.ways-1) == 0 {
			d.foresee(s, share)
			m.Expect(int(math.Min(maxLeaves, float64(d.ways)/share)) + 1)
		}
	}
	d.orders = seen.all
	d.counts, d.total = s.root.sum(len(seen.all))
}

// again repeats some plays: the first very often, then the first few, then fewer
// and fewer.
func (d *Distribution) again(s *script, seen *orders, want int) {
	times := 0
	switch {
	case d.ways == 0:
		times = repeats
	case d.ways < repeats, d.ways&(d.ways-1) == 0, d.ways%4096 == 0:
		times = 1
	}
	for range times {
		s.play()
		if got := seen.of(s.call, s.deck); got != want {
			s.refuse("the same draws gave the decks %v and %v: %s", seen.all[want], seen.all[got], elsewhere)
		}
	}
}

// foresee refuses to go on when the end is too far: so many ways were a share of
// all. Early on it is patient, as the first ways may be unlike the rest.
func (d *Distribution) foresee(s *script, share float64) {
	patience := 1e4
	switch {
	case d.ways < 1024:
		return
	case d.ways >= 1<<20:
		patience = 2
	case d.ways >= 1<<16:
		patience = 10
	}
	all := float64(d.ways) / share
	if all > maxLeaves*patience || d.ways > maxLeaves {
		tooManyWays(s, all, maxLeaves, playCost)
	}
}

// tooManyWays refuses a deck, and says which would do.
func tooManyWays(s *script, ways, most float64, cost func(*script) float64) {
	arg.Refuse(s.call, "n = %d takes %s plays of the shuffle, want at most %s: %s; fair.Histogram and fair.Matrix sample instead",
		s.n, prose.About(ways), prose.Int(int(most)), largest(s, most, cost))
}

// largest names the largest deck whose cost is low enough.
func largest(s *script, most float64, cost func(*script) float64) string {
	fits := 0
	for n := 1; n < s.n; n++ {
		small := newScript(s.call, s.shuffle, n)
		if !firstPlay(small) || cost(small) > most {
			break
		}
		fits = n
	}
	if fits == 0 {
		return "no smaller deck will do"
	}
	return "n = " + prose.Int(fits) + " is the largest that will do"
}

// firstPlay plays the first script of a deck of another size, for which the
// shuffle may not be made.
func firstPlay(s *script) (ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	s.ask = true
	s.play()
	return true
}

// playCost guesses the number of plays from the first.
func playCost(s *script) float64 { return 1 / s.weight().share }

// maxMoves is how many moves of an order by a way of a step are made.
const maxMoves = 40_000_000

// stepCost is how many moves following the steps takes: at each step, for each
// order that may have come up, the ways of that step.
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
	for _, step := range steps {
		now = advance(seen, now, movesOf(step, d.n))
	}
	d.orders = seen.all
	d.counts = make([]*big.Int, len(seen.all))
	for i := range d.counts {
		d.counts[i] = now.value(i)
	}
}

// move is what some ways of a step do: position i gets the card from from[i].
type move struct {
	from []int
	ways int
}

// movesOf plays all ways of a step and counts those that do the same.
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

// advance makes a step.
func advance(seen *orders, now *wide, moves []move) *wide {
	next := newWide(64 * now.words)
	deck := make([]int, seen.n)
	for order := range now.len() {
		count := now.at(order)
		if allZero(count) {
			continue
		}
		for _, m := range moves {
			for i, from := range m.from {
				deck[i] = seen.all[order][from]
			}
			next.add(seen.of("Step.Act", deck), count, uint64(m.ways))
		}
	}
	return next
}

func allZero(words []uint64) bool {
	return !slices.ContainsFunc(words, func(w uint64) bool { return w != 0 })
}

// wide is a list of unsigned integers of so many words each, the lowest first,
// that are added to in place.
type wide struct {
	words  int
	digits []uint64
}

func newWide(bitLen int) *wide { return &wide{words: (bitLen + 63) / 64} }

func (w *wide) len() int { return len(w.digits) / w.words }

func (w *wide) at(i int) []uint64 { return w.digits[i*w.words : (i+1)*w.words] }

// add adds times·x to number i.
func (w *wide) add(i int, x []uint64, times uint64) {
	for w.len() <= i {
		w.digits = append(w.digits, make([]uint64, w.words)...)
	}
	sum, carry := w.at(i), uint64(0)
	for j := range sum {
		var word uint64
		if j < len(x) {
			word = x[j]
		}
		hi, lo := bits.Mul64(word, times)
		lo, c := bits.Add64(lo, carry, 0)
		hi += c
		sum[j], c = bits.Add64(sum[j], lo, 0)
		carry = hi + c
	}
}

// value returns number i, 0 beyond the end.
func (w *wide) value(i int) *big.Int {
	v := new(big.Int)
	if i >= w.len() {
		return v
	}
	for j := w.words - 1; j >= 0; j-- {
		v.Lsh(v, 64)
		v.Or(v, new(big.Int).SetUint64(w.at(i)[j]))
	}
	return v
}
