package session

import (
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"riffle/internal/blocks"
	"riffle/internal/proto"
	"riffle/shuffle/trials"
)

// TestHelped says of trials whether others may play some: those that do nothing but
// compute, of what doesn't change.
func TestHelped(t *testing.T) {
	for _, tt := range []struct {
		before, call string
		want         bool
	}{
		{"", "trials.Run(1, func(rng PRNG) bool { return rng.IntN(2) == 0 })", true},
		{"w := []int{1, 2}\nfunc f(rng PRNG) int { return w[rng.IntN(2)] }", "trials.Run(1, f)", true},
		{"", "fair.Matrix(Riffle(2), 4, 1)", true},
		{"", "games.BattleStats(13, 1)", true},
		{"", "trials.Run(1, func(rng PRNG) string { return fmt.Sprint(math.Sqrt(float64(rng.IntN(2)))) + strings.Repeat(\"a\", 2) })", true},
		{"type T struct{ n int }\nfunc (t T) String() string { return fmt.Sprint(t.n) }\nvar s fmt.Stringer = T{1}", "trials.Run(1, func(rng PRNG) string { return s.String() })", true},
		{"", "trials.Run(1, func(rng PRNG) bool { fmt.Println(1); return true })", false},
		{"type T struct{ n int }\nfunc (t T) String() string { fmt.Println(); return \"\" }\nvar s fmt.Stringer = T{1}", "trials.Run(1, func(rng PRNG) string { return s.String() })", false},
		{"", "trials.Run(1, func(rng PRNG) bool { println(1); return true })", false},
		{"", "trials.Run(1, func(rng PRNG) bool { return time.Now().IsZero() })", false},
		{"", "trials.Run(1, func(rng PRNG) bool { return rand.IntN(2) == 0 })", false},
		{"", "trials.Run(1, func(rng PRNG) bool { os.Remove(\"nowhere\"); return true })", false},
		{"", "trials.Run(1, func(rng PRNG) bool { c := make(chan bool, 1); c <- true; return <-c })", false},
		{"n := 0", "trials.Run(1, func(rng PRNG) bool { n++; return true })", false},
		{"c := make(chan int)", "trials.Run(1, func(rng PRNG) int { return len(c) })", false},
	} {
		s, call := announced(t, tt.before, tt.call)
		source, err := s.script(call)
		if got := err == nil && call.computes; got != tt.want {
			t.Errorf("%s\n%s: %v (%v), want %v", tt.before, tt.call, got, err, tt.want)
		}
		if again := s.writtenScript(call); err == nil && again != source {
			t.Errorf("%s is written as\n%s\nand as\n%s", tt.call, source, again)
		}
	}
}

// announced is a session that has just called an experiment.
func announced(t *testing.T, before, source string) (*Session, *travel) {
	t.Helper()
	s := newSession(t, Options{Pool: func(*blocks.Job) ([]Helper, func()) { return nil, nil }})
	for _, cell := range []string{before, source + "; kept := 1"} {
		if r := s.Run(t.Context(), proto.Cell{Source: cell}, proto.Discard{}); r.Err != nil {
			t.Fatalf("%s: %s", cell, r.Err.Format())
		}
	}
	for _, call := range s.travels.sites {
		return s, call
	}
	t.Fatalf("%s isn't announced", source)
	return nil, nil
}

// nowhere are workers that play nothing.
type nowhere struct{}

func (nowhere) Play(*trials.Experiment, *blocks.Job, io.Writer) (*trials.Part, error) {
	return nil, errors.New("announced")
}

func (nowhere) Close() {}

// TestOver: an experiment that begins after the call that was announced, and by no name,
// isn't that call.
func TestOver(t *testing.T) {
	s := newSession(t, Options{Dial: func(string, string) (Workers, error) { return nowhere{}, nil }})
	cell := `trials.On("anywhere")
run := trials.Run
rare := func(rng PRNG) bool { return rng.IntN(1000) == 0 }
func said(f func()) { defer func() { fmt.Println(recover()) }(); f() }
said(func() { trials.Run(1, rare) })
said(func() { run(1, rare) })
said(func() { trials.Run(1, rare) })`
	var out heard
	if r := s.Run(t.Context(), proto.Cell{Source: cell}, &out); r.Err != nil {
		t.Fatal(r.Err.Format())
	}
	got := regexp.MustCompile(`announced|isn't called by its name`).FindAllString(out.String(), -1)
	if want := []string{"announced", "isn't called by its name", "announced"}; !slices.Equal(got, want) {
		t.Errorf("got %q of\n%s\nwant %q", got, &out, want)
	}
}

// TestSteady checks that a change of any variable that a trial can reach is noticed, by
// whatever name.
func TestSteady(t *testing.T) {
	s, call := announced(t, "x := 1\nm := map[string][]float64{\"b\": {1}, \"a\": {math.NaN()}}\np := &struct{ n any }{n: 2}\nfunc f(rng PRNG) float64 { return m[\"a\"][0] + float64(p.n.(int)+x) }", "alias := m; trials.Run(0, f)")
	source := s.writtenScript(call)
	if !strings.Contains(source, "m := map[string][]float64{}") {
		t.Fatalf("the script is\n%s", source)
	}
	for _, change := range []string{"x++", "alias[\"a\"][0] = -0.5", "alias[\"c\"] = nil", "p.n = 3.0"} {
		if r := s.Run(t.Context(), proto.Cell{Source: change}, proto.Discard{}); r.Err != nil {
			t.Fatal(r.Err.Format())
		}
		now := s.writtenScript(call)
		if now == source || now == "" {
			t.Errorf("after %s the script is as before", change)
		}
		source = now
	}
}
