package widget

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"reflect"
	"strings"
	"testing"

	"riffle/stdlib/display/comm"
)

// all is one of each kind of widget, by its name in ipywidgets.
var all = map[string]func() Widget{
	"IntSlider":     func() Widget { return IntSlider("n", 0, 100) },
	"FloatSlider":   func() Widget { return FloatSlider("p", 0, 100) },
	"Play":          func() Widget { return Play(0, 100) },
	"Dropdown":      func() Widget { return Dropdown("d", "a", "b") },
	"Checkbox":      func() Widget { return Checkbox("c", false) },
	"Button":        func() Widget { return Button("b") },
	"Text":          func() Widget { return Text("t", "") },
	"IntProgress":   func() Widget { return IntProgress("i", 100) },
	"FloatProgress": func() Widget { return FloatProgress("f", 100) },
	"Output":        func() Widget { return Output() },
	"HBox":          func() Widget { return HBox() },
	"VBox":          func() Widget { return VBox() },
	"HTML":          func() Widget { return HTML("<b>") },
	"Label":         func() Widget { return Label("l") },
}

// TestStates compares the state of each model with that of ipywidgets' own, which
// testdata/states.py printed: every trait must be one of its, of the same type, and
// what says which model it is must be the same.
func TestStates(t *testing.T) {
	raw, err := os.ReadFile("testdata/states.json")
	if err != nil {
		t.Fatal(err)
	}
	var theirs map[string]map[string]any
	if err := json.Unmarshal(raw, &theirs); err != nil {
		t.Fatal(err)
	}
	for name := range theirs {
		if all[name] == nil {
			t.Errorf("no %s here", name)
		}
	}
	for name, make := range all {
		compare(t, name, make().inner(), theirs[name])
	}
}

func compare(t *testing.T, name string, m *model, theirs map[string]any) {
	t.Helper()
	for trait, v := range m.state {
		their, known := theirs[trait]
		if !known {
			t.Errorf("%s has no trait %s", name, trait)
			continue
		}
		if part, ok := v.(*model); ok {
			compare(t, name+"."+trait, part, their.(map[string]any))
			continue
		}
		raw, _ := json.Marshal(sent(v))
		var mine any
		json.Unmarshal(raw, &mine)
		names := strings.HasPrefix(trait, "_") && trait != "_options_labels"
		if names && !reflect.DeepEqual(mine, their) || their != nil && reflect.TypeOf(mine) != reflect.TypeOf(their) {
			t.Errorf("%s.%s is %v, want one like %v", name, trait, mine, their)
		}
	}
	for trait := range theirs {
		if strings.HasPrefix(trait, "_") && m.state[trait] == nil && theirs[trait] != nil {
			t.Errorf("%s lacks the trait %s", name, trait)
		}
	}
}

// page is a front end that keeps what it is told.
type page struct {
	said []comm.Message
	kit  *Kit
	hub  *comm.Hub
}

func newPage() *page {
	p := &page{}
	send := func(m comm.Message) { p.said = append(p.said, m) }
	p.hub = comm.NewHub(send)
	p.kit = NewKit(p.hub, send, p)
	return p
}

func (p *page) Draw(v any) (data, metadata map[string]any) {
	return map[string]any{"text/plain": fmt.Sprint(v)}, nil
}

func (p *page) Into(a *Area, f func()) { f(); a.Settle() }

// hear sends a message as the page does, makes the calls that follow, and returns what
// is said meanwhile.
func (p *page) hear(m comm.Message) []comm.Message {
	p.said = nil
	p.hub.Receive(m, p.hub.Send)
	for {
		c, ok := p.hub.Take()
		if !ok {
			return p.said
		}
		c.Run()
	}
}

func (p *page) update(w Widget, trait string, v any) []comm.Message {
	return p.hear(comm.Message{Kind: "msg", ID: w.inner().id, Data: map[string]any{"method": "update", "state": map[string]any{trait: v}}})
}

