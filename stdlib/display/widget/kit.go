package widget

import (
	"maps"
	"slices"
	"sync"

	"riffle/stdlib/display/comm"
)

// Host is what a session does for its widgets.
type Host interface {
	// Draw makes the representations of a value, by MIME type.
	Draw(value any) (data, metadata map[string]any)
	// Into calls f; its output, and how it fails, go to the area.
	Into(a *Area, f func())
}

// Kit holds the widgets of one session that the front ends know. A session makes one
// with NewKit and shows widgets as the bundles that View makes.
type Kit struct {
	hub  *comm.Hub
	out  func(comm.Message)
	host Host

	mu     sync.Mutex
	models map[string]*model
	order  []string // of models, the oldest first
	heard  bool     // from a front end's widgets
	tabs   map[string]bool
}

const (
	targetName     = "jupyter.widget"
	controlName    = "jupyter.widget.control"
	protocol       = "2.1.0"
	controlVersion = "1.0.0"
	// ViewMIME is the MIME type of a widget on a page.
	ViewMIME = "application/vnd.jupyter.widget-view+json"
	// maxModels bounds the models that are open; the oldest go.
	maxModels = 20_000
)

// NewKit serves widgets over a hub, and sends with out.
func NewKit(hub *comm.Hub, out func(comm.Message), host Host) *Kit {
	k := &Kit{hub: hub, out: out, host: host, models: map[string]*model{}, tabs: map[string]bool{}}
	hub.Serve(k)
	return k
}

// Heard reports whether a front end with widgets has been in touch.
func (k *Kit) Heard() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.heard
}

// View tells the front ends of a widget and makes the bundle that shows it. The output
// of its functions belongs to where.
func (k *Kit) View(w Widget, where any) map[string]any {
	k.open(w.inner(), where)
	begin(w)
	return map[string]any{
		ViewMIME:     map[string]any{"version_major": 2, "version_minor": 0, "model_id": w.inner().id},
		"text/plain": w.String(),
		"text/html":  w.static(),
	}
}

// open tells the front ends of a model, after its parts.
func (k *Kit) open(m *model, where any) {
	m.mu.Lock()
	m.where = where
	known := m.kit != nil || m.closed
	m.mu.Unlock()
	for _, p := range m.parts() {
		k.open(p, where)
	}
	if known {
		return
	}
	k.enter(m)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.kit = k
	k.out(comm.Message{
		Kind: "open", ID: m.id, Target: targetName,
		Data:     map[string]any{"state": m.wire(m.state), "buffer_paths": []any{}},
		Metadata: map[string]any{"version": protocol},
	})
}

func (k *Kit) enter(m *model) {
	k.mu.Lock()
	k.models[m.id] = m
	k.order = append(k.order, m.id)
	var oldest *model
	for len(k.models) > maxModels && oldest == nil {
		oldest = k.models[k.order[0]]
		k.order = k.order[1:]
	}
	k.mu.Unlock()
	if oldest != nil {
		oldest.close()
	}
}

// send sends a model's message from here.
func (k *Kit) send(id, method string, state map[string]any) {
	k.out(message(id, method, state))
}

func message(id, method string, state map[string]any) comm.Message {
	return comm.Message{
		Kind: "msg", ID: id,
		Data:     map[string]any{"method": method, "state": state, "buffer_paths": []any{}},
		Metadata: map[string]any{"version": protocol},
	}
}

func (k *Kit) closed(m *model) {
	k.drop(m.id)
	k.out(comm.Message{Kind: "close", ID: m.id})
	for _, p := range m.parts() {
		p.close()
	}
}

func (k *Kit) drop(id string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.models, id)
}

func (k *Kit) find(id string) *model {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.models[id]
}

// Reset closes all widgets.
func (k *Kit) Reset() {
	k.mu.Lock()
	models, order := maps.Clone(k.models), k.order
	k.order = nil
	k.mu.Unlock()
	for _, id := range slices.Backward(order) {
		if m := models[id]; m != nil {
			m.close()
		}
	}
}

