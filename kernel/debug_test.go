package kernel

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"riffle/internal/proto"
	"riffle/internal/test/toy"
)

// debugged is an engine whose session has a debugger and can be lost.
type debugged struct {
	Engine
	event func(json.RawMessage)
	lost  chan func() // has room for one
	seq   int
}

func (e *debugged) OnDebugEvent(f func(json.RawMessage)) { e.event = f }
func (e *debugged) OnLost(f func())                      { e.lost <- f }

// Debug answers a request after the events that its arguments name.
func (e *debugged) Debug(request json.RawMessage) json.RawMessage {
	var r struct {
		Command   string
		Arguments struct{ Events []string }
	}
	if json.Unmarshal(request, &r) != nil {
		return nil
	}
	for _, name := range r.Arguments.Events {
		e.seq++
		e.event(fmt.Appendf(nil, `{"seq":%d,"type":"event","event":%q,"body":{"threadId":7}}`, e.seq, name))
	}
	e.seq++
	return fmt.Appendf(nil, `{"seq":%d,"type":"response","command":%q,"success":true,"body":[]}`, e.seq, r.Command)
}

// Run loses the session, but for its number of messages.
func (e *debugged) Run(ctx context.Context, c proto.Cell, out proto.Output) proto.Result {
	lost := <-e.lost // which may be said later than the first cell comes
	e.lost <- lost
	lost()
	e.seq = 0
	return proto.Result{Status: proto.OK, N: c.N}
}

// TestLostDebugger: a front end hears that its debugger is gone with the session, by
// messages that go on from the debugger's own; not if it had left before.
func TestLostDebugger(t *testing.T) {
	fake := toy.New()
	e := &debugged{Engine: fake, lost: make(chan func(), 1)}
	c := serveStarter(t, fake, func(context.Context) (Engine, error) { return e, nil }).connect("client")
	for _, tt := range []struct {
		name     string
		requests []string
		want     []string
	}{
		{"never attached", nil, nil},
		{"attached", []string{`{"command":"attach","arguments":{"events":["initialized"]}}`}, []string{"3 terminated"}},
		{"stopped", []string{`{"command":"attach","arguments":{"events":["initialized","stopped"]}}`}, []string{"4 continued", "5 terminated"}},
		{"gone on", []string{`{"command":"attach","arguments":{"events":["initialized","stopped","continued"]}}`}, []string{"5 terminated"}},
		{"disconnected", []string{
			`{"command":"attach","arguments":{"events":["initialized","stopped"]}}`,
			`{"command":"disconnect"}`,
		}, nil},
		{"terminated", []string{
			`{"command":"attach","arguments":{"events":["initialized"]}}`,
			`{"command":"terminate"}`,
		}, nil},
	} {
		for _, r := range tt.requests {
			c.debugEvents("control", "debug_request", json.RawMessage(r))
		}
		got := c.debugEvents("shell", "execute_request", map[string]any{"code": "lose"})
		if fmt.Sprint(got) != fmt.Sprint(tt.want) {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// debugEvents sends a request and returns the numbers and names of the events that come
// until it is done. They have no parent.
func (c *client) debugEvents(socket, typ string, content any) (events []string) {
	c.t.Helper()
	id := c.send(socket, typ, content)
	for {
		m := c.next("iopub")
		switch {
		case m.Header.Type == "debug_event":
			events = append(events, fmt.Sprint(field(m, "seq"), " ", field(m, "event")))
		case m.ParentID() == id && state(m) == "idle":
			c.next(socket)
			return events
		}
	}
}
