package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"riffle/internal/test/leak"
	"riffle/internal/test/pytest"
	"riffle/kernel/message"
	"riffle/kernel/protocol"
)

// recorder is a page that keeps all messages, in both directions, as kernel/testdata/spec.py
// reads them.
type recorder struct {
	*page
	mu    sync.Mutex
	lines bytes.Buffer
}

func (r *recorder) Emit(c protocol.Channel, m *message.Message) {
	raw, err := toJSON(m)
	if err != nil {
		r.t.Error(err)
	}
	r.keep(c, raw, false)
	if m.Header.Type != "execute_input" { // which the user types
		leak.Check(r.t, string(m.Content))
	}
	if c != iopub || bytes.Contains(m.Content, []byte(`"idle"`)) {
		r.heard <- m.Header.Type
	}
}

// keep keeps a message that a front end got or sent.
func (r *recorder) keep(c protocol.Channel, raw json.RawMessage, sent bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	parts := map[string]any{}
	if err := json.Unmarshal(raw, &parts); err != nil {
		r.t.Error(err)
	}
	parts["channel"], parts["sent"] = c, sent
	if err := json.NewEncoder(&r.lines).Encode(parts); err != nil {
		r.t.Error(err)
	}
}

// ask sends a request and waits until it is answered and done.
func (r *recorder) ask(kind string, content map[string]any) {
	r.t.Helper()
	m := message.Message{Header: message.Header{ID: time.Now().Format(time.RFC3339Nano), Type: kind, Session: "page"}}
	body, err := json.Marshal(content)
	if err != nil {
		r.t.Fatal(err)
	}
	m.Content = body
	raw, err := toJSON(&m)
	if err != nil {
		r.t.Fatal(err)
	}
	r.keep(protocol.Shell, raw, true)
	header, err := json.Marshal(m.Header)
	if err != nil {
		r.t.Fatal(err)
	}
	r.take("shell", header, []byte("{}"), []byte("{}"), body, nil)
	for _, want := range []string{kind[:len(kind)-len("request")] + "reply", "status"} {
		r.await(want)
	}
}

// await skips what the program says until it has sent a message of a kind.
func (r *recorder) await(kind string) {
	r.t.Helper()
	for end := time.After(time.Minute); ; {
		select {
		case line := <-r.heard:
			if line == kind {
				return
			}
		case <-end:
			r.mu.Lock()
			defer r.mu.Unlock()
			r.t.Fatalf("no %s behind %s", kind, r.lines.Bytes()[max(0, r.lines.Len()-1000):])
		}
	}
}

// TestMessages checks what the program says in a browser against the protocol and the format
// of notebooks, as kernel.TestMessages does for the one that Jupyter starts.
func TestMessages(t *testing.T) {
	python := pytest.Python(t)
	text, err := os.ReadFile(filepath.Join("..", "testdata", "cells.json"))
	if err != nil {
		t.Fatal(err)
	}
	var cells map[string][]string
	if err := json.Unmarshal(text, &cells); err != nil {
		t.Fatal(err)
	}
	r := &recorder{page: newPage(t)}
	r.open(r, start{Kernel: "k"})
	r.hears("ready []")
	for _, group := range []string{"shows", "fails"} { // without those that may end the process
		for _, cell := range cells[group] {
			r.ask("execute_request", map[string]any{"code": cell})
		}
	}
	for _, request := range []string{"complete", "inspect", "is_complete", "history", "comm_info", "kernel_info", "nonsense"} {
		r.ask(request+"_request", map[string]any{"code": "fmt.Pri"})
		r.ask(request+"_request", map[string]any{"code": 7})
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	file := filepath.Join(t.TempDir(), "messages")
	if err := os.WriteFile(file, r.lines.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.CommandContext(t.Context(), python, filepath.Join("..", "testdata", "spec.py"), file).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
