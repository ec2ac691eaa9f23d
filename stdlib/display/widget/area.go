package widget

import (
	"fmt"
	"html"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"
)

// Area is a part of the page that output goes to. Output makes one.
type Area struct {
	common

	mu       sync.Mutex
	shown    []entry
	clearing bool // with the next output
	pending  *time.Timer
}

// entry is one output as a notebook stores it, and the id by which it is updated.
type entry struct {
	fields map[string]any
	id     string
}

// Output is an area that output goes to: that of Do, and of the controls that are told
// so by In.
func Output() *Area {
	return &Area{common: common{shown(outputModule, "Output", traits{"msg_id": "", "outputs": []any{}})}}
}

// Do calls f, whose output goes to the area, and so does a panic.
func (a *Area) Do(f func()) {
	a.m.mu.Lock()
	kit := a.m.kit
	a.m.mu.Unlock()
	if kit == nil {
		f()
		return
	}
	kit.host.Into(a, f)
}

// Clear empties the area, with wait only when the next output comes, so that nothing
// flickers.
func (a *Area) Clear(wait bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if wait {
		a.clearing = true
		return
	}
	a.shown, a.clearing = nil, false
	a.later()
}

// The bounds of what an area holds, which is sent whole each time.
const (
	maxText    = 256 << 10 // of the streams, in bytes
	maxEntries = 200
)

// Write appends text to the area's "stdout" or "stderr".
func (a *Area) Write(stream, text string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.begin()
	if n := len(a.shown); n > 0 && a.shown[n-1].fields["name"] == stream {
		last := a.shown[n-1].fields
		text = last["text"].(string) + text
		a.shown = a.shown[:n-1]
	}
	if over := len(text) - maxText; over > 0 {
		cut := over + strings.IndexByte(text[over:]+"\n", '\n') + 1
		text = "(earlier output is left out)\n" + text[min(cut, len(text)):]
	}
	a.add(entry{fields: map[string]any{"output_type": "stream", "name": stream, "text": text}})
}

// Show appends a value's representations, or replaces those with the same id.
func (a *Area) Show(data, metadata map[string]any, id string, update bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if metadata == nil {
		metadata = map[string]any{}
	}
	fields := map[string]any{"output_type": "display_data", "data": data, "metadata": metadata}
	if update {
		for i, e := range a.shown {
			if id != "" && e.id == id {
				a.shown[i].fields = fields
			}
		}
		a.later()
		return
	}
	a.begin()
	a.add(entry{fields, id})
}

// Fail appends an error.
func (a *Area) Fail(name, message, trace string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.begin()
	a.add(entry{fields: map[string]any{
		"output_type": "error", "ename": name, "evalue": message, "traceback": strings.Split(trace, "\n"),
	}})
}

// begin makes room for output if the area is to be cleared first.
func (a *Area) begin() {
	if a.clearing {
		a.shown, a.clearing = nil, false
	}
}

func (a *Area) add(e entry) {
	a.shown = append(a.shown, e)
	if over := len(a.shown) - maxEntries; over > 0 {
		a.shown = slices.Delete(a.shown, 0, over)
	}
	a.later()
}

// settling is how long output is collected before it is sent: an area that is drawn
// anew at each piece would flicker.
const settling = 50 * time.Millisecond

func (a *Area) later() {
	if a.pending == nil {
		a.pending = time.AfterFunc(settling, a.Flush)
	}
}

// Flush sends what is new.
func (a *Area) Flush() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.pending == nil {
		return
	}
	a.pending.Stop()
	a.pending = nil
	outputs := make([]any, len(a.shown))
	for i, e := range a.shown {
		outputs[i] = maps.Clone(e.fields)
	}
	a.m.set(traits{"outputs": outputs})
}

// Settle ends a call that wrote to the area: what it shows then is all.
func (a *Area) Settle() {
	a.mu.Lock()
	if a.clearing {
		a.begin()
		a.later()
	}
	a.mu.Unlock()
	a.Flush()
}

// String is the area's text.
func (a *Area) String() string {
	var b strings.Builder
	for _, e := range a.entries() {
		text := e.text()
		b.WriteString(text)
		if text != "" && !strings.HasSuffix(text, "\n") {
			b.WriteByte('\n')
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func (a *Area) entries() []entry {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.Clone(a.shown)
}

func (e entry) text() string {
	switch e.fields["output_type"] {
	case "stream":
		return e.fields["text"].(string)
	case "error":
		return strings.Join(e.fields["traceback"].([]string), "\n")
	}
	text, _ := e.fields["data"].(map[string]any)["text/plain"].(string)
	return text
}

func (a *Area) static() string {
	var b strings.Builder
	for _, e := range a.entries() {
		if data, ok := e.fields["data"].(map[string]any); ok {
			if h, ok := data["text/html"].(string); ok {
				b.WriteString(h)
				continue
			}
			if png, ok := data["image/png"].(string); ok {
				fmt.Fprintf(&b, `<img src="data:image/png;base64,%s">`, html.EscapeString(png))
				continue
			}
			if svg, ok := data["image/svg+xml"].(string); ok {
				b.WriteString(svg)
				continue
			}
		}
		b.WriteString("<pre>" + html.EscapeString(e.text()) + "</pre>")
	}
	return b.String()
}
