// Package message has Jupyter's messages as a kernel handles them, whatever the
// transport. [Parse] makes one; package wire lays them out in frames.
//
// The protocol is version 5.5 of the Jupyter messaging protocol,
// https://jupyter-client.readthedocs.io/en/stable/messaging.html.
package message

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// Version is the protocol version that outgoing headers carry.
const Version = "5.5"

// The reasons why Parse refuses a message, to be tested with errors.Is.
var (
	ErrJSON   = errors.New("not a JSON object")
	ErrHeader = errors.New("bad header")
)

// Header identifies a message, its sender and its date.
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

// Parse makes a message of its four JSON objects and its buffers, which it keeps.
func Parse(header, parent, metadata, content []byte, buffers [][]byte) (*Message, error) {
	for i, name := range [...]string{"header", "parent_header", "metadata", "content"} {
		if err := checkObject([...][]byte{header, parent, metadata, content}[i]); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	m := &Message{Parent: parent, Metadata: metadata, Content: content, Buffers: buffers, raw: header}
	if err := json.Unmarshal(header, &m.Header); err != nil {
		return nil, fmt.Errorf("%w: %v", ErrHeader, err)
	}
	if m.Header.Type == "" {
		return nil, fmt.Errorf("%w: no msg_type", ErrHeader)
	}
	return m, nil
}

// checkObject checks that a frame holds one JSON object.
func checkObject(frame []byte) error {
	if string(frame) == "{}" {
		return nil
	}
	if start := bytes.TrimLeft(frame, " \t\r\n"); len(start) == 0 || start[0] != '{' || !json.Valid(frame) {
		return ErrJSON
	}
	return nil
}

// RawHeader is the header of a parsed message as it came, unknown fields
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

// Date formats t as in headers: ISO 8601 in UTC with microseconds.
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
