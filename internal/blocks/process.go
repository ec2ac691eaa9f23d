package blocks

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Limits bound a process; 0 is no limit.
type Limits struct {
	Time   time.Duration // for each request
	Memory int64         // in bytes
	Disk   int64         // in bytes, of what is in the process's folder
}

// Failure is an error of the program itself, which another process would most likely
// repeat.
type Failure struct {
	Text string
	// Panic means that a trial panicked, as it would in any process.
	Panic bool
}

// Error returns the text.
func (f *Failure) Error() string { return f.Text }

// StartError is the error of a process that can't start, whatever its program: this
// machine has no folder for it, say.
type StartError struct{ Err error }

// Error returns the error's text.
func (s *StartError) Error() string { return s.Err.Error() }

// Unwrap returns the error.
func (s *StartError) Unwrap() error { return s.Err }

// ErrTime is the error of blocks that take longer than they may.
var ErrTime = errors.New("the blocks took too long")

// maxAnswer bounds a line that a process writes, in bytes. A part that a server accepts is
// far shorter, but the user's program may write anything.
const maxAnswer = 32 << 20

// maxPart bounds a part, so that the answer with it isn't longer.
const maxPart = 20 << 20

// lingering is how long to wait for the streams of a process that has ended, if others
// still have them.
const lingering = time.Second

// Process plays blocks of one job.
type Process struct {
	limits Limits
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	said   *tail
	full   atomic.Bool // its files take too much space
	over   chan struct{}
	ended  sync.Once
}

// Start starts a process by a command of this program, which has a folder and an
// environment, but no streams yet.
func Start(cmd *exec.Cmd, job *Job, limits Limits) (*Process, error) {
	p := &Process{limits: limits, cmd: cmd, said: &tail{}, over: make(chan struct{})}
	cmd.Stderr = p.said
	cmd.WaitDelay = lingering
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, &StartError{err}
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, &StartError{err}
	}
	p.in, p.out = in, bufio.NewReaderSize(out, 1<<16)
	if err := cmd.Start(); err != nil {
		return nil, &StartError{err}
	}
	if limits.Disk > 0 {
		go p.watchDisk(cmd.Dir)
	}
	if err := p.sendLine(hello{job, limits.Memory}); err != nil {
		return nil, p.death(err)
	}
	return p, nil
}

func (p *Process) sendLine(v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = p.in.Write(append(data, '\n'))
	return err
}

// Play returns the part of some blocks. After an error the process has ended. A *Failure
// is the program's own, a *StartError this machine's; all other errors are this
// process's, and another may have none.
func (p *Process) Play(ctx context.Context, from, to int) ([]byte, error) {
	if p.limits.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, p.limits.Time, ErrTime)
		defer cancel()
	}
	defer context.AfterFunc(ctx, func() { p.cmd.Process.Kill() })()
	data, err := p.askFor(request{from, to})
	if failure := new(Failure); err != nil && ctx.Err() != nil && !errors.As(err, &failure) {
		err = context.Cause(ctx)
	}
	if err != nil {
		p.Close()
	}
	return data, err
}

func (p *Process) askFor(r request) ([]byte, error) {
	if err := p.sendLine(r); err != nil {
		return nil, p.death(err)
	}
	var a answer
	if err := readJSONLine(p.out, &a, maxAnswer); err != nil {
		return nil, p.death(err)
	}
	switch {
	case a.Panics != "":
		p.waitExit()
		return nil, &Failure{joinSaid(a.Panics, p.said.String()), true}
	case a.Failed != "":
		p.in.Close()
		p.waitExit()
		return nil, &Failure{Text: joinSaid(a.Failed, p.said.String())}
	}
	return a.Part, nil
}

func joinSaid(what, said string) string {
	if said = strings.TrimSpace(said); said != "" {
		return what + ":\n" + said
	}
	return what
}

// death says how a process ended that has not answered: by itself, which is the program's
// fault, or because something killed it.
func (p *Process) death(err error) error {
	if path := new(os.PathError); !errors.Is(err, io.EOF) && !errors.As(err, &path) {
		p.cmd.Process.Kill() // it is running, but wrote something invalid
	}
	p.waitExit()
	state := p.cmd.ProcessState
	switch {
	case p.full.Load():
		return fmt.Errorf("it writes more than %d MiB into files", p.limits.Disk>>20)
	case errors.Is(err, errLong):
		return &Failure{Text: "the program wrote something other than a part to the worker"}
	case state == nil || !state.Exited():
		return fmt.Errorf("the process that played it was killed (%v)", state)
	case state.ExitCode() == StatusStart:
		return &StartError{errors.New(strings.TrimSpace(p.said.String()))}
	case state.ExitCode() == statusMemory:
		return fmt.Errorf("it needs more than %d MiB of memory", p.limits.Memory>>20)
	}
	return &Failure{Text: joinSaid(fmt.Sprintf("the program ended with status %d", state.ExitCode()), p.said.String())}
}

func (p *Process) waitExit() {
	p.ended.Do(func() {
		go io.Copy(io.Discard, p.out)
		p.cmd.Wait()
		close(p.over)
	})
}

// Close ends the process.
func (p *Process) Close() {
	p.cmd.Process.Kill()
	p.in.Close()
	p.waitExit()
}

// tail keeps the end of what is written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
}

const maxTail = 4 << 10

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, b...)
	if len(t.text) > maxTail {
		t.text = t.text[len(t.text)-maxTail:]
	}
	return len(b), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.text)
}
