package fair_test

import (
	"fmt"
	"slices"

	"riffle/shuffle"
	"riffle/shuffle/fair"
	"riffle/shuffle/trials"
)

// A shuffle of your own, which exchanges each card with any.
func mine(deck []int, rng shuffle.PRNG) {
	for i := range deck {
		k := rng.IntN(len(deck))
		deck[i], deck[k] = deck[k], deck[i]
	}
}

func ExampleExact() {
	fmt.Println(fair.Exact(mine, 3))
	// Output:
	// 3 cards: 27 equally likely ways to draw, all 6 orders
	// 1 2 3             4/27   14.8148 %
	// 1 3 2             5/27   18.5185 %
	// 2 1 3             5/27   18.5185 %
	// 2 3 1             5/27   18.5185 %
	// 3 1 2             4/27   14.8148 %
	// 3 2 1             4/27   14.8148 %
	// Total variation from a fair shuffle: 1/18 = 0.0555556.
	// Verdict: order 1 3 2 comes up 5/27, a fair shuffle gives 1/6.
}

func ExampleDistribution_P() {
	d := fair.Exact(shuffle.Sattolo, 4)
	fmt.Println(d.P(2, 3, 4, 1), d.P(1, 2, 3, 4))
	fmt.Println(d.Verdict())
	// Output:
	// 1/6 0/1
	// order 2 3 4 1 comes up 1/6, a fair shuffle gives 1/24
}

func ExampleDistribution_Tree() {
	fmt.Println(fair.Exact(shuffle.FisherYates, 3).Tree())
	// Output:
	// ┬─ 0 ─┬─ 0 ─── 1 2 3  1/6
	// │     └─ 1 ─── 1 3 2  1/6
	// ├─ 1 ─┬─ 0 ─── 2 1 3  1/6
	// │     └─ 1 ─── 2 3 1  1/6
	// └─ 2 ─┬─ 0 ─── 3 2 1  1/6
	//       └─ 1 ─── 3 1 2  1/6
}

// A lottery of your own, which takes the next number instead of one that it has
// picked before.
func nextDoor(n, k int, rng shuffle.PRNG) (picked []int) {
	for range k {
		v := rng.IntN(n)
		for slices.Contains(picked, v+1) {
			v = (v + 1) % n
		}
		picked = append(picked, v+1)
	}
	return picked
}

func ExampleLottery() {
	fmt.Println(fair.Lottery(nextDoor, 4, 2))
	drum := fair.Lottery(func(n, k int, rng shuffle.PRNG) []int {
		return shuffle.NewLottery(n, rng).Pick(k)
	}, 37, 3)
	fmt.Println(drum.Verdict())
	// Output:
	// 2 numbers of 4: 16 equally likely ways to draw, all 6 combinations
	// 1 2             3/16   18.7500 %
	// 1 3              1/8   12.5000 %
	// 1 4             3/16   18.7500 %
	// 2 3             3/16   18.7500 %
	// 2 4              1/8   12.5000 %
	// 3 4             3/16   18.7500 %
	// Verdict: the combination 1 3 comes up 1/8, a fair lottery gives 1/6.
	// all 7,770 combinations are equally likely, 1/7,770 each: the lottery is fair
}

func ExampleExactMatrix() {
	fmt.Println(fair.ExactMatrix(mine, 3))
	fmt.Println(fair.ExactMatrix(shuffle.OffByOne, 52).Verdict())
	// Output:
	// position         1        2        3
	// card 1         1/3      1/3      1/3
	// card 2       10/27     8/27      1/3
	// card 3        8/27    10/27      1/3
	// Verdict: position 1 holds card 2 with probability 10/27 = 0.37037, a fair
	//   shuffle gives 1/3.
	// position 52 never holds card 52
}

func ExampleMatrix() {
	fmt.Println(fair.Matrix(mine, 13, 10_000, shuffle.NewPRNG(1)))
	// Output:
	// 13 cards, 10,000 runs: where each card ended
	// chi-square 1661.6 with 144 degrees of freedom
	// Nine times out of ten, about 880 runs show an effect of the size found.
	// Verdict: position 1 holds card 2 in 10.13 % of shuffles, a fair one gives 7.69 %
	//   (p < 10^-255).
}

func ExampleHistogram() {
	fmt.Println(fair.Histogram(mine, 3, 10_000, shuffle.NewPRNG(1)))
	// Output:
	// 3 cards, 10,000 runs: 6 of 6 orders came up, 1666.7 times each if fair
	// 1 2 3      1,454    14.54 %  13.86 to 15.24 %
	// 1 3 2      1,832    18.32 %  17.57 to 19.09 %
	// 2 1 3      1,841    18.41 %  17.66 to 19.18 %
	// 2 3 1      1,870    18.70 %  17.95 to 19.48 %
	// 3 1 2      1,534    15.34 %  14.65 to 16.06 %
	// 3 2 1      1,469    14.69 %  14.01 to 15.40 %
	// The ranges are 95 % intervals.
	// chi-square 120.6 with 5 degrees of freedom
	// Total variation 0.0543, of which chance alone gives about 0.0089.
	// Nine times out of ten, about 4,300 runs show an effect of the size found.
	// Verdict: order 1 2 3 comes up in 14.54 %, a fair shuffle gives 16.67 %
	//   (p < 10^-23).
}

