package walk

import (
	"fmt"
	"go/token"
	"reflect"
	"slices"

	"riffle/internal/core"
	"riffle/internal/engine"
	"riffle/internal/rt"
)

// walkable reports whether statements run from the first to the last, perhaps skipping
// some: without loops and jumps.
func walkable(body []core.Stmt) bool {
	ok := true
	core.Inspect(body, func(s core.Stmt) {
		switch s := s.(type) {
		case *core.For, *core.Label, *core.Return:
			ok = false
		case *core.Branch:
			ok = ok && (s.Tok == token.FALLTHROUGH || s.Tok == token.BREAK && s.Label == "")
		}
	}, func(core.Expr) {})
	return ok
}

// walker runs a cell once.
type walker struct {
	e     *Engine
	main  *core.Function
	names map[core.Expr]reflect.Value // of functions and natives
	vars  map[*core.Var]reflect.Value // the local ones, each addressable
	now   token.Pos                   // of the statement that runs
	stops uint64                      // of the engine when the cell began
}

// fault is a panic caused by this engine.
type fault string

// Error is what is wrong.
func (f fault) Error() string { return string(f) }

// EngineFault marks the fault.
func (f fault) EngineFault() {}

func fail(format string, a ...any) { panic(fault("walk: " + fmt.Sprintf(format, a...))) }

// run runs the cell. A panic passes through, and leaves the cell's frame.
func (w *walker) run() {
	w.vars = map[*core.Var]reflect.Value{}
	ended := false
	defer func() {
		if !ended {
			w.e.Traces.Add(func(string) engine.Frame {
				return engine.Frame{Pos: w.now, Func: w.main.Symbol.Name, From: w.main.From}
			})
		}
	}()
	w.block(w.main.Body)
	ended = true
}

// end is how a block ended.
type end uint8

const (
	through end = iota // at its last statement
	broken             // with a break, out of the enclosing switch
	onward             // with a fallthrough, into the next clause
	cutOff             // stopped, with all enclosing blocks
)

// block runs statements.
func (w *walker) block(body []core.Stmt) end {
	for _, s := range body {
		if m, ok := s.(*core.Mark); ok {
			w.now = m.Pos
			continue
		}
		rt.Turn()
		if w.e.stops.Load() != w.stops {
			return cutOff
		}
		if e := w.stmt(s); e != through {
			return e
		}
	}
	return through
}

func (w *walker) stmt(s core.Stmt) end {
	switch s := s.(type) {
	case *core.Define:
		w.define(s)
	case *core.Assign:
		w.assign(s)
	case *core.Update:
		w.update(s)
	case *core.Do:
		w.call(s.X.(*core.Call))
	case *core.If:
		if w.value(s.Cond).Bool() {
			return w.block(s.Then)
		}
		return w.block(s.Else)
	case *core.Block:
		return w.block(s.Body)
	case *core.Switch:
		return w.clauses(s)
	case *core.Branch:
		if s.Tok == token.FALLTHROUGH {
			return onward
		}
		return broken
	default:
		fail("the statement %T", s)
	}
	return through
}

func (w *walker) clauses(s *core.Switch) end {
	k := w.value(s.X).Int()
	if k < 0 || k >= int64(len(s.Cases)) {
		return through
	}
	for _, c := range s.Cases[k:] {
		switch e := w.block(c); e {
		case onward:
		case broken:
			return through
		default:
			return e
		}
	}
	return through
}

func (w *walker) define(s *core.Define) {
	v := reflect.New(w.typ(s.Var.T)).Elem()
	if s.X != nil {
		set(v, w.right(s.X))
	}
	w.vars[s.Var] = v
}

// assign evaluates the right side before the places on the left, of which there are
// several only for a call and a map element with ok.
func (w *walker) assign(s *core.Assign) {
	var values []reflect.Value
	switch {
	case len(s.R) == len(s.L):
		for _, r := range s.R {
			values = append(values, w.right(r))
		}
		if len(values) > 1 { // a variable's value is the variable
			for i, v := range values {
				values[i] = copied(v)
			}
		}
	default:
		values = w.several(s.R[0])
	}
	for i, l := range s.L {
		w.put(l, values[i])
	}
}

