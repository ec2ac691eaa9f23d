// Package crack finds the secret behind numbers that look random: the seed of a
// shuffle, or the state of a generator. Start with [ASF], which breaks the poker
// site of 1999: the five cards that a player sees give away the rest of the deck.
//
//	found, err := crack.ASF([]int{15, 31, 30, 14, 10}, crack.Day)
//
// [Borland] does the same for other shuffles, including your own, and [Dealer]
// for the card program of a course. [Java] and [MT] recover the state of
// java.util.Random and of the Mersenne Twister from a few of their outputs.
// [BestBet] says what can be gained without any of this.
//
// Arguments are evidence, which may be wrong. So functions return an error when
// the evidence makes no sense (a *shuffle.ArgError), or when nothing fits it
// ([ErrNoSeed]). Searches run on all cores and take the options of package
// trials. A search that is stopped returns what it has found, and says how far it
// got.
package crack
