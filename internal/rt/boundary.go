package rt

import (
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"sync/atomic"
)

// Native code calls the user's functions: those passed to it, and the methods of adapted
// values. It may do so on a goroutine of its own, a timer's or a server's, where a panic
// would end the process. Each such call crosses one boundary, callback: a panic there is
// reported, and native code gets an error, or zeros.

// Guarded wraps f for native code, which may call it on any goroutine.
func (r *Runtime) Guarded(f reflect.Value) reflect.Value {
	if f.IsNil() {
		return f
	}
	t := f.Type()
	if f, ok := f.Interface().(func()); ok { // the usual case, which needs no reflection
		owner := r.Owner()
		return reflect.ValueOf(func() {
			defer r.lend(owner)()
			r.callback(nil, f, func(error) {})
		})
	}
	x := &Crossing{r, f, true}
	w := reflect.MakeFunc(t, func(in []reflect.Value) (out []reflect.Value) {
		r.callback(in, func() { out = callReflect(x.f, in, t.IsVariadic()) }, func(err error) { out = failedResults(t, err) })
		return out
	})
	if r.crossed.crossingOf(f) != nil {
		r.crossed.noteWrapper(w, x)
	}
	return w
}

// failedResults are the results of a call that ended early: zeros, and err if the last result is
// an error.
func failedResults(t reflect.Type, err error) []reflect.Value {
	out := make([]reflect.Value, t.NumOut())
	for i := range out {
		out[i] = reflect.Zero(t.Out(i))
	}
	if last := len(out) - 1; last >= 0 && t.Out(last) == errorType {
		out[last] = settable(errorType, reflect.ValueOf(err))
	}
	return out
}

// callback calls one of the user's functions for native code. If nothing else would
// recover its panic, the panic is reported and ends only this call; ended makes its
// results.
func (r *Runtime) callback(in []reflect.Value, call func(), ended func(error)) {
	defer r.backed()()
	v, panicked := outcomeOf(call)
	if !panicked {
		return
	}
	heard := r.whoHears()
	if heard == others {
		panic(v)
	}
	v = r.Translate(v)
	if r.config.GoPanic != nil {
		r.config.GoPanic(v, heard == nobody)
	}
	failHearer(heard, in)
	ended(endingError(v))
}

// outcomeOf calls f and reports how it ended. By then the stack no longer has f's
// callees, which may include other callbacks.
func outcomeOf(f func()) (v any, panicked bool) {
	panicked = true
	defer func() {
		if panicked {
			v = recover()
		}
	}()
	f()
	return nil, false
}

// endingError is the error of a call that a panic with v ended.
func endingError(v any) error {
	if e, ok := v.(Exit); ok {
		return fmt.Errorf("the called function ended with os.Exit(%d)", e.Code)
	}
	return errors.New("the function that was called panicked")
}

// failHearer fails a test, and ends a web server's handler with the panic that makes the
// server close the connection.
func failHearer(heard hearer, in []reflect.Value) {
	if len(in) > 0 && in[0].CanInterface() {
		if t, ok := in[0].Interface().(interface{ FailNow() }); ok {
			t.FailNow()
		}
	}
	if heard == server {
		panic(errAbortHandler)
	}
}

// hearer is what recovers a panic that leaves a callback.
type hearer int

const (
	nobody hearer = iota
	others        // a function of the user's further out, or native code that passes it on
	server        // a web server, which would print the stack of the engine
)

// crossing is the function through which native code calls the user's.
const crossing = "riffle/internal/rt.(*Runtime).callback"

// hearers are functions that recover the panics of their callees, by prefixes of their
// names.
var hearers = []struct {
	prefix string
	is     hearer
}{
	{crossing, others},
	{"riffle/internal/rt.(*awaited).callAwaited", others},
	{"riffle/shuffle", others},
	{"riffle/internal/session.(*Session).valueText", others},
	{"riffle/internal/shim.(*Library).ownText", others},
	{"riffle/stdlib/display.(*gathering).try", others},
	{"fmt.(*pp).handleMethods", others},
	{"text/template.safeCall", others},
	{"log/slog.(*handleState).appendValue", others},
	{"net/http.(*conn).serve", server},
	{"net/http.(*timeoutHandler).ServeHTTP", server},
	{"net/http.(*http2serverConn).", server},
	{"net/http/internal/http2.(*serverConn).", server},
}

// whoHears says who would recover a panic that leaves this goroutine's innermost
// callback.
func (r *Runtime) whoHears() (heard hearer) {
	if r.asleep.knows(goroutineID()) {
		return others
	}
	inside := true
	Callers(func(name string) bool {
		if inside {
			inside = name != crossing
			return true
		}
		for _, h := range hearers {
			if strings.HasPrefix(name, h.prefix) {
				heard = h.is
			}
		}
		return heard == nobody
	})
	return heard
}

// Callers calls visit with the functions on the stack, the innermost first, until it
// returns false.
func Callers(visit func(name string) bool) {
	skip := 2
	for room := 64; ; room *= 8 { // most answers are near
		pcs := make([]uintptr, room)
		n := runtime.Callers(skip, pcs)
		frames := runtime.CallersFrames(pcs[:n])
		for more := n > 0; more; {
			var f runtime.Frame
			if f, more = frames.Next(); !visit(f.Function) {
				return
			}
		}
		if n < room {
			return
		}
		skip += n
	}
}

// errorPanics says that code of the user's has panicked with an error.
var errorPanics atomic.Bool

// askedByInterpreter reports whether the interpreter asks an error for its text. It does so
// for each of its functions that a panic leaves, to compare the text with that of
// http.ErrAbortHandler, where compiled Go calls no method of the value.
func askedByInterpreter() bool {
	if !errorPanics.Load() {
		return false
	}
	const interpreter = "github.com/traefik/yaegi/interp."
	var pcs [16]uintptr
	for _, pc := range pcs[:runtime.Callers(3, pcs[:])] {
		name := runtime.FuncForPC(pc - 1).Name()
		if strings.HasPrefix(name, interpreter) {
			return name == interpreter+"runCfg.func1"
		}
		own := strings.HasPrefix(name, "riffle/") && !strings.HasPrefix(name, "riffle/internal/rt.")
		if own || strings.HasPrefix(name, "runtime.") { // which a panic that goes on is behind
			return false
		}
	}
	return false
}
