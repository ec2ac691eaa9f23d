package transport

import (
	"bufio"
	"bytes"
	"errors"
	"net"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// pauseReading is how many bytes may wait for a stranger before we stop reading from
	// it. For a peer that has proved itself it's a quarter of Group.Queue: it may send
	// many requests before it reads the first reply.
	pauseReading = 64 << 10
	// overhead is what a queued message counts beyond its bytes, for the memory that
	// holds it.
	overhead = 64
	// maxMessage is the longest message of a peer that has proved itself, in
	// bytes: what the pipe to the session takes.
	maxMessage = 64 << 20
	// maxStranger is the longest message of a peer that hasn't.
	maxStranger = 16 << 20
	// maxBatch is how many bytes of short messages go out in one write.
	maxBatch = 256 << 10
	// maxContext is the longest context of a PING, as ZMTP 3.1 has it.
	maxContext = 16
	// closeTimeout is how long a closing socket tries to send the rest, and
	// then waits for the peer to close its end.
	closeTimeout = time.Second
)

// peer is one connected client.
type peer struct {
	conn   net.Conn
	direct func([]byte) int // writes what fits without waiting; nil where that's impossible
	group  *Group
	serial uint64 // its place in the order of connections
	id     string
	shown  atomic.Int32 // its standing

	curve    *curve // seals what is sent; nil without encryption
	in       intake
	incoming int           // bytes charged for the message read last
	gone     chan struct{} // closed when nothing reads from the peer anymore

	mu      sync.Mutex
	work    sync.Cond // the queue is not empty, or the peer is closing
	room    sync.Cond // less is queued, or the peer is closing
	queue   [][]byte  // messages in wire form
	writing bool      // what was taken out of the queue is being written
	size    int       // bytes counted for the queue, including what is being written
	pause   int       // the size from which we don't read from the peer
	missing bool      // a subscriber that is missing messages
	step    int       // bytes taken since stepAt
	stepAt  time.Time // when the peer last took a step, or had taken everything
	closing bool
	dropped bool // what is queued will not be sent
}

func newPeer(g *Group, conn net.Conn) *peer {
	p := &peer{conn: conn, group: g, pause: pauseReading, gone: make(chan struct{}), direct: directly(conn)}
	p.in = intake{Reader: bufio.NewReaderSize(conn, 16<<10), limit: maxStranger, charge: p.chargeBytes}
	p.work.L, p.room.L = &p.mu, &p.mu
	p.shown.Store(int32(greeting))
	return p
}

func (p *peer) standing() standing { return standing(p.shown.Load()) }

// raiseStanding raises the peer's standing, unless it is leaving.
func (p *peer) raiseStanding(s standing) {
	for {
		now := p.shown.Load()
		if standing(now) == leaving || standing(now) >= s || p.shown.CompareAndSwap(now, int32(s)) {
			return
		}
	}
}

// prove gives the peer the bounds of a peer that knows the key. Only its reader may call
// it.
func (p *peer) prove() {
	if p.standing() == proven {
		return
	}
	p.raiseStanding(proven)
	p.in.limit = maxMessage
	p.mu.Lock()
	defer p.mu.Unlock()
	p.pause = p.group.queue() / 4
}

// sendMessage sends a message to a peer that can't miss one.
func (p *peer) sendMessage(message []byte) {
	if p.queues(message) {
		p.pushQueue()
	}
}

// queues queues a message for a peer that can't miss one: when it has left too
// much unread it is disconnected. It reports whether the message was queued. Then push
// or wake must follow.
func (p *peer) queues(message []byte) bool {
	p.mu.Lock()
	full := p.size >= p.group.queue()
	queued := !full && p.extendQueue(message)
	p.mu.Unlock()
	if full {
		p.dropPeer()
	}
	if queued {
		p.group.charge(p, len(message)+overhead)
	}
	return queued
}

// wakeWriter makes the writer write what is queued.
func (p *peer) wakeWriter() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.work.Signal()
}

