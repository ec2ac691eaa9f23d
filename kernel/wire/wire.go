// Package wire turns ZeroMQ frames into Jupyter messages and back. Call
// [New] with the connection file's key, then [Codec.Decode] and
// [Codec.Encode]; neither touches a socket. Their messages are those of package message.
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
)

// The reasons why Decode refuses frames, to be tested with errors.Is, in addition to
// those of message.Parse.
var (
	ErrDelimiter = errors.New("no <IDS|MSG> frame")
	ErrFrames    = errors.New("too few frames")
	ErrSignature = errors.New("wrong signature")
	ErrReplay    = errors.New("message seen before")
)

var delimiter = []byte("<IDS|MSG>")

// maxIdentities bounds the search for the delimiter: a client adds one
// identity and each proxy between adds another.
const maxIdentities = 16

// ParentOf is the parent header in frames that Encode laid out with one
// identity.
func ParentOf(frames [][]byte) json.RawMessage {
	const at = 4 // behind identity, delimiter, signature and header
	if len(frames) <= at {
		return nil
	}
	return frames[at]
}

// splitFrames cuts frames at the delimiter.
func splitFrames(frames [][]byte) (identities, rest [][]byte, err error) {
	for i := range min(len(frames), maxIdentities+1) {
		if bytes.Equal(frames[i], delimiter) {
			return frames[:i:i], frames[i+1:], nil
		}
	}
	return nil, nil, fmt.Errorf("%w in the first %d of %d frames", ErrDelimiter, min(len(frames), maxIdentities+1), len(frames))
}
