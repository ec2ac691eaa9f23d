package transport

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// The flags of a ZMTP 3 frame, https://rfc.zeromq.org/spec/23/.
const (
	flagMore    = 1
	flagLong    = 2
	flagCommand = 4
)

// The bounds of a message that a peer may send.
const (
	maxMessage = 256 << 20
	maxFrames  = 4096
)

var errTooLong = errors.New("message too long")

// readMessage reads the frames of one message, or of one command.
func readMessage(r *bufio.Reader) (frames [][]byte, command bool, err error) {
	for left := uint64(maxMessage); len(frames) < maxFrames; {
		flags, size, err := readHeader(r)
		if err != nil {
			return nil, false, err
		}
		if size > left {
			return nil, false, fmt.Errorf("%w: more than %d bytes", errTooLong, maxMessage)
		}
		left -= size
		body, err := readBody(r, size)
		if err != nil {
			return nil, false, err
		}
		frames = append(frames, body)
		if flags&flagMore == 0 {
			return frames, flags&flagCommand != 0, nil
		}
	}
	return nil, false, fmt.Errorf("%w: more than %d frames", errTooLong, maxFrames)
}

// readHeader reads the flags and the length of a frame.
func readHeader(r *bufio.Reader) (flags byte, size uint64, err error) {
	if flags, err = r.ReadByte(); err != nil {
		return 0, 0, err
	}
	if flags&flagLong == 0 {
		short, err := r.ReadByte()
		return flags, uint64(short), err
	}
	var long [8]byte
	_, err = io.ReadFull(r, long[:])
	return flags, binary.BigEndian.Uint64(long[:]), err
}

// readBody reads size bytes. A length is only a claim until the bytes arrive:
// memory for a long frame grows with them.
func readBody(r *bufio.Reader, size uint64) ([]byte, error) {
	const trusted = 64 << 10
	if size <= trusted {
		body := make([]byte, size)
		_, err := io.ReadFull(r, body)
		return body, err
	}
	var b bytes.Buffer
	if _, err := io.CopyN(&b, r, int64(size)); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// appendMessage appends the wire form of a message, or of a command, to b.
func appendMessage(b []byte, frames [][]byte, flags byte) []byte {
	for i, f := range frames {
		if i < len(frames)-1 {
			b = appendFrame(b, flags|flagMore, f)
		} else {
			b = appendFrame(b, flags, f)
		}
	}
	return b
}

func appendFrame(b []byte, flags byte, body []byte) []byte {
	if len(body) < 256 {
		b = append(b, flags, byte(len(body)))
	} else {
		b = binary.BigEndian.AppendUint64(append(b, flags|flagLong), uint64(len(body)))
	}
	return append(b, body...)
}
