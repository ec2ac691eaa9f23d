package shuffle

import (
	"math/rand/v2"
	"slices"
	"sort"
	"strings"
	"testing"
)

// per reports the time for each of the n things that an iteration makes.
func per(b *testing.B, n int, what string) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/"+what)
	b.ReportMetric(0, "ns/op")
}

// task is what the jobs of a benchmark do, each in its own way.
type task struct {
	name, what string // what is made, one at a time
	jobs       func() []job
}

// job is one way to do a task: the base of each comparison, std, is the standard
// library with PCG.
type job struct {
	name string
	// made is how many things a call of do makes.
	made int
	// do does it. It is nil for a job with vectors where there are none.
	do func()
}

// noVectors is why a job is skipped.
const noVectors = "no vectors: build with GOEXPERIMENT=simd for amd64, and run on a processor that has AVX-512 with VBMI, VBMI2 and VPOPCNTDQ"

// ifWide is what deals with vectors, nil if it reports that it can't: Next, which then
// deals in portable code, would measure that under another name.
func ifWide(deal func() bool) func() {
	if !deal() {
		return nil
	}
	return func() { deal() }
}

// parallel marks the names of jobs that run on all cores, for which the time of one
// thread says nothing.
const parallel = "slice-cores"

// tasks are what TestMeasure compares too.
var tasks = []task{deck52, deal7, lottery6of49, sorted6of49, riffle7, sample1000of1e6, alias1000, generators, huge("1e6", 1e6), huge("1e7", 1e7), huge("1e8", 1e8)}

func (k task) bench(b *testing.B) {
	for _, j := range k.jobs() {
		b.Run(j.name, func(b *testing.B) {
			if j.do == nil {
				b.Skip(noVectors)
			}
			for b.Loop() {
				j.do()
			}
			per(b, j.made, k.what)
		})
	}
}

func stdRand() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }

var deck52 = task{"Deck52", "deck", func() []job {
	deck, r, x, d := ints(0, 52), stdRand(), NewPRNG(1), NewDealer()
	return []job{
		{"std", 1, func() { r.Shuffle(52, func(i, j int) { deck[i], deck[j] = deck[j], deck[i] }) }},
		{"slice", 1, func() { Slice(deck, x) }},
		{"fisheryates", 1, func() { FisherYates(deck, x) }},
		{"dealer", 1, d.Shuffle},
		{"batch", BatchSize, NewBatch(52, 52, x).deal},
		{"simd", BatchSize, ifWide(NewBatch(52, 52, x).dealWide)},
	}
}}

// pick is what a program with the standard library does for k of n cards.
func pick(deck []int, k int, r *rand.Rand) {
	for i := range k {
		j := i + r.IntN(len(deck)-i)
		deck[i], deck[j] = deck[j], deck[i]
	}
}

var deal7 = task{"Deal7", "hand", func() []job {
	deck, r := ints(0, 52), stdRand()
	return []job{
		{"std", 1, func() { pick(deck, 7, r) }},
		{"batch", BatchSize, NewBatch(52, 7, NewPRNG(1)).deal},
		{"simd", BatchSize, ifWide(NewBatch(52, 7, NewPRNG(1)).dealWide)},
	}
}}

var lottery6of49 = task{"Lottery6of49", "ticket", func() []job {
	numbers, r := ints(1, 49), stdRand()
	return []job{
		{"std", 1, func() { pick(numbers, 6, r) }},
		{"batch", BatchSize, NewBatch(49, 6, NewPRNG(1)).deal},
		{"simd", BatchSize, ifWide(NewBatch(49, 6, NewPRNG(1)).dealWide)},
	}
}}

// sorted6of49 makes tickets as Lottery.Pick does. The standard way is rand.Perm; who
// keeps the numbers, and shuffles six of them again each time, is faster.
var sorted6of49 = task{"Lottery6of49/sorted", "ticket", func() []job {
	numbers, r := ints(1, 49), stdRand()
	l, d := NewLottery(49, NewPRNG(1)), NewLottery(49)
	return []job{
		{"std", 1, func() { slices.Sort(r.Perm(49)[:6]) }},
		{"kept", 1, func() {
			pick(numbers, 6, r)
			slices.Sort(slices.Clone(numbers[:6]))
		}},
		{"pick", 1, func() { l.Pick(6) }},
		{"pick-chacha8", 1, func() { d.Pick(6) }},
	}
}}

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

var riffle7 = task{"Riffle7", "deck", func() []job {
	deck, mixed, r, x, riffle := ints(0, 52), ints(0, 52), stdRand(), NewPRNG(1), Riffle(7)
	return []job{
		{"std", 1, func() {
			for range 7 {
				textbookRiffle(mixed, deck, r)
				deck, mixed = mixed, deck
			}
		}},
		{"riffle", 1, func() { riffle(deck, x) }},
		{"batch", BatchSize, NewRiffleBatch(52, 7, x).riffle},
		{"simd", BatchSize, ifWide(NewRiffleBatch(52, 7, x).riffleWide)},
	}
}}

