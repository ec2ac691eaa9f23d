package transport

import (
	"bytes"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"

	"golang.org/x/crypto/curve25519"
	"golang.org/x/crypto/nacl/box"
)

// How sockets with keys greet and encrypt: the protocol CURVE,
// https://rfc.zeromq.org/spec/26/. In its notation, S and C are the long-term keys of
// server and client, S' and C' those of one connection. We are always the server.
//
//	client: HELLO     C', a box of 64 zeros from C' to S
//	server: WELCOME   a box of S' and a cookie from S to C'
//	client: INITIATE  the cookie, a box of C, a vouch and metadata from C' to S'
//	server: READY     a box of metadata from S' to C'
//	both:   MESSAGE   a box of flags and a frame, each with a higher nonce
//
// Making a HELLO requires S, which is only in the connection file. Since Jupyter's
// clients choose their own keys, C isn't compared with anything: the signatures of
// package wire decide what a client may do.

// Keys are a server's long-term keys.
type Keys struct{ public, secret [32]byte }

// ParseKeys decodes a pair of keys, which are written in Z85.
func ParseKeys(public, secret string) (*Keys, error) {
	k := new(Keys)
	for _, part := range []struct {
		name, text string
		to         *[32]byte
	}{{"public", public, &k.public}, {"secret", secret, &k.secret}} {
		raw, err := decodeZ85(part.text)
		if err == nil && len(raw) != len(part.to) {
			err = fmt.Errorf("%d characters, want 40", len(part.text))
		}
		if err != nil {
			return nil, fmt.Errorf("%s key: %w", part.name, err)
		}
		copy(part.to[:], raw)
	}
	if derived, err := curve25519.X25519(k.secret[:], curve25519.Basepoint); err != nil || !bytes.Equal(derived, k.public[:]) {
		return nil, errors.New("the public key doesn't belong to the secret key")
	}
	return k, nil
}

// The commands, each a length and a name, and the prefixes of nonces.
const (
	helloName    = "\x05HELLO"
	welcomeName  = "\x07WELCOME"
	initiateName = "\x08INITIATE"
	readyName    = "\x05READY"
	messageName  = "\x07MESSAGE"

	helloNonce    = "CurveZMQHELLO---"
	welcomeNonce  = "WELCOME-"
	initiateNonce = "CurveZMQINITIATE"
	vouchNonce    = "VOUCH---"
	readyNonce    = "CurveZMQREADY---"
	clientNonce   = "CurveZMQMESSAGEC"
	serverNonce   = "CurveZMQMESSAGES"
)

const (
	helloSize  = 200
	cookieSize = 96
	vouchSize  = 16 + 80
	// boxedFrame is how much longer a frame is in its MESSAGE: name, nonce, flags.
	boxedFrame = len(messageName) + 8 + 1 + box.Overhead
	// maxInitiate leaves room for the same metadata as maxReady does.
	maxInitiate = maxReady
)

var (
	errPlain    = errors.New("the client doesn't encrypt")
	errHello    = errors.New("the client's key for this server is wrong")
	errInitiate = errors.New("bad INITIATE command")
	errMessage  = errors.New("bad MESSAGE command")
)

// nonce joins a prefix and what the wire carries of a nonce.
func nonce(prefix string, rest []byte) *[24]byte {
	n := new([24]byte)
	copy(n[copy(n[:], prefix):], rest)
	return n
}

// courtship is a handshake between WELCOME and INITIATE.
type courtship struct {
	server *Keys
	client [32]byte // C'
	secret [32]byte // s'
	// cookie must come back. It hides nothing: over TCP, a connection's state needn't
	// travel.
	cookie [cookieSize]byte
	nonce  uint64 // of HELLO
}

// welcome reads a HELLO and returns the answer, and the handshake in progress.
func (k *Keys) welcome(hello []byte) (reply []byte, c *courtship, err error) {
	if len(hello) != helloSize || !bytes.HasPrefix(hello, []byte(helloName+"\x01\x00")) {
		return nil, nil, fmt.Errorf("%w: bad HELLO command", errHandshake)
	}
	c = &courtship{server: k}
	copy(c.client[:], hello[80:112])
	c.nonce = binary.BigEndian.Uint64(hello[112:120])
	if weak(c.client) {
		return nil, nil, errHello
	}
	if signature, ok := box.Open(nil, hello[120:], nonce(helloNonce, hello[112:120]), &c.client, &k.secret); !ok || !bytes.Equal(signature, make([]byte, 64)) {
		return nil, nil, errHello
	}
	public, secret, err := box.GenerateKey(rand.Reader)
	if err != nil {
		return nil, nil, err
	}
	c.secret = *secret
	rand.Read(c.cookie[:])
	long := make([]byte, 16)
	rand.Read(long)
	reply = append([]byte(welcomeName), long...)
	return box.Seal(reply, append(public[:], c.cookie[:]...), nonce(welcomeNonce, long), &c.client, &k.secret), c, nil
}

// accept reads an INITIATE. It returns the client's metadata and the connection's
// encryption.
func (c *courtship) accept(initiate []byte) (metadata []byte, _ *curve, err error) {
	body, ok := bytes.CutPrefix(initiate, []byte(initiateName))
	if !ok || len(body) < cookieSize+8+box.Overhead || !bytes.Equal(body[:cookieSize], c.cookie[:]) {
		return nil, nil, errInitiate
	}
	short, sealed := body[cookieSize:cookieSize+8], body[cookieSize+8:]
	s := &curve{received: binary.BigEndian.Uint64(short)}
	box.Precompute(&s.shared, &c.client, &c.secret)
	text, ok := box.OpenAfterPrecomputation(nil, sealed, nonce(initiateNonce, short), &s.shared)
	if !ok || len(text) < 32+vouchSize || s.received <= c.nonce || !c.vouched([32]byte(text), text[32:32+vouchSize]) {
		return nil, nil, errInitiate
	}
	return text[32+vouchSize:], s, nil
}

// weak reports whether a public key is a point of low order: anybody can open a box made
// with it, so it proves nothing.
func weak(public [32]byte) bool {
	var any [32]byte
	any[0] = 8
	_, err := curve25519.X25519(any[:], public[:])
	return err != nil
}

// vouched reports whether a client with the long-term key C says that C' is its:
// a box of C' and S from C to S'.
func (c *courtship) vouched(client [32]byte, vouch []byte) bool {
	text, ok := box.Open(nil, vouch[16:], nonce(vouchNonce, vouch[:16]), &client, &c.secret)
	return ok && !weak(client) && bytes.Equal(text, append(c.client[:], c.server.public[:]...))
}
