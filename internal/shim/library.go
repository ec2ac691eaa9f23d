// Package shim replaces some functions of the standard library in cells: those that print
// and read go through the session, those that name their caller name the user's line, and
// those that print stop at a value that contains itself. Values are written as cells show
// them (Library.Text).
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
	logs              io.Writer // of the library's logger; cells take it for os.Stderr

	finalizers addresses // of objects that have one
	callers    callers
}

// New returns the library of a session.
func New(r *rt.Runtime, c Config) *Library {
	l := &Library{config: c, rt: r, terminal: os.Stdin, console: os.Stdout}
	l.stdin = &Stdin{l: l}
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
		"Caller": v(l.Caller), "NameFunc": v(l.NameFunc), "ValuePointer": v(l.valuePointer), "File": v(l.File), "Finite": v(l.Finite),
		"Site": v(l.Site), "FlagSetParse": v(l.FlagSetParse), "Log": v(l.Log), "LogTo": v(l.LogTo), "LogTest": v(l.LogTest),
	}
}

// Overrides are the session's own versions of functions of the standard library: those
// that write to the session, read from it, tell the user's lines, or would never end for a
// value that contains itself.
func (l *Library) Overrides() map[string]map[string]reflect.Value {
	v := reflect.ValueOf
	return map[string]map[string]reflect.Value{
		"fmt": {
			"Print":    v(func(a ...any) (int, error) { return fmt.Fprint(l.stdout(), tied(a)...) }),
			"Println":  v(func(a ...any) (int, error) { return fmt.Fprintln(l.stdout(), tied(a)...) }),
			"Printf":   v(func(f string, a ...any) (int, error) { f, a = verbs(f, a); return fmt.Fprintf(l.stdout(), f, a...) }),
			"Sprint":   v(func(a ...any) string { return fmt.Sprint(tied(a)...) }),
			"Sprintln": v(func(a ...any) string { return fmt.Sprintln(tied(a)...) }),
			"Sprintf":  v(func(f string, a ...any) string { f, a = verbs(f, a); return fmt.Sprintf(f, a...) }),
			"Fprint":   v(func(w io.Writer, a ...any) (int, error) { return fmt.Fprint(w, tied(a)...) }),
			"Fprintln": v(func(w io.Writer, a ...any) (int, error) { return fmt.Fprintln(w, tied(a)...) }),
			"Fprintf":  v(func(w io.Writer, f string, a ...any) (int, error) { f, a = verbs(f, a); return fmt.Fprintf(w, f, a...) }),
			"Append":   v(func(b []byte, a ...any) []byte { return fmt.Append(b, tied(a)...) }),
			"Appendln": v(func(b []byte, a ...any) []byte { return fmt.Appendln(b, tied(a)...) }),
			"Appendf":  v(func(b []byte, f string, a ...any) []byte { f, a = verbs(f, a); return fmt.Appendf(b, f, a...) }),
			"Errorf":   v(func(f string, a ...any) error { f, a = verbs(f, a); return fmt.Errorf(f, a...) }),
			"Scan":     v(func(a ...any) (int, error) { return fmt.Fscan(l.input("fmt.Scan"), a...) }),
			"Scanln":   v(func(a ...any) (int, error) { return fmt.Fscanln(l.input("fmt.Scanln"), a...) }),
			"Scanf":    v(func(f string, a ...any) (int, error) { return fmt.Fscanf(l.input("fmt.Scanf"), f, a...) }),
		},
		"runtime": {
			"Caller": v(l.caller), "Callers": v(l.runtimeCallers),
			"CallersFrames": v(l.callersFrames), "FuncForPC": v(l.funcForPC),
			"Stack": v(func(b []byte, _ bool) int { return copy(b, l.stack()) }),
		},
		"runtime/debug": {
			"Stack":      v(func() []byte { return []byte(l.stack(stackCall)) }),
			"PrintStack": v(func() { io.WriteString(os.Stderr, l.stack(stackCall)) }),
		},
		"log": {
			"Output": v(func(depth int, text string) error { return l.outputLog(log.Default(), depth, text) }),
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
