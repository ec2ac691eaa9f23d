package fair

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"

	"riffle/shuffle"
	"riffle/shuffle/trials"
)

// seededAs tests generators after the same seed, by a number of workers.
func seededAs(workers int, seeded any, generators, draws int) *GeneratorReport {
	defer shuffle.Unseed()
	defer trials.Watch(trials.Options{Workers: workers})()
	shuffle.Seed(5)
	return TestGenerators(seeded, generators, draws)
}

// The counts are the sums of what each generator alone gives, with the seeds that the
// experiment's own generators draw: one for each, as there are fewer than 2,048.
func TestGeneratorsAddUp(t *testing.T) {
	const generators, draws = 30, 1000
	shuffle.Seed(5)
	defer shuffle.Unseed()
	seed := int64(shuffle.StreamOf(5, 1).Uint64())
	var faces [6]float64
	counts := make([]int, countsOfTests)
	for i := range uint64(generators) {
		rng := shuffle.MT19937(uint32(shuffle.XoshiroOf(seed, i).Uint64() >> 32))
		rng.Mark()
		for range draws {
			faces[rng.IntN(6)]++
		}
		rng.Rewind()
		countAll(rng, draws, counts, onward)
	}
	r := TestGenerators(shuffle.MT19937, generators, draws)
	if want := newGeneratorReport("MT19937", generators, draws, counts, 10); !reflect.DeepEqual(r, want) {
		t.Errorf("got\n%v\nwant\n%v", r, want)
	}
	chi := 0.0
	for _, n := range faces {
		chi += (n - 5000) * (n - 5000) / 5000
	}
	if r.Tests[0].ChiSquare != chi {
		t.Errorf("%s: chi-square %v, want %v", r.Tests[0].Name, r.Tests[0].ChiSquare, chi)
	}
}

// A single generator gets the report that TestGenerator gives.
func TestGeneratorsOfOne(t *testing.T) {
	one := TestGenerator(shuffle.JavaRandom(9), 20_000)
	many := TestGenerators(func(int64) shuffle.PRNG { return shuffle.JavaRandom(9) }, 1, 20_000)
	if !reflect.DeepEqual(one, many) {
		t.Errorf("%v\n%v", one, many)
	}
}

// The report doesn't depend on the number of workers, or on how the experiment is split.
func TestGeneratorsSplit(t *testing.T) {
	want := seededAs(1, shuffle.JavaRandom, 100, 1000)
	for _, workers := range []int{2, 7} {
		if got := seededAs(workers, shuffle.JavaRandom, 100, 1000); !reflect.DeepEqual(got, want) {
			t.Errorf("%d workers:\n%v\nand one:\n%v", workers, got, want)
		}
	}
	for _, of := range []int{1, 3, 100, 130} {
		restore := trials.Watch(trials.Options{Player: func(e *trials.Experiment) (*trials.Part, error) {
			var parts []*trials.Part
			for i := of; i > 0; i-- {
				from, to := trials.Shard{Index: i, Of: of}.Blocks(e.Plan)
				p, err := e.Play(from, to, nil, nil)
				if err != nil {
					return nil, err
				}
				data, err := p.Encode()
				if err != nil {
					return nil, err
				}
				if p, err = trials.DecodePart(data); err != nil {
					return nil, err
				}
				parts = append(parts, p)
			}
			return e.Merge(parts...)
		}})
		shuffle.Seed(5)
		if got := TestGenerators(shuffle.JavaRandom, 100, 1000); !reflect.DeepEqual(got, want) {
			t.Errorf("%d shards:\n%v\nand one:\n%v", of, got, want)
		}
		shuffle.Unseed()
		restore()
	}
}

// Good kinds pass: of 8 reports less than one in a hundred is a false alarm.
func TestGoodKinds(t *testing.T) {
	for name, seeded := range map[string]any{
		"NewPRNG": shuffle.NewPRNG, "MT19937": shuffle.MT19937, "PythonRandom": shuffle.PythonRandom,
		"CommonsMersenneTwisterInt": shuffle.CommonsMersenneTwisterInt,
		"JavaRandom":                shuffle.JavaRandom, // in short sequences
		"StreamOf":                  func(seed int64) shuffle.PRNG { return shuffle.StreamOf(seed, 1) },
		"PCG":                       func(seed uint64) *shuffle.PCG64 { return shuffle.PCG(seed, 1) },
		"ChaCha8":                   func(seed uint8) shuffle.PRNG { return shuffle.ChaCha8([32]byte{seed}) },
	} {
		generators := 100
		if name == "ChaCha8" { // which has 256 seeds here, and may get none of them twice
			generators = 1
		}
		if r := seededAs(0, seeded, generators, 3000); r.Fails() || r.Generators != generators || r.Stopped() {
			t.Errorf("%s: %v", name, r)
		}
	}
}

