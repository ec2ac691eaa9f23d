package jetstream

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
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
	// Name is how others call it, and Release its version of riffle.
	Name, Release string
	// Version is blocks.Version.
	Version string
	Limits  blocks.Limits
	// Command is the command line of a process that plays blocks in a folder.
	Command func(dir string) ([]string, error)
	Log     io.Writer

	mu    sync.Mutex
	stops map[string]context.CancelFunc // of what is played now
	ended []string                      // experiments that are over
	plays map[string]*play
	order []string // of plays, the oldest first
}

// play is a process that plays an experiment's blocks.
type play struct {
	process *blocks.Process
	dir     string
}

// maxPlays is for how many experiments processes are kept at a time.
const maxPlays = 4

// errOver is the cause of blocks that nobody waits for any more.
var errOver = errors.New("the experiment is over")

// Run works until ctx is done.
func (w *Worker) Run(ctx context.Context) error {
	w.stops, w.plays = map[string]context.CancelFunc{}, map[string]*play{}
	defer w.closeAll()
	if err := w.listen(); err != nil {
		return err
	}
	w.say("%s takes blocks from stream %s at %s", w.Name, w.Client.stream, w.Client.server)
	for ctx.Err() == nil {
		err := w.take(ctx)
		if err != nil && ctx.Err() == nil {
			w.say("%v; trying again", err)
			pause(ctx, time.Second)
		}
	}
	return nil
}

// take plays blocks until the server can't be reached.
func (w *Worker) take(ctx context.Context) error {
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
			w.handle(ctx, data, m)
		}
		if err := batch.Error(); err != nil && !errors.Is(err, nats.ErrTimeout) {
			return err
		}
	}
	return nil
}

// listen answers who asks which workers there are, and hears which experiments are
// over.
func (w *Worker) listen() error {
	_, err := w.Client.conn.Subscribe(w.Client.hello(), func(m *nats.Msg) {
		if version := string(m.Data); version != w.Version {
			w.say("an experiment of another riffle (version %s of its parts, here %s) leaves this worker out", version, w.Version)
		}
		data, _ := json.Marshal(present{w.Name, w.Version, w.Release})
		m.Respond(data)
	})
	if err != nil {
		return err
	}
	_, err = w.Client.conn.Subscribe(w.Client.over("*"), func(m *nats.Msg) {
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

// handle plays the blocks of a message and acknowledges it when their part is
// published. Until then it says again and again that it is at it.
func (w *Worker) handle(ctx context.Context, data js.Stream, m js.Msg) {
	var s stretch
	id := m.Subject()[strings.LastIndexByte(m.Subject(), '.')+1:]
	if err := json.Unmarshal(m.Data(), &s); err != nil {
		m.TermWithReason("this is no stretch of blocks")
		return
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	w.mu.Lock()
	w.stops[id] = func() { stop(errOver) }
	w.mu.Unlock()
	done := make(chan struct{})
	go tellProgress(m, done)
	part, err := w.play(ctx, data, id, s)
	close(done)
	w.mu.Lock()
	delete(w.stops, id)
	w.mu.Unlock()
	w.answer(ctx, m, id, report{stretch: s, Worker: w.Name, Part: part}, err)
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

// answer publishes what came of a message, or gives it back for another worker.
func (w *Worker) answer(ctx context.Context, m js.Msg, id string, r report, err error) {
	var failure *blocks.Failure
	switch {
	case err == nil:
	case errors.Is(context.Cause(ctx), errOver), errors.Is(err, errOver):
		m.Term()
		return
	case ctx.Err() != nil:
		m.Nak()
		return
	case errors.As(err, &failure):
		r.Failed = failure.Text
	default:
		w.say("blocks %d to %d: %v", r.From, r.To-1, err)
		if at, e := m.Metadata(); e != nil || at.NumDelivered < deliveries {
			m.Nak()
			return
		}
		r.Failed = fmt.Sprintf("blocks %d to %d were played %d times and never to their end; %s: %v", r.From, r.To-1, deliveries, w.Name, err)
	}
	text, _ := json.Marshal(r)
	for ctx.Err() == nil {
		_, err := w.Client.js.Publish(ctx, w.Client.parts(id), text)
		if err == nil {
			m.Ack()
			return
		}
		if errors.Is(err, nats.ErrMaxPayload) {
			r.Part, r.Failed = nil, fmt.Sprintf("what blocks %d to %d count is larger than a message to this server may be (%d bytes, max_payload in its configuration)", r.From, r.To-1, len(text))
			text, _ = json.Marshal(r)
			continue
		}
		w.say("a part can't be published: %v; trying again", err)
		m.InProgress()
		pause(ctx, time.Second)
	}
	m.Nak()
}

// play plays blocks in the experiment's process.
func (w *Worker) play(ctx context.Context, data js.Stream, id string, s stretch) ([]byte, error) {
	p, err := w.processOf(ctx, data, id)
	if err != nil {
		return nil, err
	}
	part, err := p.process.Play(ctx, s.From, s.To)
	if err != nil {
		w.close(id)
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
		w.close(w.order[0])
	}
	p, err := w.start(job)
	if err != nil {
		return nil, err
	}
	w.plays[id], w.order = p, append(w.order, id)
	w.say("%v of %s", job.Plan, job.Name)
	return p, nil
}

func (w *Worker) start(job *blocks.Job) (*play, error) {
	dir, err := os.MkdirTemp("", "riffle-work-")
	if err != nil {
		return nil, err
	}
	argv, err := w.Command(dir)
	if err == nil {
		var p *blocks.Process
		if p, err = blocks.Start(argv, dir, job, w.Limits); err == nil {
			return &play{p, dir}, nil
		}
	}
	os.RemoveAll(dir)
	return nil, err
}

// close ends the process of an experiment.
func (w *Worker) close(id string) {
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
		w.close(id)
	}
}

func (w *Worker) closeAll() {
	for len(w.order) > 0 {
		w.close(w.order[0])
	}
}

func (w *Worker) say(format string, args ...any) {
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
func NewWorker(c *Client, name, release string, command func(dir string) ([]string, error)) *Worker {
	return &Worker{Client: c, Name: name, Release: release, Version: blocks.Version(), Command: command}
}
