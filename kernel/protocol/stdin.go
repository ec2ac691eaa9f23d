package protocol

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	"riffle/kernel/message"
)

// questions asks users for input, one question at a time.
type questions struct {
	turn chan struct{} // holds a value while a question is open

	mu     sync.Mutex
	id     string                // of the open question's message
	answer chan *message.Message // nil when no question is open
}

// errInterrupted is the answer to a question of an interrupted cell. It counts as
// context.Canceled, whose identity survives the way to the session.
var errInterrupted error = interruptedError{}

type interruptedError struct{}

func (interruptedError) Error() string        { return "input: interrupted" }
func (interruptedError) Is(target error) bool { return target == context.Canceled }

var (
	errNobody = errors.New("input: the front end that sent the cell has no stdin connection; reconnect it to the kernel and run the cell again")
)

// askInput sends an input_request and waits for its answer or for the end of the
// cell.
func (k *Kernel) askInput(o *output, prompt string, password bool) (string, error) {
	q := &k.questions
	select {
	case q.turn <- struct{}{}:
		defer func() { <-q.turn }()
	case <-o.ctx.Done():
		return "", errInterrupted
	}
	m := k.Compose("input_request", o.parent, map[string]any{"prompt": prompt, "password": password})
	m.Identities = o.identities
	answer := q.openQuestion(m.Header.ID)
	defer q.closeQuestions()
	// A client may still be connecting its stdin when its first cell asks.
	for tries := 0; !k.Channels.Send(Stdin, m, false); tries++ {
		if tries == maxReconnects {
			return "", errNobody
		}
		select {
		case <-time.After(reconnect):
		case <-o.ctx.Done():
			return "", errInterrupted
		}
	}
	select {
	case reply := <-answer:
		return inputValue(reply)
	case <-o.ctx.Done():
		return "", errInterrupted
	}
}

const (
	// reconnect is how long a question waits before it looks again for a missing client,
	// maxReconnects how many times it does.
	reconnect     = 10 * time.Millisecond
	maxReconnects = 1000
)

func (q *questions) openQuestion(id string) <-chan *message.Message {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.id, q.answer = id, make(chan *message.Message, 1)
	return q.answer
}

func (q *questions) closeQuestions() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.answer = nil
}

// takeStdin passes an input_reply to the open question. Not all front ends
// name the question; an answer to an earlier one is dropped.
func (k *Kernel) takeStdin(r *request) {
	q := &k.questions
	q.mu.Lock()
	defer q.mu.Unlock()
	parent := r.ParentID()
	if r.Header.Type != "input_reply" || q.answer == nil || parent != "" && parent != q.id {
		k.Journal.Note("ignored a message on stdin", strconv.Quote(r.Header.Type)+" answers no open question")
		return
	}
	q.answer <- r.Message
	q.answer = nil
}

func inputValue(m *message.Message) (string, error) {
	var reply struct {
		Status string `json:"status"`
		Value  string `json:"value"`
		Error  string `json:"evalue"`
	}
	if err := json.Unmarshal(m.Content, &reply); err != nil {
		return "", fmt.Errorf("input: the front end's answer: %w", err)
	}
	if reply.Status != "" && reply.Status != "ok" {
		return "", fmt.Errorf("input: the front end answered %s %s", reply.Status, reply.Error)
	}
	return reply.Value, nil
}
