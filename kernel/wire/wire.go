// Package wire turns ZeroMQ frames into Jupyter messages and back. Call
// [New] with the connection file's key, then [Codec.Decode] and
// [Codec.Encode]; neither touches a socket.
//
// A message on the wire is
//
//	identity…  <IDS|MSG>  signature  header  parent_header  metadata  content  buffer…
//
// where the signature is the hexadecimal HMAC-SHA256 of the four JSON frames.
// The layout is that of the Jupyter messaging protocol 5.5,
// https://jupyter-client.readthedocs.io/en/stable/messaging.html.
package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// Version is the protocol version that outgoing headers carry.
const Version = "5.5"

// The reasons why Decode refuses frames, to be tested with errors.Is.
var (
	ErrDelimiter = errors.New("no <IDS|MSG> frame")
	ErrFrames    = errors.New("too few frames")
	ErrSignature = errors.New("wrong signature")
	ErrReplay    = errors.New("message seen before")
	ErrJSON      = errors.New("not a JSON object")
	ErrHeader    = errors.New("bad header")
)

var delimiter = []byte("<IDS|MSG>")

// maxIdentities bounds the search for the delimiter: a client adds one
// identity and each proxy between adds another.
const maxIdentities = 16

// Header names a message and says who sent it when.
type Header struct {
	ID       string `json:"msg_id"`
	Type     string `json:"msg_type"`
	Session  string `json:"session"`
	Username string `json:"username"`
	Date     string `json:"date"`
	Version  string `json:"version"`
	// Subshell is the subshell that a shell request is for; empty for the
	// main shell.
	Subshell string `json:"subshell_id,omitempty"`
}

// Message is one Jupyter message. A nil Parent, Metadata or Content is sent
// as an empty object.
type Message struct {
	// Identities route a reply back to its client; on iopub the one
	// identity is the topic.
	Identities [][]byte
	Header     Header
	// Parent is the header of the message that caused this one, as it came.
	Parent   json.RawMessage
	Metadata json.RawMessage
	Content  json.RawMessage
	Buffers  [][]byte

	raw json.RawMessage
}

// RawHeader is the header of a decoded message as it came, unknown fields
// included: what an answer must carry as its Parent.
func (m *Message) RawHeader() json.RawMessage { return m.raw }

// ParentID is the msg_id of the message that caused this one, empty for none.
func (m *Message) ParentID() string {
	var h Header
	if json.Unmarshal(m.Parent, &h) != nil {
		return ""
	}
	return h.ID
}

// ParentOf is the parent header in frames that Encode laid out with one
// identity.
func ParentOf(frames [][]byte) json.RawMessage {
	const at = 4 // behind identity, delimiter, signature and header
	if len(frames) <= at {
		return nil
	}
	return frames[at]
}

// Date writes t as headers carry it: ISO 8601 in UTC with microseconds.
func Date(t time.Time) string {
	return t.UTC().Format("2006-01-02T15:04:05.000000Z")
}

// Marshal is json.Marshal without the escaping of <, > and &, which would
// swell HTML and SVG.
func Marshal(v any) (json.RawMessage, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// split cuts frames at the delimiter.
func split(frames [][]byte) (identities, rest [][]byte, err error) {
	for i := range min(len(frames), maxIdentities+1) {
		if bytes.Equal(frames[i], delimiter) {
			return frames[:i:i], frames[i+1:], nil
		}
	}
	return nil, nil, fmt.Errorf("%w in the first %d of %d frames", ErrDelimiter, min(len(frames), maxIdentities+1), len(frames))
}

// parse reads the four JSON frames and takes the rest as buffers.
func parse(frames [][]byte) (*Message, error) {
	for i, name := range []string{"header", "parent_header", "metadata", "content"} {
		if err := object(frames[i]); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	m := &Message{Parent: frames[1], Metadata: frames[2], Content: frames[3], Buffers: frames[4:], raw: frames[0]}
	if err := json.Unmarshal(frames[0], &m.Header); err != nil {
		return nil, fmt.Errorf("%w: %v", ErrHeader, err)
	}
	if m.Header.Type == "" {
		return nil, fmt.Errorf("%w: no msg_type", ErrHeader)
	}
	return m, nil
}

// object checks that a frame holds one JSON object.
func object(frame []byte) error {
	if string(frame) == "{}" {
		return nil
	}
	if start := bytes.TrimLeft(frame, " \t\r\n"); len(start) == 0 || start[0] != '{' || !json.Valid(frame) {
		return ErrJSON
	}
	return nil
}
