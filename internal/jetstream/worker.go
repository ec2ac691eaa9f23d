package jetstream

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	js "github.com/nats-io/nats.go/jetstream"

	"riffle/internal/blocks"
)

// Worker plays blocks of all experiments on its client's stream.
type Worker struct {
	Client *Client
	// Name is the worker's name in messages, and Release its version of riffle.
	Name, Release string
	// Version is blocks.Version.
	Version string
	Limits  blocks.Limits
	// Command makes the command of a process that plays blocks in a folder, for
	// blocks.Start.
	Command func(dir string) (*exec.Cmd, error)
	Log     io.Writer

	mu    sync.Mutex
	stops map[string]context.CancelFunc // of the stretches being played
	ended []string                      // experiments that are over
	plays map[string]*play
	order []string // of plays, the oldest first
	// failures is how often in a row experiments failed here.
	failures int
}

// play is a process that plays an experiment's blocks.
type play struct {
	process *blocks.Process
	dir     string
}

// maxPlays is the number of experiments whose processes are kept.
const maxPlays = 4

// errOver is the cause that ends blocks which nobody needs any more.
var errOver = errors.New("the experiment is over")

// Run works until ctx is done.
func (w *Worker) Run(ctx context.Context) error {
	w.stops, w.plays = map[string]context.CancelFunc{}, map[string]*play{}
	defer w.closeAll()
	if err := w.answerPlayers(); err != nil {
		return err
	}
	w.logLine("%s takes blocks from stream %s at %s", w.Name, w.Client.stream, w.Client.server)
	for ctx.Err() == nil {
		err := w.takeBlocks(ctx)
		if err != nil && ctx.Err() == nil {
			w.logLine("%v; trying again", err)
			pause(ctx, time.Second)
		}
	}
	return nil
}

// takeBlocks plays blocks until the server can't be reached.
func (w *Worker) takeBlocks(ctx context.Context) error {
	queue, data, err := w.Client.streams(ctx)
	if err != nil {
		return err
	}
	consumer, err := w.Client.consumer(ctx, queue, w.Version)
	if err != nil {
		return fmt.Errorf("%s: stream %s: %w", w.Client.server, w.Client.stream, err)
	}
	for ctx.Err() == nil {
		w.closeEnded()
		batch, err := consumer.Fetch(1, js.FetchMaxWait(2*time.Second))
		if err != nil {
			return err
		}
		for m := range batch.Messages() {
			w.handleMessage(ctx, data, m)
		}
		if err := batch.Error(); err != nil && !errors.Is(err, nats.ErrTimeout) {
			return err
		}
	}
	return nil
}

// answerPlayers answers players that look for workers, and stops experiments that are
// over.
func (w *Worker) answerPlayers() error {
	_, err := w.Client.conn.Subscribe(w.Client.hello(), func(m *nats.Msg) {
		if version := string(m.Data); version != w.Version {
			w.logLine("an experiment of another riffle (version %s of its parts, here %s) leaves this worker out", version, w.Version)
		}
		data, _ := json.Marshal(present{Worker: w.Name, Version: w.Version, Release: w.Release})
		m.Respond(data)
	})
	if err != nil {
		return err
	}
	_, err = w.Client.conn.Subscribe(w.Client.overSubject("*"), func(m *nats.Msg) {
		id := path.Base(strings.ReplaceAll(m.Subject, ".", "/"))
		w.mu.Lock()
		defer w.mu.Unlock()
		w.ended = append(w.ended, id)
		if stop := w.stops[id]; stop != nil {
			stop()
		}
	})
	return err
}

