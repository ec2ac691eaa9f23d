package display

import (
	"path/filepath"
	"testing"

	"riffle/internal/test/golden"
	"riffle/shuffle"
	"riffle/shuffle/fair"
)

// pictures are values that have pictures, by the names of their golden files.
var pictures = []struct {
	name string
	make func(rng shuffle.PRNG) any
}{
	{"matrix-52", func(rng shuffle.PRNG) any { return fair.Matrix(shuffle.Naive, 52, 100_000, rng) }},
	{"matrix-5", func(rng shuffle.PRNG) any { return fair.Matrix(shuffle.Naive, 5, 2000, rng) }},
	{"matrix-13", func(rng shuffle.PRNG) any { return fair.Matrix(shuffle.Naive, 13, 10_000, rng) }},
	{"matrix-200", func(rng shuffle.PRNG) any { return fair.Matrix(shuffle.Riffle(3), 200, 2000, rng) }},
	{"matrix-exact-3", func(shuffle.PRNG) any { return fair.ExactMatrix(shuffle.Naive, 3) }},
	{"matrix-exact-8", func(shuffle.PRNG) any { return fair.ExactMatrix(shuffle.Naive, 8) }},
	{"matrix-exact-52", func(shuffle.PRNG) any { return fair.ExactMatrix(shuffle.OffByOne, 52) }},
	{"orders-exact-3", func(shuffle.PRNG) any { return fair.Exact(shuffle.Naive, 3) }},
	{"orders-exact-4", func(shuffle.PRNG) any { return fair.Exact(shuffle.OffByOne, 4) }},
	{"orders-exact-6", func(shuffle.PRNG) any { return fair.Exact(shuffle.Naive, 6) }},
	{"orders-3", func(rng shuffle.PRNG) any { return fair.Histogram(shuffle.Naive, 3, 10_000, rng) }},
	{"orders-6", func(rng shuffle.PRNG) any { return fair.Histogram(shuffle.Naive, 6, 100_000, rng) }},
	{"orders-8", func(rng shuffle.PRNG) any { return fair.Histogram(shuffle.FisherYates, 8, 100_000, rng) }},
}

// TestPictures compares each picture with its golden file, as SVG and as text.
// Whoever changes one looks at it.
func TestPictures(t *testing.T) {
	for _, p := range pictures {
		t.Run(p.name, func(t *testing.T) {
			f := figure(p.make(shuffle.NewPRNG(1)))
			if f == nil {
				t.Fatal("no picture")
			}
			golden.Check(t, filepath.Join("testdata", "pictures", p.name+".svg"), f.SVG())
			golden.Check(t, filepath.Join("testdata", "pictures", p.name+".txt"), f.Text(false)+"\n")
		})
	}
}
