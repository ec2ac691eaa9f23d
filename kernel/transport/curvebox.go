package transport

import (
	"bytes"
	"encoding/binary"

	"golang.org/x/crypto/nacl/box"
)

// curve encrypts one connection. One goroutine may seal while another opens.
type curve struct {
	shared         [32]byte // by C' and S'
	sent, received uint64   // the last nonces
	text           []byte   // what is being sealed
}

// readyCommand is the READY command.
func (c *curve) readyCommand(metadata []byte) []byte {
	c.sent++
	short := binary.BigEndian.AppendUint64(nil, c.sent)
	return box.SealAfterPrecomputation(append([]byte(readyName), short...), metadata, nonce(readyNonce, short), &c.shared)
}

// The flags inside a box.
const (
	boxedMore    = 1
	boxedCommand = 2
)

// openMessage returns the frame in a MESSAGE, with its flags as ZMTP has them. A replayed
// message is refused by its nonce.
func (c *curve) openMessage(message []byte) (flags byte, frame []byte, err error) {
	body, ok := bytes.CutPrefix(message, []byte(messageName))
	if !ok || len(body) < 8+1+box.Overhead {
		return 0, nil, errMessage
	}
	n := binary.BigEndian.Uint64(body)
	text, ok := box.OpenAfterPrecomputation(nil, body[8:], nonce(clientNonce, body[:8]), &c.shared)
	if !ok || n <= c.received || text[0]&^(boxedMore|boxedCommand) != 0 {
		return 0, nil, errMessage
	}
	c.received = n
	if text[0]&boxedMore != 0 {
		flags |= flagMore
	}
	if text[0]&boxedCommand != 0 {
		flags |= flagCommand
	}
	return flags, text[1:], nil
}

// seal encrypts a message in wire form, which is our own, frame by frame.
func (c *curve) seal(message []byte) []byte {
	out := make([]byte, 0, len(message)+2*boxedFrame)
	for len(message) > 0 {
		flags, size, head := message[0], int(message[1]), 2
		if flags&flagLong != 0 {
			size, head = int(binary.BigEndian.Uint64(message[1:])), 9
		}
		out = c.boxFrame(out, flags, message[head:head+size])
		message = message[head+size:]
	}
	return out
}

// textMost is how much room for a frame is kept from one to the next.
const textMost = 64 << 10

// boxFrame appends a frame as a MESSAGE.
func (c *curve) boxFrame(out []byte, flags byte, frame []byte) []byte {
	var boxed byte
	if flags&flagMore != 0 {
		boxed |= boxedMore
	}
	if flags&flagCommand != 0 {
		boxed |= boxedCommand
	}
	c.text = append(append(c.text[:0], boxed), frame...)
	c.sent++
	out = appendHead(out, 0, boxedFrame+len(frame))
	out = append(out, messageName...)
	out = binary.BigEndian.AppendUint64(out, c.sent)
	out = box.SealAfterPrecomputation(out, c.text, nonce(serverNonce, out[len(out)-8:]), &c.shared)
	if cap(c.text) > textMost { // a big picture went through: don't keep its memory
		c.text = nil
	}
	return out
}
