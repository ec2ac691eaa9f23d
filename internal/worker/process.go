package worker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"riffle/internal/proto"
)

// child is one child process, from the supervisor's side.
type child struct {
	o          Options
	restarts   int
	debugEvent func(json.RawMessage)

	before chan struct{} // closed when the previous child has been settled; nil without one
	ready  chan struct{} // closed when it has started and it is its turn, or err says why not
	err    error
	gone   chan struct{} // closed when it is dead and its successor has been called
	used   atomic.Bool   // it was given work

	cmd            *exec.Cmd
	pid            int
	limit          uint64    // bytes, 0 for none
	in             *os.File  // frames to the child
	frames         io.Writer // in, or what seals them for it
	out            *os.File  // frames from it
	lifeline       *os.File  // closing it ends the child
	lifelineNumber int       // the number of its other end in the child

	words lastWords
	raw   *capture // its stderr

	decoder    *decoder
	queue      *queue // frames to be delivered
	delivering sync.WaitGroup

	sending sync.Mutex // held during a write to in

	mu      sync.Mutex
	running bool          // the process exists and isn't yet reaped
	why     cause         // why the supervisor ended it
	waited  time.Duration // for the cell that was stuck
	over    bool          // no more jobs can begin
	renew   bool          // the session wants a new process after this cell
	memory  *memoryReport
	newest  uint64 // the cell that began last
	outs    map[uint64]proto.Output
	past    []uint64 // the ended cells that are in outs
	jobs    map[uint64]*job
	answers map[uint64]chan frame
}

// job is a cell or a comm message in progress.
type job struct {
	id     uint64
	kind   kind
	cell   bool // with a source
	out    proto.Output
	cancel context.CancelFunc // nil before somebody waits for its end
	seen   chan struct{}      // closed when the end has come over the pipe
	result chan proto.Result  // has room for one
	final  *proto.Result      // the result that waits for the child's end
	renew  bool               // the session wanted a new process when the end came
}

func newJob(f frame, cell bool, out proto.Output) *job {
	return &job{id: f.id, kind: f.kind, cell: cell, out: out, seen: make(chan struct{}), result: make(chan proto.Result, 1)}
}

// queueMost bounds what is queued for a slow Output before the child must wait too. After
// an interrupt this much still comes.
const queueMost = 1 << 20

func newChild(o Options, restarts int) *child {
	return &child{
		o: o, restarts: restarts,
		ready: make(chan struct{}), gone: make(chan struct{}),
		queue:   newQueue(queueMost),
		outs:    map[uint64]proto.Output{},
		jobs:    map[uint64]*job{},
		answers: map[uint64]chan frame{},
	}
}

// startProcess starts the process and exchanges hellos. After an error nothing is left of
// it.
func (c *child) startProcess() error {
	stderr, err := c.spawn()
	if err != nil {
		return fmt.Errorf("worker: start the session's process: %w", err)
	}
	t, err := newTap(kindStderr, stderr)
	if err != nil {
		c.endProcess(died)
		c.collectProcess()
		return fmt.Errorf("worker: read the session's stderr: %w", err)
	}
	c.raw = newCapture([]*tap{t}, c.overhear)
	if err := c.greet(); err != nil {
		c.endProcess(died)
		c.collectProcess()
		if said := c.words.String(); said != "" {
			err = fmt.Errorf("%w; it said: %s", err, firstLine(said))
		}
		return err
	}
	return nil
}

// spawn starts the process and returns the pipe behind its stderr.
func (c *child) spawn() (stderr *os.File, err error) {
	if c.cmd, err = c.processCommand(); err != nil {
		return nil, err
	}
	p, err := newPipes()
	if err != nil {
		return nil, err
	}
	defer p.closeTheirs()
	c.cmd.Stdin, c.cmd.Stdout, c.cmd.Stderr = p.theirs[0], p.theirs[1], p.theirs[2]
	lifeline, theirs, number, err := layLifeline(c.cmd)
	if err != nil {
		p.closeOurs()
		return nil, err
	}
	defer closeAll([]*os.File{theirs})
	if err := c.cmd.Start(); err != nil {
		p.closeOurs()
		closeAll([]*os.File{lifeline})
		return nil, err
	}
	c.lifeline, c.lifelineNumber = lifeline, number
	c.in, c.out, c.pid = p.ours[0], p.ours[1], c.cmd.Process.Pid
	c.mu.Lock()
	defer c.mu.Unlock()
	c.running = true
	if c.why != died {
		killGroup(c.cmd.Process) // somebody ended it before it began
	}
	return p.ours[2], nil
}

