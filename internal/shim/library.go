// Package shim is the standard library as cells must see it. The library inspects values
// by reflection and type assertion, neither of which knows the user's types and methods:
// so printing, encoding, executing templates, logging, scanning and unwrapping errors are
// done here with the help of the boxes of package rt. Package mirror, below, is
// reflection itself.
package shim

import (
	"fmt"
	"io"
	"log"
	"log/slog"
	"os"
	"reflect"
	"sync/atomic"

	"riffle/internal/rt"
)

// Config says how a Library reaches the world.
type Config struct {
	// Stdout receives what cells print.
	Stdout io.Writer
	// ReadLine asks the user for a line, without its newline; if nil, cells read the
	// standard input of the process. Its errors are io.EOF, rt.ErrInterrupted, or why
	// nobody answers.
	ReadLine func() (string, error)
	// Place is the file or cell, and the line, of a place in the user's source, which
	// lowering passes to natives that need their caller.
	Place func(place int) (file string, line int)
	// Calls are the calls of functions on the calling goroutine, the innermost first; none
	// where nothing has asked for them before.
	Calls func() []Call
	// Random is the Reader of package crypto/rand as cells have set it; nil for the
	// library's own.
	Random func() io.Reader
	// Capture redirects what the library prints to os.Stdout to where cells print, until
	// end is called; nil if it goes there anyway.
	Capture func() (end func(), err error)
	// Site, unless nil, is called before an experiment: see the normal form.
	Site func(moment int, declarations, names, statements string, values []any)
	// Direct says that the process is the program's own.
	Direct bool
}

// Library is the standard library of one session.
type Library struct {
	config Config
	rt     *rt.Runtime
	stdin  *Stdin
	// the process's own
	terminal, console *os.File
	views             viewTable
	gobs              gobTypes
	logs              io.Writer   // of the library's logger; cells take it for os.Stderr
	taught            atomic.Bool // a template has got a function with types of the user's

	finalizers addresses // of objects that have one
	callers    callers
}

// New returns the library of a session, which also prints the session's boxes.
func New(r *rt.Runtime, c Config) *Library {
	l := &Library{config: c, rt: r, terminal: os.Stdin, console: os.Stdout}
	l.stdin = &Stdin{l: l}
	r.Help(map[string]rt.Helper{
		"Format":      {Func: l.format},
		"MarshalJSON": {Func: l.marshalJSON, Not: "Error"}, // slog writes an error's text
	}, l.tie)
	r.Bridge(l.bridge)
	l.standIns()
	return l
}

// stdout is where fmt.Print writes: to the session, until a cell sets os.Stdout.
func (l *Library) stdout() io.Writer {
	if l.config.Direct || os.Stdout != l.console {
		return os.Stdout
	}
	return l.config.Stdout
}

// Symbols are the natives that lowered code calls as rt.Name, besides those of
// the run-time itself.
func (l *Library) Symbols() map[string]reflect.Value {
	v := reflect.ValueOf
	return map[string]reflect.Value{
		"Caller": v(l.Caller), "NameFunc": v(l.NameFunc), "ValuePointer": v(l.valuePointer), "Column": v(l.Column), "Named": v(l.Named), "File": v(l.File), "Inspect": v(l.Inspect), "InspectMethod": v(l.InspectMethod), "Finite": v(l.Finite),
		"Site": v(l.Site), "FlagSetParse": v(l.FlagSetParse), "Log": v(l.Log), "LogTo": v(l.LogTo), "LogTest": v(l.LogTest),
	}
}