func ExampleRiffleDistance() {
	fmt.Println(fair.RiffleDistance(52, 7))
	fmt.Println(fair.RiffleDistanceRat(3, 2))
	// Output:
	// 0.33406099946815154
	// 7/48
}

func ExampleRiffleCurve() {
	fmt.Println(fair.RiffleCurve(52, 10))
	// Output:
	// riffles of 52 cards: distance from a fair shuffle
	//       0  1.000
	//       1  1.000
	//       2  1.000
	//       3  1.000
	//       4  1.000
	//       5  0.924
	//       6  0.614
	//       7  0.334
	//       8  0.167
	//       9  0.085
	//      10  0.043
	// It is under one half after 7 riffles.
}

func ExampleRisingSequences() {
	deck := []int{1, 4, 2, 5, 3}
	fmt.Println(fair.RisingSequences(deck), fair.LeastRiffles(deck), fair.RiffleProbability(deck, 1))
	// Output:
	// 2 1 1/32
}

func ExampleEulerianRow() {
	fmt.Println(fair.EulerianRow(5))
	// Output:
	// [1 26 66 26 1]
}

func ExampleMerges() {
	fmt.Println(fair.Merges([]int{1, 2}, []int{3, 4}))
	fmt.Println(len(fair.Merges([]int{1, 2, 3, 4, 5}, []int{6, 7, 8, 9, 10})))
	// Output:
	// [[1 2 3 4] [1 3 2 4] [1 3 4 2] [3 1 2 4] [3 1 4 2] [3 4 1 2]]
	// 252
}

func ExampleCutLaw() {
	fmt.Println(fair.CutLaw(4))
	// Output:
	// [1/16 1/4 3/8 1/4 1/16]
}

func ExampleSampleCuts() {
	fmt.Println(fair.SampleCuts(52, 100_000, shuffle.NewPRNG(1)))
	// Output:
	// 100,000 cuts of 52 cards: sup-norm deviation 0.001181, two standard deviations
	//   of the likeliest cut are 0.001980
}

func ExampleSuspicious() {
	fmt.Println(fair.Suspicious([]int{1, 1, 1, 1, 2, 2, 2, 2, 3, 4}))
	// Output:
	// not suspicious: 6 twins, 2 quadruplets, 1 octuplet
	//   without overlaps: 4 twins, 2 quadruplets, 1 octuplet
}

// The test finds two riffles out, but 20,000 decks can't tell four from seven.
func ExampleSuspicionRate() {
	for _, riffles := range []int{2, 4, 7} {
		fmt.Println(riffles, fair.SuspicionRate(shuffle.Riffle(riffles), 20_000, trials.Seed(1)))
	}
	// Output:
	// 2 8.65 % (95 % interval 8.27 to 9.05 %)
	// 4 0.0000 % (95 % interval 0 to 0.0192 %)
	// 7 0.0000 % (95 % interval 0 to 0.0192 %)
}

func ExampleExpectedClusters() {
	fmt.Println(fair.ExpectedClusters(13))
	// Output:
	// 3/1 1/425 3/643195
}

func ExamplePerfectOrder() {
	fmt.Println(fair.PerfectOrder(52, true), fair.PerfectOrder(52, false))
	// Output:
	// 8 52
}

func ExamplePeriod() {
	fmt.Println(fair.Period(13, 5, 16, 0))
	fmt.Println(fair.Period(25214903917, 11, 1<<48, 0)) // Java's generator
	fmt.Println(fair.Period(2, 1, 16, 0))
	// Output:
	// period 16
	// period 281474976710656
	// period 1 after 4 states
}

func ExampleHullDobell() {
	fmt.Println(fair.HullDobell(7, 5, 16))
	// Output:
	// s ← (7·s + 5) mod 16
	//   holds: c and m have no common divisor
	//   holds: a-1 is divisible by all primes that divide m
	//   FAILS: m is divisible by 4 and a-1 isn't
	// The period is less than 16.
}

// Exercise 7 for some birthdays.
func ExampleSequence() {
	fmt.Println(fair.Sequence(5, 13, 32, 10, 1, 2, 31))
	// Output:
	// s ← (5·s + 13) mod 32
	// s0 =  1: 18  7 16 29 30  3 28 25 10 31
	// s0 =  2: 23  0 13 14 19 12  9 26 15 24
	// s0 = 31:  8 21 22 27 20 17  2 23  0 13
}

