package kernel

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"riffle/internal/test/toy"
)

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
		e := toy.New()
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
	close(l.engine.Late)
	for !strings.Contains(string(c.next("iopub").Content), "idle") {
	}
	c.next("shell")
	for _, id := range ids[1:] {
		answers = append(answers, c.finish("shell", id).script())
	}
	return answers
}

// An interrupt is for the cell that runs, which its front end may not know yet. The
// others, sent together with it, still run where errors don't stop them.
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
		ahead = l.engine.Waiting() > 1
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
