package machine

import (
	"go/token"
	"reflect"
	"runtime"
	"testing"
	"unsafe"

	"riffle/internal/engine/wasm/code"
)

// unit is a module under construction, for tests that write compiled code by hand as
// a compiler would.
type unit struct {
	testing.TB
	*Machine
	mod     *Module
	b       code.Module
	entries map[string]uint32
	funs    []*fun
}

// fun is a function of a unit. Its parameters, behind the context, the frame and
// self, and its results are named by letters: p for a pointer, l for an integer.
type fun struct {
	*code.Func
	*Func2
	u     *unit
	named *Function
	line  token.Pos
}

// Func2 is a Func by another name, beside code.Func.
type Func2 = Func

const (
	tc = code.Local(0)
	sp = code.Local(1)
)

func newMachine(t testing.TB, cfg Config) *Machine {
	t.Helper()
	m, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func newUnit(t testing.TB, m *Machine) *unit {
	return &unit{TB: t, Machine: m, mod: m.NewModule(), entries: map[string]uint32{}}
}

var (
	wordValue    = Value{reflect.TypeFor[int](), []Part{{Size: 8}}}
	pointerValue = Value{reflect.TypeFor[unsafe.Pointer](), []Part{{Size: 8, Word: Offset}}}
)

// fun adds a function: f(pl, l) of parameters "pl" and result "l".
func (u *unit) fun(name, params, results string) *fun { return u.add(name, params, results, false) }

// closure adds a function that takes its function object.
func (u *unit) closure(name, params, results string) *fun { return u.add(name, params, results, true) }

func (u *unit) add(name, params, results string, self bool) *fun {
	s := code.Signature{Params: []code.Type{code.I32, code.I32}}
	f := &Func{Module: u.mod, Self: self}
	var in, out []reflect.Type
	if self {
		s.Params = append(s.Params, code.I32)
		f.In++
	}
	for _, k := range params {
		v := valueOf(k)
		f.Params = append(f.Params, v)
		s.Params = append(s.Params, codeType(v))
		in = append(in, v.Type)
		f.In++
	}
	for _, k := range results {
		v := valueOf(k)
		f.Results = append(f.Results, v)
		s.Results = append(s.Results, codeType(v))
		out = append(out, v.Type)
		f.Out++
	}
	f.Type = reflect.FuncOf(in, out, false)
	g := &fun{Func: u.b.NewFunc("", s), Func2: f, u: u, named: &Function{Name: name, From: name}}
	f.Slot = u.mod.Slot()
	u.b.Element(f.Slot, g.Func)
	f.Entry = u.entry(s, f)
	u.funs = append(u.funs, g)
	return g
}

func valueOf(k rune) Value {
	if k == 'p' {
		return pointerValue
	}
	return wordValue
}

func codeType(v Value) code.Type {
	if v.Parts[0].Word == Offset {
		return code.I32
	}
	return code.I64
}

// entry is the entry function of a signature.
func (u *unit) entry(s code.Signature, f *Func) uint32 {
	if slot, ok := u.entries[s.Key()]; ok {
		return slot
	}
	e := u.b.NewFunc("", EntryType)
	var results []code.Local
	for _, t := range s.Results {
		results = append(results, e.NewLocal(t))
	}
	e.LocalGet(0)
	e.LocalGet(1)
	e.I32Const(int32(8 * f.words()))
	e.I32Add()
	for i, t := range s.Params[2:] {
		e.LocalGet(1)
		if t == code.I32 {
			e.I32Load(uint32(8 * i))
		} else {
			e.I64Load(uint32(8 * i))
		}
	}
	e.LocalGet(2)
	e.CallIndirect(s)
	for i := len(results) - 1; i >= 0; i-- {
		e.LocalSet(results[i])
	}
	for i, r := range results {
		e.LocalGet(1)
		e.LocalGet(r)
		if s.Results[i] == code.I32 {
			e.I64ExtendI32U()
		}
		e.I64Store(uint32(8 * i))
	}
	slot := u.mod.Slot()
	u.b.Element(slot, e)
	u.entries[s.Key()] = slot
	return slot
}

// load makes the unit's functions callable.
func (u *unit) load() {
	u.Helper()
	if err := u.mod.Load(&u.b); err != nil {
		u.Fatal(err)
	}
}

// param is a function's parameter.
func (f *fun) param(i int) code.Local {
	if f.Self {
		i++
	}
	return code.Local(2 + i)
}

// rawFrame is what a frame has besides pointers.
var rawFrame = NativeFrame(10)

// write spills live pointers at a new site, and returns the site's number and the
// frame's size.
func (f *fun) write(host HostFunc, live []code.Local) (id, size uint32) {
	f.line++
	words := make([]Word, len(live))
	for i := range words {
		words[i] = Offset
	}
	id = f.u.mod.Site(Site{Pos: f.line, In: f.named, Raw: rawFrame, Words: words, Host: host})
	f.LocalGet(sp)
	f.I64Const(int64(id))
	f.I64Store(0)
	for i, l := range live {
		f.LocalGet(sp)
		f.LocalGet(l)
		f.I64ExtendI32U()
		f.I64Store(siteHeader + rawFrame + 8*uint32(i))
	}
	return id, siteHeader + rawFrame + 8*uint32(len(live))
}

// call calls g with the pointers in live in the frame. args pushes the arguments.
func (f *fun) call(g *fun, live []code.Local, args func()) {
	_, size := f.write(nil, live)
	f.LocalGet(tc)
	f.top(size)
	args()
	f.Call(g.Func)
}

func (f *fun) top(size uint32) {
	f.LocalGet(sp)
	f.I32Const(int32(size))
	f.I32Add()
}

// full makes a full host call of n arguments and r results.
func (f *fun) full(host HostFunc, live []code.Local, n, r int, args func()) {
	id, size := f.write(host, live)
	f.LocalGet(tc)
	f.top(size)
	f.I32Const(int32(id))
	args()
	f.Call(f.u.host(n, r))
}

// quick makes a quick host call.
func (f *fun) quick(host HostFunc, n, r int, args func()) { f.quickTo(f.u.host(n, r), host, args) }

func (f *fun) quickTo(to *code.Func, host HostFunc, args func()) {
	f.line++
	f.LocalGet(tc)
	f.LocalGet(sp)
	f.I32Const(int32(f.u.mod.Site(Site{Pos: f.line, In: f.named, Host: host})))
	args()
	f.Call(to)
}

// take pushes a new object of a class.
func (f *fun) take(k *Class) {
	at, p := f.NewLocal(code.I32), f.NewLocal(code.I64)
	f.LocalGet(tc)
	f.I32Load(k.At)
	f.LocalTee(at)
	f.I64Load(0)
	f.LocalTee(p)
	f.I64Eqz()
	f.If(code.I32)
	f.quick(func(c *Context, _ uint32, a []uint64) { a[0] = c.GiveNew(k.New(c), k.size) }, 0, 1, func() {})
	f.I32WrapI64()
	f.Else()
	f.LocalGet(tc)
	f.LocalGet(at)
	f.I32Const(8)
	f.I32Add()
	f.I32Store(k.At)
	f.LocalGet(p)
	f.I64Const(int64(f.u.base))
	f.I64Sub()
	f.I32WrapI64()
	f.End()
}

func (u *unit) host(n, r int) *code.Func {
	s := code.Signature{Params: []code.Type{code.I32, code.I32, code.I32}}
	for range n {
		s.Params = append(s.Params, code.I64)
	}
	for range r {
		s.Results = append(s.Results, code.I64)
	}
	return u.b.Import(HostModule, HostName(n, r), s)
}

// poll polls when the fuel, an i64 local, is used up; each is what one round costs.
func (f *fun) poll(fuel code.Local, each int64, live ...code.Local) {
	f.LocalGet(fuel)
	f.I64Const(each)
	f.I64Sub()
	f.LocalTee(fuel)
	f.I64Const(0)
	f.I64LtS()
	f.If()
	f.full(Poll, live, 0, 1, func() {})
	f.LocalSet(fuel)
	f.End()
}

// room is the check of a recursive function: if there is too little, it runs on a
// new segment.
func (f *fun) room(need uint32) {
	f.LocalGet(sp)
	f.I32Const(int32(need))
	f.I32Add()
	f.LocalGet(tc)
	f.I32Load(LimitAt)
	f.I32GtU()
	f.If()
	for i, t := range f.Signature.Params[2:] {
		f.LocalGet(sp)
		f.LocalGet(code.Local(2 + i))
		if t == code.I32 {
			f.I64ExtendI32U()
		}
		f.I64Store(uint32(8 * i))
	}
	f.quick(Deeper(f.Func2, need), 0, 0, func() {})
	for i, t := range f.Signature.Results {
		f.LocalGet(sp)
		if t == code.I32 {
			f.I32Load(uint32(8 * i))
		} else {
			f.I64Load(uint32(8 * i))
		}
	}
	f.Return()
	f.End()
}

// wide pushes a pointer as an argument of a host function.
func (f *fun) wide(p code.Local) {
	f.LocalGet(p)
	f.I64ExtendI32U()
}

// field pushes the pointer at p+at. It is near, or nil.
func (f *fun) field(p code.Local, at uint32) {
	n := f.NewLocal(code.I64)
	f.LocalGet(p)
	f.I64Load(at)
	f.LocalTee(n)
	f.I64Eqz()
	f.If(code.I32)
	f.I32Const(0)
	f.Else()
	f.LocalGet(n)
	f.I64Const(int64(f.u.base))
	f.I64Sub()
	f.I32WrapI64()
	f.End()
}

// native pushes the address that a near pointer or nil has in memory.
func (f *fun) native(p code.Local) {
	f.wide(p)
	f.I64Const(int64(f.u.base))
	f.I64Add()
	f.I64Const(0)
	f.LocalGet(p)
	f.Select()
}

// init stores the pointer p to place+at, which is nil.
func (f *fun) init(place code.Local, at uint32, p code.Local) {
	f.LocalGet(place)
	f.native(p)
	f.I64Store(at)
}

// overwrite stores the pointer p to place+at.
func (f *fun) overwrite(place code.Local, at int64, p code.Local) {
	f.store(place, at, func() { f.native(p) })
}

// clear stores nil.
func (f *fun) clear(place code.Local, at int64) { f.store(place, at, func() { f.I64Const(0) }) }

func (f *fun) store(place code.Local, at int64, p func()) {
	f.quickTo(Overwrite(&f.u.b), StoreAddress, func() {
		f.wide(place)
		f.I64Const(at)
		p()
	})
}

// loop runs body as long as cond pushes something else than 0.
func (f *fun) loop(cond, body func()) {
	out := f.Block()
	again := f.Loop()
	cond()
	f.I32Eqz()
	f.BrIf(out)
	body()
	f.Br(again)
	f.End()
	f.End()
}

// run calls a function of integers and pointers.
func (f *fun) run(args ...any) []reflect.Value {
	vs := make([]reflect.Value, len(args))
	for i, a := range args {
		vs[i] = reflect.ValueOf(a)
	}
	clear(args)
	return f.u.Machine.Call(f.Func2, nil, vs)
}

// int calls a function that returns an integer.
func (f *fun) int(args ...any) int { return int(f.run(args...)[0].Int()) }

// panicOf is the value that do panics with.
func panicOf(do func()) (v any) {
	defer func() { v = recover() }()
	do()
	return nil
}

// collect runs the collector until nothing is left that could be freed.
func collect() {
	for range 3 {
		runtime.GC()
	}
}
