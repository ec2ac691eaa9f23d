package transport

import (
	"strings"
	"sync"

	"github.com/go-zeromq/zmq4"
)

// Publisher sends messages to all subscribers of their topics.
type Publisher struct {
	server
	o PublisherOptions

	mu   sync.RWMutex
	subs map[*peer]topics
}

// PublisherOptions are the messages that single subscribers get.
type PublisherOptions struct {
	// Welcome answers a subscription, before anything that is subscribed to.
	Welcome func(topic string) [][]byte
	// Gap tells a subscriber that it misses messages from here on, of which
	// frames is the first.
	Gap func(frames [][]byte) [][]byte
}

// ListenPublisher binds an XPUB socket.
func (g *Group) ListenPublisher(e Endpoint, o PublisherOptions) (*Publisher, error) {
	p := &Publisher{o: o, subs: make(map[*peer]topics)}
	if err := p.startAccepting(g, e, zmq4.XPub, p.readSubscriptions); err != nil {
		return nil, err
	}
	return p, nil
}

// topics are what a subscriber wants.
type topics map[string]bool

// The bounds on what one subscriber can make the publisher remember. One that asks for
// more is disconnected.
const (
	maxTopics = 64
	maxTopic  = 256 // bytes
)

// readSubscriptions follows a subscriber's wishes: a byte, 1 to subscribe and 0 to cancel,
// and the topic's first bytes.
func (p *Publisher) readSubscriptions(sub *peer) {
	defer p.forgetSubscriber(sub)
	sub.in.limit = 1 + maxTopic + len("\x09SUBSCRIBE")
	for {
		frames, err := sub.receiveMessage()
		if err != nil {
			return
		}
		if len(frames) != 1 || len(frames[0]) == 0 {
			continue
		}
		switch topic := string(frames[0][1:]); frames[0][0] {
		case 1:
			if !p.subscribe(sub, topic) {
				sub.dropPeer()
			}
		case 0:
			p.cancel(sub, topic)
		}
	}
}

// subscribe greets and subscribes in one step, so that nothing comes before
// the greeting and nothing is missed after it. It reports whether the
// subscriber keeps to the bounds.
func (p *Publisher) subscribe(sub *peer, topic string) bool {
	welcome := wireForm(p.o.Welcome(topic), 0)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.subs[sub] == nil {
		p.subs[sub] = make(topics)
	}
	p.subs[sub][topic] = true
	sub.raiseStanding(unproven)
	sub.offerMessage(welcome, Vital, nil)
	return len(p.subs[sub]) <= maxTopics
}

func (p *Publisher) cancel(sub *peer, topic string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.subs[sub], topic)
}

func (p *Publisher) forgetSubscriber(sub *peer) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.subs, sub)
}

// Class is how a message is published.
type Class int

const (
	// Bulk is missed by a subscriber that has left too much unread, which is told
	// so.
	Bulk Class = iota
	// Vital is missed only if the connection is lost.
	Vital
	// Joined is vital and goes out with the next message, which must follow at
	// once.
	Joined
	// Final is vital and goes out before Publish returns, with everything before it, if
	// that is possible without waiting.
	Final
)

// Publish sends a message to all subscribers of its topic, the first frame.
// Messages of one goroutine arrive in order. Publish doesn't wait for slow subscribers.
//
// The fastest subscriber sets the pace of bulk messages, so that
// one which reads as fast as it can gets them all. If not even that one reads at a useful
// speed, Publish waits for nobody.
func (p *Publisher) Publish(frames [][]byte, class Class) {
	if len(frames) == 0 {
		return
	}
	if lead := p.deliver(frames, class); lead != nil && class == Bulk {
		lead.awaitPace()
	}
}

// deliver queues a message for all subscribers. It returns the one least behind among
// those that keep up.
func (p *Publisher) deliver(frames [][]byte, class Class) (lead *peer) {
	least := 0
	topic, message := string(frames[0]), wireForm(frames, 0)
	gap := func() []byte { return wireForm(p.o.Gap(frames), 0) }
	p.mu.RLock()
	defer p.mu.RUnlock()
	for sub, topics := range p.subs {
		if !topics.match(topic) {
			continue
		}
		behind, keepsUp := sub.offerMessage(message, class, gap)
		if keepsUp && (lead == nil || behind < least) {
			lead, least = sub, behind
		}
	}
	return lead
}

func (t topics) match(topic string) bool {
	for prefix := range t {
		if strings.HasPrefix(topic, prefix) {
			return true
		}
	}
	return false
}
