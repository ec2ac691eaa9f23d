package crack

import (
	"testing"

	"riffle/shuffle"
)

// perSeed runs a search of so many seeds on one core.
func perSeed(b *testing.B, seeds int64, search func()) {
	for b.Loop() {
		search()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(seeds), "ns/seed")
}

// BenchmarkCrackASF searches clock seeds of the shuffle of 1999: by a shuffle with each,
// for the five cards of the article, and for cards no roll of which excludes a seed.
func BenchmarkCrackASF(b *testing.B) {
	const seeds = 1 << 20
	five := []int{15, 31, 30, 14, 10}
	m := machines(deckSize)[0]
	b.Run("shuffle", func(b *testing.B) {
		perSeed(b, seeds, func() { playAll(m.shuffled, five, 0, seeds) })
	})
	for name, known := range map[string][]int{"five": five, "worst": At(map[int]int{48: 1, 49: 2, 50: 3, 51: 4})} {
		h := newHunt(m, known)
		b.Run(name, func(b *testing.B) { perSeed(b, seeds, func() { h.try(0, seeds) }) })
	}
}

// shuffled is the machine as a shuffle with Borland's generator.
func (m machine) shuffled(deck []int, rng shuffle.PRNG) {
	m.shuffle(deck, rng.(*shuffle.Borland).RandSeed())
}

// BenchmarkCrackBorland searches seeds of a fair shuffle for five cards: some by their
// rolls, until one is wrong, and all 2^32 by the gaps between those that fit.
func BenchmarkCrackBorland(b *testing.B) {
	const seeds = 1 << 24
	deck := ordered(deckSize)
	shuffle.FisherYates(deck, shuffle.BorlandRandom(3141592653))
	h := newHunt(machines(deckSize)[2], deck[:5])
	b.Run("abort", func(b *testing.B) { perSeed(b, seeds, func() { h.try(0, seeds) }) })
	b.Run("gaps", func(b *testing.B) {
		perSeed(b, words, func() {
			all := newBanded(h, All)
			all.try(0, int64(all.first.width))
		})
	})
}

// BenchmarkCrackJava finds the state of java.util.Random by two ints, and by 40 dice of a
// shuffled deck.
func BenchmarkCrackJava(b *testing.B) {
	b.Run("ints", func(b *testing.B) {
		for b.Loop() {
			Java(-1170105035, 234785527)
		}
	})
	deck := ordered(deckSize)
	shuffle.FisherYates(deck, shuffle.JavaRandom(1))
	rolls, _ := DiceOf(deck)
	b.Run("dice", func(b *testing.B) {
		for b.Loop() {
			JavaDice(deckSize, rolls[:40])
		}
	})
}

// BenchmarkCrackMT finds the state of MT19937 by its outputs, turned back, and tries
// seeds for the first of them.
func BenchmarkCrackMT(b *testing.B) {
	rng := shuffle.MT19937(2010)
	outputs := make([]uint32, mtSize)
	for i := range outputs {
		outputs[i] = rng.Uint32()
	}
	b.Run("outputs", func(b *testing.B) {
		for b.Loop() {
			MT(outputs)
		}
	})
	const seeds = 1 << 16
	b.Run("seeds", func(b *testing.B) { perSeed(b, seeds, func() { mtSeeds(outputs[:1], 0, seeds) }) })
}
