package kernel

import (
	"encoding/json"
	"errors"
	"sync"
)

// Debugger is implemented by an Engine that can stop cells. Requests and events are
// those of the debug adapter protocol.
type Debugger interface {
	// Debug answers a request, also while a cell runs or stands still; nil where there
	// is no answer.
	Debug(request json.RawMessage) json.RawMessage
	// OnDebugEvent has f called with each event.
	OnDebugEvent(f func(event json.RawMessage))
}

// debugs are the requests for the debugger, answered one after the other.
type debugs struct {
	queue  chan *request
	listen sync.Once

	mu       sync.Mutex
	attached bool
	stopped  int // the thread that stands still, 0 for none
}

// note follows an event.
func (d *debugs) note(event json.RawMessage) {
	var e struct {
		Event string
		Body  struct {
			Thread int `json:"threadId"`
		}
	}
	if json.Unmarshal(event, &e) != nil {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	switch e.Event {
	case "initialized":
		d.attached = true
	case "stopped":
		d.stopped = e.Body.Thread
	case "continued":
		d.stopped = 0
	}
}

// lost tells the front ends that the debugger is gone: what it had stopped, too.
func (d *debugs) lost(k *kernel) {
	d.mu.Lock()
	attached, stopped := d.attached, d.stopped
	d.attached, d.stopped = false, 0
	d.mu.Unlock()
	tell := func(name string, body any) {
		k.publish(k.compose("debug_event", nil, map[string]any{"seq": 1, "type": "event", "event": name, "body": body}))
	}
	if stopped != 0 {
		tell("continued", map[string]any{"threadId": stopped, "allThreadsContinued": true})
	}
	if attached {
		tell("terminated", struct{}{})
	}
}

// maxDebugs is how many requests for the debugger wait before control does.
const maxDebugs = 256

func (k *kernel) serveDebug() {
	for {
		select {
		case <-k.ctx.Done():
			return
		case r := <-k.debugs.queue:
			k.answer(r, controlHandlers)
		}
	}
}

// debugRequest passes a request on to the debugger.
func debugRequest(k *kernel, r *request) (any, error) {
	e, err := k.engine.get(k.ctx)
	if err != nil {
		return nil, err
	}
	d, ok := e.(Debugger)
	if !ok {
		return failedDebug(r, errors.New("this kernel has no debugger"))
	}
	k.debugs.listen.Do(func() {
		d.OnDebugEvent(func(event json.RawMessage) {
			k.debugs.note(event)
			k.publish(k.message("debug_event", nil, event))
		})
	})
	if reply := d.Debug(r.Content); reply != nil {
		return reply, nil
	}
	return failedDebug(r, errors.New("the session doesn't answer"))
}

// failedDebug is the answer to a request that didn't reach the debugger.
func failedDebug(r *request, why error) (any, error) {
	var req struct {
		Seq     int64  `json:"seq"`
		Command string `json:"command"`
	}
	if err := r.decode(&req); err != nil {
		return nil, err
	}
	return map[string]any{
		"type":        "response",
		"seq":         1,
		"request_seq": req.Seq,
		"command":     req.Command,
		"success":     false,
		"message":     why.Error(),
	}, nil
}