// TestValues: what a front end says a value is, and what it is then.
func TestValues(t *testing.T) {
	for _, tt := range []struct {
		kind, trait string
		said, want  any
	}{
		{"IntSlider", "value", 7.0, 7},
		{"IntSlider", "value", 101.0, 100},
		{"IntSlider", "value", -1.0, 0},
		{"IntSlider", "value", 1.5, 50},
		{"IntSlider", "value", 1e300, 50},
		{"IntSlider", "value", "7", 50},
		{"IntSlider", "value", nil, 50},
		{"IntSlider", "value", []any{7.0}, 50},
		{"IntSlider", "value", true, 50},
		{"FloatSlider", "value", 0.25, 0.25},
		{"FloatSlider", "value", 1e9, 100.0},
		{"FloatSlider", "value", math.NaN(), 50.0},
		{"FloatSlider", "value", math.Inf(1), 50.0},
		{"FloatSlider", "value", "NaN", 50.0},
		{"Play", "playing", true, true},
		{"Play", "playing", 1.0, false},
		{"Dropdown", "index", 1.0, 1},
		{"Dropdown", "index", 7.0, 1},
		{"Dropdown", "index", -1.0, 0},
		{"Dropdown", "index", nil, 0},
		{"Dropdown", "_options_labels", []any{"x"}, []string{"a", "b"}},
		{"Checkbox", "value", true, true},
		{"Checkbox", "value", "true", false},
		{"Text", "value", "<script>", "<script>"},
		{"Text", "value", 3.0, ""},
		{"VBox", "children", []any{}, []*model{}},
		{"Text", "_model_name", "X", "TextModel"},
		{"Text", "nothing", "X", nil},
	} {
		p, w := newPage(), all[tt.kind]()
		switch w := w.(type) {
		case *Int:
			w.Set(50)
		case *Float:
			w.Set(50)
		}
		p.kit.View(w, nil)
		said := p.update(w, tt.trait, tt.said)
		if got := w.inner().state[tt.trait]; !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s.%s = %v: it is %v, want %v", tt.kind, tt.trait, tt.said, got, tt.want)
		}
		if tt.want == nil {
			continue
		}
		echo := map[string]any{"method": "echo_update", "state": map[string]any{tt.trait: sent(tt.want)}, "buffer_paths": []any{}}
		if len(said) != 1 || !reflect.DeepEqual(said[0].Data, echo) {
			t.Errorf("%s.%s = %v: the front end hears %v, want %v", tt.kind, tt.trait, tt.said, said, echo)
		}
	}
}

func TestObserve(t *testing.T) {
	p := newPage()
	n, on, text, which, b := IntSlider("n", 0, 10), Checkbox("on", false), Text("t", ""), Dropdown("d", "a", "b"), Button("b")
	var got []string
	note := func(v any) { got = append(got, fmt.Sprint(v)) }
	n.Observe(func(v int) { note(v) })
	on.Observe(func(v bool) { note(v) })
	text.Observe(func(v string) { note(v) })
	text.OnSubmit(func(v string) { note("submitted " + v) })
	which.Observe(func(v string) { note(v) })
	b.OnClick(func() { note("click") })
	p.kit.View(HBox(n, on, text, which, b), nil)
	p.update(n, "value", 3.0)
	p.update(n, "value", 3.0) // not new
	p.update(n, "max", 5.0)   // not a value
	n.Set(4)
	n.Set(99)
	p.update(on, "value", true)
	p.update(text, "value", "x")
	p.update(which, "index", 1.0)
	for _, w := range []Widget{b, text} {
		event := map[Widget]string{b: "click", text: "submit"}[w]
		p.hear(comm.Message{Kind: "msg", ID: w.inner().id, Data: map[string]any{"method": "custom", "content": map[string]any{"event": event}}})
	}
	want := "[3 4 5 true x b click submitted x]"
	if fmt.Sprint(got) != want {
		t.Errorf("heard %v, want %s", got, want)
	}
}