// several are the results of a call, or a map's element and whether it is there.
func (w *walker) several(x core.Expr) []reflect.Value {
	switch x := x.(type) {
	case *core.Call:
		return w.call(x)
	case *core.Index:
		m := w.value(x.X)
		v := m.MapIndex(as(w.value(x.I), m.Type().Key()))
		if !v.IsValid() {
			return []reflect.Value{reflect.Zero(m.Type().Elem()), reflect.ValueOf(false)}
		}
		return []reflect.Value{v, reflect.ValueOf(true)}
	}
	fail("several values of %T", x)
	return nil
}

// put assigns to a place.
func (w *walker) put(place core.Expr, v reflect.Value) {
	if x, ok := place.(*core.Index); ok {
		if m := w.value(x.X); m.Kind() == reflect.Map {
			m.SetMapIndex(as(w.value(x.I), m.Type().Key()), as(v, m.Type().Elem()))
			return
		}
	}
	set(w.value(place), v)
}

func (w *walker) update(s *core.Update) {
	op, r := s.Op, s.R
	switch op {
	case token.INC:
		op = token.ADD
	case token.DEC:
		op = token.SUB
	}
	l := w.value(s.L)
	by := reflect.New(l.Type()).Elem()
	switch {
	case r != nil:
		by = w.value(r)
	case l.CanComplex():
		by.SetComplex(1)
	default:
		by = reflect.ValueOf(1).Convert(l.Type())
	}
	w.put(s.L, arithmetic(op, l, by))
}

// call calls a function and returns its results.
func (w *walker) call(x *core.Call) []reflect.Value {
	var f reflect.Value
	switch fun := x.Fun.(type) {
	case *core.Builtin:
		return w.builtin(x, fun.Op)
	case *core.Method:
		f = w.method(fun)
	default:
		f = w.value(fun)
	}
	t := f.Type()
	args := make([]reflect.Value, len(x.Args))
	for i, a := range x.Args {
		p := parameter(t, i)
		if _, null := a.(*core.Nil); null {
			args[i] = reflect.Zero(p)
		} else {
			args[i] = as(w.value(a), p)
		}
	}
	return f.Call(args)
}

// parameter is the type of an argument, also of one of a variadic parameter's.
func parameter(f reflect.Type, i int) reflect.Type {
	if last := f.NumIn() - 1; f.IsVariadic() && i >= last {
		return f.In(last).Elem()
	}
	return f.In(i)
}

// method is the method of a native value, or of its address.
func (w *walker) method(m *core.Method) reflect.Value {
	v := w.value(m.X)
	if f := v.MethodByName(m.Name); f.IsValid() {
		return f
	}
	if v.CanAddr() {
		if f := v.Addr().MethodByName(m.Name); f.IsValid() {
			return f
		}
	}
	fail("%s has no method %s", v.Type(), m.Name)
	return v
}

func (w *walker) builtin(x *core.Call, op core.BuiltinOp) []reflect.Value {
	v := w.value(x.Args[0])
	switch op {
	case core.Len:
		return []reflect.Value{reflect.ValueOf(v.Len())}
	case core.Cap:
		return []reflect.Value{reflect.ValueOf(v.Cap())}
	case core.Delete:
		if !v.IsNil() {
			v.SetMapIndex(as(w.value(x.Args[1]), v.Type().Key()), reflect.Value{})
		}
		return nil
	}
	return []reflect.Value{w.appended(v, x)}
}

func (w *walker) appended(to reflect.Value, x *core.Call) reflect.Value {
	if x.Spread {
		more := w.value(x.Args[1])
		if more.Kind() == reflect.String {
			more = reflect.ValueOf([]byte(more.String()))
		}
		return reflect.AppendSlice(to, as(more, to.Type()))
	}
	more := make([]reflect.Value, 0, len(x.Args))
	for _, a := range x.Args[1:] {
		more = append(more, as(w.value(a), to.Type().Elem()))
	}
	return reflect.Append(to, slices.Clip(more)...)
}
