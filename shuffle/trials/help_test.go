package trials

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"riffle/shuffle"
)

// slowly is a trial that takes its time, so that an experiment of it asks for help.
func slowly(rng shuffle.PRNG) int {
	time.Sleep(time.Millisecond)
	return die(rng)
}

// elsewhere plays blocks as another process would.
func elsewhere(t *testing.T, n int, trial any, o Options) func(context.Context, int, int) (*Part, error) {
	var e *Experiment
	o.Player = func(x *Experiment) (*Part, error) { e = x; return x.playWhole() }
	Run(n, trial, o)
	var mu sync.Mutex
	return func(ctx context.Context, from, to int) (*Part, error) {
		mu.Lock()
		defer mu.Unlock()
		part, err := e.Play(from, to, nil, nil)
		if err != nil {
			return nil, err
		}
		text, err := part.Encode()
		if err != nil {
			return nil, err
		}
		return DecodePart(text)
	}
}

// TestHelp wants the same result with helpers as without, also if they die, lie, or what
// trials can see changes.
func TestHelp(t *testing.T) {
	const runs = 8000
	o := Options{Seeded: true, Seed: 4, Workers: 2}
	want := Run(runs, die, o)
	right := elsewhere(t, runs, die, Options{Seeded: true, Seed: 4})
	var asked atomic.Int64
	counted := func(ctx context.Context, from, to int) (*Part, error) {
		asked.Add(1)
		return right(ctx, from, to)
	}
	dies := func(ctx context.Context, from, to int) (*Part, error) {
		if asked.Load() > 3 {
			return nil, errors.New("gone")
		}
		return right(ctx, from, to)
	}
	silent := func(ctx context.Context, _, _ int) (*Part, error) { // as one that was ended
		<-ctx.Done()
		return nil, ctx.Err()
	}
	steady := func() bool { return true }
	for name, h := range map[string]*Help{
		"none":   nil,
		"two":    {Helpers: []func(context.Context, int, int) (*Part, error){counted, counted}, Steady: steady},
		"dies":   {Helpers: []func(context.Context, int, int) (*Part, error){counted, dies}, Steady: steady},
		"lies":   {Helpers: []func(context.Context, int, int) (*Part, error){elsewhere(t, runs, unfair, Options{Seeded: true, Seed: 4})}, Steady: steady},
		"moving": {Helpers: []func(context.Context, int, int) (*Part, error){counted}, Steady: func() bool { return false }},
		"silent": {Helpers: []func(context.Context, int, int) (*Part, error){counted, silent}, Steady: steady, Patience: time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			over := false
			o := o
			o.Help = func(e *Experiment) *Help {
				if h == nil {
					return nil
				}
				return &Help{h.Helpers, h.Steady, func() { over = true }, h.Patience}
			}
			same(t, name, Run(runs, slowly, o), want)
			if h != nil && !over {
				t.Error("the helpers weren't told of the end")
			}
		})
	}
}

func unfair(rng shuffle.PRNG) int { return 7 - die(rng) }

// TestHelpStops interrupts an experiment with helpers: what they have counted is kept.
func TestHelpStops(t *testing.T) {
	const runs = 20_000
	right := elsewhere(t, runs, die, Options{Seeded: true, Seed: 4})
	ctx, cancel := context.WithCancel(t.Context())
	var helped atomic.Int64
	o := Options{Seeded: true, Seed: 4, Workers: 1, Context: ctx, Help: func(*Experiment) *Help {
		return &Help{[]func(context.Context, int, int) (*Part, error){func(ctx context.Context, from, to int) (*Part, error) {
			if helped.Load() > 0 {
				cancel()
				<-ctx.Done()
				return nil, ctx.Err()
			}
			p, err := right(ctx, from, to)
			if err == nil {
				helped.Add(int64(p.Made))
			}
			return p, err
		}}, func() bool { return true }, func() {}, 0}
	}}
	r := Run(runs, slowly, o)
	if !r.Stopped() || int64(r.Runs) <= helped.Load() || helped.Load() == 0 {
		t.Errorf("%d runs are counted, of which helpers made %d", r.Runs, helped.Load())
	}
	sum := 0
	for _, out := range r.Outcomes {
		sum += out.Hits
	}
	if fmt.Sprint(sum) != fmt.Sprint(r.Runs) {
		t.Errorf("%d outcomes of %d runs", sum, r.Runs)
	}
}
