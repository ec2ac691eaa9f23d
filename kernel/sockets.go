package kernel

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"log"

	"riffle/kernel/transport"
	"riffle/kernel/wire"
)

// newKernel binds the five sockets. Requests that arrive before the last one
// is bound wait for it.
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
	k.shells.main = k.newShell()
	if err := k.bind(c); err != nil {
		stop()
		k.wg.Wait()
		return nil, errors.Join(err, k.closeSockets())
	}
	close(k.bound)
	return k, nil
}

func (k *kernel) bind(c *connection) (err error) {
	if k.iopub, err = transport.ListenPublisher(c.endpoint(c.IOPub), k.welcome); err != nil {
		return err
	}
	if k.heart, err = transport.ListenEcho(c.endpoint(c.Heartbeat)); err != nil {
		return err
	}
	if k.stdin, err = transport.ListenRouter(c.endpoint(c.Stdin), k.receiver("stdin", k.takeStdin)); err != nil {
		return err
	}
	if k.control, err = transport.ListenRouter(c.endpoint(c.Control), k.receiver("control", k.takeControl)); err != nil {
		return err
	}
	k.shell, err = transport.ListenRouter(c.endpoint(c.Shell), k.receiver("shell", k.takeShell))
	return err
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

// receiver decodes what a socket brings and hands it to take. What cannot be
// decoded may come from anybody: it is dropped, with a line in the log.
func (k *kernel) receiver(socket string, take func(*request)) func([][]byte) {
	return func(frames [][]byte) {
		select {
		case <-k.ctx.Done():
			return
		case <-k.bound:
		}
		m, err := k.codec.Decode(frames)
		if err != nil {
			log.Printf("riffle kernel: dropped a message on %s: %v", socket, err)
			return
		}
		take(&request{Message: m})
	}
}

// welcome greets a new subscriber of iopub.
func (k *kernel) welcome(topic string) [][]byte {
	return k.encode(topic, k.compose("iopub_welcome", nil, map[string]string{"subscription": topic}))
}
