package check_test

import (
	"testing"

	"riffle/shuffle"
	"riffle/shuffle/check"
)

// BenchmarkShuffle checks a right answer that takes no time itself.
func BenchmarkShuffle(b *testing.B) {
	for b.Loop() {
		check.Shuffle(shuffle.FisherYates)
	}
}

// BenchmarkLottery does the same for lotteries.
func BenchmarkLottery(b *testing.B) {
	for b.Loop() {
		check.Lottery(func(n, k int, rng shuffle.PRNG) []int { return shuffle.NewLottery(n, rng).Pick(k) })
	}
}
