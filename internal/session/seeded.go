package session

import (
	randv1 "math/rand"
	"math/rand/v2"
	"reflect"
	"sync/atomic"

	"riffle/internal/export/seeded"
	"riffle/internal/proto"
	"riffle/shuffle"
)

// After Seed(n) the package functions of math/rand and math/rand/v2 draw from
// child stream 0 of n, so that a cell that uses them repeats too. Before it,
// and after %reset, they are the library's own. The streams that constructors
// take are shuffle's business.

// random holds the generators behind math/rand's package functions, nil while
// there is no seed. Only sessions seed them: in a program they are as in Go.
type random struct {
	seeded   atomic.Pointer[seeded.Generators]
	reseeded atomic.Pointer[reseeded] // by math/rand.Seed since, where that is heeded
	heeds    atomic.Bool              // math/rand.Seed does what it did before Go 1.24
	program  atomic.Bool              // a program runs: Seed leaves math/rand alone
	noted    atomic.Bool              // the user knows that math/rand.Seed does nothing
}

// seedGenerators is Seed.
func (s *Session) seedGenerators(n int64) {
	shuffle.Seed(n)
	if s.random.program.Load() {
		return
	}
	s.random.seeded.Store(seeded.New(n))
	s.random.reseeded.Store(nil)
}

// unseed makes everything random again.
func (s *Session) unseed() {
	shuffle.Unseed()
	s.random.seeded.Store(nil)
	s.random.reseeded.Store(nil)
}

// stamp records the seed in the metadata of what a cell displays.
func stamp(b *proto.Bundle) {
	n, ok := shuffle.Seeded()
	if !ok || b == nil {
		return
	}
	if b.Metadata == nil {
		b.Metadata = map[string]any{}
	}
	b.Metadata["riffle"] = map[string]any{"seed": n}
}

// randomOverrides are the session's own versions of functions of math/rand, math/rand/v2
// and shuffle.
func (s *Session) randomOverrides() map[string]map[string]reflect.Value {
	return map[string]map[string]reflect.Value{
		"math/rand":      s.mathRand(),
		"math/rand/v2":   s.random.v2(),
		"riffle/shuffle": {"Seed": reflect.ValueOf(s.seedGenerators), "Unseed": reflect.ValueOf(s.unseed)},
	}
}

// drawFrom chooses between a seeded generator's method and the library's function.
func drawFrom[R, T any](now func() *R, method func(*R) T, library func() T) reflect.Value {
	return reflect.ValueOf(func() T {
		if g := now(); g != nil {
			return method(g)
		}
		return library()
	})
}

// drawN is drawFrom for functions with a bound.
func drawN[R, N, T any](now func() *R, method func(*R, N) T, library func(N) T) reflect.Value {
	return reflect.ValueOf(func(n N) T {
		if g := now(); g != nil {
			return method(g, n)
		}
		return library(n)
	})
}

// nowV1 is the generator behind math/rand, nil for the library's own.
func (r *random) nowV1() *randv1.Rand {
	if g := r.reseeded.Load(); g != nil {
		return g.Rand
	}
	if g := r.seeded.Load(); g != nil {
		return g.V1
	}
	return nil
}

// nowV2 is the generator behind math/rand/v2, nil for the library's own.
func (r *random) nowV2() *rand.Rand {
	if g := r.seeded.Load(); g != nil {
		return g.V2
	}
	return nil
}

