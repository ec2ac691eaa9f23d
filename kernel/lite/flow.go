package main

import (
	"sync"
	"time"

	"riffle/internal/proto"
)

// flow is a cell's output in which texts that come in quick succession are one: each
// costs the page a message.
type flow struct {
	proto.Output

	mu    sync.Mutex
	name  string // of the stream that the text is for
	text  []byte
	last  time.Time // that a text was passed on
	timer *time.Timer
}

const (
	// flowDelay is how long a text waits for more, unless none came for as long.
	flowDelay = 30 * time.Millisecond
	// flowMost is how much text waits, in bytes.
	flowMost = 32 << 10
)

func (f *flow) Stream(name string, text []byte) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if name != f.name {
		f.pass()
		f.name = name
	}
	f.text = append(f.text, text...)
	switch {
	case len(f.text) >= flowMost, time.Since(f.last) >= flowDelay:
		f.pass()
	case f.timer == nil:
		f.timer = time.AfterFunc(flowDelay, f.flush)
	}
}

// flush passes on what waits.
func (f *flow) flush() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.pass()
}

func (f *flow) pass() {
	if f.timer != nil {
		f.timer.Stop()
		f.timer = nil
	}
	if len(f.text) > 0 {
		f.Output.Stream(f.name, f.text)
		f.text, f.last = nil, time.Now()
	}
}

func (f *flow) Display(b proto.Bundle, update bool) {
	f.flush()
	f.Output.Display(b, update)
}

func (f *flow) Clear(wait bool) {
	f.flush()
	f.Output.Clear(wait)
}

func (f *flow) Comm(c proto.Comm) {
	f.flush()
	f.Output.Comm(c)
}

func (f *flow) Progress(p proto.Progress) {
	f.flush()
	f.Output.Progress(p)
}

func (f *flow) Input(prompt string, password bool) (string, error) {
	f.flush()
	return f.Output.Input(prompt, password)
}
