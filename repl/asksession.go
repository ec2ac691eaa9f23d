package repl

import (
	"sync"
	"time"
)

// askPatience is the longest wait for an answer. A completion takes a few milliseconds; a
// session that is short of time or memory may take longer, and keys pressed meanwhile
// wait.
const askPatience = time.Second

// asked asks the session a question while others may draw. ok is false if the answer
// takes too long; then it is dropped.
func asked[T any](e *Editor, question func() T) (answer T, ok bool) {
	answers := make(chan T, 1)
	if !e.questions.startQuestion(func() { answers <- question() }) {
		return answer, false
	}
	e.unlocked(func() {
		select {
		case answer = <-answers:
			ok = true
		case <-time.After(askPatience):
		}
	})
	return answer, ok
}

// questions are the goroutines that ask the session something.
type questions struct {
	mu   sync.Mutex
	over bool
	open sync.WaitGroup
}

// startQuestion runs f in a goroutine. It reports false when no more questions are asked.
func (q *questions) startQuestion(f func()) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if !q.over {
		q.open.Go(f)
	}
	return !q.over
}

// endQuestions starts no more questions and waits for the open ones, but not for long: a session
// that doesn't answer must not keep the user from leaving. Later answers are dropped.
func (q *questions) endQuestions(patience time.Duration) {
	q.mu.Lock()
	q.over = true
	q.mu.Unlock()
	done := make(chan struct{})
	go func() {
		q.open.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(patience):
	}
}
