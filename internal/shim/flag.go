package shim

import (
	"encoding"
	"flag"
	"os"
	"reflect"

	"riffle/internal/rt"
)

// Package flag sets a variable of TextVar by reflection, and gets the text of the zero
// value of a flag's type, to omit that default from the usage. Both are done here for the
// user's types.

// processFlags has the flags of our packages, and those of tests.
var processFlags = flag.CommandLine

// OwnFlags makes the flags of the command line the program's: packages of ours have defined
// some of their own.
func OwnFlags() {
	flag.CommandLine = flag.NewFlagSet(os.Args[0], flag.ExitOnError)
	flag.CommandLine.Usage = func() { flag.Usage() }
}

// textFlag is the flag of a user's variable that is set from text.
type textFlag struct {
	l *Library
	p encoding.TextUnmarshaler
}

// Set passes the text to the variable.
func (f textFlag) Set(s string) error { return f.p.UnmarshalText([]byte(s)) }

// Get is the variable's address.
func (f textFlag) Get() any { return f.p }

// String is the variable's text; the package calls it on the zero value too.
func (f textFlag) String() string {
	if m, ok := f.p.(encoding.TextMarshaler); ok {
		if b, err := m.MarshalText(); err == nil {
			return string(b)
		}
	}
	return ""
}

func (l *Library) textVar(p encoding.TextUnmarshaler, name string, value encoding.TextMarshaler, usage string) {
	l.flagSetTextVar(flag.CommandLine, p, name, value, usage)
}

func (l *Library) flagSetTextVar(s *flag.FlagSet, p encoding.TextUnmarshaler, name string, value encoding.TextMarshaler, usage string) {
	b, ok := rt.Boxed(p)
	v, ok2 := rt.Boxed(value)
	if !ok || !ok2 || reflect.ValueOf(b.V).Kind() != reflect.Pointer {
		s.TextVar(p, name, value, usage)
		return
	}
	if v.T == b.T {
		v.V = reflect.ValueOf(v.V).Elem().Interface()
	}
	rt.SetTo(b.V, v.V)
	s.Var(textFlag{l, p}, name, usage)
}

func (l *Library) flagVar(v flag.Value, name, usage string) {
	l.flagSetVar(flag.CommandLine, v, name, usage)
}

func (l *Library) flagSetVar(s *flag.FlagSet, v flag.Value, name, usage string) {
	s.Var(v, name, usage)
	if zero, ok := l.zero(v).(flag.Value); ok && zero.String() == v.String() {
		s.Lookup(name).DefValue = "" // the text of what package flag thinks the zero value is
	}
}

// zero is the zero value of a boxed value's type, with a new variable for a pointer.
func (l *Library) zero(v any) any {
	b, ok := rt.Boxed(v)
	if !ok {
		return nil
	}
	t := reflect.TypeOf(b.V)
	x := reflect.Zero(t)
	if t.Kind() == reflect.Pointer {
		x = reflect.New(t.Elem())
	}
	return l.rt.ToNative(rt.Box{T: b.T, V: x.Interface()})
}
