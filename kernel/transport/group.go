package transport

import (
	"cmp"
	"sync"
)

// Group is the sockets of one kernel, which share bounds on memory and connections. The
// zero Group has the defaults that its fields document.
type Group struct {
	// Memory is how many bytes all connections may hold together in messages
	// that are not complete and in queues that are not sent; 0 stands for
	// 128 MiB. With Keys, one message at a time takes up to three times its size.
	Memory int
	// Queue is how many bytes wait for a peer before it misses messages or is
	// disconnected; 0 stands for 64 MiB. The message that passes the mark is still
	// queued, however long it is.
	Queue int
	// Places is how many connections each socket keeps; 0 stands for 128.
	Places int
	// Keys, unless nil, let in only clients that encrypt for them, with CURVE.
	Keys *Keys
	// Refused, unless nil, is called with each client that was not let in, and why.
	Refused func(*Refusal)

	sealing sync.Mutex // held while a large message is encrypted

	mu   sync.Mutex
	sum  int
	held map[*peer]int
}

const (
	defaultMemory = 128 << 20
	defaultQueue  = 64 << 20
	defaultPlaces = 128
	// heavy is how many bytes a connection must hold to be worth disconnecting for its
	// memory.
	heavy = 64 << 10
)

func (g *Group) memoryLimit() int { return cmp.Or(g.Memory, defaultMemory) }
func (g *Group) queue() int       { return cmp.Or(g.Queue, defaultQueue) }
func (g *Group) placeLimit() int  { return cmp.Or(g.Places, defaultPlaces) }

// enterPeer begins to count what p holds.
func (g *Group) enterPeer(p *peer) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.held == nil {
		g.held = make(map[*peer]int)
	}
	g.held[p] = 0
}

// leavePeer forgets p and what it held.
func (g *Group) leavePeer(p *peer) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.forgetPeer(p)
}

// forgetPeer is leavePeer with the lock held.
func (g *Group) forgetPeer(p *peer) {
	g.sum -= g.held[p]
	delete(g.held, p)
}

// charge notes that p holds n bytes more, or fewer if n is negative. When all
// hold too much, it disconnects some. No peer's lock may be held.
func (g *Group) charge(p *peer, n int) {
	for _, loser := range g.account(p, n) {
		loser.dropPeer()
	}
}

// account does the sums for charge and returns the peers to disconnect.
func (g *Group) account(p *peer, n int) (losers []*peer) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if _, in := g.held[p]; !in {
		return nil
	}
	g.held[p] += n
	g.sum += n
	for g.sum > g.memoryLimit() {
		loser := heaviest(g.held)
		if loser == nil {
			break
		}
		g.forgetPeer(loser)
		losers = append(losers, loser)
	}
	return losers
}

// standing is how far a connection has proved itself. When room is needed, the one of
// least standing loses its place.
type standing int32

const (
	leaving  standing = iota // it is being closed
	greeting                 // its handshake is not finished
	silent                   // it has said nothing since
	unproven                 // it has subscribed, or sent a heartbeat
	proven                   // it knows the key
)

// leastPlaced is the peer that makes room for a new connection, nil when all
// are proven. Of two that have not finished their handshake the older one goes:
// it has had more time. Of all others the newer one goes, because a client that
// was there before the crowd is more likely to be honest.
func leastPlaced(peers map[*peer]struct{}) *peer {
	var least *peer
	for p := range peers {
		if p.standing() < proven && (least == nil || p.yieldsBefore(least)) {
			least = p
		}
	}
	return least
}

func (p *peer) yieldsBefore(q *peer) bool {
	a, b := p.standing(), q.standing()
	switch {
	case a != b:
		return a < b
	case a <= greeting:
		return p.serial < q.serial
	}
	return p.serial > q.serial
}

// heaviest is the peer that holds most among those of the least standing, nil
// when nobody holds much.
func heaviest(held map[*peer]int) *peer {
	var most *peer
	for p, n := range held {
		if n < heavy {
			continue
		}
		if most == nil || p.standing() < most.standing() || p.standing() == most.standing() && n > held[most] {
			most = p
		}
	}
	return most
}
