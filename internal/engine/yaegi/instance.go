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

	"github.com/traefik/yaegi/interp"

	"riffle/internal/core"
	"riffle/internal/engine"
)

// instance is one interpreter with what it was given.
type instance struct {
	store    *engine.Store
	traces   *traces
	interp   *interp.Interpreter
	private  private
	known    map[string]bool // functions and globals
	natives  map[engine.Native]bool
	structs  map[*core.Type]bool
	imported map[string]bool
	loaded   int // programs
	lines    lineTable
	noting   struct {
		sync.RWMutex
		at map[*core.PrintedFunc]*int
	}
}

// cell is the name under which yaegi gets a program's main function: it has to be
// exported for us to find it.
const cell = "Cell"

func newInstance(store *engine.Store, t *traces) (*instance, error) {
	in := &instance{
		store: store, traces: t,
		known: map[string]bool{}, natives: map[engine.Native]bool{}, structs: map[*core.Type]bool{}, imported: map[string]bool{},
	}
	in.noting.at = map[*core.PrintedFunc]*int{}
	in.interp = interp.New(interp.Options{Stdout: io.Discard, Stderr: stderr{in}})
	var err error
	in.private, err = reach(in.interp)
	return in, err
}

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
	in.loaded++
	f, ok := in.interp.Symbols("main")["main"][cell].Interface().(func())
	if !ok {
		return nil, errors.New("the program has no main function")
	}
	return f, nil
}

// seal ends the use of the interpreter for new programs. What is left of it is held
// by the function values that are.
func (in *instance) seal() {
	in.private.seal(in.interp)
	in.known, in.natives, in.structs, in.imported = nil, nil, nil, nil
}

// gather is the program that yaegi gets for p: its functions, and those of earlier
// programs that it needs and that this interpreter hasn't seen.
func (in *instance) gather(p *core.Program) (*core.Program, error) {
	text := &core.Program{}
	for _, f := range p.Funcs {
		if f.Symbol.Kind == core.Main {
			main := *f
			main.Symbol = &core.FuncName{Name: cell, Kind: core.Main, T: f.Symbol.T}
			f = &main
		}
		in.known[f.Symbol.Name] = true
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
	for _, name := range uses.Funcs {
		if f, ok := in.store.Func(name.Name); ok && !in.known[name.Name] {
			text.Funcs = append(text.Funcs, f)
			in.known[name.Name] = true
		}
	}
	for _, v := range uses.Globals {
		if !in.known[v.Name] {
			text.Globals = append(text.Globals, v)
			in.known[v.Name] = true
		}
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
	printed := core.PrintWithPlaces(text, first)
	in.lines.add(printed.Lines)
	p, err := in.interp.Compile(fmt.Sprintf("//line :%d:1\n%s", first, printed.Source))
	if err != nil {
		return err
	}
	if _, err := in.interp.Execute(p); err != nil {
		return err
	}
	in.private.detach(p)
	for _, g := range text.Globals {
		memory, _ := in.store.Global(g.Name)
		if err := in.bind(g.Name, memory.V); err != nil {
			return err
		}
	}
	return in.bindPlaces(printed.Lines)
}

// bind makes a global variable of yaegi's an alias of memory. Code that assigns
// to the variable stores there, as yaegi stores with reflect's Set wherever the
// right side of an assignment is no bare call, literal or operation; the printer
// sees to that.
func (in *instance) bind(name string, memory reflect.Value) error {
	slot := in.private.slot(name)
	if slot == nil {
		return fmt.Errorf("yaegi has not declared %s", name)
	}
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