// TestCoalesce: however often a slider is moved before its functions' turn, they are
// called once; clicks count.
func TestCoalesce(t *testing.T) {
	p := newPage()
	n, b := IntSlider("n", 0, 5000), Button("b")
	var values []int
	clicks := 0
	n.Observe(func(v int) { values = append(values, v) })
	b.OnClick(func() { clicks++ })
	p.kit.View(VBox(n, b), nil)
	for i := range 3000 {
		for w, data := range map[Widget]map[string]any{
			n: {"method": "update", "state": map[string]any{"value": float64(i)}},
			b: {"method": "custom", "content": map[string]any{"event": "click"}},
		} {
			p.hub.Receive(comm.Message{Kind: "msg", ID: w.inner().id, Data: data}, func(comm.Message) {})
		}
	}
	if got := p.hub.Pending(); got > comm.MaxCalls {
		t.Errorf("%d calls wait", got)
	}
	for c, ok := p.hub.Take(); ok; c, ok = p.hub.Take() {
		c.Run()
	}
	if fmt.Sprint(values) != "[2999]" || clicks != comm.MaxCalls-1 || p.hub.Dropped() != 3000-clicks {
		t.Errorf("values %v, %d clicks", values, clicks)
	}
}

func TestClose(t *testing.T) {
	p := newPage()
	n := IntSlider("n", 0, 10)
	p.kit.View(n, nil)
	p.said = nil
	n.Close()
	n.Close()
	n.Set(3)
	var kinds []string
	for _, m := range p.said {
		kinds = append(kinds, m.Kind)
	}
	if fmt.Sprint(kinds) != "[close close close]" || n.Value() != 3 {
		t.Errorf("a closed slider says %v and is %d", kinds, n.Value())
	}
	if said := p.update(n, "value", 1.0); len(said) != 1 || said[0].Kind != "close" {
		t.Errorf("a message to a closed widget is answered by %v", said)
	}
	p.kit.View(n, nil)
	if len(p.said) > 1 {
		t.Errorf("a closed widget opens again: %v", p.said)
	}
}

// TestPages: a page that comes later gets all states, and only it.
func TestPages(t *testing.T) {
	p := newPage()
	p.kit.View(IntSlider("n", 0, 10), nil)
	if p.kit.Heard() {
		t.Error("heard of a front end too early")
	}
	p.hear(comm.Message{Kind: "open", ID: "tab", Target: "jupyter.widget.control"})
	said := p.hear(comm.Message{Kind: "msg", ID: "tab", Data: map[string]any{"method": "request_states"}})
	if len(said) != 1 || said[0].ID != "tab" || len(said[0].Data["states"].(map[string]any)) != 3 || !p.kit.Heard() {
		t.Errorf("got %v", said)
	}
	if _, err := json.Marshal(said[0].Data); err != nil {
		t.Error(err)
	}
	p.hub.Reset()
	if len(p.kit.models) > 0 {
		t.Error("models are left")
	}
}

func TestBadArguments(t *testing.T) {
	square := func(n int) int { return n * n }
	for _, tt := range []struct {
		call func()
		want string
	}{
		{func() { IntSlider("n", 5, 3) }, "widget.IntSlider: min = 5 is greater than max = 3"},
		{func() { FloatSlider("n", 0, math.NaN()) }, "widget.FloatSlider: min = 0, max = NaN, want two finite numbers in order"},
		{func() { FloatSlider("n", 0, math.Inf(1)) }, "widget.FloatSlider: min = 0, max = +Inf, want two finite numbers in order"},
		{func() { FloatSlider("n", 0, 1).Set(math.NaN()) }, "Float.Set: v is NaN, want a number"},
		{func() { Dropdown("d", "a", "b").Set("c") }, `Choice.Set: no option "c", want one of a, b`},
		{func() { HBox(nil) }, "widget.HBox: child 1 is nil"},
		{func() { Range(2, 1) }, "widget.Range: min = 2, max = 1, step = 0, want min up to max and a step of 0 or more"},
		{func() { Interact(3) }, "Interact: f is a int, want a function"},
		{func() { Interact(nil) }, "Interact: f is a <nil>, want a function"},
		{func() { Interact(square, 1, 2) }, "Interact: 2 controls for a function of 1 parameters"},
		{func() { InteractNamed("n", square, "x") }, "Interact: parameter 1 (n): a control that begins at a string doesn't fit a int"},
		{func() { InteractNamed("n", square, []string{"x"}) }, "Interact: parameter 1 (n): a string to choose from doesn't fit a int"},
		{func() { InteractNamed("n", square, []int{}) }, "Interact: parameter 1 (n): there is nothing to choose from"},
		{func() { InteractNamed("n", square, Range(0.2, 0.4)) }, "Interact: parameter 1 (n): the range 0.2 to 0.4 has no int"},
		{func() { InteractNamed("n", square, Button("b")) }, "Interact: parameter 1 (n): this widget has no value of type int"},
		{func() { InteractNamed("n", func(uint8) {}, Range(0, 256)) }, "Interact: parameter 1 (n): the range 0 to 256 has no uint8"},
		{func() { InteractNamed("c", func(chan int) {}) }, "Interact: parameter 1 (c): a chan int has no control of its own; give a slice of values to choose from, or a map from names to values"},
	} {
		func() {
			defer func() {
				if got := fmt.Sprint(recover()); got != tt.want {
					t.Errorf("panic %q, want %q", got, tt.want)
				}
			}()
			tt.call()
		}()
	}
}

