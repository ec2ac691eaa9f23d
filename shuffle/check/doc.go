// Package check tells whether an exercise is solved, and if not, what is wrong:
// by a deck that lost a card, an exact probability, the first draw that differs.
// Start with [Shuffle]:
//
//	check.Shuffle(myShuffle)
//	✗ wrong: order 1 3 2 has probability 5/27, a fair shuffle gives 1/6
//
// [Lottery] and [Generator] do the same for functions that pick numbers, and for
// generators. [Equal], [Near] and [Panics] serve for everything else, and [Seed]
// gives each student other numbers.
//
// # Grading
//
// A check returns a [Result], which a cell shows. A cell that only shows a failed
// check is itself no failure. In a test that gives points, add Must: the cell then
// fails with the check's sentence.
//
//	import "riffle/shuffle/check"
//
//	check.Shuffle(myShuffle).Must()
//
// Write the import in hidden tests, although cells need none: a student's variable
// or type called check hides the package from cells without it. What a cell prints
// proves nothing; points must depend on whether the cell failed. The import doesn't
// stop code that is meant to deceive the grader's process.
//
// # What is exact, and what is not
//
// A function that draws with IntN is called with every sequence of draws, so its
// probabilities for small decks are fractions, and no right answer is refused for them.
// Loops that draw until something fits never end on some sequences; these are cut
// off where they are rarer than one in a million, and the probabilities become exact
// bounds. Words of bits and reals have too many values to try them all. Unless
// only a few bits of them matter, such functions are called many times, with a
// fixed seed, and what comes of them is tested.
//
// So are larger decks and lotteries, of several sizes, by some twenty tests together: not
// only where each card goes, but which cards stay together, in which order they come, and
// whether whole decks come again; fair.TestShuffle and fair.TestLottery make the same tests.
// Their levels are bounds that hold for samples of any size, by the exact
// distributions. All tests of one check together refuse a right answer at most once in a
// million (Bonferroni: the levels of the tests add up to that). A sample that proves
// nothing but looks odd is followed by a fresh one four times as large. Flaws too small to
// show in a sample pass, such as the bias of 32-bit words modulo 52.
//
// It is no sample that tells whether a call draws enough: if the values that it drew had a
// probability of 1/2^64, what came of them has that or more, and can't be one of
// 52! equally likely orders. So an answer that shuffles with a generator of its own,
// seeded from the one that it is given, is wrong.
//
// # Answers that don't end
//
// A panic in an answer fails its check and nothing else. A call that takes more than
// two seconds ends its cell with a sentence, and so does a check of more than a minute;
// in a compiled program the call is left behind, and fails the check. os.Exit ends the cell, and so does a recursion without
// end. Code that takes all memory ends the session's process, and its variables are
// lost.
package check