// v1 are the functions of math/rand.
func (r *random) v1() map[string]reflect.Value {
	return map[string]reflect.Value{
		"ExpFloat64":  drawFrom(r.nowV1, (*randv1.Rand).ExpFloat64, randv1.ExpFloat64),
		"Float32":     drawFrom(r.nowV1, (*randv1.Rand).Float32, randv1.Float32),
		"Float64":     drawFrom(r.nowV1, (*randv1.Rand).Float64, randv1.Float64),
		"Int":         drawFrom(r.nowV1, (*randv1.Rand).Int, randv1.Int),
		"Int31":       drawFrom(r.nowV1, (*randv1.Rand).Int31, randv1.Int31),
		"Int31n":      drawN(r.nowV1, (*randv1.Rand).Int31n, randv1.Int31n),
		"Int63":       drawFrom(r.nowV1, (*randv1.Rand).Int63, randv1.Int63),
		"Int63n":      drawN(r.nowV1, (*randv1.Rand).Int63n, randv1.Int63n),
		"Intn":        drawN(r.nowV1, (*randv1.Rand).Intn, randv1.Intn),
		"NormFloat64": drawFrom(r.nowV1, (*randv1.Rand).NormFloat64, randv1.NormFloat64),
		"Perm":        drawN(r.nowV1, (*randv1.Rand).Perm, randv1.Perm),
		"Read":        reflect.ValueOf(r.readBytes),
		"Shuffle":     reflect.ValueOf(r.shuffleV1),
		"Uint32":      drawFrom(r.nowV1, (*randv1.Rand).Uint32, randv1.Uint32),
		"Uint64":      drawFrom(r.nowV1, (*randv1.Rand).Uint64, randv1.Uint64),
	}
}

// v2 are the functions of math/rand/v2; N is lowered from source to Uint64N.
func (r *random) v2() map[string]reflect.Value {
	return map[string]reflect.Value{
		"ExpFloat64":  drawFrom(r.nowV2, (*rand.Rand).ExpFloat64, rand.ExpFloat64),
		"Float32":     drawFrom(r.nowV2, (*rand.Rand).Float32, rand.Float32),
		"Float64":     drawFrom(r.nowV2, (*rand.Rand).Float64, rand.Float64),
		"Int":         drawFrom(r.nowV2, (*rand.Rand).Int, rand.Int),
		"Int32":       drawFrom(r.nowV2, (*rand.Rand).Int32, rand.Int32),
		"Int32N":      drawN(r.nowV2, (*rand.Rand).Int32N, rand.Int32N),
		"Int64":       drawFrom(r.nowV2, (*rand.Rand).Int64, rand.Int64),
		"Int64N":      drawN(r.nowV2, (*rand.Rand).Int64N, rand.Int64N),
		"IntN":        drawN(r.nowV2, (*rand.Rand).IntN, rand.IntN),
		"NormFloat64": drawFrom(r.nowV2, (*rand.Rand).NormFloat64, rand.NormFloat64),
		"Perm":        drawN(r.nowV2, (*rand.Rand).Perm, rand.Perm),
		"Shuffle":     reflect.ValueOf(r.shuffleV2),
		"Uint":        drawFrom(r.nowV2, (*rand.Rand).Uint, rand.Uint),
		"Uint32":      drawFrom(r.nowV2, (*rand.Rand).Uint32, rand.Uint32),
		"Uint32N":     drawN(r.nowV2, (*rand.Rand).Uint32N, rand.Uint32N),
		"Uint64":      drawFrom(r.nowV2, (*rand.Rand).Uint64, rand.Uint64),
		"Uint64N":     drawN(r.nowV2, (*rand.Rand).Uint64N, rand.Uint64N),
		"UintN":       drawN(r.nowV2, (*rand.Rand).UintN, rand.UintN),
	}
}

// readBytes is math/rand.Read.
func (r *random) readBytes(p []byte) (int, error) {
	if g := r.reseeded.Load(); g != nil {
		return g.read(p)
	}
	if g := r.seeded.Load(); g != nil {
		return g.Read(p)
	}
	return randv1.Read(p)
}

func (r *random) shuffleV1(n int, swap func(i, j int)) {
	if g := r.nowV1(); g != nil {
		g.Shuffle(n, swap)
		return
	}
	randv1.Shuffle(n, swap)
}

func (r *random) shuffleV2(n int, swap func(i, j int)) {
	if g := r.nowV2(); g != nil {
		g.Shuffle(n, swap)
		return
	}
	rand.Shuffle(n, swap)
}
