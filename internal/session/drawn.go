package session

import (
	cryptorand "crypto/rand"
	"io"
	"math/big"
	randv1 "math/rand"
	"math/rand/v2"
	"reflect"

	"riffle/internal/rt"
	"riffle/shuffle"
	"riffle/shuffle/drawn"
)

// A measure answers the draws of the function that it measures. The functions of a cell
// that measures are twins (drawntwin.go), which draw by these natives instead of by the
// library's: while a play goes on, it answers. Otherwise they are what cells always have.

// drawnPath is the import path of the natives.
const drawnPath = "riffle/internal/drawn"

// newDrawn makes the session's host of measures.
func (s *Session) newDrawn() *drawn.Host {
	h := &drawn.Host{Goroutine: rt.GoroutineID, Explain: s.explainPanic, GiveUp: s.giveUp}
	h.Variables = s.drawnVariables
	h.Line = s.drawnLine
	h.Quiet = func() (restore func()) {
		s.out.mute.Store(rt.GoroutineID())
		return func() { s.out.mute.Store(0) }
	}
	return h
}

// integer are the types of a bounded draw.
type integer interface {
	int | int32 | int64 | uint | uint32 | uint64
}

// bounded is a draw below n; library draws it when no play goes on.
func bounded[N integer](play func() *drawn.Play, call string, library func(N) N) func(N) N {
	return func(n N) N {
		if p := play(); p != nil && n > 0 {
			return N(p.IntN(call, uint64(n)))
		}
		return library(n)
	}
}

// word is a draw of bits.
func word[T integer](play func() *drawn.Play, call string, bits int, library func() T) func() T {
	return func() T {
		if p := play(); p != nil {
			return T(p.Word(call, bits))
		}
		return library()
	}
}

// unit is a draw of a real below 1.
func unit[T float32 | float64](play func() *drawn.Play, call string, library func() T) func() T {
	return func() T {
		for {
			p := play()
			if p == nil {
				return library()
			}
			if x := T(p.Float64(call)); x < 1 {
				return x
			}
		}
	}
}

// other is a draw that a generator over the play's words makes.
func other[T any](play func() *drawn.Play, call string, of func(*rand.Rand) T, library func() T) func() T {
	return func() T {
		if p := play(); p != nil {
			return of(rand.New(p.Words64(call)))
		}
		return library()
	}
}

// drawnPerm and drawnShuffle are Perm and Shuffle.
func drawnPerm(play func() *drawn.Play, library func(int) []int) func(int) []int {
	return func(n int) []int {
		if p := play(); p != nil && n >= 0 {
			return p.Perm("rand.Perm", n)
		}
		return library(n)
	}
}

func drawnShuffle(play func() *drawn.Play, library func(int, func(i, j int))) func(int, func(i, j int)) {
	return func(n int, swap func(i, j int)) {
		if p := play(); p != nil && n >= 0 {
			p.Shuffle("rand.Shuffle", n, swap)
			return
		}
		library(n, swap)
	}
}

// answering is the play that answers for a generator with a source, nil if it draws
// itself.
func answering(h *drawn.Host, source any) *drawn.Play {
	if p := h.Playing(); p != nil && p.Answers(source) {
		return p
	}
	return nil
}

// boundedBy, wordBy, unitBy and so on are methods of a generator.
func boundedBy[R any, N integer](play func(R) *drawn.Play, call string, method func(R, N) N) func(R, N) N {
	return func(r R, n N) N {
		if p := play(r); p != nil && n > 0 {
			return N(p.IntN(call, uint64(n)))
		}
		return method(r, n)
	}
}

func wordBy[R any, T integer](play func(R) *drawn.Play, call string, bits int, method func(R) T) func(R) T {
	return func(r R) T {
		if p := play(r); p != nil {
			return T(p.Word(call, bits))
		}
		return method(r)
	}
}

func unitBy[R any, T float32 | float64](play func(R) *drawn.Play, call string, method func(R) T) func(R) T {
	return func(r R) T {
		for {
			p := play(r)
			if p == nil {
				return method(r)
			}
			if x := T(p.Float64(call)); x < 1 {
				return x
			}
		}
	}
}

func permBy[R any](play func(R) *drawn.Play, method func(R, int) []int) func(R, int) []int {
	return func(r R, n int) []int {
		if p := play(r); p != nil && n >= 0 {
			return p.Perm("Perm", n)
		}
		return method(r, n)
	}
}

