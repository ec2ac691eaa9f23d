package worker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"riffle/internal/proto"
	"riffle/internal/watch"
)

// Subcommand is the argument with which the binary calls itself to be a child;
// its main then calls Serve.
const Subcommand = "worker"

// Session is what the child serves, and what a Worker offers in its place. All methods
// may be called while Run runs; Run and Comm are each called by one goroutine at a time,
// as are the four questions together.
type Session interface {
	// Run runs a cell; a cancelled context is an interrupt. out stays usable
	// after Run returned, see the package's documentation.
	Run(ctx context.Context, c proto.Cell, out proto.Output) proto.Result
	// Complete lists the completions at pos, a byte offset in source.
	Complete(source string, pos int) proto.Completion
	// Signature finds the call among whose arguments pos is.
	Signature(source string, pos int) proto.Signature
	// Inspect documents the name at pos; detail 1 asks for its source too.
	Inspect(source string, pos, detail int) proto.Inspection
	// IsComplete says whether source can run as it is.
	IsComplete(source string) proto.Completeness
	// Comm handles a comm message of the front end, without running code of the user's:
	// it reports whether a cell with Callbacks is needed for that.
	Comm(c proto.Comm, out proto.Output) (pending bool)
	// Debug answers a request of the debug adapter protocol. A child's session sends
	// events by Host.DebugEvent.
	Debug(request json.RawMessage) json.RawMessage
}

// Idler is a Session that can prepare what later cells may need. Idle is called once,
// when a cell has ended and the next hasn't come for a while, as when somebody types it.
type Idler interface{ Idle() }

// idleAfter is how long no cell must have run before Idle is called.
const idleAfter = 100 * time.Millisecond

// Host is the process that a session lives in.
type Host struct {
	watch   *watch.Watcher
	out     *outbox
	hello   hello
	maximum uint64
	renews  atomic.Bool // a new process was requested
}

// Restarts counts the sessions before this one whose variables are gone; 0 in the
// first child.
func (h *Host) Restarts() int { return h.hello.Restarts }

// MemoryLimit is the number of bytes of heap and stacks at which the process ends
// itself; 0 when there is no limit.
func (h *Host) MemoryLimit() uint64 { return h.hello.MemoryLimit }

// OnStacks calls f, on its own goroutine, when deep stacks reach limit bytes during a
// cell, or while somebody holds the watch. It raises the runtime's own limit, at which
// the process dies, so that there is time to end the cell.
func (h *Host) OnStacks(limit uint64, f func(watch.Usage)) {
	h.maximum = max(h.maximum, limit)
	debug.SetMaxStack(int(min(4*h.maximum, 1<<31-1)))
	h.watch.OnStacks(limit, f)
}

// Hold keeps watching the memory after the running cell, until release is called.
func (h *Host) Hold() (release func()) {
	h.watch.Hold()
	return h.watch.End
}

// Restart asks the supervisor for a new process once the running cell is over,
// whose result then has Lost set.
func (h *Host) Restart() {
	h.renews.Store(true)
	h.out.sendNow(frame{kind: kindRestart})
}

// DebugEvent sends an event of the debug adapter protocol to the supervisor.
func (h *Host) DebugEvent(event json.RawMessage) {
	h.out.sendNow(frame{kind: kindDebugEvent, body: event})
}

// exitMemory is the exit status of a child at its memory limit. It works even if the
// frame couldn't be sent.
const exitMemory = 86

// server is the child's side of the pipe.
type server struct {
	session Session
	host    *Host
	out     *outbox
	capture *capture
	watch   *watch.Watcher
	comms   *queue
	debugs  *queue
	cells   chan *cellRun // to serveCells
	flowing bool          // cells sent ahead run; only serveCells uses it
	home    string        // the working directory that it began in

	asking sync.Mutex    // one question at a time
	newest atomic.Uint64 // the cell that ran or runs last

	mu        sync.Mutex
	running   uint64
	cancels   map[uint64]context.CancelFunc // of the cells that run or wait
	idle      *time.Timer                   // nil before the first cell is over
	question  uint64
	questions map[uint64]chan inputReply
}

