package transport

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
)

// The flags of a ZMTP 3 frame, https://rfc.zeromq.org/spec/23/.
const (
	flagMore    = 1
	flagLong    = 2
	flagCommand = 4
)

// maxFrames is how many frames a message may have.
const maxFrames = 4096

var (
	errTooLong = errors.New("message too long")
	errFlags   = errors.New("reserved bits set in the flags of a frame")
)

// intake reads messages.
type intake struct {
	*bufio.Reader
	// limit is the longest message, in bytes.
	limit int
	// charge, if set, is called with the memory that a long message takes, a step ahead
	// of its bytes.
	charge func(n int)
	// open, if set, decrypts a frame, which is boxed bytes longer.
	open  func(frame []byte) (flags byte, body []byte, err error)
	boxed int
}

// trusted is how much memory a message gets without being charged.
const trusted = 64 << 10

// readMessage reads the frames of one message, or of one command.
func (in *intake) readMessage() (frames [][]byte, command bool, err error) {
	for size := 0; len(frames) < maxFrames; {
		flags, claimed, err := in.readHeader()
		if err != nil {
			return nil, false, err
		}
		if claimed > uint64(in.limit-size+in.boxed) {
			return nil, false, fmt.Errorf("%w: more than %d bytes", errTooLong, in.limit)
		}
		body, err := in.readBody(int(claimed), size)
		if err != nil {
			return nil, false, err
		}
		if in.open != nil {
			if flags, body, err = in.open(body); err != nil {
				return nil, false, err
			}
		}
		size += len(body)
		frames = append(frames, body)
		if flags&flagMore == 0 {
			return frames, flags&flagCommand != 0, nil
		}
	}
	return nil, false, fmt.Errorf("%w: more than %d frames", errTooLong, maxFrames)
}

// readHeader reads the flags and the length of a frame.
func (in *intake) readHeader() (flags byte, size uint64, err error) {
	if flags, err = in.ReadByte(); err != nil {
		return 0, 0, err
	}
	if flags&^(flagMore|flagLong|flagCommand) != 0 {
		return 0, 0, errFlags
	}
	if flags&flagLong == 0 {
		short, err := in.ReadByte()
		return flags, uint64(short), err
	}
	var long [8]byte
	_, err = io.ReadFull(in, long[:])
	return flags, binary.BigEndian.Uint64(long[:]), err
}

// exactly reads n bytes.
func (in *intake) exactly(n int) ([]byte, error) {
	b := make([]byte, n)
	_, err := io.ReadFull(in, b)
	return b, err
}

// readBody reads size bytes of a message after before earlier bytes. A length is only a claim
// until the bytes arrive: memory grows with them.
func (in *intake) readBody(size, before int) ([]byte, error) {
	var body []byte
	for len(body) < size {
		step := min(size-len(body), max(len(body), trusted))
		if before+len(body)+step > trusted && in.charge != nil {
			in.charge(step)
		}
		body = slices.Grow(body, step)
		n, err := io.ReadFull(in, body[len(body):len(body)+step])
		body = body[:len(body)+n]
		if err != nil {
			return nil, err
		}
	}
	return body, nil
}

// wireForm is a message, or a command, in wire form.
func wireForm(frames [][]byte, flags byte) []byte {
	size := 0
	for _, f := range frames {
		size += 9 + len(f)
	}
	b := make([]byte, 0, size)
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
	return append(appendHead(b, flags, len(body)), body...)
}

// appendHead appends the flags and the length of a frame.
func appendHead(b []byte, flags byte, size int) []byte {
	if size < 256 {
		return append(b, flags, byte(size))
	}
	return binary.BigEndian.AppendUint64(append(b, flags|flagLong), uint64(size))
}
