package shim

import (
	"fmt"
	"log/slog"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"unsafe"
)

// Code that asks for its callers gets the user's functions, and those that compiled Go
// would have around them. They have program counters of their own, which aren't addresses
// of code.

// Call is a call of a function: its name as in compiled Go, and the statement that runs.
type Call struct {
	Func, File string
	Line       int
}

// Around are the calls around those of the user's: of the program, or of a goroutine.
func Around(program bool) []Call {
	calls := []Call{{"runtime.goexit", inRuntime("asm_" + runtime.GOARCH + ".s"), 1771}}
	if program {
		calls = append([]Call{{"runtime.main", inRuntime("proc.go"), 290}}, calls...)
	}
	return calls
}

// Panicking are the calls between that of a deferred function and the one that panicked
// with v.
func Panicking(v any) []Call {
	calls := []Call{{"runtime.gopanic", inRuntime("panic.go"), 860}}
	err, ok := v.(runtime.Error)
	if !ok {
		return calls
	}
	for _, by := range raisers() {
		if strings.Contains(err.Error(), by.text) {
			return append(calls, by.calls...)
		}
	}
	return calls
}

// raisers are the functions of the run-time's that raise errors, by a part of their text.
var raisers = sync.OnceValue(func() []raiser {
	bounds := []Call{{"runtime.panicBounds64", inRuntime("panic.go"), 236}, {"runtime.panicBounds", inRuntime("asm_" + runtime.GOARCH + ".s"), 2129}}
	return []raiser{
		{"out of range [", bounds},
		{"cannot convert slice", bounds},
		{"makeslice", []Call{{"runtime.panicmakeslicelen", inRuntime("slice.go"), 30}, {"runtime.makeslice", inRuntime("slice.go"), 112}}},
		{"nil pointer", []Call{{"runtime.panicmem", inRuntime("panic.go"), 336}, {"runtime.sigpanic", inRuntime("signal_unix.go"), 931}}},
		{"divide by zero", []Call{{"runtime.panicdivide", inRuntime("panic.go"), 315}}},
		{"missing method", []Call{{"runtime.getitab", inRuntime("iface.go"), 102}, {"runtime.typeAssert", inRuntime("iface.go"), 482}}},
		{", not ", []Call{{"runtime.panicdottypeE", inRuntime("iface.go"), 283}}},
		{"nil map", []Call{{"runtime.mapassign_faststr", inRuntime("../internal/runtime/maps/runtime_faststr.go"), 265}}},
		{"close of", []Call{{"runtime.closechan", inRuntime("chan.go"), 416}}},
	}
})

type raiser struct {
	text  string
	calls []Call
}

func inRuntime(file string) string {
	return filepath.ToSlash(filepath.Join(runtime.GOROOT(), "src/runtime", file))
}

// callers are the calls that the user's code has asked about.
type callers struct {
	mu     sync.Mutex
	calls  []Call          // by number
	known  map[Call]int    // their numbers
	names  map[uintptr]int // the numbers of functions, by the addresses of their values
	held   []any           // those values
	funcs  map[int]*runtime.Func
	counts map[*runtime.Func]int // the numbers of Funcs made here, not by the process
	frames map[*runtime.Frames]*[]Call
	own    map[uintptr]string // names of the library's functions that we replace
}

// firstPC is where the program counters of calls begin, each a spacing after the other: a
// traceback looks one before.
const (
	firstPC = uintptr(1) << 46
	spacing = 16
)

// pc is the program counter of a call.
func (c *callers) pc(call Call) uintptr {
	c.mu.Lock()
	defer c.mu.Unlock()
	return firstPC + uintptr(c.numberCall(call))*spacing + spacing/2
}

func (c *callers) numberCall(call Call) int {
	n, ok := c.known[call]
	if !ok {
		if c.known == nil {
			c.known = map[Call]int{}
		}
		n = len(c.calls)
		c.known[call] = n
		c.calls = append(c.calls, call)
	}
	return n
}

// callAt is the call at a program counter.
func (c *callers) callAt(pc uintptr) (call Call, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if n := (pc - firstPC) / spacing; pc >= firstPC && n < uintptr(len(c.calls)) {
		return c.calls[n], true
	}
	return Call{}, false
}

