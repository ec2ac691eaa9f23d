// Package debugger stops cells at breakpoints and shows their variables, for the debug
// adapter protocol as Jupyter speaks it. A session makes a Debugger with New, compiles
// programs with Program while Active, and passes requests to Handle.
//
// Functions to be tracked are compiled again, as twins (hooks.go): they call the debugger
// at each statement and keep their variables in cells. follow.go decides there whether to
// stop, values.go shows values, requests.go speaks the protocol.
package debugger

import (
	"encoding/json"
	"go/token"
	"maps"
	"reflect"
	"sync"
	"sync/atomic"

	"riffle/internal/core"
	"riffle/internal/rt"
)

// World is the session as the debugger sees it. Its methods may be called while a cell
// is stopped.
type World interface {
	// Place is the whole source that a position is in, and the line there from 1;
	// ok is false for what isn't the user's.
	Place(token.Pos) (source string, line int, ok bool)
	// Lines are the lines of a source on which a statement begins, in order.
	Lines(source string) ([]int, error)
	// Eval evaluates an expression or a statement with local variables that shadow the
	// session's. It returns false if there is no value.
	Eval(source string, locals []Variable) (any, bool, error)
	// Value is a variable's; TypeText a type as the user writes it.
	Value(typ, address any) reflect.Value
	TypeText(reflect.Type) string
	// Globals are the session's variables: the running cell's own, and all.
	Globals() (own, all []Variable)
	// Show draws a value.
	Show(v any) (data, metadata map[string]any)
	// Text is a value in one line.
	Text(v any) string
	// List is that of a list, "" for any other value.
	List(v any) string
	// Print shows the user a line of a log point.
	Print(line string)
	// Changed says that Active may have changed.
	Changed()
}

// Variable is a variable with its memory.
type Variable struct {
	Name    string
	Type    any // a types.Type
	Address any // a pointer
}

// Debugger tracks the cells of one session.
type Debugger struct {
	world World
	rt    func() *rt.Runtime
	emit  func(json.RawMessage)

	on       atomic.Bool                   // a front end is attached
	uncaught atomic.Bool                   // panics stop
	pausing  atomic.Bool                   // the first goroutine to arrive stops
	gate     atomic.Pointer[chan struct{}] // nil while code may run; closed when it continues
	step     atomic.Pointer[step]
	seq      atomic.Int64

	evaluating chan struct{} // has room for one
	compiling  sync.Mutex    // one function at a time
	expression string        // the expression being compiled, "" for none; guarded by compiling

	mu          sync.Mutex        // guards what follows
	twins       *twins            // nil while not active
	funcs       map[int]*function // by number; a cell's own until it is over
	numbers     int               // given to functions so far
	threads     map[int64]*thread
	nextID      int
	keeps       bool                           // the calls of all functions are kept
	stopped     *thread                        // the thread that has closed the gate
	breakpoints map[string]map[int]*breakpoint // by path and line
	sources     map[string]string              // by path
	view        view
}

// function is a function that is followed.
type function struct {
	number   int
	name     string
	compiled string // its name in compiled Go
	main     bool   // the cell itself
	locals   []local
	sites    []*site
}

// local is a variable of a function.
type local struct {
	name  string
	typ   any
	fixed bool // a copy: nothing else would see a change
}

// site is a statement.
type site struct {
	pos     token.Pos
	path    string
	line    int
	visible []int // the variables that exist there
	stop    atomic.Pointer[breakpoint]
}

// New returns a debugger that sends its events to emit.
func New(w World, runtime func() *rt.Runtime, emit func(json.RawMessage)) *Debugger {
	return &Debugger{
		funcs: map[int]*function{}, evaluating: make(chan struct{}, 1),
		world: w, rt: runtime, emit: emit, nextID: 1,
		threads: map[int64]*thread{}, breakpoints: map[string]map[int]*breakpoint{}, sources: map[string]string{},
	}
}

// Active reports whether programs must be compiled for the debugger: only if something
// may stop them.
func (d *Debugger) Active() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.isActive()
}

func (d *Debugger) isActive() bool {
	return d.keeps || d.on.Load() && (len(d.breakpoints) > 0 || d.uncaught.Load())
}

// Followed counts the functions that were compiled for the debugger so far.
func (d *Debugger) Followed() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.numbers
}

// Kept counts those that it remembers.
func (d *Debugger) Kept() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.funcs)
}

// Program is a program as it runs under the debugger.
func (d *Debugger) Program(p *core.Program) *core.Program {
	d.compiling.Lock()
	defer d.compiling.Unlock()
	return d.following().programTwin(p)
}

// Expression is the program of an expression that the debugger evaluates. It is followed,
// so that it can be given up, but isn't one of the user's sources.
func (d *Debugger) Expression(p *core.Program, source string) *core.Program {
	d.compiling.Lock()
	defer d.compiling.Unlock()
	d.expression = source
	defer func() { d.expression = "" }()
	return d.following().programTwin(p)
}

// Func is a function as it runs under the debugger.
func (d *Debugger) Func(f *core.FuncName) *core.FuncName {
	if !d.Active() {
		return f
	}
	d.compiling.Lock()
	defer d.compiling.Unlock()
	return d.following().nameTwin(f)
}

// following are the functions that are followed so far; d.compiling is held.
func (d *Debugger) following() *twins {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.twins == nil {
		d.twins = newTwins(d)
	}
	return d.twins
}

// newFunction takes a number for a function, which enterFunction enters when it is
// complete.
func (d *Debugger) newFunction(name string, main bool) *function {
	d.mu.Lock()
	defer d.mu.Unlock()
	f := &function{number: d.numbers, name: name, main: main}
	d.numbers++
	return f
}

// enterFunction enters a function, with the breakpoints that are set in it.
func (d *Debugger) enterFunction(f *function) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.funcs[f.number] = f
	for _, s := range f.sites {
		s.stop.Store(d.breakpoints[s.path][s.line])
	}
}

func (d *Debugger) functionOf(f *rt.Frame) *function {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.funcs[f.Func]
}

// CellEnded forgets what only the ended cell needed. A step that led out of it ends.
func (d *Debugger) CellEnded() {
	d.step.Store(nil)
	d.mu.Lock()
	defer d.mu.Unlock()
	maps.DeleteFunc(d.funcs, func(_ int, f *function) bool { return f.main })
}

func (d *Debugger) knowsPlace(pos token.Pos) bool {
	_, _, ok := d.world.Place(pos)
	return ok
}

// newSite is a statement.
func (d *Debugger) newSite(pos token.Pos, visible []int) *site {
	source, line, _ := d.world.Place(pos)
	path := Path(source)
	d.mu.Lock()
	defer d.mu.Unlock()
	if source != d.expression {
		d.sources[path] = source
	}
	return &site{pos: pos, path: path, line: line, visible: visible}
}

// arm puts the breakpoints of a source into the functions that are followed; d.mu is
// held.
func (d *Debugger) arm(path string) {
	for _, f := range d.funcs {
		for _, s := range f.sites {
			if s.path == path {
				s.stop.Store(d.breakpoints[path][s.line])
			}
		}
	}
}
