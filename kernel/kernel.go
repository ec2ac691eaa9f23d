// Package kernel is the Jupyter front end: it serves a live session to
// notebooks over ZeroMQ. Call [Serve] with the connection file that Jupyter
// wrote; [Install] makes Jupyter know the kernel, [Doctor] checks that it
// works.
//
// A request arrives on the shell or the control socket, is decoded by package
// wire and handled: shell requests one after the other, each subshell on a
// goroutine of its own, control requests at once, also while a cell runs.
// Whatever a cell says goes out on iopub through a [proto.Output] that
// remembers the request it belongs to. No cell waits for a front end that is
// slow to read. Frames that can't be understood are counted and dropped.
package kernel

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"sync"
	"sync/atomic"

	"riffle/internal/proto"
	"riffle/kernel/transport"
	"riffle/kernel/wire"
)

// Engine is the live session that a kernel serves. The kernel calls Run for
// one cell at a time; the other methods may be called while a cell runs.
// Positions are in bytes of the source.
type Engine interface {
	// Run executes a cell; cancelling ctx interrupts it. After Close it
	// returns soon.
	Run(ctx context.Context, c proto.Cell, out proto.Output) proto.Result
	Complete(source string, pos int) proto.Completion
	// Inspect documents a name: detail 0 what it is, 1 its source too.
	Inspect(source string, pos, detail int) proto.Inspection
	IsComplete(source string) proto.Completeness
	// Comm passes on what the front end sends over a comm. It returns soon: where
	// that calls functions of the user's they wait, which pending says, for a cell
	// with Callbacks. The engine closes a comm that is opened to a target it doesn't
	// know, as the protocol asks.
	Comm(c proto.Comm, out proto.Output) (pending bool)
	Close() error
}

// Pipeline is implemented by an Engine that takes cells before their turn, so that one
// begins at once when the one before has ended.
type Pipeline interface {
	// Send hands over cells, each of which must then be run, in their order. A cell
	// behind one whose Result has no Next hasn't begun before that. Fewer are returned
	// than given where there is no room.
	Send(cells ...proto.Cell) []proto.Sent
}

// Starter starts the engine. It runs while the sockets already answer, so that
// a front end does not wait for it.
type Starter func(context.Context) (Engine, error)

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
	k, err := newKernel(ctx, stop, conn)
	if err != nil {
		return err
	}
	k.history.shelf = openShelf(historyFile, func(err error) { k.journal.note("the history is not kept", err.Error()) })
	defer k.history.shelf.close()
	close(k.bound)
	k.engine.start(ctx, start)
	k.wg.Go(k.heedSignals)
	k.wg.Go(k.heedLosses)
	k.wg.Go(func() { watchParent(ctx, stop) })
	<-ctx.Done()
	return k.close()
}

// kernel is one kernel that serves.
type kernel struct {
	ctx  context.Context
	stop context.CancelFunc
	wg   sync.WaitGroup // everything that ends with ctx
	// answering is held for reading while a request is answered, and for
	// writing when the sockets close.
	answering sync.RWMutex

	codec   *wire.Codec
	journal journal
	session string
	sent    atomic.Uint64 // messages, for their ids
	arrived atomic.Uint64 // shell requests, for their order
	bound   chan struct{} // closed when all sockets are there, and the history

	iopub          *transport.Publisher
	shell, control *transport.Router
	stdin          *transport.Router
	heart          *transport.Echo

	engine    engine
	cells     cells
	questions questions
	history   history
	comms     comms
	shells    shells
	debugs    debugs
}

// close ends everything in the order in which one part needs the other.
func (k *kernel) close() error {
	err := k.engine.close()
	k.wg.Wait()
	k.answering.Lock()
	defer k.answering.Unlock()
	defer k.journal.close()
	return errors.Join(err, k.closeSockets())
}

// heedSignals makes SIGINT interrupt the running cell, whatever way of
// interrupting the kernelspec names.
func (k *kernel) heedSignals() {
	c := make(chan os.Signal, 1)
	signal.Notify(c, os.Interrupt)
	defer signal.Stop(c)
	for {
		select {
		case <-k.ctx.Done():
			return
		case <-c:
			k.cells.interrupt()
		}
	}
}

// Loser is implemented by an Engine whose session may be lost, with its comms and its
// debugger, and be replaced by another.
type Loser interface {
	// OnLost has f called each time, after the last output of the session that is lost
	// and before anything of the next.
	OnLost(f func())
}

// heedLosses tells the front ends what is lost, whether a cell runs or none.
func (k *kernel) heedLosses() {
	e, err := k.engine.get(k.ctx)
	if l, ok := e.(Loser); ok && err == nil {
		l.OnLost(func() {
			k.closeComms()
			k.debugs.lost(k)
		})
	}
}

// engine is the Engine, or the promise of one.
type engine struct {
	ready chan struct{} // closed when the other fields are set
	value Engine
	err   error
}

func (e *engine) start(ctx context.Context, start Starter) {
	go func() {
		defer close(e.ready)
		e.value, e.err = start(ctx)
	}()
}

// get waits for the engine.
func (e *engine) get(ctx context.Context) (Engine, error) {
	select {
	case <-e.ready:
	default:
		select {
		case <-e.ready:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	if e.err != nil {
		return nil, fmt.Errorf("the session could not start: %w; restart the kernel, and if that does not help run: riffle doctor", e.err)
	}
	return e.value, nil
}

func (e *engine) close() error {
	<-e.ready
	if e.err != nil {
		return nil // it was never there; each cell has said so
	}
	return e.value.Close()
}
