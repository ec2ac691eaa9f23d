package worker

import "time"

// interruptJobs cancels all jobs in progress.
func (c *child) interruptJobs() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, j := range c.jobs {
		if j.cancel != nil { // nil for one that nobody waits for yet
			j.cancel()
		}
	}
}

// stallGraces bounds how long a slow Output can put off the end of a process that
// does not stop, in graces.
const stallGraces = 15

// halt asks the child to end a job. When it doesn't, within the grace and the
// patience of the options, the process is ended.
func (c *child) halt(j *job) {
	wait := c.o.Grace
	if !c.sendWithin(wait, frame{kind: kindInterrupt, id: j.id}) {
		c.endStuck(wait)
		return
	}
	begun, waited := time.Now(), time.Duration(0)
	for wait > 0 {
		select {
		case <-j.seen:
			return
		case <-c.gone:
			return
		case <-time.After(wait):
		}
		if c.queue.stalled() && time.Since(begun) < stallGraces*c.o.Grace {
			continue // the end may wait behind a slow Output
		}
		waited += wait
		wait = c.o.Patience(waited)
	}
	c.endStuck(waited)
}

// endStuck ends the process, whose cell hasn't stopped after waited.
func (c *child) endStuck(waited time.Duration) {
	c.mu.Lock()
	c.waited = waited
	c.mu.Unlock()
	c.endProcess(stuck)
}

// sendWithin sends a frame unless the child takes no bytes for that long.
func (c *child) sendWithin(d time.Duration, f frame) bool {
	// Where pipes have no deadlines, a full one must wait for the child's end.
	c.in.SetWriteDeadline(time.Now().Add(d))
	defer c.in.SetWriteDeadline(time.Time{})
	return c.sendFrames(f) == nil
}
