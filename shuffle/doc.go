// Package shuffle is a bench for a first course on shuffling, lotteries and
// random numbers: cards, dealers, lotteries, generators of past and present,
// and the good and the bad ways to shuffle. Start with [NewLottery], or with
// [NewDealer]:
//
//	lotto := shuffle.NewLottery(40)
//	fmt.Println(lotto.Pick(6))
//
//	dealer := shuffle.NewDealer()
//	dealer.Shuffle()
//	fmt.Println(dealer.Deal(5, 5))
//
// # Randomness
//
// Whatever draws takes an optional generator as its last argument, a [PRNG].
// Two objects that were given generators with the same seed do the same for
// ever. Without one, an object gets a generator of its own with 256 bits of
// true entropy, or, after [Seed], the next reproducible stream.
//
// The historical generators ([JavaRandom], [CommonsMersenneTwister],
// [BorlandRandom] and others) agree bit for bit with their originals, and so
// does each one's own way of drawing a bounded integer: the flaws are kept,
// because they are what there is to learn.
//
// # Shuffles
//
// A [Shuffler] is a function that rearranges a deck of ints in place.
// [FisherYates] is the one to use. Some of the others are biased, slow or
// both, and their documentation says how.
//
// # Mistakes
//
// Calls that return one value panic with an [*ArgError] when an argument is
// out of range, as rand.IntN does; nothing is changed in that case. Calls that
// read text return an error.
package shuffle
