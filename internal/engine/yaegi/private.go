package yaegi

import (
	"cmp"
	"fmt"
	"reflect"
	"sync/atomic"
	"unsafe"
	"weak"

	"github.com/traefik/yaegi/interp"
)

// private are the unexported fields of an interpreter that we need. The version of yaegi
// is pinned; if another one lacks a field, the session says so when it starts.
type private struct {
	id, frameID *uint64          // frames whose number is id run; new ones get frameID
	slots       *[]reflect.Value // the global variables
	types       *[]reflect.Type  // theirs
	symbols     reflect.Value    // by package and name
	roots       reflect.Value    // the trees of all programs, for a debugger

	stripper stripper
	filled   int // slots with a variable
}

// reach finds the fields, and makes room for that many global variables.
func reach(i *interp.Interpreter, room int) (private, error) {
	r := reacher{v: reflect.ValueOf(i).Elem()}
	p := private{
		id:      (*uint64)(r.field("id", reflect.Uint64)),
		symbols: r.value("srcPkg", reflect.Map),
		roots:   r.value("roots", reflect.Slice),
	}
	scope := r.pointed("universe")
	frame := r.pointed("frame")
	p.frameID = (*uint64)(frame.field("id", reflect.Uint64))
	p.slots = (*[]reflect.Value)(frame.field("data", reflect.Slice))
	for name, kind := range scopeTables {
		scope.field(name, kind)
	}
	p.types = (*[]reflect.Type)(scope.field("types", reflect.Slice))
	if err := cmp.Or(r.err, frame.err, scope.err); err != nil {
		return p, err
	}
	*p.slots = make([]reflect.Value, room)
	return p, nil
}

// fill makes the variables that a compilation has added. Yaegi would instead move all
// slots to a larger array, while code may be reading them.
func (p *private) fill() {
	for ; p.filled < min(len(*p.types), len(*p.slots)); p.filled++ {
		(*p.slots)[p.filled] = reflect.New((*p.types)[p.filled]).Elem()
	}
}

// reacher reaches fields of a struct, until one is missing.
type reacher struct {
	v   reflect.Value
	err error
}

// value is a field without reflection's read-only mark.
func (r *reacher) value(name string, kind reflect.Kind) reflect.Value {
	if r.err != nil || r.v.Kind() != reflect.Struct {
		return reflect.Value{}
	}
	f := r.v.FieldByName(name)
	if !f.IsValid() || f.Kind() != kind {
		r.err = fmt.Errorf("this version of yaegi has no %s %s in its %s", kind, name, r.v.Type())
		return reflect.Value{}
	}
	return reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem()
}

// pointed is what a field points to.
func (r *reacher) pointed(name string) reacher {
	f := r.value(name, reflect.Pointer)
	if !f.IsValid() {
		return reacher{err: r.err}
	}
	return reacher{v: f.Elem()}
}

// field is a field's address.
func (r *reacher) field(name string, kind reflect.Kind) unsafe.Pointer {
	f := r.value(name, kind)
	if !f.IsValid() {
		return nil
	}
	return f.Addr().UnsafePointer()
}

// stop makes every running frame end at its next instruction.
func (p *private) stop() { atomic.AddUint64(p.id, 1) }

// resume undoes stop, also for what was compiled meanwhile.
func (p *private) resume() { atomic.StoreUint64(p.frameID, atomic.AddUint64(p.id, ^uint64(0))) }

// symbol is what yaegi knows of a variable or function of package main.
func (p *private) symbol(name string) reflect.Value {
	return p.symbols.MapIndex(reflect.ValueOf("main")).MapIndex(reflect.ValueOf(name))
}

// slot is the index of a global variable's slot.
func (p *private) slot(name string) (i int, ok bool) {
	s := p.symbol(name)
	if !s.IsValid() {
		return 0, false
	}
	return int(s.Elem().FieldByName("index").Int()), true
}

// tree is what yaegi has made of a function. Closures and running frames keep their
// function's tree alive.
func (p *private) tree(function string) weak.Pointer[byte] {
	return weak.Make((*byte)(p.symbol(function).Elem().FieldByName("node").UnsafePointer()))
}

// strip drops all of a program that it doesn't need to run.
func (p *private) strip(program *interp.Program) {
	p.roots.SetZero()
	p.stripper.program(program)
}

// scopeTables are the tables of a scope that only the compiler reads.
var scopeTables = map[string]reflect.Kind{"sym": reflect.Map, "child": reflect.Slice, "types": reflect.Slice}

// seal empties the tables that are needed only to compile another program.
func (p *private) seal(i *interp.Interpreter) {
	r := reacher{v: reflect.ValueOf(i).Elem()}
	universe, scopes := r.value("universe", reflect.Pointer), r.value("scopes", reflect.Map)
	p.stripper.types.strip()
	all := []reflect.Value{universe}
	for it := scopes.MapRange(); it.Next(); {
		all = append(all, it.Value())
	}
	for _, s := range all {
		scope := reacher{v: s.Elem()}
		for name, kind := range scopeTables {
			scope.value(name, kind).SetZero()
		}
	}
	for name, kind := range map[string]reflect.Kind{"scopes": reflect.Map, "srcPkg": reflect.Map, "binPkg": reflect.Map, "pkgNames": reflect.Map} {
		r.value(name, kind).SetZero()
	}
	p.symbols = reflect.Value{}
}
