package worker

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync/atomic"

	"riffle/internal/proto"
)

// output is the proto.Output that the child's session writes to: it turns output into
// frames. Each call first passes on what escaped the session before it.
type output struct {
	s     *server
	id    uint64
	ctx   context.Context // ends with the cell
	input bool            // somebody can answer
	cell  bool            // it is a cell's, not a comm message's or its calls'
	over  atomic.Bool     // the cell has ended
}

// sayInOrder runs put, which sends frames with the id it is given, in order with everything
// else. Once a comm message has been handled, its output belongs to the newest cell.
func (o *output) sayInOrder(put func(id uint64)) {
	o.s.capture.sayAfterDrain(func() {
		if o.over.Load() && !o.cell {
			put(o.s.newest.Load())
		} else {
			put(o.id)
		}
	})
}

// sendBody encodes v and puts it in a frame. If that fails, the error goes to stderr.
func (o *output) sendBody(k kind, v any) {
	f, err := encodeFrame(k, 0, v)
	if err != nil {
		o.Stream("stderr", fmt.Appendf(nil, "cannot be shown: %v\n", err))
		return
	}
	o.sayInOrder(func(id uint64) {
		f.id = id
		o.s.out.putFrame(f, nil)
	})
}

// Stream appends text to stdout or stderr.
func (o *output) Stream(name string, text []byte) {
	k := kindStdout
	if name == "stderr" {
		k = kindStderr
	}
	o.sayInOrder(func(id uint64) { o.s.out.appendText(k, id, text) })
}

// Display shows or updates a bundle.
func (o *output) Display(b proto.Bundle, update bool) {
	if update {
		o.sendBody(kindUpdate, b)
	} else {
		o.sendBody(kindDisplay, b)
	}
}

// Clear clears the cell's output.
func (o *output) Clear(wait bool) { o.sendBody(kindClear, wait) }

// Comm sends a comm message up.
func (o *output) Comm(c proto.Comm) { o.sendBody(kindCommUp, c) }

// Progress reports how far an experiment is; of reports in quick succession only
// the newest is sent.
func (o *output) Progress(p proto.Progress) {
	f, err := encodeFrame(kindProgress, 0, p)
	if err != nil {
		return // an estimate that isn't a number: nothing to show
	}
	o.sayInOrder(func(id uint64) {
		f.id = id
		o.s.out.progress(f, p)
	})
}

// Input asks the user for a line, until the cell ends.
func (o *output) Input(prompt string, password bool) (string, error) {
	if !o.input || o.over.Load() {
		return "", proto.ErrNoInput
	}
	question, answer := o.s.newQuestion()
	defer o.s.forgetQuestion(question)
	o.sendBody(kindPrompt, inputRequest{Question: question, Prompt: prompt, Password: password})
	o.s.out.flushBuffer()
	select {
	case r := <-answer:
		return r.Line, r.err()
	case <-o.ctx.Done():
		return "", o.ctx.Err()
	}
}

// newQuestion numbers a question and makes a channel for its answer.
func (s *server) newQuestion() (uint64, <-chan inputReply) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.question++
	c := make(chan inputReply, 1)
	s.questions[s.question] = c
	return s.question, c
}

func (s *server) forgetQuestion(question uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.questions, question)
}

// inputReply is the user's answer, or the reason why there is none.
type inputReply struct {
	Line  string `json:"line"`
	Error string `json:"error,omitempty"`
}

// replyErrors are the errors that keep their identity over the pipe, since readers
// compare them.
var replyErrors = []error{io.EOF, io.ErrUnexpectedEOF, proto.ErrNoInput, context.Canceled, context.DeadlineExceeded}

// newReply makes the reply for what Output.Input returned.
func newReply(line string, err error) inputReply {
	r := inputReply{Line: line}
	if err != nil {
		r.Error = err.Error()
	}
	for _, e := range replyErrors {
		if errors.Is(err, e) {
			r.Error = e.Error()
		}
	}
	return r
}

func (r inputReply) err() error {
	if r.Error == "" {
		return nil
	}
	for _, e := range replyErrors {
		if r.Error == e.Error() {
			return e
		}
	}
	return errors.New(r.Error)
}
