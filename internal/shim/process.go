package shim

import (
	"context"
	"crypto/rand"
	"flag"
	"io"
	"log"
	"maps"
	"os"
	"reflect"
	"runtime"
	"runtime/debug"
	"sync"
	"time"

	"riffle/internal/rt"
)

// A session lives in a process of riffle's. As far as its cells can tell, the process is
// their own: they can change its settings but not end it.

// ProcessOverrides replace functions of the library with which a cell could take down the
// process.
func (l *Library) ProcessOverrides() map[string]map[string]reflect.Value {
	v := reflect.ValueOf
	m := map[string]map[string]reflect.Value{
		"crypto/rand": {"Read": v(l.readRandom)},
		"context":     {"AfterFunc": v(l.contextAfterFunc)},
		"flag":        {"Parse": v(func() { l.FlagSetParse(flag.CommandLine, os.Args[min(1, len(os.Args)):]) })},
		"runtime":     {"SetFinalizer": v(l.setFinalizer), "NumGoroutine": v(func() int { return runtime.NumGoroutine() - l.rt.Watchers() })},
		"time":        {"AfterFunc": v(l.afterFunc)},
	}
	maps.Copy(m, l.testOverrides())
	if !l.config.Direct {
		l.ownSettings(m)
	}
	return m
}

// mostProcs is the largest GOMAXPROCS that a cell can set: each costs memory and the
// collector's time.
const mostProcs = 256

// ownSettings adds the process settings that a session relies on: a cell reads back what
// it has set, and the process keeps its own.
func (l *Library) ownSettings(m map[string]map[string]reflect.Value) {
	v := reflect.ValueOf
	threads, stack, memory := newSetting(10000), newSetting(1000000000), newSetting(int64(1<<63-1))
	m["runtime"]["GOMAXPROCS"] = v(func(n int) int { return runtime.GOMAXPROCS(min(n, mostProcs)) })
	m["runtime"]["NumGoroutine"] = v(l.rt.Goroutines)
	m["runtime"]["Breakpoint"] = v(func() { panic(rt.Fatal("runtime.Breakpoint: no debugger is here")) })
	m["runtime/debug"] = map[string]reflect.Value{
		"SetMaxThreads": v(threads.swapValue),
		"SetMaxStack":   v(stack.swapValue),
		"SetTraceback":  v(func(string) {}),
		"SetMemoryLimit": v(func(n int64) int64 {
			if n < 0 {
				return memory.getValue()
			}
			return memory.swapValue(n)
		}),
		"SetGCPercent": v(func(n int) int { return debug.SetGCPercent(max(n, leastPercent)) }),
	}
}

// leastPercent is the least growth of the heap between two collections that a cell
// can set, in percent. It can't switch the collector off with a negative number: the
// session's memory is limited.
const leastPercent = 10

// setting is a number that a cell sets and nothing else uses.
type setting[T any] struct {
	mu    sync.Mutex
	value T
}

func newSetting[T any](v T) *setting[T] { return &setting[T]{value: v} }

// swapValue returns the value before.
func (s *setting[T]) swapValue(v T) (before T) {
	s.mu.Lock()
	defer s.mu.Unlock()
	before, s.value = s.value, v
	return before
}

func (s *setting[T]) getValue() T {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.value
}

// standIns are methods that would end the process, read from it, or name their caller.
func (l *Library) standIns() {
	l.rt.AddStandIns(reflect.TypeFor[*os.File](), map[string]any{"Read": l.readFile})
	l.rt.AddStandIns(reflect.TypeFor[*flag.FlagSet](), map[string]any{"Parse": l.FlagSetParse})
	l.rt.AddStandIns(reflect.TypeFor[*runtime.Func](), map[string]any{"Name": l.funcNameOf, "FileLine": l.fileLine, "Entry": l.entryOf})
	l.rt.AddStandIns(reflect.TypeFor[*runtime.Frames](), map[string]any{"Next": l.nextFrame})
	l.rt.AddStandIns(reflect.TypeFor[*log.Logger](), map[string]any{
		"Output":  l.outputLog,
		"Writer":  l.logWriter,
		"Fatal":   func(to *log.Logger, a ...any) { l.LogTo(0, to, "Fatal", false, a...) },
		"Fatalf":  func(to *log.Logger, f string, a ...any) { l.LogTo(0, to, "Fatalf", false, append([]any{f}, a...)...) },
		"Fatalln": func(to *log.Logger, a ...any) { l.LogTo(0, to, "Fatalln", false, a...) },
	})
}

