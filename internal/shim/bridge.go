package shim

import (
	"reflect"

	"riffle/internal/rt"
	"riffle/shuffle"
)

// Shuffles, trials and lotteries are functions of a PRNG, an interface that is lowered to
// any. Experiments call them a million times, so their wrappers have fixed types and need
// no reflection.

// bridge makes a wrapper of a type, invalid for an unknown one.
func (l *Library) bridge(t reflect.Type, x *rt.Crossing) reflect.Value {
	for _, over := range []func(*rt.Crossing) any{l.toNative, l.toLowered} {
		if f := reflect.ValueOf(over(x)); f.IsValid() && f.Type().ConvertibleTo(t) {
			return f.Convert(t)
		}
	}
	return reflect.Value{}
}

// toNative wraps a lowered function as one of a PRNG; nil unless its type is one of the
// usual ones.
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

// lowered is a generator as cells see it.
func (l *Library) lowered(rng shuffle.PRNG) any {
	switch rng.(type) {
	case *shuffle.Xoshiro, *shuffle.Stream: // those of experiments
		return rng
	}
	return l.rt.FromNative(rng)
}

// toLowered wraps a native function of a PRNG as a lowered one; nil unless its type is
// one of the usual ones.
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

// native is a cell's generator as native code sees it.
func (l *Library) native(rng any) shuffle.PRNG {
	if g, ok := rng.(shuffle.PRNG); ok {
		return g
	}
	g, _ := l.rt.Argument(reflect.TypeFor[shuffle.PRNG](), rng).Interface().(shuffle.PRNG)
	return g
}
