package transport

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"

	"github.com/go-zeromq/zmq4"
)

// Refusal is why a client was not let in: it doesn't encrypt, or not for this server.
type Refusal struct {
	Client net.Addr
	Err    error // one of few, whatever a client says
}

// Error names the client and the reason.
func (r *Refusal) Error() string { return fmt.Sprintf("%v: %v", r.Client, r.Err) }

// Unwrap is the reason.
func (r *Refusal) Unwrap() error { return r.Err }

func (p *peer) refusalOf(err error) error { return &Refusal{p.conn.RemoteAddr(), err} }

// shakeCurve greets a client that must encrypt.
func (p *peer) shakeCurve(typ zmq4.SocketType) error {
	if err := p.greetAs("CURVE"); err != nil {
		return err
	}
	hello, err := p.handshakeCommand(helloSize)
	if err != nil {
		return err
	}
	reply, courtship, err := p.group.Keys.welcome(hello)
	if err != nil {
		return p.refusalOf(err)
	}
	if _, err := p.conn.Write(wireForm([][]byte{reply}, flagCommand)); err != nil {
		return err
	}
	initiate, err := p.handshakeCommand(maxInitiate)
	if err != nil {
		return err
	}
	metadata, curve, err := courtship.accept(initiate)
	if err != nil {
		return p.refusalOf(err)
	}
	properties, err := parseProperties(metadata)
	if err != nil {
		return err
	}
	if theirs := zmq4.SocketType(properties["socket-type"]); !theirs.IsCompatible(typ) {
		return fmt.Errorf("%w: socket type %q", errHandshake, theirs)
	}
	p.id = properties["identity"]
	p.encrypt(curve)
	_, err = p.conn.Write(wireForm([][]byte{curve.readyCommand(appendProperty(nil, "Socket-Type", string(typ)))}, flagCommand))
	return err
}

// encrypt encrypts everything that follows. Only the writer may seal, so that nonces
// arrive in order: nobody writes directly.
func (p *peer) encrypt(c *curve) {
	p.curve, p.in.open, p.in.boxed, p.direct = c, c.openMessage, boxedFrame, nil
}

// greetingAs is the first 64 bytes of a peer: signature, version 3.0, mechanism,
// whether it is the server.
func greetingAs(mechanism string, server byte) []byte {
	b := make([]byte, greetingSize)
	copy(b, "\xff\x00\x00\x00\x00\x00\x00\x00\x00\x7f\x03\x00"+mechanism)
	b[32] = server
	return b
}

// greetAs exchanges greetings. Ours sends its mechanism only after the client's: a client
// that wants another resets the connection as soon as it sees ours, and what it has sent
// may be lost with that.
func (p *peer) greetAs(mechanism string) error {
	ours := greetingAs(mechanism, 1)
	if _, err := p.conn.Write(ours[:tillVersion]); err != nil {
		return err
	}
	theirs, err := p.greetedAs(mechanism)
	if theirs == nil {
		return err
	}
	if _, werr := p.conn.Write(ours[tillVersion:]); err == nil {
		err = werr
	}
	return err
}

// tillVersion is the length of a greeting up to its major version, after which both sides
// know that the other has a mechanism.
const tillVersion = 11

// greetedAs reads the other side's greeting, nil if incomplete.
func (p *peer) greetedAs(mechanism string) (greeting []byte, err error) {
	b := make([]byte, greetingSize)
	n, err := io.ReadFull(p.in, b)
	ours := errors.Is(err, os.ErrDeadlineExceeded) || errors.Is(err, net.ErrClosed)
	switch {
	case n > 0 && err != nil && !ours:
		// libzmq doesn't finish its greeting when it sees another security than its own:
		// it closes the connection, or resets it if it hasn't read all of ours.
		return nil, p.refusalOf(errPlain)
	case err != nil:
		return nil, err
	case b[0] != 0xff || b[9]&1 == 0 || b[10] < 3:
		return nil, fmt.Errorf("%w: no greeting of ZMTP 3", errHandshake)
	}
	if strings.TrimRight(string(b[12:32]), "\x00") != mechanism {
		return b, p.refusalOf(errPlain)
	}
	return b, nil
}

// handshakeCommand reads a command of at most limit bytes.
func (p *peer) handshakeCommand(limit uint64) ([]byte, error) {
	flags, size, err := p.in.readHeader()
	if err != nil {
		return nil, err
	}
	if flags&^flagLong != flagCommand || size > limit {
		return nil, errHandshake
	}
	return p.in.exactly(int(size))
}

// parseProperties reads metadata: names, in lower case, and values.
func parseProperties(b []byte) (map[string]string, error) {
	properties := make(map[string]string)
	for len(b) > 0 {
		n := int(b[0])
		if len(b) < 1+n+4 {
			return nil, fmt.Errorf("%w: metadata", errHandshake)
		}
		name, size := strings.ToLower(string(b[1:1+n])), uint64(binary.BigEndian.Uint32(b[1+n:]))
		if b = b[1+n+4:]; size > uint64(len(b)) {
			return nil, fmt.Errorf("%w: metadata", errHandshake)
		}
		properties[name], b = string(b[:size]), b[size:]
	}
	return properties, nil
}

func appendProperty(b []byte, name, value string) []byte {
	b = append(append(b, byte(len(name))), name...)
	b = binary.BigEndian.AppendUint32(b, uint32(len(value)))
	return append(b, value...)
}