// offerMessage queues a message for a subscriber. One that has left too much unread misses it,
// and gets what gap returns instead, once until it has caught up. A vital message has
// some more room; a subscriber that leaves no room even for those is disconnected. It
// returns how many bytes are queued, and whether the subscriber keeps up with them.
func (p *peer) offerMessage(message []byte, class Class, gap func() []byte) (behind int, keepsUp bool) {
	vital := class != Bulk
	limit := p.group.queue()
	reserve := limit / 64
	p.mu.Lock()
	before := p.size
	p.missing = p.missing && before >= limit/2
	switch {
	case vital && before < limit+reserve, !p.missing && before < limit:
		p.extendQueue(message)
	case !vital && !p.missing:
		p.missing = true
		p.extendQueue(gap())
	}
	behind, keepsUp = p.size, p.keepsUp()
	if class == Bulk || class == Vital {
		p.work.Signal()
	}
	p.mu.Unlock()
	if vital && before >= limit+reserve {
		p.dropPeer()
	}
	if behind > before {
		p.group.charge(p, behind-before)
	}
	if class == Final {
		p.pushQueue()
	}
	return behind, keepsUp
}

// extendQueue extends the queue; the caller holds its lock.
func (p *peer) extendQueue(message []byte) bool {
	if p.closing {
		return false
	}
	if p.size == 0 {
		p.stepped()
	}
	p.queue = append(p.queue, message)
	p.size += len(message) + overhead
	return true
}

// chargeBytes charges the message that is being read.
func (p *peer) chargeBytes(n int) {
	p.incoming += n
	p.group.charge(p, n)
}

// receiveMessage reads the next message, when the peer has taken most of what was sent
// to it; the one before is no longer used. It answers commands itself, except those of
// subscribers, which it returns as the messages that ZMTP 3.0 had for them. What comes
// when the peer is closing is dropped.
func (p *peer) receiveMessage() ([][]byte, error) {
	for {
		if p.incoming > 0 {
			p.chargeBytes(-p.incoming)
		}
		closing := p.awaitRoom()
		frames, command, err := p.in.readMessage()
		if err == nil && closing {
			continue
		}
		if err != nil || !command {
			return frames, err
		}
		m, err := p.handleCommand(frames[0])
		if m != nil || err != nil {
			return [][]byte{m}, err
		}
	}
}

// awaitRoom waits until little is queued, and reports whether the peer is
// closing.
func (p *peer) awaitRoom() (closing bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.size >= p.pause && !p.closing {
		p.room.Wait()
	}
	return p.closing
}

var errContext = errors.New("the context of a PING is too long")

// handleCommand handles a command frame: the length of its name, the name, a body.
func (p *peer) handleCommand(frame []byte) ([]byte, error) {
	switch {
	case bytes.HasPrefix(frame, []byte("\x09SUBSCRIBE")):
		return append([]byte{1}, frame[10:]...), nil
	case bytes.HasPrefix(frame, []byte("\x06CANCEL")):
		return append([]byte{0}, frame[7:]...), nil
	case bytes.HasPrefix(frame, []byte("\x04PING")):
		// A PONG returns the context that follows the two bytes of TTL.
		context := frame[min(len(frame), 7):]
		if len(context) > maxContext {
			return nil, errContext
		}
		p.sendMessage(wireForm([][]byte{append([]byte("\x04PONG"), context...)}, flagCommand))
	}
	return nil, nil
}

// writeQueue sends what is queued, in batches, until the peer is finished or fails. It closes
// the connection, which ends the reader.
func (p *peer) writeQueue() {
	defer p.hangUp()
	defer p.finishQueue()
	var batch net.Buffers
	for {
		var n int
		batch, n = p.awaitBatch(batch[:0])
		if n == 0 {
			return
		}
		if p.curve != nil {
			p.seal(batch)
		}
		rest := batch // WriteTo consumes what it is called on
		_, err := rest.WriteTo(p.conn)
		clear(batch)
		p.endWrite(n, nil)
		if err != nil {
			return
		}
	}
}

