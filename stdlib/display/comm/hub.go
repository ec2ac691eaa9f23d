package comm

import (
	"slices"
	"sync"
)

// Hub holds the comms of one session and the calls of handlers that wait. The
// package's functions Open and Target are its methods, bound to a session. A session
// makes one with NewHub, gives it what front ends send with Receive, and makes the
// calls that Take returns.
type Hub struct {
	out func(Message)
	// Where, where set, is asked for the place that the output of a handler belongs
	// to, which the session gets back in the Call.
	Where func() any

	mu      sync.Mutex
	comms   map[string]*Comm
	targets map[string]target
	served  []Service
	calls   []Call
	dropped int
}

type target struct {
	opened func(*Comm, map[string]any)
	where  any
}

// Call is a call of a handler that waits for its turn.
type Call struct {
	// Key makes calls one: while a call with a Key waits, another with the same Key
	// isn't entered. Nil is a key of its own each time.
	Key any
	// Where is the place that the handler's output belongs to, nil for the newest.
	Where any
	// Run makes the call.
	Run func()
}

// Service answers messages at once, without running code of the user's: package
// widget has one.
type Service interface {
	// Receive answers a message with reply, and reports whether it was one of its own.
	Receive(m Message, reply func(Message)) bool
	// Reset closes everything.
	Reset()
}

// NewHub makes a hub that sends with out, which must be safe for concurrent use; nil
// sends nothing.
func NewHub(out func(Message)) *Hub {
	return &Hub{out: out, comms: map[string]*Comm{}, targets: map[string]target{}}
}

// Funcs are the hub's methods by the names of the package functions that they
// replace in a session.
func (h *Hub) Funcs() map[string]any { return map[string]any{"Open": h.Open, "Target": h.Target} }

// Serve adds a service.
func (h *Hub) Serve(s Service) { h.served = append(h.served, s) }

// Send sends a message to the front ends.
func (h *Hub) Send(m Message) {
	if h.out != nil {
		h.out(m)
	}
}

func (h *Hub) place() any {
	if h.Where == nil {
		return nil
	}
	return h.Where()
}

// Open is the function Open in a session.
func (h *Hub) Open(target string, data map[string]any) *Comm {
	c := h.enter(newID(), target, h.place())
	h.Send(Message{Kind: "open", ID: c.id, Target: target, Data: data})
	return c
}

// Target is the function Target in a session.
func (h *Hub) Target(name string, opened func(c *Comm, data map[string]any)) {
	where := h.place()
	h.mu.Lock()
	defer h.mu.Unlock()
	if opened == nil {
		delete(h.targets, name)
		return
	}
	h.targets[name] = target{opened, where}
}

func (h *Hub) enter(id, target string, where any) *Comm {
	c := &Comm{id: id, target: target, hub: h, where: where}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.comms[id] = c
	return c
}

// forget drops a comm and reports whether it was open.
func (h *Hub) forget(c *Comm) bool {
	h.mu.Lock()
	delete(h.comms, c.id)
	h.mu.Unlock()
	c.mu.Lock()
	defer c.mu.Unlock()
	was := !c.closed
	c.closed = true
	return was
}

// Receive deals with a message of the front end; reply answers it. It runs no code of
// the user's, which waits for Take. What belongs to nothing here is closed.
func (h *Hub) Receive(m Message, reply func(Message)) {
	for _, s := range h.served {
		if s.Receive(m, reply) {
			return
		}
	}
	h.mu.Lock()
	c, t := h.comms[m.ID], h.targets[m.Target]
	h.mu.Unlock()
	switch {
	case m.Kind == "open" && c == nil && t.opened != nil:
		c = h.enter(m.ID, m.Target, t.where)
		h.Enqueue(Call{Where: t.where, Run: func() { t.opened(c, m.Data) }})
	case m.Kind == "open" || c == nil && m.Kind == "msg":
		if c == nil {
			reply(Message{Kind: "close", ID: m.ID})
		}
	case c == nil: // closed twice
	case m.Kind == "msg":
		h.Enqueue(Call{Where: c.where, Run: func() { c.hear(m.Data) }})
	default:
		h.forget(c)
		h.Enqueue(Call{Where: c.where, Run: c.leave})
	}
}

func (c *Comm) hear(data map[string]any) {
	c.mu.Lock()
	f := c.received
	c.mu.Unlock()
	if f != nil {
		f(data)
	}
}

func (c *Comm) leave() {
	c.mu.Lock()
	f := c.gone
	c.mu.Unlock()
	if f != nil {
		f()
	}
}

// MaxCalls is how many calls may wait; those that come when the queue is full are
// dropped and counted.
const MaxCalls = 1000

// Enqueue enters a call for Take.
func (h *Hub) Enqueue(c Call) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if c.Key != nil && slices.ContainsFunc(h.calls, func(w Call) bool { return w.Key == c.Key }) {
		return
	}
	if len(h.calls) >= MaxCalls {
		h.dropped++
		return
	}
	h.calls = append(h.calls, c)
}

// Pending counts the calls that wait.
func (h *Hub) Pending() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.calls)
}

// Take takes the oldest call that waits.
func (h *Hub) Take() (c Call, ok bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.calls) == 0 {
		return Call{}, false
	}
	c = h.calls[0]
	h.calls[0] = Call{}
	h.calls = h.calls[1:]
	return c, true
}

// Dropped counts the calls dropped since it was last asked.
func (h *Hub) Dropped() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	n := h.dropped
	h.dropped = 0
	return n
}

// Forget drops the calls that wait.
func (h *Hub) Forget() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.calls = nil
}

// Reset closes all comms and forgets targets and calls.
func (h *Hub) Reset() {
	for _, s := range h.served {
		s.Reset()
	}
	h.mu.Lock()
	comms := h.comms
	h.comms, h.targets, h.calls = map[string]*Comm{}, map[string]target{}, nil
	h.mu.Unlock()
	for _, c := range comms {
		if h.forget(c) {
			h.Send(Message{Kind: "close", ID: c.id})
		}
	}
}
