package worker

import "sync"

// queue passes frames in order from readers to one goroutine that handles them. It holds
// at most most bytes: putFrame waits while it is full.
type queue struct {
	most int

	mu      sync.Mutex
	changed sync.Cond
	frames  []frame
	bytes   int
	idle    bool // the taker waits in takeFrame
	waited  bool // put had to wait
	closed  bool
}

func newQueue(most int) *queue {
	q := &queue{most: most}
	q.changed.L = &q.mu
	return q
}

// putFrame appends f; a closed queue drops it.
func (q *queue) putFrame(f frame) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for q.bytes > q.most && !q.closed {
		q.waited = true
		q.changed.Wait()
	}
	if q.closed {
		return
	}
	q.frames = append(q.frames, f)
	q.bytes += headerSize + len(f.body)
	q.changed.Broadcast()
}

// takeFrame removes the first frame, waiting for one; it reports false when the queue
// is closed and empty.
func (q *queue) takeFrame() (frame, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.frames) == 0 && !q.closed {
		q.idle = true
		q.changed.Wait()
	}
	q.idle = false
	if len(q.frames) == 0 {
		return frame{}, false
	}
	f := q.frames[0]
	q.frames[0] = frame{}
	q.frames = q.frames[1:]
	q.bytes -= headerSize + len(f.body)
	q.changed.Broadcast()
	return f, true
}

// settled reports whether every frame put so far has been handled.
func (q *queue) settled() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.idle && len(q.frames) == 0
}

// stalled reports whether putFrame waits, or has waited since stalled was last called.
func (q *queue) stalled() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	waited := q.waited
	q.waited = q.bytes > q.most
	return waited
}

// closeQueue lets takeFrame end once the queue is empty.
func (q *queue) closeQueue() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.changed.Broadcast()
}
