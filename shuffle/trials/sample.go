package trials

import (
	"math"
	"reflect"

	"riffle/shuffle"
	"riffle/shuffle/internal/arg"
	"riffle/shuffle/internal/exact"
)

// maxOutcomes is how many different outcomes are counted. If there are more, only
// their mean is kept: in any part of an experiment, or in two that are joined, so
// that it doesn't matter how it was split.
const maxOutcomes = 10_000

// sample is the tally of trials that return their outcomes.
type sample[T comparable] struct {
	kind[T]
	counts  *counts[T] // nil if outcomes aren't counted, or are too many
	numbers exact.Sums
	room    []T // for the outcomes of several trials
}

// kind is a kind of trial.
type kind[T comparable] struct {
	trial func(shuffle.PRNG) T
	// many makes a trial for each of the outcomes, or fewer, but at least one, and
	// returns how many; nil if trials are made one by one.
	many func(rng shuffle.PRNG, outcomes []T) int
	// tally counts what many has returned.
	tally func(s *sample[T], outcomes []T)
	// add adds an outcome to the numbers, nil if it is none.
	add func(*exact.Sums, T)
	// loop makes trials as play does, nil if there is no loop for the type.
	loop func(s *sample[T], n int, rng shuffle.PRNG, m *Meter) int
	// outcome is the type of the outcomes; counted says that they are counted.
	outcome reflect.Type
	counted bool
	small   small[T]
}

func (k kind[T]) empty() Tally {
	s := &sample[T]{kind: k}
	if k.counted {
		s.counts = newCounts(k.small)
	}
	return s
}

func (s *sample[T]) Trial(_ int, rng shuffle.PRNG) {
	s.count(s.trial(rng))
}

// atOnce is how many trials are made at once at most.
const atOnce = 128

// play makes n trials, or fewer if it is stopped, and returns how many.
func (s *sample[T]) play(n int, rng shuffle.PRNG, m *Meter) (made int) {
	switch {
	case s.many != nil:
		return s.playMany(n, rng, m)
	case s.loop != nil:
		return s.loop(s, n, rng, m)
	}
	for ; made < n && !m.Stopped(); made++ {
		s.count(s.trial(rng))
	}
	return made
}

// playMany is play for trials that are made many at once.
func (s *sample[T]) playMany(n int, rng shuffle.PRNG, m *Meter) (made int) {
	if s.room == nil {
		s.room = make([]T, atOnce)
	}
	for made < n && !m.Stopped() {
		some := s.many(rng, s.room[:min(n-made, atOnce)])
		s.tally(s, s.room[:some])
		made += some
	}
	return made
}

func (s *sample[T]) count(v T) {
	if s.counts != nil {
		if s.counts.addSmall(v) {
			return
		}
		s.counts.times[v]++
		s.limit()
	}
	if s.add != nil {
		s.add(&s.numbers, v)
	}
}

// Join adds the outcomes of other trials.
func (s *sample[T]) Join(other Tally) {
	o := other.(*sample[T])
	mine, others := s.times(), o.times()
	s.numbers.Join(&o.numbers)
	if others == nil {
		s.counts = nil
	}
	if s.counts == nil {
		return
	}
	for v, n := range others {
		mine[v] += n
	}
	s.limit()
}

// times returns how often each outcome came up, nil if that isn't known. Then all of
// them are in the sums.
func (s *sample[T]) times() map[T]int {
	if s.counts == nil {
		return nil
	}
	s.settle()
	if s.limit(); s.counts == nil {
		return nil
	}
	return s.counts.times
}

// settle puts the outcomes that are numbered into times and the sums.
func (s *sample[T]) settle() {
	c := s.counts
	for i, n := range c.low {
		if n == 0 {
			continue
		}
		c.times[c.small.outcome(i)] += n
		if s.add != nil {
			s.numbers.AddTimes(uint32(i), n)
		}
	}
	clear(c.low[:])
}

// limit gives up counting when there are too many outcomes.
func (s *sample[T]) limit() {
	if len(s.counts.times) > maxOutcomes {
		s.settle()
		s.counts = nil
	}
}

// several is a trial of code of which each call is dear, as it isn't Go's: it can be made
// many times in one.
type several[T any] interface {
	Trial(rng shuffle.PRNG) T
	// Trials makes a trial for each of the outcomes, or fewer, but at least one, and
	// returns how many.
	Trials(rng shuffle.PRNG, outcomes []T) int
}

