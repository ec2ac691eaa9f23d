package fair

import (
	"math/rand/v2"
	"testing"

	"riffle/shuffle"
)

// What a cell that measures a shuffle costs for each deck, on one core, beside the
// same loop with the standard library.
func BenchmarkMatrix52(b *testing.B) {
	b.Run("std", func(b *testing.B) {
		r := rand.New(rand.NewPCG(1, 2))
		deck, counts := make([]int, 52), make([][52]int, 52)
		for b.Loop() {
			for i := range deck {
				deck[i] = i
			}
			r.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
			for place, card := range deck {
				counts[card][place]++
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N), "ns/deck")
	})
	b.Run("matrix", func(b *testing.B) {
		const decks = 10_000
		for b.Loop() {
			Matrix(shuffle.FisherYates, 52, decks, shuffle.NewPRNG(1))
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/decks, "ns/deck")
	})
}
