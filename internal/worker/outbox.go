package worker

import (
	"io"
	"sync"
	"time"

	"riffle/internal/proto"
)

// The child's output is held back for a moment, so that a hundred thousand short lines
// become twenty frames: the first output after a silence for firstDelay, later output
// until nextDelay after the last flush or flushSize bytes.
const (
	firstDelay = time.Millisecond
	nextDelay  = 10 * time.Millisecond
	flushSize  = 32 << 10
)

// outbox gathers the frames that the child sends. A caller that fills it above flushSize
// writes it out itself and so waits for a slow reader: memory stays bounded and nothing
// is dropped.
type outbox struct {
	w io.Writer

	// writing is held during a write, so that frames leave in the order in
	// which they came; spare belongs to whoever holds it.
	writing sync.Mutex
	spare   []byte

	mu   sync.Mutex
	buf  []byte    // encoded frames
	last int       // where the last frame in buf begins
	sent time.Time // the last flush
	err  error     // why the pipe is broken

	wake chan struct{} // buf is no longer empty
	done chan struct{}
}

// newOutbox starts an outbox on w; closeOutbox ends it.
func newOutbox(w io.Writer) *outbox {
	o := &outbox{w: w, wake: make(chan struct{}, 1), done: make(chan struct{})}
	go o.pace()
	return o
}

// pace flushes output that nobody else has flushed in time.
func (o *outbox) pace() {
	defer close(o.done)
	for range o.wake {
		time.Sleep(firstDelay)
		for o.canBatch() {
			time.Sleep(firstDelay)
		}
		o.flushBuffer()
	}
}

// canBatch reports whether the buffer may wait for more.
func (o *outbox) canBatch() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return len(o.buf) > 0 && time.Since(o.sent) < nextDelay
}

// hurry makes the next output wait no longer than after a silence, since a cell begins.
func (o *outbox) hurry() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.sent = time.Time{}
}

// closeOutbox flushes and ends the outbox's goroutine. Nothing may be put after that.
func (o *outbox) closeOutbox() {
	close(o.wake)
	<-o.done
	o.flushBuffer()
}

// appendText appends to a stream; it joins the previous frame if that is of the same stream and
// cell.
func (o *outbox) appendText(k kind, id uint64, b []byte) {
	for len(b) > 0 {
		n := min(len(b), flushSize)
		o.putFrame(frame{k, id, b[:n]}, o.joinLast)
		b = b[n:]
	}
}

// progress replaces an unsent report of the same experiment.
func (o *outbox) progress(f frame, p proto.Progress) {
	o.putFrame(f, func(f frame) bool { return o.replaceLast(f, p) })
}

// putFrame appends a frame, or what merge makes of it, to go out soon.
func (o *outbox) putFrame(f frame, merge func(frame) bool) {
	first, full := o.appendFrame(f, merge)
	if full {
		o.flushBuffer()
	} else if first {
		o.nudge()
	}
}

// appendFrame appends a frame, or what merge makes of it; it says whether it is the first
// in the buffer, and whether the buffer should be written out.
func (o *outbox) appendFrame(f frame, merge func(frame) bool) (first, full bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	first = len(o.buf) == 0
	if first || merge == nil || !merge(f) {
		o.last = len(o.buf)
		o.buf = appendFrame(o.buf, f)
	}
	return first, len(o.buf) >= flushSize
}

// nudge wakes pace unless it is awake.
func (o *outbox) nudge() {
	select {
	case o.wake <- struct{}{}:
	default:
	}
}

// lastFrame decodes the last frame in the buffer.
func (o *outbox) lastFrame() frame {
	h := o.buf[o.last:]
	return frame{kind: kind(h[2]), id: byteOrder.Uint64(h[8:]), body: h[headerSize:]}
}

// joinLast appends f's body to the last frame if they belong together.
func (o *outbox) joinLast(f frame) bool {
	t := o.lastFrame()
	if t.kind != f.kind || t.id != f.id {
		return false
	}
	o.buf = append(o.buf, f.body...)
	byteOrder.PutUint32(o.buf[o.last+4:], uint32(len(t.body)+len(f.body)))
	return true
}

// replaceLast replaces the last frame by f if it is an older report of the same experiment.
func (o *outbox) replaceLast(f frame, p proto.Progress) bool {
	t := o.lastFrame()
	if t.kind != f.kind || t.id != f.id {
		return false
	}
	var old proto.Progress
	if t.decodeBody(&old) != nil || old.Label != p.Label {
		return false
	}
	o.buf = appendFrame(o.buf[:o.last], f)
	return true
}

// sendNow sends a frame that must not wait, and everything before it.
func (o *outbox) sendNow(f frame) {
	o.appendFrame(f, nil)
	o.flushBuffer()
}

// flushBuffer writes out the buffer. After the first error the pipe is broken, which means that
// the supervisor is gone, and later frames are dropped.
func (o *outbox) flushBuffer() {
	o.writing.Lock()
	defer o.writing.Unlock()
	o.mu.Lock()
	b, err := o.buf, o.err
	o.buf, o.sent = o.spare[:0], time.Now()
	o.mu.Unlock()
	if len(b) > 0 && err == nil {
		_, err = o.w.Write(b)
	}
	o.mu.Lock()
	o.err = err
	o.mu.Unlock()
	if cap(b) > 8*flushSize {
		b = nil // a big picture went through: don't keep its memory
	}
	o.spare = b
}