func shuffleBy[R any](play func(R) *drawn.Play, method func(R, int, func(i, j int))) func(R, int, func(i, j int)) {
	return func(r R, n int, swap func(i, j int)) {
		if p := play(r); p != nil && n >= 0 {
			p.Shuffle("Shuffle", n, swap)
			return
		}
		method(r, n, swap)
	}
}

func otherBy[R, T any](play func(R) *drawn.Play, call string, of func(*rand.Rand) T, method func(R) T) func(R) T {
	return func(r R) T {
		if p := play(r); p != nil {
			return of(rand.New(p.Words64(call)))
		}
		return method(r)
	}
}

// makeDrawnNatives makes the natives, by the package or type and the name of what they stand
// for. Few sessions measure, and they take a third of a session's start.
func (s *Session) makeDrawnNatives() map[string]reflect.Value {
	h := s.drawn
	natives := map[string]any{
		"Enter": h.Enter, "At": h.At, "Bind": h.Bind,
		"CryptoInt": drawnInt(h), "CryptoRead": drawnRead(h.Playing, "rand.Read", cryptorand.Read),
	}
	drawnFunctions1(s.playing1, s.random.v1(), natives)
	natives["V1Seed"] = s.drawnSeed
	drawnFunctions2(h, s.random.v2(), natives)
	drawnMethods1(h, natives)
	drawnMethods2(h, natives)
	drawnXoshiro(h, natives)
	drawnSources(h, natives)
	values := map[string]reflect.Value{}
	for name, f := range natives {
		values[name] = reflect.ValueOf(f)
	}
	return values
}

// drawnFunctions1 are the functions of math/rand.
func drawnFunctions1(play func() *drawn.Play, own map[string]reflect.Value, natives map[string]any) {
	natives["V1Intn"] = bounded(play, "rand.Intn", libraryFunc[func(int) int](own, "Intn"))
	natives["V1Int31n"] = bounded(play, "rand.Int31n", libraryFunc[func(int32) int32](own, "Int31n"))
	natives["V1Int63n"] = bounded(play, "rand.Int63n", libraryFunc[func(int64) int64](own, "Int63n"))
	natives["V1Int31"] = word(play, "rand.Int31", 31, libraryFunc[func() int32](own, "Int31"))
	natives["V1Int63"] = word(play, "rand.Int63", 63, libraryFunc[func() int64](own, "Int63"))
	natives["V1Int"] = word(play, "rand.Int", 63, libraryFunc[func() int](own, "Int"))
	natives["V1Uint32"] = word(play, "rand.Uint32", 32, libraryFunc[func() uint32](own, "Uint32"))
	natives["V1Uint64"] = word(play, "rand.Uint64", 64, libraryFunc[func() uint64](own, "Uint64"))
	natives["V1Float64"] = unit(play, "rand.Float64", libraryFunc[func() float64](own, "Float64"))
	natives["V1Float32"] = unit(play, "rand.Float32", libraryFunc[func() float32](own, "Float32"))
	natives["V1NormFloat64"] = other(play, "rand.NormFloat64", (*rand.Rand).NormFloat64, libraryFunc[func() float64](own, "NormFloat64"))
	natives["V1ExpFloat64"] = other(play, "rand.ExpFloat64", (*rand.Rand).ExpFloat64, libraryFunc[func() float64](own, "ExpFloat64"))
	natives["V1Perm"] = drawnPerm(play, libraryFunc[func(int) []int](own, "Perm"))
	natives["V1Shuffle"] = drawnShuffle(play, libraryFunc[func(int, func(i, j int))](own, "Shuffle"))
	natives["V1Read"] = drawnRead(play, "rand.Read", libraryFunc[func([]byte) (int, error)](own, "Read"))
}

// drawnSeed is math/rand.Seed: where it is heeded, it makes a source as NewSource does.
func (s *Session) drawnSeed(seed int64) {
	p := s.drawn.Playing()
	switch {
	case p == nil:
		s.seedMathRand(seed)
	case s.random.heeds.Load():
		g := newReseeded(seed)
		s.random.reseeded.Store(g)
		p.Seeded(g.source.src, seed)
	default:
		p.Reseeds = true
	}
}

// playing1 is the play that answers a draw of math/rand's package functions.
func (s *Session) playing1() *drawn.Play {
	p := s.drawn.Playing()
	if g := s.random.reseeded.Load(); p != nil && g != nil && !p.Answers(g.source.src) {
		return nil
	}
	return p
}

