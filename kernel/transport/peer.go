package transport

import (
	"bufio"
	"bytes"
	"net"
	"sync"
	"time"
)

const (
	// stallTimeout is how long a peer may take nothing of what it is sent.
	stallTimeout = 30 * time.Second
	// closeTimeout is how long a closing socket tries to send the rest, and
	// then waits for the peer to close its end.
	closeTimeout = time.Second
	// maxQueue is how many bytes wait for a peer before senders wait too.
	maxQueue = 4 << 20
	// keepBuffer is the largest buffer that is kept for reuse.
	keepBuffer = 1 << 20
)

// peer is one connected client.
type peer struct {
	conn net.Conn
	r    *bufio.Reader
	id   string
	gone chan struct{} // closed when nothing reads from the peer any more

	mu      sync.Mutex
	work    sync.Cond // the queue is not empty, or the peer is finishing
	room    sync.Cond // the queue is not full, or the peer is finishing
	queue   []byte    // messages in wire form
	closing bool
}

func newPeer(conn net.Conn, id string) *peer {
	p := &peer{conn: conn, r: bufio.NewReaderSize(conn, 16<<10), id: id, gone: make(chan struct{})}
	p.work.L, p.room.L = &p.mu, &p.mu
	return p
}

// send queues a message, waiting for room. A message to a peer that is gone is
// dropped, as ZeroMQ has it.
func (p *peer) send(frames [][]byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.queue) >= maxQueue && !p.closing {
		p.room.Wait()
	}
	p.add(frames, 0)
}

// push queues a message whether there is room or not: for small and few ones.
func (p *peer) push(frames [][]byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.add(frames, 0)
}

// add extends the queue, of which the caller holds the lock.
func (p *peer) add(frames [][]byte, flags byte) {
	if !p.closing {
		p.queue = appendMessage(p.queue, frames, flags)
		p.work.Signal()
	}
}

// receive reads the next message. It answers commands itself, but for those
// of subscribers, which it returns as the messages that ZMTP 3.0 had for them.
// What comes when the peer is finishing is dropped.
func (p *peer) receive() ([][]byte, error) {
	for {
		frames, command, err := readMessage(p.r)
		if err == nil && p.finishing() {
			continue
		}
		if err != nil || !command {
			return frames, err
		}
		if m := p.command(frames[0]); m != nil {
			return [][]byte{m}, nil
		}
	}
}

// command handles a command frame: the length of its name, the name, a body.
func (p *peer) command(frame []byte) []byte {
	switch {
	case bytes.HasPrefix(frame, []byte("\x09SUBSCRIBE")):
		return append([]byte{1}, frame[10:]...)
	case bytes.HasPrefix(frame, []byte("\x06CANCEL")):
		return append([]byte{0}, frame[7:]...)
	case bytes.HasPrefix(frame, []byte("\x04PING")):
		// A PONG returns the context that follows the two bytes of TTL.
		pong := append([]byte("\x04PONG"), frame[min(len(frame), 7):]...)
		p.mu.Lock()
		defer p.mu.Unlock()
		p.add([][]byte{pong}, flagCommand)
	}
	return nil
}

// write sends what is queued, each time all of it in one go, until the peer is
// finished or fails. It closes the connection, which ends the reader.
func (p *peer) write() {
	defer p.hangUp()
	defer p.finish()
	var spare []byte
	for {
		batch := p.take(spare)
		if len(batch) == 0 {
			return
		}
		if _, err := p.conn.Write(batch); err != nil {
			return
		}
		spare = batch[:0]
		if cap(spare) > keepBuffer {
			spare = nil
		}
	}
}

// hangUp ends the connection. To close it while bytes of the peer's stand unread
// would reset it, and the peer would lose what it has not received yet; so the
// peer is told first that no more comes, and read until it hangs up too.
func (p *peer) hangUp() {
	defer p.conn.Close()
	half, ok := p.conn.(interface{ CloseWrite() error })
	if !ok || half.CloseWrite() != nil {
		return
	}
	p.conn.SetReadDeadline(time.Now().Add(closeTimeout))
	<-p.gone
}

// take waits for the queue and swaps it for spare; what it returns is empty
// when there will be no more.
func (p *peer) take(spare []byte) []byte {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.queue) == 0 && !p.closing {
		p.work.Wait()
	}
	if !p.closing {
		p.conn.SetWriteDeadline(time.Now().Add(stallTimeout))
	}
	batch := p.queue
	p.queue = spare
	p.room.Broadcast()
	return batch
}

func (p *peer) finishing() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.closing
}

// finish lets the writer send what is queued and then close the connection.
func (p *peer) finish() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closing {
		return
	}
	p.closing = true
	p.conn.SetWriteDeadline(time.Now().Add(closeTimeout))
	p.work.Broadcast()
	p.room.Broadcast()
}
