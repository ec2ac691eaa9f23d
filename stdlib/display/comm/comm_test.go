package comm

import (
	"fmt"
	"testing"
)

// Example plays both ends: a hub sends what it says to a front end, and is told what
// that answers.
func Example() {
	hub := NewHub(func(m Message) { fmt.Println("to the page:", m.Kind, m.Target, m.Data) })
	c := hub.Open("my.extension", map[string]any{"n": 52})
	c.OnMessage(func(data map[string]any) { fmt.Println("clicked", data["clicked"]) })

	hub.Receive(Message{Kind: "msg", ID: c.ID(), Data: map[string]any{"clicked": "A♠"}}, nil)
	for call, ok := hub.Take(); ok; call, ok = hub.Take() {
		call.Run()
	}
	c.Close()
	// Output:
	// to the page: open my.extension map[n:52]
	// clicked A♠
	// to the page: close  map[]
}

func TestEnds(t *testing.T) {
	var said []string
	h := NewHub(func(m Message) { said = append(said, m.Kind) })
	h.Target("deck", func(c *Comm, data map[string]any) { c.OnClose(func() { said = append(said, "heard") }) })
	receive := func(m Message) {
		h.Receive(m, h.Send)
		for call, ok := h.Take(); ok; call, ok = h.Take() {
			call.Run()
		}
	}
	receive(Message{Kind: "open", ID: "a", Target: "deck"})
	receive(Message{Kind: "close", ID: "a"})
	receive(Message{Kind: "close", ID: "a"}) // nothing
	receive(Message{Kind: "msg", ID: "a"})   // answered by close
	h.Target("deck", nil)
	receive(Message{Kind: "open", ID: "b", Target: "deck"}) // answered by close
	c := h.Open("x", nil)
	h.Reset()
	if err := c.Send(nil); err != ErrClosed {
		t.Errorf("after a reset Send returns %v", err)
	}
	if got, want := fmt.Sprint(said), "[heard close close open close]"; got != want {
		t.Errorf("said %s, want %s", got, want)
	}
}
