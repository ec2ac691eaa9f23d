package session

import (
	"fmt"
	"io"
	"path"
	"reflect"
	"sync/atomic"
	"unsafe"

	"github.com/traefik/yaegi/interp"

	"riffle/internal/core"
	"riffle/internal/lower"
	"riffle/internal/rt"
	mirror "riffle/internal/shim/mirror"
	"riffle/stdlib"
)

// engine runs programs of the normal form on yaegi. It is the only place that
// knows yaegi.
type engine struct {
	interp   *interp.Interpreter
	runID    *uint64 // yaegi's own: frames of another number stop
	real     rt.Realizer
	loaded   map[string]bool
	imported map[string]bool
	natives  map[string]map[string]reflect.Value // that replace the library's
	lines    lineTable
	traces   traceWriter
	roots    reflect.Value // yaegi's own: the trees of all programs
}

// newEngine starts an interpreter; symbols are the run-time's, natives replace
// functions of the library by path and name.
func newEngine(symbols map[string]reflect.Value, natives map[string]map[string]reflect.Value) (*engine, error) {
	e := &engine{loaded: map[string]bool{core.RuntimePath: true, core.TypesPath: true}, imported: map[string]bool{}, natives: natives}
	e.traces.byGoroutine = map[int64][]int{}
	e.interp = interp.New(interp.Options{Stdin: nil, Stdout: io.Discard, Stderr: &e.traces})
	id, err := e.field("id", reflect.Uint64)
	if err != nil {
		return nil, err
	}
	e.runID = id.Addr().Interface().(*uint64)
	if e.roots, err = e.field("roots", reflect.Slice); err != nil {
		return nil, err
	}
	e.real.Native = nativeType
	if err := e.use(core.RuntimePath, symbols); err != nil {
		return nil, err
	}
	if _, err := e.interp.Eval("package main\nvar " + core.CellPlaceVar + " int\n"); err != nil {
		return nil, err
	}
	return e, nil
}

// field is a field of the interpreter that it keeps to itself. The version of
// yaegi is pinned; with another one the session says so when it starts.
func (e *engine) field(name string, kind reflect.Kind) (reflect.Value, error) {
	f := reflect.ValueOf(e.interp).Elem().FieldByName(name)
	if !f.IsValid() || f.Kind() != kind {
		return f, fmt.Errorf("this version of the engine has no %s %s", kind, name)
	}
	return reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem(), nil
}

// nativeType finds a native package's type.
func nativeType(path, name string) (reflect.Type, bool) {
	if path == core.RuntimePath {
		switch name {
		case "Defers":
			return reflect.TypeFor[rt.Defers](), true
		case "Iter":
			return reflect.TypeFor[rt.Iter](), true
		case "Type":
			return reflect.TypeFor[rt.Type](), true
		}
	}
	if path == "reflect" {
		if t, ok := mirror.Declared(name); ok {
			return t, true
		}
	}
	v, ok := stdlib.Symbol(path, name)
	if !ok || v.Kind() != reflect.Pointer {
		return nil, false
	}
	return v.Type().Elem(), true
}

// use hands symbols to yaegi. The package's name there is ours, which keeps
// yaegi from replacing members of fmt and os by its own.
func (e *engine) use(p string, symbols map[string]reflect.Value) error {
	return e.interp.Use(interp.Exports{path.Join(p, core.PackageName(p)): symbols})
}

// add is use for a package that no program loads by itself.
func (e *engine) add(p string, symbols map[string]reflect.Value) error {
	e.loaded[p] = true
	return e.use(p, symbols)
}

// free empties global variables of the normal form, so that what they hold can be
// collected.
func (e *engine) free(variables ...string) {
	globals := e.interp.Globals()
	for _, name := range variables {
		if v := globals[name]; v.IsValid() && v.CanSet() {
			v.SetZero()
		}
	}
}

// load hands over what a program needs: packages on first use, its structs and
// type descriptors.
func (e *engine) load(low *lower.Lowered, describe func(*lower.TypeDesc) *rt.Type) error {
	for _, p := range low.Imports {
		if e.loaded[p] {
			continue
		}
		e.loaded[p] = true
		symbols := stdlib.Symbols(p)
		for name, v := range e.natives[p] {
			symbols[name] = v
		}
		if err := e.use(p, symbols); err != nil {
			return err
		}
	}
	types := map[string]reflect.Value{}
	for _, s := range low.Structs {
		types[s.Name] = reflect.Zero(reflect.PointerTo(e.real.Type(s)))
	}
	for _, d := range low.Descs {
		t := describe(d)
		types[d.Name] = reflect.ValueOf(&t).Elem()
	}
	if len(types) == 0 {
		return nil
	}
	return e.use(core.TypesPath, types)
}

// compile gives a printed program to yaegi, to be executed once. Yaegi panics
// where it doesn't know what to do, which is a fault of ours as an error is.
func (e *engine) compile(low *lower.Lowered) (p *interp.Program, err error) {
	defer func() {
		if r := recover(); r != nil {
			p, err = nil, fmt.Errorf("%v", r)
		}
	}()
	fresh := *low.Program // yaegi keeps the imports of earlier programs
	fresh.Imports = nil
	for _, p := range low.Imports {
		if !e.imported[p] {
			fresh.Imports = append(fresh.Imports, p)
		}
		e.imported[p] = true
	}
	first := e.lines.next()
	printed := core.PrintWithPlaces(&fresh, first)
	e.lines.add(printed.Lines)
	p, err = e.interp.Compile(fmt.Sprintf("//line :%d:1\n%s", first, printed.Source))
	e.roots.SetZero() // they serve a debugger, and would keep every cell's tree
	return p, err
}

// stop makes every running frame of the engine end at its next instruction;
// resume lets new ones run, and those that were blocked meanwhile.
func (e *engine) stop()   { atomic.AddUint64(e.runID, 1) }
func (e *engine) resume() { atomic.AddUint64(e.runID, ^uint64(0)) }
