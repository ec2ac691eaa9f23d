package shim

import (
	"go/types"
	"reflect"

	"riffle/internal/rt"
	"riffle/shuffle"
	"riffle/shuffle/trials"
)

// An experiment calls a function by reflection and counts its outcomes, which then have
// lowered types instead of the user's: they get their types back, so that they print
// properly.

// trialsRun is trials.Run.
func (l *Library) trialsRun(n int, trial any, options ...trials.Options) *trials.Result {
	res := trials.Run(n, l.played(l.rt.Unbox(trial)), options...)
	if t := resultOf(trial); t != nil {
		for i, o := range res.Outcomes {
			res.Outcomes[i].Value = l.rt.ToNative(l.box(t, o.Value))
		}
	}
	return res
}

// played is a trial as a function of a PRNG, without reflection if its result has a type
// of the user's that was lowered to a number or a string. A compiled one becomes a
// several, even if it has crossed over before.
func (l *Library) played(trial any) any {
	var x *rt.Crossing
	switch trial.(type) {
	case func(any), func(any) bool, func(any) int, func(any) float64, func(any) string:
		if reflect.ValueOf(trial).IsNil() {
			return trial
		}
		x = l.rt.Crossing(trial)
		trial = l.toNative(x)
	case func(shuffle.PRNG) bool, func(shuffle.PRNG) int, func(shuffle.PRNG) float64:
		if x = l.rt.Crossed(trial); x == nil && !l.rt.MakesTypes() {
			return trial
		}
		if x == nil { // the cells' own
			x = l.rt.Crossing(trial)
		}
	default:
		return trial
	}
	switch many := x.Repeated().(type) {
	case func(any, []bool) int:
		return severalOf(l, x, many)
	case func(any, []int) int:
		return severalOf(l, x, many)
	case func(any, []float64) int:
		return severalOf(l, x, many)
	case func(shuffle.PRNG, []bool) int:
		return ownSeveral(x, many)
	case func(shuffle.PRNG, []int) int:
		return ownSeveral(x, many)
	case func(shuffle.PRNG, []float64) int:
		return ownSeveral(x, many)
	}
	return trial
}

// several is a trial that package trials can run many times in one call.
type several[R any] struct {
	one  func(shuffle.PRNG) R
	many func(shuffle.PRNG, []R) int
}

func severalOf[R any](l *Library, x *rt.Crossing, many func(any, []R) int) several[R] {
	return several[R]{trialOf(l, x, x.Func().(func(any) R)), func(rng shuffle.PRNG, outcomes []R) int {
		defer x.Enter()()
		return many(l.lowered(rng), outcomes)
	}}
}

// ownSeveral is severalOf for a trial of the type that the library has too.
func ownSeveral[R any](x *rt.Crossing, many func(shuffle.PRNG, []R) int) several[R] {
	one := x.Func().(func(shuffle.PRNG) R)
	return several[R]{func(rng shuffle.PRNG) R { defer x.Enter()(); return one(rng) }, func(rng shuffle.PRNG, outcomes []R) int {
		defer x.Enter()()
		return many(rng, outcomes)
	}}
}

// Trial runs one trial.
func (s several[R]) Trial(rng shuffle.PRNG) R { return s.one(rng) }

// Trials runs up to len(outcomes) trials, at least one, and returns how many.
func (s several[R]) Trials(rng shuffle.PRNG, outcomes []R) int { return s.many(rng, outcomes) }

// resultOf is the type of the only result of a boxed function, nil for any other
// value.
func resultOf(f any) types.Type {
	b, ok := rt.Boxed(f)
	if !ok {
		return nil
	}
	sig, ok := b.T.T.Underlying().(*types.Signature)
	if !ok || sig.Results().Len() != 1 {
		return nil
	}
	return sig.Results().At(0).Type()
}

// Site announces the call of an experiment, for lowered code.
func (l *Library) Site(moment int, declarations, names, statements string, values ...any) {
	if l.config.Site != nil {
		l.config.Site(moment, declarations, names, statements, values)
	}
}
