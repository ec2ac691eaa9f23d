package yaegi

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"path"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/traefik/yaegi/interp"

	"riffle/internal/core"
	"riffle/internal/engine"
)

// instance is one interpreter with what it was given.
type instance struct {
	store    *engine.Store
	traces   *traces
	interp   *interp.Interpreter
	id       *uint64          // yaegi's own: frames of another number stop
	slots    *[]reflect.Value // yaegi's own: its global variables
	roots    reflect.Value    // yaegi's own: the trees of all programs
	symbols  reflect.Value    // yaegi's own: its symbols by package
	known    map[string]bool  // functions and globals
	natives  map[engine.Native]bool
	structs  map[*core.Type]bool
	imported map[string]bool
	lines    lineTable
	noting   struct {
		sync.RWMutex
		at map[*core.PrintedFunc]*int
	}
}

// cell is the name under which yaegi gets a program's core.Main: it has to be
// exported for us to find it.
const cell = "Cell"

func newInstance(store *engine.Store, t *traces) (*instance, error) {
	in := &instance{
		store: store, traces: t,
		known: map[string]bool{}, natives: map[engine.Native]bool{}, structs: map[*core.Type]bool{}, imported: map[string]bool{},
	}
	in.noting.at = map[*core.PrintedFunc]*int{}
	in.interp = interp.New(interp.Options{Stdout: io.Discard, Stderr: stderr{in}})
	id, err := in.field("id", reflect.Uint64)
	if err != nil {
		return nil, err
	}
	in.id = id.Addr().Interface().(*uint64)
	if in.roots, err = in.field("roots", reflect.Slice); err != nil {
		return nil, err
	}
	if in.symbols, err = in.field("srcPkg", reflect.Map); err != nil {
		return nil, err
	}
	frame, err := in.field("frame", reflect.Pointer)
	if err != nil {
		return nil, err
	}
	data := frame.Elem().FieldByName("data")
	slots, ok := reflect.NewAt(data.Type(), unsafe.Pointer(data.UnsafeAddr())).Interface().(*[]reflect.Value)
	if !ok {
		return nil, errors.New("this version of yaegi keeps its variables in another way")
	}
	in.slots = slots
	return in, nil
}

// field is a field of the interpreter that it keeps to itself. The version of
// yaegi is pinned; with another one the session says so when it starts.
func (in *instance) field(name string, kind reflect.Kind) (reflect.Value, error) {
	f := reflect.ValueOf(in.interp).Elem().FieldByName(name)
	if !f.IsValid() || f.Kind() != kind {
		return f, fmt.Errorf("this version of yaegi has no %s %s", kind, name)
	}
	return reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem(), nil
}

// stop makes every running frame end at its next instruction; resume takes it back.
func (in *instance) stop()   { atomic.AddUint64(in.id, 1) }
func (in *instance) resume() { atomic.AddUint64(in.id, ^uint64(0)) }

// load gives a program to the interpreter, with all that it mentions and that the
// interpreter doesn't know yet. Yaegi panics where it doesn't know what to do,
// which is a fault of ours as an error is.
func (in *instance) load(p *core.Program) (code engine.Code, err error) {
	defer func() {
		if r := recover(); r != nil {
			code, err = nil, fmt.Errorf("%v", r)
		}
	}()
	text, err := in.gather(p)
	if err != nil {
		return nil, err
	}
	if err := in.compile(text); err != nil {
		return nil, err
	}
	f, ok := in.interp.Symbols("main")["main"][cell].Interface().(func())
	if !ok {
		return nil, errors.New("the program has no " + core.Main)
	}
	return f, nil
}

// gather is the program that yaegi gets for p: its functions, and those of earlier
// programs that it needs and that this interpreter hasn't seen.
func (in *instance) gather(p *core.Program) (*core.Program, error) {
	text := &core.Program{}
	for _, f := range p.Funcs {
		if f.Name == core.Main {
			main := *f
			main.Name = cell
			f = &main
		}
		in.known[f.Name] = true
		text.Funcs = append(text.Funcs, f)
	}
	symbols := map[string]map[string]reflect.Value{}
	for i := 0; i < len(text.Funcs); i++ { // it grows meanwhile
		uses := in.store.Uses(text.Funcs[i])
		in.declare(uses, text)
		if err := in.provide(uses, symbols); err != nil {
			return nil, err
		}
	}
	for p, s := range symbols {
		if err := in.use(p, s); err != nil {
			return nil, err
		}
		if !in.imported[p] { // yaegi keeps the imports of earlier programs
			in.imported[p] = true
			text.Imports = append(text.Imports, p)
		}
	}
	slices.Sort(text.Imports)
	return text, nil
}

