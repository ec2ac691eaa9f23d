package rt

import (
	"bytes"
	"io"
	"runtime"
	"strings"
	"time"
)

// Whoever waits for the other end of an io.Pipe does so in native code, of whatever
// function reads or writes. So in a session that has pipes somebody looks now and then
// whether all of the user's goroutines that don't wait otherwise are there.

// Pipe is io.Pipe.
func (r *Runtime) Pipe() (*io.PipeReader, *io.PipeWriter) {
	s := &r.asleep
	s.mu.Lock()
	s.pipes = true
	s.mu.Unlock()
	r.watchPipes()
	return io.Pipe()
}

// The pauses between looks: longer and longer while all is well.
const (
	firstLook   = 50 * time.Millisecond
	longestLook = time.Second
)

// watchPipes starts looking, unless there is no pipe or somebody does already.
func (r *Runtime) watchPipes() {
	s := &r.asleep
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.pipes || s.watching {
		return
	}
	s.watching = true
	go func() {
		var before uint64
		stuck := false
		for pause := firstLook; ; pause = min(pause*3/2, longestLook) {
			time.Sleep(pause)
			changes, now, over := r.lookAtPipes()
			if over {
				return
			}
			if stuck && now && changes == before {
				if r.config.Deadlock != nil {
					r.config.Deadlock()
				}
				now = false
			}
			if stuck, before = now, changes; now {
				pause = firstLook
			}
		}
	}()
}

// lookAtPipes reports whether all are stuck now, and whether nothing runs any more.
func (r *Runtime) lookAtPipes() (changes uint64, stuck, over bool) {
	s := &r.asleep
	s.mu.Lock()
	changes = s.changes
	if over = len(s.known) == 0 && s.starting == 0; over {
		s.watching = false
	}
	native := len(s.known) - len(s.waiting)
	awake := over || s.wakers || s.starting > 0 || s.napping > 0 || native == 0 || r.alarms.pending(s.awaits)
	s.mu.Unlock()
	return changes, !awake && allInPipes(native), over
}

// allInPipes reports whether n of the user's goroutines wait for the other end of a pipe.
func allInPipes(n int) bool {
	buf := make([]byte, 1<<20)
	size := runtime.Stack(buf, true)
	if size == len(buf) {
		return false // so many goroutines that it would take too long
	}
	for stack := range bytes.SplitSeq(buf[:size], []byte("\n\n")) {
		if waitsInPipe(string(stack)) {
			n--
		}
	}
	return n == 0
}

// waitsInPipe reports whether the stack is that of a goroutine of the user's which waits
// in a pipe.
func waitsInPipe(stack string) bool {
	head, frames, _ := strings.Cut(stack, "\n")
	_, state, _ := strings.Cut(strings.TrimSuffix(head, "]:"), " [")
	state, _, _ = strings.Cut(state, ",")
	switch state {
	case "select", "chan receive", "chan send", "sync.Mutex.Lock":
	default:
		return false
	}
	if _, starter, started := strings.Cut(frames, "\ncreated by "); started && !strings.HasPrefix(starter, "riffle/") {
		return false // the library's
	}
	for line := range strings.Lines(frames) {
		switch {
		case strings.HasPrefix(line, "\t"), strings.HasPrefix(line, "sync."), strings.HasPrefix(line, "internal/sync."):
		default:
			return strings.HasPrefix(line, "io.(*pipe).")
		}
	}
	return false
}
