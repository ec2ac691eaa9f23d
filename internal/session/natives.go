package session

import (
	"maps"
	"reflect"

	"riffle/internal/core"
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

// nativeType finds a type of a package.
func (n natives) nativeType(path, name string) (reflect.Type, bool) {
	v, ok := n.member(path, name)
	if !ok || v.Kind() != reflect.Pointer || v.CanAddr() {
		return nil, false
	}
	return v.Type().Elem(), true
}

// replaceMembers replaces the library's members.
func (n natives) replaceMembers(packages map[string]map[string]reflect.Value) {
	for path, members := range packages {
		if n[path] == nil {
			n[path] = map[string]reflect.Value{}
		}
		maps.Copy(n[path], members)
	}
}

// ownNatives are the session's own members.
func (s *Session) ownNatives() natives {
	display := map[string]reflect.Value{}
	for name, f := range stddisplay.NewScreen(screen{s}).Funcs() {
		display[name] = reflect.ValueOf(f)
	}
	own := natives{}
	own.replaceMembers(s.rt.Overrides())
	own.replaceMembers(s.library.Overrides())
	own.replaceMembers(s.library.ProcessOverrides())
	own.replaceMembers(s.randomOverrides())
	own.replaceMembers(map[string]map[string]reflect.Value{
		"riffle/shuffle/trials": {"On": reflect.ValueOf(s.trialsOn)},
		core.RuntimePath:        s.rt.Symbols(),
		historyPath:             s.history.symbols(),
		"riffle/stdlib/display": display,
		commPath:                s.comms.symbols(),
		"os/signal":             s.echo.symbols(),
	})
	own.replaceMembers(map[string]map[string]reflect.Value{core.RuntimePath: s.library.Symbols()})
	return own
}

// nativeVariable is a variable of a native package.
func (s *Session) nativeVariable(path, name string) (reflect.Value, bool) {
	if path == historyPath {
		v, ok := s.history.symbols()[name]
		return v, ok
	}
	return s.variables.memberOf(path, name)
}

// hasNative reports whether a package has a native member.
func hasNative(path, name string) bool {
	if path == historyPath {
		return true
	}
	_, ok := stdlib.Symbol(path, name)
	return ok
}
