package shuffle

import "iter"

// Naive swaps each place in turn with one drawn from all n places. It looks like
// FisherYates but isn't fair: the n^n equally likely draws can't be shared out
// evenly among n! orders, because n! doesn't divide n^n for n > 2. Of the 27
// draws for three cards, five each give 132, 213 and 231, and four each the other
// orders.
//
// Source: "How We Learned to Cheat at Online Poker", Arkin, Hill, Marks, Schmid,
// Walls and McGraw, Developer.com, 28 September 1999, figure 2.
var Naive Shuffler = func(deck []int, rng PRNG) {
	checkDraws("Naive", rng)
	if described(deck, rng, naiveSteps) {
		return
	}
	for i := range deck {
		k := roll("Naive", rng, len(deck))
		deck[i], deck[k] = deck[k], deck[i]
	}
}

// OffByOne is the shuffle that an online poker site used in 1999: Naive with a
// second mistake: it never draws the last place. The last card is swapped away
// and can't come back, so it never ends where it was. Only (n-1)·(n-1)! of the n!
// orders come up, and not equally often.
//
// Source: see Naive.
var OffByOne Shuffler = func(deck []int, rng PRNG) {
	checkDraws("OffByOne", rng)
	if len(deck) < 2 || described(deck, rng, offByOneSteps) {
		return
	}
	for i := range deck {
		k := roll("OffByOne", rng, len(deck)-1)
		deck[i], deck[k] = deck[k], deck[i]
	}
}

func naiveSteps(n int) iter.Seq[Step] {
	return exchanges(n, func(int) int { return 0 }, func(int) int { return n })
}

func offByOneSteps(n int) iter.Seq[Step] {
	return exchanges(n, func(int) int { return 0 }, func(int) int { return n - 1 })
}