func TestInteract(t *testing.T) {
	type suit string
	p := newPage()
	f := func(n uint8, x float32, on bool, s suit, pick int, g func() string) string {
		return fmt.Sprintf("%v %v %v %v %v %v", n, x, on, s, pick, g())
	}
	funcs := map[string]func() string{"b": func() string { return "B" }, "a": func() string { return "A" }}
	own := IntSlider("own", 3, 9)
	i := InteractNamed("n x on s pick g", f, Range(2, 10, 3), nil, true, suit("clubs"), own, funcs)
	p.kit.View(i, nil)
	check := func(want string) {
		t.Helper()
		if got := i.Out().String(); got != want {
			t.Errorf("shows %q, want %q", got, want)
		}
	}
	check("5 0.5 true clubs 3 A")
	said := p.update(i.Controls()[0], "value", 8.0)
	check("8 0.5 true clubs 3 A")
	if len(said) != 2 { // the echo and the new outputs
		t.Errorf("a move says %v", said)
	}
	own.Set(4)
	check("8 0.5 true clubs 4 A")
	p.update(i.Controls()[5], "index", 1.0)
	check("8 0.5 true clubs 4 B")
	if got := i.Controls()[1].String(); got != "x: 0.5" {
		t.Errorf("the second control is %q", got)
	}
}

// TestArea: an area is bounded and sent in one piece.
func TestArea(t *testing.T) {
	p := newPage()
	out := Output()
	p.kit.View(out, nil)
	p.said = nil
	for i := range 1000 {
		out.Show(map[string]any{"text/plain": fmt.Sprint(i)}, nil, "", false)
	}
	for range 100 {
		out.Write("stdout", strings.Repeat("x", 10_000)+"\n")
	}
	out.Fail("panic", "boom", "panic: boom")
	out.Flush()
	last := p.said[len(p.said)-1]
	outputs := last.Data["state"].(map[string]any)["outputs"].([]any)
	if n := len(outputs); n > maxEntries {
		t.Errorf("%d outputs", n)
	}
	if n := len(out.String()); n > maxText+10_000 {
		t.Errorf("%d bytes of text", n)
	}
	out.Clear(true)
	out.Write("stderr", "new")
	out.Settle()
	if got := out.String(); got != "new" {
		t.Errorf("after a clear it shows %.100q", got)
	}
	out.Show(map[string]any{"text/plain": "1"}, nil, "id", false)
	out.Show(map[string]any{"text/plain": "2"}, nil, "id", true)
	if got := out.String(); got != "new\n2" {
		t.Errorf("after an update it shows %q", got)
	}
	out.Clear(true)
	out.Settle()
	if got := out.String(); got != "" {
		t.Errorf("a call without output leaves %q", got)
	}
}

// TestStatic: what is shown where nothing moves is escaped.
func TestStatic(t *testing.T) {
	out := Output()
	out.Write("stdout", "<script>1")
	got := VBox(Text("<script>2", "<script>3"), Dropdown("<script>4", "<script>5"), Label("<script>6"), Button("<script>7"), out).static()
	if strings.Contains(got, "<script>") {
		t.Error(got)
	}
}
