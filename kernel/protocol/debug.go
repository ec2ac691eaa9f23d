package protocol

import (
	"encoding/json"
	"errors"
	"sync"
)

// Debugger is implemented by an Engine that can stop cells. Requests and events are
// those of the debug adapter protocol.
type Debugger interface {
	// Debug answers a request, also while a cell runs or is paused; nil if there is no
	// answer.
	Debug(request json.RawMessage) json.RawMessage
	// OnDebugEvent makes f be called with each event.
	OnDebugEvent(f func(event json.RawMessage))
}

// debugs are the requests for the debugger, answered one after the other.
type debugs struct {
	queue  chan *request
	listen sync.Once

	mu       sync.Mutex
	seq      int // the highest of the messages so far
	attached bool
	stopped  int // the paused thread, 0 for none
}

// noteMessage records an event or a reply.
func (d *debugs) noteMessage(message json.RawMessage) {
	var m struct {
		Seq            int
		Event, Command string
		Success        bool
		Body           struct {
			Thread int `json:"threadId"`
		}
	}
	// If the body has another shape, read the rest anyway.
	if err := json.Unmarshal(message, &m); err != nil && !errors.As(err, new(*json.UnmarshalTypeError)) {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.seq = max(d.seq, m.Seq)
	switch m.Event {
	case "initialized":
		d.attached = true
	case "stopped":
		d.stopped = m.Body.Thread
	case "continued":
		d.stopped = 0
	}
	if m.Success && (m.Command == "disconnect" || m.Command == "terminate") {
		d.attached, d.stopped = false, 0
	}
}

// nextSeq is the number of a message of the kernel's own, in the debugger's sequence.
func (d *debugs) nextSeq() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.seq++
	return d.seq
}

// lost tells the front ends that the debugger is gone, with what it had paused.
func (d *debugs) lost(k *Kernel) {
	d.mu.Lock()
	attached, stopped := d.attached, d.stopped
	d.attached, d.stopped = false, 0
	d.mu.Unlock()
	tell := func(name string, body any) {
		k.publishMessage(k.Compose("debug_event", nil, map[string]any{"seq": d.nextSeq(), "type": "event", "event": name, "body": body}))
	}
	if stopped != 0 {
		tell("continued", map[string]any{"threadId": stopped, "allThreadsContinued": true})
	}
	if attached {
		tell("terminated", struct{}{})
	}
	d.mu.Lock()
	d.seq = 0 // the next debugger starts over
	d.mu.Unlock()
}

// maxDebugs is how many requests for the debugger wait before control does.
const maxDebugs = 256

func (k *Kernel) serveDebug() {
	for {
		select {
		case <-k.ctx.Done():
			return
		case r := <-k.debugs.queue:
			k.answerRequest(r, controlHandlers)
		}
	}
}

// debugRequest passes a request on to the debugger.
func debugRequest(k *Kernel, r *request) (any, error) {
	e, err := k.engine.waitEngine(k.ctx)
	if err != nil {
		return nil, err
	}
	d, ok := e.(Debugger)
	if !ok {
		return k.failedDebug(r, errors.New("this kernel has no debugger"))
	}
	k.debugs.listen.Do(func() {
		d.OnDebugEvent(func(event json.RawMessage) {
			k.debugs.noteMessage(event)
			k.publishMessage(k.encodedMessage("debug_event", nil, event))
		})
	})
	if reply := d.Debug(r.Content); reply != nil {
		k.debugs.noteMessage(reply)
		return reply, nil
	}
	return k.failedDebug(r, errors.New("the session doesn't answer"))
}

// failedDebug is the answer to a request that didn't reach the debugger.
func (k *Kernel) failedDebug(r *request, why error) (any, error) {
	var req struct {
		Seq     int64  `json:"seq"`
		Command string `json:"command"`
	}
	if err := r.decodeContent(&req); err != nil {
		return nil, err
	}
	return map[string]any{
		"type":        "response",
		"seq":         k.debugs.nextSeq(),
		"request_seq": req.Seq,
		"command":     req.Command,
		"success":     false,
		"message":     why.Error(),
	}, nil
}
