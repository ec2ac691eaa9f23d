// Package comm talks with code in the front end over Jupyter's comms: named
// channels of JSON messages, in both directions. Open opens one to a target that an
// extension of the front end has registered; Target registers one here, for front
// ends to open:
//
//	c := comm.Open("my.extension", map[string]any{"n": 52})
//	c.OnMessage(func(data map[string]any) { fmt.Println(data["clicked"]) })
//	c.Send(map[string]any{"n": 51})
//
// Handlers run between cells, never beside one, in the order in which messages come.
// What they print goes to the output of the cell that opened the comm, or registered
// its target. A front end without comms, such as a terminal, answers nothing.
//
// The widgets of package widget speak through it.
package comm

import (
	"crypto/rand"
	"errors"
	"fmt"
	"sync"
)

// Message is one message of a comm.
type Message struct {
	// Kind is "open", "msg" or "close".
	Kind string
	ID   string
	// Target is set in an "open".
	Target   string
	Data     map[string]any
	Metadata map[string]any
	Buffers  [][]byte
}

// Comm is an open channel to a front end. Its methods may be called from any
// goroutine.
type Comm struct {
	id, target string
	hub        *Hub
	where      any

	mu       sync.Mutex
	closed   bool
	received func(data map[string]any)
	gone     func()
}

// ID is the name that both ends give the comm.
func (c *Comm) ID() string { return c.id }

// String describes the comm.
func (c *Comm) String() string { return fmt.Sprintf("a comm to %q", c.target) }

// ErrClosed is what Send returns when either end has closed the comm.
var ErrClosed = errors.New("comm: closed")

// Send sends data to the front end. The values must be ones that encoding/json can
// marshal.
func (c *Comm) Send(data map[string]any) error {
	c.mu.Lock()
	closed := c.closed
	c.mu.Unlock()
	if closed {
		return ErrClosed
	}
	c.hub.Send(Message{Kind: "msg", ID: c.id, Data: data})
	return nil
}

// OnMessage sets the function that is called with the data of each message from the
// front end, in the place of an earlier one.
func (c *Comm) OnMessage(f func(data map[string]any)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.received = f
}

// OnClose sets the function that is called when the front end closes the comm.
func (c *Comm) OnClose(f func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.gone = f
}

// Close closes the comm. A second call does nothing.
func (c *Comm) Close() error {
	if c.hub.forget(c) {
		c.hub.Send(Message{Kind: "close", ID: c.id})
	}
	return nil
}

// Open opens a comm to a target of the front end. A front end that doesn't know the
// target closes it again, which OnClose hears. Outside a session the comm leads
// nowhere.
func Open(target string, data map[string]any) *Comm { return NewHub(nil).Open(target, data) }

// Target registers a target under which front ends can open comms. The function is
// called with each such comm and the data that came with it; a nil function removes
// the target. Outside a session nobody opens any.
func Target(name string, opened func(c *Comm, data map[string]any)) {}

func newID() string { return rand.Text() }
