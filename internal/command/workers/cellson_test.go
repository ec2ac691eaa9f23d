package workers

import (
	"context"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"riffle/internal/proto"
	"riffle/internal/test/leak"
	"riffle/internal/worker"
)

// cells is a session whose experiments workers can play.
type cells struct {
	*testing.T
	w *worker.Worker
	n int
}

func newCells(t *testing.T) *cells {
	t.Helper()
	w, err := worker.Start(worker.Options{Command: []string{"riffle", worker.Subcommand}, Dir: t.TempDir(), StartTimeout: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() })
	return &cells{T: t, w: w}
}

// said is what a cell shows.
type said struct {
	proto.Discard
	mu       sync.Mutex
	text     strings.Builder
	progress []proto.Progress
}

func (s *said) Stream(_ string, text []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.text.Write(text)
}

func (s *said) Progress(p proto.Progress) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.progress = append(s.progress, p)
}

// run runs a cell and returns what it showed, its value and its error.
func (c *cells) run(ctx context.Context, source string) (string, *said) {
	c.n++
	out := &said{}
	res := c.w.Run(ctx, proto.Cell{N: c.n, Source: source, Limit: 1 << 20}, out)
	text := out.text.String()
	if res.Value != nil {
		text += res.Value.Text()
	}
	if res.Err != nil {
		text += res.Err.Format()
	}
	leak.Check(c, text)
	return text, out
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestCellsOn has cells' experiments played by a worker, and wants what this process
// plays.
func TestCellsOn(t *testing.T) {
	f := newFarm(t)
	f.worker("w", f.URL())
	list := strings.Split(strings.TrimSpace(read(t, "testdata/travel/same.txt")), "\n\n")
	var want []string
	here := newCells(t)
	for _, source := range list {
		text, _ := here.run(t.Context(), source)
		want = append(want, text)
	}
	there := newCells(t)
	there.run(t.Context(), `trials.On("`+f.URL()+`")`)
	there.n = 0
	for i, source := range list {
		if got, _ := there.run(t.Context(), source); got != want[i] || strings.Contains(got, "panic") || strings.Contains(got, "undefined") {
			t.Errorf("%s\nshowed\n%s\nwant\n%s", source, got, want[i])
		}
	}
	there.run(t.Context(), `trials.On("")`)
	if got, _ := there.run(t.Context(), "earlier := 0; trials.Run(1, func(rng PRNG) bool { earlier++; return earlier == 1 }).Share(true).Hits"); got != "1" {
		t.Errorf("after On(\"\") an experiment isn't played here: %s", got)
	}
}

// TestCellsRefused wants what can't go to workers refused by its name.
func TestCellsRefused(t *testing.T) {
	f := newFarm(t)
	f.worker("w", f.URL())
	c := newCells(t)
	c.run(t.Context(), `trials.On("`+f.URL()+`")`)
	for _, tt := range strings.Split(strings.TrimSpace(read(t, "testdata/travel/refused.txt")), "\n\n") {
		sources, want, _ := strings.Cut(tt, "\n### ")
		last := ""
		for source := range strings.Lines(sources) {
			last, _ = c.run(t.Context(), source)
		}
		if !strings.Contains(last, want) {
			t.Errorf("%s\nshowed\n%s\nwant\n%s", sources, last, want)
		}
	}
	if got, _ := c.run(t.Context(), "trials.Run(10, func(rng PRNG) bool { return true }).Runs"); got != "10" {
		t.Errorf("after the errors an experiment shows %s", got)
	}
}

// TestCellsPanic wants a trial's panic told with its place in the cell that has the code,
// as if the trial was played here.
func TestCellsPanic(t *testing.T) {
	f := newFarm(t)
	f.worker("w", f.URL())
	c := newCells(t)
	c.run(t.Context(), `trials.On("`+f.URL()+`")`)
	for _, tt := range strings.Split(read(t, "testdata/travel/panics.txt"), "\n\n\n") {
		sources, want, _ := strings.Cut(tt, "\n###\n")
		c.n = 0
		last := ""
		for _, source := range strings.Split(sources, "\n// %%\n") {
			last, _ = c.run(t.Context(), source)
		}
		if want = strings.TrimRight(want, "\n"); !strings.Contains(last, want+"\n") {
			t.Errorf("%s\nshowed\n%s\nwant\n%s", sources, last, want)
		}
	}
}

// TestCellsInterrupt interrupts an experiment: it has shown how far it is, and what is
// counted is kept.
func TestCellsInterrupt(t *testing.T) {
	f := newFarm(t)
	f.worker("w", f.URL())
	c := newCells(t)
	c.run(t.Context(), `trials.On("`+f.URL()+`")`)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	_, out := c.run(ctx, "r := trials.Run(1000, func(rng PRNG) int { time.Sleep(20*time.Millisecond); return rng.IntN(2) })")
	if got, _ := c.run(t.Context(), "r.Runs > 0, r.Runs < 1000, r.Stopped()"); got != "true true true" {
		t.Errorf("the result: %s", got)
	}
	out.mu.Lock()
	defer out.mu.Unlock()
	if n := len(out.progress); n < 3 || out.progress[n-1].Total != 0 || out.progress[n-2].Done == 0 {
		t.Errorf("progress: %v", out.progress)
	}
}
