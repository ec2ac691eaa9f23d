package session

import (
	"bytes"
	"context"
	"fmt"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"time"

	"riffle/internal/engine"
	"riffle/internal/proto"
)

// stackOverflow is the name of the error of a cell that TooDeep ended.
const stackOverflow = "stack overflow"

// TooDeep has what runs now ended, because its stacks have grown too large: the cell, if
// its own recursion is too deep, or the goroutines that earlier cells have left. It
// doesn't wait for that.
func (s *Session) TooDeep() { go s.endRecursion(s.cancel.Load()) }

// endRecursion ends what ran with a cell, whose cancel is given, or with none. Frames end
// one by one without a panic, whose unwinding would take seconds.
func (s *Session) endRecursion(cancel *context.CancelCauseFunc) {
	over := s.recursionOver(cancel)
	e := s.depthError(s.engine.Recurring(over))
	for range 10 { // one that comes back by itself soon isn't endless
		if over() {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	s.running.Lock()
	defer s.running.Unlock()
	deep := deepest(make([]byte, stacksMost))
	switch {
	case deep == nothing || s.cancel.Load() != cancel: // what runs now is another's
	case cancel == nil:
		s.endGoroutines()
		s.goroutineTooDeep(e, nil)
	case deep == aGoroutine:
		s.goroutineTooDeep(e, *cancel)
	default:
		(*cancel)(e)
	}
}

// recurringMost is how long the functions of a recursion are sought at most: on a busy
// machine a large stack is copied and scanned for seconds, in which none of them runs.
const recurringMost = 10 * time.Second

// recursionOver returns a function that reports whether the recursion of a cell is over, or
// has grown so much since that it has to be ended without knowing its functions.
func (s *Session) recursionOver(cell *context.CancelCauseFunc) func() bool {
	began, most := time.Now(), 2*max(stacks(), deepStacks)
	return func() bool {
		return s.cancel.Load() != cell || stacks() > most || time.Since(began) > recurringMost
	}
}

// endTooDeep ends the cell, if one runs, for a goroutine that has ended because it was
// too deep.
func (s *Session) endTooDeep(e *proto.CellError) {
	var cancel context.CancelCauseFunc
	if c := s.cancel.Load(); c != nil {
		cancel = *c
	}
	s.goroutineTooDeep(e, cancel)
}

// goroutineTooDeep reports a goroutine that was too deep: as the error of the cell that
// cancel ends, if it isn't nil.
func (s *Session) goroutineTooDeep(e *proto.CellError, cancel context.CancelCauseFunc) {
	if cancel == nil {
		e.Name += " in a goroutine"
		fmt.Fprintln(s.stderr, e.Format())
		return
	}
	e.Message = "in a goroutine, " + e.Message + ", but this cell was ended with it"
	cancel(e)
}

// depthError is the error of a recursion through frames.
func (s *Session) depthError(frames []engine.Frame) *proto.CellError {
	return &proto.CellError{
		Name:        stackOverflow,
		Message:     "functions call each other too deep, probably without end: check that the recursion reaches its last case; the variables are kept",
		Diagnostics: s.placesOf(frames),
	}
}

// distinct removes repeated functions from frames.
func distinct(frames []engine.Frame) []engine.Frame {
	seen := map[string]bool{}
	return slices.DeleteFunc(slices.Clone(frames), func(f engine.Frame) bool {
		again := seen[f.Func]
		seen[f.Func] = true
		return again
	})
}

// endGoroutines ends the user's running goroutines.
func (s *Session) endGoroutines() {
	s.stopCode()
	awaitShallow()
	s.allowCode()
	dropStacks()
}

// elided is the runtime's line for a stack that is deeper than it prints.
var elided = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\n\.\.\.(\d+) frames elided\.\.\.\n`) })

// deepFrames is the number of frames from which a stack counts as deep, about ten per
// call.
const deepFrames = 10000

// stacksMost is how many bytes of all goroutines' stacks are read at most.
const stacksMost = 16 << 20

// recursion says who recurses too deep.
type recursion int

const (
	nothing recursion = iota
	theCell
	aGoroutine
)

// deepest says who has the deepest of the stacks that fit into buf; if some don't fit and
// none of the others is deep, it is the cell.
func deepest(buf []byte) recursion {
	n := runtime.Stack(buf, true)
	most, who := deepFrames, nothing
	if n == len(buf) {
		who = theCell
	}
	for stack := range bytes.SplitSeq(buf[:n], []byte("\n\n")) {
		m := elided().FindSubmatch(stack)
		if m == nil {
			continue
		}
		frames, _ := strconv.Atoi(string(m[1]))
		switch {
		case frames <= most:
		case bytes.Contains(stack, []byte("session.(*Session).perform")):
			most, who = frames, theCell
		default:
			most, who = frames, aGoroutine
		}
	}
	return who
}

// cancelable makes a context that TooDeep can cancel too, as soon as code may run.
func (s *Session) cancelable(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	s.running.Lock()
	defer s.running.Unlock()
	s.cancel.Store(&cancel)
	return ctx, func() {
		s.cancel.Store(nil)
		cancel(nil)
	}
}
