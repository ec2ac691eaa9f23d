package shim

import (
	"bytes"
	"fmt"
	"log"
	"path"
	"strings"
)

// The library finds its caller on the stack, where it would see the engine. Lowering
// passes these natives the place of the call instead.

// Caller is runtime.Caller called at a place of the user's source. Only the
// calling function itself is known.
func (l *Library) Caller(place, skip int) (pc uintptr, file string, line int, ok bool) {
	if skip != 0 || l.config.Place == nil {
		return 0, "", 0, false
	}
	file, line = l.config.Place(place)
	return 0, file, line, file != ""
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
		return fmt.Sprintln(l.tied(args)...)
	case "f":
		format, operands := l.verbs(args[0].(string), args[1:])
		return fmt.Sprintf(format, operands...)
	}
	return fmt.Sprint(l.operands(args)...)
}

// logAt writes what the logger would write, with the user's file and line.
func (l *Library) logAt(place int, to *log.Logger, text string) {
	file, line := l.config.Place(place)
	flags, prefix := to.Flags(), to.Prefix()
	if flags&log.Lshortfile != 0 {
		file = path.Base(strings.ReplaceAll(file, `\`, "/"))
	}
	if flags&log.Lmsgprefix != 0 {
		text, prefix = prefix+text, ""
	}
	var b bytes.Buffer
	log.New(&b, prefix, flags&^(log.Lshortfile|log.Llongfile|log.Lmsgprefix)).Output(0, fmt.Sprintf("%s:%d: %s", file, line, text))
	to.Writer().Write(b.Bytes())
}
