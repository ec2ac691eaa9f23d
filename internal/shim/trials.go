package shim

import (
	"go/types"

	"riffle/internal/rt"
	"riffle/shuffle"
	"riffle/shuffle/trials"
)

// An experiment calls a function by reflection. One that machine code has compiled is
// called many times at once; one whose outcomes have a type of the user's is called as
// lowered code has it, and the outcomes get their type back.

// trialsRun is trials.Run.
func (l *Library) trialsRun(n int, trial any, options ...trials.Options) *trials.Result {
	played := l.several(rt.Unbox(trial))
	if played == nil {
		return trials.Run(n, trial, options...)
	}
	res := trials.Run(n, played, options...)
	if t := l.resultOf(trial); t != nil {
		for i, o := range res.Outcomes {
			res.Outcomes[i].Value = rt.Box(t, o.Value)
		}
	}
	return res
}

// several is a trial that package trials can run many times in one call, nil for one that
// it calls as well.
func (l *Library) several(trial any) any {
	switch f := trial.(type) {
	case func(shuffle.PRNG) bool:
		return severalOf(l, f)
	case func(shuffle.PRNG) int:
		return severalOf(l, f)
	case func(shuffle.PRNG) float64:
		return severalOf(l, f)
	}
	return nil
}

// several is such a trial.
type several[R any] struct {
	one  func(shuffle.PRNG) R
	many func(shuffle.PRNG, []R) int
}

func severalOf[R any](l *Library, f func(shuffle.PRNG) R) any {
	if f == nil {
		return nil
	}
	x := l.rt.Crossing(f)
	one := func(rng shuffle.PRNG) R { defer x.Enter()(); return f(rng) }
	many, ok := x.Repeated().(func(shuffle.PRNG, []R) int)
	if !ok {
		return one
	}
	return several[R]{one, func(rng shuffle.PRNG, outcomes []R) int {
		defer x.Enter()()
		return many(rng, outcomes)
	}}
}

// Trial runs one trial.
func (s several[R]) Trial(rng shuffle.PRNG) R { return s.one(rng) }

// Trials runs up to len(outcomes) trials, at least one, and returns how many.
func (s several[R]) Trials(rng shuffle.PRNG, outcomes []R) int { return s.many(rng, outcomes) }

// resultOf is the type of the only result of a function if it is the user's, else nil.
func (l *Library) resultOf(f any) *rt.Type {
	t := rt.TypeOf(f)
	if t == nil {
		return nil
	}
	sig, ok := t.T.Underlying().(*types.Signature)
	if !ok || sig.Results().Len() != 1 {
		return nil
	}
	if d := l.rt.Known(sig.Results().At(0).Type()); d != nil && d.Own {
		return d
	}
	return nil
}

// Site announces the call of an experiment, for lowered code.
func (l *Library) Site(moment int, declarations, names, statements string, values ...any) {
	if l.config.Site != nil {
		l.config.Site(moment, declarations, names, statements, values)
	}
}
