package jetstream

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"

	"riffle/internal/blocks"
	"riffle/internal/parts"
	"riffle/shuffle/trials"
)

// Player plays the experiments of one program on a stream's workers.
type Player struct {
	client *Client
	job    blocks.Job
	signal bool
	log    io.Writer
	shown  func(trials.Progress)

	sequence parts.Sequence
	earlier  [][]byte
	stopped  bool
}

// Options are what a Player knows of its program.
type Options struct {
	// Name is the program's file, Source its text, Args are its arguments, and Digest
	// identifies all of them.
	Name, Source string
	Args         []string
	Digest       string
	// Log receives messages about the experiments.
	Log io.Writer
	// Progress, unless nil, is called as an experiment advances, and when it is over.
	Progress func(trials.Progress)
	// Signal makes an interrupt of this process stop the running experiment, where
	// nothing else handles it.
	Signal bool
}

// NewPlayer returns the player of a program that is about to start.
func NewPlayer(c *Client, o Options) *Player {
	job := blocks.Job{Version: blocks.Version(), Name: o.Name, Source: o.Source, Args: o.Args, Plan: trials.Plan{Program: o.Digest}}
	return &Player{client: c, job: job, log: o.Log, shown: o.Progress, signal: o.Signal}
}

// Play is the [trials.Player] of the program's experiments.
func (p *Player) Play(e *trials.Experiment) (*trials.Part, error) {
	if err := p.sequence.Begin(e, p.job.Plan.Program); err != nil {
		return nil, err
	}
	defer p.sequence.End()
	if err := p.checkExperiment(e); err != nil {
		return nil, err
	}
	job := p.job
	job.Plan, job.Earlier = e.Plan, p.earlier
	ctx, release := p.interruptible(e.Context())
	defer release()
	t := &task{client: p.client, experiment: e, log: p.log, progress: p.shown}
	part, err := t.runJob(ctx, &job)
	if err != nil {
		return nil, err
	}
	if p.stopped = part.Stopped(); p.stopped {
		p.logLine("%v was interrupted; %d of %d trials are counted", e.Plan, part.Made, e.Plan.Runs)
		return part, nil
	}
	text, err := part.Encode()
	p.earlier = append(p.earlier, text)
	return part, err
}

// Play plays the experiment of a job on the stream's workers, and reports its progress on
// log. If e.Context ends it early, the blocks counted so far are kept.
func (c *Client) Play(e *trials.Experiment, job *blocks.Job, log io.Writer) (*trials.Part, error) {
	t := &task{client: c, experiment: e, log: log}
	return t.runJob(e.Context(), job)
}

// checkExperiment refuses experiments that would give other results in another process.
func (p *Player) checkExperiment(e *trials.Experiment) error {
	if p.stopped {
		return fmt.Errorf("%v isn't played, as an experiment before it was interrupted", e.Plan)
	}
	if !e.Seeded {
		return fmt.Errorf("%v has no seed, so no worker would play the same: set one before it, with Seed(n) or trials.Seed(n), or in its trials.Options", e.Plan)
	}
	return e.Divisible()
}

// errInterrupted is the cause of an experiment that is stopped by a signal.
var errInterrupted = errors.New("interrupted")

// interruptible lets an interrupt of this process end a context.
func (p *Player) interruptible(ctx context.Context) (context.Context, func()) {
	if !p.signal {
		return ctx, func() {}
	}
	ctx, cancel := context.WithCancelCause(ctx)
	heard := make(chan os.Signal, 1)
	signal.Notify(heard, os.Interrupt)
	go func() {
		select {
		case <-heard:
			cancel(errInterrupted)
		case <-ctx.Done():
		}
	}()
	return ctx, func() {
		signal.Stop(heard)
		cancel(nil)
	}
}

func (p *Player) logLine(format string, args ...any) {
	if p.log != nil {
		fmt.Fprintf(p.log, "riffle: "+format+"\n", args...)
	}
}
