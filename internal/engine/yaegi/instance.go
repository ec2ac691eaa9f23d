package yaegi

import (
	"errors"
	"fmt"
	"go/token"
	"io"
	"path"
	"reflect"
	"slices"
	"strings"

	"github.com/traefik/yaegi/interp"

	"riffle/internal/core"
	"riffle/internal/engine"
)

// instance is one interpreter with what it has compiled.
type instance struct {
	*shared
	interp   *interp.Interpreter
	private  private
	known    map[string]bool    // functions and globals
	away     map[string]bool    // functions that run elsewhere
	natives  map[[2]string]bool // by path and name
	structs  map[*core.Type]bool
	imported map[string]bool
	sources  int // how many functions it was given
	funcs    functions
}

// cell is the name under which yaegi gets a program's main function: it has to be
// exported for us to find it.
const cell = "Cell"

// slots is how many global variables an interpreter has room for.
const slots = 384

// room is how many more global variables the interpreter has room for.
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
	if s.stripper == nil {
		node := in.private.roots.Type().Elem().Elem()
		stripper, err := newStripper(node)
		if err != nil {
			return nil, err
		}
		if stripper.poller, err = newPoller(node, s.Turn, s.Nested); err != nil {
			return nil, err
		}
		s.stripper = &stripper
	}
	in.private.stripper = s.stripper.fresh()
	return in, nil
}

// load gives the interpreter functions, and all that they mention that it doesn't know
// yet, and returns the one that is named core.Main. Yaegi panics where it doesn't know
// what to do, which like an error is a fault of ours.
func (in *instance) load(fs []*core.Function) (code reflect.Value, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r)
		}
	}()
	t, err := in.gather(fs)
	if err != nil {
		return reflect.Value{}, err
	}
	if err := in.compile(t); err != nil {
		return reflect.Value{}, err
	}
	code = in.interp.Symbols("main")["main"][cell]
	if !code.IsValid() {
		return code, errors.New("the program has no main function")
	}
	return code, nil
}

// seal ends the use of the interpreter for new programs. From then on only function
// values keep it alive.
func (in *instance) seal() {
	in.private.seal(in.interp)
	in.known, in.away, in.natives, in.structs, in.imported = nil, nil, nil, nil, nil
}

// trim drops the variables and files that are used only by functions that can't be called
// any more.
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

// text is what yaegi gets at one time.
type text struct {
	imports []string
	globals []*core.Var
	funcs   []*core.Function
	sources []*source // of the functions
}

// source is a function as yaegi gets it.
type source struct {
	*core.Function
	sites []site
	noted *int
	uses  *engine.Uses
}

// gather makes the text for functions, including those of earlier programs that they need
// and this interpreter hasn't seen.
func (in *instance) gather(fs []*core.Function) (*text, error) {
	t := &text{}
	for _, f := range fs {
		if f.Symbol.Kind == core.Main {
			main := *f
			main.Symbol = &core.FuncName{Name: cell, Kind: core.Main, T: f.Symbol.T}
			in.known[cell] = true
			t.funcs = append(t.funcs, &main)
		} else if !in.Elsewhere(f.Symbol).IsValid() { // otherwise it is declared where it is mentioned
			in.function(f.Symbol, t)
		}
	}
	symbols := map[string]map[string]reflect.Value{}
	for i := 0; i < len(t.funcs); i++ { // it grows meanwhile
		if err := in.tooLong(t.funcs[i]); err != nil {
			return nil, err
		}
		s := in.source(t.funcs[i])
		t.sources = append(t.sources, s)
		in.declare(s.uses, t)
		if err := in.provide(s.uses, symbols); err != nil {
			return nil, err
		}
	}
	for p, s := range symbols {
		if err := in.use(p, s); err != nil {
			return nil, err
		}
		if !in.imported[p] { // yaegi keeps the imports of earlier programs
			in.imported[p] = true
			t.imports = append(t.imports, p)
		}
	}
	slices.Sort(t.imports)
	return t, nil
}

