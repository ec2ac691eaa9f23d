package shuffle

import (
	"math/rand/v2"
	"testing"
)

// The base of all comparisons: the standard library on the same deck.
func BenchmarkMathRandV2Shuffle52(b *testing.B) {
	deck, r := ints(0, 52), rand.New(rand.NewPCG(1, 2))
	for b.Loop() {
		r.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	}
}

func BenchmarkFisherYates52(b *testing.B) {
	for name, g := range map[string]PRNG{
		"NewPRNG": NewPRNG(1), "Stream": StreamOf(1, 1), "PCG": PCG(1, 2), "JavaRandom": JavaRandom(1),
		"Commons": CommonsMersenneTwister(1), "MT19937": MT19937(1), "Borland": BorlandRandom(1),
	} {
		b.Run(name, func(b *testing.B) {
			deck := ints(0, 52)
			b.ReportAllocs()
			for b.Loop() {
				FisherYates(deck, g)
			}
		})
	}
}

func BenchmarkDealer(b *testing.B) {
	d := NewDealer()
	for b.Loop() {
		d.Shuffle()
	}
}

func BenchmarkRiffle7(b *testing.B) {
	deck, g, s := ints(0, 52), NewPRNG(1), Riffle(7)
	for b.Loop() {
		s(deck, g)
	}
}

func BenchmarkPick6of49(b *testing.B) {
	l := NewLottery(49, NewPRNG(1))
	for b.Loop() {
		l.Pick(6)
	}
}

func BenchmarkShuffleMillion(b *testing.B) {
	deck, g := ints(0, 1_000_000), NewPRNG(1)
	for b.Loop() {
		FisherYates(deck, g)
	}
}

func BenchmarkMathRandV2ShuffleMillion(b *testing.B) {
	deck, r := ints(0, 1_000_000), rand.New(rand.NewPCG(1, 2))
	for b.Loop() {
		r.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	}
}

func BenchmarkIntN(b *testing.B) {
	g := NewPRNG(1)
	for b.Loop() {
		g.IntN(52)
	}
}

func BenchmarkOnCards(b *testing.B) {
	deck, g := NewDeck(), NewPRNG(1)
	for b.Loop() {
		FisherYates.On(deck, g)
	}
}
