package repl

import (
	"bytes"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/chzyer/readline"

	"riffle/repl/keys"
)

// The sequences that switch a terminal's bracketed-paste mode.
const (
	pasteOn  = "\x1b[?2004h"
	pasteOff = "\x1b[?2004l"
)

// escapeDelay is how long a key that begins with Escape may take to arrive; what
// comes later is another key. It is longer than the gaps of a slow connection.
const escapeDelay = 100 * time.Millisecond

// terminal is a terminal read key by key. Raw mode, its size and, on Windows, its events
// are chzyer/readline's.
type terminal struct {
	out     io.Writer
	inFd    int
	sizeFd  int  // the descriptor that knows the size
	reflows bool // lines rewrap when the width changes

	decoder keys.Decoder
	asks    chan []byte // buffers to be filled
	reads   chan read
	reading bool // an answer is expected
	ahead   bool // the next read may bring what was typed before the prompt

	mu      sync.Mutex
	raw     *readline.State
	entered bool
	speak   func() // makes the terminal echo what is typed again; nil if it does
	closed  chan struct{}
	gone    bool // the terminal's input has ended
}

// read is what a Read of the terminal returned.
type read struct {
	data []byte
	err  error
}

func newTerminal(in *os.File, out io.Writer) *terminal {
	t := &terminal{
		out: out, inFd: int(in.Fd()), sizeFd: int(in.Fd()),
		reflows: reflows(os.Getenv),
		asks:    make(chan []byte), reads: make(chan read), closed: make(chan struct{}),
	}
	if f, ok := out.(*os.File); ok && IsTerminal(f) {
		t.sizeFd = int(f.Fd())
		prepareOutput(f)
	}
	go t.readOn(rawInput(in))
	return t
}

// reflows reports whether a terminal rewraps its lines when its width changes. Nearly all
// do; these cut them off. It can't be queried: the cursor's position, which terminals do
// report, is the same in both cases if the cursor's line was and is a single row, however
// many rows are above it, and the answer would come among the keys, too late for drawing.
// A wrong guess leaves rows of an older drawing above the text, or removes rows above it;
// Ctrl-L fixes that.
func reflows(getenv func(string) string) bool {
	if getenv("TMUX") != "" {
		return true // also in a terminal that doesn't
	}
	term := getenv("TERM")
	return getenv("XTERM_VERSION") == "" && getenv("STY") == "" && term != "linux" && term != "st" && !strings.HasPrefix(term, "st-")
}

// hush turns off the terminal's echo while no text is edited: echoed into a cell's
// output, typing would spoil both. The next text begins with what was typed.
func (t *terminal) hush() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.speak == nil && !t.gone {
		t.ahead = true
		t.speak = silence(t.inFd)
	}
}

// forgetTyped drops what was typed while no text was edited, as a terminal itself does at
// Ctrl-C unless it is hushed.
func (t *terminal) forgetTyped() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.speak != nil {
		forgetTyped(t.inFd)
	}
}

// lend gives the terminal, in its original state, to another program while f runs.
func (t *terminal) lend(f func()) {
	t.unhush()
	defer t.hush()
	f()
}

func (t *terminal) unhush() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.speak != nil {
		t.speak()
		t.speak = nil
	}
}

// readOn reads only on request: what is typed while a cell runs is for the cell, or for
// an editor that it has started.
func (t *terminal) readOn(in io.Reader) {
	for {
		select {
		case buf := <-t.asks:
			n, err := in.Read(buf)
			select {
			case t.reads <- read{buf[:n], err}:
			case <-t.closed:
				return
			}
		case <-t.closed:
			return
		}
	}
}

// Text that is pasted without marks comes in pieces. While there are large ones, keys
// waits a moment for the next, for at most maxGather: drawing after each would take
// quadratic time.
const (
	largePiece  = 256
	gatherDelay = 5 * time.Millisecond
	maxGather   = 50 * time.Millisecond
)

// keys waits for keys, and reports whether they came in large pieces. It is not ok
// when there will be none.
func (t *terminal) keys() (found []keys.Key, large, ok bool) {
	began := time.Now()
	for {
		r, came := t.readKeys(t.patience(len(found) > 0))
		switch {
		case !came && len(found) > 0:
			return found, large, true
		case !came:
			found = t.decoder.Flush()
		case r.err != nil && len(r.data) == 0:
			t.leaveForGood()
			return found, large, len(found) > 0
		}
		found = append(found, t.decoder.Feed(t.typedAhead(r.data))...)
		large = large || len(r.data) >= largePiece
		if len(found) > 0 && (len(r.data) < largePiece || time.Since(began) > maxGather) {
			return found, large, true
		}
	}
}

// patience is how long to wait for what may follow; 0 is for ever.
func (t *terminal) patience(found bool) time.Duration {
	switch {
	case found:
		return gatherDelay
	case t.decoder.Waiting():
		return escapeDelay
	}
	return 0
}

// readKeys waits for a read of the terminal; came is false after patience.
func (t *terminal) readKeys(patience time.Duration) (r read, came bool) {
	if !t.reading {
		select {
		case t.asks <- make([]byte, 64<<10):
			t.reading = true
		case <-t.closed:
			return read{err: io.EOF}, true
		}
	}
	var late <-chan time.Time
	if patience > 0 {
		timer := time.NewTimer(patience)
		defer timer.Stop()
		late = timer.C
	}
	select {
	case r = <-t.reads:
		t.reading = false
		return r, true
	case <-t.closed:
		return read{err: io.EOF}, true
	case <-late:
		return read{}, false
	}
}

// typedAhead repairs what was typed while the terminal was another program's: its
// driver then handles Ctrl-D itself and leaves a NUL in its place.
func (t *terminal) typedAhead(data []byte) []byte {
	if t.ahead {
		data = bytes.ReplaceAll(data, []byte{0}, []byte{4})
	}
	t.ahead = false
	return data
}

// enterRaw makes the terminal send single keys, with marks around what is pasted.
func (t *terminal) enterRaw() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if state, err := readline.MakeRaw(t.inFd); err == nil {
		t.raw = state
	}
	t.entered = true
	io.WriteString(t.out, pasteOn)
}

// leaveRaw gives the terminal back as it was.
func (t *terminal) leaveRaw() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.entered {
		return
	}
	t.entered = false
	io.WriteString(t.out, pasteOff)
	if t.raw != nil {
		// A terminal that is gone can't be restored.
		_ = readline.Restore(t.inFd, t.raw)
	}
}

// closeInput makes a waiting keys return.
func (t *terminal) closeInput() {
	t.leaveForGood()
	t.leaveRaw()
	t.unhush()
}

func (t *terminal) leaveForGood() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.gone {
		t.gone = true
		close(t.closed)
	}
}

// isClosed reports whether the terminal is gone or closed.
func (t *terminal) isClosed() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.gone
}

// sizeOrUsual falls back to the usual size if the terminal doesn't know its own.
func (t *terminal) sizeOrUsual() (width, height int) {
	width, height, err := readline.GetSize(t.sizeFd)
	if err != nil || width <= 0 {
		width = 80
	}
	if err != nil || height <= 0 {
		height = 24
	}
	return max(width, 4), height
}

// IsTerminal reports whether f is a terminal.
func IsTerminal(f *os.File) bool { return readline.IsTerminal(int(f.Fd())) }

// TerminalWidth returns the width of a terminal in columns, 0 if f isn't one.
func TerminalWidth(f *os.File) int {
	width, _, err := readline.GetSize(int(f.Fd()))
	if err != nil {
		return 0
	}
	return width
}
