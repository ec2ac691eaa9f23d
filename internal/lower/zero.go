package lower

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"riffle/internal/core"
)

// The engine leaves out arguments that are zero, and to it -0 is: a function gets 0
// for it. So a call with a float that is zero is made by reflection, which copies
// all arguments, and any other by the engine.

// zeroFloat is the condition that one of the arguments is a float that is zero; nil
// when that can't be -0. Such arguments become variables.
func (l *funcLowerer) zeroFloat(args []core.Expr) core.Expr {
	var zero core.Expr
	for i, a := range args {
		if !maybeNegativeZero(a) {
			continue
		}
		if _, ok := a.(*core.Var); !ok {
			a = l.spill(a)
			args[i] = a
		}
		is := &core.Binary{Op: token.EQL, X: a, Y: &core.Const{Value: constant.MakeFloat64(0), T: a.Type()}, T: core.Bool}
		if zero == nil {
			zero = is
		} else {
			zero = &core.Binary{Op: token.LOR, X: zero, Y: is, T: core.Bool}
		}
	}
	return zero
}

// maybeNegativeZero: a float that is no constant, and not made of a whole number.
func maybeNegativeZero(x core.Expr) bool {
	if !isFloat(x.Type()) || isConst(x) {
		return false
	}
	if c, ok := x.(*core.Conv); ok {
		return isFloat(c.X.Type())
	}
	return true
}

func isFloat(t *core.Type) bool {
	return t != nil && t.Kind == core.Basic && (t.Name == "float64" || t.Name == "float32")
}

// callWithZero is a call in either way.
func (l *funcLowerer) callWithZero(zero, fun core.Expr, args []core.Expr, sig *types.Signature) []core.Expr {
	outs, refs := l.outs(sig)
	l.emit(&core.If{
		Cond: zero,
		Then: l.collect(func() { l.rt("Native", l.reflected(fun, args, refs)...) }),
		Else: l.collect(func() {
			call := &core.Call{Fun: fun, Args: args}
			if len(outs) == 0 {
				l.emit(&core.Do{X: call})
				return
			}
			call.T = l.lt(sig.Results().At(0).Type())
			l.emit(&core.Assign{L: slices.Clone(outs), R: []core.Expr{call}})
		}),
	})
	return outs
}

// reflected are the arguments of rt.Native for a function of the session.
func (l *funcLowerer) reflected(fun core.Expr, args []core.Expr, refs []core.Expr) []core.Expr {
	all := append([]core.Expr{l.argument(fun), core.BoolConst(false), core.IntConst(int64(len(refs)))}, refs...)
	return append(all, l.arguments(args)...)
}

// make is the call of a factory.
func (l *funcLowerer) make(factory *core.FuncName, args []core.Expr) core.Expr {
	call := &core.Call{Fun: factory, Args: args, T: factory.T.Results[0]}
	zero := l.zeroFloat(args)
	if zero == nil {
		return call
	}
	made := l.tmp(call.T, nil)
	l.emit(&core.If{
		Cond: zero,
		Then: l.collect(func() { l.rt("Native", l.reflected(factory, args, []core.Expr{l.addrOf(made)})...) }),
		Else: []core.Stmt{&core.Assign{L: []core.Expr{made}, R: []core.Expr{call}}},
	})
	return made
}