// drawnFunctions2 are the functions of math/rand/v2.
func drawnFunctions2(h *drawn.Host, own map[string]reflect.Value, natives map[string]any) {
	natives["V2IntN"] = bounded(h.Playing, "rand.IntN", libraryFunc[func(int) int](own, "IntN"))
	natives["V2Int32N"] = bounded(h.Playing, "rand.Int32N", libraryFunc[func(int32) int32](own, "Int32N"))
	natives["V2Int64N"] = bounded(h.Playing, "rand.Int64N", libraryFunc[func(int64) int64](own, "Int64N"))
	natives["V2UintN"] = bounded(h.Playing, "rand.UintN", libraryFunc[func(uint) uint](own, "UintN"))
	natives["V2Uint32N"] = bounded(h.Playing, "rand.Uint32N", libraryFunc[func(uint32) uint32](own, "Uint32N"))
	natives["V2Uint64N"] = bounded(h.Playing, "rand.N", libraryFunc[func(uint64) uint64](own, "Uint64N"))
	natives["V2Int32"] = word(h.Playing, "rand.Int32", 31, libraryFunc[func() int32](own, "Int32"))
	natives["V2Int64"] = word(h.Playing, "rand.Int64", 63, libraryFunc[func() int64](own, "Int64"))
	natives["V2Int"] = word(h.Playing, "rand.Int", 63, libraryFunc[func() int](own, "Int"))
	natives["V2Uint"] = word(h.Playing, "rand.Uint", 64, libraryFunc[func() uint](own, "Uint"))
	natives["V2Uint32"] = word(h.Playing, "rand.Uint32", 32, libraryFunc[func() uint32](own, "Uint32"))
	natives["V2Uint64"] = word(h.Playing, "rand.Uint64", 64, libraryFunc[func() uint64](own, "Uint64"))
	natives["V2Float64"] = unit(h.Playing, "rand.Float64", libraryFunc[func() float64](own, "Float64"))
	natives["V2Float32"] = unit(h.Playing, "rand.Float32", libraryFunc[func() float32](own, "Float32"))
	natives["V2NormFloat64"] = other(h.Playing, "rand.NormFloat64", (*rand.Rand).NormFloat64, libraryFunc[func() float64](own, "NormFloat64"))
	natives["V2ExpFloat64"] = other(h.Playing, "rand.ExpFloat64", (*rand.Rand).ExpFloat64, libraryFunc[func() float64](own, "ExpFloat64"))
	natives["V2Perm"] = drawnPerm(h.Playing, libraryFunc[func(int) []int](own, "Perm"))
	natives["V2Shuffle"] = drawnShuffle(h.Playing, libraryFunc[func(int, func(i, j int))](own, "Shuffle"))
}

// libraryFunc is a function of a package as cells have it.
func libraryFunc[F any](members map[string]reflect.Value, name string) F {
	return members[name].Interface().(F)
}

// drawnMethods1 are the methods of math/rand's generator.
func drawnMethods1(h *drawn.Host, natives map[string]any) {
	type R = *randv1.Rand
	play := func(r R) *drawn.Play { return answering(h, drawn.SourceOf1(r)) }
	natives["R1Intn"] = boundedBy(play, "Intn", R.Intn)
	natives["R1Int31n"] = boundedBy(play, "Int31n", R.Int31n)
	natives["R1Int63n"] = boundedBy(play, "Int63n", R.Int63n)
	natives["R1Int31"] = wordBy(play, "Int31", 31, R.Int31)
	natives["R1Int63"] = wordBy(play, "Int63", 63, R.Int63)
	natives["R1Int"] = wordBy(play, "Int", 63, R.Int)
	natives["R1Uint32"] = wordBy(play, "Uint32", 32, R.Uint32)
	natives["R1Uint64"] = wordBy(play, "Uint64", 64, R.Uint64)
	natives["R1Float64"] = unitBy(play, "Float64", R.Float64)
	natives["R1Float32"] = unitBy(play, "Float32", R.Float32)
	natives["R1NormFloat64"] = otherBy(play, "NormFloat64", (*rand.Rand).NormFloat64, R.NormFloat64)
	natives["R1ExpFloat64"] = otherBy(play, "ExpFloat64", (*rand.Rand).ExpFloat64, R.ExpFloat64)
	natives["R1Perm"] = permBy(play, R.Perm)
	natives["R1Shuffle"] = shuffleBy(play, R.Shuffle)
	natives["R1Seed"] = func(r R, seed int64) {
		if p := play(r); p == nil {
			r.Seed(seed)
		}
	}
}

