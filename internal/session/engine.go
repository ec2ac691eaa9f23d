package session

import (
	"fmt"
	"io"
	"path"
	"reflect"
	"regexp"
	"strconv"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/traefik/yaegi/interp"

	"riffle/internal/core"
	"riffle/internal/lower"
	"riffle/internal/rt"
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
	at       *int // the line that runs, as programs note it
}

// lineTable tells the origin of every line that the session gave to yaegi.
type lineTable struct {
	mu    sync.RWMutex
	lines []core.Line
}

// next is the number that the next line gets; numbers count from 1.
func (t *lineTable) next() int {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return len(t.lines) + 1
}

func (t *lineTable) add(lines []core.Line) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.lines = append(t.lines, lines...)
}

func (t *lineTable) at(n int) (core.Line, bool) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if n < 1 || n > len(t.lines) {
		return core.Line{}, false
	}
	return t.lines[n-1], true
}

// newEngine starts an interpreter; symbols are the run-time's, natives replace
// functions of the library by path and name.
func newEngine(symbols map[string]reflect.Value, natives map[string]map[string]reflect.Value) (*engine, error) {
	e := &engine{loaded: map[string]bool{core.RuntimePath: true, core.TypesPath: true}, imported: map[string]bool{}, natives: natives}
	e.traces.byGoroutine = map[int64][]int{}
	e.interp = interp.New(interp.Options{Stdin: nil, Stdout: io.Discard, Stderr: &e.traces})
	f := reflect.ValueOf(e.interp).Elem().FieldByName("id")
	if !f.IsValid() || f.Kind() != reflect.Uint64 {
		return nil, fmt.Errorf("this version of the engine can't be interrupted")
	}
	e.runID = (*uint64)(unsafe.Pointer(f.UnsafeAddr()))
	e.real.Native = nativeType
	if err := e.use(core.RuntimePath, symbols); err != nil {
		return nil, err
	}
	place, err := e.interp.Eval("package main\nvar " + core.PlaceVar + " int\nfunc place() *int { return &" + core.PlaceVar + " }\n")
	if err != nil {
		return nil, err
	}
	place, err = e.interp.Eval("place()")
	if err != nil {
		return nil, err
	}
	e.at = place.Interface().(*int)
	return e, nil
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

// compile gives a printed program to yaegi and returns its main function.
func (e *engine) compile(low *lower.Lowered) (*interp.Program, error) {
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
	src := fmt.Sprintf("//line :%d:1\n%sfunc init() { %s() }\n", first, printed.Source, low.Main)
	return e.interp.Compile(src)
}

// trace is a panic's way out: the lines of the functions it left, the innermost
// first. The engine itself knows only the functions; the line that was noted
// last is the place, unless another goroutine has noted one since.
func (e *engine) trace(g int64) []int {
	t := e.traces.take(g)
	if len(t) == 0 {
		return t
	}
	at, ok := e.lines.at(*e.at)
	if in, ok2 := e.lines.at(t[0]); ok && ok2 && at.Start == in.Start {
		t[0] = *e.at
	}
	return t
}

// stop makes every running frame of the engine end at its next instruction;
// resume lets new ones run, and those that were blocked meanwhile.
func (e *engine) stop()   { atomic.AddUint64(e.runID, 1) }
func (e *engine) resume() { atomic.AddUint64(e.runID, ^uint64(0)) }

// traceWriter is yaegi's standard error: while a panic unwinds, it writes a
// line for each frame, the innermost first.
type traceWriter struct {
	mu          sync.Mutex
	byGoroutine map[int64][]int
}

var traceLine = regexp.MustCompile(`^(?:[^:]*:)?(\d+):(\d+): panic`)

// maxTrace bounds what is kept of a deep recursion's unwinding.
const maxTrace = 200

func (w *traceWriter) Write(p []byte) (int, error) {
	m := traceLine.FindSubmatch(p)
	if m == nil {
		return len(p), nil
	}
	n, _ := strconv.Atoi(string(m[1]))
	g := rt.GoroutineID()
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.byGoroutine[g]) < maxTrace {
		w.byGoroutine[g] = append(w.byGoroutine[g], n)
	}
	return len(p), nil
}

// take returns and forgets the lines of a goroutine's panic.
func (w *traceWriter) take(g int64) []int {
	w.mu.Lock()
	defer w.mu.Unlock()
	t := w.byGoroutine[g]
	delete(w.byGoroutine, g)
	return t
}
