package shim

import (
	"reflect"

	"riffle/internal/rt"
	"riffle/shuffle"
)

// Shuffles, trials and lotteries are functions of a PRNG, an interface that is lowered to
// any. Experiments call them a million times, so they cross over by wrappers of their own
// types, without reflection.

// bridge makes a wrapper of a type, invalid for one that it doesn't know.
func (l *Library) bridge(t reflect.Type, x *rt.Crossing) reflect.Value {
	for _, over := range []func(*rt.Crossing) any{l.toNative, l.toLowered} {
		if f := reflect.ValueOf(over(x)); f.IsValid() && f.Type().ConvertibleTo(t) {
			return f.Convert(t)
		}
	}
	return reflect.Value{}
}

// toNative makes a lowered function one of a PRNG, nil if it isn't of one of the usual
// types.
func (l *Library) toNative(x *rt.Crossing) any {
	switch f := x.Func().(type) {
	case func(any):
		return func(rng shuffle.PRNG) { defer x.Enter()(); f(l.lowered(rng)) }
	case func(any) bool:
		return trialOf(l, x, f)
	case func(any) int:
		return trialOf(l, x, f)
	case func(any) float64:
		return trialOf(l, x, f)
	case func(any) string:
		return trialOf(l, x, f)
	case func([]int, any):
		return func(deck []int, rng shuffle.PRNG) { defer x.Enter()(); f(deck, l.lowered(rng)) }
	case func(int, int, any) []int:
		return func(n, k int, rng shuffle.PRNG) []int { defer x.Enter()(); return f(n, k, l.lowered(rng)) }
	}
	return nil
}

func trialOf[R any](l *Library, x *rt.Crossing, f func(any) R) func(shuffle.PRNG) R {
	return func(rng shuffle.PRNG) R { defer x.Enter()(); return f(l.lowered(rng)) }
}

// lowered is a generator as cells have it.
func (l *Library) lowered(rng shuffle.PRNG) any {
	switch rng.(type) {
	case *shuffle.Xoshiro, *shuffle.Stream: // those of experiments
		return rng
	}
	return l.rt.FromNative(rng)
}

// toLowered makes a native function of a PRNG a lowered one, nil if it isn't of one of
// the usual types.
func (l *Library) toLowered(x *rt.Crossing) any {
	switch f := x.Func().(type) {
	case func([]int, shuffle.PRNG):
		return func(deck []int, rng any) { defer x.Enter()(); f(deck, l.native(rng)) }
	case shuffle.Shuffler:
		return func(deck []int, rng any) { defer x.Enter()(); f(deck, l.native(rng)) }
	case func(int, int, shuffle.PRNG) []int:
		return func(n, k int, rng any) []int { defer x.Enter()(); return f(n, k, l.native(rng)) }
	}
	return nil
}

// native is a generator of a cell's as native code has it.
func (l *Library) native(rng any) shuffle.PRNG {
	if g, ok := rng.(shuffle.PRNG); ok {
		return g
	}
	g, _ := l.rt.Argument(reflect.TypeFor[shuffle.PRNG](), rng).Interface().(shuffle.PRNG)
	return g
}
