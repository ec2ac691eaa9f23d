package compile

import (
	"hash"
	"reflect"
	"sync/atomic"

	"riffle/internal/core"
	"riffle/internal/engine/wasm/analysis"
	"riffle/internal/engine/wasm/code"
	"riffle/internal/engine/wasm/machine"
	"riffle/internal/library"
	"riffle/internal/rt"
)

// An interface value that isn't a box is a native one: a hash, a writer, an error. Its
// method is called by its signature, as other natives are. Each call in the code
// remembers the type for which it last found a host function; rt.Invoke handles the rest.

// invokedWords is the first way of invokeSlowly: everything is passed as words. ok is
// false if that isn't possible.
func (f *function) invokedWords(face [2]code.Local, v invocation, args [][]code.Local, live analysis.Set) (ok bool) {
	if f.c.rt == nil || !v.fits() {
		return false
	}
	words := []code.Local{face[0], face[1]}
	for i, l := range v.params {
		f.push(args[i])
		words = append(words, f.popWords(l.slots)...)
	}
	f.full(live, len(words), v.resultWords(), func() { f.push(words) }, v.byWords(f.c.rt))
	var ss []slot
	for _, l := range v.results {
		ss = append(ss, l.slots...)
	}
	f.narrowAll(ss)
	f.weight++
	return true
}

// fits reports whether arguments and results are passed as words.
func (v invocation) fits() bool {
	n := 2
	for i, l := range v.params {
		switch v.args[i].(type) {
		case *core.NativeName, *core.Addr, *core.Nil:
			return false
		}
		if n += len(l.slots); l.big {
			return false
		}
	}
	for _, l := range v.results {
		if l.big {
			return false
		}
	}
	return n <= machine.MaxArguments && v.resultWords() <= machine.MaxResults
}

func (v invocation) resultWords() (n int) {
	for _, l := range v.results {
		n += len(l.slots)
	}
	return n
}

// foundMethod is the host function of a method of a native type, nil if there is none.
type foundMethod struct {
	typ   uint64
	host  machine.HostFunc
	alone bool // it doesn't affect what compiled code holds
}

// byWords is the host function that calls the method: it gets the words of the interface
// value and those of the arguments.
func (v invocation) byWords(r *rt.Runtime) machine.HostFunc {
	var last atomic.Pointer[foundMethod]
	return func(c *machine.Context, sp uint32, a []uint64) {
		if m := last.Load(); m != nil && m.typ == a[0] && m.alone && m.host != nil {
			a[0] = c.Pass(machine.Native(a[1])) // which the interface value holds
			copy(a[1:], a[2:])
			m.host(c, sp, a)
			return
		}
		c.Sync(sp)
		if a[0] == 0 || rt.TypeOf(faceOf(a[0], a[1])) != nil {
			v.byRuntime(c, r, a)
			return
		}
		m := last.Load()
		if m == nil || m.typ != a[0] {
			t := reflect.TypeOf(faceOf(a[0], a[1]))
			m = &foundMethod{a[0], v.nativeMethod(r, t), ownGenerator(t)}
			last.Store(m)
		}
		if m.host == nil {
			v.byRuntime(c, r, a)
			return
		}
		a[0] = c.Pass(machine.Native(a[1])) // which the interface value holds
		copy(a[1:], a[2:])
		m.host(c, sp, a)
	}
}

// byRuntime calls the method through rt.Invoke.
func (v invocation) byRuntime(c *machine.Context, r *rt.Runtime, a []uint64) {
	var rest []any
	var outs []reflect.Value
	for _, l := range v.results {
		o := reflect.New(l.typ)
		outs, rest = append(outs, o), append(rest, o.Interface())
	}
	at := 2
	for _, l := range v.params {
		p := reflect.New(l.typ)
		takeValue(c, p, l.slots, a[at:])
		rest = append(rest, p.Elem().Interface())
		at += len(l.slots)
	}
	r.Invoke(faceOf(a[0], a[1]), v.method, len(outs), rest...)
	at = 0
	for i, l := range v.results {
		giveValue(c, outs[i].Elem(), l.slots, a[at:])
		at += len(l.slots)
	}
}

// nativeMethod is the host function that calls a native type's method by its signature,
// nil if something must be converted.
func (v invocation) nativeMethod(r *rt.Runtime, t reflect.Type) machine.HostFunc {
	m, ok := t.MethodByName(v.method)
	if !ok || t.Kind() != reflect.Pointer || r.StandIn(t, v.method).IsValid() {
		return nil
	}
	ft := m.Type
	call := called{fn: funcOf(m), typ: ft, method: v.method}
	caller := callerOf(signatureOf(ft))
	if caller == nil || !call.plain() || ft.NumIn() != 1+len(v.params) || ft.NumOut() != len(v.results) {
		return nil
	}
	for i, l := range v.params {
		if ft.In(i+1) != l.typ {
			return nil
		}
	}
	for i, l := range v.results {
		if ft.Out(i) != l.typ {
			return nil
		}
	}
	host := caller(wordOf(call.fn))
	if methodFacts(t, v.method).Has(library.Quick) || ownGenerator(t) || t.Implements(reflect.TypeFor[hash.Hash]()) {
		return host
	}
	return call.noted(r, host)
}
