package worker

import (
	"bytes"
	"context"
	"fmt"

	"riffle/internal/proto"
)

// registerJob registers a job; it reports false if the child is dead or about to be replaced,
// so that the job belongs to its successor.
func (c *child) registerJob(j *job) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.over || c.renew {
		return false
	}
	c.jobs[j.id], c.outs[j.id] = j, j.out
	if j.cell && j.cancel != nil {
		c.newest = j.id
	}
	c.used.Store(true)
	return true
}

// finishJob sends a job that has begun and waits for its end.
func (c *child) finishJob(ctx context.Context, j *job, f frame) proto.Result {
	return c.awaitJob(ctx, j, func() { c.sendFrames(f) })
}

// awaitJob waits for the end of a job, which comes in any case: as a result, or with the
// child's death. Once an interrupt can be heard it calls ready.
func (c *child) awaitJob(ctx context.Context, j *job, ready func()) proto.Result {
	halted := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(halted)
		c.halt(j)
	})
	ready()
	r := <-j.result
	if !stop() {
		<-halted
	}
	return r
}

// askChild sends a question and waits for its answer.
func (c *child) askChild(ctx context.Context, f frame) (frame, bool) {
	answer := make(chan frame, 1)
	c.mu.Lock()
	c.answers[f.id] = answer
	c.mu.Unlock()
	defer func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.answers, f.id)
	}()
	c.sendFrames(f)
	select {
	case f := <-answer:
		return f, true
	case <-c.gone:
	case <-ctx.Done():
	}
	return frame{}, false
}

// readFrames takes frames from the pipe until it ends or carries something else.
func (c *child) readFrames() error {
	for {
		f, err := c.decoder.readFrame()
		if err == nil {
			err = c.receiveFrame(f)
		}
		if err != nil {
			return err
		}
	}
}

// receiveFrame handles frames that must not wait behind a slow Output, and queues the
// rest.
func (c *child) receiveFrame(f frame) error {
	switch f.kind {
	case kindAnswer:
		c.passAnswer(f)
	case kindRestart:
		c.mu.Lock()
		c.renew = true
		c.mu.Unlock()
	case kindMemory:
		return c.outOfMemory(f)
	case kindResult, kindHandled:
		return c.closeJob(f)
	case kindStdout, kindStderr, kindDisplay, kindUpdate, kindClear, kindPrompt, kindCommUp, kindProgress, kindDebugEvent:
		c.queue.putFrame(f)
	default:
		return fmt.Errorf("worker: frame %d goes the other way", f.kind)
	}
	return nil
}

func (c *child) passAnswer(f frame) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if a, ok := c.answers[f.id]; ok {
		delete(c.answers, f.id)
		a <- f // has room for one
	}
}

func (c *child) outOfMemory(f frame) error {
	var m memoryReport
	if err := f.decodeBody(&m); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.memory = &m
	return nil
}

// overhear takes what arrives on the child's real stderr: the runtime's prints.
func (c *child) overhear(_ kind, text []byte) {
	if said := c.words.hearText(text); len(said) > 0 {
		c.queue.putFrame(frame{kind: kindStderr, id: c.newestID(), body: bytes.Clone(said)})
	}
}

func (c *child) newestID() uint64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.newest
}

// closeJob records the end of a job. If nothing is queued for delivery before it, the job
// ends at once, without a detour through the delivering goroutine.
func (c *child) closeJob(f frame) error {
	c.mu.Lock()
	j := c.jobs[f.id]
	last := len(c.jobs) == 1
	if j != nil {
		j.renew = c.renew // not one that a cell started since has asked for
	}
	c.mu.Unlock()
	c.raw.sayAfterDrain(func() {
		if !last {
			return // the next cell may have begun, and these are its last words
		}
		// The child is alive, so these weren't its last words.
		if said := c.words.releaseHeld(); len(said) > 0 {
			c.queue.putFrame(frame{kind: kindStderr, id: f.id, body: said})
		}
	})
	if j == nil {
		return fmt.Errorf("worker: an end of job %d, which isn't on its way", f.id)
	}
	select {
	case <-j.seen:
		return fmt.Errorf("worker: a second end of job %d", f.id)
	default:
		close(j.seen)
	}
	if c.queue.settled() {
		return c.conclude(f)
	}
	c.queue.putFrame(f)
	return nil
}

