package wire

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
	"sync"

	"riffle/kernel/message"
)

// Codec decodes and encodes signed messages. The zero Codec neither signs nor
// checks. A Codec is safe for concurrent use.
type Codec struct {
	key    []byte
	hashes sync.Pool // of hash.Hash that have already absorbed the key

	mu       sync.Mutex
	arrivals arrivals
}

// New makes a Codec for a connection file's key; an empty key means unsigned
// messages.
func New(key string) *Codec { return &Codec{key: []byte(key)} }

// Decode reads one message. It keeps the frames, which the caller must not
// change. Every fault is an error: a bad signature, a message seen before,
// missing frames, anything but JSON objects in the four middle frames.
func (c *Codec) Decode(frames [][]byte) (*message.Message, error) {
	identities, rest, err := splitFrames(frames)
	if err != nil {
		return nil, err
	}
	if len(rest) < 5 {
		return nil, fmt.Errorf("%w: %d after the delimiter, want at least 5", ErrFrames, len(rest))
	}
	if err := c.checkSignature(rest[0], rest[1:5]); err != nil {
		return nil, err
	}
	m, err := message.Parse(rest[1], rest[2], rest[3], rest[4], rest[5:])
	if err != nil {
		return nil, err
	}
	if !c.isFresh(rest[0], m.Header) {
		return nil, ErrReplay
	}
	m.Identities = identities
	return m, nil
}

// headerSize is the room for a header of ours.
const headerSize = 256

// appendHeader appends a header as json.Marshal does. Headers are a good part of what a
// short message costs.
func appendHeader(b []byte, h message.Header) (_ []byte, err error) {
	b = append(b, '{')
	for _, field := range [...]struct{ name, value string }{
		{`"msg_id":`, h.ID}, {`,"msg_type":`, h.Type}, {`,"session":`, h.Session},
		{`,"username":`, h.Username}, {`,"date":`, h.Date}, {`,"version":`, h.Version},
		{`,"subshell_id":`, h.Subshell},
	} {
		if field.value == "" && field.name == `,"subshell_id":` {
			continue
		}
		b = append(b, field.name...)
		if b, err = appendJSONString(b, field.value); err != nil {
			return nil, err
		}
	}
	return append(b, '}'), nil
}

// appendJSONString appends a string as JSON.
func appendJSONString(b []byte, s string) ([]byte, error) {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&' {
			quoted, err := json.Marshal(s)
			return append(b, quoted...), err
		}
	}
	return append(append(append(b, '"'), s...), '"'), nil
}

// Encode lays a message out in frames.
func (c *Codec) Encode(m *message.Message) ([][]byte, error) {
	header, err := appendHeader(make([]byte, 0, headerSize), m.Header)
	if err != nil {
		return nil, fmt.Errorf("encode the header of a %s: %w", m.Header.Type, err)
	}
	parts := [...][]byte{header, orEmptyFrame(m.Parent), orEmptyFrame(m.Metadata), orEmptyFrame(m.Content)}
	frames := make([][]byte, 0, len(m.Identities)+6+len(m.Buffers))
	frames = append(frames, m.Identities...)
	frames = append(frames, delimiter, c.sign(parts[:]))
	frames = append(frames, parts[:]...)
	return append(frames, m.Buffers...), nil
}

func orEmptyFrame(raw json.RawMessage) []byte {
	if len(raw) == 0 {
		return []byte("{}")
	}
	return raw
}

// sign is the hexadecimal signature of parts, empty without a key.
func (c *Codec) sign(parts [][]byte) []byte {
	if len(c.key) == 0 {
		return []byte{}
	}
	h, ok := c.hashes.Get().(hash.Hash)
	if !ok {
		h = hmac.New(sha256.New, c.key)
	}
	for _, p := range parts {
		h.Write(p)
	}
	var sum [sha256.Size]byte
	signature := hex.AppendEncode(make([]byte, 0, 2*sha256.Size), h.Sum(sum[:0]))
	h.Reset()
	c.hashes.Put(h)
	return signature
}

// checkSignature compares a signature in constant time.
func (c *Codec) checkSignature(signature []byte, parts [][]byte) error {
	if len(c.key) == 0 {
		return nil
	}
	if !hmac.Equal(signature, c.sign(parts)) {
		return ErrSignature
	}
	return nil
}

// isFresh reports whether a message hasn't come before. Message ids are unique, so a
// repeated signature is a replay.
func (c *Codec) isFresh(signature []byte, h message.Header) bool {
	if len(c.key) == 0 {
		return true
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.arrivals.recordArrival(signature, h)
}
