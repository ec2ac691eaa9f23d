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
	peers sync.Map // identity → *peer
}

// ListenRouter binds a ROUTER socket. It gives every message to handle, in the
// order in which a client sent them, with the client's identity as the first
// frame. Messages of different clients may be handled at the same time; while
// handle works, its client's further messages wait.
func ListenRouter(e Endpoint, handle func(frames [][]byte)) (*Router, error) {
	r := new(Router)
	err := r.start(e, zmq4.Router, func(p *peer) { r.read(p, handle) })
	if err != nil {
		return nil, err
	}
	return r, nil
}

func (r *Router) read(p *peer, handle func([][]byte)) {
	if p.id == "" {
		p.id = "\x00" + rand.Text()
	}
	// A client that comes back before its old connection is known to be dead
	// takes its identity over.
	r.peers.Store(p.id, p)
	defer r.peers.CompareAndDelete(p.id, p)
	for {
		frames, err := p.receive()
		if err != nil {
			return
		}
		handle(append([][]byte{[]byte(p.id)}, frames...))
	}
}

// Send sends frames[1:] to the client whose identity is frames[0], and reports
// whether there is such a client. A message to one that is not is dropped.
func (r *Router) Send(frames [][]byte) bool {
	if len(frames) == 0 {
		return false
	}
	p, ok := r.peers.Load(string(frames[0]))
	if ok {
		p.(*peer).send(frames[1:])
	}
	return ok
}
