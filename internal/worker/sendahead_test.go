package worker

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"riffle/internal/proto"
)

func cellsOf(sources ...string) []proto.Cell {
	cells := make([]proto.Cell, len(sources))
	for i, s := range sources {
		cells[i] = proto.Cell{Source: s, N: i + 1, AllowInput: true}
	}
	return cells
}

// outcome is what a cell's result and output say, in one line.
func outcome(r proto.Result, out *record) string {
	s := fmt.Sprintf("%d: ", r.N)
	if r.Value != nil {
		s += r.Value.Text()
	}
	if r.Err != nil {
		s += r.Err.Name
	}
	if r.Lost {
		s += " (lost)"
	}
	return s + " " + out.get("stdout")
}

// runAll runs cells in turn in a new session, with as many sent ahead as have room.
func runAll(t *testing.T, cells []proto.Cell, ahead int) (outcomes []string) {
	w, err := Start(Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	var sent []proto.Sent
	for i, c := range cells {
		if room := min(ahead, len(cells)-i) - len(sent); room > 0 {
			sent = append(sent, w.Send(cells[i+len(sent):][:room]...)...)
		}
		out := newRecord()
		var r proto.Result
		if len(sent) == 0 {
			r = w.Run(context.Background(), c, out)
		} else {
			r = sent[0].Run(context.Background(), out)
			if sent = sent[1:]; !r.Next {
				sent = nil // or run them: they are the same cells
			}
		}
		outcomes = append(outcomes, outcome(r, out))
	}
	return outcomes
}

// Cells that are sent ahead do and say what they do and say without, behind any others.
func TestSendIsRun(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	scripts := []string{"count", "count", "count", "say", "say", "echo a", "fail b", "panic", "goexit", "exit", "restart", "undefined"}
	for range 10 {
		var sources []string
		for range 40 {
			sources = append(sources, scripts[r.IntN(len(scripts))])
		}
		want := runAll(t, cellsOf(sources...), 0)
		for _, ahead := range []int{1, 2, 40} {
			if d := cmp.Diff(want, runAll(t, cellsOf(sources...), ahead)); d != "" {
				t.Fatalf("%d ahead of %q:\n%s", ahead, sources, d)
			}
		}
	}
}

// What was sent behind a cell that fails, is slow or wants a new process runs when it is
// asked for, not before.
func TestSentBehind(t *testing.T) {
	w := start(t, Options{})
	for _, first := range []string{"fail", "undefined", "panic", "goexit", "exit", "restart", "slow"} {
		if err := w.Restart(); err != nil {
			t.Fatal(err)
		}
		sent := w.Send(cellsOf(first, "count", "count")...)
		if len(sent) != 3 {
			t.Fatalf("%d cells were sent", len(sent))
		}
		if r := sent[0].Run(context.Background(), nil); r.Next {
			t.Errorf("%s: %+v", first, r)
		}
		got := value(t, w, "count")
		for _, s := range sent[1:] {
			got += " " + s.Run(context.Background(), nil).Value.Text()
		}
		if got != "1 2 3" {
			t.Errorf("behind %s the cells count %s", first, got)
		}
	}
}

// A cell that has begun before its turn dies with its process like any other.
func TestSentDies(t *testing.T) {
	w := start(t, Options{})
	sent := w.Send(cellsOf("count", "goPanic", "count")...)
	if r := sent[0].Run(context.Background(), nil); !r.Next {
		t.Errorf("%+v", r)
	}
	out := newRecord()
	r := sent[1].Run(context.Background(), out)
	if !r.Lost || r.Err.Message != "a panic in a goroutine ended the process: no card left"+lost || out.get("stdout") != "before escaped" {
		t.Errorf("%+v, %q", r.Err, out.all())
	}
	if r := sent[2].Run(context.Background(), nil); r.Value == nil || r.Value.Text() != "1" {
		t.Errorf("%+v", r)
	}
}

// An interrupt ends the cell that it is for, also one that has begun before its turn,
// whether it comes before or behind that turn.
func TestInterruptSent(t *testing.T) {
	w := start(t, Options{})
	for _, early := range []bool{true, false} {
		sent := w.Send(cellsOf("nothing", "block", "echo on")...)
		if r := sent[0].Run(context.Background(), nil); !r.Next {
			t.Fatalf("%+v", r)
		}
		ctx, cancel := context.WithCancel(context.Background())
		out := newRecord()
		if early {
			cancel()
		} else {
			go func() {
				<-out.heard
				cancel()
			}()
		}
		if r := sent[1].Run(ctx, out); r.Value == nil || r.Value.Text() != "interrupted" {
			t.Errorf("%+v", r)
		}
		if r := sent[2].Run(context.Background(), nil); r.Value == nil || r.Value.Text() != "on" {
			t.Errorf("behind it: %+v", r)
		}
	}
}

// A question waits until somebody runs the cell that asks.
func TestSentAsks(t *testing.T) {
	w := start(t, Options{})
	sent := w.Send(cellsOf("nothing", "ask name")...)
	sent[0].Run(context.Background(), nil)
	out := newRecord()
	out.answer = func(prompt string, _ bool) (string, error) { return "Ada to " + prompt, nil }
	if r := sent[1].Run(context.Background(), out); r.Value.Text() != `"Ada to name" <nil>` {
		t.Errorf("%+v", r)
	}
}

// Others' cells wait until all that were sent have ended, and those that are sent for
// others' cells.
func TestRunBesideSent(t *testing.T) {
	w := start(t, Options{})
	sent := w.Send(cellsOf("count", "count")...)
	other := make(chan string)
	go func() {
		r, _ := run(w, "count")
		other <- r.Value.Text()
	}()
	for i, s := range append(sent, w.Send(cellsOf("count")...)...) {
		if r := s.Run(context.Background(), nil); r.Value.Text() != fmt.Sprint(i+1) {
			t.Errorf("cell %d: %+v", i, r)
		}
	}
	if got := <-other; got != "4" {
		t.Errorf("the other's is %s", got)
	}
	out := newRecord()
	ended := make(chan proto.Result)
	go func() { ended <- w.Run(context.Background(), proto.Cell{Source: "gate"}, out) }()
	<-out.heard
	if sent := w.Send(cellsOf("count")...); sent != nil {
		t.Errorf("%d were sent while another runs", len(sent))
	}
	w.Complete("open the gate", 0)
	<-ended
}

// Close doesn't wait for cells that were sent and that nobody runs any more.
func TestCloseSent(t *testing.T) {
	w := start(t, Options{})
	sent := w.Send(cellsOf("say hello", "say more", "block")...)
	w.Close()
	if r := sent[0].Run(context.Background(), nil); r.Next {
		t.Errorf("%+v", r)
	}
	if sent := w.Send(cellsOf("count")...); sent != nil {
		t.Error("a closed worker takes cells")
	}
}
