package transport

import (
	"errors"
	"fmt"
	"net"
	"time"

	"github.com/go-zeromq/zmq4"
	"github.com/go-zeromq/zmq4/security/null"
)

const handshakeTimeout = 10 * time.Second

var errHandshake = errors.New("bad handshake command")

// shake greets a new connection as a socket of the given type.
//
// What arrives here is any stranger's bytes, and zmq4 indexes into metadata
// that it has not measured, so its panic is an error of this connection.
func (p *peer) shake(typ zmq4.SocketType) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("bad handshake: %v", r)
		}
	}()
	if err := p.conn.SetDeadline(time.Now().Add(handshakeTimeout)); err != nil {
		return err
	}
	if p.group.Keys != nil {
		if err := p.shakeCurve(typ); err != nil {
			return err
		}
		return p.greeted()
	}
	z, err := zmq4.Open(&guard{Conn: p.conn}, null.Security(), typ, nil, true, nil)
	if err != nil {
		return err
	}
	p.id = z.Peer.Meta["Identity"]
	return p.greeted()
}

// greeted ends the handshake, unless the connection was closed meanwhile: the
// deadline that this set must stay.
func (p *peer) greeted() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closing {
		return net.ErrClosed
	}
	p.raiseStanding(silent)
	return p.conn.SetDeadline(time.Time{})
}

// guard checks the length of the handshake's command as it passes. zmq4 allocates
// whatever eight bytes claim, and running out of memory ends the process.
//
// The greeting is 64 bytes; then come the flags of the READY command, which is
// one frame, and, if flagLong is set, its length in eight bytes.
type guard struct {
	net.Conn
	seen int
	long bool
}

const (
	greetingSize = 64
	// maxReady is the longest READY command: an identity has 255 bytes at most,
	// and honest peers add little to it.
	maxReady = 4 << 10
)

func (g *guard) Read(b []byte) (int, error) {
	n, err := g.Conn.Read(b)
	for _, c := range b[:n] {
		if !g.accept(c) {
			return 0, errHandshake
		}
		g.seen++
	}
	return n, err
}

// accept looks at one byte.
func (g *guard) accept(c byte) bool {
	switch at := g.seen - greetingSize; {
	case at == 0:
		g.long = c&flagLong != 0
		return c&^flagLong == flagCommand
	case 1 <= at && at <= 6:
		return !g.long || c == 0
	case at == 7:
		return !g.long || c < maxReady>>8
	}
	return true
}