// seal encrypts messages in place. A peer's own copy of a message isn't counted in
// addition to the message, which it replaces; while it is being made both exist, and one
// frame a third time. So large ones are sealed one at a time in the whole group.
func (p *peer) seal(batch net.Buffers) {
	for i, message := range batch {
		if len(message) < heavy {
			batch[i] = p.curve.seal(message)
			continue
		}
		p.group.sealing.Lock()
		batch[i] = p.curve.seal(message)
		p.group.sealing.Unlock()
	}
}

// awaitBatch waits for the queue and moves a batch out of it that counts n bytes, none when no
// more will come.
func (p *peer) awaitBatch(batch net.Buffers) (_ net.Buffers, n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.writing || len(p.queue) == 0 && !p.closing {
		p.work.Wait()
	}
	return p.takeBatch(batch, maxBatch)
}

// takeBatch moves the first messages out of the queue, at least one and not many more than
// most bytes, for the caller to write. The lock is held.
func (p *peer) takeBatch(batch net.Buffers, most int) (_ net.Buffers, n int) {
	for len(p.queue) > 0 && (n == 0 || n+len(p.queue[0]) <= most) {
		batch = append(batch, p.queue[0])
		n += len(p.queue[0]) + overhead
		p.queue[0] = nil
		p.queue = p.queue[1:]
	}
	p.writing = n > 0
	return batch, n
}

// maxPush is how many bytes of messages a sender writes by itself.
const maxPush = 8 << 10

// pushQueue gets the queue written. If it is short the caller writes it at once, which
// saves waking the writer. It never waits: the writer gets what the connection
// doesn't take.
func (p *peer) pushQueue() {
	var room [8][]byte
	p.mu.Lock()
	if p.direct == nil || p.writing || p.closing || p.size > maxPush {
		p.work.Signal()
		p.mu.Unlock()
		return
	}
	batch, n := p.takeBatch(room[:0], maxPush)
	p.mu.Unlock()
	if n == 0 {
		return
	}
	message := batch[0]
	if len(batch) > 1 {
		message = slices.Concat(batch...)
	}
	if rest := message[p.direct(message):]; len(rest) > 0 {
		p.endWrite(n-len(rest)-overhead, rest)
	} else {
		p.endWrite(n, nil)
	}
}

// endWrite ends a write of n bytes, and makes room in the queue. What is left of the
// last message is written first.
func (p *peer) endWrite(n int, rest []byte) {
	p.mu.Lock()
	p.writing = false
	if len(rest) > 0 && !p.dropped {
		p.queue = slices.Insert(p.queue, 0, rest)
	}
	if len(p.queue) > 0 || p.closing {
		p.work.Signal()
	}
	p.size -= n
	if p.step += n; p.step >= p.group.queue()/32 {
		p.stepped()
	}
	p.room.Broadcast()
	p.mu.Unlock()
	p.group.charge(p, -n)
}

// hangUp ends the connection. Closing it while bytes from the peer are unread would reset
// it, and the peer would lose what it hasn't received yet; so the peer is told first that
// no more will come, and read until it hangs up too.
func (p *peer) hangUp() {
	defer p.conn.Close()
	p.mu.Lock()
	dropped := p.dropped
	p.mu.Unlock()
	half, ok := p.conn.(interface{ CloseWrite() error })
	if dropped || !ok || half.CloseWrite() != nil {
		return
	}
	p.conn.SetReadDeadline(time.Now().Add(closeTimeout))
	<-p.gone
}

// finishQueue lets the writer send what is queued and then close the connection.
func (p *peer) finishQueue() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closeBy(time.Now().Add(closeTimeout))
}

// dropPeer closes the connection without sending what is queued.
func (p *peer) dropPeer() {
	p.mu.Lock()
	p.dropped = true
	p.queue = nil
	p.closeBy(time.Now())
	p.conn.SetDeadline(time.Now())
	p.mu.Unlock()
	p.group.leavePeer(p)
}

// closeBy marks the peer as closing; the lock is held.
func (p *peer) closeBy(deadline time.Time) {
	if p.closing {
		return
	}
	p.closing = true
	p.shown.Store(int32(leaving))
	p.conn.SetWriteDeadline(deadline)
	p.work.Broadcast()
	p.room.Broadcast()
}
