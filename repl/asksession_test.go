//go:build linux || darwin

package repl

import (
	"testing"
	"time"

	"riffle/internal/proto"
	emulator "riffle/internal/test/screen"
)

// TestLateAnswer has a completion come after nobody waits for it any more. The race
// detector sees whether it is written where the next one is read: so nothing but time
// may order the two.
func TestLateAnswer(t *testing.T) {
	e := offline(emulator.New(t, columns, rows), columns, rows, false)
	answered := make(chan struct{})
	e.cfg.Complete = func(string, int) proto.Completion {
		defer close(answered)
		time.Sleep(askPatience + 50*time.Millisecond)
		return proto.Completion{Start: 0, End: 1, Items: []proto.Candidate{{Text: "xylophone"}}}
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	c, ok := e.askCompletion("x", 1)
	<-answered
	time.Sleep(10 * time.Millisecond) // until the answer has been taken, or not
	if ok || len(c.Items) > 0 {
		t.Errorf("the answer is %v, %v; want none", c, ok)
	}
}

// TestQuestionsEnd: nobody asks the session any more when it has returned, unless the
// session doesn't answer.
func TestQuestionsEnd(t *testing.T) {
	var q questions
	answer, over := make(chan struct{}), make(chan struct{})
	answered := false
	q.startQuestion(func() {
		<-answer
		answered = true
	})
	go func() {
		defer close(over)
		q.endQuestions(time.Minute)
	}()
	close(answer)
	<-over
	if !answered {
		t.Error("a question is still open")
	}
	if q.startQuestion(func() {}) {
		t.Error("another was asked")
	}

	var deaf questions
	never := make(chan struct{})
	defer close(never)
	deaf.startQuestion(func() { <-never })
	deaf.endQuestions(time.Millisecond)
}
