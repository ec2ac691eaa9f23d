// Package fair asks of a shuffle whether it is fair: whether each order of the
// deck is as likely as any other. Start with [Exact], which plays every choice a
// shuffle can make and so finds the probability of each order as a fraction:
//
//	fair.Exact(shuffle.Naive, 3)
//
// Where there are too many choices, [Histogram] and [Matrix] sample, and say how
// far the sample can be trusted. [RiffleDistance] and its neighbours are the
// theory of the riffle, [Suspicious] an amateur's test, [TestGenerator] and
// [HullDobell] look at generators instead of shuffles.
//
// Every function that takes a [Shuffle] takes a Shuffler of package shuffle or a
// function of your own.
//
// Decks here are the cards 1 to n, the top one first, and positions count from 1
// as well. Functions panic with a *shuffle.ArgError when an argument is out of
// range, and when a shuffle breaks its rules: it loses cards, or draws from
// elsewhere than from its generator.
package fair