// Bad ones fail: by many short sequences of their own or, in Java's case, by few that are
// long enough for the lowest bit to repeat.
func TestBadKinds(t *testing.T) {
	for name, r := range map[string]*GeneratorReport{
		"Borland": seededAs(0, shuffle.BorlandRandom, 10, 1000),
		"LCG": seededAs(0, func(seed int64) shuffle.PRNG {
			return shuffle.LCG(1664525, 1013904223, 1<<32, uint64(seed))
		}, 10, 1000),
		"Java":        seededAs(0, shuffle.JavaRandom, 2, 1<<17),
		"the same":    seededAs(0, func(int) shuffle.PRNG { return shuffle.NewPRNG(1) }, 100, 1000),
		"few seeds":   seededAs(0, func(seed uint8) shuffle.PRNG { return shuffle.NewPRNG(int64(seed)) }, 2000, 1000),
		"a good seed": seededAs(0, func(seed int64) shuffle.PRNG { return shuffle.FromSource(counter(uint64(seed))) }, 10, 1000),
	} {
		if !r.Fails() {
			t.Errorf("%s: %v", name, r)
		}
	}
}

func TestGeneratorsRefusals(t *testing.T) {
	for want, call := range map[string]func(){
		"fair.TestGenerators: the kind of generator is nil, want a function of a seed, an integer":  func() { TestGenerators(nil, 1, 1000) },
		"fair.TestGenerators: the kind of generator is nil":                                         func() { TestGenerators((func(int64) shuffle.PRNG)(nil), 1, 1000) },
		"fair.TestGenerators: the kind of generator is a *shuffle.Java, want a function of a seed":  func() { TestGenerators(shuffle.JavaRandom(1), 1, 1000) },
		"fair.TestGenerators: the kind of generator is a func(uint64, uint64) *shuffle.PCG64, want": func() { TestGenerators(shuffle.PCG, 1, 1000) },
		"fair.TestGenerators: the kind of generator is a func([32]uint8) *shuffle.ChaCha, want":     func() { TestGenerators(shuffle.ChaCha8, 1, 1000) },
		"fair.TestGenerators: the kind of generator is a func() *shuffle.Crypto, want":              func() { TestGenerators(shuffle.CryptoRandom, 1, 1000) },
		"fair.TestGenerators: the kind of generator is a func(uintptr) shuffle.PRNG, want":          func() { TestGenerators(func(uintptr) shuffle.PRNG { return nil }, 1, 1000) },
		"fair.TestGenerators: the kind of generator returned nil for the seed 1, want a generator":  func() { TestGenerators(func(int8) shuffle.PRNG { return nil }, 1, 1000) },
		"fair.TestGenerators: the kind of generator returned nil for the seed 1, want a generator ": func() { TestGenerators(func(...uint16) *shuffle.Java { return nil }, 1, 1000) },
		"fair.TestGenerators: generators = 0, want 1 to 1000000000":                                 func() { TestGenerators(shuffle.JavaRandom, 0, 1000) },
		"fair.TestGenerators: draws = 999, want 1000 to 1000000":                                    func() { TestGenerators(shuffle.JavaRandom, 1, 999) },
		"fair.TestGenerators: draws = 1000001, want 1000 to 1000000":                                func() { TestGenerators(shuffle.JavaRandom, 1, 1_000_001) },
	} {
		refused(t, strings.TrimSuffix(want, " "), call)
	}
}

// Who stops it gets what the generators gave that were done.
func TestGeneratorsStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	defer trials.Watch(trials.Options{Context: ctx, Workers: 2})()
	var made atomic.Int64
	r := TestGenerators(func(seed int64) shuffle.PRNG {
		if made.Add(1) == 20 {
			cancel()
		}
		return shuffle.NewPRNG(seed)
	}, 1_000_000_000, 1000)
	if r.Generators < 18 || r.Generators == 1_000_000_000 || r.Stopped() || r.Fails() {
		t.Errorf("%+v", r)
	}
	if text := r.String(); !strings.HasPrefix(text, fmt.Sprintf("%d generators of xoshiro256++, 1,000 draws a test each\n", r.Generators)) {
		t.Error(text)
	}
	narrow(t, r)
	if r := TestGenerators(shuffle.JavaRandom, 10, 1000); r.Generators != 0 || r.Verdict() != "stopped before the first test was over" {
		t.Errorf("%+v", r)
	}
}

// lowBits is a generator with the low bits of another one's Uint32 alone.
type lowBits struct {
	shuffle.PRNG
	bits int
}

func (n lowBits) Uint32() uint32 { return n.PRNG.Uint32() & (1<<n.bits - 1) }

// TestGeneratorRange: a generator isn't failed for a range smaller than 32 bits, but for
// what is wrong within it.
func TestGeneratorRange(t *testing.T) {
	for _, c := range []struct {
		rng   shuffle.PRNG
		bits  int
		fails bool
	}{
		{shuffle.LCG(16807, 0, 1<<31-1, 1), 31, false},
		{shuffle.LCG(48271, 0, 1<<31-1, 7), 31, false},
		{shuffle.LCG(1103515245, 12345, 1<<31, 1), 31, true},
		{lowBits{shuffle.NewPRNG(1), 20}, 20, false},
		{lowBits{shuffle.NewPRNG(2), 31}, 31, false},
		{shuffle.NewPRNG(3), 32, false},
	} {
		r := TestGenerator(c.rng, 100_000)
		if r.Bits != c.bits || r.Fails() != c.fails {
			t.Errorf("%d bits, want %d; fails %v, want %v\n%v", r.Bits, c.bits, r.Fails(), c.fails, r)
		}
		if named := strings.Contains(r.String(), " of 32 bits"); named != (c.bits < 32) {
			t.Errorf("the range is named: %v\n%v", named, r)
		}
	}
}
