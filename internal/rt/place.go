package rt

import (
	"bytes"
	"fmt"
	"log"
	"path"
	"strings"
)

// The library finds out who calls it on the stack, where it would see the
// engine. Lowering hands these natives the place of the call instead.

// Caller is runtime.Caller called at a place of the user's source. Only the
// calling function itself is known.
func (r *Runtime) Caller(place, skip int) (pc uintptr, file string, line int, ok bool) {
	if skip != 0 || r.config.Place == nil {
		return 0, "", 0, false
	}
	file, line = r.config.Place(place)
	return 0, file, line, file != ""
}

// Log is a logging function of package log called at a place of the user's
// source.
func (r *Runtime) Log(place int, name string, spread bool, args ...any) {
	r.LogTo(place, log.Default(), name, spread, args...)
}

// LogTo is Log for a method of a logger. The name has Print, Fatal or Panic for
// what to do, and what follows for the way to make a text of the operands.
func (r *Runtime) LogTo(place int, l *log.Logger, name string, spread bool, args ...any) {
	if spread {
		last, _ := args[len(args)-1].([]any)
		args = append(args[:len(args)-1:len(args)-1], last...)
	}
	what, how := name[:len("Print")], name[len("Print"):]
	text := logText(how, args)
	if l.Flags()&(log.Lshortfile|log.Llongfile) == 0 || r.config.Place == nil {
		l.Output(0, text)
	} else {
		r.logAt(place, l, text)
	}
	switch what {
	case "Fatal":
		r.exit(1)
	case "Panic":
		panic(text)
	}
}

func logText(how string, args []any) string {
	switch how {
	case "ln":
		return fmt.Sprintln(args...)
	case "f":
		format, operands := verbs(args[0].(string), args[1:])
		return fmt.Sprintf(format, operands...)
	}
	return fmt.Sprint(operands(args)...)
}

// logAt writes what the logger would write, with the user's file and line.
func (r *Runtime) logAt(place int, l *log.Logger, text string) {
	file, line := r.config.Place(place)
	flags, prefix := l.Flags(), l.Prefix()
	if flags&log.Lshortfile != 0 {
		file = path.Base(strings.ReplaceAll(file, `\`, "/"))
	}
	if flags&log.Lmsgprefix != 0 {
		text, prefix = prefix+text, ""
	}
	var b bytes.Buffer
	log.New(&b, prefix, flags&^(log.Lshortfile|log.Llongfile|log.Lmsgprefix)).Output(0, fmt.Sprintf("%s:%d: %s", file, line, text))
	l.Writer().Write(b.Bytes())
}
