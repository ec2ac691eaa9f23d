// Package fair tells whether a shuffle is fair: whether all orders of the deck
// are equally likely. Start with [Exact], which plays every choice a shuffle can
// make and so finds the probability of each order as a fraction:
//
//	fair.Exact(shuffle.Naive, 3)
//
// Where there are too many choices, [TestShuffle] samples and makes many tests together.
// [Histogram] and [Matrix] show one thing each, and say how far to trust the
// sample. [RiffleDistance] and its neighbours are the theory of
// the riffle, and [Suspicious] is an amateur's test. [Lottery] and [TestLottery] ask the
// same of lotteries, and [TestGenerator], [TestGenerators] and [HullDobell] examine generators.
//
// Every function that takes a [Shuffle] takes a Shuffler of package shuffle or a
// function of your own.
//
// Decks are the cards 1 to n, the top one first, and positions count from 1 as
// well. Functions panic with a *shuffle.ArgError when an argument is out of
// range, and when a shuffle breaks the rules: it loses cards, or draws from
// anything but its generator.
package fair
