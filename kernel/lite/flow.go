package main

import (
	"sync"
	"time"

	"riffle/internal/proto"
)

// flow is a cell's output in which texts that come in quick succession are one: each
// costs the page a message. JupyterLab draws all of a cell's text again for each, so the
// texts grow with what the cell has printed: the time for all of them is then that of a
// few for the last.
type flow struct {
	proto.Output

	mu     sync.Mutex
	name   string // of the stream that the text is for
	text   []byte
	passed int       // bytes of text
	last   time.Time // that a text was passed on
	timer  *time.Timer
	flood  proto.Flood
}

const (
	// flowDelay is how long a text waits for more, unless none came for as long.
	flowDelay = 30 * time.Millisecond
	// flowMost is how much text waits, in bytes.
	flowMost = 32 << 10
	// flowRate is how many bytes a page may show in a second, again and again.
	flowRate = 1 << 20
	// flowLimit is how much a cell may print. A tab shows less than Jupyter does elsewhere,
	// where a server limits the output per second.
	flowLimit = 4 << 20
)

func newFlow(out proto.Output) *flow {
	return &flow{Output: out, flood: proto.Flood{Limit: flowLimit}}
}

// delay is how long a text waits for more, and most how much of it waits.
func (f *flow) delay() time.Duration {
	return max(flowDelay, time.Duration(f.passed)*time.Second/flowRate)
}

func (f *flow) most() int { return max(flowMost, f.passed/2) }

func (f *flow) Stream(name string, text []byte) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if text = f.flood.Pass(text); len(text) == 0 {
		return
	}
	if name != f.name {
		f.passOn()
		f.name = name
	}
	f.text = append(f.text, text...)
	switch {
	case len(f.text) >= f.most(), time.Since(f.last) >= f.delay():
		f.passOn()
	case f.timer == nil:
		f.timer = time.AfterFunc(f.delay(), f.passWaiting)
	}
}

// passWaiting passes on what waits.
func (f *flow) passWaiting() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.passOn()
}

func (f *flow) passOn() {
	if f.timer != nil {
		f.timer.Stop()
		f.timer = nil
	}
	if len(f.text) > 0 {
		f.Output.Stream(f.name, f.text)
		f.passed += len(f.text)
		f.text, f.last = nil, time.Now()
	}
}

func (f *flow) Display(b proto.Bundle, update bool) {
	f.passWaiting()
	f.Output.Display(b, update)
}

func (f *flow) Clear(wait bool) {
	f.passWaiting()
	f.flood.Clear()
	f.mu.Lock()
	f.passed = 0
	f.mu.Unlock()
	f.Output.Clear(wait)
}

func (f *flow) Comm(c proto.Comm) {
	f.passWaiting()
	f.Output.Comm(c)
}

func (f *flow) Progress(p proto.Progress) {
	f.passWaiting()
	f.Output.Progress(p)
}

func (f *flow) Input(prompt string, password bool) (string, error) {
	f.passWaiting()
	return f.Output.Input(prompt, password)
}
