package shuffle

import (
	"math/rand/v2"
	"testing"
)

// per reports the time for each of the n things that an iteration makes.
func per(b *testing.B, n int, what string) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/"+what)
	b.ReportMetric(0, "ns/op")
}

// job is one way to do the work of a benchmark: the base of each comparison, std,
// is the standard library with PCG.
type job struct {
	name string
	// made is how many things a call of do makes.
	made int
	do   func()
}

func compare(b *testing.B, what string, jobs []job) {
	for _, j := range jobs {
		b.Run(j.name, func(b *testing.B) {
			for b.Loop() {
				j.do()
			}
			per(b, j.made, what)
		})
	}
}

func stdRand() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }

func BenchmarkDeck52(b *testing.B) {
	deck, r, x, d := ints(0, 52), stdRand(), NewPRNG(1), NewDealer()
	compare(b, "deck", []job{
		{"std", 1, func() { r.Shuffle(52, func(i, j int) { deck[i], deck[j] = deck[j], deck[i] }) }},
		{"slice", 1, func() { Slice(deck, x) }},
		{"fisheryates", 1, func() { FisherYates(deck, x) }},
		{"dealer", 1, d.Shuffle},
		{"batch", BatchSize, next(NewBatch(52, 52, x))},
	})
}

func next(b *Batch) func() { return func() { b.Next() } }

// pick is what a program with the standard library does for k of n cards.
func pick(deck []int, k int, r *rand.Rand) {
	for i := range k {
		j := i + r.IntN(len(deck)-i)
		deck[i], deck[j] = deck[j], deck[i]
	}
}

func BenchmarkDeal7(b *testing.B) {
	deck, r := ints(0, 52), stdRand()
	compare(b, "hand", []job{
		{"std", 1, func() { pick(deck, 7, r) }},
		{"batch", BatchSize, next(NewBatch(52, 7, NewPRNG(1)))},
	})
}

func BenchmarkLottery6of49(b *testing.B) {
	numbers, r, l := ints(1, 49), stdRand(), NewLottery(49, NewPRNG(1))
	compare(b, "ticket", []job{
		{"std", 1, func() { pick(numbers, 6, r) }},
		{"pick", 1, func() { l.Pick(6) }},
		{"batch", BatchSize, next(NewBatch(49, 6, NewPRNG(1)))},
	})
}

// textbookRiffle is one riffle of Gilbert, Shannon and Reeds as a textbook has it.
func textbookRiffle(mixed, deck []int, r *rand.Rand) {
	cut := 0
	for range deck {
		if r.IntN(2) == 1 {
			cut++
		}
	}
	first, second := deck[:cut], deck[cut:]
	for i := range mixed {
		if r.IntN(len(first)+len(second)) < len(first) {
			mixed[i], first = first[0], first[1:]
		} else {
			mixed[i], second = second[0], second[1:]
		}
	}
}

func BenchmarkRiffle7(b *testing.B) {
	deck, mixed, r, x, riffle := ints(0, 52), ints(0, 52), stdRand(), NewPRNG(1), Riffle(7)
	compare(b, "deck", []job{
		{"std", 1, func() {
			for range 7 {
				textbookRiffle(mixed, deck, r)
				deck, mixed = mixed, deck
			}
		}},
		{"riffle", 1, func() { riffle(deck, x) }},
	})
}

func BenchmarkSample1000of1e6(b *testing.B) {
	r, x, set := stdRand(), NewPRNG(1), map[int]bool{}
	compare(b, "element", []job{
		{"std", 1000, func() {
			for clear(set); len(set) < 1000; {
				set[r.IntN(1e6)] = true
			}
		}},
		{"sample", 1000, func() { Sample(1e6, 1000, x) }},
	})
}

// A large slice that is used again, so that memory from the system isn't measured.
func BenchmarkHuge(b *testing.B) {
	for _, size := range []struct {
		name string
		n    int
	}{{"1e6", 1e6}, {"1e7", 1e7}, {"1e8", 1e8}} {
		b.Run(size.name, func(b *testing.B) {
			s, r, x := make([]uint32, size.n), stdRand(), NewPRNG(1)
			compare(b, "element", []job{
				{"std", size.n, func() { r.Shuffle(len(s), func(i, j int) { s[i], s[j] = s[j], s[i] }) }},
				{"slice-1core", size.n, func() { scatter(s, drawKey(x), 1) }},
				{"slice", size.n, func() { Slice(s, x) }},
			})
		})
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
