//go:build !js || riffle_all

package shim

import (
	"encoding/gob"
	"fmt"
	"reflect"
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
}

type gobType struct {
	t       *rt.Type
	lowered reflect.Type
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
	b, ok := rt.BoxOf(x)
	if !ok {
		registerNative(args)
		return
	}
	name := b.T.Shown
	if len(args) == 2 {
		name, _ = args[0].(string)
	}
	w := l.newViewer("gob", false)
	lt := reflect.TypeOf(b.V)
	view := w.wholeType(b.T.T, lt, false)
	l.gobs.mu.Lock()
	if l.gobs.byView == nil {
		l.gobs.byView = map[reflect.Type]gobType{}
	}
	l.gobs.byView[view] = gobType{b.T, lt}
	l.gobs.mu.Unlock()
	registerView(name, view)
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
