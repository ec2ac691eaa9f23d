package kernel

import (
	"context"
	"crypto/rand"
	"errors"
	"io"

	"riffle/kernel/transport"
	"riffle/kernel/wire"
)

// newKernel binds the five sockets. Requests that arrive wait until bound is closed.
func newKernel(ctx context.Context, stop context.CancelFunc, c *connection) (*kernel, error) {
	k := &kernel{
		ctx:       ctx,
		stop:      stop,
		codec:     wire.New(c.Key),
		session:   rand.Text(),
		bound:     make(chan struct{}),
		engine:    engine{ready: make(chan struct{})},
		questions: questions{turn: make(chan struct{}, 1)},
	}
	k.debugs.queue = make(chan *request, maxDebugs)
	k.shells.main = k.newShell()
	k.wg.Go(k.serveDebug)
	if err := k.bind(c); err != nil {
		stop()
		k.wg.Wait()
		return nil, errors.Join(err, k.closeSockets())
	}
	return k, nil
}

func (k *kernel) bind(c *connection) (err error) {
	keys, err := c.keys()
	if err != nil {
		return err
	}
	g := &transport.Group{Places: places(descriptors()), Keys: keys, Refused: k.refused}
	greetings := transport.PublisherOptions{Welcome: k.welcome, Gap: k.gap}
	if k.iopub, err = g.ListenPublisher(c.endpoint(c.IOPub), greetings); err != nil {
		return err
	}
	if k.heart, err = g.ListenEcho(c.endpoint(c.Heartbeat)); err != nil {
		return err
	}
	if k.stdin, err = g.ListenRouter(c.endpoint(c.Stdin), k.receiver("stdin", k.takeStdin)); err != nil {
		return err
	}
	if k.control, err = g.ListenRouter(c.endpoint(c.Control), k.receiver("control", k.takeControl)); err != nil {
		return err
	}
	k.shell, err = g.ListenRouter(c.endpoint(c.Shell), k.receiver("shell", k.takeShell))
	return err
}

// refused notes a client that the transport didn't let in.
func (k *kernel) refused(r *transport.Refusal) {
	k.journal.note("refused a connection, as the sockets are encrypted (CURVE) and "+r.Err.Error(), "from "+r.Client.String())
}

func (k *kernel) closeSockets() error {
	var errs []error
	closeOne := func(c io.Closer) { errs = append(errs, c.Close()) }
	for _, r := range []*transport.Router{k.shell, k.control, k.stdin} {
		if r != nil {
			closeOne(r)
		}
	}
	if k.heart != nil {
		closeOne(k.heart)
	}
	if k.iopub != nil {
		closeOne(k.iopub)
	}
	return errors.Join(errs...)
}

// The descriptors that the process needs besides its connections: for the next
// session's pipes, the listeners, the standard ones and the runtime.
const spareDescriptors = 64

// places is how many connections each of the five sockets may have, so that a
// new session always finds its descriptors.
func places(descriptors int) int {
	return max(4, min((descriptors-spareDescriptors)/5, 128))
}

// errReflected refuses what the kernel itself has signed, for everybody to see
// on iopub.
var errReflected = errors.New("the kernel's own message, sent back to it")

// receiver decodes what a socket brings and hands it to take. What cannot be
// decoded may come from anybody: it is dropped, and noted. The function reports
// whether the sender knows the key.
func (k *kernel) receiver(socket string, take func(*request)) func([][]byte) bool {
	return func(frames [][]byte) bool {
		select {
		case <-k.ctx.Done():
			return false
		case <-k.bound:
		}
		m, err := k.codec.Decode(frames)
		if err == nil && m.Header.Session == k.session {
			err = errReflected
		}
		if err != nil {
			k.journal.note("dropped a message on "+socket, err.Error())
			return false
		}
		take(&request{Message: m})
		return true
	}
}

// welcome greets a new subscriber of iopub.
func (k *kernel) welcome(topic string) [][]byte {
	return k.encode(topic, k.compose("iopub_welcome", nil, map[string]string{"subscription": topic}))
}

// gap tells a subscriber, in the cell of the first message that it misses, that
// its output is not all there.
func (k *kernel) gap(frames [][]byte) [][]byte {
	const text = "\n[riffle: output is missing here, because this front end was too slow to read it]\n"
	m := k.compose("stream", wire.ParentOf(frames), map[string]string{"name": "stderr", "text": text})
	return k.encode(k.topic(m), m)
}
