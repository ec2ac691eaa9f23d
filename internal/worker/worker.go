package worker

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"riffle/internal/proto"
)

// Options say how a Worker starts and ends its child. The zero value works for a
// program whose main calls Serve for the argument Subcommand.
type Options struct {
	// Command is the child's program and arguments; empty for this program
	// with Subcommand.
	Command []string
	// Env are variables, as "KEY=value", besides this process's own.
	Env []string
	// Dir is the child's folder; empty for this process's.
	Dir string
	// Sealed protects the pipes between the processes from the session's code: reading
	// them reveals nothing, and tampering with them ends the session.
	Sealed bool
	// MemoryLimit is what the session may use, in bytes of heap and stacks. 0
	// means 80 % of what the machine, or the container, has free when the child
	// starts; less than 0 means no limit.
	MemoryLimit int64
	// Grace is how long an interrupted cell has to stop before its process is
	// ended, and the variables with it; 0 means 2 seconds.
	Grace time.Duration
	// Patience, if set, is called when the grace is over: the cell hasn't stopped after
	// waited. It returns how much longer to wait, 0 for no longer.
	Patience func(waited time.Duration) time.Duration
	// StartTimeout bounds the start of a child; 0 means 10 seconds.
	StartTimeout time.Duration
	// AnswerTimeout bounds completions, inspections and verdicts; 0 means
	// 5 seconds.
	AnswerTimeout time.Duration
	// Notify, if set, is called for events outside cells. It must not call the Worker and
	// should return soon.
	Notify func(Notice)
}

// Notice is an event in the life of a Worker's child.
type Notice struct {
	// PID is the child's process number.
	PID int
	// Err is nil for a child that is ready. Otherwise the child died while no cell ran,
	// so that no Result reports it, and Err says why.
	Err *proto.CellError
}

func (o Options) withDefaults() Options {
	defaults := []struct {
		d *time.Duration
		v time.Duration
	}{
		{&o.Grace, 2 * time.Second},
		{&o.StartTimeout, 10 * time.Second},
		{&o.AnswerTimeout, 5 * time.Second},
	}
	for _, d := range defaults {
		if *d.d <= 0 {
			*d.d = d.v
		}
	}
	if o.Patience == nil {
		o.Patience = func(time.Duration) time.Duration { return 0 }
	}
	if o.Notify == nil {
		o.Notify = func(Notice) {}
	}
	return o
}

// Worker is a session in a child process that is replaced when it dies. It is itself a
// Session, safe for concurrent use: cells wait for each other, everything else is served
// at once. Make one with Start.
type Worker struct {
	o    Options
	ids  atomic.Uint64 // of cells, comm messages and questions
	turn chan struct{} // holds a token while a cell runs, or several of a line do
	line line

	onDebugEvent atomic.Pointer[func(json.RawMessage)]
	onLost       atomic.Pointer[func()]
	wg           sync.WaitGroup

	mu       sync.Mutex
	child    *child        // nil until one is needed
	settled  chan struct{} // of the previous child; nil before the first
	restarts int
	closed   bool
}

var _ Session = (*Worker)(nil)

// Start starts a child and waits until it is ready to take cells. Close ends it.
func Start(o Options) (*Worker, error) {
	w := Launch(o)
	if _, err := w.readyChild(context.Background()); err != nil {
		w.Close()
		return nil, err
	}
	return w, nil
}

// Launch is Start without waiting. Calls that need the child wait for it, and a cell's
// error says why it couldn't start.
func Launch(o Options) *Worker {
	w := &Worker{o: o.withDefaults(), turn: make(chan struct{}, 1)}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.launch()
	return w
}

// errClosed is the error of every call after Close.
var errClosed = errors.New("worker: the session is closed")

