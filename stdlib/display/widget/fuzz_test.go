package widget

import (
	"encoding/json"
	"reflect"
	"testing"

	"riffle/stdlib/display/comm"
)

// FuzzReceive: whatever a front end says, a widget's traits keep their types and its
// value stays in its range.
func FuzzReceive(f *testing.F) {
	for _, data := range []string{
		`{"method":"update","state":{"value":3}}`,
		`{"method":"update","state":{"value":"3","max":-1}}`,
		`{"method":"update","state":{"min":1e300,"value":null}}`,
		`{"method":"update","state":{"index":99,"_options_labels":[1]}}`,
		`{"method":"update","state":{"children":["IPY_MODEL_x"],"layout":7}}`,
		`{"method":"update","state":7}`,
		`{"method":"custom","content":{"event":"click"}}`,
		`{"method":"custom","content":[]}`,
		`{"method":"request_states"}`,
		`{"method":{}}`,
		`{}`,
	} {
		for kind := range 3 {
			f.Add(uint8(kind), data)
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, data string) {
		var d map[string]any
		if json.Unmarshal([]byte(data), &d) != nil {
			return
		}
		p := newPage()
		p.hear(comm.Message{Kind: "open", ID: "tab", Target: controlName})
		n, x, c := IntSlider("n", 0, 10), FloatSlider("x", 0, 1), Dropdown("d", "a", "b")
		b := Button("b")
		b.OnClick(func() {})
		all := []Widget{n, x, c, Checkbox("c", true), Text("t", "x"), b, Output(), Play(0, 3)}
		p.kit.View(VBox(all...), nil)
		to := []string{"tab", "nothing"}
		types := map[string]reflect.Type{}
		for _, w := range all {
			m := w.inner()
			to = append(to, m.id)
			for trait, v := range m.state {
				types[m.id+trait] = reflect.TypeOf(v)
			}
		}
		kind := []string{"msg", "msg", "open", "close"}[which%4]
		said := p.hear(comm.Message{Kind: kind, ID: to[int(which/4)%len(to)], Data: d})
		for _, m := range said {
			if _, err := json.Marshal(m.Data); err != nil {
				t.Error(err)
			}
		}
		for _, w := range all {
			m := w.inner()
			for trait, v := range m.state {
				if was := types[m.id+trait]; was != nil && was != reflect.TypeOf(v) {
					t.Errorf("%s was a %v and is a %T", trait, was, v)
				}
			}
		}
		if i := c.Index(); i < 0 || i > 1 {
			t.Errorf("option %d is chosen", i)
		}
	})
}
