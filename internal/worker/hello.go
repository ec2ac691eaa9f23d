package worker

import (
	"errors"
	"fmt"
	"io"
	"strings"
)

// hello is the first frame each way. The supervisor speaks first.
type hello struct {
	Version int `json:"version"`
	// PID is the child's.
	PID int `json:"pid,omitempty"`
	// MemoryLimit is the child's, in bytes; 0 for none.
	MemoryLimit uint64 `json:"memory_limit,omitempty"`
	// Lifeline is the number of a descriptor in the child, see layLifeline; 0
	// for none.
	Lifeline int `json:"lifeline,omitempty"`
	// Restarts counts the children this one follows.
	Restarts int `json:"restarts,omitempty"`
	// Key seals everything after the hellos; empty for no seal.
	Key []byte `json:"key,omitempty"`
}

// checkVersion compares the other side's version with ours.
func (h hello) checkVersion() error {
	if h.Version == version {
		return nil
	}
	return fmt.Errorf("worker: the session's process speaks protocol %d and this program %d: "+
		"riffle was replaced while it ran, start it again", h.Version, version)
}

// sendHello writes h.
func sendHello(w io.Writer, h hello) error {
	f, err := encodeFrame(kindHello, 0, h)
	if err != nil {
		return err
	}
	_, err = w.Write(appendFrame(nil, f))
	return err
}

// readHello reads the other side's hello and checks its version.
func readHello(d *decoder) (hello, error) {
	var h hello
	f, err := d.readFrame()
	switch {
	case errors.Is(err, errGarbage):
		return h, fmt.Errorf("%w: it begins with %q", errGarbage, d.peekLine())
	case err != nil:
		return h, fmt.Errorf("worker: no hello: %w", err)
	case f.kind != kindHello:
		return h, fmt.Errorf("worker: frame %d where a hello was due", f.kind)
	}
	if err := f.decodeBody(&h); err != nil {
		return h, err
	}
	return h, h.checkVersion()
}

// peekLine is the first line in the buffer, for messages.
func (d *decoder) peekLine() string {
	b, _ := d.r.Peek(min(d.r.Buffered(), 80))
	line, _, _ := strings.Cut(string(b), "\n")
	return line
}

// query asks for a completion, an inspection or a verdict.
type query struct {
	Source string `json:"source"`
	Pos    int    `json:"pos,omitempty"`
	Detail int    `json:"detail,omitempty"`
}

// inputRequest asks the user for a line.
type inputRequest struct {
	// Question numbers the request; the reply's frame has it as its id.
	Question uint64 `json:"question"`
	Prompt   string `json:"prompt"`
	Password bool   `json:"password,omitempty"`
}

// memoryReport is the last frame of a child at its memory limit.
type memoryReport struct {
	Limit uint64 `json:"limit"`
	Used  uint64 `json:"used"`
}