// Caller is runtime.Caller called in a function, at a place of the user's source.
func (l *Library) Caller(place int, name string, skip int) (pc uintptr, file string, line int, ok bool) {
	if skip != 0 || l.config.Place == nil {
		return l.callerAt(skip)
	}
	file, line = l.config.Place(place)
	return l.callers.pc(Call{name, file, line}), file, line, file != ""
}

// caller is runtime.Caller as a value.
func (l *Library) caller(skip int) (pc uintptr, file string, line int, ok bool) {
	return l.callerAt(skip)
}

func (l *Library) callerAt(skip int) (pc uintptr, file string, line int, ok bool) {
	calls := l.userCalls()
	if skip < 0 || skip >= len(calls) {
		return 0, "", 0, false
	}
	c := calls[skip]
	return l.callers.pc(c), c.File, c.Line, true
}

func (l *Library) userCalls() []Call {
	if l.config.Calls == nil {
		return nil
	}
	return l.config.Calls()
}

// runtimeCallers is runtime.Callers: the call of runtime.Callers itself is the first.
func (l *Library) runtimeCallers(skip int, pcs []uintptr) int {
	calls := append([]Call{{"runtime.Callers", inRuntime("extern.go"), 339}}, l.userCalls()...)
	n := 0
	for i := max(skip, 0); i < len(calls) && n < len(pcs); i++ {
		pcs[n] = l.callers.pc(calls[i])
		n++
	}
	return n
}

var stackCall = Call{"runtime/debug.Stack", inRuntime("debug/stack.go"), 26}

// stack is the text of the calls of the goroutine, as the run-time prints it.
func (l *Library) stack(first ...Call) string {
	var b strings.Builder
	b.WriteString("goroutine 1 [running]:\n")
	for _, c := range append(first, l.userCalls()...) {
		if c.Func != "runtime.main" && c.Func != "runtime.goexit" {
			fmt.Fprintf(&b, "%s(...)\n\t%s:%d\n", c.Func, c.File, c.Line)
		}
	}
	return b.String()
}

// callersFrames is runtime.CallersFrames.
func (l *Library) callersFrames(pcs []uintptr) *runtime.Frames {
	c := &l.callers
	var calls []Call
	for _, pc := range pcs {
		if call, ok := c.callAt(pc); ok {
			calls = append(calls, call)
		}
	}
	if len(calls) == 0 && len(pcs) > 0 {
		return runtime.CallersFrames(pcs)
	}
	f := new(runtime.Frames)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.frames == nil || len(c.frames) >= mostFrames {
		c.frames = map[*runtime.Frames]*[]Call{}
	}
	c.frames[f] = &calls
	return f
}

// mostFrames bounds how many Frames are kept that nobody has read to the end.
const mostFrames = 10_000

// nextFrame is Frames.Next.
func (l *Library) nextFrame(f *runtime.Frames) (frame runtime.Frame, more bool) {
	c := &l.callers
	c.mu.Lock()
	calls, ok := c.frames[f]
	if !ok || len(*calls) == 0 {
		c.mu.Unlock()
		return f.Next()
	}
	call := (*calls)[0]
	*calls = (*calls)[1:]
	if more = len(*calls) > 0; !more {
		delete(c.frames, f)
	}
	c.mu.Unlock()
	pc := l.callers.pc(call)
	frame = runtime.Frame{PC: pc, Function: call.Func, File: call.File, Line: call.Line}
	frame.Func = l.funcForPC(pc)
	frame.Entry = l.entryOf(frame.Func)
	return frame, more
}

// noFunc is memory for a Func that isn't the process's.
type noFunc struct{ _ uintptr }