// Serve is the main of the child process: it takes stdin, stdout and stderr, says
// hello to the supervisor, opens the session and serves it. It returns when the
// supervisor closes the pipe or dies; the caller should then exit. Where the
// system has process groups, those that the session started end with it.
func Serve(open func(*Host) Session) error {
	std, err := takeStdio()
	if err != nil {
		return err
	}
	in := &attentive{in: std.in}
	d := newDecoder(in)
	theirs, err := readHello(d)
	// Say hello in any case: it tells the other side what is wrong.
	if sent := sendHello(std.out, hello{Version: version, PID: os.Getpid()}); err != nil || sent != nil {
		return errors.Join(err, sent)
	}
	out, err := sealWriter(std.out, theirs.Key, up)
	if err == nil {
		err = d.unseal(theirs.Key, down)
	}
	if err != nil {
		return err
	}
	clear(theirs.Key)
	forgetSmallStacks()
	holdLifeline(theirs.Lifeline)
	sparePlaces()
	s := newServer(std, out, theirs)
	s.session = open(s.host)
	in.busy = s.watch.Watching
	s.watch.OnSample(func(watch.Usage) { in.rouse() })
	err = s.readLoop(d)
	s.out.flushBuffer()
	endGroup()
	return err
}

// sparePlaces lets two more goroutines run at once than there are processors. If the
// user's keep all of those busy, an interrupt would wait for one to be preempted, some
// ten milliseconds; so we leave it to the system's scheduler, which prefers threads that
// have slept.
func sparePlaces() {
	if os.Getenv("GOMAXPROCS") == "" {
		runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + 2)
	}
}

// commsMost bounds the comm messages that wait while one is handled.
const commsMost = maxBody

func newServer(std *stdio, out io.Writer, h hello) *server {
	s := &server{
		out:       newOutbox(out),
		watch:     watch.New(),
		comms:     newQueue(commsMost),
		debugs:    newQueue(commsMost),
		cells:     make(chan *cellRun, 2*aheadMost),
		cancels:   map[uint64]context.CancelFunc{},
		questions: map[uint64]chan inputReply{},
	}
	s.home, _ = syscall.Getwd() // "" if unknown: each result then reports the folder
	s.host = &Host{watch: s.watch, out: s.out, hello: h}
	s.capture = newCapture(std.taps, s.passEscaped)
	s.watch.OnRest(watch.GiveBack)
	if h.MemoryLimit > 0 {
		// The collector works harder when the limit is near.
		debug.SetMemoryLimit(int64(h.MemoryLimit / 10 * 9))
		s.watch.OnTotal(h.MemoryLimit, s.exhausted)
	}
	go s.serveComms()
	go s.serveDebug()
	go s.serveCells()
	return s
}

// readLoop reads frames until the pipe ends.
func (s *server) readLoop(d *decoder) error {
	for {
		f, err := d.readFrame()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			err = s.handleFrame(f)
		}
		if err != nil {
			return err
		}
	}
}

// handleFrame must not wait for the session, or an interrupt would wait too.
func (s *server) handleFrame(f frame) error {
	switch f.kind {
	case kindRun, kindAhead:
		return s.queueCell(f)
	case kindInterrupt:
		s.stopCell(f.id)
	case kindInput:
		return s.reply(f)
	case kindComplete, kindSignature, kindInspect, kindIsComplete:
		go s.answerQuestion(f)
	case kindCommDown:
		s.comms.putFrame(f)
	case kindDebug:
		s.debugs.putFrame(f)
	default:
		return fmt.Errorf("worker: frame %d goes the other way", f.kind)
	}
	return nil
}

// finishCell sends the result after everything the cell wrote.
func (s *server) finishCell(out *output, r proto.Result) {
	s.flowing = r.Next
	f, err := encodeFrame(kindResult, out.id, r)
	if err != nil {
		r.Value, r.Expressions = nil, nil
		s.flowing, r.Next = false, false
		r.Status, r.Err = proto.Error, &proto.CellError{Name: "display error", Message: "the result cannot be shown: " + err.Error()}
		f, _ = encodeFrame(kindResult, out.id, r)
	}
	s.watch.End()
	s.stopEnded(out.id)
	s.capture.sayAfterDrain(func() {
		out.over.Store(true)
		s.out.appendFrame(f, nil)
	})
	s.out.flushBuffer()
	s.restSession(out.id)
}

