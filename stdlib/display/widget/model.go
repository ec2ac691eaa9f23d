package widget

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"
	"sync"
)

// The versions of ipywidgets 8.
const (
	baseModule     = "@jupyter-widgets/base"
	controlsModule = "@jupyter-widgets/controls"
	outputModule   = "@jupyter-widgets/output"
)

var versions = map[string]string{baseModule: "2.0.0", controlsModule: "2.0.0", outputModule: "1.0.0"}

// traits is a model's state. Its values are nil, bool, int, float64, string, lists
// and maps of such, and models, which the front end knows by their ids.
type traits map[string]any

// model is the half of a widget that is here. It is open once a kit has told the front
// ends of it.
type model struct {
	id string

	mu       sync.Mutex
	state    traits
	kit      *Kit
	closed   bool
	where    any // its output's place
	into     *Area
	watchers []watcher
	clicked  []func()
	// limit, where set, changes a value that a trait gets to one that is allowed.
	limit func(trait string, v any) any
}

// watcher is a function that is called when the value changes; calls with the same key
// that wait are one.
type watcher struct {
	key any
	f   func()
}

// newModel makes a model of a module, by the names of its halves in the front end.
func newModel(module, name, view string, state traits) *model {
	m := &model{id: newID(), state: traits{
		"_model_module": module, "_model_module_version": versions[module], "_model_name": name,
		"_view_module": module, "_view_module_version": versions[module], "_view_name": view,
		"_view_count": nil,
	}}
	maps.Copy(m.state, state)
	return m
}

func newID() string {
	var b [16]byte
	rand.Read(b[:])
	return hex.EncodeToString(b[:])
}

// shown makes the model of something with a layout.
func shown(module, name string, state traits) *model {
	m := newModel(module, name+"Model", name+"View", traits{
		"_dom_classes": []any{}, "tabbable": nil, "tooltip": nil,
		"layout": newModel(baseModule, "LayoutModel", "LayoutView", nil),
	})
	maps.Copy(m.state, state)
	return m
}

// control makes the model of something with a label and a style.
func control(name, style, label string, state traits) *model {
	m := shown(controlsModule, name, traits{
		"description": label, "description_allow_html": false, "style": styled(style),
	})
	maps.Copy(m.state, state)
	return m
}

func styled(name string) *model {
	m := newModel(controlsModule, name+"StyleModel", "StyleView", nil)
	m.state["_view_module"], m.state["_view_module_version"] = baseModule, versions[baseModule]
	return m
}

func (m *model) get(trait string) any {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.state[trait]
}

// fit is a value as a trait may hold it; ok is false for one of another type.
func (m *model) fit(trait string, v any) (any, bool) {
	old, known := m.state[trait]
	if !known {
		return nil, false
	}
	v, ok := like(old, v)
	if ok && m.limit != nil {
		v = m.limit(trait, v)
	}
	return v, ok
}

// exactly is the largest integer that JSON's numbers hold exactly.
const exactly = 1 << 53

// like converts v to the type of old, where nothing is lost.
func like(old, v any) (any, bool) {
	switch old.(type) {
	case int:
		return whole(v)
	case float64:
		if i, ok := v.(int); ok {
			return float64(i), true
		}
		f, ok := v.(float64)
		return f, ok && !math.IsNaN(f) && !math.IsInf(f, 0)
	case nil:
		switch v.(type) {
		case nil, bool, string, float64, int:
			return v, true
		}
		return nil, false
	}
	return v, v != nil && reflect.TypeOf(v) == reflect.TypeOf(old)
}

func whole(v any) (any, bool) {
	switch v := v.(type) {
	case int:
		return v, true
	case float64:
		return int(v), v == math.Trunc(v) && math.Abs(v) < exactly
	}
	return nil, false
}

// fixed are traits that nobody changes: what the model is, and its parts.
func fixed(trait string) bool {
	return strings.HasPrefix(trait, "_model") || strings.HasPrefix(trait, "_view_m") || trait == "_view_name" ||
		trait == "layout" || trait == "style"
}

func (m *model) put(trait string, v any) error {
	m.mu.Lock()
	old, known := m.state[trait]
	fits, ok := m.fit(trait, v)
	m.mu.Unlock()
	switch {
	case !known || fixed(trait):
		return fmt.Errorf("widget.Put: no trait %q, want one of %s", trait, strings.Join(m.open(), ", "))
	case !ok:
		return fmt.Errorf("widget.Put: %s is a %T, want a %T", trait, v, old)
	}
	m.set(traits{trait: fits})
	return nil
}

// open are the traits that can be set.
func (m *model) open() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	names := slices.Sorted(maps.Keys(m.state))
	return slices.DeleteFunc(names, func(n string) bool { return fixed(n) || strings.HasPrefix(n, "_") })
}

// set changes traits from here, tells the front ends, and calls the watchers if the
// value is another.
func (m *model) set(changes traits) {
	m.mu.Lock()
	values := m.take(changes)
	kit := m.kit
	if kit != nil && !m.closed {
		kit.send(m.id, "update", m.wire(changes))
	}
	watchers := slices.Clone(m.watchers)
	m.mu.Unlock()
	if values {
		for _, w := range watchers {
			w.f()
		}
	}
}

// take enters changes, and reports whether the widget's value is among them.
func (m *model) take(changes traits) (value bool) {
	for t, v := range changes {
		if reflect.DeepEqual(m.state[t], v) {
			continue
		}
		m.state[t] = v
		value = value || t == "value" || t == "index"
	}
	return value
}

// wire are those of the traits that are named, as they are sent.
func (m *model) wire(named traits) map[string]any {
	out := make(map[string]any, len(named))
	for t := range named {
		out[t] = sent(m.state[t])
	}
	return out
}

func sent(v any) any {
	switch v := v.(type) {
	case *model:
		return "IPY_MODEL_" + v.id
	case []*model:
		ids := make([]string, len(v))
		for i, m := range v {
			ids[i] = "IPY_MODEL_" + m.id
		}
		return ids
	}
	return v
}

// parts are the models that the state refers to.
func (m *model) parts() []*model {
	m.mu.Lock()
	defer m.mu.Unlock()
	var out []*model
	for _, t := range slices.Sorted(maps.Keys(m.state)) {
		switch v := m.state[t].(type) {
		case *model:
			out = append(out, v)
		case []*model:
			out = append(out, v...)
		}
	}
	return out
}

func (m *model) arrange(property, value string) {
	l := m.get("layout").(*model)
	name := strings.ReplaceAll(property, "-", "_")
	l.mu.Lock()
	l.state[name] = value
	kit := l.kit
	l.mu.Unlock()
	if kit != nil {
		kit.send(l.id, "update", map[string]any{name: value})
	}
}

func (m *model) close() {
	m.mu.Lock()
	kit, was := m.kit, m.closed
	m.closed = true
	m.mu.Unlock()
	if kit != nil && !was {
		kit.closed(m)
	}
}

func (m *model) observe(f func()) { m.watch(new(byte), f) }

func (m *model) watch(key any, f func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.watchers = append(m.watchers, watcher{key, f})
}

// route sends the output of the model's functions to an area.
func (m *model) route(out *Area) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.into = out
}
