package main

import (
	"sync"

	"riffle/kernel/message"
	"riffle/kernel/protocol"
)

// intake makes the function that takes the owner's messages. It never waits, as the
// worker's event loop does meanwhile: each channel has a queue of its own.
func intake(k *protocol.Kernel, journal *protocol.Journal) (_ taker, stop func()) {
	queues := make(map[string]*queue)
	for _, c := range []protocol.Channel{protocol.Shell, protocol.Control, protocol.Stdin} {
		q := &queue{come: make(chan struct{}, 1)}
		queues[string(c)] = q
		go q.serveMessages(func(m *message.Message) { k.Take(c, m) })
	}
	take := func(channel string, header, parent, metadata, content []byte, buffers [][]byte) {
		m, err := message.Parse(header, parent, metadata, content, buffers)
		switch {
		case err != nil:
			journal.Note("dropped a message on "+channel, err.Error())
		case queues[channel] == nil:
			journal.Note("dropped a message", "there is no channel "+channel)
		default:
			queues[channel].putMessage(m)
		}
	}
	return take, func() {
		for _, q := range queues {
			q.putMessage(nil)
		}
	}
}

// queue has the messages of a channel that wait.
type queue struct {
	mu   sync.Mutex
	list []*message.Message
	come chan struct{}
}

func (q *queue) putMessage(m *message.Message) {
	q.mu.Lock()
	q.list = append(q.list, m)
	q.mu.Unlock()
	select {
	case q.come <- struct{}{}:
	default:
	}
}

// serveMessages hands on messages until there is a nil one.
func (q *queue) serveMessages(f func(*message.Message)) {
	for range q.come {
		q.mu.Lock()
		list := q.list
		q.list = nil
		q.mu.Unlock()
		for _, m := range list {
			if m == nil {
				return
			}
			f(m)
		}
	}
}
