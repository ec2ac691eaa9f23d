package compile

import "riffle/internal/engine/wasm/code"

// locals gives out the local variables of a function's code: some for good, others until
// the statement's end.
type locals struct {
	fn   *code.Func
	free map[code.Type][]code.Local
	used []code.Local // temporaries, in the order in which they were taken
}

func newLocals(fn *code.Func) *locals { return &locals{fn: fn, free: map[code.Type][]code.Local{}} }

// newLocals makes locals for slots, for good.
func (ls *locals) newLocals(ss []slot) (made []code.Local) {
	for _, s := range ss {
		made = append(made, ls.fn.NewLocal(s.typ))
	}
	return made
}

// temp is a local that is free again after the statement.
func (ls *locals) temp(t code.Type) code.Local {
	l, ok := code.Local(0), false
	if n := len(ls.free[t]); n > 0 {
		l, ls.free[t], ok = ls.free[t][n-1], ls.free[t][:n-1], true
	}
	if !ok {
		l = ls.fn.NewLocal(t)
	}
	ls.used = append(ls.used, l)
	return l
}

// release frees the temporaries beyond the first n.
func (ls *locals) release(n int) {
	for _, l := range ls.used[n:] {
		t := ls.fn.TypeOf(l)
		ls.free[t] = append(ls.free[t], l)
	}
	ls.used = ls.used[:n]
}

// pop pops slots into temporaries.
func (ls *locals) pop(ss []slot) []code.Local {
	popped := make([]code.Local, len(ss))
	for i := len(ss) - 1; i >= 0; i-- {
		popped[i] = ls.temp(ss[i].typ)
		ls.fn.LocalSet(popped[i])
	}
	return popped
}

// push pushes the values of locals.
func (ls *locals) push(values []code.Local) {
	for _, l := range values {
		ls.fn.LocalGet(l)
	}
}

// popOne pops a value of one slot into a temporary.
func (ls *locals) popOne(t code.Type) code.Local {
	l := ls.temp(t)
	ls.fn.LocalSet(l)
	return l
}
