package kernel

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"riffle/internal/proto"
)

// Send makes the fake a Pipeline, of five cells: one that is sent begins when the one
// before it lets it.
func (e *fakeEngine) Send(cells ...proto.Cell) (taken []proto.Sent) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, c := range cells {
		if len(e.line) == 5 {
			break
		}
		s := &fakeSent{e: e, cell: c, opened: make(chan struct{}), ended: make(chan struct{})}
		s.ctx, s.cancel = context.WithCancel(context.Background())
		if n := len(e.line); n > 0 {
			s.before = e.line[n-1]
		}
		e.line, taken = append(e.line, s), append(taken, s)
		e.pending.Go(s.serve)
	}
	return taken
}

// fakeSent is a cell on a goroutine of its own.
type fakeSent struct {
	e      *fakeEngine
	cell   proto.Cell
	before *fakeSent // nil for the first of a line
	ctx    context.Context
	cancel context.CancelFunc
	opened chan struct{}
	out    proto.Output // when it is opened
	ended  chan struct{}
	ran    bool // the others when it is ended
	result proto.Result
}

func (s *fakeSent) serve() {
	defer close(s.ended)
	if s.before != nil {
		if <-s.before.ended; !s.before.result.Next {
			return
		}
	}
	s.result, s.ran = s.e.Run(s.ctx, s.cell, gated{s}), true
	s.result.Next = s.result.Status == proto.OK
}

func (s *fakeSent) Run(ctx context.Context, out proto.Output) proto.Result {
	s.out = out
	close(s.opened)
	defer context.AfterFunc(ctx, s.cancel)()
	<-s.ended
	s.e.mu.Lock()
	if len(s.e.line) > 0 && s.e.line[0] == s {
		s.e.line = s.e.line[1:]
	}
	if !s.result.Next {
		s.e.line = nil
	}
	s.e.mu.Unlock()
	if !s.ran {
		return s.e.Run(ctx, s.cell, out)
	}
	return s.result
}

// gated is the Output of a cell that may not be run yet.
type gated struct{ s *fakeSent }

func (g gated) wait() proto.Output {
	select {
	case <-g.s.opened:
		return g.s.out
	case <-g.s.e.closed:
		return proto.Discard{}
	}
}

func (g gated) Stream(name string, text []byte)     { g.wait().Stream(name, text) }
func (g gated) Display(b proto.Bundle, update bool) { g.wait().Display(b, update) }
func (g gated) Clear(wait bool)                     { g.wait().Clear(wait) }
func (g gated) Comm(c proto.Comm)                   { g.wait().Comm(c) }
func (g gated) Progress(p proto.Progress)           { g.wait().Progress(p) }
func (g gated) Input(prompt string, password bool) (string, error) {
	return g.wait().Input(prompt, password)
}

// plainEngine is the fake without Send.
type plainEngine struct{ Engine }

// A crowd of requests that comes while a cell runs is answered alike, message for
// message, whether or not the engine takes cells before their turn.
func TestCrowd(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	cells := []string{"1+1", "1+1", "print x", "print x\n1+1", "display d", "", "print?", "nonsense", "fail y"}
	for range 10 {
		var crowd []crowded
		for range 40 {
			one := crowded{typ: "execute_request", content: map[string]any{"code": cells[r.IntN(len(cells))]}}
			switch r.IntN(8) {
			case 0:
				one = crowded{"kernel_info_request", map[string]any{}}
			case 1:
				one.content["silent"] = true
			case 2:
				one.content["store_history"] = false
			case 3:
				one.content["user_expressions"] = map[string]string{"a": "1+1"}
			}
			one.content["stop_on_error"] = r.IntN(10) == 0
			crowd = append(crowd, one)
		}
		e := newFake()
		want := serveStarter(t, e, func(context.Context) (Engine, error) { return plainEngine{e}, nil }).crowd(crowd)
		if d := cmp.Diff(want, serve(t).crowd(crowd)); d != "" {
			t.Fatal(d)
		}
	}
}

// crowded is one of many requests.
type crowded struct {
	typ     string
	content map[string]any
}

