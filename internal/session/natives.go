package session

import (
	"go/types"
	"maps"
	"math/rand"
	"reflect"

	"riffle/internal/core"
	"riffle/internal/rt"
	mirror "riffle/internal/shim/mirror"
	"riffle/stdlib"
	stddisplay "riffle/stdlib/display"
)

// natives are the native packages as a session's programs see them: the library's, with
// some members replaced by the session's own. A member is a function, an addressable
// variable, or for a type a nil pointer.
type natives map[string]map[string]reflect.Value

// member finds a member of a package.
func (n natives) member(path, name string) (reflect.Value, bool) {
	if v, ok := n[path][name]; ok {
		return v, true
	}
	return stdlib.Symbol(path, name)
}

// typ finds a type of a package.
func (n natives) typ(path, name string) (reflect.Type, bool) {
	v, ok := n.member(path, name)
	if !ok || v.Kind() != reflect.Pointer || v.CanAddr() {
		return nil, false
	}
	return v.Type().Elem(), true
}

// add replaces the library's members.
func (n natives) add(packages map[string]map[string]reflect.Value) {
	for path, members := range packages {
		if n[path] == nil {
			n[path] = map[string]reflect.Value{}
		}
		maps.Copy(n[path], members)
	}
}

// ownNatives are the session's own members.
func (s *Session) ownNatives(m *mirror.Mirror) natives {
	display := map[string]reflect.Value{}
	for name, f := range stddisplay.NewScreen(screen{s}).Funcs() {
		display[name] = reflect.ValueOf(f)
	}
	own := natives{}
	own.add(s.rt.Overrides())
	own.add(s.library.Overrides())
	own.add(s.library.ProcessOverrides())
	own.add(s.randomOverrides())
	own.add(map[string]map[string]reflect.Value{
		"riffle/shuffle/trials": {"On": reflect.ValueOf(s.on)},
		core.RuntimePath:        s.rt.Symbols(),
		historyPath:             s.history.symbols(),
		"riffle/stdlib/display": display,
		commPath:                s.comms.symbols(),
		"os/signal":             s.echo.symbols(),
	})
	if !s.rt.MakesTypes() {
		own.add(map[string]map[string]reflect.Value{
			"go/ast":        {"NotNilFilter": reflect.ValueOf(mirror.NotNilFilter)},
			"reflect":       m.Symbols(),
			"testing/quick": {"Value": reflect.ValueOf(s.quickValue)},
		})
	}
	own.add(map[string]map[string]reflect.Value{core.RuntimePath: s.library.Symbols()})
	return own
}

// quickValue is quick.Value of a type that may be the user's.
func (s *Session) quickValue(t *mirror.Type, r *rand.Rand) (mirror.Value, bool) {
	return s.mirror.Filled(t, func(v reflect.Value, t types.Type) bool { return s.library.Generate(v, t, r) })
}

// variable is a variable of a native package.
func (s *Session) variable(path, name string) (reflect.Value, bool) {
	if path == historyPath {
		v, ok := s.history.symbols()[name]
		return v, ok
	}
	return s.variables.of(path, name)
}

// has reports whether a package has a native member.
func has(path, name string) bool {
	if path == historyPath {
		return true
	}
	_, ok := stdlib.Symbol(path, name)
	return ok
}

// face is the native type of a type with methods.
func face(name string, methods map[string]reflect.Type) rt.Face {
	return stdlib.FaceOf(name, methods)
}
