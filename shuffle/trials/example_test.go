package trials_test

import (
	"fmt"

	"riffle/shuffle"
	"riffle/shuffle/trials"
)

func ExampleRun() {
	r := trials.Run(100_000, func(rng shuffle.PRNG) int {
		return 2 + rng.IntN(6) + rng.IntN(6) // two dice
	}, trials.Seed(2))
	fmt.Println(r)
	fmt.Println(r.Mean.Against(7))
	// Output:
	// 100,000 runs
	// mean 7.000 ± 0.015 (95 % interval), standard deviation 2.421
	// 2      2.82 %  2.72 to 2.92 %
	// 3      5.62 %  5.48 to 5.76 %
	// 4      8.34 %  8.18 to 8.52 %
	// 5     11.00 %  10.81 to 11.19 %
	// 6     14.00 %  13.78 to 14.21 %
	// 7     16.42 %  16.19 to 16.65 %
	// 8     13.85 %  13.64 to 14.07 %
	// 9     11.24 %  11.05 to 11.44 %
	// 10     8.30 %  8.13 to 8.47 %
	// 11     5.65 %  5.51 to 5.79 %
	// 12     2.76 %  2.66 to 2.86 %
	// 95 % intervals; half as wide takes 400,000 runs.
	// 7.000 ± 0.015, expected 7.000.
	// Chance alone can make as large a difference (p = 0.96).
	// Nine times out of ten, about 1,400,000,000 runs show an effect of this size.
}

// How often does a shuffled deck have some card where it was? 1 - 1/e.
func ExampleShare_Against() {
	trials.Seed(1)
	r := trials.Run(100_000, func(rng shuffle.PRNG) bool {
		deck := make([]int, 52)
		for i := range deck {
			deck[i] = i
		}
		shuffle.FisherYates(deck, rng)
		for i, card := range deck {
			if i == card {
				return true
			}
		}
		return false
	})
	fmt.Println(r.Share(true).Against(0.632121))
	// Output:
	// 63.10 % (95 % interval 62.80 to 63.40 %), expected 63.21 %.
	// Chance alone can make as large a difference (p = 0.47).
	// Nine times out of ten, about 7,400,000 runs show an effect of this size.
}

// A coin that falls on heads 51 times of 100 isn't told from a fair one quickly.
func ExampleRunsToSee() {
	fmt.Println(trials.RunsToSee(0.50, 0.51))
	// Output:
	// 95263
}
