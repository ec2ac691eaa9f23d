package compile

import (
	"reflect"
	"slices"
	"unsafe"

	"riffle/internal/core"
	"riffle/internal/engine/wasm/analysis"
	"riffle/internal/engine/wasm/code"
	"riffle/internal/engine/wasm/machine"
)

// The generic call serves whatever has no special code: a Go function gets its arguments
// as values of package reflect. They are passed as words above the frame, and the results
// come back there.

// argument is an argument of a generic call.
type argument struct {
	*layout
	push  func()        // pushes its slots
	fixed reflect.Value // or it is already known,
	null  bool          // or an untyped nil: the zero reflect.Value
	// lent is set for a function that is called only until the call returns, see
	// callsBack: it makes what is passed if the function can't be lent.
	lent func(reflect.Value) reflect.Value
	// out is a local variable, or a part of one, whose address is passed: the host
	// gets a pointer to a variable of its own, whose value comes back.
	out []code.Local
	of  *core.Var // nil for another argument; out may have no slots
	at  int       // the first of its words
}

// argumentOf is an operand as an argument of a generic call.
func (f *function) argumentOf(x core.Expr) argument {
	switch x := x.(type) {
	case *core.Nil:
		if x.T == core.Empty {
			return argument{null: true}
		}
	case *core.NativeName:
		return argument{fixed: f.c.nativeNamed(x)}
	case *core.Const:
		l := f.c.layout(x.T)
		return argument{layout: l, fixed: constantValue(l.typ, x.Value)}
	case *core.Addr:
		if f.rootedInVar(x.X) {
			return f.outArgument(x.X)
		}
	}
	return argument{layout: f.c.layoutOf(f.c.goType(x)), push: func() { f.expr(x) }}
}

// goType is the Go type of an operand. Fields of native structs may be of types for which
// the normal form has no name.
func (lt *layouts) goType(x core.Expr) reflect.Type {
	switch x := x.(type) {
	case *core.Deref:
		return lt.goType(x.X).Elem()
	case *core.Addr:
		return reflect.PointerTo(lt.goType(x.X))
	case *core.Field:
		t := lt.goType(x.X)
		if t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
		if field, ok := t.FieldByName(x.Name); ok {
			return field.Type
		}
		refuse("the field %s of %s", x.Name, t)
	case *core.Index:
		if t := lt.goType(x.X); t.Kind() != reflect.String {
			if t.Kind() == reflect.Pointer {
				t = t.Elem()
			}
			return t.Elem()
		}
	}
	return lt.layout(x.Type()).typ
}

// outArgument passes the address of a local variable, or of a part of one.
func (f *function) outArgument(x core.Expr) argument {
	p := f.place(x)
	if p.inMemory() {
		return argument{layout: f.c.layoutOf(reflect.PointerTo(p.typ)), push: func() { f.addressOf(p) }}
	}
	out := p.v.locals[p.lo : p.lo+len(p.slots)]
	return argument{layout: p.layout, push: func() { f.push(out) }, out: out, of: p.v.Var}
}

// generic calls a Go function, and pushes the results. live is what is live after the
// call. The function may do anything (rule 4); its results have the layouts' types, or
// are assignable to them, and a zero reflect.Value means zero.
func (f *function) generic(live analysis.Set, args []argument, results []*layout, call func(c *machine.Context, in []reflect.Value) []reflect.Value) {
	words := 0
	for i := range args {
		args[i].at = words
		if args[i].push != nil {
			words += len(args[i].slots)
		}
	}
	got := 0
	for _, l := range results {
		got += len(l.slots)
	}
	n := max(words, words+got) // results come after them, so that those of out-parameters stay
	f.effect = open
	f.weight += 8
	site, size := f.spill(live, genericHost(args, results, words, n, call))
	f.reach(size + 8*uint32(n))
	for _, a := range args {
		if a.push == nil {
			continue
		}
		a.push()
		for i, l := range f.pop(a.slots) {
			f.LocalGet(spLocal)
			f.LocalGet(l)
			f.widen(a.slots[i])
			f.I64Store(size + 8*uint32(a.at+i))
		}
	}
	f.LocalGet(tcLocal)
	f.above(size)
	f.I32Const(int32(site))
	f.Call(f.c.host(0, 0))
	f.facts.forgetMemory()
	for _, a := range args {
		if a.of != nil {
			f.loadWords(a.slots, size+8*uint32(a.at))
			f.setLocals(a.out)
			f.facts.kill(a.of)
		}
	}
	at := size + 8*uint32(words)
	for _, l := range results {
		f.loadWords(l.slots, at)
		at += 8 * uint32(len(l.slots))
	}
}

// loadWords pushes slots that are words after the frame's beginning.
func (f *function) loadWords(ss []slot, at uint32) {
	for i, s := range ss {
		f.LocalGet(spLocal)
		f.I64Load(at + 8*uint32(i))
		f.narrow(s)
	}
}