// deliver passes what is queued to the Outputs until the queue is closed. Nonsense from
// the child ends the child.
func (c *child) deliver() {
	for {
		f, ok := c.queue.takeFrame()
		if !ok {
			return
		}
		var err error
		if f.kind == kindResult || f.kind == kindHandled {
			err = c.conclude(f)
		} else {
			err = c.sayFrame(f)
		}
		if err != nil {
			c.endProcess(garbled)
		}
	}
}

// conclude gives a job its result, unless that waits for a new process.
func (c *child) conclude(f frame) error {
	var r proto.Result
	if err := f.decodeExact(&r); err != nil {
		return err
	}
	c.mu.Lock()
	j := c.jobs[f.id]
	// A cell whose Result has Next asked too late: the one behind it has begun.
	renew := j.renew && !(r.Next && c.cellsWait(j))
	if renew && j.kind != kindCommDown {
		r.Lost, r.Next = true, false
		j.final = &r
	} else {
		c.retireJob(j)
		j.result <- r
	}
	c.mu.Unlock()
	if renew {
		c.endProcess(restarted)
	}
	return nil
}

// cellsWait says whether a cell was sent ahead behind a job; c.mu is held.
func (c *child) cellsWait(behind *job) bool {
	for _, j := range c.jobs {
		if j.kind == kindAhead && j != behind {
			return true
		}
	}
	return false
}

// pastMost is how many ended cells can still print as themselves; what older ones print
// goes to the newest cell.
const pastMost = 1000

// retireJob drops a job, and the Output of one that isn't a cell. c.mu is held.
func (c *child) retireJob(j *job) {
	delete(c.jobs, j.id)
	if !j.cell {
		delete(c.outs, j.id)
		return
	}
	c.past = append(c.past, j.id)
	if len(c.past) > pastMost {
		delete(c.outs, c.past[0])
		c.past = c.past[1:]
	}
}

func (c *child) outputOf(id uint64) proto.Output {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, id := range []uint64{id, c.newest} {
		if out, ok := c.outs[id]; ok {
			return out
		}
	}
	return proto.Discard{}
}

// sayFrame passes one frame to its Output.
func (c *child) sayFrame(f frame) error {
	out := c.outputOf(f.id)
	switch f.kind {
	case kindStdout:
		out.Stream("stdout", f.body)
	case kindStderr:
		out.Stream("stderr", f.body)
	case kindDisplay, kindUpdate:
		return decodeFor(f, func(b proto.Bundle) { out.Display(b, f.kind == kindUpdate) })
	case kindClear:
		return decodeFor(f, out.Clear)
	case kindPrompt:
		return decodeFor(f, func(q inputRequest) { go c.promptUser(out, q) })
	case kindCommUp:
		return decodeFor(f, out.Comm)
	case kindProgress:
		return decodeFor(f, out.Progress)
	case kindDebugEvent:
		c.debugEvent(f.body)
	}
	return nil
}

// decodeFor decodes a frame's body for use.
func decodeFor[T any](f frame, use func(T)) error {
	var v T
	if err := f.decodeExact(&v); err != nil {
		return err
	}
	use(v)
	return nil
}

// promptUser asks the user. It has a goroutine of its own, which nobody waits for: a
// user may never answer, and an interrupt must not wait for one.
func (c *child) promptUser(out proto.Output, q inputRequest) {
	line, err := out.Input(q.Prompt, q.Password)
	if f, err := encodeFrame(kindInput, q.Question, newReply(line, err)); err == nil {
		c.sendFrames(f)
	}
}

// drainOutput delivers the rest of a dead child's output.
func (c *child) drainOutput() {
	c.queue.closeQueue()
	c.delivering.Wait()
}

// endJobs ends the jobs of a dead child; it reports whether there was none.
func (c *child) endJobs(death *proto.CellError) (idle bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	idle = len(c.jobs) == 0
	for id, j := range c.jobs {
		delete(c.jobs, id)
		r := proto.Result{Status: proto.Error, Err: death, Lost: true}
		if j.final != nil {
			r = *j.final
		}
		j.result <- r
	}
	return idle
}
