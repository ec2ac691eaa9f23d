package debugger

import (
	"encoding/json"
	"errors"
	"go/token"
	"reflect"
	"testing"

	"riffle/internal/rt"
)

// idle is a session in which nothing runs.
type idle struct{}

func (idle) Place(token.Pos) (string, int, bool)        { return "", 0, false }
func (idle) Lines(string) ([]int, error)                { return []int{1, 3}, nil }
func (idle) Eval(string, []Variable) (any, bool, error) { return nil, false, errors.New("none") }
func (idle) Value(any, any) reflect.Value               { return reflect.Value{} }
func (idle) TypeText(reflect.Type) string               { return "" }
func (idle) Globals() (own, all []Variable)             { return nil, nil }
func (idle) Show(any) (data, metadata map[string]any)   { return nil, nil }
func (idle) Text(any) string                            { return "" }
func (idle) List(any) string                            { return "" }
func (idle) Print(string)                               {}
func (idle) Changed()                                   {}

// FuzzHandle: every request is answered, by a response to it.
func FuzzHandle(f *testing.F) {
	for command := range handlers {
		f.Add(command, `{}`)
	}
	f.Add("setBreakpoints", `{"source": {"path": "x"}, "breakpoints": [{"line": -1}, {"line": 2}]}`)
	f.Add("variables", `{"variablesReference": 1, "start": -1, "count": -1}`)
	f.Add("dumpCell", `[1]`)
	f.Add("nonsense", ``)
	f.Fuzz(func(t *testing.T, command, arguments string) {
		d := New(idle{}, func() *rt.Runtime { return nil }, func(json.RawMessage) {})
		d.Handle(json.RawMessage(`{"command": "attach"}`))
		name, _ := json.Marshal(command)
		reply := d.Handle(json.RawMessage(`{"seq": 7, "type": "request", "command": ` + string(name) + `, "arguments": ` + arguments + `}`))
		var r struct {
			Type string
		}
		if err := json.Unmarshal(reply, &r); err != nil || r.Type != "response" {
			t.Errorf("%s: %v", reply, err)
		}
	})
}
