package transport

import (
	"crypto/rand"
	"sync"

	"github.com/go-zeromq/zmq4"
)

// Router takes requests of many clients and sends each reply to the client
// that it is for.
type Router struct {
	server
	// take gets each message, and reports whether only an honest client can
	// have sent it.
	take  func(frames [][]byte) bool
	peers sync.Map // identity → *peer
}

// ListenRouter binds a ROUTER socket. It gives every message to take, in the
// order in which a client sent them, with the client's identity as the first
// frame. Messages of different clients may be taken at the same time; while
// take works, its client's further messages wait. A client of which take has
// once reported true keeps its place before all that are strangers.
//
// Of two clients with one identity the first keeps it, as it does with libzmq.
// The second is not read until the first is gone.
func (g *Group) ListenRouter(e Endpoint, take func(frames [][]byte) bool) (*Router, error) {
	r := &Router{take: take}
	if err := r.start(g, e, zmq4.Router, r.read); err != nil {
		return nil, err
	}
	return r, nil
}

func (r *Router) read(p *peer) {
	if p.id == "" {
		p.id = "\x00" + rand.Text()
	}
	if !r.claim(p) {
		return
	}
	defer r.peers.CompareAndDelete(p.id, p)
	for {
		frames, err := p.receive()
		if err != nil {
			return
		}
		if r.take(append([][]byte{[]byte(p.id)}, frames...)) && p.standing() < proven {
			p.show(proven)
			p.in.limit = maxMessage
		}
	}
}

// claim waits until p's identity is free, and reports whether p has it.
func (r *Router) claim(p *peer) bool {
	for {
		first, taken := r.peers.LoadOrStore(p.id, p)
		if !taken {
			return true
		}
		select {
		case <-first.(*peer).gone:
		case <-p.done:
			return false
		}
	}
}

// Send sends frames[1:] to the client whose identity is frames[0], and reports
// whether there is such a client. A message to one that is not is dropped. Send
// never waits: a client that has left too many replies unread is disconnected.
func (r *Router) Send(frames [][]byte) bool {
	if len(frames) == 0 {
		return false
	}
	p, ok := r.peers.Load(string(frames[0]))
	return ok && p.(*peer).send(wireForm(frames[1:], 0))
}