// Overrides are the session's own versions of functions of the standard library that
// print, read, or inspect types.
func (l *Library) Overrides() map[string]map[string]reflect.Value {
	if l.rt.MakesTypes() {
		return l.ownOverrides()
	}
	v := reflect.ValueOf
	escapers := l.escapers()
	return map[string]map[string]reflect.Value{
		"text/template": escapers,
		"html/template": escapers,
		"fmt": {
			"Print":    v(func(a ...any) (int, error) { return fmt.Fprint(l.stdout(), l.operands(a)...) }),
			"Sprint":   v(func(a ...any) string { return fmt.Sprint(l.operands(a)...) }),
			"Fprint":   v(func(w io.Writer, a ...any) (int, error) { return fmt.Fprint(w, l.operands(a)...) }),
			"Append":   v(func(b []byte, a ...any) []byte { return fmt.Append(b, l.operands(a)...) }),
			"Println":  v(func(a ...any) (int, error) { return fmt.Fprintln(l.stdout(), l.tied(a)...) }),
			"Sprintln": v(func(a ...any) string { return fmt.Sprintln(l.tied(a)...) }),
			"Fprintln": v(func(w io.Writer, a ...any) (int, error) { return fmt.Fprintln(w, l.tied(a)...) }),
			"Appendln": v(func(b []byte, a ...any) []byte { return fmt.Appendln(b, l.tied(a)...) }),
			"Printf":   v(func(f string, a ...any) (int, error) { f, a = l.verbs(f, a); return fmt.Fprintf(l.stdout(), f, a...) }),
			"Sprintf":  v(func(f string, a ...any) string { f, a = l.verbs(f, a); return fmt.Sprintf(f, a...) }),
			"Fprintf": v(func(w io.Writer, f string, a ...any) (int, error) {
				f, a = l.verbs(f, a)
				return fmt.Fprintf(w, f, a...)
			}),
			"Appendf": v(func(b []byte, f string, a ...any) []byte { f, a = l.verbs(f, a); return fmt.Appendf(b, f, a...) }),
			"Errorf":  v(func(f string, a ...any) error { f, a = l.answered(f, a, true); return fmt.Errorf(f, a...) }),
			"Scan":    v(func(a ...any) (int, error) { return fmt.Fscan(l.input("fmt.Scan"), l.places(a)...) }),
			"Scanln":  v(func(a ...any) (int, error) { return fmt.Fscanln(l.input("fmt.Scanln"), l.places(a)...) }),
			"Scanf":   v(func(f string, a ...any) (int, error) { return fmt.Fscanf(l.input("fmt.Scanf"), f, l.places(a)...) }),
			"Fscan":   v(func(f io.Reader, a ...any) (int, error) { return fmt.Fscan(f, l.places(a)...) }),
			"Fscanln": v(func(f io.Reader, a ...any) (int, error) { return fmt.Fscanln(f, l.places(a)...) }),
			"Fscanf":  v(func(f io.Reader, s string, a ...any) (int, error) { return fmt.Fscanf(f, s, l.places(a)...) }),
			"Sscan":   v(func(s string, a ...any) (int, error) { return fmt.Sscan(s, l.places(a)...) }),
			"Sscanln": v(func(s string, a ...any) (int, error) { return fmt.Sscanln(s, l.places(a)...) }),
			"Sscanf":  v(func(s, f string, a ...any) (int, error) { return fmt.Sscanf(s, f, l.places(a)...) }),
		},
		"runtime":       l.stackOverrides(),
		"runtime/debug": l.debugOverrides(),
		"log": {
			"Output": v(func(depth int, text string) error { return l.output(log.Default(), depth, text) }),
			"Writer": v(func() io.Writer { return l.logWriter(log.Default()) }),
		},
		"log/slog": {
			"Any":      v(func(key string, x any) slog.Attr { return slog.Any(key, l.tied([]any{x})[0]) }),
			"AnyValue": v(func(x any) slog.Value { return slog.AnyValue(l.tied([]any{x})[0]) }),
			"Group":    v(func(key string, a ...any) slog.Attr { return slog.Group(key, l.tied(a)...) }),
			"NewTextHandler": v(func(w io.Writer, o *slog.HandlerOptions) *slog.TextHandler {
				return slog.NewTextHandler(w, l.loggedAsText(l.withSource(o)))
			}),
			"NewJSONHandler": v(func(w io.Writer, o *slog.HandlerOptions) *slog.JSONHandler {
				return slog.NewJSONHandler(w, l.logged(l.withSource(o)))
			}),
		},
		"flag":                         {"TextVar": v(l.textVar), "Var": v(l.flagVar)},
		"riffle/shuffle/trials":        {"Run": v(l.trialsRun)},
		"riffle/stdlib/display/widget": {"Interact": v(l.interact), "InteractNamed": v(l.interactNamed)},
		"errors": {
			"As": v(l.errorsAs),
			"Is": v(l.errorsIs),
		},
	}
}
