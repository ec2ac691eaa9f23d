package worker

import (
	"encoding/json"
	"testing"
)

// TestDebug: requests of the debugger are answered while a cell runs, and its events
// come up.
func TestDebug(t *testing.T) {
	w := start(t, Options{})
	events := make(chan string, 1)
	w.OnDebugEvent(func(e json.RawMessage) { events <- string(e) })
	const request = `{"command":"threads"}`
	if got := string(w.Debug(json.RawMessage(request))); got != request {
		t.Errorf("got %s", got)
	}
	if got := <-events; got != request {
		t.Errorf("got the event %s", got)
	}
}
