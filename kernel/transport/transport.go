// Package transport gives the kernel its ZeroMQ sockets: a [Router] for
// requests and replies, a [Publisher] for what everybody may see, an [Echo]
// for heartbeats. Each Listen function binds one of them.
//
// The handshake of a connection is zmq4's. The patterns above it are ours,
// because a kernel needs what zmq4's sockets do not give: to greet each new
// subscriber, to outlive a peer that dies or stalls in the middle of a message
// (its issue 132 is a router that then blocks for ever), to refuse frames
// whose length is a lie, one write a batch instead of two a frame, and no
// goroutine left after Close.
//
// Each peer has one goroutine that reads and one that writes. What is sent to
// a peer is queued in order and in full; a sender waits while the queue is
// full, and a peer that takes nothing for [stallTimeout] is disconnected.
package transport

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"strconv"
	"sync"
	"time"

	"github.com/go-zeromq/zmq4"
)

// Endpoint is where a socket listens.
type Endpoint struct {
	// Transport is "tcp" or "ipc".
	Transport string
	// Address is a host, or for ipc the path that "-port" is added to.
	Address string
	Port    int
}

// String is the endpoint as ZeroMQ writes it.
func (e Endpoint) String() string {
	_, address := e.network()
	return e.Transport + "://" + address
}

// network is the endpoint as package net takes it.
func (e Endpoint) network() (network, address string) {
	port := strconv.Itoa(e.Port)
	switch {
	case e.Transport == "ipc":
		return "unix", e.Address + "-" + port
	case e.Address == "*":
		return "tcp", net.JoinHostPort("", port)
	}
	return "tcp", net.JoinHostPort(e.Address, port)
}

// listen binds the endpoint. A socket file that a killed kernel left behind is
// removed, as libzmq does.
func (e Endpoint) listen() (net.Listener, error) {
	network, address := e.network()
	if info, err := os.Stat(address); network == "unix" && err == nil && info.Mode().Type() == fs.ModeSocket {
		os.Remove(address)
	}
	ln, err := net.Listen(network, address)
	if err != nil {
		return nil, fmt.Errorf("listen on %s: %w", e, err)
	}
	return ln, nil
}

// server accepts peers and gives each to handle.
type server struct {
	ln  net.Listener
	typ zmq4.SocketType
	// handle reads from a peer until the peer goes.
	handle func(*peer)

	mu     sync.Mutex
	conns  map[net.Conn]*peer // nil while the handshake lasts
	closed bool
	wg     sync.WaitGroup
}

// start binds the endpoint and begins to accept.
func (s *server) start(e Endpoint, typ zmq4.SocketType, handle func(*peer)) error {
	ln, err := e.listen()
	if err != nil {
		return err
	}
	s.ln, s.typ, s.handle, s.conns = ln, typ, handle, make(map[net.Conn]*peer)
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
		case s.add(conn, nil):
			s.wg.Go(func() { s.serve(conn) })
		}
	}
}

// serve is the life of one connection.
func (s *server) serve(conn net.Conn) {
	defer s.remove(conn)
	p, err := shake(conn, s.typ)
	if err != nil || !s.add(conn, p) {
		return
	}
	s.wg.Go(p.write)
	s.handle(p)
	close(p.gone)
	p.finish()
}

// add notes a connection, or closes it when the server is closing.
func (s *server) add(conn net.Conn, p *peer) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		conn.Close()
		return false
	}
	s.conns[conn] = p
	return true
}

// remove forgets a connection; its writer closes it, unless there is none.
func (s *server) remove(conn net.Conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.conns[conn] == nil {
		conn.Close()
	}
	delete(s.conns, conn)
}

// Close stops listening, sends what is queued, and waits until every peer is
// gone.
func (s *server) Close() error {
	err := s.ln.Close()
	s.mu.Lock()
	s.closed = true
	for conn, p := range s.conns {
		if p == nil {
			conn.Close()
		} else {
			p.finish()
		}
	}
	s.mu.Unlock()
	s.wg.Wait()
	return err
}

// Addr is the address the socket is bound to.
func (s *server) Addr() net.Addr { return s.ln.Addr() }