// kindOf finds out what a trial returns, with a loop for each kind, and refuses
// anything else. Its name says what is counted.
func kindOf(call string, trial any) (name string, empty func() Tally) {
	switch f := trial.(type) {
	case several[bool]:
		return counting(kind[bool]{trial: f.Trial, many: f.Trials, tally: tallyBools, small: smallBools})
	case several[int]:
		return counting(kind[int]{trial: f.Trial, many: f.Trials, tally: tallyInts, add: addInt, small: smallInts})
	case several[float64]:
		return measuring(call, kind[float64]{trial: f.Trial, many: f.Trials, tally: tallyReals})
	case func(shuffle.PRNG):
		if f != nil {
			return "nothing", func() Tally { return aside(f) }
		}
	case func(shuffle.PRNG) bool:
		if f != nil {
			return counting(kind[bool]{trial: f, loop: loopBools, small: smallBools})
		}
	case func(shuffle.PRNG) int:
		if f != nil {
			return counting(kind[int]{trial: f, loop: loopInts, add: addInt, small: smallInts})
		}
	case func(shuffle.PRNG) string:
		if f != nil {
			return counting(kind[string]{trial: f})
		}
	case func(shuffle.PRNG) float64:
		if f != nil {
			return measuring(call, kind[float64]{trial: f, loop: loopReals})
		}
	default:
		return kindReflected(call, trial)
	}
	arg.Refuse(call, "the trial is nil, want a function such as func(rng PRNG) bool")
	return "", nil
}

func addInt(s *exact.Sums, v int) { s.AddInt(int64(v)) }

// counting is for trials whose outcomes are counted, and averaged if the kind adds
// them up.
func counting[T comparable](k kind[T]) (string, func() Tally) {
	k.outcome, k.counted = reflect.TypeFor[T](), true
	return k.named()
}

func (k kind[T]) named() (string, func() Tally) { return k.outcome.String(), k.empty }

// measuring is for trials whose outcomes are reals, averaged but not counted.
func measuring(call string, k kind[float64]) (string, func() Tally) {
	k.outcome, k.add = reflect.TypeFor[float64](), func(s *exact.Sums, x float64) {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			arg.Refuse(call, "a trial returned %v, want finite numbers, which have a mean", x)
		}
		s.AddReal(x)
	}
	return "reals", k.empty
}

// kindReflected is for trials with results of any other type, and for functions
// that take their generator as an any.
func kindReflected(call string, trial any) (string, func() Tally) {
	f := reflect.ValueOf(trial)
	if f.Kind() != reflect.Func || f.IsNil() || !takesPRNG(f.Type()) && !takesNothing(f.Type()) {
		arg.Refuse(call, "the trial is %T, want a function such as func(rng PRNG) bool", trial)
	}
	arguments := func(rng shuffle.PRNG) []reflect.Value {
		if takesNothing(f.Type()) {
			return nil
		}
		return []reflect.Value{reflect.ValueOf(rng)}
	}
	if f.Type().NumOut() == 0 {
		return kindOf(call, func(rng shuffle.PRNG) { f.Call(arguments(rng)) })
	}
	out := f.Type().Out(0)
	play := func(rng shuffle.PRNG) reflect.Value { return f.Call(arguments(rng))[0] }
	outcome := func(rng shuffle.PRNG) any { return play(rng).Interface() }
	zero := reflect.Zero(out)
	switch {
	case zero.CanFloat():
		return measuring(call, kind[float64]{trial: func(rng shuffle.PRNG) float64 { return play(rng).Float() }})
	case zero.CanInt():
		return kind[any]{trial: outcome, add: func(s *exact.Sums, v any) { s.AddInt(reflect.ValueOf(v).Int()) }, outcome: out, counted: true}.named()
	case zero.CanUint():
		return kind[any]{trial: outcome, add: func(s *exact.Sums, v any) { s.AddUint(reflect.ValueOf(v).Uint()) }, outcome: out, counted: true}.named()
	case out.Comparable() && out.Kind() != reflect.Interface:
		return kind[any]{trial: outcome, outcome: out, counted: true}.named()
	}
	arg.Refuse(call, "the trial returns %v, which can't be counted: return a bool, a number, a string or an array", out)
	return "", nil
}

// takesNothing reports whether a trial is a function without parameters that returns a
// value.
func takesNothing(f reflect.Type) bool {
	return f.Kind() == reflect.Func && f.NumIn() == 0 && f.NumOut() == 1
}

// takesPRNG reports whether a function takes a generator, perhaps as an any, and
// returns at most one value.
func takesPRNG(f reflect.Type) bool {
	return f.NumIn() == 1 && reflect.TypeFor[shuffle.PRNG]().AssignableTo(f.In(0)) && f.NumOut() <= 1 && !f.IsVariadic()
}
