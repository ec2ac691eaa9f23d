package trials

import (
	"math"
	"reflect"

	"riffle/shuffle"
	"riffle/shuffle/internal/arg"
)

// maxOutcomes is how many different outcomes are counted. If there are more, only
// their mean is kept.
const maxOutcomes = 10_000

// sample is the outcome of some trials.
type sample[T comparable] struct {
	runs   int
	counts map[T]int // nil if outcomes aren't counted, or are too many
	number func(T) float64
	moments
}

func (s *sample[T]) add(v T) {
	s.runs++
	if s.counts != nil {
		s.counts[v]++
		s.limit()
	}
	if s.number != nil {
		s.moments.add(s.number(v), s.runs)
	}
}

// join adds the sample that comes next.
func (s *sample[T]) join(next *sample[T]) {
	s.moments.join(next.moments, s.runs, next.runs)
	s.runs += next.runs
	if next.counts == nil {
		s.counts = nil
	}
	if s.counts == nil {
		return
	}
	for v, n := range next.counts {
		s.counts[v] += n
	}
	s.limit()
}

func (s *sample[T]) limit() {
	if len(s.counts) > maxOutcomes {
		s.counts = nil
	}
}

// moments are the mean of some numbers and the sum of the squares of their
// distances from it, kept up to date by the method of B. P. Welford, "Note on a
// method for calculating corrected sums of squares and products", Technometrics 4
// (1962) 419-420, and joined by that of T. F. Chan, G. H. Golub and R. J. LeVeque.
type moments struct{ mean, squares float64 }

// add adds x, the n-th number.
func (m *moments) add(x float64, n int) {
	d := x - m.mean
	m.mean += d / float64(n)
	m.squares += d * (x - m.mean)
}

// join adds the moments of nb numbers to those of na.
func (m *moments) join(b moments, na, nb int) {
	if nb == 0 {
		return
	}
	d, n := b.mean-m.mean, float64(na+nb)
	m.mean += d * float64(nb) / n
	m.squares += b.squares + d*d*float64(na)*float64(nb)/n
}

// deviation is the standard deviation, estimated from n numbers.
func (m moments) deviation(n int) float64 {
	if n < 2 {
		return math.NaN()
	}
	return math.Sqrt(m.squares / float64(n-1))
}

// playOf returns the function that runs the trials, with a loop for each kind,
// and refuses anything else.
func playOf(call string, trial any) func(n int, o Options) *Result {
	switch f := trial.(type) {
	case func(shuffle.PRNG):
		if f != nil {
			return runner(func(rng shuffle.PRNG) bool { f(rng); return true }, func() *sample[bool] { return &sample[bool]{} })
		}
	case func(shuffle.PRNG) bool:
		if f != nil {
			return counting(f, nil)
		}
	case func(shuffle.PRNG) int:
		if f != nil {
			return counting(f, func(v int) float64 { return float64(v) })
		}
	case func(shuffle.PRNG) string:
		if f != nil {
			return counting(f, nil)
		}
	case func(shuffle.PRNG) float64:
		if f != nil {
			return measuring(call, f)
		}
	default:
		return playReflected(call, trial)
	}
	arg.Refuse(call, "the trial is nil, want a function such as func(rng PRNG) bool")
	return nil
}

// counting runs trials whose outcomes are counted, and averaged if number gives
// their values.
func counting[T comparable](f func(shuffle.PRNG) T, number func(T) float64) func(n int, o Options) *Result {
	return runner(f, func() *sample[T] { return &sample[T]{counts: map[T]int{}, number: number} })
}

// measuring runs trials whose outcomes are reals, averaged but not counted.
func measuring(call string, f func(shuffle.PRNG) float64) func(n int, o Options) *Result {
	number := func(x float64) float64 {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			arg.Refuse(call, "a trial returned %v, want finite numbers, which have a mean", x)
		}
		return x
	}
	return runner(f, func() *sample[float64] { return &sample[float64]{number: number} })
}

func runner[T comparable](f func(shuffle.PRNG) T, empty func() *sample[T]) func(n int, o Options) *Result {
	return func(n int, o Options) *Result {
		return resultOf(count(f, empty, n, o), n, o)
	}
}

// playReflected runs trials with results of any other type, and functions that
// take their generator as an any.
func playReflected(call string, trial any) func(n int, o Options) *Result {
	f := reflect.ValueOf(trial)
	if f.Kind() != reflect.Func || f.IsNil() || !takesPRNG(f.Type()) {
		arg.Refuse(call, "the trial is %T, want a function such as func(rng PRNG) bool", trial)
	}
	if f.Type().NumOut() == 0 {
		return playOf(call, func(rng shuffle.PRNG) { f.Call([]reflect.Value{reflect.ValueOf(rng)}) })
	}
	out := f.Type().Out(0)
	play := func(rng shuffle.PRNG) reflect.Value { return f.Call([]reflect.Value{reflect.ValueOf(rng)})[0] }
	switch {
	case out.ConvertibleTo(reflect.TypeFor[float64]()) && (out.Kind() == reflect.Float32 || out.Kind() == reflect.Float64):
		return measuring(call, func(rng shuffle.PRNG) float64 { return play(rng).Float() })
	case out.ConvertibleTo(reflect.TypeFor[float64]()):
		return counting(func(rng shuffle.PRNG) any { return play(rng).Interface() },
			func(v any) float64 { return reflect.ValueOf(v).Convert(reflect.TypeFor[float64]()).Float() })
	case out.Comparable() && out.Kind() != reflect.Interface:
		return counting(func(rng shuffle.PRNG) any { return play(rng).Interface() }, nil)
	}
	arg.Refuse(call, "the trial returns %v, which can't be counted: return a bool, a number, a string or an array", out)
	return nil
}

// takesPRNG reports whether a function takes a generator, perhaps as an any, and
// returns at most one value.
func takesPRNG(f reflect.Type) bool {
	return f.NumIn() == 1 && reflect.TypeFor[shuffle.PRNG]().AssignableTo(f.In(0)) && f.NumOut() <= 1 && !f.IsVariadic()
}