func (c *child) processCommand() (*exec.Cmd, error) {
	argv := c.o.Command
	if len(argv) == 0 {
		self, err := os.Executable()
		if err != nil {
			return nil, err
		}
		argv = []string{self, Subcommand}
	}
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Dir = c.o.Dir
	cmd.Env = slices.Concat(os.Environ(), []string{smallStacks()}, c.o.Env)
	cmd.SysProcAttr = ownGroup()
	return cmd, nil
}

// smallStacks makes new goroutines begin with small stacks. Otherwise they begin with the
// average size of the others at the last collection, which during a deep recursion is so
// large that a thousand of them fill the memory.
func smallStacks() string {
	if others := os.Getenv("GODEBUG"); others != "" {
		return "GODEBUG=" + others + "," + smallStacksSetting
	}
	return "GODEBUG=" + smallStacksSetting
}

const smallStacksSetting = "adaptivestackstart=0"

// forgetSmallStacks takes the setting out of the child's environment, which is the
// session's. The run-time has read it when the process began.
func forgetSmallStacks() {
	switch others, ours := strings.CutSuffix(os.Getenv("GODEBUG"), smallStacksSetting); {
	case !ours:
	case others == "":
		os.Unsetenv("GODEBUG")
	default:
		os.Setenv("GODEBUG", strings.TrimSuffix(others, ","))
	}
}

// pipes are the three between supervisor and child.
type pipes struct {
	ours, theirs [3]*os.File
}

func newPipes() (*pipes, error) {
	p := &pipes{}
	for i := range p.ours {
		r, w, err := os.Pipe()
		if err != nil {
			p.closeOurs()
			p.closeTheirs()
			return nil, err
		}
		if i == 0 {
			p.ours[i], p.theirs[i] = w, r
		} else {
			p.ours[i], p.theirs[i] = r, w
		}
	}
	return p, nil
}

func (p *pipes) closeOurs()   { closeAll(p.ours[:]) }
func (p *pipes) closeTheirs() { closeAll(p.theirs[:]) }

func closeAll(files []*os.File) {
	for _, f := range files {
		if f != nil {
			f.Close()
		}
	}
}

// greet exchanges hellos, within Options.StartTimeout.
func (c *child) greet() error {
	slow := time.AfterFunc(c.o.StartTimeout, func() { c.endProcess(slowStart) })
	defer slow.Stop()
	c.limit = memoryLimit(c.o.MemoryLimit)
	// An error here means that the process is dead or not a worker; reading
	// shows which.
	var key []byte
	if c.o.Sealed {
		key = newKey()
	}
	sendHello(c.in, hello{Version: version, MemoryLimit: c.limit, Restarts: c.restarts, Lifeline: c.lifelineNumber, Key: key})
	c.decoder = newDecoder(c.out)
	_, err := readHello(c.decoder)
	switch {
	case err != nil && c.cause() == slowStart:
		return fmt.Errorf("worker: no hello from %s within %v", c.cmd.Path, c.o.StartTimeout)
	case err != nil:
		return err
	}
	if c.frames, err = sealWriter(c.in, key, down); err != nil {
		return err
	}
	return c.decoder.unseal(key, up)
}

// serveFrames reads and delivers the child's frames until it dies, reaps it and returns why it
// died.
func (c *child) serveFrames() *proto.CellError {
	c.delivering.Go(c.deliver)
	err := c.readFrames()
	if !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		c.endProcess(garbled)
	}
	return c.collectProcess()
}

// collectProcess ends the rest of the process and its group, and explains its
// exit status and last words.
func (c *child) collectProcess() *proto.CellError {
	c.mu.Lock()
	// The end of the pipe means that the process is already dying: this doesn't change
	// its status, but kills what it started.
	killGroup(c.cmd.Process)
	c.mu.Unlock()
	c.cmd.Wait() // its error is the exit status again
	c.mu.Lock()
	c.running, c.over = false, true
	c.mu.Unlock()
	if c.raw != nil {
		c.raw.closeTaps()
	}
	closeAll([]*os.File{c.in, c.out, c.lifeline})
	return c.explainDeath()
}

// endProcess ends the process for a reason, if it isn't dead already.
func (c *child) endProcess(why cause) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.why == died {
		c.why = why
	}
	if c.running {
		killGroup(c.cmd.Process)
	}
}

func (c *child) cause() cause {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.why
}

// stuckFor is how long the supervisor waited for the cell that was stuck.
func (c *child) stuckFor() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.waited
}

// sendFrames writes frames to the child. An error is left to the reader, which will see that
// the child is dead.
func (c *child) sendFrames(frames ...frame) error {
	var b []byte
	for _, f := range frames {
		b = appendFrame(b, f)
	}
	c.sending.Lock()
	defer c.sending.Unlock()
	_, err := c.frames.Write(b)
	return err
}
