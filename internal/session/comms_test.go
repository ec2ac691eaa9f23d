package session

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"riffle/internal/proto"
	"riffle/internal/test/golden"
	"riffle/internal/test/leak"
)

// frontEnd records the messages to a front end with comms. The ids of models become their
// names: the model and a number.
type frontEnd struct {
	proto.Discard
	mu    sync.Mutex
	text  strings.Builder
	names map[string]string // by id
	ids   map[string]string // by name
	until string            // what is waited for
	seen  func()            // is called when that is said
}

func newFrontEnd() *frontEnd {
	return &frontEnd{names: map[string]string{}, ids: map[string]string{}}
}

func (f *frontEnd) write(format string, args ...any) {
	f.mu.Lock()
	defer f.mu.Unlock()
	line := fmt.Sprintf(format, args...)
	f.text.WriteString(line)
	leak.Note(line)
	if f.until != "" && strings.Contains(line, f.until) {
		f.until = ""
		f.seen()
	}
}

// Progress writes only whether a widget shows it.
func (f *frontEnd) Progress(p proto.Progress) { f.write("progress by a widget: %t\n", p.Model != "") }

// take returns the records since its last call. On a slow machine an output area is drawn
// before all is in it; only the whole counts.
func (f *frontEnd) take() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	defer f.text.Reset()
	var all strings.Builder
	lines := slices.Collect(strings.Lines(f.text.String()))
	for i, line := range lines {
		begun, update := strings.CutSuffix(line, "]}}\n")
		goesOn := i+1 < len(lines) && strings.HasPrefix(lines[i+1], begun+",")
		if !update || !goesOn || !strings.HasPrefix(line, "msg Output") {
			all.WriteString(line)
		}
	}
	return all.String()
}

func (f *frontEnd) Stream(name string, text []byte) {
	if name == "stdout" {
		name = ""
	}
	for line := range strings.Lines(string(text)) {
		f.write("%s| %s\n", name, strings.TrimSuffix(line, "\n"))
	}
}

func (f *frontEnd) Display(b proto.Bundle, update bool) { f.write("display %s\n", f.bundle(b)) }

func (f *frontEnd) bundle(b proto.Bundle) string {
	if v, ok := b.Data["application/vnd.jupyter.widget-view+json"]; ok {
		return fmt.Sprintf("%s = %s", f.json(v), strings.ReplaceAll(b.Text(), "\n", "; "))
	}
	return b.Text()
}

// Comm writes a message in a line; of an opening model only what it is, and its value.
func (f *frontEnd) Comm(c proto.Comm) {
	state, _ := c.Data["state"].(map[string]any)
	if c.Kind == "open" && c.Target == "jupyter.widget" {
		f.open(c.ID, state)
		return
	}
	f.write("%s %s %s%s\n", c.Kind, f.named(c.ID), c.Target, f.json(c.Data))
}

func (f *frontEnd) open(id string, state map[string]any) {
	model, _ := state["_model_name"].(string)
	f.mu.Lock()
	name := ""
	for n := 1; name == "" || f.ids[name] != ""; n++ {
		name = fmt.Sprint(strings.TrimSuffix(model, "Model"), n)
	}
	f.names[id], f.ids[name] = name, id
	f.mu.Unlock()
	if model == "LayoutModel" || strings.HasSuffix(model, "StyleModel") {
		return
	}
	shown := map[string]any{}
	for _, t := range []string{"description", "value", "min", "max", "index", "_options_labels", "children", "outputs"} {
		if v, ok := state[t]; ok {
			shown[t] = v
		}
	}
	f.write("open %s %s\n", name, f.json(shown))
}

func (f *frontEnd) named(id string) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	if n := f.names[id]; n != "" {
		return n
	}
	if strings.HasPrefix(id, "tab") {
		return id
	}
	return "ID"
}

