package session

import (
	"context"
	"strings"
	"testing"

	"riffle/internal/proto"
)

// TestEndlessAnswers: an answer that doesn't end costs its cell, and no more.
func TestEndlessAnswers(t *testing.T) {
	s := newSession(t, Options{})
	n := 0
	run := func(source string) proto.Result {
		n++
		return s.Run(context.Background(), proto.Cell{Source: source, N: n}, proto.Discard{})
	}
	run("func spin(deck []int, rng PRNG) { for i := 0; ; i++ { if i < 0 { break } } }\nfunc deep(n int) int { return 1 + deep(n+1) }")
	for _, c := range []struct{ source, name, says string }{
		{"check.Shuffle(func(deck []int, rng PRNG) { for {} })", "wrong", "didn't end after 2 s on []"},
		{"check.Shuffle(spin).Must()", "wrong", "didn't end after 2 s on []"},
		{"check.Shuffle(func(deck []int, rng PRNG) { if len(deck) == 3 { <-make(chan int) } })", "", "asleep"},
		{"check.Shuffle(func(deck []int, rng PRNG) { deep(1) })", "", "too deep"},
	} {
		res := run(c.source)
		if res.Err == nil || c.name != "" && res.Err.Name != c.name || !strings.Contains(res.Err.Name+res.Err.Message, c.says) {
			t.Errorf("%s: %+v, want %q", c.source, res.Err, c.says)
		}
		if res := run("check.Shuffle(FisherYates).Passed"); res.Err != nil || res.Value.Text() != "true" {
			t.Errorf("the check after %s: %+v", c.source, res)
		}
	}
}

// TestShownCheck: a notebook gets a check's sentence as HTML too.
func TestShownCheck(t *testing.T) {
	s := newSession(t, Options{})
	res := s.Run(context.Background(), proto.Cell{Source: "check.Equal(1, 2)", N: 1}, proto.Discard{})
	if html, _ := res.Value.Data["text/html"].(string); !strings.Contains(html, "<strong>✗ wrong:</strong> got 1, want 2") {
		t.Errorf("got %v", res.Value.Data)
	}
}

// TestInterruptedCheck: an interrupt ends a check.
func TestInterruptedCheck(t *testing.T) {
	s := newSession(t, Options{})
	ctx, cancel := context.WithCancel(t.Context())
	out := &firstPrint{printed: make(chan struct{}, 1)}
	go func() {
		<-out.printed
		cancel()
	}()
	res := s.Run(ctx, proto.Cell{Source: "check.Shuffle(func(deck []int, rng PRNG) { fmt.Println(1); FisherYates(deck, rng) })", N: 1}, out)
	if res.Err == nil || res.Err.Name != "interrupted" {
		t.Errorf("got %+v, want an interrupt", res.Err)
	}
}