// restSession makes the session prepare for more, if no cell comes soon.
func (s *server) restSession(id uint64) {
	i, ok := s.session.(Idler)
	if !ok {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.running != id: // another has begun
	case s.idle == nil:
		s.idle = time.AfterFunc(idleAfter, sync.OnceFunc(i.Idle))
	default:
		s.idle.Reset(idleAfter)
	}
}

// stopCell cancels the cell with that id, if it runs or waits to.
func (s *server) stopCell(id uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if cancel, ok := s.cancels[id]; ok {
		cancel()
	}
}

// stopEnded is stopCell for a cell that has ended, or never ran.
func (s *server) stopEnded(id uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if cancel, ok := s.cancels[id]; ok {
		cancel()
		delete(s.cancels, id)
	}
}

// reply passes on the user's answer; whoever asked may have given up.
func (s *server) reply(f frame) error {
	var r inputReply
	if err := f.decodeBody(&r); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if c, ok := s.questions[f.id]; ok {
		delete(s.questions, f.id)
		c <- r // has room for one
	}
	return nil
}

// answerQuestion answers a question about source, with null if the session panics.
func (s *server) answerQuestion(f frame) {
	var v any
	defer func() {
		recover() // a failed completion is no reason to lose the session
		a, err := encodeFrame(kindAnswer, f.id, v)
		if err != nil || v == nil {
			a = frame{kind: kindAnswer, id: f.id, body: []byte("null")}
		}
		s.out.sendNow(a)
	}()
	var q query
	if f.decodeBody(&q) == nil {
		v = s.askSession(f.kind, q)
	}
}

func (s *server) askSession(k kind, q query) any {
	s.asking.Lock()
	defer s.asking.Unlock()
	switch k {
	case kindComplete:
		return s.session.Complete(q.Source, q.Pos)
	case kindSignature:
		return s.session.Signature(q.Source, q.Pos)
	case kindInspect:
		return s.session.Inspect(q.Source, q.Pos, q.Detail)
	default:
		return s.session.IsComplete(q.Source)
	}
}

// serveComms handles comm messages one by one, as long as the process lives.
func (s *server) serveComms() {
	for {
		f, ok := s.comms.takeFrame()
		if !ok {
			return
		}
		s.handleComm(f)
	}
}

// serveDebug answers the debugger's requests one after the other.
func (s *server) serveDebug() {
	for {
		f, ok := s.debugs.takeFrame()
		if !ok {
			return
		}
		a := frame{kind: kindAnswer, id: f.id, body: s.session.Debug(f.body)}
		s.capture.sayAfterDrain(func() { s.out.appendFrame(a, nil) })
		s.out.flushBuffer()
	}
}

// handleComm handles one message. A panic in a handler affects only that handler.
func (s *server) handleComm(f frame) {
	out := &output{s: s, id: f.id, ctx: context.Background()}
	s.watch.Begin()
	pending := false
	defer func() {
		s.watch.End()
		if p := recover(); p != nil {
			out.Stream("stderr", fmt.Appendf(nil, "comm handler: panic: %v\n", p))
		}
		handled, _ := encodeFrame(kindHandled, f.id, proto.Result{Status: proto.OK, Pending: pending})
		s.capture.sayAfterDrain(func() {
			out.over.Store(true)
			s.out.appendFrame(handled, nil)
		})
		s.out.flushBuffer()
	}()
	var c proto.Comm
	if f.decodeBody(&c) == nil {
		pending = s.session.Comm(c, out)
	}
}

// passEscaped passes on output that bypassed the session; the capture's lock is held.
func (s *server) passEscaped(k kind, text []byte) { s.out.appendText(k, s.newest.Load(), text) }

// exhaustedGrace is how long a child at its memory limit tries to report it.
const exhaustedGrace = 200 * time.Millisecond

// exhausted ends the process at its memory limit. The pipe may be stuck behind a slow
// reader: then the exit status says enough.
func (s *server) exhausted(u watch.Usage) {
	sent := make(chan struct{})
	go func() {
		defer close(sent)
		if f, err := encodeFrame(kindMemory, s.newest.Load(), memoryReport{s.host.hello.MemoryLimit, u.Total()}); err == nil {
			s.out.sendNow(f)
		}
	}()
	select {
	case <-sent:
	case <-time.After(exhaustedGrace):
	}
	os.Exit(exitMemory)
}
