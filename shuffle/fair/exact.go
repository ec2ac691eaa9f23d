package fair

import (
	"math"

	"riffle/shuffle/internal/arg"
	"riffle/shuffle/internal/prose"
	"riffle/shuffle/trials"
)

// Exact returns the probability of each order of n cards after a shuffle, as
// exact fractions. The shuffle is a [shuffle.Shuffler] or any other function that [Shuffle]
// describes; one with a deck of its own, such as deck.shuffle, needs no n, and shuffles the
// first n of its cards with one.
//
// It runs the shuffle with a scripted generator that plays every sequence of
// draws once. If the draws of a play have n1, n2, … nk values, the play has
// probability 1/(n1·n2·…·nk), and the probability of an order is the sum over the
// plays that lead to it. Some plays are repeated to check that the shuffle does
// the same again. Shuffles of package shuffle describe their steps instead, and
// the probabilities are carried from step to step, which takes far less time.
// Only the order of the numbers drawn by SortShuffle and Selection matters, so
// they have finitely many choices as well.
//
// It panics when n is not from 0 to 1000, and with a reason when
//   - there are too many ways to draw: more than 20,000,000. Shuffles of your own
//     that make n draws of n values get to 8 cards, those with n! ways to 10.
//   - the steps of a shuffle of package shuffle move more than 40,000,000 orders in
//     all, or 6,000,000,000 of at most 11 cards, where a count of b bits makes a move
//     1 + b/4096 times as long. FisherYates and Naive get to 11 cards, with 320 MB of
//     counts, twice while they are carried; it takes from seconds to minutes.
//   - the choices are unbounded: the shuffle draws reals or words of bits, or
//     draws again and again until something fits.
//   - the shuffle draws from anything but its generator, so that the same draws
//     lead to another deck.
//   - the deck it leaves isn't an order of the cards.
//
// [Histogram] samples in such cases.
func Exact(f any, n ...int) *Distribution {
	const call = "fair.Exact"
	s, cards := sized(call, f, n)
	defer s.Close()
	return exact(call, s.Deal, cards)
}

func exact(call string, s Shuffle, n int) *Distribution {
	checkShuffle(call, s, n, 0, maxCards)
	script := newScript(call, s, n)
	script.fits = exactable
	script.listen()
	d := &Distribution{shuffle: s, census: census{n: n}}
	if script.described() {
		d.follow(script)
	} else {
		d.playAll(script)
	}
	return d
}

// repeats is how often the first play is repeated: a shuffle of 3 cards that
// draws from elsewhere gives the same result 40 times with probability 6^-40.
const repeats = 40

// playAll plays every script. The first has been played.
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
	counts, total := s.root.sum(len(seen.all))
	d.census, d.total = list(d.n, seen.all, counts), total
}

// repeatsOf is how often a play is repeated: the first very often, then the first
// few, then ever fewer.
func repeatsOf(play int) int {
	switch {
	case play == 0:
		return repeats
	case play < repeats, play&(play-1) == 0, play%4096 == 0:
		return 1
	}
	return 0
}

// again repeats some plays.
func (d *Distribution) again(s *script, seen *orders, want int) {
	for range repeatsOf(d.ways) {
		s.play()
		if got := seen.of(s.call, s.deck); got != want {
			s.refuse("the same draws gave the decks %v and %v: %s", seen.all[want], seen.all[got], elsewhere)
		}
	}
}

// foresee refuses to go on if the end is too far, given what share of all ways
// has been played. Early on it is patient, as the first ways may be unlike the
// rest.
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
		tooMuch(s, all, "plays of the shuffle", maxLeaves)
	}
}

// tooMuch refuses a deck that takes so many plays or moves, and says which size would
// do.
func tooMuch(s *script, work float64, what string, most float64) {
	s.endless = true
	arg.Refuse(s.call, "n = %d takes %s %s, want at most %s: %s",
		s.n, prose.About(work), what, prose.Int(int(most)), s.instead())
}

// instead says what to do about a deck that is too large.
func (s *script) instead() string {
	smaller := "try a smaller deck"
	if s.fits != nil {
		smaller = largest(s)
	}
	return smaller + "; " + s.sampler() + " samples instead"
}

// largest names the largest deck that fits.
func largest(s *script) string {
	most := 0
	for n := 1; n < s.n; n++ {
		small := newScript(s.call, s.shuffle, n)
		small.fits = s.fits
		if !firstPlay(small) || !s.fits(small) {
			break
		}
		most = n
	}
	if most == 0 {
		return "no smaller deck will do"
	}
	return "n = " + prose.Int(most) + " is the largest that will do"
}

// firstPlay plays the first script for a deck of another size, which the shuffle
// may not be made for.
func firstPlay(s *script) (ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	s.listen()
	return true
}

// playCost estimates the number of plays from the first.
func playCost(s *script) float64 { return 1 / s.weight().share }

func playable(s *script) bool { return playCost(s) <= maxLeaves }

// exactable reports whether Exact takes the deck.
func exactable(s *script) bool {
	if s.described() {
		return follows(s)
	}
	return playable(s)
}
