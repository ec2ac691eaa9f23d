package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"riffle/internal/proto"
	"riffle/internal/test/leak"
	"riffle/kernel/message"
	"riffle/kernel/protocol"
)

// page is an owner of the program without a browser.
type page struct {
	t     *testing.T
	heard chan string // one line for each thing the program says
	stop  atomic.Bool
	take  taker
	sent  int
	end   context.CancelFunc

	noLarger string // why the larger program can't be had
}

func (p *page) Emit(c protocol.Channel, m *message.Message) {
	if m.Header.Type == "status" || m.Header.Type == "execute_input" {
		return
	}
	leak.Check(p.t, string(m.Content))
	p.heard <- fmt.Sprintf("%s %s %s", c, m.Header.Type, m.Content)
}

func (p *page) Tell(v any) {
	text, err := json.Marshal(v)
	if err != nil {
		p.t.Error(err)
	}
	p.heard <- string(text)
}

func (p *page) Stopped() bool { return p.stop.Swap(false) }

func (p *page) Larger() string { return p.noLarger }

func (p *page) Helpers() int { return 0 }

func (p *page) Helper([]byte, func(string)) helper { return nil }

func (p *page) Lines(func(string)) {}

func (p *page) Ready(_ string, failed []failedCell, take taker, wrote func(name, text string)) {
	p.take = take
	p.heard <- fmt.Sprint("ready ", failed)
}

func newPage(t *testing.T) *page { return &page{t: t, heard: make(chan string, 100)} }

// open starts the program.
func open(t *testing.T, s start) *page {
	p := newPage(t)
	p.open(p, s)
	return p
}

// open starts the program with a host that is the page or has one.
func (p *page) open(h host, s start) {
	ctx, end := context.WithCancel(context.Background())
	p.end = end
	done := make(chan error, 1)
	go func() { done <- serveSession(ctx, h, s) }()
	p.t.Cleanup(func() {
		end()
		if err := <-done; err != nil {
			p.t.Error(err)
		}
	})
}

// send sends a request on shell.
func (p *page) send(kind string, content map[string]any) {
	p.t.Helper()
	p.sent++
	body, err := json.Marshal(content)
	if err != nil {
		p.t.Fatal(err)
	}
	header := fmt.Sprintf(`{"msg_id":"%d","msg_type":%q,"session":"page"}`, p.sent, kind)
	p.take("shell", []byte(header), []byte("{}"), []byte("{}"), body, nil)
}

// hears checks the lines that arrive, each against a part of it.
func (p *page) hears(parts ...string) {
	p.t.Helper()
	for _, part := range parts {
		select {
		case line := <-p.heard:
			if !strings.Contains(line, part) {
				p.t.Fatalf("heard %s, want %s", line, part)
			}
		case <-time.After(time.Minute):
			p.t.Fatalf("heard nothing, want %s", part)
		}
	}
}

func (p *page) run(cell string) {
	p.t.Helper()
	p.send("execute_request", map[string]any{"code": cell})
}

func TestRun(t *testing.T) {
	p := open(t, start{Kernel: "k", Session: 3, History: []keptInput{{2, 1, "old"}}})
	p.hears("ready []")
	p.run("x := 6")
	p.hears(`"entry":{"session":3,"line":1,"input":"x := 6"}`, `"n":1,"reset":false,"type":"ran"`, "shell execute_reply")
	p.run("x * 7")
	p.hears(`"keep"`, `"ran"`, `{"text/plain":"42"}`, "shell execute_reply")
	p.send("history_request", map[string]any{"hist_access_type": "tail", "n": 3})
	p.hears(`[[2,1,"old"],[3,1,"x := 6"],[3,2,"x * 7"]]`)
	p.take("shell", []byte("{}"), []byte("{}"), []byte("{}"), []byte("[]"), nil) // is dropped
	p.take("nowhere", []byte(`{"msg_id":"1","msg_type":"t"}`), []byte("{}"), []byte("{}"), []byte("{}"), nil)
	p.run("runtime.Goexit()")
	p.hears("content: not a JSON object", "no channel nowhere", `"keep"`, "iopub error", `"status":"error"`)
	p.run("x")
	p.hears(`"keep"`, `"ran"`, `{"text/plain":"6"}`, `"execution_count":4`)
}