// funcForPC is runtime.FuncForPC.
func (l *Library) funcForPC(pc uintptr) *runtime.Func {
	c := &l.callers
	call, ok := c.callAt(pc)
	if !ok {
		f := runtime.FuncForPC(pc)
		if f == nil || !strings.HasPrefix(f.Name(), "riffle/internal/") {
			return f
		}
		if call.Func = l.ownName(pc); call.Func == "" {
			return nil
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	n := c.numberCall(Call{Func: call.Func}) // the same for all places in it
	if c.funcs[n] == nil {
		if c.funcs == nil {
			c.funcs, c.counts = map[int]*runtime.Func{}, map[*runtime.Func]int{}
		}
		c.funcs[n] = (*runtime.Func)(unsafe.Pointer(new(noFunc)))
		c.counts[c.funcs[n]] = c.numberCall(call)
	}
	return c.funcs[n]
}

// ownName is the name of the library's function that one of ours replaces.
func (l *Library) ownName(pc uintptr) string {
	c := &l.callers
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.own == nil {
		c.own = map[uintptr]string{}
		for _, all := range []map[string]map[string]reflect.Value{l.Overrides(), l.ProcessOverrides(), l.rt.Overrides()} {
			for path, members := range all {
				for name, v := range members {
					if v.Kind() == reflect.Func {
						c.own[v.Pointer()] = path + "." + name
					}
				}
			}
		}
	}
	return c.own[pc]
}

// callOf is the call that a Func was made of.
func (c *callers) callOf(f *runtime.Func) (call Call, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if f == nil {
		return Call{}, false
	}
	n, ok := c.counts[f]
	if !ok {
		return Call{}, false
	}
	return c.calls[n], true
}

func (l *Library) funcNameOf(f *runtime.Func) string {
	if call, ok := l.callers.callOf(f); ok {
		return call.Func
	}
	return f.Name()
}

func (l *Library) fileLine(f *runtime.Func, pc uintptr) (file string, line int) {
	call, ok := l.callers.callOf(f)
	if !ok {
		return f.FileLine(pc)
	}
	if at, ok := l.callers.callAt(pc); ok {
		call = at
	}
	return call.File, call.Line
}

func (l *Library) entryOf(f *runtime.Func) uintptr {
	if call, ok := l.callers.callOf(f); ok {
		return l.callers.pc(call)
	}
	return f.Entry()
}

// NameFunc gives a function value its name, and its place.
func (l *Library) NameFunc(f any, name string, place int) {
	v := reflect.ValueOf(f)
	if v.Kind() != reflect.Func || v.IsNil() {
		return
	}
	call := Call{Func: name}
	if place != 0 && l.config.Place != nil {
		call.File, call.Line = l.config.Place(place)
	}
	c := &l.callers
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.names == nil || len(c.held) >= mostFrames {
		c.names, c.held = map[uintptr]int{}, nil
	}
	at := valueOf(v)
	if _, known := c.names[at]; !known {
		c.held = append(c.held, f) // or another could get the address
	}
	c.names[at] = c.numberCall(call)
}

// valueOf is the address of a function value. Unlike that of its code, it distinguishes
// functions that package reflect made.
func valueOf(f reflect.Value) uintptr {
	p := reflect.New(f.Type())
	p.Elem().Set(f)
	return *(*uintptr)(p.UnsafePointer())
}

// valuePointer is Pointer of a reflect.Value; it distinguishes functions.
func (l *Library) valuePointer(value any) uintptr {
	v := value.(reflect.Value)
	if v.Kind() == reflect.Func && !v.IsNil() {
		return l.FuncPC(v)
	}
	return v.Pointer()
}

// FuncPC is the program counter of a function value.
func (l *Library) FuncPC(f reflect.Value) uintptr {
	if f.IsNil() {
		return 0
	}
	c := &l.callers
	c.mu.Lock()
	n, ok := c.names[valueOf(f)]
	c.mu.Unlock()
	if !ok {
		return f.Pointer()
	}
	return firstPC + uintptr(n)*spacing + spacing/2
}

// withSource are the options of a handler of log/slog, whose records have their place
// from the stack: it becomes that of the user's function.
func (l *Library) withSource(o *slog.HandlerOptions) *slog.HandlerOptions {
	if o == nil || !o.AddSource {
		return o
	}
	with := *o
	with.ReplaceAttr = func(groups []string, a slog.Attr) slog.Attr {
		if src, ok := a.Value.Any().(*slog.Source); ok && len(groups) == 0 && a.Key == slog.SourceKey {
			for _, c := range l.userCalls() {
				if !strings.HasSuffix(c.Func, ".Handle") { // of a handler of the user's
					*src = slog.Source{Function: c.Func, File: c.File, Line: c.Line}
					break
				}
			}
		}
		if o.ReplaceAttr != nil {
			return o.ReplaceAttr(groups, a)
		}
		return a
	}
	return &with
}