// handleMessage plays the blocks of a message and acknowledges it when their part is
// published. Until then it keeps telling the server that it is working on them.
func (w *Worker) handleMessage(ctx context.Context, data js.Stream, m js.Msg) {
	var s errand
	id := m.Subject()[strings.LastIndexByte(m.Subject(), '.')+1:]
	if err := json.Unmarshal(m.Data(), &s); err != nil {
		m.TermWithReason("this is no stretch of blocks")
		return
	}
	at, err := m.Metadata()
	if err != nil {
		m.Nak()
		return
	}
	if s.Tries += int(at.NumDelivered) - 1; s.Tries >= attempts {
		w.publishReport(ctx, m, id, report{stretch: s.stretch, Worker: w.Name, Final: true,
			Failed: fmt.Sprintf("blocks %d to %d were handed out %d times and never played to their end; the last worker ended without a word", s.From, s.To-1, s.Tries)})
		return
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	w.mu.Lock()
	w.stops[id] = func() { stop(errOver) }
	w.mu.Unlock()
	done := make(chan struct{})
	go tellProgress(m, done)
	part, err := w.playStretch(ctx, data, id, s.stretch)
	close(done)
	w.answerMessage(ctx, m, id, s, part, err)
	w.mu.Lock()
	delete(w.stops, id)
	w.mu.Unlock()
}

// tellProgress tells the server that a message is being worked on.
func tellProgress(m js.Msg, done <-chan struct{}) {
	tick := time.NewTicker(ackWait / 3)
	defer tick.Stop()
	for {
		select {
		case <-done:
			return
		case <-tick.C:
			m.InProgress()
		}
	}
}

// answerMessage publishes the outcome of a message, or returns it for another worker.
func (w *Worker) answerMessage(ctx context.Context, m js.Msg, id string, s errand, part []byte, err error) {
	r := report{stretch: s.stretch, Worker: w.Name, Part: part}
	var failure *blocks.Failure
	var start *blocks.StartError
	switch {
	case err == nil:
	case errors.Is(context.Cause(ctx), errOver), errors.Is(err, errOver):
		m.Term()
		return
	case ctx.Err() != nil: // this worker is stopping; the blocks may be fine
		w.giveBack(ctx, m, s)
		return
	case errors.As(err, &start):
		w.giveBack(ctx, m, s)
		w.logLine("no process can be started for experiments: %v", err)
		data, _ := json.Marshal(present{Worker: w.Name, Version: w.Version, Release: w.Release, Trouble: err.Error()})
		w.Client.conn.Publish(w.Client.answerSubject(id), data)
		w.restExperiment(ctx)
		return
	case errors.As(err, &failure):
		r.Failed, r.Final = failure.Text, failure.Panic
		w.publishReport(ctx, m, id, r)
		w.restExperiment(ctx) // unless that ends the experiment
		return
	default:
		w.logLine("blocks %d to %d: %v", r.From, r.To-1, err)
		if s.Tries++; s.Tries < attempts {
			m.NakWithDelay(handOver)
			return
		}
		r.Final = true
		r.Failed = fmt.Sprintf("blocks %d to %d were played %d times and never to their end; %s: %v", r.From, r.To-1, s.Tries, w.Name, err)
	}
	w.failures = 0
	w.publishReport(ctx, m, id, r)
}

// publishReport publishes a report and acknowledges the message.
func (w *Worker) publishReport(ctx context.Context, m js.Msg, id string, r report) {
	text, _ := json.Marshal(r)
	for ctx.Err() == nil {
		_, err := w.Client.js.Publish(ctx, w.Client.partsSubject(id), text)
		if err == nil {
			m.Ack()
			return
		}
		if errors.Is(err, nats.ErrMaxPayload) {
			r.Part, r.Final = nil, true
			r.Failed = fmt.Sprintf("what blocks %d to %d count has %d bytes packed, %s; or let trials have fewer different outcomes", r.From, r.To-1, len(text), w.Client.tooLargeAdvice(len(text)))
			text, _ = json.Marshal(r)
			continue
		}
		if ctx.Err() != nil {
			break // nobody needs it any more
		}
		w.logLine("a part can't be published: %v; trying again", unanswered(err))
		m.InProgress()
		pause(ctx, time.Second)
		w.Client.streams(ctx) // makes them again, if the server has lost its store
	}
	m.Nak()
}

// unanswered replaces a timeout by an error that says that the server doesn't answer.
func unanswered(err error) error {
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, nats.ErrTimeout) {
		return errors.New("the server doesn't answer")
	}
	return err
}

// handOver is how long failed blocks wait, so that another worker can ask for them first.
const handOver = 500 * time.Millisecond

// leaving is how long a stopping worker may take to give blocks back.
const leaving = 2 * time.Second

