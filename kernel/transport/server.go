package transport

import (
	"errors"
	"net"
	"sync"
	"time"

	"github.com/go-zeromq/zmq4"
)

// server accepts peers and gives each to handle.
type server struct {
	group *Group
	ln    net.Listener
	typ   zmq4.SocketType
	// handle reads from a peer until the peer goes.
	handle func(*peer)

	mu      sync.Mutex
	arrived uint64
	peers   map[*peer]struct{}
	closed  bool
	wg      sync.WaitGroup
}

// startAccepting binds the endpoint and begins to accept.
func (s *server) startAccepting(g *Group, e Endpoint, typ zmq4.SocketType, handle func(*peer)) error {
	ln, err := e.listenOn()
	if err != nil {
		return err
	}
	s.group, s.ln, s.typ, s.handle, s.peers = g, ln, typ, handle, make(map[*peer]struct{})
	s.wg.Go(s.accept)
	return nil
}

// accept runs until the listener is closed. An error of a single connection
// or a lack of file descriptors passes.
func (s *server) accept() {
	for {
		conn, err := s.ln.Accept()
		switch {
		case errors.Is(err, net.ErrClosed):
			return
		case err != nil:
			time.Sleep(10 * time.Millisecond)
		default:
			p := newPeer(s.group, conn)
			if !s.admit(p) {
				conn.Close()
				continue
			}
			s.wg.Go(func() { s.servePeer(p) })
		}
	}
}

// admit gives a connection a place, if need be that of a peer that has shown less of
// itself. It reports false when there is none, or the server closes.
func (s *server) admit(p *peer) bool {
	loser, ok := s.placePeer(p)
	if loser != nil {
		// Close returns when the descriptor is free.
		loser.dropPeer()
		loser.conn.Close()
	}
	return ok
}

// placePeer enters p and returns the peer that has to leave for it.
func (s *server) placePeer(p *peer) (loser *peer, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, false
	}
	if len(s.peers) >= s.group.placeLimit() {
		if loser = leastPlaced(s.peers); loser == nil {
			return nil, false
		}
		delete(s.peers, loser)
	}
	s.arrived++
	p.serial = s.arrived
	s.peers[p] = struct{}{}
	s.group.enterPeer(p)
	return loser, true
}

// servePeer handles one connection until it ends.
func (s *server) servePeer(p *peer) {
	defer s.removePeer(p)
	if err := p.shake(s.typ); err != nil {
		p.conn.Close()
		if refusal := new(Refusal); errors.As(err, &refusal) && s.group.Refused != nil {
			s.group.Refused(refusal)
		}
		return
	}
	written := make(chan struct{})
	go func() {
		defer close(written)
		p.writeQueue()
	}()
	s.handle(p)
	close(p.gone)
	p.finishQueue()
	<-written
}

func (s *server) removePeer(p *peer) {
	s.group.leavePeer(p)
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.peers, p)
}

// Close stops listening, sends what is queued, and waits until every peer is
// gone.
func (s *server) Close() error {
	err := s.ln.Close()
	s.mu.Lock()
	s.closed = true
	for p := range s.peers {
		if p.standing() == greeting {
			p.conn.Close()
		} else {
			p.finishQueue()
		}
	}
	s.mu.Unlock()
	s.wg.Wait()
	return err
}

// Addr is the address the socket is bound to.
func (s *server) Addr() net.Addr { return s.ln.Addr() }
