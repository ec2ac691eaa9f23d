package worker

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// version is the protocol's. A child of another version is refused: both ends
// come from one binary, so a mismatch means that the file was replaced while it
// ran. The header's layout and the hello frame never change.
const version = 2

// kind says what a frame is.
type kind uint8

// Frames go down to the child or up to the supervisor. The id is that of the
// cell or comm message they belong to, or of the question they answer.
const (
	kindHello kind = 1 + iota // both ways: hello

	// Down.
	kindRun        // proto.Cell
	kindInterrupt  // nothing; the id is the cell's
	kindInput      // an inputReply; the id is the question's
	kindComplete   // a query
	kindInspect    // a query
	kindIsComplete // a query
	kindCommDown   // proto.Comm

	// Up.
	kindResult   // proto.Result; the cell is over
	kindHandled  // proto.Result; the comm message has been handled
	kindAnswer   // the answer to a query
	kindStdout   // text as it is
	kindStderr   // text as it is
	kindDisplay  // proto.Bundle
	kindUpdate   // proto.Bundle
	kindClear    // bool: wait
	kindPrompt   // an inputRequest
	kindCommUp   // proto.Comm
	kindProgress // proto.Progress
	kindMemory   // a memoryReport; the child exits
	kindRestart  // a reason; asks for a new child after this cell

	// The debugger's.
	kindDebug      // down: a request of the debug adapter protocol, which kindAnswer answers
	kindDebugEvent // up: an event of it

	kindSignature // down: a query, which kindAnswer answers

	// kindAhead is down: a proto.Cell like kindRun's, which is sent while an earlier
	// cell runs and is dropped unless that one's Result has Next.
	kindAhead

	kindKnown // the number of kinds known here
)

// kindSpare is the first of the kinds that a receiver skips if it doesn't know them: room
// for the debugger's events.
const kindSpare kind = 64

// maxBody is the longest body, in bytes. It is generous for pictures and small
// enough that a broken length shows.
const maxBody = 64 << 20

// headerSize is the length of a header: two magic bytes, the kind, a zero, the body's
// length and the id.
const headerSize = 16

const magic0, magic1 = 'r', 0xf1

var byteOrder = binary.LittleEndian

// frame is one message on the pipe.
type frame struct {
	kind kind
	id   uint64
	body []byte
}

// appendHeader appends the header of a frame whose body has n bytes.
func appendHeader(b []byte, k kind, id uint64, n int) []byte {
	b = append(b, magic0, magic1, byte(k), 0)
	b = byteOrder.AppendUint32(b, uint32(n))
	return byteOrder.AppendUint64(b, id)
}

// appendFrame appends f as it goes over the pipe.
func appendFrame(b []byte, f frame) []byte {
	return append(appendHeader(b, f.kind, f.id, len(f.body)), f.body...)
}

// encodeFrame makes a frame whose body is v in JSON, empty for a nil v.
func encodeFrame(k kind, id uint64, v any) (frame, error) {
	f := frame{kind: k, id: id}
	if v == nil {
		return f, nil
	}
	var err error
	if f.body, err = json.Marshal(v); err != nil {
		return f, err
	}
	if len(f.body) > maxBody {
		return f, fmt.Errorf("a message of %d MiB is over the limit of %d MiB", len(f.body)>>20, maxBody>>20)
	}
	return f, nil
}

// decodeBody reads the JSON in the frame's body into v.
func (f frame) decodeBody(v any) error {
	if err := json.Unmarshal(f.body, v); err != nil {
		return fmt.Errorf("worker: decode frame %d: %w", f.kind, err)
	}
	return nil
}

// decodeExact is decodeBody for values that are passed on: numbers in an any stay
// json.Number and keep all digits.
func (f frame) decodeExact(v any) error {
	d := json.NewDecoder(bytes.NewReader(f.body))
	d.UseNumber()
	if err := d.Decode(v); err != nil {
		return fmt.Errorf("worker: decode frame %d: %w", f.kind, err)
	}
	return nil
}

// errGarbage reports bytes on the pipe that are not frames.
var errGarbage = errors.New("worker: the pipe carries something that is not a frame")

// decoder reads frames. It allocates as bytes arrive, not as a header promises.
type decoder struct {
	r *bufio.Reader
}

func newDecoder(r io.Reader) *decoder {
	return &decoder{bufio.NewReaderSize(r, 64<<10)}
}

// readFrame reads a frame; io.EOF is a clean end between two frames.
func (d *decoder) readFrame() (frame, error) {
	for {
		f, n, err := d.readHeader()
		if err != nil {
			return frame{}, err
		}
		if f.body, err = d.readBody(n); err != nil {
			return frame{}, err
		}
		if f.kind < kindSpare {
			return f, nil
		}
	}
}

// readHeader reads and checks a header; the int is the body's length.
func (d *decoder) readHeader() (frame, int, error) {
	// The first byte alone: something that isn't a worker may print a word and
	// wait.
	h, err := d.r.Peek(1)
	if err == nil && h[0] != magic0 {
		return frame{}, 0, errGarbage
	}
	if h, err = d.r.Peek(headerSize); err != nil {
		if len(h) > 0 && errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return frame{}, 0, err
	}
	f := frame{kind: kind(h[2]), id: byteOrder.Uint64(h[8:])}
	n := byteOrder.Uint32(h[4:])
	known := f.kind >= kindHello && f.kind < kindKnown || f.kind >= kindSpare
	if h[1] != magic1 || h[3] != 0 || !known || n > maxBody {
		return frame{}, 0, errGarbage
	}
	_, err = d.r.Discard(headerSize)
	return f, int(n), err
}

// bodyStep bounds the allocation for a body before its bytes arrive.
const bodyStep = 1 << 20

func (d *decoder) readBody(n int) ([]byte, error) {
	if n == 0 {
		return nil, nil
	}
	b := make([]byte, min(n, bodyStep))
	for got := 0; ; {
		m, err := io.ReadFull(d.r, b[got:])
		if got += m; err != nil {
			return nil, io.ErrUnexpectedEOF
		}
		if got == n {
			return b, nil
		}
		b = append(b, make([]byte, min(n-got, len(b)))...)
	}
}
