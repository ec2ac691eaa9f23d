package grade

import (
	"context"
	"sync"
)

// All grades submissions, several at a time. It calls done for each, in their order,
// by one goroutine at a time. When ctx ends it returns the cause, and done has been
// called for those that were graded before.
func (g *Grader) All(ctx context.Context, subs []Submission, jobs int, done func(i int, s *Sheet)) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	q := &inOrder{sheets: make([]*Sheet, len(subs)), done: done}
	next := make(chan int)
	var workers sync.WaitGroup
	for range max(1, min(jobs, len(subs))) {
		workers.Go(func() {
			for i := range next {
				s, err := g.Grade(ctx, subs[i])
				if err != nil {
					cancel(err)
					continue
				}
				q.putSheet(i, s)
			}
		})
	}
	for i := range subs {
		select {
		case next <- i:
			continue
		case <-ctx.Done():
		}
		break
	}
	close(next)
	workers.Wait()
	q.passRest()
	return context.Cause(ctx)
}

// inOrder passes sheets on in the order of their submissions.
type inOrder struct {
	mu     sync.Mutex
	sheets []*Sheet
	passed int
	done   func(i int, s *Sheet)
}

func (q *inOrder) putSheet(i int, s *Sheet) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.sheets[i] = s
	for q.passed < len(q.sheets) && q.sheets[q.passed] != nil {
		q.done(q.passed, q.sheets[q.passed])
		q.passed++
	}
}

// passRest passes on what is waiting for sheets that never came.
func (q *inOrder) passRest() {
	for i := q.passed; i < len(q.sheets); i++ {
		if q.sheets[i] != nil {
			q.done(i, q.sheets[i])
		}
	}
}