// FlagSetParse is f.Parse, but a set that exits on errors ends the cell.
func (l *Library) FlagSetParse(f *flag.FlagSet, args []string) error {
	if f == nil || f.ErrorHandling() != flag.ExitOnError {
		return f.Parse(args)
	}
	switch err := parseOn(f, args); err {
	case nil:
	case flag.ErrHelp:
		l.rt.ExitWith(0)
	default:
		l.rt.ExitWith(2)
	}
	return nil
}

// parseOn is f.Parse for a set that returns its errors.
func parseOn(f *flag.FlagSet, args []string) error {
	f.Init(f.Name(), flag.ContinueOnError)
	defer f.Init(f.Name(), flag.ExitOnError)
	return f.Parse(args)
}

// readRandom is crypto/rand.Read, which would end the process if the session's Reader
// fails.
func (l *Library) readRandom(b []byte) (int, error) {
	if l.config.Random == nil {
		return rand.Read(b)
	}
	n, err := io.ReadFull(l.config.Random(), b)
	if err != nil {
		panic(rt.Fatal("crypto/rand: failed to read random data: " + err.Error()))
	}
	return n, nil
}

// requireFunc panics for a nil function, which the library would find only when it is too late.
func requireFunc(f any) {
	if reflect.ValueOf(f).IsNil() {
		rt.NilDereference()
	}
}

// background is f for native code that runs it later.
func (l *Library) background(f func()) func() {
	requireFunc(f)
	return l.rt.Guarded(reflect.ValueOf(f)).Interface().(func())
}

// afterFunc is time.AfterFunc.
func (l *Library) afterFunc(d time.Duration, f func()) *time.Timer {
	return l.rt.AfterFunc(d, l.background(f))
}

// contextAfterFunc is context.AfterFunc.
func (l *Library) contextAfterFunc(ctx context.Context, f func()) (stop func() bool) {
	return l.rt.AfterContext(ctx, l.background(f))
}

// setFinalizer is runtime.SetFinalizer, which would end the process for invalid
// arguments.
func (l *Library) setFinalizer(obj, finalizer any) {
	o, f := reflect.ValueOf(obj), reflect.ValueOf(finalizer)
	if why := badFinalizer(o, f); why != "" {
		panic(rt.Fatal("runtime.SetFinalizer: " + why))
	}
	if !f.IsValid() {
		l.finalizers.removeAddress(o.Pointer())
		runtime.SetFinalizer(obj, nil)
		return
	}
	if !l.finalizers.addAddress(o.Pointer()) {
		panic(rt.Fatal("runtime.SetFinalizer: finalizer already set"))
	}
	f = l.rt.Guarded(f)
	runtime.SetFinalizer(obj, reflect.MakeFunc(f.Type(), func(in []reflect.Value) []reflect.Value {
		x := in[0]
		if x.Kind() == reflect.Interface {
			x = x.Elem()
		}
		l.finalizers.removeAddress(x.Pointer())
		return f.Call(in)
	}).Interface())
}

// addresses is a set of addresses. It stores them in its table: allocated one by one,
// each could share a small block with the object whose collection it is waiting for.
type addresses struct {
	mu  sync.Mutex
	set map[uintptr]bool
}

// addAddress reports whether the address is new.
func (a *addresses) addAddress(p uintptr) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.set[p] {
		return false
	}
	if a.set == nil {
		a.set = map[uintptr]bool{}
	}
	a.set[p] = true
	return true
}

func (a *addresses) removeAddress(p uintptr) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.set, p)
}

// badFinalizer says why f can't be a finalizer of o, as the library does.
func badFinalizer(o, f reflect.Value) string {
	switch {
	case !o.IsValid():
		return "first argument is nil"
	case o.Kind() != reflect.Pointer:
		return "first argument is " + o.Type().String() + ", not pointer"
	case o.IsNil():
		return "pointer not in allocated block"
	case !f.IsValid():
		return ""
	case f.Kind() != reflect.Func:
		return "second argument is " + f.Type().String() + ", not a function"
	}
	t := f.Type()
	no := "cannot pass " + o.Type().String() + " to finalizer " + t.String()
	switch {
	case t.IsVariadic():
		return no + " because dotdotdot"
	case t.NumIn() != 1 || !o.Type().AssignableTo(t.In(0)):
		return no
	case f.IsNil():
		return "the finalizer is a nil function"
	}
	return ""
}
