package session

import (
	"context"
	"strings"
	"testing"

	"riffle/internal/proto"
	"riffle/shuffle/trials"
)

// TestPartialResult: an interrupt ends an experiment, and the cell keeps and
// shows what it has.
func TestPartialResult(t *testing.T) {
	s := newSession(t, Options{})
	ctx, cancel := context.WithCancel(context.Background())
	first := &firstTrial{begun: make(chan struct{}, 1)}
	go func() {
		<-first.begun
		cancel()
	}()
	code := "r := trials.Run(1 << 40, func(rng PRNG) bool { return rng.IntN(2) == 0 })\nr"
	res := s.Run(ctx, proto.Cell{Source: code, N: 1}, first)
	if res.Err != nil {
		t.Fatal(res.Err)
	}
	if text := res.Value.Text(); !strings.Contains(text, "runs") || strings.HasPrefix(text, "1,099,511,627,776") {
		t.Fatalf("the experiment shows %q, want fewer runs", text)
	}
	if res := s.Run(context.Background(), proto.Cell{Source: "r.Runs > 0 && r.Runs < 1 << 40", N: 2}, proto.Discard{}); res.Value.Text() != "true" {
		t.Fatalf("the result isn't kept: %v %v", res.Value.Text(), res.Err)
	}
}

// firstTrial is notified when an experiment has begun to report.
type firstTrial struct {
	proto.Discard
	begun chan struct{}
}

func (f *firstTrial) Progress(proto.Progress) {
	select {
	case f.begun <- struct{}{}:
	default:
	}
}

// An interrupt of a loop doesn't wait for experiments that are over.
func TestInterruptAfterExperiments(t *testing.T) {
	s := newSession(t, Options{})
	ctx, cancel := context.WithCancel(t.Context())
	out := &firstPrint{printed: make(chan struct{}, 1)}
	go func() {
		<-out.printed
		cancel()
	}()
	res := s.Run(ctx, proto.Cell{Source: "trials.Run(10, func(rng PRNG) bool { return true })\nfmt.Println(1)\nfor {}", N: 1}, out)
	if n, _ := trials.Running(); res.Err == nil || res.Err.Name != "interrupted" || n != 0 {
		t.Errorf("got %+v and %d experiments running, want an interrupt and none", res.Err, n)
	}
}

// firstPrint is notified when a cell prints.
type firstPrint struct {
	proto.Discard
	printed chan struct{}
}

func (f *firstPrint) Stream(string, []byte) {
	select {
	case f.printed <- struct{}{}:
	default:
	}
}

// TestInterruptedExperiments: a loop of experiments shows what the interrupted one has counted,
// and begins no other.
func TestInterruptedExperiments(t *testing.T) {
	s := newSession(t, Options{})
	ctx, cancel := context.WithCancel(t.Context())
	out := &loopOutput{firstTrial: firstTrial{begun: make(chan struct{}, 1)}}
	go func() {
		<-out.begun
		cancel()
	}()
	code := "for i := range 4 { r := trials.Run(1<<40, func(rng PRNG) bool { return true }); fmt.Println(i, r.Runs > 0 && r.Runs < 1<<40) }"
	res := s.Run(ctx, proto.Cell{Source: code, N: 1}, out)
	if res.Err == nil || res.Err.Name != "interrupted" || out.text.String() != "0 true\n" {
		t.Errorf("the loop shows %q and ends with %v", out.text.String(), res.Err)
	}
}

// loopOutput keeps what a cell prints, too.
type loopOutput struct {
	firstTrial
	text strings.Builder
}

func (o *loopOutput) Stream(_ string, p []byte) { o.text.Write(p) }