// readyChild returns the child to talk to. It starts one if there is none, and waits for one
// that is starting.
func (w *Worker) readyChild(ctx context.Context) (*child, error) {
	w.mu.Lock()
	if w.child == nil && !w.closed {
		w.launch()
	}
	c, closed := w.child, w.closed
	w.mu.Unlock()
	if closed {
		return nil, errClosed
	}
	select {
	case <-c.ready:
		return c, c.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// launch begins a child's life; w.mu is held.
func (w *Worker) launch() {
	w.child = newChild(w.o, w.restarts)
	w.child.debugEvent = w.debugEvent
	w.child.before = w.settled
	w.wg.Add(1)
	go w.live(w.child)
}

// live runs one child, from its start to the explanation of its death.
func (w *Worker) live(c *child) {
	defer w.wg.Done()
	c.err = c.startProcess()
	if c.err != nil {
		w.forgetChild(c)
	}
	if c.before != nil {
		<-c.before
	}
	close(c.ready)
	if c.err != nil {
		close(c.gone)
		return
	}
	w.o.Notify(Notice{PID: c.pid})
	death := c.serveFrames()
	settled := make(chan struct{})
	defer close(settled)
	w.succeed(c, settled)
	close(c.gone)
	c.drainOutput()
	if f := w.onLost.Load(); f != nil && c.cause() != closed {
		(*f)()
	}
	if idle := c.endJobs(death); idle && c.cause() == died {
		w.o.Notify(Notice{PID: c.pid, Err: death})
	}
}

// forgetChild drops a child that couldn't start: the next call that needs one tries again.
func (w *Worker) forgetChild(c *child) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.child == c {
		w.child = nil
	}
}

// succeed replaces a child that died. One that died before it ran anything is replaced
// only when needed, so that a broken installation doesn't spin. Its successor starts at
// once, but gets nothing to do until settled is closed.
func (w *Worker) succeed(c *child, settled chan struct{}) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.restarts++
	w.child, w.settled = nil, settled
	if c.used.Load() && !w.closed {
		w.launch()
	}
}

// Run runs a cell. Cancelling ctx interrupts it: the variables are kept if it
// stops within Options.Grace. A cell that waits for another and is cancelled ends
// Aborted. While out.Input asks the user, an interrupt must make it return soon;
// Run doesn't wait for it.
func (w *Worker) Run(ctx context.Context, c proto.Cell, out proto.Output) proto.Result {
	select {
	case w.turn <- struct{}{}:
		defer func() { <-w.turn }()
	case <-ctx.Done():
		return proto.Result{Status: proto.Aborted, N: c.N}
	}
	r := w.sendJob(ctx, kindRun, c, out)
	r.N = c.N
	return r
}

// Comm sends the session a comm message and returns when it has been handled; pending
// says that calls wait for a cell with Callbacks. What the session answers goes to out.
func (w *Worker) Comm(c proto.Comm, out proto.Output) (pending bool) {
	return w.sendJob(context.Background(), kindCommDown, c, out).Pending
}

// sendJob sends a job and waits for its end.
func (w *Worker) sendJob(ctx context.Context, k kind, body any, out proto.Output) proto.Result {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	f, err := encodeFrame(k, w.ids.Add(1), body)
	if err != nil {
		return unsent(err)
	}
	if out == nil {
		out = proto.Discard{}
	}
	cell, isCell := body.(proto.Cell)
	j := newJob(f, isCell && !cell.Callbacks, out)
	j.cancel = cancel
	for {
		c, err := w.readyChild(ctx)
		switch {
		case ctx.Err() != nil:
			return proto.Result{Status: proto.Aborted}
		case err != nil:
			return unsent(err)
		case c.registerJob(j):
			return c.finishJob(ctx, j, f)
		}
		// It has died since: take its successor.
		<-c.gone
	}
}

// unsent is the result of a cell that never reached a session.
func unsent(err error) proto.Result {
	return proto.Result{Status: proto.Error, Err: &proto.CellError{
		Name:    "no session",
		Message: err.Error() + "; the cell did not run",
	}}
}

// Interrupt interrupts what runs now, as cancelling its context does.
func (w *Worker) Interrupt() {
	w.mu.Lock()
	c := w.child
	w.mu.Unlock()
	if c != nil {
		c.interruptJobs()
	}
}