// tooLong refuses a function that is too long.
func (in *instance) tooLong(f *core.Function) error {
	if in.Longest == 0 {
		return nil
	}
	n := core.Length(f)
	if n <= in.Longest {
		return nil
	}
	what := "this cell"
	if f.From != "" {
		what = "function " + f.From
	}
	return &engine.Beyond{Why: fmt.Sprintf("%s is too long for a browser: it has %d statements and expressions, and %d can be run: divide it into several functions", what, n, in.Longest)}
}

// source makes what yaegi gets for a function.
func (in *instance) source(f *core.Function) *source {
	in.sources++
	f, sites := withSites(in.prepared(f), in.sources)
	return &source{f, sites.all, (*sites.place.Memory).(*int), engine.UsesOf(f)}
}

// function adds a function. One that runs elsewhere is a variable here.
func (in *instance) function(name *core.FuncName, t *text) {
	in.known[name.Name] = true
	if v := in.Elsewhere(name); v.IsValid() {
		in.away[name.Name] = true
		memory := reflect.New(v.Type())
		memory.Elem().Set(v)
		t.globals = append(t.globals, &core.Var{Name: name.Name, Kind: core.Global, T: name.T, Memory: new(memory.Interface())})
		return
	}
	t.funcs = append(t.funcs, name.Func)
}

// declare adds the functions and globals that are new here.
func (in *instance) declare(uses *engine.Uses, t *text) {
	for _, name := range uses.Funcs {
		if !in.known[name.Name] {
			in.function(name, t)
		}
	}
	for _, v := range uses.Globals {
		if !in.known[v.Name] {
			t.globals = append(t.globals, v)
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
	for _, s := range uses.Made {
		if !in.structs[s] {
			in.structs[s] = true
			add(core.TypesPath, s.Name, reflect.Zero(reflect.PointerTo(in.store.Type(s))))
		}
	}
	return nil
}

// use passes symbols to yaegi. The package's name there is ours, which keeps yaegi from
// replacing members of fmt and os by its own.
func (in *instance) use(p string, symbols map[string]reflect.Value) error {
	return in.interp.Use(interp.Exports{path.Join(p, core.PackageName(p)): symbols})
}

// compile makes yaegi compile a text and declare what it declares.
func (in *instance) compile(t *text) error {
	base := in.interp.FileSet().Base()
	printed, fs, next := t.print(in.funcs.next)
	p, err := in.interp.Compile(printed)
	if err != nil {
		return err
	}
	in.private.fill()
	if _, err := in.interp.Execute(p); err != nil {
		return err
	}
	in.private.stripper.polls(p)
	in.private.strip(p)
	for _, g := range t.globals {
		if err := in.bind(g.Name, in.store.Global(g)); err != nil {
			return err
		}
	}
	files := in.files(base) // including one for a look at the text's beginning
	for i, c := range fs {
		c.file = files[len(files)-1]
		in.follow(c, t.sources[i].uses)
	}
	in.funcs.add(fs, next)
	return nil
}

// print prints a text whose lines are numbered from first, and finds its functions.
// The line after the text has the number next.
func (t *text) print(first int) (printed string, fs []*compiled, next int) {
	var b strings.Builder
	fmt.Fprintf(&b, "//line :%d:1\n", first)
	next = first
	add := func(s string) {
		b.WriteString(s)
		next += strings.Count(s, "\n")
	}
	add(core.Print(&core.Program{Imports: t.imports, Globals: t.globals}))
	for _, f := range t.sources {
		c := &compiled{name: f.Symbol.Name, from: f.From, first: next, sites: f.sites, noted: f.noted}
		add(core.FuncText(f.Function))
		c.end = next
		fs = append(fs, c)
	}
	return b.String(), fs, next
}

// bind makes a global variable of yaegi's an alias of memory. Code that assigns to the
// variable stores there, since yaegi stores with reflect's Set unless the right side of
// an assignment is a bare call, literal or operation; see speller.assign.
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

// follow records what a function needs as long as it may be called.
func (in *instance) follow(c *compiled, uses *engine.Uses) {
	c.tree = in.private.tree(c.name)
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
}
