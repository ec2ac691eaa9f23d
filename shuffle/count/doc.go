// Package count counts exactly: hands, deals, derangements, and the decks that a
// seed can reach. Start with [Choose], the number of lottery tickets:
//
//	count.Choose(40, 6)    // 3838380
//	count.Reachable(48, 52) // the decks that Java's generator can shuffle
//
// Counts are integers of any size, *big.Int, and probabilities are exact
// fractions, *big.Rat. The functions panic with a *shuffle.ArgError when an
// argument is out of range.
package count
