package transport

import (
	"crypto/rand"
	"slices"
	"sync"

	"github.com/go-zeromq/zmq4"
)

// Router takes requests from many clients and sends each reply to its client.
type Router struct {
	server
	// take gets each message, and reports whether only an honest client could have sent
	// it.
	take func(frames [][]byte) bool

	mu sync.RWMutex
	// claims are the clients with one identity, in the order in which they came.
	claims map[string][]*peer
}

// ListenRouter binds a ROUTER socket. It gives every message to take, in the
// order in which a client sent them, with the client's identity as the first
// frame. Messages of different clients may be taken at the same time; while
// take works, its client's further messages wait. A client for which take has once
// reported true keeps its place before all strangers.
//
// Of several clients with one identity the first has it until it is gone, as
// with libzmq, and then the next. Until then the others, which libzmq ignores,
// are served under a name of their own.
func (g *Group) ListenRouter(e Endpoint, take func(frames [][]byte) bool) (*Router, error) {
	r := &Router{take: take, claims: make(map[string][]*peer)}
	if err := r.startAccepting(g, e, zmq4.Router, r.readRequests); err != nil {
		return nil, err
	}
	return r, nil
}

func (r *Router) readRequests(p *peer) {
	name := "\x00" + rand.Text() // which no client can guess
	r.claim(name, p)
	defer r.releaseIdentity(name, p)
	if p.id != "" {
		r.claim(p.id, p)
		defer r.releaseIdentity(p.id, p)
	}
	for {
		frames, err := p.receiveMessage()
		if err != nil {
			return
		}
		identity := name
		if r.holderOf(p.id) == p {
			identity = p.id
		}
		if r.take(append([][]byte{[]byte(identity)}, frames...)) {
			p.prove()
		}
	}
}

func (r *Router) claim(identity string, p *peer) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.claims[identity] = append(r.claims[identity], p)
}

func (r *Router) releaseIdentity(identity string, p *peer) {
	r.mu.Lock()
	defer r.mu.Unlock()
	left := slices.DeleteFunc(r.claims[identity], func(q *peer) bool { return q == p })
	if r.claims[identity] = left; len(left) == 0 {
		delete(r.claims, identity)
	}
}

// holderOf is the client that has an identity, nil for none.
func (r *Router) holderOf(identity string) *peer {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if claims := r.claims[identity]; len(claims) > 0 {
		return claims[0]
	}
	return nil
}

// Send sends frames[1:] to the client whose identity is frames[0], and reports
// whether there is such a client. Otherwise the message is dropped. Send never waits: a
// client that has left too many replies unread is disconnected.
func (r *Router) Send(frames [][]byte) bool { return r.queue(frames, (*peer).pushQueue) }

// SendSoon is Send for a message that may wait for the next ones, to be written together
// with them.
func (r *Router) SendSoon(frames [][]byte) bool { return r.queue(frames, (*peer).wakeWriter) }

func (r *Router) queue(frames [][]byte, written func(*peer)) bool {
	if len(frames) == 0 {
		return false
	}
	p := r.holderOf(string(frames[0]))
	if p == nil || !p.queues(wireForm(frames[1:], 0)) {
		return false
	}
	written(p)
	return true
}