func ExampleLattice() {
	fmt.Println(fair.Lattice(13, 5, 16, 0, 2))
	// Output:
	// s ← (13·s + 5) mod 16 from 0
	//  · · ● · · · · · · · · · · · · ·
	//  · · · · · · · · · · · · · · · ·
	//  · · · · · · · · ● · · · · · · ·
	//  · · · · · · · · · · · · · · · ·
	//  · · · · · · · · · · · · · · ● ·
	//  · · · · · · · · · · · · · · · ·
	//  · · · · ● · · · · · · · · · · ·
	//  · · · · · · · · · · · · · · · ·
	//  · · · · · · · · · · ● · · · · ·
	//  · · · · · · · · · · · · · · · ·
	//  ● · · · · · · · · · · · · · · ·
	//  · · · · · · · · · · · · · · · ·
	//  · · · · · · ● · · · · · · · · ·
	//  · · · · · · · · · · · · · · · ·
	//  · · · · · · · · · · · · ● · · ·
	//  · · · · · · · · · · · · · · · ·
	// The 8 separate points: x + 3y = 15 (mod 16), 3 lines.
	// The 16 overlapping points: 3x + y = 5 (mod 16), 4 lines.
	// From (15, 0) step by (-3, 1), wrapping around, and meet all of them.
}

func ExampleTrace() {
	items := []string{"apple", "banana", "chile", "donut", "egg", "flan"}
	fmt.Println(fair.Trace(shuffle.FisherYates, items, []int{4, 1, 3, 6, 2, 5, 5}))
	// Output:
	// j   roll  1       2       3       4       5       6
	//              apple   banana  chile   donut   egg     flan
	//    1      4  donut │ banana  chile   apple   egg     flan
	//    2  (1) 3  donut   chile │ banana  apple   egg     flan
	//    3      6  donut   chile   flan  │ apple   egg     banana
	//    4  (2) 5  donut   chile   flan    egg   │ apple   banana
	//    5      5  donut   chile   flan    egg     apple │ banana
}

// An exercise: the first two rolls are a 4 and a 3, after a 1 that doesn't count.
// Go on by hand.
func ExampleTrace_unfinished() {
	items := []string{"apple", "banana", "chile", "donut", "egg", "flan"}
	fmt.Println(fair.Trace(shuffle.FisherYates, items, []int{4, 1, 3}))
	// Output:
	// j   roll  1       2       3       4       5       6
	//              apple   banana  chile   donut   egg     flan
	//    1      4  donut │ banana  chile   apple   egg     flan
	//    2  (1) 3  donut   chile │ banana  apple   egg     flan
	//    3
	//    4
	//    5
	// Iteration 3 needs a roll from 3 to 6.
}

func ExampleArePermutations() {
	fmt.Println(fair.ArePermutations([]int{1, 2, 3}, []int{3, 1, 2}), fair.ArePermutations([]int{1, 1, 2}, []int{1, 2, 2}))
	// Output:
	// true false
}

func ExampleTestGenerators() {
	shuffle.Seed(2)
	defer shuffle.Unseed()
	fmt.Println(fair.TestGenerators(shuffle.JavaRandom, 100, 1000).Verdict())
	fmt.Println(fair.TestGenerators(shuffle.BorlandRandom, 100, 1000).Verdict())
	// Output:
	// passes (p ≤ 1.00, corrected for 10 tests)
	// fails: pairs of 3 low bits are far from even (p < 10^-300)
}

func ExampleTestGenerator() {
	fmt.Println(fair.TestGenerator(shuffle.LCG(1664525, 1013904223, 1<<32, 1), 100_000))
	fmt.Println(fair.TestGenerator(shuffle.JavaRandom(1), 100_000).Verdict())
	fmt.Println(fair.TestGenerator(shuffle.JavaRandom(1), 1_000_000).Verdict())
	// Output:
	// LCG(a=1664525, c=1013904223, m=4294967296), 100,000 draws a test
	// rolls of IntN(6)      chi-square          1.3 of  5  p = 0.13
	// draws of IntN(52)     chi-square         50.3 of 51  p = 1.00
	// pairs of IntN(8)      chi-square     750000.0 of 63  p < 10^-300  FAILS
	// triples of IntN(3)    chi-square         25.2 of 26  p = 0.98
	// changes of IntN(2)    chi-square      99999.0 of  1  p < 10^-300  FAILS
	// bits of Uint32        chi-square         18.2 of 32  p = 0.049
	// pairs of 3 low bits   chi-square     750000.0 of 63  p < 10^-300  FAILS
	// matches 2^k draws on  chi-square    2833395.7 of 16  p < 10^-300  FAILS
	// Float64 in 20 parts   chi-square         27.4 of 19  p = 0.19
	// orders of 4 cards     chi-square      33349.0 of 23  p < 10^-300  FAILS
	// Verdict: fails: pairs of IntN(8) are far from even (p < 10^-300).
	// passes (p ≤ 0.25, corrected for 10 tests)
	// fails: pairs of 3 low bits are more even than chance allows (p < 10^-300)
}
