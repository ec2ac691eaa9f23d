// Package kernel is the Jupyter front end: it serves a live session to
// notebooks over ZeroMQ. Call [Serve] with the connection file that Jupyter
// wrote; [Install] makes Jupyter know the kernel, [Doctor] checks that it
// works.
//
// A message arrives on a socket, is decoded by package wire and answered by package
// protocol. No cell waits for a front end that is slow to read. Frames that can't be
// understood are counted and dropped.
package kernel

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"sync"

	"riffle/kernel/protocol"
	"riffle/kernel/transport"
	"riffle/kernel/wire"
)

// Engine is the live session that a kernel serves.
type Engine = protocol.Engine

// Starter starts the engine. It runs while the sockets already answer, so that
// a front end does not wait for it.
type Starter = protocol.Starter

// Serve serves Jupyter until it asks for shutdown, ctx is cancelled or the
// parent that Jupyter named is gone. An interrupt signal interrupts the running
// cell. Inputs are kept in historyFile, which other kernels may share; an empty
// name keeps none.
func Serve(ctx context.Context, connectionFile, historyFile string, start Starter) error {
	conn, err := readConnection(connectionFile)
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	s, err := newServer(ctx, stop, conn)
	if err != nil {
		return err
	}
	shelf := openShelf(historyFile, func(err error) { s.journal.Note("the history is not kept", err.Error()) })
	defer shelf.closeShelf()
	s.kernel.Start(start, shelf)
	close(s.bound)
	var wg sync.WaitGroup
	wg.Go(s.heedSignals)
	wg.Go(func() { watchParent(ctx, stop) })
	<-s.kernel.Done()
	stop()
	wg.Wait()
	return s.closeServer()
}

// server is a kernel and its sockets.
type server struct {
	kernel  *protocol.Kernel
	codec   *wire.Codec
	journal protocol.Journal
	session string
	bound   chan struct{} // closed when all sockets are there, and the history

	iopub *transport.Publisher
	// routers are the sockets on which one front end is answered.
	routers map[protocol.Channel]*transport.Router
	heart   *transport.Echo
}

// closeServer ends everything in order of dependency.
func (s *server) closeServer() error {
	defer s.journal.Close()
	return errors.Join(s.kernel.Close(), s.closeSockets())
}

// heedSignals makes SIGINT interrupt the running cell, whichever way of interrupting the
// kernelspec names.
func (s *server) heedSignals() {
	c := make(chan os.Signal, 1)
	signal.Notify(c, os.Interrupt)
	defer signal.Stop(c)
	for {
		select {
		case <-s.kernel.Done():
			return
		case <-c:
			s.kernel.Interrupt()
		}
	}
}