// crowd sends requests while a cell runs and returns what they are answered with.
func (l *live) crowd(requests []crowded) (answers []string) {
	c := l.connect("client")
	sub, _ := field(c.ask("control", "create_subshell_request", nil).reply, "subshell_id").(string)
	ids := []string{c.send("shell", "execute_request", map[string]any{"code": "wait"})}
	for c.next("iopub").Header.Type != "stream" {
	}
	for _, r := range requests {
		ids = append(ids, c.send("shell", r.typ, r.content))
	}
	// What came on this socket before what is answered now is in its queue.
	m := c.message("complete_request", map[string]any{"code": "p"})
	m.Header.Subshell = sub
	c.post("shell", m)
	c.next("shell")
	for state(c.next("iopub")) != "idle" {
	}
	close(l.engine.late)
	for !strings.Contains(string(c.next("iopub").Content), "idle") {
	}
	c.next("shell")
	for _, id := range ids[1:] {
		answers = append(answers, c.finish("shell", id).script())
	}
	return answers
}

// An interrupt is for the cell that runs, which its front end may not know yet. The
// others, sent together with it, run all the same where errors don't stop them.
func TestInterruptInCrowd(t *testing.T) {
	c := serve(t).connect("client")
	var ids []string
	for _, code := range []string{"1+1", "loop", "1+1", "loop", "1+1"} {
		ids = append(ids, c.send("shell", "execute_request", map[string]any{"code": code, "stop_on_error": false}))
	}
	for left := ids; len(left) > 0; {
		m := c.next("iopub")
		if m.Header.Type == "stream" { // a loop has begun
			c.send("control", "interrupt_request", nil)
		}
		if state(m) == "idle" && m.ParentID() == left[0] {
			left = left[1:]
		}
	}
	var got []string
	for range ids {
		reply := c.next("shell")
		name, _ := field(reply, "ename").(string)
		got = append(got, field(reply, "status").(string)+name)
	}
	if want := []string{"ok", "errorinterrupted", "ok", "errorinterrupted", "ok"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// An interrupt that comes as one cell ends and the next has begun, which its front end
// can't know yet, ends the next.
func TestLateInterruptInCrowd(t *testing.T) {
	l := serve(t)
	c := l.connect("client")
	for ahead := false; !ahead; {
		for _, code := range []string{"deaf", "loop", "1+1"} {
			c.send("shell", "execute_request", map[string]any{"code": code, "stop_on_error": false})
		}
		c.awaitStream()
		// Before it speaks the kernel has sent what had come by then, which may be nothing.
		ahead = l.engine.waiting() > 1
		c.send("control", "interrupt_request", nil)
		if !ahead {
			c.awaitStream()
			c.send("control", "interrupt_request", nil)
		}
		var got []any
		for range 3 {
			got = append(got, field(c.next("shell"), "status"))
		}
		if want := []any{"ok", "error", "ok"}; !slices.Equal(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
	}
}

// waiting is how many cells were sent and haven't ended.
func (e *fakeEngine) waiting() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return len(e.line)
}

// awaitStream reads until a cell prints something.
func (c *client) awaitStream() {
	for c.next("iopub").Header.Type != "stream" {
	}
}

// What a deleted subshell had sent ends with it, and others' cells run.
func TestDeleteSubshellInCrowd(t *testing.T) {
	c := serve(t).connect("client")
	sub, _ := field(c.ask("control", "create_subshell_request", nil).reply, "subshell_id").(string)
	for i := range 10 {
		m := c.message("execute_request", map[string]any{"code": "loop", "stop_on_error": false})
		if i == 0 {
			m = c.message("execute_request", map[string]any{"code": "print x"})
		}
		m.Header.Subshell = sub
		c.post("shell", m)
	}
	for streams := 0; streams < 2; {
		if m := c.next("iopub"); m.Header.Type == "stream" {
			streams++
		}
	}
	c.send("control", "delete_subshell_request", map[string]any{"subshell_id": sub})
	c.next("control")
	c.send("control", "interrupt_request", nil)
	c.next("control")
	id := c.send("shell", "execute_request", map[string]any{"code": "1+1"})
	for {
		if m := c.next("iopub"); m.ParentID() == id && state(m) == "idle" {
			return
		}
	}
}

// Numbers are those of cells that ran, whatever was sent before its turn.
func TestCountInCrowd(t *testing.T) {
	c := serve(t).connect("client")
	var ids []string
	for _, code := range []string{"1+1", "", "1+1", "fail x", "1+1", "1+1"} {
		ids = append(ids, c.send("shell", "execute_request", map[string]any{"code": code, "stop_on_error": false}))
	}
	var got []any
	for _, id := range ids {
		got = append(got, field(c.finish("shell", id).reply, "execution_count"))
	}
	if s := fmt.Sprint(got); s != "[1 1 2 3 4 5]" {
		t.Errorf("counts %s", s)
	}
}
