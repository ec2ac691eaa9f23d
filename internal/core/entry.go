package core

import "slices"

// Direct is an entry of a method table that does itself what the method does that the given
// one calls, if that is all it does: without it nothing else may need the method. Otherwise
// it is the given entry.
func Direct(entry *FuncName) *FuncName {
	if entry.Kind != Entry || entry.Func == nil {
		return entry
	}
	m := Forwards(entry.Func)
	if m == nil || m.T != entry.T || m.Kind != Declared || m.Func == nil {
		return entry
	}
	f := *m.Func
	f.Body = slices.Clone(f.Body) // without the room that it grew into
	f.Symbol = &FuncName{Name: m.Name + "_m", Kind: Entry, T: m.T, Func: &f}
	return f.Symbol
}

// Forwards is the function that f only calls with its own parameters, nil if it does
// something else.
func Forwards(f *Function) *FuncName {
	call, ok := onlyCall(f.Body)
	if !ok || len(call.Args) != len(f.Params) {
		return nil
	}
	for i, p := range f.Params {
		if call.Args[i] != Expr(p) {
			return nil
		}
	}
	name, _ := call.Fun.(*FuncName)
	return name
}

// onlyCall is the call that a body consists of, returning its only result, if any.
func onlyCall(body []Stmt) (call *Call, ok bool) {
	switch len(body) {
	case 1:
		if d, is := body[0].(*Do); is {
			call, ok = d.X.(*Call)
		}
	case 2:
		d, is := body[0].(*Define)
		r, too := body[1].(*Return)
		if is && too && len(r.Xs) == 1 && r.Xs[0] == Expr(d.Var) {
			call, ok = d.X.(*Call)
		}
	}
	return call, ok
}
