package kernel

import (
	"context"
	"crypto/rand"
	"errors"
	"io"

	"riffle/kernel/message"
	"riffle/kernel/protocol"
	"riffle/kernel/transport"
	"riffle/kernel/wire"
)

// newServer binds the five sockets. Requests that arrive wait until bound is closed.
func newServer(ctx context.Context, stop context.CancelFunc, c *connection) (*server, error) {
	s := &server{
		codec:   wire.New(c.Key),
		session: rand.Text(),
		bound:   make(chan struct{}),
		routers: make(map[protocol.Channel]*transport.Router),
	}
	s.kernel = protocol.New(ctx, protocol.Config{Session: s.session, Channels: s, Journal: &s.journal})
	if err := s.bindSockets(c); err != nil {
		stop()
		return nil, errors.Join(err, s.closeSockets())
	}
	return s, nil
}

func (s *server) bindSockets(c *connection) (err error) {
	keys, err := c.curveKeys()
	if err != nil {
		return err
	}
	g := &transport.Group{Places: maxConnections(descriptors()), Keys: keys, Refused: s.logRefusal}
	greetings := transport.PublisherOptions{Welcome: s.welcome, Gap: s.gap}
	if s.iopub, err = g.ListenPublisher(c.endpoint(c.IOPub), greetings); err != nil {
		return err
	}
	if s.heart, err = g.ListenEcho(c.endpoint(c.Heartbeat)); err != nil {
		return err
	}
	for _, r := range []struct {
		channel protocol.Channel
		port    int
	}{{protocol.Stdin, c.Stdin}, {protocol.Control, c.Control}, {protocol.Shell, c.Shell}} {
		if s.routers[r.channel], err = g.ListenRouter(c.endpoint(r.port), s.receiverFor(r.channel)); err != nil {
			return err
		}
	}
	return nil
}

// logRefusal logs a client that the transport didn't let in.
func (s *server) logRefusal(r *transport.Refusal) {
	s.journal.Note("refused a connection, as the sockets are encrypted (CURVE) and "+r.Err.Error(), "from "+r.Client.String())
}

func (s *server) closeSockets() error {
	var errs []error
	closeOne := func(c io.Closer) { errs = append(errs, c.Close()) }
	for _, r := range s.routers {
		if r != nil {
			closeOne(r)
		}
	}
	if s.heart != nil {
		closeOne(s.heart)
	}
	if s.iopub != nil {
		closeOne(s.iopub)
	}
	return errors.Join(errs...)
}

// The descriptors that the process needs besides its connections: for the next session's
// pipes, the listeners, the standard streams and the runtime.
const spareDescriptors = 64

// maxConnections is how many connections each of the five sockets may have, so that a
// new session always finds its descriptors.
func maxConnections(descriptors int) int {
	return max(4, min((descriptors-spareDescriptors)/5, 128))
}

// errReflected refuses messages that the kernel itself signed and published on iopub.
var errReflected = errors.New("the kernel's own message, sent back to it")

// receiverFor returns a function that decodes a socket's messages and passes them on.
// Messages that can't be decoded may come from anybody: they are dropped and logged. The
// function reports whether the sender knows the key.
func (s *server) receiverFor(c protocol.Channel) func([][]byte) bool {
	return func(frames [][]byte) bool {
		select {
		case <-s.kernel.Done():
			return false
		case <-s.bound:
		}
		m, err := s.codec.Decode(frames)
		if err == nil && m.Header.Session == s.session {
			err = errReflected
		}
		if err != nil {
			s.journal.Note("dropped a message on "+string(c), err.Error())
			return false
		}
		s.kernel.Take(c, m)
		return true
	}
}

// welcome greets a new subscriber of iopub.
func (s *server) welcome(topic string) [][]byte {
	return s.encodeFrames(topic, s.kernel.Compose("iopub_welcome", nil, map[string]string{"subscription": topic}))
}

// gap tells a subscriber, in the cell of the first message that it misses, that output is
// missing.
func (s *server) gap(frames [][]byte) [][]byte {
	const text = "\n[riffle: output is missing here, because this front end was too slow to read it]\n"
	m := s.kernel.Compose("stream", wire.ParentOf(frames), map[string]string{"name": "stderr", "text": text})
	return s.encodeFrames(s.topic(m), m)
}

// classes are the transport's names for how a message is published.
var classes = [...]transport.Class{
	protocol.Bulk:   transport.Bulk,
	protocol.Vital:  transport.Vital,
	protocol.Joined: transport.Joined,
	protocol.Final:  transport.Final,
}

// Publish sends a message to all subscribers of iopub.
func (s *server) Publish(m *message.Message, class protocol.Class) {
	s.iopub.Publish(s.encodeFrames(s.topic(m), m), classes[class])
}

// Send sends a message on a socket to the client that it names.
func (s *server) Send(c protocol.Channel, m *message.Message, soon bool) bool {
	frames, err := s.codec.Encode(m)
	switch {
	case err != nil:
		s.journal.Note("lost a message", err.Error())
		return true // trying again won't help
	case soon:
		return s.routers[c].SendSoon(frames)
	}
	return s.routers[c].Send(frames)
}

func (s *server) topic(m *message.Message) string { return "kernel." + s.session + "." + m.Header.Type }

func (s *server) encodeFrames(topic string, m *message.Message) [][]byte {
	m.Identities = [][]byte{[]byte(topic)}
	frames, err := s.codec.Encode(m)
	if err != nil {
		s.journal.Note("lost a message", err.Error())
	}
	return frames
}