func genericHost(args []argument, results []*layout, words, n int, call func(*machine.Context, []reflect.Value) []reflect.Value) machine.HostFunc {
	lends := slices.ContainsFunc(args, func(a argument) bool { return a.lent != nil })
	return func(c *machine.Context, sp uint32, _ []uint64) {
		var mem []uint64
		if n > 0 {
			mem = unsafe.Slice((*uint64)(c.Ptr(uint64(sp))), n)
		}
		in := make([]reflect.Value, len(args))
		for i := range args {
			in[i] = args[i].value(c, mem)
		}
		c.Sync(sp)
		var out []reflect.Value
		if lends {
			out = lending(c, sp, sp+8*uint32(n), args, in, call)
		} else {
			out = call(c, in)
		}
		for i := range args {
			if a := &args[i]; a.of != nil {
				giveValue(c, in[i].Elem(), a.slots, mem[a.at:])
			}
		}
		at := words
		for i, l := range results {
			v := reflect.New(l.typ).Elem()
			if out[i].IsValid() {
				v.Set(out[i])
			}
			if l.big {
				mem[at] = c.GiveMade(v.Addr().UnsafePointer(), int(l.size()), l.scanned)
			} else {
				giveValue(c, v, l.slots, mem[at:])
			}
			at += len(l.slots)
		}
	}
}

// lending makes a call to which functions are lent.
func lending(c *machine.Context, sp, at uint32, args []argument, in []reflect.Value, call func(*machine.Context, []reflect.Value) []reflect.Value) []reflect.Value {
	defer c.Recall(c.Loans())
	for i := range args {
		if args[i].lent == nil {
			continue
		}
		fn, ok := c.Lend(sp, at, in[i])
		if !ok {
			fn = args[i].lent(fn)
		}
		in[i] = fn
	}
	return call(c, in)
}

// value is the argument as the Go function gets it.
func (a *argument) value(c *machine.Context, mem []uint64) reflect.Value {
	switch {
	case a.null:
		return reflect.Value{}
	case a.fixed.IsValid():
		return a.fixed
	case a.big:
		v := reflect.New(a.typ)
		v.Elem().Set(at(c, a.typ, mem[a.at], 0))
		return v.Elem()
	}
	v := reflect.New(a.typ)
	takeValue(c, v, a.slots, mem[a.at:])
	if a.of != nil {
		return v
	}
	return v.Elem()
}

// takeValue stores the words of slots in the variable that v points to.
func takeValue(c *machine.Context, v reflect.Value, ss []slot, words []uint64) {
	takeWords(c, v.UnsafePointer(), ss, words)
}

// takeWords stores the words of slots at p.
func takeWords(c *machine.Context, p unsafe.Pointer, ss []slot, words []uint64) {
	for i, s := range ss {
		q := unsafe.Add(p, s.off)
		switch {
		case s.class == pointer:
			*(*unsafe.Pointer)(q) = c.Ptr(words[i])
		case s.class != number:
			*(*unsafe.Pointer)(q) = machine.Native(words[i])
		case s.size == 8:
			*(*uint64)(q) = words[i]
		case s.size == 4:
			*(*uint32)(q) = uint32(words[i])
		case s.size == 2:
			*(*uint16)(q) = uint16(words[i])
		default:
			*(*uint8)(q) = uint8(words[i])
		}
	}
}

// giveValue passes an addressable value to compiled code, as the words of slots.
func giveValue(c *machine.Context, v reflect.Value, ss []slot, words []uint64) {
	giveWords(c, v.Addr().UnsafePointer(), ss, words)
}

// giveWords passes the value at p to compiled code, as the words of slots.
func giveWords(c *machine.Context, p unsafe.Pointer, ss []slot, words []uint64) {
	for i, s := range ss {
		q := unsafe.Add(p, s.off)
		switch {
		case s.text:
			words[i], _ = c.GiveString(*(*string)(q))
		case s.class == pointer:
			words[i] = c.GiveNew(*(*unsafe.Pointer)(q), 8)
		case s.class == reference:
			words[i] = c.Ref(*(*unsafe.Pointer)(q))
		case s.size == 8:
			words[i] = *(*uint64)(q)
		case s.size == 4 && s.signed && s.typ == code.I32:
			words[i] = uint64(*(*int32)(q))
		case s.size == 4:
			words[i] = uint64(*(*uint32)(q))
		case s.size == 2 && s.signed:
			words[i] = uint64(*(*int16)(q))
		case s.size == 2:
			words[i] = uint64(*(*uint16)(q))
		case s.signed:
			words[i] = uint64(*(*int8)(q))
		default:
			words[i] = uint64(*(*uint8)(q))
		}
	}
}

// callValue calls a Go function of any type. A missing value is the parameter's zero, and
// what is in an interface is passed with its dynamic type.
func callValue(fn reflect.Value, in []reflect.Value, spread bool) []reflect.Value {
	t := fn.Type()
	for i := range in {
		p := parameter(t, i, spread)
		switch v := in[i]; {
		case !v.IsValid(), v.Kind() == reflect.Interface && v.IsNil():
			in[i] = reflect.Zero(p)
		case v.Type() != p && v.Kind() == reflect.Interface:
			in[i] = v.Elem()
		}
		if !in[i].Type().AssignableTo(p) && in[i].Type().ConvertibleTo(p) {
			in[i] = in[i].Convert(p)
		}
	}
	if spread {
		return fn.CallSlice(in)
	}
	return fn.Call(in)
}

// parameter is the type of a function's argument.
func parameter(t reflect.Type, i int, spread bool) reflect.Type {
	if n := t.NumIn() - 1; t.IsVariadic() && i >= n {
		if spread {
			return t.In(n)
		}
		return t.In(n).Elem()
	}
	return t.In(i)
}
