package shim

import (
	"bytes"
	"fmt"
	"io"
	"log"
	"os"
	"path"
	"strings"
)

// The library finds its caller on the stack, where it would see the engine. Lowering
// passes these natives the place of the call instead.

// LogsTo makes the library's logger write to w.
func (l *Library) LogsTo(w io.Writer) {
	l.logs = w
	log.SetOutput(w)
}

// logWriter is where a logger writes.
func (l *Library) logWriter(of *log.Logger) io.Writer {
	if w := of.Writer(); l.logs == nil || w != l.logs {
		return w
	}
	return os.Stderr
}

// Log is a logging function of package log called at a place of the user's
// source.
func (l *Library) Log(place int, name string, spread bool, args ...any) {
	l.LogTo(place, log.Default(), name, spread, args...)
}

// LogTo is Log for a method of a logger. The name begins with Print, Fatal or Panic, for
// what to do; its ending says how to format the operands.
func (l *Library) LogTo(place int, to *log.Logger, name string, spread bool, args ...any) {
	args = single(spread, args)
	what, how := name[:len("Print")], name[len("Print"):]
	text := l.logText(how, args)
	if to.Flags()&(log.Lshortfile|log.Llongfile) == 0 || l.config.Place == nil {
		to.Output(0, text)
	} else {
		l.logAt(place, to, text)
	}
	switch what {
	case "Fatal":
		l.rt.ExitWith(1)
	case "Panic":
		panic(text)
	}
}

// outputLog is to.Output, which names the caller at a depth: 1 is its own.
func (l *Library) outputLog(to *log.Logger, depth int, text string) error {
	calls := l.userCalls()
	if to.Flags()&(log.Lshortfile|log.Llongfile) == 0 || l.config.Place == nil || len(calls) == 0 {
		return to.Output(depth, text)
	}
	if depth < 1 || depth > len(calls) {
		return l.logFrom("???", 0, to, text)
	}
	return l.logFrom(calls[depth-1].File, calls[depth-1].Line, to, text)
}

// single expands a spread slice among the arguments.
func single(spread bool, args []any) []any {
	if !spread {
		return args
	}
	last, _ := args[len(args)-1].([]any)
	return append(args[:len(args)-1:len(args)-1], last...)
}

func (l *Library) logText(how string, args []any) string {
	switch how {
	case "ln":
		return fmt.Sprintln(tied(args)...)
	case "f":
		format, operands := verbs(args[0].(string), args[1:])
		return fmt.Sprintf(format, operands...)
	}
	return fmt.Sprint(tied(args)...)
}

// logAt writes what the logger would write, with the user's file and line.
func (l *Library) logAt(place int, to *log.Logger, text string) {
	file, line := l.config.Place(place)
	l.logFrom(file, line, to, text)
}

func (l *Library) logFrom(file string, line int, to *log.Logger, text string) error {
	flags, prefix := to.Flags(), to.Prefix()
	if flags&log.Lshortfile != 0 {
		file = path.Base(strings.ReplaceAll(file, `\`, "/"))
	}
	if flags&log.Lmsgprefix != 0 {
		text, prefix = prefix+text, ""
	}
	var b bytes.Buffer
	log.New(&b, prefix, flags&^(log.Lshortfile|log.Llongfile|log.Lmsgprefix)).Output(0, fmt.Sprintf("%s:%d: %s", file, line, text))
	_, err := to.Writer().Write(b.Bytes())
	return err
}
