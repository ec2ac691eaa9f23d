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
// Everything that draws takes an optional generator, a [PRNG], as its last
// argument. Two objects given generators with the same seed always do the same.
// Without one, an object gets a generator of its own with 256 bits of true
// entropy, or, after [Seed], the next reproducible stream.
//
// The historical generators ([JavaRandom], [CommonsMersenneTwister],
// [BorlandRandom] and others) agree bit for bit with their originals, and so does
// each one's own way of drawing a bounded integer: their flaws are kept, because
// there is something to learn from them.
//
// A generator that was made with a seed can be given another: its SetSeed takes what its
// constructor takes, and then it draws what a new one would.
//
// # Shuffles
//
// A [Shuffler] is a function that rearranges a deck of ints in place.
// [FisherYates] is the one to use. Some of the others are biased, slow or
// both, and their documentation says how.
//
// # Mistakes
//
// Calls that return one value panic with an [*ArgError] when an argument is out
// of range, as rand.IntN does, and change nothing. Calls that read text return an
// error.
package shuffle
