package kernel

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-zeromq/zmq4"
	"github.com/google/go-cmp/cmp"

	"riffle/internal/proto"
	"riffle/internal/test/toy"
	"riffle/kernel/message"
	"riffle/kernel/wire"
)

// check compares an exchange with its script.
func (x exchange) check(t *testing.T, want string) {
	t.Helper()
	if diff := cmp.Diff(strings.TrimLeft(want, "\n"), x.script()); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestStopOnError(t *testing.T) {
	for _, tt := range []struct {
		stop bool
		want string
	}{{true, "error aborted aborted ok ok"}, {false, "error ok ok ok ok"}} {
		c := serve(t).connect("client")
		var ids []string
		for _, code := range []string{"fail x", "1+1", "1+1"} {
			ids = append(ids, c.send("shell", "execute_request", map[string]any{"code": code, "stop_on_error": tt.stop}))
		}
		// A request that isn't a cell is still answered.
		ids = append(ids, c.send("shell", "kernel_info_request", nil))
		var got []string
		for _, id := range ids {
			got = append(got, c.finish("shell", id).status)
		}
		got = append(got, c.execute("1+1").status)
		if s := strings.Join(got, " "); s != tt.want {
			t.Errorf("stop_on_error %v: %s, want %s", tt.stop, s, tt.want)
		}
	}
}

// Cells go on after an exercise that isn't solved, which graders see as an error.
func TestUnsolvedDoesntStop(t *testing.T) {
	c := serve(t).connect("client")
	first := c.send("shell", "execute_request", map[string]any{"code": "fail not solved yet: write your own code here"})
	second := c.send("shell", "execute_request", map[string]any{"code": "1+1"})
	x := c.finish("shell", first)
	said := x.script()
	for _, want := range []string{`error {"ename":"not solved yet","evalue":"write your own code here"`, `execute_reply {"status":"ok","execution_count":1`} {
		if !strings.Contains(said, want) {
			t.Errorf("%s\nlacks %s", said, want)
		}
	}
	if got := c.finish("shell", second).status; got != "ok" {
		t.Errorf("the cell behind it: %s", got)
	}
}

// loop sends a cell that runs for ever and waits until it does.
func (c *client) loop() (id string) {
	c.t.Helper()
	id = c.send("shell", "execute_request", map[string]any{"code": "loop"})
	for c.next("iopub").Header.Type != "stream" {
	}
	return id
}

// ended waits for the end of a cell that was interrupted, and for that of the
// requests that did it.
func (c *client) ended(id string, others ...string) {
	c.t.Helper()
	if reply := c.next("shell"); field(reply, "status") != "error" || field(reply, "ename") != "interrupted" || reply.ParentID() != id {
		c.t.Fatalf("reply %s to %s", reply.Content, reply.ParentID())
	}
	c.idle(append(others, id)...)
}

// idle waits until all these requests are done, in whatever order.
func (c *client) idle(ids ...string) {
	c.t.Helper()
	for len(ids) > 0 {
		if m := c.next("iopub"); state(m) == "idle" {
			ids = slices.DeleteFunc(ids, func(id string) bool { return id == m.ParentID() })
		}
	}
}

// interrupt asks for an interrupt and waits for the reply.
func (c *client) interrupt() (id string) {
	c.t.Helper()
	id = c.send("control", "interrupt_request", nil)
	c.next("control")
	return id
}

func TestInterrupt(t *testing.T) {
	c := serve(t).connect("client")
	ways := map[string]func() []string{
		"message": func() []string { return []string{c.interrupt()} },
		"signal":  func() []string { signalSelf(t); return nil },
	}
	if runtime.GOOS == "windows" {
		delete(ways, "signal") // which a process there cannot send
	}
	for name, interrupt := range ways {
		t.Run(name, func(t *testing.T) {
			id := c.loop()
			c.ended(id, interrupt()...)
			if status := c.execute("1+1").status; status != "ok" {
				t.Errorf("the next cell is %s", status)
			}
		})
	}
}

func signalSelf(t *testing.T) {
	self, err := os.FindProcess(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	if err := self.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
}

func TestInterruptFlood(t *testing.T) {
	c := serve(t).connect("client")
	id := c.send("shell", "execute_request", map[string]any{"code": "flood"})
	for c.next("iopub").Header.Type != "stream" {
	}
	c.ended(id, c.interrupt())
}

// TestBusy shows that control and heartbeat are served while a cell runs, and
// completion through a subshell.
func TestBusy(t *testing.T) {
	l := serve(t)
	c := l.connect("client")
	sub, _ := field(c.ask("control", "create_subshell_request", nil).reply, "subshell_id").(string)
	if list := c.ask("control", "list_subshell_request", nil).reply; !strings.Contains(string(list.Content), `["`+sub+`"]`) {
		t.Errorf("subshells %s, want %s", list.Content, sub)
	}
	id := c.loop()
	if reply := c.ask("control", "kernel_info_request", nil).reply; field(reply, "status") != "ok" {
		t.Errorf("kernel_info_reply %s", reply.Content)
	}
	m := c.message("complete_request", map[string]any{"code": "pri"})
	m.Header.Subshell = sub
	if x := c.finish("shell", c.post("shell", m)); x.status != "ok" {
		t.Errorf("complete_reply %s", x.reply.Content)
	}
	heart := zmq4.NewReq(context.Background())
	defer heart.Close()
	if err := heart.Dial(l.conn.endpoint(l.conn.Heartbeat).String()); err != nil {
		t.Fatal(err)
	}
	if err := heart.Send(zmq4.NewMsgString("ping")); err != nil {
		t.Fatal(err)
	}
	if pong, err := heart.Recv(); err != nil || string(pong.Frames[0]) != "ping" {
		t.Errorf("heartbeat %q, %v", pong.Frames, err)
	}
	c.ask("control", "delete_subshell_request", map[string]any{"subshell_id": sub})
	m = c.message("complete_request", map[string]any{"code": "pri"})
	m.Header.Subshell = sub
	if x := c.finish("shell", c.post("shell", m)); x.status != "error" {
		t.Errorf("a deleted subshell answers %s", x.reply.Content)
	}
	c.ended(id, c.interrupt())
}

func TestInput(t *testing.T) {
	c := serve(t).connect("client")
	question := func(code string) (id string, q *message.Message) {
		t.Helper()
		id = c.send("shell", "execute_request", map[string]any{"code": code})
		q = c.next("stdin")
		if q.Header.Type != "input_request" || q.ParentID() != id {
			t.Fatalf("%s %s of %s", q.Header.Type, q.Content, q.ParentID())
		}
		return id, q
	}
	answer := func(parent json.RawMessage, content string) {
		m := c.message("input_reply", json.RawMessage(content))
		m.Parent = parent
		c.post("stdin", m)
	}
	t.Run("answered", func(t *testing.T) {
		id, q := question("ask your name?")
		if string(q.Content) != `{"password":false,"prompt":"your name?"}` {
			t.Errorf("input_request %s", q.Content)
		}
		answer(json.RawMessage(`{"msg_id":"another question"}`), `{"value":"wrong"}`)
		answer(q.RawHeader(), `{"value":"bob","status":"ok"}`)
		if out := c.finish("shell", id).stream("stdout"); out != "got bob\n" {
			t.Errorf("output %q", out)
		}
	})
	t.Run("answered without a parent", func(t *testing.T) {
		id, q := question("secret key")
		if string(q.Content) != `{"password":true,"prompt":"key"}` {
			t.Errorf("input_request %s", q.Content)
		}
		answer(nil, `{"value":"1234"}`)
		if out := c.finish("shell", id).stream("stdout"); out != "got 1234\n" {
			t.Errorf("output %q", out)
		}
	})
	t.Run("failed", func(t *testing.T) {
		id, _ := question("ask x")
		answer(nil, `{"status":"error","evalue":"no keyboard"}`)
		if x := c.finish("shell", id); field(x.reply, "evalue") != "input: the front end answered error no keyboard" {
			t.Errorf("reply %s", x.reply.Content)
		}
	})
	t.Run("interrupted", func(t *testing.T) {
		id, _ := question("ask x")
		by := c.interrupt()
		if reply := c.next("shell"); reply.ParentID() != id || field(reply, "evalue") != "input: interrupted" {
			t.Errorf("reply %s", reply.Content)
		}
		c.idle(id, by)
	})
	t.Run("refused", func(t *testing.T) {
		x := c.ask("shell", "execute_request", map[string]any{"code": "ask x", "allow_stdin": false})
		if field(x.reply, "evalue") != proto.ErrNoInput.Error() {
			t.Errorf("reply %s", x.reply.Content)
		}
	})
}

// TestOutput counts on every line of a great many, in order, before idle.
func TestOutput(t *testing.T) {
	c := serve(t).connect("client")
	const n = 20_000
	var want strings.Builder
	for i := range n {
		fmt.Fprintf(&want, "line %d\n", i)
	}
	if got := c.execute(fmt.Sprint("lines ", n)).stream("stdout"); got != want.String() {
		t.Errorf("%d bytes of output, want %d in order", len(got), want.Len())
	}
}

// TestLateOutput shows that what a cell says after its end keeps its parent.
func TestLateOutput(t *testing.T) {
	l := serve(t)
	c := l.connect("client")
	id := c.send("shell", "execute_request", map[string]any{"code": "later hello"})
	c.finish("shell", id)
	c.execute("1+1")
	close(l.engine.Late)
	if m := c.next("iopub"); m.ParentID() != id || field(m, "text") != "hello\n" {
		t.Errorf("%s %s of %s, want one of %s", m.Header.Type, m.Content, m.ParentID(), id)
	}
}

func TestProgress(t *testing.T) {
	c := serve(t).connect("client")
	x := c.execute("progress riffles & cuts")
	var got []string
	for _, m := range x.iopub[1:] {
		got = append(got, fmt.Sprint(m.Header.Type, ": ", field(m, "data", "text/plain"), " / ", field(m, "data", "text/html")))
	}
	want := []string{
		`display_data: riffles & cuts: 25 % (1 of 4), 3 s left / <progress value="1" max="4"></progress> riffles &amp; cuts: 25 % (1 of 4), 3 s left`,
		`clear_output: <nil> / <nil>`, // before the next output, of which there is none
		`clear_output: <nil> / <nil>`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestProgressLeavesNothing plays the front end that stores a notebook.
func TestProgressLeavesNothing(t *testing.T) {
	c := serve(t).connect("client")
	tests := []struct {
		code string
		want []string
	}{
		{"progress riffles", nil},
		{"print 1\nprogress riffles", []string{"1\n"}},
		{"progress riffles\nprint 1", []string{"1\n"}},
		{"progress riffles\n1+1", []string{"2"}},
		{"bars", []string{"begin\n", "end\n"}},
		{"show <b>\nprogress x\nupdate <i>\nprogress y", []string{"<i>"}},
		{"print 1\nclear\nprogress x\nprint 2", []string{"2\n"}},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, stored(c.execute(tt.code).iopub)); diff != "" {
			t.Errorf("%s: %s", tt.code, diff)
		}
	}
}

// stored is the text of what a cell's outputs are in the end.
func stored(messages []*message.Message) []string {
	type shown struct{ id, text any }
	var all []shown
	wipe := false
	for _, m := range messages {
		text := field(m, "text")
		for _, typ := range []string{"text/plain", "text/html"} {
			if s, ok := field(m, "data", typ).(string); ok {
				text = s
			}
		}
		id := field(m, "transient", "display_id")
		switch m.Header.Type {
		case "clear_output":
			if wipe = field(m, "wait") == true; !wipe {
				all = nil
			}
		case "update_display_data":
			for i := range all {
				if all[i].id == id {
					all[i].text = text
				}
			}
		case "stream", "display_data", "execute_result", "error":
			if wipe {
				all, wipe = nil, false
			}
			all = append(all, shown{id, text})
		}
	}
	var texts []string
	for _, s := range all {
		texts = append(texts, fmt.Sprint(s.text))
	}
	return texts
}

func TestComms(t *testing.T) {
	l := serve(t)
	c := l.connect("client")
	comm := func(typ, content string) []string {
		t.Helper()
		var out []string
		for _, m := range c.untilIdle(c.send("shell", typ, json.RawMessage(content))) {
			out = append(out, m.Header.Type+" "+string(m.Content))
		}
		return out
	}
	steps := []struct{ typ, content, want string }{
		{"comm_open", `{"comm_id":"a","target_name":"no.such.target","data":{}}`, `comm_close {"comm_id":"a","data":{}}`},
		{"comm_msg", `{"comm_id":"a","data":{}}`, `comm_close {"comm_id":"a","data":{}}`},
		{"comm_open", `{"comm_id":"b","target_name":"known.target","data":{"x":1}}`, ``},
		{"comm_msg", `{"comm_id":"b","data":{"x":2}}`, `comm_msg {"comm_id":"b","data":{"echo":{"x":2}}}`},
		{"comm_msg", `{"comm_id":`, ``},
		{"comm_close", `{"comm_id":"b"}`, ``},
		{"comm_msg", `{"comm_id":"b","data":{"x":3}}`, `comm_close {"comm_id":"b","data":{}}`},
	}
	for _, s := range steps {
		if !json.Valid([]byte(s.content)) {
			continue
		}
		if got := strings.Join(comm(s.typ, s.content), "\n"); got != s.want {
			t.Errorf("%s %s: %s, want %s", s.typ, s.content, got, s.want)
		}
	}
	var kinds []string
	for _, m := range l.engine.Comms() {
		kinds = append(kinds, m.Kind+" "+m.ID)
	}
	if diff := cmp.Diff([]string{"open a", "open b", "msg b", "close b"}, kinds); diff != "" {
		t.Errorf("the engine got %s", diff)
	}
}

// TestCallbacks: the calls that a comm message asks for are made before its status idle
// if nothing runs, else after the cell; meanwhile the messages of a subshell are taken.
func TestCallbacks(t *testing.T) {
	l := serve(t)
	c := l.connect("client")
	send := func(typ, content, subshell string) string {
		m := c.message(typ, json.RawMessage(content))
		m.Header.Subshell = subshell
		return c.post("shell", m)
	}
	c.untilIdle(send("comm_open", `{"comm_id":"a","target_name":"known.target","data":{}}`, ""))
	said := func(ms []*message.Message) (out []string) {
		for _, m := range ms {
			out = append(out, m.Header.Type)
		}
		return out
	}
	call := `{"comm_id":"a","data":{"call":1}}`
	if got := said(c.untilIdle(send("comm_msg", call, ""))); !slices.Equal(got, []string{"comm_msg", "stream"}) {
		t.Errorf("between cells a message with a call says %v", got)
	}
	id, _ := field(c.ask("control", "create_subshell_request", nil).reply, "subshell_id").(string)
	c.loop()
	for range 3 {
		if got := said(c.untilIdle(send("comm_msg", call, id))); !slices.Equal(got, []string{"comm_msg"}) {
			t.Errorf("beside a cell a message with a call says %v", got)
		}
	}
	c.send("control", "interrupt_request", nil)
	for m := c.next("iopub"); m.Header.Type != "stream"; m = c.next("iopub") {
	}
}

// TestCellComms opens a comm from a cell, as a widget does.
func TestCellComms(t *testing.T) {
	c := serve(t).connect("client")
	x := c.execute("comm open w1")
	m := x.iopub[1]
	if m.Header.Type != "comm_open" || string(m.Content) != `{"comm_id":"w1","target_name":"jupyter.widget","data":{"n":1}}` ||
		string(m.Metadata) != `{"version":"2.1.0"}` || !cmp.Equal(m.Buffers, [][]byte{{1, 2}}) {
		t.Errorf("%s %s %s %v", m.Header.Type, m.Content, m.Metadata, m.Buffers)
	}
	c.ask("shell", "comm_info_request", map[string]any{"target_name": "jupyter.widget"}).check(t, `comm_info_reply {"comms":{"w1":{"target_name":"jupyter.widget"}},"status":"ok"}
`)
	c.ask("shell", "comm_info_request", map[string]any{"target_name": "other"}).check(t, `comm_info_reply {"comms":{},"status":"ok"}
`)
	c.execute("comm close w1")
	c.ask("control", "comm_info_request", nil).check(t, `comm_info_reply {"comms":{},"status":"ok"}
`)
}

func TestShutdown(t *testing.T) {
	for _, socket := range []string{"control", "shell"} {
		for _, restart := range []bool{false, true} {
			t.Run(fmt.Sprint(socket, restart), func(t *testing.T) {
				l := serve(t)
				c := l.connect("client")
				x := c.ask(socket, "shutdown_request", map[string]any{"restart": restart})
				x.check(t, fmt.Sprintf("shutdown_reply {\"restart\":%v,\"status\":\"ok\"}\nshutdown_reply {\"restart\":%[1]v,\"status\":\"ok\"}\n", restart))
				l.wait()
			})
		}
	}
}

func TestShutdownWhileBusy(t *testing.T) {
	l := serve(t)
	c := l.connect("client")
	c.loop()
	c.send("control", "shutdown_request", nil)
	c.next("control")
	l.wait()
}

func TestTwoClients(t *testing.T) {
	l := serve(t)
	a, b := l.connect("a"), l.connect("b")
	a.execute("1+1")
	for state(b.next("iopub")) != "idle" {
	}
	a.close() // in the middle of everything
	if n := field(b.execute("1+1").reply, "execution_count"); n != 2.0 {
		t.Errorf("execution_count %v, want 2", n)
	}
	again := l.connect("a")
	again.execute("1+1")
}

// TestStart shows that the kernel answers before the engine is there, and
// that a failed start is a cell's error.
func TestStart(t *testing.T) {
	release, e := make(chan error, 1), toy.New()
	l := serveStarter(t, e, func(context.Context) (Engine, error) { return e, <-release })
	c := l.connect("client")
	if s := c.ask("shell", "kernel_info_request", nil).status; s != "ok" {
		t.Errorf("kernel_info_reply is %s", s)
	}
	id := c.send("shell", "execute_request", map[string]any{"code": "1+1"})
	for c.next("iopub").Header.Type != "execute_input" {
	}
	c.ended(id, c.interrupt())
	release <- errors.New("no memory")
	x := c.execute("1+1")
	want := "the session could not start: no memory; restart the kernel, and if that does not help run: riffle doctor"
	if got := field(x.reply, "evalue"); got != want {
		t.Errorf("error %v, want %s", got, want)
	}
}

// TestBadWire sends broken messages; a good one must be answered next.
func TestBadWire(t *testing.T) {
	l := serve(t)
	c := l.connect("client")
	other := wire.New("not the key")
	good := func() [][]byte {
		frames, err := c.codec.Encode(c.message("execute_request", map[string]any{"code": "1+1"}))
		if err != nil {
			t.Fatal(err)
		}
		return frames
	}
	raw := func(key *wire.Codec, m *message.Message) [][]byte {
		frames, err := key.Encode(m)
		if err != nil {
			t.Fatal(err)
		}
		return frames
	}
	// signed is a message with any bytes in its JSON frames and a good signature.
	signed := func(parent, metadata, content string) [][]byte {
		m := c.message("execute_request", nil)
		m.Parent, m.Metadata, m.Content = json.RawMessage(parent), json.RawMessage(metadata), json.RawMessage(content)
		return raw(c.codec, m)
	}
	header := func(typ string) [][]byte {
		m := c.message(typ, nil)
		return raw(c.codec, m)
	}
	replayed := good()
	bad := []struct {
		name   string
		frames [][]byte
	}{
		{"bad HMAC", raw(other, c.message("execute_request", nil))},
		{"empty HMAC", append([][]byte{[]byte("<IDS|MSG>"), {}}, good()[2:]...)},
		{"malformed parent", signed("{not json", "{}", "{}")},
		{"malformed content", signed("{}", "{}", `{"code": `)},
		{"content is no object", signed("{}", "{}", "[1,2]")},
		{"wrong delimiter", append([][]byte{[]byte("<IDS|XXX>")}, good()[1:]...)},
		{"too few frames", [][]byte{[]byte("<IDS|MSG>"), []byte("abc")}},
		{"one empty frame", [][]byte{{}}},
		{"no msg_type", header("")},
		{"replayed", replayed},
	}
	c.postFrames("shell", replayed)
	c.untilIdle(c.next("shell").ParentID())
	for _, socket := range []string{"shell", "control", "stdin"} {
		for _, tt := range bad {
			t.Run(socket+"/"+tt.name, func(t *testing.T) {
				c.postFrames(socket, tt.frames)
				// The next reply and the next status are of this request: the
				// bad one got none.
				if x := c.ask("control", "kernel_info_request", nil); x.status != "ok" {
					t.Errorf("kernel_info_reply %s", x.reply.Content)
				}
				if x := c.execute("1+1"); x.status != "ok" {
					t.Errorf("execute_reply %s", x.reply.Content)
				}
			})
		}
	}
	// A message of a type that nobody knows has no reply.
	c.untilIdle(c.send("shell", "no_such_message", nil))
	if x := c.execute("1+1"); x.status != "ok" {
		t.Errorf("execute_reply %s", x.reply.Content)
	}
}

func TestConnectionFileErrors(t *testing.T) {
	const ports = `"shell_port":1,"control_port":2,"iopub_port":3,"stdin_port":4,"hb_port":5`
	tests := []struct{ content, want string }{
		{`{`, "unexpected end of JSON input"},
		{`{}`, "shell_port = 0, want 1 to 65535"},
		{`{"transport":"udp",` + ports + `}`, `transport "udp", want tcp or ipc`},
		{`{"key":"k","signature_scheme":"hmac-md5",` + ports + `}`, `signature_scheme "hmac-md5", want hmac-sha256`},
		{`{"ip":"192.0.2.1",` + ports + `}`, "listen on tcp://192.0.2.1:"},
	}
	file := filepath.Join(t.TempDir(), "c.json")
	for _, tt := range tests {
		if err := os.WriteFile(file, []byte(tt.content), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := Serve(context.Background(), file, "", startFake); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want %q in it", tt.content, err, tt.want)
		}
	}
	if err := Serve(context.Background(), file+"x", "", startFake); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error %v, want %v", err, os.ErrNotExist)
	}
}

// BenchmarkExecute is the kernel's own part of a cell, sockets and client
// included.
func BenchmarkExecute(b *testing.B) {
	c := serve(b).connect("client")
	for b.Loop() {
		c.execute("1+1")
	}
}

// BenchmarkPipelined sends many cells before it reads the first answer.
func BenchmarkPipelined(b *testing.B) {
	c := serve(b).connect("client")
	const n = 1000
	for b.Loop() {
		start := time.Now()
		for range n {
			c.send("shell", "execute_request", map[string]any{"code": "1+1"})
		}
		for range n {
			c.next("shell")
		}
		b.ReportMetric(n/time.Since(start).Seconds(), "cells/s")
	}
	b.StopTimer()
}
