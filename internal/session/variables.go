package session

import (
	"io"
	"log"
	"reflect"
	"strings"
	"sync"

	"riffle/stdlib"
)

// A cell may set any variable of the library: io.EOF, types.Universe, unicode.Letter.
// riffle shares the library with it and would not survive some of that. So cells get a
// shared copy of the variable, which %reset drops. Only variables that are meant to be
// set are the library's own.

// settings are the variables of the standard library that configure it. Nothing in a
// session depends on them.
var settings = map[string]bool{
	"flag.CommandLine":          true,
	"flag.Usage":                true,
	"go/build.Default":          true,
	"net.DefaultResolver":       true,
	"net/http.DefaultClient":    true,
	"net/http.DefaultServeMux":  true,
	"net/http.DefaultTransport": true,
	"net/rpc.DefaultServer":     true,
	"os.Args":                   true,
	"os.Stderr":                 true,
	"os.Stdin":                  true,
	"os.Stdout":                 true,
	"runtime.MemProfileRate":    true,
	"time.Local":                true,
}

// variables are the library's variables as cells see them.
type variables struct {
	direct bool // the library's own, for programs

	mu      sync.Mutex
	own     map[string]reflect.Value
	initial map[string]reflect.Value // of settings
	tables  map[uintptr]reflect.Value
}

// memberOf finds a variable, or another member, of a package.
func (v *variables) memberOf(path, name string) (reflect.Value, bool) {
	x, ok := stdlib.Symbol(path, name)
	if !ok || !x.CanAddr() || v.direct {
		return x, ok
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	id := path + "." + name
	if settings[id] || !ofRiffle(path) {
		v.keepFirst(id, x)
		return x, true
	}
	if own, ok := v.own[id]; ok {
		return own, true
	}
	own := reflect.New(x.Type()).Elem()
	own.Set(v.deepCopy(x))
	if v.own == nil {
		v.own = map[string]reflect.Value{}
	}
	v.own[id] = own
	return own, true
}

// ofRiffle reports whether riffle itself uses a package: the standard library and its own
// packages do count, those for drawing and computing that only cells use don't.
func ofRiffle(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".")
}

// keepFirst records a setting's first value.
func (v *variables) keepFirst(id string, x reflect.Value) {
	if v.initial == nil {
		v.initial = map[string]reflect.Value{}
	}
	if _, known := v.initial[id]; !known {
		first := reflect.New(x.Type()).Elem()
		first.Set(x)
		v.initial[id] = first
	}
}

// restoreFirst restores all variables to their first values.
func (v *variables) restoreFirst() {
	v.mu.Lock()
	defer v.mu.Unlock()
	for id, first := range v.initial {
		x, ok := memberByID(id)
		if same := x.Comparable() && x.Equal(first); ok && !same { // others may be reading it
			x.Set(first)
		}
	}
	v.own, v.tables = nil, nil
}

// original restores all variables to their first values, until back is called. Grading
// tests see the library as their author did.
func (v *variables) original() (back func()) {
	v.mu.Lock()
	defer v.mu.Unlock()
	var undo []func()
	exchange := func(x, first reflect.Value) {
		kept := reflect.New(x.Type()).Elem()
		kept.Set(x)
		undo = append(undo, func() { x.Set(kept) })
		x.Set(first)
	}
	tables := v.tables
	v.tables = nil // a cell may have written to the copies
	for id, own := range v.own {
		if x, ok := memberByID(id); ok {
			exchange(own, v.deepCopy(x))
		}
	}
	for id, first := range v.initial {
		if x, ok := memberByID(id); ok && !(x.Comparable() && x.Equal(first)) { // others may be reading it
			exchange(x, first)
		}
	}
	return func() {
		v.mu.Lock()
		defer v.mu.Unlock()
		for _, f := range undo {
			f()
		}
		v.tables = tables
	}
}

// memberByID is the library's member with a name like "io.EOF".
func memberByID(id string) (reflect.Value, bool) {
	dot := strings.LastIndexByte(id, '.')
	return stdlib.Symbol(id[:dot], id[dot+1:])
}

// resetLog restores package log to its state in a new session.
func (s *Session) resetLog() {
	log.SetOutput(writer{&s.out, "stderr"})
	log.SetFlags(log.LstdFlags)
	log.SetPrefix("")
}

// deepCopy returns a copy of x with copies of its elements, and of the tables that it
// points to, such as those of package unicode.
func (v *variables) deepCopy(x reflect.Value) reflect.Value {
	switch x.Kind() {
	case reflect.Slice:
		if x.IsNil() {
			return x
		}
		s := reflect.MakeSlice(x.Type(), x.Len(), x.Len())
		for i := range x.Len() {
			s.Index(i).Set(v.deepCopy(x.Index(i)))
		}
		return s
	case reflect.Map:
		if x.IsNil() {
			return x
		}
		m := reflect.MakeMapWithSize(x.Type(), x.Len())
		for it := x.MapRange(); it.Next(); {
			m.SetMapIndex(it.Key(), v.deepCopy(it.Value()))
		}
		return m
	case reflect.Pointer:
		return v.table(x)
	}
	return x
}

// table is the copy of a table that x points to, always the same for one table, or x if
// it points to something else.
func (v *variables) table(x reflect.Value) reflect.Value {
	if x.IsNil() || !isTable(x.Type().Elem()) {
		return x
	}
	if t, ok := v.tables[x.Pointer()]; ok {
		return t
	}
	t := reflect.New(x.Type().Elem())
	for i := range t.Elem().NumField() {
		t.Elem().Field(i).Set(v.deepCopy(x.Elem().Field(i)))
	}
	if v.tables == nil {
		v.tables = map[uintptr]reflect.Value{}
	}
	v.tables[x.Pointer()] = t
	return t
}

// isTable reports whether a type is a struct of exported data.
func isTable(t reflect.Type) bool {
	if t.Kind() != reflect.Struct || t.NumField() == 0 || reflect.PointerTo(t).NumMethod() > 0 {
		return false
	}
	for i := range t.NumField() {
		if !t.Field(i).IsExported() {
			return false
		}
	}
	return true
}

// randomReader is the variable Reader of package crypto/rand.
func (s *Session) randomReader() io.Reader {
	v, _ := s.variables.memberOf("crypto/rand", "Reader")
	r, _ := v.Interface().(io.Reader)
	return r
}
