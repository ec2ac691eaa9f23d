package transport

import (
	"strings"
	"sync"

	"github.com/go-zeromq/zmq4"
)

// Publisher sends messages to all who subscribed to their topics.
type Publisher struct {
	server
	welcome func(topic string) [][]byte

	mu   sync.RWMutex
	subs map[*peer]map[string]bool
}

// ListenPublisher binds an XPUB socket. Every subscription is answered, to
// that subscriber alone and before anything else it subscribed to, by the
// message that welcome returns.
func ListenPublisher(e Endpoint, welcome func(topic string) [][]byte) (*Publisher, error) {
	p := &Publisher{welcome: welcome, subs: make(map[*peer]map[string]bool)}
	if err := p.start(e, zmq4.XPub, p.read); err != nil {
		return nil, err
	}
	return p, nil
}

// read follows a subscriber's wishes: a byte, 1 to subscribe and 0 to cancel,
// and the topic's first bytes.
func (p *Publisher) read(sub *peer) {
	defer p.forget(sub)
	for {
		frames, err := sub.receive()
		if err != nil {
			return
		}
		if len(frames) != 1 || len(frames[0]) == 0 {
			continue
		}
		switch topic := string(frames[0][1:]); frames[0][0] {
		case 1:
			p.subscribe(sub, topic)
		case 0:
			p.cancel(sub, topic)
		}
	}
}

// maxTopics bounds what one subscriber can make the publisher remember.
const maxTopics = 1024

// subscribe greets and subscribes in one step, so that nothing comes before
// the greeting and nothing is missed after it.
func (p *Publisher) subscribe(sub *peer, topic string) {
	greeting := p.welcome(topic)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.subs[sub] == nil {
		p.subs[sub] = make(map[string]bool)
	}
	if len(p.subs[sub]) < maxTopics {
		p.subs[sub][topic] = true
		sub.push(greeting)
	}
}

func (p *Publisher) cancel(sub *peer, topic string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.subs[sub], topic)
}

func (p *Publisher) forget(sub *peer) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.subs, sub)
}

// Publish sends a message to all subscribers of its topic, the first frame.
// Messages of one goroutine arrive in order and complete; Publish waits for a
// subscriber whose queue is full.
func (p *Publisher) Publish(frames [][]byte) {
	if len(frames) == 0 {
		return
	}
	for _, sub := range p.subscribers(string(frames[0])) {
		sub.send(frames)
	}
}

// subscribers is a copy, so that waiting for one does not lock the others out.
func (p *Publisher) subscribers(topic string) []*peer {
	p.mu.RLock()
	defer p.mu.RUnlock()
	var to []*peer
	for sub, topics := range p.subs {
		for prefix := range topics {
			if strings.HasPrefix(topic, prefix) {
				to = append(to, sub)
				break
			}
		}
	}
	return to
}