// Receive answers what front ends say to widgets.
func (k *Kit) Receive(m comm.Message, reply func(comm.Message)) bool {
	w := k.find(m.ID)
	switch {
	case m.Kind == "open" && m.Target == controlName:
		k.mu.Lock()
		k.heard, k.tabs[m.ID] = true, true
		k.mu.Unlock()
	case k.tab(m.ID) && m.Kind == "close":
		k.mu.Lock()
		delete(k.tabs, m.ID)
		k.mu.Unlock()
	case k.tab(m.ID):
		if m.Data["method"] == "request_states" {
			reply(k.states(m.ID))
		}
	case w == nil:
		return false
	case m.Kind == "close":
		k.drop(m.ID)
		w.mu.Lock()
		w.closed = true
		w.mu.Unlock()
	case m.Kind == "msg":
		k.mu.Lock()
		k.heard = true
		k.mu.Unlock()
		k.hear(w, m, reply)
	}
	return true
}

func (k *Kit) tab(id string) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.tabs[id]
}

// states is all that a front end needs which has just come.
func (k *Kit) states(id string) comm.Message {
	k.mu.Lock()
	models := slices.Collect(maps.Values(k.models))
	k.mu.Unlock()
	all := map[string]any{}
	for _, m := range models {
		m.mu.Lock()
		all[m.id] = map[string]any{
			"model_name": m.state["_model_name"], "model_module": m.state["_model_module"],
			"model_module_version": m.state["_model_module_version"], "state": m.wire(m.state),
		}
		m.mu.Unlock()
	}
	return comm.Message{
		Kind: "msg", ID: id,
		Data:     map[string]any{"method": "update_states", "states": all, "buffer_paths": []any{}},
		Metadata: map[string]any{"version": controlVersion},
	}
}

// hear takes a front end's message to a widget.
func (k *Kit) hear(m *model, in comm.Message, reply func(comm.Message)) {
	switch in.Data["method"] {
	case "request_state":
		m.mu.Lock()
		defer m.mu.Unlock()
		reply(message(m.id, "update", m.wire(m.state)))
	case "update", "backbone": // backbone is its name in older front ends
		if state, ok := in.Data["state"].(map[string]any); ok {
			k.move(m, state, reply)
		}
	case "custom":
		content, _ := in.Data["content"].(map[string]any)
		if e := content["event"]; e == "click" || e == "submit" {
			k.click(m)
		}
	}
}

// move changes what the front end has changed, and tells all front ends the values
// that hold now: the echo of protocol 2.1. What isn't a trait, or of another type, is
// refused by that.
func (k *Kit) move(m *model, state map[string]any, reply func(comm.Message)) {
	m.mu.Lock()
	changes, echo := traits{}, traits{}
	for t, v := range state {
		if _, known := m.state[t]; !known {
			continue
		}
		echo[t] = nil
		if fits, ok := m.fit(t, v); ok && !fixed(t) {
			changes[t] = fits
		}
	}
	value := m.take(changes)
	if len(echo) > 0 {
		reply(message(m.id, "echo_update", m.wire(echo)))
	}
	var calls []comm.Call
	if value {
		for _, w := range m.watchers {
			calls = append(calls, m.call(w.key, w.f))
		}
	}
	m.mu.Unlock()
	for _, c := range calls {
		k.hub.Enqueue(c)
	}
}

func (k *Kit) click(m *model) {
	m.mu.Lock()
	var calls []comm.Call
	for _, f := range m.clicked {
		calls = append(calls, m.call(nil, f))
	}
	m.mu.Unlock()
	for _, c := range calls {
		k.hub.Enqueue(c)
	}
}

// call is a call of a function of the user's, with its output where it is wanted.
// m.mu is held.
func (m *model) call(key any, f func()) comm.Call {
	c := comm.Call{Key: key, Where: m.where, Run: f}
	if into, kit := m.into, m.kit; into != nil {
		c.Run = func() { kit.host.Into(into, f) }
	}
	return c
}
