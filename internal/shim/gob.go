//go:build !js || riffle_all

package shim

import (
	"encoding/gob"
	"fmt"
	"reflect"
	"strings"
	"sync"

	"riffle/internal/rt"
)

// Gob sends a value in an interface with the name under which its type is registered. For
// a type of the user's we register its view, from which the type is found when a value
// comes in.

// gobTypes are the types of the user's that cells have registered.
type gobTypes struct {
	mu     sync.Mutex
	byView map[reflect.Type]gobType
	types  map[string]string // by the names that they are registered under
	names  map[string]string // by what their pointers lead to
}

// gobType is a type, lowered; t is nil for one of the library's. Its view is held if the
// values encode themselves.
type gobType struct {
	t       *rt.Type
	lowered reflect.Type
	held    bool
}

func (g *gobTypes) described(view reflect.Type) gobType {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.byView[view]
}

// taken are the names and types that the process has registered, which can't be undone,
// whereas a session may redeclare a name.
var taken struct {
	sync.Mutex
	names map[string]int
	types map[reflect.Type]bool
}

// register is gob.Register, or RegisterName with a name before the value.
func (l *Library) register(args []any) {
	x := args[len(args)-1]
	if x == nil {
		registerNative(args)
		return
	}
	name := rt.DynamicName(x)
	if len(args) == 2 {
		name, _ = args[0].(string)
	}
	l.gobs.claim(name, rt.DynamicName(x))
	w := l.newViewer("gob", false)
	b, ok := rt.Boxed(x)
	switch lt := reflect.TypeOf(x); {
	case ok:
		lt = reflect.TypeOf(b.V)
		view := w.wholeType(b.T.T, lt, false)
		held := view == rawGobType
		if held {
			view = w.heldGob(b.T)
		}
		l.gobs.add(view, gobType{b.T, lt, held})
		registerView(name, view)
	case w.viewOf(lt) != lt:
		l.gobs.add(w.viewOf(lt), gobType{nil, lt, false})
		registerView(name, w.viewOf(lt))
	default:
		registerNative(args)
	}
}

// claim panics as package gob does if a name belongs to another type, or a type has another
// name. A type of a session may have been declared anew.
func (g *gobTypes) claim(name, shown string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.types == nil {
		g.types, g.names = map[string]string{}, map[string]string{}
	}
	base := strings.TrimLeft(shown, "*")
	if t, ok := g.types[name]; ok && t != shown {
		panic(fmt.Sprintf("gob: registering duplicate types for %q: %s != %s", name, t, shown))
	}
	if n, ok := g.names[base]; ok && n != name {
		panic(fmt.Sprintf("gob: registering duplicate names for %s: %q != %q", shown, n, name))
	}
	g.types[name], g.names[base] = shown, name
}

func (g *gobTypes) add(view reflect.Type, t gobType) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.byView == nil {
		g.byView = map[reflect.Type]gobType{}
	}
	g.byView[view] = t
}

func registerNative(args []any) {
	if name, ok := args[0].(string); ok && len(args) == 2 {
		gob.RegisterName(name, args[1])
		return
	}
	gob.Register(args[0])
}

// registerView registers a view under an unused name.
func registerView(name string, view reflect.Type) {
	taken.Lock()
	defer taken.Unlock()
	if taken.types == nil {
		taken.names, taken.types = map[string]int{}, map[reflect.Type]bool{}
	}
	if taken.types[view] {
		return
	}
	taken.types[view] = true
	if taken.names[name]++; taken.names[name] > 1 {
		name = fmt.Sprintf("%s·%d", name, taken.names[name])
	}
	gob.RegisterName(name, reflect.Zero(view).Interface())
}