// drawnMethods2 are the methods of math/rand/v2's generator.
func drawnMethods2(h *drawn.Host, natives map[string]any) {
	type R = *rand.Rand
	play := func(r R) *drawn.Play { return answering(h, drawn.SourceOf2(r)) }
	natives["R2IntN"] = boundedBy(play, "IntN", R.IntN)
	natives["R2Int32N"] = boundedBy(play, "Int32N", R.Int32N)
	natives["R2Int64N"] = boundedBy(play, "Int64N", R.Int64N)
	natives["R2UintN"] = boundedBy(play, "UintN", R.UintN)
	natives["R2Uint32N"] = boundedBy(play, "Uint32N", R.Uint32N)
	natives["R2Uint64N"] = boundedBy(play, "Uint64N", R.Uint64N)
	natives["R2Int32"] = wordBy(play, "Int32", 31, R.Int32)
	natives["R2Int64"] = wordBy(play, "Int64", 63, R.Int64)
	natives["R2Int"] = wordBy(play, "Int", 63, R.Int)
	natives["R2Uint"] = wordBy(play, "Uint", 64, R.Uint)
	natives["R2Uint32"] = wordBy(play, "Uint32", 32, R.Uint32)
	natives["R2Uint64"] = wordBy(play, "Uint64", 64, R.Uint64)
	natives["R2Float64"] = unitBy(play, "Float64", R.Float64)
	natives["R2Float32"] = unitBy(play, "Float32", R.Float32)
	natives["R2NormFloat64"] = otherBy(play, "NormFloat64", R.NormFloat64, R.NormFloat64)
	natives["R2ExpFloat64"] = otherBy(play, "ExpFloat64", R.ExpFloat64, R.ExpFloat64)
	natives["R2Perm"] = permBy(play, R.Perm)
	natives["R2Shuffle"] = shuffleBy(play, R.Shuffle)
}

// drawnXoshiro are the draws of what NewPRNG returns.
func drawnXoshiro(h *drawn.Host, natives map[string]any) {
	type R = *shuffle.Xoshiro
	play := func(r R) *drawn.Play { return answering(h, r) }
	natives["XIntN"] = boundedBy(play, "IntN", R.IntN)
	natives["XUint32"] = wordBy(play, "Uint32", 32, R.Uint32)
	natives["XUint64"] = wordBy(play, "Uint64", 64, R.Uint64)
	natives["XFloat64"] = unitBy(play, "Float64", R.Float64)
	natives["XSetSeed"] = func(r R, seed int64) {
		r.SetSeed(seed)
		if p := h.Playing(); p != nil {
			p.Seeded(r, seed)
		}
	}
}

// drawnSources are the constructors of sources, which tell their seeds.
func drawnSources(h *drawn.Host, natives map[string]any) {
	seeded := func(source, seed any) {
		if p := h.Playing(); p != nil {
			p.Seeded(source, seed)
		}
	}
	natives["V1NewSource"] = func(seed int64) randv1.Source {
		s := randv1.NewSource(seed)
		seeded(s, seed)
		return s
	}
	natives["V2NewPCG"] = func(seed1, seed2 uint64) *rand.PCG {
		s := rand.NewPCG(seed1, seed2)
		seeded(s, [2]uint64{seed1, seed2})
		return s
	}
	natives["V2NewChaCha8"] = func(seed [32]byte) *rand.ChaCha8 {
		s := rand.NewChaCha8(seed)
		seeded(s, seed)
		return s
	}
	natives["XNewPRNG"] = func(seed ...int64) *shuffle.Xoshiro {
		s := shuffle.NewPRNG(seed...)
		if len(seed) == 1 {
			seeded(s, seed[0])
		}
		return s
	}
}

// drawnInt is crypto/rand.Int.
func drawnInt(h *drawn.Host) func(io.Reader, *big.Int) (*big.Int, error) {
	return func(r io.Reader, most *big.Int) (*big.Int, error) {
		if p := h.Playing(); p != nil && r == cryptorand.Reader && most.Sign() > 0 && most.IsUint64() {
			return new(big.Int).SetUint64(p.IntN("rand.Int", most.Uint64())), nil
		}
		return cryptorand.Int(r, most)
	}
}

// drawnRead is a function that fills bytes.
func drawnRead(play func() *drawn.Play, call string, library func([]byte) (int, error)) func([]byte) (int, error) {
	return func(b []byte) (int, error) {
		if p := play(); p != nil {
			p.Read(call, b)
			return len(b), nil
		}
		return library(b)
	}
}
