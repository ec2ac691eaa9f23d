// Package protocol answers Jupyter's requests for a live session, whatever the transport:
// it knows no sockets and no processes. Make a [Kernel] with [New], call [Kernel.Start],
// and pass it each message that arrives with [Kernel.Take]; its own messages go out
// through its [Channels].
//
// Shell requests are handled one after the other, each subshell on its own goroutine,
// control requests at once, also while a cell runs. A cell's output is published through
// a [proto.Output] that remembers its request.
package protocol

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"riffle/internal/proto"
	"riffle/kernel/message"
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
	// Comm passes on what the front end sends over a comm. It returns soon: if that calls
	// functions of the user's they wait for a cell with Callbacks, and pending is true.
	// The engine closes a comm that is opened to a target it doesn't know, as the
	// protocol asks.
	Comm(c proto.Comm, out proto.Output) (pending bool)
	Close() error
}

// Pipeline is implemented by an Engine that takes cells before their turn, so that one
// begins at once when the previous one has ended.
type Pipeline interface {
	// Send sends cells, each of which must then be run, in order. After one whose Result
	// has no Next, a cell begins only when it is run. Send returns fewer than given if
	// there is no room.
	Send(cells ...proto.Cell) []proto.Sent
}

// Loser is implemented by an Engine whose session may be lost, with its comms and its
// debugger, and be replaced by another.
type Loser interface {
	// OnLost makes f be called each time, after the last output of the lost session and
	// before anything of the next.
	OnLost(f func())
}

// Starter starts the engine. It runs while requests are already answered, so that
// a front end does not wait for it.
type Starter func(context.Context) (Engine, error)

// Channel is a way between a front end and the kernel, in both directions.
type Channel string

// The channels on which messages are sent to one front end.
const (
	Shell   Channel = "shell"
	Control Channel = "control"
	Stdin   Channel = "stdin"
)

// Channels carry a kernel's messages. Their methods are called by many goroutines.
type Channels interface {
	// Publish sends a message to all front ends.
	Publish(m *message.Message, class Class)
	// Send sends a message to the front end that its identities name, and reports whether
	// that is connected. Soon says that another follows at once.
	Send(c Channel, m *message.Message, soon bool) bool
}

// Class is how a message is published.
type Class int

const (
	// Bulk is dropped for a front end that has left too much unread.
	Bulk Class = iota
	// Vital is never dropped.
	Vital
	// Joined is vital, and the next message follows at once.
	Joined
	// Final is vital, and nothing follows for a while.
	Final
)

// Config says what a kernel is made of.
type Config struct {
	// Session is the kernel's own session, in the headers of its messages.
	Session  string
	Channels Channels
	// Journal logs what goes wrong outside cells.
	Journal *Journal
	// Count is the number of the last cell, in a session that continues another.
	Count int
}

// Kernel answers requests.
type Kernel struct {
	ctx  context.Context
	stop context.CancelFunc
	wg   sync.WaitGroup // everything that ends with ctx
	// answering is held for reading while a request is answered, and for
	// writing when no more are.
	answering sync.RWMutex
	closed    bool

	Config
	sent    atomic.Uint64 // messages, for their ids
	arrived atomic.Uint64 // shell requests, for their order

	engine    engine
	cells     cells
	questions questions
	history   history
	comms     comms
	shells    shells
	debugs    debugs
}

// New makes a kernel that ends with ctx, or when a front end asks for shutdown.
func New(ctx context.Context, c Config) *Kernel {
	k := &Kernel{
		Config:    c,
		engine:    engine{ready: make(chan struct{})},
		questions: questions{turn: make(chan struct{}, 1)},
		history:   history{shelf: noShelf{}, count: c.Count},
	}
	k.ctx, k.stop = context.WithCancel(ctx)
	k.debugs.queue = make(chan *request, maxDebugs)
	return k
}

// Start begins to answer requests: it must come before all other calls but New and
// Message. Inputs are kept on the shelf, nil for none.
func (k *Kernel) Start(start Starter, shelf Shelf) {
	if shelf != nil {
		k.history.shelf = shelf
	}
	k.shells.main = k.newShell()
	k.wg.Go(k.serveDebug)
	k.engine.startEngine(k.ctx, start)
	k.wg.Go(k.heedLosses)
}

// Done is closed when the kernel should end; Close must be called then.
func (k *Kernel) Done() <-chan struct{} { return k.ctx.Done() }

// Close ends the kernel's parts in order of dependency. Nothing is sent after it.
func (k *Kernel) Close() error {
	k.stop()
	err := k.engine.closeEngine()
	k.wg.Wait()
	k.answering.Lock()
	defer k.answering.Unlock()
	k.closed = true
	return err
}

// Take answers a message, or queues it behind others: it waits while a queue is full. It
// may be called concurrently for different channels.
func (k *Kernel) Take(c Channel, m *message.Message) {
	r := &request{Message: m, channel: c}
	switch c {
	case Shell:
		k.takeShell(r)
	case Control:
		k.takeControl(r)
	case Stdin:
		k.takeStdin(r)
	}
}

// Interrupt interrupts the cells that run or wait.
func (k *Kernel) Interrupt() { k.cells.interruptCell() }

// heedLosses tells the front ends about lost sessions, whether or not a cell runs.
func (k *Kernel) heedLosses() {
	e, err := k.engine.waitEngine(k.ctx)
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

func (e *engine) startEngine(ctx context.Context, start Starter) {
	go func() {
		defer close(e.ready)
		e.value, e.err = start(ctx)
	}()
}

// waitEngine waits for the engine.
func (e *engine) waitEngine(ctx context.Context) (Engine, error) {
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

func (e *engine) closeEngine() error {
	<-e.ready
	if e.err != nil {
		return nil // it never started; each cell has said so
	}
	return e.value.Close()
}
