package shim

import (
	"go/types"

	"riffle/internal/rt"
	"riffle/shuffle/trials"
)

// An experiment counts the outcomes of a function that it calls by reflection,
// where a type of the user's is the type it was lowered to: its outcomes get their
// types back, so that they print by their names.

// trialsRun is trials.Run.
func (l *Library) trialsRun(n int, trial any, options ...trials.Options) *trials.Result {
	res := trials.Run(n, l.rt.Unbox(trial), options...)
	if t := resultOf(trial); t != nil {
		for i, o := range res.Outcomes {
			res.Outcomes[i].Value = l.rt.ToNative(l.box(t, o.Value))
		}
	}
	return res
}

// resultOf is the type of the only result of a boxed function, nil for any other
// value.
func resultOf(f any) types.Type {
	b, ok := rt.BoxOf(f)
	if !ok {
		return nil
	}
	sig, ok := b.T.T.Underlying().(*types.Signature)
	if !ok || sig.Results().Len() != 1 {
		return nil
	}
	return sig.Results().At(0).Type()
}
