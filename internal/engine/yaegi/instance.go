package yaegi

import (
	"errors"
	"fmt"
	"go/token"
	"io"
	"path"
	"reflect"
	"slices"

	"github.com/traefik/yaegi/interp"

	"riffle/internal/core"
	"riffle/internal/engine"
)

// instance is one interpreter with what it was given.
type instance struct {
	*shared
	interp   *interp.Interpreter
	private  private
	known    map[string]bool    // functions and globals
	away     map[string]bool    // functions that run elsewhere
	natives  map[[2]string]bool // by path and name
	structs  map[*core.Type]bool
	imported map[string]bool
	funcs    functions
}

// cell is the name under which yaegi gets a program's main function: it has to be
// exported for us to find it.
const cell = "Cell"

// slots is the room for global variables in an interpreter.
const slots = 384

// room is the number of global variables that the interpreter has room for.
func (in *instance) room() int { return slots - in.private.filled }

func newInstance(s *shared) (*instance, error) {
	in := &instance{
		shared: s,
		known:  map[string]bool{}, away: map[string]bool{}, natives: map[[2]string]bool{}, structs: map[*core.Type]bool{}, imported: map[string]bool{},
	}
	in.funcs.next = 1
	in.interp = interp.New(interp.Options{Stdout: io.Discard, Stderr: stderr{in}})
	var err error
	if in.private, err = reach(in.interp, slots); err != nil {
		return nil, err
	}
	return in, in.prepareNotes()
}

// load gives functions to the interpreter, with all that they mention and that the
// interpreter doesn't know yet, and returns the one that is named core.Main. Yaegi
// panics where it doesn't know what to do, which is a fault of ours as an error is.
func (in *instance) load(fs []*core.Function) (code reflect.Value, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r)
		}
	}()
	text, uses, err := in.gather(fs)
	if err != nil {
		return reflect.Value{}, err
	}
	if err := in.compile(text, uses); err != nil {
		return reflect.Value{}, err
	}
	code = in.interp.Symbols("main")["main"][cell]
	if !code.IsValid() {
		return code, errors.New("the program has no main function")
	}
	return code, nil
}

// seal ends the use of the interpreter for new programs. What is left of it is held
// by the function values that are.
func (in *instance) seal() {
	in.private.seal(in.interp)
	in.known, in.away, in.natives, in.structs, in.imported = nil, nil, nil, nil, nil
}

// trim lets go of the variables and files that no function uses which may still be
// called.
func (in *instance) trim() {
	slots, files := in.funcs.trim()
	for i := range in.private.filled {
		if !slots[i] {
			(*in.private.slots)[i] = reflect.Value{}
		}
	}
	for _, f := range in.files(1) {
		if !files[f] {
			in.interp.FileSet().RemoveFile(f)
		}
	}
}

// files are yaegi's files from a base on.
func (in *instance) files(base int) []*token.File {
	var all []*token.File
	in.interp.FileSet().Iterate(func(f *token.File) bool {
		if f.Base() >= base {
			all = append(all, f)
		}
		return true
	})
	return all
}

// gather is the program that yaegi gets for functions: they themselves, and those of
// earlier programs that they need and that this interpreter hasn't seen. uses tells
// what each function uses.
func (in *instance) gather(fs []*core.Function) (text *core.Program, uses []*engine.Uses, err error) {
	text = &core.Program{}
	for _, f := range fs {
		if f.Symbol.Kind == core.Main {
			main := *f
			main.Symbol = &core.FuncName{Name: cell, Kind: core.Main, T: f.Symbol.T}
			in.known[cell] = true
			text.Funcs = append(text.Funcs, &main)
			continue
		}
		in.function(f.Symbol, text)
	}
	symbols := map[string]map[string]reflect.Value{}
	for i := 0; i < len(text.Funcs); i++ { // it grows meanwhile
		text.Funcs[i] = signedZeros(text.Funcs[i])
		u := engine.UsesOf(text.Funcs[i])
		uses = append(uses, u)
		in.declare(u, text)
		if err := in.provide(u, symbols); err != nil {
			return nil, nil, err
		}
	}
	for p, s := range symbols {
		if err := in.use(p, s); err != nil {
			return nil, nil, err
		}
		if !in.imported[p] { // yaegi keeps the imports of earlier programs
			in.imported[p] = true
			text.Imports = append(text.Imports, p)
		}
	}
	slices.Sort(text.Imports)
	return text, uses, nil
}

