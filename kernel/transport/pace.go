package transport

import "time"

// A subscriber that takes less than a step, 1/32 of a queue, in paceTime does not
// keep up, and is not waited for. The time is long because libzmq reads in bursts:
// after a thousand messages it pauses until half of them are used.
const paceTime = time.Second

// stepped notes that the peer has taken a step, with its lock held.
func (p *peer) stepped() { p.step, p.stepAt = 0, time.Now() }

// keepsUp reports whether the peer took its last step a short time ago. The
// caller holds its lock.
func (p *peer) keepsUp() bool { return !p.closing && time.Since(p.stepAt) < paceTime }

// awaitPace waits until less than a quarter of the peer's queue is used, as long
// as it keeps up.
func (p *peer) awaitPace() {
	mark := p.group.queue() / 4
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.size < mark {
		return
	}
	wake := time.AfterFunc(paceTime, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.room.Broadcast()
	})
	defer wake.Stop()
	for p.size >= mark && p.keepsUp() {
		wake.Reset(time.Until(p.stepAt.Add(paceTime)) + time.Millisecond)
		p.room.Wait()
	}
}
