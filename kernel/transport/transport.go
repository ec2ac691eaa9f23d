// Package transport gives the kernel its ZeroMQ sockets: a [Router] for
// requests and replies, a [Publisher] for broadcasts, an [Echo] for heartbeats. The
// Listen methods of a [Group] bind them.
//
// zmq4 does the handshake of each connection, except where a Group has Keys: zmq4 can't
// do that one, so we do (curve.go). The patterns above it are ours, because a kernel
// needs what zmq4's sockets lack: a greeting for each new subscriber, survival of a peer
// that dies or stalls in the middle of a message (zmq4's issue 132: a router then blocks
// forever), one write for a batch instead of two for a frame, no goroutine left after
// Close, and bounds.
//
// Anybody who can reach a port can connect, and nothing is signed below the messages of
// package wire. So what a peer can make the process hold is bounded until it has shown
// who it is:
//
//   - Nothing waits for a slow peer. Each peer has one goroutine that reads,
//     one that writes, and a queue between them and the rest of the kernel. A
//     subscriber whose queue holds Group.Queue bytes misses messages, as with
//     ZeroMQ's high water mark; any other peer is disconnected.
//   - A peer that doesn't read isn't read from. While more than [pauseReading] bytes wait for
//     a stranger, its own messages stay in its socket, so that PINGs and
//     subscriptions can't pile up answers.
//   - A message may have [maxMessage] bytes, a stranger's [maxStranger]. Its
//     memory is taken as its bytes arrive, not as its header promises.
//   - All connections of a [Group] together hold at most Group.Memory, and each
//     socket has at most Group.Places connections. Past that, whoever has shown
//     least of itself goes first ([standing]).
package transport

import (
	"context"
	"fmt"
	"io/fs"
	"net"
	"os"
	"strconv"
	"time"
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

// listenOn binds the endpoint. A socket file that a killed kernel left behind is
// removed, as libzmq does.
func (e Endpoint) listenOn() (net.Listener, error) {
	network, address := e.network()
	if info, err := os.Stat(address); network == "unix" && err == nil && info.Mode().Type() == fs.ModeSocket {
		os.Remove(address)
	}
	// A client whose machine vanished gives its identity back in half a minute.
	lc := net.ListenConfig{KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: 15 * time.Second, Interval: 5 * time.Second, Count: 3}}
	ln, err := lc.Listen(context.Background(), network, address)
	if err != nil {
		return nil, fmt.Errorf("listen on %s: %w", e, err)
	}
	return ln, nil
}