// giveBack puts a message back at the end of the queue, so that it doesn't count as a
// redelivery after a worker's death. If that fails, it is redelivered.
func (w *Worker) giveBack(ctx context.Context, m js.Msg, s errand) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), leaving)
	defer cancel()
	data, _ := json.Marshal(s)
	if _, err := w.Client.js.Publish(ctx, m.Subject(), data); err != nil {
		m.Nak()
		return
	}
	m.DoubleAck(ctx)
}

// longestRest is how long a worker rests at most.
const longestRest = time.Minute

// restExperiment leaves an experiment that fails here to other workers for a while,
// longer each time.
func (w *Worker) restExperiment(ctx context.Context) {
	wait := min(longestRest, time.Second<<min(w.failures, 10))
	w.failures++
	pause(ctx, wait)
}

// playStretch plays blocks in the experiment's process.
func (w *Worker) playStretch(ctx context.Context, data js.Stream, id string, s stretch) ([]byte, error) {
	p, err := w.processOf(ctx, data, id)
	if err != nil {
		return nil, err
	}
	part, err := p.process.Play(ctx, s.From, s.To)
	if err != nil {
		w.closeProcess(id)
		return nil, err
	}
	return packed(part), nil
}

// processOf returns the process for an experiment, and starts it for its first
// blocks.
func (w *Worker) processOf(ctx context.Context, data js.Stream, id string) (*play, error) {
	if p := w.plays[id]; p != nil {
		return p, nil
	}
	m, err := data.GetLastMsgForSubject(ctx, w.Client.job(id))
	if errors.Is(err, js.ErrMsgNotFound) {
		return nil, errOver
	}
	if err != nil {
		return nil, err
	}
	job, err := blocks.DecodeJob(m.Data)
	if err != nil {
		return nil, &blocks.Failure{Text: err.Error()}
	}
	if job.Version != w.Version {
		return nil, &blocks.Failure{Text: fmt.Sprintf("%s has a riffle whose parts are version %s, want %s", w.Name, w.Version, job.Version)}
	}
	for len(w.order) >= maxPlays {
		w.closeProcess(w.order[0])
	}
	p, err := w.startProcess(job)
	if err != nil {
		return nil, err
	}
	w.plays[id], w.order = p, append(w.order, id)
	w.logLine("%v of %s", job.Plan, job.Name)
	return p, nil
}

func (w *Worker) startProcess(job *blocks.Job) (*play, error) {
	dir, err := os.MkdirTemp("", "riffle-work-")
	if err != nil {
		return nil, &blocks.StartError{Err: err}
	}
	cmd, err := w.Command(dir)
	if err != nil {
		os.RemoveAll(dir)
		return nil, &blocks.StartError{Err: err}
	}
	p, err := blocks.Start(cmd, job, w.Limits)
	if err != nil {
		os.RemoveAll(dir)
		return nil, err
	}
	return &play{p, dir}, nil
}

// closeProcess ends the process of an experiment.
func (w *Worker) closeProcess(id string) {
	p := w.plays[id]
	if p == nil {
		return
	}
	p.process.Close()
	os.RemoveAll(p.dir)
	delete(w.plays, id)
	for i, other := range w.order {
		if other == id {
			w.order = append(w.order[:i], w.order[i+1:]...)
			return
		}
	}
}

// closeEnded ends the processes of experiments that are over.
func (w *Worker) closeEnded() {
	w.mu.Lock()
	ended := w.ended
	w.ended = nil
	w.mu.Unlock()
	for _, id := range ended {
		w.closeProcess(id)
	}
}

func (w *Worker) closeAll() {
	for len(w.order) > 0 {
		w.closeProcess(w.order[0])
	}
}

func (w *Worker) logLine(format string, args ...any) {
	if w.Log != nil {
		fmt.Fprintf(w.Log, "riffle: "+format+"\n", args...)
	}
}

// pause waits, but not longer than ctx.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// NewWorker returns a worker of this riffle.
func NewWorker(c *Client, name, release string, command func(dir string) (*exec.Cmd, error)) *Worker {
	return &Worker{Client: c, Name: name, Release: release, Version: blocks.Version(), Command: command}
}