// declare adds the functions and globals that are new here.
func (in *instance) declare(uses *engine.Uses, text *core.Program) {
	for _, name := range uses.Names {
		if in.known[name] {
			continue
		}
		if f, ok := in.store.Func(name); ok {
			text.Funcs = append(text.Funcs, f)
		} else if g, ok := in.store.Global(name); ok {
			text.Globals = append(text.Globals, g.Global)
		} else {
			continue // a local variable
		}
		in.known[name] = true
	}
}

// provide collects the natives that are new here.
func (in *instance) provide(uses *engine.Uses, symbols map[string]map[string]reflect.Value) error {
	add := func(path, name string, v reflect.Value) {
		if symbols[path] == nil {
			symbols[path] = map[string]reflect.Value{}
		}
		symbols[path][name] = v
	}
	for _, n := range uses.Natives {
		if in.natives[n] {
			continue
		}
		v, ok := in.store.Native(n.Path, n.Name)
		if !ok {
			return fmt.Errorf("no native %s.%s", n.Path, n.Name)
		}
		in.natives[n] = true
		add(n.Path, n.Name, v)
	}
	for _, s := range uses.Structs {
		if !in.structs[s] {
			in.structs[s] = true
			add(core.TypesPath, s.Name, reflect.Zero(reflect.PointerTo(in.store.Type(s))))
		}
	}
	return nil
}

// use hands symbols to yaegi. The package's name there is ours, which keeps
// yaegi from replacing members of fmt and os by its own.
func (in *instance) use(p string, symbols map[string]reflect.Value) error {
	return in.interp.Use(interp.Exports{path.Join(p, core.PackageName(p)): symbols})
}

// compile has yaegi compile a program and declare what it declares.
func (in *instance) compile(text *core.Program) error {
	first := in.lines.next()
	printed := core.PrintWithPlaces(text, first, in.global)
	in.lines.add(printed.Lines)
	p, err := in.interp.Compile(fmt.Sprintf("//line :%d:1\n%s", first, printed.Source))
	in.roots.SetZero() // they serve a debugger, and would keep every program's tree
	if err != nil {
		return err
	}
	if _, err := in.interp.Execute(p); err != nil {
		return err
	}
	for _, g := range text.Globals {
		memory, _ := in.store.Global(g.Name)
		if err := in.bind(g.Name, memory.V); err != nil {
			return err
		}
	}
	return in.bindPlaces(printed.Lines)
}

func (in *instance) global(name string) bool {
	_, ok := in.store.Global(name)
	return ok
}

// bind makes a global variable of yaegi's an alias of memory. Code that assigns
// to the variable stores there, as yaegi stores with reflect's Set wherever the
// right side of an assignment is no bare call, literal or operation; the printer
// sees to that.
func (in *instance) bind(name string, memory reflect.Value) error {
	symbol := in.symbols.MapIndex(reflect.ValueOf("main")).MapIndex(reflect.ValueOf(name))
	if !symbol.IsValid() {
		return fmt.Errorf("yaegi has not declared %s", name)
	}
	slot := &(*in.slots)[symbol.Elem().FieldByName("index").Int()]
	if slot.Type() != memory.Type() {
		return fmt.Errorf("yaegi has %s as %s, not %s", name, slot.Type(), memory.Type())
	}
	*slot = memory
	return nil
}

// bindPlaces gives the functions of a program the memory for their places.
func (in *instance) bindPlaces(lines []core.Line) error {
	var last *core.PrintedFunc
	for _, l := range lines {
		if l.In == last || l.In == nil || !l.In.Notes {
			continue
		}
		last = l.In
		place := new(int)
		if err := in.bind(last.PlaceVar(), reflect.ValueOf(place).Elem()); err != nil {
			return err
		}
		in.noting.Lock()
		in.noting.at[last] = place
		in.noting.Unlock()
	}
	return nil
}

// noted is the line that a function noted last, 0 for none.
func (in *instance) noted(f *core.PrintedFunc) int {
	in.noting.RLock()
	defer in.noting.RUnlock()
	if p := in.noting.at[f]; p != nil {
		return peek(p)
	}
	return 0
}

// places are the places of all functions.
func (in *instance) places() []*int {
	in.noting.RLock()
	defer in.noting.RUnlock()
	return slices.Collect(maps.Values(in.noting.at))
}