var sample1000of1e6 = task{"Sample1000of1e6", "element", func() []job {
	r, x, set := stdRand(), NewPRNG(1), map[int]bool{}
	return []job{
		{"std", 1000, func() {
			for clear(set); len(set) < 1000; {
				set[r.IntN(1e6)] = true
			}
		}},
		{"sample", 1000, func() { Sample(1e6, 1000, x) }},
	}
}}

// search draws from n numbers with the weights 1, 1/2, 1/3, … as a program with the
// standard library does: it looks up a real in their sums.
func search(sums []float64, r *rand.Rand) int {
	x := r.Float64() * sums[len(sums)-1]
	return sort.Search(len(sums), func(i int) bool { return sums[i] > x })
}

var alias1000 = task{"Alias1000", "draw", func() []job {
	weights, sums, sum := harmonic(1000), make([]float64, 1000), 0.0
	for i, w := range weights {
		sum += w
		sums[i] = sum
	}
	r, a, draws := stdRand(), NewAlias(weights, NewPRNG(1)), make([]int, 1000)
	return []job{
		{"std", 1, func() { search(sums, r) }},
		{"draw", 1, func() { a.Draw() }},
		{"fill", len(draws), func() { a.Fill(draws) }},
	}
}}

// many is how many words a generator draws in a row.
const many = 1000

// generators draw words: by a call of the generator's own method, and through the
// interface that shuffles use.
var generators = task{"Generators", "word", func() []job {
	std, x, stream, pcg := rand.NewPCG(1, 2), NewPRNG(1), StreamOf(1, 1), PCG(1, 2)
	cha, crypto, java, twister := ChaCha8([32]byte{1}), CryptoRandom(), JavaRandom(1), MT19937(1)
	commons, borland, lcg := CommonsMersenneTwister(1), BorlandRandom(1), LCG(6364136223846793005, 1442695040888963407, 1<<63, 1)
	var sum uint64
	repeat := func(name string, src Source, direct func()) []job {
		return []job{{name, many, direct}, {name + "-interface", many, func() {
			for range many {
				sum += src.Uint64()
			}
		}}}
	}
	return slices.Concat(
		repeat("std", std, func() {
			for range many {
				sum += std.Uint64()
			}
		}),
		repeat("NewPRNG", x, func() {
			for range many {
				sum += x.Uint64()
			}
		}),
		repeat("StreamOf", stream, func() {
			for range many {
				sum += stream.Uint64()
			}
		}),
		repeat("PCG", pcg, func() {
			for range many {
				sum += pcg.Uint64()
			}
		}),
		repeat("ChaCha8", cha, func() {
			for range many {
				sum += cha.Uint64()
			}
		}),
		repeat("CryptoRandom", crypto, func() {
			for range many {
				sum += crypto.Uint64()
			}
		}),
		repeat("MT19937", twister, func() {
			for range many {
				sum += twister.Uint64()
			}
		}),
		repeat("CommonsMersenneTwister", commons, func() {
			for range many {
				sum += commons.Uint64()
			}
		}),
		repeat("JavaRandom", java, func() {
			for range many {
				sum += java.Uint64()
			}
		}),
		repeat("LCG", lcg, func() {
			for range many {
				sum += lcg.Uint64()
			}
		}),
		repeat("BorlandRandom", borland, func() {
			for range many {
				sum += borland.Uint64()
			}
		}),
	)
}}

// huge uses a large slice again and again, so that memory from the system isn't
// measured.
func huge(name string, n int) task {
	return task{"Huge/" + name, "element", func() []job {
		s, r, x := make([]uint32, n), stdRand(), NewPRNG(1)
		return []job{
			{"std", n, func() { r.Shuffle(len(s), func(i, j int) { s[i], s[j] = s[j], s[i] }) }},
			{"slice", n, func() { shuffleLarge(s, drawKey(x), 1) }}, // on one core
			{parallel, n, func() { Slice(s, x) }},
		}
	}}
}

func BenchmarkDeck52(b *testing.B)          { deck52.bench(b) }
func BenchmarkDeal7(b *testing.B)           { deal7.bench(b) }
func BenchmarkRiffle7(b *testing.B)         { riffle7.bench(b) }
func BenchmarkSample1000of1e6(b *testing.B) { sample1000of1e6.bench(b) }
func BenchmarkGenerators(b *testing.B)      { generators.bench(b) }
func BenchmarkAlias1000(b *testing.B)       { alias1000.bench(b) }

func BenchmarkLottery6of49(b *testing.B) {
	lottery6of49.bench(b)
	b.Run("sorted", sorted6of49.bench)
}

func BenchmarkHuge(b *testing.B) {
	for _, k := range tasks {
		if size, ok := strings.CutPrefix(k.name, "Huge/"); ok {
			b.Run(size, k.bench)
		}
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

// BenchmarkStreams makes a default generator, as each call without one does.
func BenchmarkStreams(b *testing.B) {
	for b.Loop() {
		GeneratorOf("bench", nil)
	}
}
