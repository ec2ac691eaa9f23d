package display

import (
	"testing"

	"riffle/shuffle"
	"riffle/shuffle/fair"
)

// BenchmarkExactMatrix draws the exact probabilities of a deck.
func BenchmarkExactMatrix(b *testing.B) {
	e := fair.ExactMatrix(shuffle.Naive, 52)
	for b.Loop() {
		exactPositions(e).SVG()
	}
}