// TestStop: the owner's flag interrupts a cell and keeps the variables.
func TestStop(t *testing.T) {
	p := open(t, start{Kernel: "k"})
	p.hears("ready []")
	p.run("x := 6\nfmt.Println(x)\nfor {\n}")
	p.hears(`"keep"`, `"text":"6\n"`)
	p.stop.Store(true)
	p.hears("interrupted", "shell execute_reply")
	p.run("x")
	p.hears(`"keep"`, `"ran"`, `{"text/plain":"6"}`, "shell execute_reply")
}

// TestReplay: cells of another program run again before all others, and show nothing.
func TestReplay(t *testing.T) {
	p := open(t, start{Kernel: "k", Count: 5, Replay: []ranCell{{1, "x := 6"}, {3, "fmt.Println(x)\nx = 7"}, {4, "y := nope"}}})
	p.hears("ready [{4 cell 4:1:6: undefined: nope}]")
	p.run("x")
	p.hears(`"line":6`, `"ran"`, `{"text/plain":"7"}`, `"execution_count":6`)
}

// TestRenew: a cell asks for a new session, and what waits behind it doesn't run in this.
func TestRenew(t *testing.T) {
	p := open(t, start{Kernel: "k"})
	p.hears("ready []")
	p.run("%reset hard")
	p.hears(`"keep"`, `"ran"`, "shell execute_reply", `{"type":"renew"}`)
	p.run("1")
	p.hears(`"keep"`)
	select {
	case line := <-p.heard:
		t.Errorf("heard %s", line)
	case <-time.After(50 * time.Millisecond):
	}
}

// TestEnlarge: without a larger program the error says why there is none.
func TestEnlarge(t *testing.T) {
	err := &proto.CellError{Larger: "gonum.org/v1/plot", Diagnostics: []proto.Diagnostic{{Message: "it is in the larger riffle"}}}
	e := &engine{noLarger: "this site has no larger riffle"}
	if got := e.enlarge(t.Context(), err); got.Diagnostics[0].Hint != e.noLarger || err.Diagnostics[0].Hint != "" {
		t.Errorf("got %v of %v", got, err)
	}
	asked := &page{t: t, heard: make(chan string, 1)}
	away := &engine{host: asked, larger: true, noLarger: "there was no connection"}
	if got := away.enlarge(t.Context(), err); got.Diagnostics[0].Hint != "there was no connection" {
		t.Errorf("%v", got)
	}
	asked.noLarger = "there is no connection"
	if got := away.enlarge(t.Context(), err); got.Diagnostics[0].Hint != asked.noLarger {
		t.Errorf("%v", got)
	}
	asked.noLarger = ""
	go away.enlarge(t.Context(), err)
	asked.hears(`{"package":"gonum.org/v1/plot","type":"larger"}`)
}

// words is an output that notes what it gets.
type words struct {
	proto.Discard
	got chan string
}

func (w words) Stream(name string, text []byte) { w.got <- name + " " + string(text) }
func (w words) Clear(bool)                      { w.got <- "clear" }

// TestFlow: texts in quick succession are one, and nothing overtakes them.
func TestFlow(t *testing.T) {
	w := words{got: make(chan string, 100)}
	f := newFlow(w)
	for _, text := range []string{"a", "b", "c"} {
		f.Stream("stdout", []byte(text))
	}
	f.Stream("stderr", []byte("e"))
	f.Clear(true)
	f.Stream("stdout", []byte(strings.Repeat("x", flowMost)))
	f.Stream("stdout", []byte("later"))
	for _, want := range []string{"stdout a", "stdout bc", "stderr e", "clear", "stdout " + strings.Repeat("x", flowMost), "stdout later"} {
		if got := <-w.got; got != want {
			t.Errorf("got %.20q, want %.20q", got, want)
		}
	}
}

// TestFlowGrows: however much a cell prints, it's few messages, and not more than a tab
// can show.
func TestFlowGrows(t *testing.T) {
	w := words{got: make(chan string, 1000)}
	f := newFlow(w)
	for range 1_000_000 {
		f.Stream("stdout", []byte("eight..\n"))
	}
	f.passWaiting()
	close(w.got)
	messages, size, last := 0, 0, ""
	for got := range w.got {
		messages, size, last = messages+1, size+len(got)-len("stdout "), got
	}
	if messages > 30 || size < flowLimit || size > flowLimit+200 || !strings.Contains(last, "this cell has printed 4 MiB") {
		t.Errorf("%d messages of %d bytes, the last ending with %q", messages, size, last[max(0, len(last)-100):])
	}
}