// Complete lists the completions at pos, a byte offset in source; nothing when the
// session doesn't answer in time.
func (w *Worker) Complete(source string, pos int) proto.Completion {
	a := proto.Completion{Start: pos, End: pos}
	w.askQuestion(kindComplete, query{Source: source, Pos: pos}, &a)
	return a
}

// Signature finds the call among whose arguments pos is; none when the session doesn't
// answer in time.
func (w *Worker) Signature(source string, pos int) proto.Signature {
	var a proto.Signature
	w.askQuestion(kindSignature, query{Source: source, Pos: pos}, &a)
	return a
}

// Inspect documents the name at pos; detail 1 asks for its source too.
func (w *Worker) Inspect(source string, pos, detail int) proto.Inspection {
	var a proto.Inspection
	w.askQuestion(kindInspect, query{Source: source, Pos: pos, Detail: detail}, &a)
	return a
}

// IsComplete says whether source can run as it is; "unknown" when the session
// doesn't answer in time.
func (w *Worker) IsComplete(source string) proto.Completeness {
	a := proto.Completeness{Status: "unknown"}
	w.askQuestion(kindIsComplete, query{Source: source}, &a)
	return a
}

// debugTimeout is how long a request of the debugger may take: longer than the session
// takes to give up.
const debugTimeout = 15 * time.Second

// Debug answers a request of the debug adapter protocol; nil when the session doesn't
// answer in time.
func (w *Worker) Debug(request json.RawMessage) json.RawMessage {
	ctx, cancel := context.WithTimeout(context.Background(), debugTimeout)
	defer cancel()
	c, err := w.readyChild(ctx)
	if err != nil {
		return nil
	}
	answer, _ := c.askChild(ctx, frame{kind: kindDebug, id: w.ids.Add(1), body: request})
	return answer.body
}

// OnDebugEvent makes f be called with each event of the debug adapter protocol, in order
// with the cell's output. It should return soon.
func (w *Worker) OnDebugEvent(f func(event json.RawMessage)) { w.onDebugEvent.Store(&f) }

// OnLost makes f be called each time a session is lost with all it had: variables, comms,
// breakpoints. All its output has been delivered; its cell hasn't ended yet, and the next
// session does nothing until f returns. So f must not wait for the Worker.
func (w *Worker) OnLost(f func()) { w.onLost.Store(&f) }

func (w *Worker) debugEvent(event json.RawMessage) {
	if f := w.onDebugEvent.Load(); f != nil {
		(*f)(event)
	}
}

// askQuestion puts a question to the child and its answer in a; without one, a stays as it
// is.
func (w *Worker) askQuestion(k kind, q query, a any) {
	ctx, cancel := context.WithTimeout(context.Background(), w.o.AnswerTimeout)
	defer cancel()
	f, err := encodeFrame(k, w.ids.Add(1), q)
	if err != nil {
		return
	}
	c, err := w.readyChild(ctx)
	if err != nil {
		return
	}
	if answer, ok := c.askChild(ctx, f); ok {
		answer.decodeBody(a) // null, from a session that failed, leaves a alone
	}
}

// PID is the child's process number, 0 while there is no child.
func (w *Worker) PID() int {
	w.mu.Lock()
	c := w.child
	w.mu.Unlock()
	if c == nil {
		return 0
	}
	select {
	case <-c.ready:
		return c.pid
	default:
		return 0
	}
}

// Restart ends the child and waits for a new one, without variables. A running
// cell ends with an error.
func (w *Worker) Restart() error {
	c, err := w.readyChild(context.Background())
	if errors.Is(err, errClosed) {
		return err
	}
	if err == nil {
		c.endProcess(restarted)
		<-c.gone
	}
	_, err = w.readyChild(context.Background())
	return err
}

// Close ends the child at once and waits until nothing of it is left. A running
// cell ends with an error.
func (w *Worker) Close() error {
	w.mu.Lock()
	w.closed = true
	c := w.child
	w.mu.Unlock()
	if c != nil {
		c.endProcess(closed)
	}
	w.line.abandon()
	w.wg.Wait()
	return nil
}
