// Package trials makes many independent trials of a random experiment on all
// cores, counts what comes of them, and says how sure that is. Start with [Run]:
//
//	r := trials.Run(100_000, func(rng shuffle.PRNG) bool {
//		return rng.IntN(6) == 0
//	})
//	fmt.Println(r.Share(true).Against(1.0 / 6))
//
// An experiment is cut into about a thousand blocks of trials, more if it is
// large. Each block has a generator of its own, which is determined by the
// experiment's seed and the block's number. Counts and sums are exact. So a
// result depends on the seed and on the number of trials alone: not on the cores,
// and not on the order in which blocks are played.
//
// Nor does it depend on the process. A [Player] can have an experiment's blocks
// played elsewhere: in a [Shard] of it each, whose [Part] is written to a file and
// merged with the others. What is merged has the bits of one process's result.
package trials
