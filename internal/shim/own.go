package shim

import (
	"fmt"
	"io"
	"log"
	"log/slog"
	"os"
	"reflect"

	"riffle/internal/rt"
)

// ownOverrides are Overrides where the user's types are Go's (rt.Runtime.MakesTypes): the
// library inspects values itself. What is left writes to the session, reads from it, tells
// the user's lines, or would never end for a value that contains itself.
func (l *Library) ownOverrides() map[string]map[string]reflect.Value {
	v := reflect.ValueOf
	return map[string]map[string]reflect.Value{
		"fmt": {
			"Print":    v(func(a ...any) (int, error) { return fmt.Fprint(l.stdout(), l.tied(a)...) }),
			"Println":  v(func(a ...any) (int, error) { return fmt.Fprintln(l.stdout(), l.tied(a)...) }),
			"Printf":   v(func(f string, a ...any) (int, error) { f, a = l.verbs(f, a); return fmt.Fprintf(l.stdout(), f, a...) }),
			"Sprint":   v(func(a ...any) string { return fmt.Sprint(l.tied(a)...) }),
			"Sprintln": v(func(a ...any) string { return fmt.Sprintln(l.tied(a)...) }),
			"Sprintf":  v(func(f string, a ...any) string { f, a = l.verbs(f, a); return fmt.Sprintf(f, a...) }),
			"Fprint":   v(func(w io.Writer, a ...any) (int, error) { return fmt.Fprint(w, l.tied(a)...) }),
			"Fprintln": v(func(w io.Writer, a ...any) (int, error) { return fmt.Fprintln(w, l.tied(a)...) }),
			"Fprintf": v(func(w io.Writer, f string, a ...any) (int, error) {
				f, a = l.verbs(f, a)
				return fmt.Fprintf(w, f, a...)
			}),
			"Append":   v(func(b []byte, a ...any) []byte { return fmt.Append(b, l.tied(a)...) }),
			"Appendln": v(func(b []byte, a ...any) []byte { return fmt.Appendln(b, l.tied(a)...) }),
			"Appendf":  v(func(b []byte, f string, a ...any) []byte { f, a = l.verbs(f, a); return fmt.Appendf(b, f, a...) }),
			"Errorf":   v(func(f string, a ...any) error { f, a = l.answered(f, a, true); return fmt.Errorf(f, a...) }),
			"Scan":     v(func(a ...any) (int, error) { return fmt.Fscan(l.input("fmt.Scan"), a...) }),
			"Scanln":   v(func(a ...any) (int, error) { return fmt.Fscanln(l.input("fmt.Scanln"), a...) }),
			"Scanf":    v(func(f string, a ...any) (int, error) { return fmt.Fscanf(l.input("fmt.Scanf"), f, a...) }),
		},
		"runtime":       l.stackOverrides(),
		"runtime/debug": l.debugOverrides(),
		"log": {
			"Output": v(func(depth int, text string) error { return l.output(log.Default(), depth, text) }),
			"Writer": v(func() io.Writer { return l.logWriter(log.Default()) }),
		},
		"log/slog": {
			"NewTextHandler": v(func(w io.Writer, o *slog.HandlerOptions) *slog.TextHandler {
				return slog.NewTextHandler(w, l.withSource(o))
			}),
			"NewJSONHandler": v(func(w io.Writer, o *slog.HandlerOptions) *slog.JSONHandler {
				return slog.NewJSONHandler(w, l.withSource(o))
			}),
		},
		"riffle/shuffle/trials": {"Run": v(l.trialsRun)},
	}
}

// stackOverrides tell the user's calls.
func (l *Library) stackOverrides() map[string]reflect.Value {
	v := reflect.ValueOf
	return map[string]reflect.Value{
		"Caller": v(l.caller), "Callers": v(l.runtimeCallers),
		"CallersFrames": v(l.callersFrames), "FuncForPC": v(l.funcForPC),
		"Stack": v(func(b []byte, _ bool) int { return copy(b, l.stack()) }),
	}
}

func (l *Library) debugOverrides() map[string]reflect.Value {
	v := reflect.ValueOf
	return map[string]reflect.Value{
		"Stack":      v(func() []byte { return []byte(l.stack(stackCall)) }),
		"PrintStack": v(func() { io.WriteString(os.Stderr, l.stack(stackCall)) }),
	}
}

// Finite is v for a function that would never end with a value that contains itself: one
// that prints values, or encodes them as "xml" or "gob".
func (l *Library) Finite(how string, v any) any {
	endless := rt.HoldsBoxes
	if how != "print" {
		endless = func(v any) bool {
			return rt.LeadsBack(v, func(f reflect.StructField) bool { return f.IsExported() && f.Tag.Get(how) != "-" })
		}
	}
	if endless(v) {
		return knot{l, v}
	}
	return v
}