// function adds a function. One that runs elsewhere is a variable here.
func (in *instance) function(name *core.FuncName, text *core.Program) {
	in.known[name.Name] = true
	if v := in.Elsewhere(name); v.IsValid() {
		in.away[name.Name] = true
		memory := reflect.New(v.Type())
		memory.Elem().Set(v)
		text.Globals = append(text.Globals, &core.Var{Name: name.Name, Kind: core.Global, T: name.T, Memory: memory.Interface()})
		return
	}
	text.Funcs = append(text.Funcs, name.Func)
}

// declare adds the functions and globals that are new here.
func (in *instance) declare(uses *engine.Uses, text *core.Program) {
	for _, name := range uses.Funcs {
		if !in.known[name.Name] {
			in.function(name, text)
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
		key := [2]string{n.Path, n.Name}
		if in.natives[key] {
			continue
		}
		v, ok := in.store.Native(n)
		if !ok {
			return fmt.Errorf("no native %s.%s", n.Path, n.Name)
		}
		in.natives[key] = true
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
func (in *instance) compile(text *core.Program, uses []*engine.Uses) error {
	first, base := in.funcs.next, in.interp.FileSet().Base()
	printed := core.PrintWithPlaces(text, first)
	p, err := in.interp.Compile(fmt.Sprintf("//line :%d:1\n%s", first, withNotes(printed.Source)))
	if err != nil {
		return err
	}
	in.private.fill()
	if _, err := in.interp.Execute(p); err != nil {
		return err
	}
	in.private.strip(p)
	for _, g := range text.Globals {
		if err := in.bind(g.Name, in.store.Global(g)); err != nil {
			return err
		}
	}
	files := in.files(base) // also of a look at the text's beginning
	fs := in.funcs.split(printed.Lines)
	for i, c := range fs {
		c.file = files[len(files)-1]
		if err := in.follow(c, uses[i]); err != nil {
			return err
		}
	}
	in.funcs.add(fs, len(printed.Lines))
	return nil
}

// bind makes a global variable of yaegi's an alias of memory. Code that assigns
// to the variable stores there, as yaegi stores with reflect's Set wherever the
// right side of an assignment is no bare call, literal or operation; the printer
// sees to that.
func (in *instance) bind(name string, memory reflect.Value) error {
	i, ok := in.private.slot(name)
	if !ok {
		return fmt.Errorf("yaegi has not declared %s", name)
	}
	slot := &(*in.private.slots)[i]
	if slot.Type() != memory.Type() {
		return fmt.Errorf("yaegi has %s as %s, not %s", name, slot.Type(), memory.Type())
	}
	*slot = memory
	return nil
}

// follow notes what a function needs as long as it may be called, and gives it the
// memory for its place.
func (in *instance) follow(c *compiled, uses *engine.Uses) error {
	f := c.lines[0].In
	c.tree = in.private.tree(f.Symbol.Name)
	for _, g := range uses.Globals {
		i, _ := in.private.slot(g.Name)
		c.slots = append(c.slots, i)
	}
	for _, name := range uses.Funcs {
		if in.away[name.Name] {
			i, _ := in.private.slot(name.Name)
			c.slots = append(c.slots, i)
		}
	}
	if !f.Notes {
		return nil
	}
	c.place = new(int)
	i, _ := in.private.slot(f.PlaceVar())
	c.slots = append(c.slots, i)
	return in.bind(f.PlaceVar(), reflect.ValueOf(c.place).Elem())
}