func (f *frontEnd) json(v any) string {
	raw, err := json.Marshal(v)
	text := string(raw)
	if err != nil {
		text = err.Error()
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	for id, name := range f.names {
		text = strings.ReplaceAll(text, "IPY_MODEL_"+id, name)
		text = strings.ReplaceAll(text, id, name)
	}
	return strings.ReplaceAll(text, `"buffer_paths":[],`, "")
}

// send is a message of the front end's: "IntSlider3 update {…}" moves a model,
// "tab open TARGET {…}" opens a comm; others are msg and close.
func (f *frontEnd) send(s *Session, line string) (pending bool) {
	name, rest, _ := strings.Cut(line, " ")
	kind, data, _ := strings.Cut(rest, " ")
	id := f.ids[name]
	if id == "" {
		id = name
	}
	c := proto.Comm{Kind: kind, ID: id}
	switch kind {
	case "open":
		c.Target, data, _ = strings.Cut(data, " ")
	case "update", "custom":
		c.Kind = "msg"
		key := map[string]string{"update": "state", "custom": "content"}[kind]
		data = fmt.Sprintf(`{"method":%q,%q:%s}`, kind, key, data)
	}
	if data != "" {
		if err := json.Unmarshal([]byte(data), &c.Data); err != nil {
			panic(err)
		}
	}
	return s.Comm(c, f)
}

// TestWidgets replays testdata/widgets: cells, as in testdata/cells, and messages of a
// front end on lines that begin with "<<<"; several before a "---" come before the
// calls that they ask for.
func TestWidgets(t *testing.T) {
	golden.Each(t, "testdata/widgets/*.txt", func(t *testing.T, text string) string {
		s, f := newSession(t, Options{}), newFrontEnd()
		var out strings.Builder
		head, _, _ := strings.Cut(text, "\n>>> ")
		out.WriteString(head + "\n")
		n := 0
		for _, step := range steps(strings.TrimPrefix(text, head+"\n")) {
			out.WriteString(step + "\n---\n")
			if strings.HasPrefix(step, "<<<") {
				pending := false
				for line := range strings.Lines(step) {
					pending = f.send(s, strings.TrimSpace(strings.TrimPrefix(line, "<<< ")))
				}
				if pending {
					f.show(s.Run(context.Background(), proto.Cell{Callbacks: true}, f))
				}
			} else {
				n++
				f.show(s.Run(context.Background(), proto.Cell{Source: strings.TrimPrefix(step, ">>> "), N: n}, f))
			}
			out.WriteString(f.take())
		}
		return out.String()
	})
}

func (f *frontEnd) show(r proto.Result) {
	if r.Value != nil {
		f.write("= %s\n", f.bundle(*r.Value))
	}
	if r.Err != nil {
		f.write("%s\n", r.Err.Format())
	}
}

// steps are the cells and messages of a transcript.
func steps(text string) (out []string) {
	var step []string
	answer := false
	for line := range strings.SplitSeq(text, "\n") {
		begins := strings.HasPrefix(line, ">>> ") || strings.HasPrefix(line, "<<< ")
		switch {
		case line == "---":
			out, step, answer = append(out, strings.Join(step, "\n")), nil, true
		case begins || !answer && len(step) > 0:
			step, answer = append(step, line), false
		}
	}
	return out
}

// TestCallbackEnds: an endless function of a widget ends by an interrupt, the variables
// and the widget stay, and what waited behind it is dropped.
func TestCallbackEnds(t *testing.T) {
	for _, body := range []string{"for { x++ }", "select {}", "time.Sleep(time.Hour)", "n.Set(x); for { n.Set(x); x++ }"} {
		s, f := newSession(t, Options{}), newFrontEnd()
		run := func(c proto.Cell) proto.Result { return s.Run(t.Context(), c, f) }
		if r := run(proto.Cell{Source: "x := 1; n := widget.IntSlider(\"n\", 0, 10); once := true; n.Observe(func(int) { if once { once = false; fmt.Println(\"begun\"); " + body + " } }); n", N: 1}); r.Err != nil {
			t.Fatal(r.Err)
		}
		f.send(s, `IntSlider1 update {"value":5}`)
		ctx, cancel := context.WithCancel(t.Context())
		f.until, f.seen = "begun", cancel
		s.Run(ctx, proto.Cell{Callbacks: true}, f)
		if said := f.take(); body != "select {}" && !strings.Contains(said, "stderr| interrupted: a widget's function was stopped") {
			t.Errorf("%s: says %s", body, said)
		}
		if f.send(s, `IntSlider1 update {"value":7}`) {
			run(proto.Cell{Callbacks: true})
		}
		if r := run(proto.Cell{Source: "n.Value() == 7 && !once", N: 2}); r.Value.Text() != "true" {
			t.Errorf("%s: afterwards %v %v", body, r.Value, r.Err)
		}
	}
}

// TestBars: an experiment is a widget once a front end with widgets has been heard of.
func TestBars(t *testing.T) {
	s, f := newSession(t, Options{}), newFrontEnd()
	source := `trials.Run(1<<40, func(rng PRNG) bool { return true }, trials.Options{Label: "coins"}).Runs > 0`
	watch := func(until string) string {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		f.until, f.seen = until, cancel
		s.Run(ctx, proto.Cell{Source: source, N: 1}, f)
		return f.take()
	}
	if said := watch("progress by a widget: false"); strings.Contains(said, "open") {
		t.Errorf("without widgets: %s", said)
	}
	f.send(s, "tab open jupyter.widget.control {}")
	said := watch(`open HBox1 `)
	for _, want := range []string{"open FloatProgress1", "open Label1", `open HBox1 {"children":["FloatProgress1","Label1"]}`, "progress by a widget: true"} {
		if !strings.Contains(said, want) {
			t.Errorf("with widgets: no %s in %s", want, said)
		}
	}
	again := watch("progress by a widget: true")
	if both := said + again; strings.Contains(again, "open") || strings.Contains(both, "close") {
		t.Errorf("the next experiment doesn't use the widget of the last: %s", both)
	}
}

// TestMovedWhileRunning: a running cell sees a widget move, and the functions come
// after it, once.
func TestMovedWhileRunning(t *testing.T) {
	s, f := newSession(t, Options{}), newFrontEnd()
	cell := func(n int, source string) proto.Result {
		return s.Run(t.Context(), proto.Cell{Source: source, N: n}, f)
	}
	cell(1, `n := widget.IntSlider("n", 0, 1000); var seen []int; n.Observe(func(v int) { seen = append(seen, v) }); n`)
	done := make(chan proto.Result)
	go func() { done <- cell(2, "for n.Value() < 1000 { time.Sleep(time.Millisecond) }; len(seen)") }()
	for i := range 1000 {
		f.send(s, fmt.Sprintf(`IntSlider1 update {"value":%d}`, i+1))
	}
	if r := <-done; r.Value.Text() != "0" {
		t.Errorf("while the cell ran %s calls came", r.Value.Text())
	}
	s.Run(t.Context(), proto.Cell{Callbacks: true}, f)
	if r := cell(3, "seen"); r.Value.Text() != "[1000]" {
		t.Errorf("heard %s", r.Value.Text())
	}
	said := strings.Split(f.take(), "\n")
	if n := len(slices.DeleteFunc(said, func(l string) bool { return !strings.Contains(l, "echo_update") })); n != 1000 {
		t.Errorf("%d echoes, want 1000", n)
	}
}
