//go:build linux

package prompt

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"riffle/internal/proto"
	"riffle/internal/test/built"
	"riffle/internal/test/leak"
	"riffle/internal/worker"
)

// Hostile cells try to end the session, or to spoil it. The files of
// testdata/hostile have them by what they attack, one after the other:
//
//	=== name [flag …]
//	the cell
//	---
//	what is shown, line by line: each is a part of it
//
// Afterwards x is still 42 and the session answers. A flag says what is
// otherwise: the cell is interrupted when it has printed "ready"; the variables
// are lost, as the last line says; or the cell fills the memory, which the race
// detector has no room for.

// hostileCell is one of them.
type hostileCell struct {
	name  string
	flags []string
	cell  string
	want  []string
}

func (c hostileCell) is(flag string) bool { return slices.Contains(c.flags, flag) }

// readHostile reads one file.
func readHostile(t *testing.T, name string) []hostileCell {
	t.Helper()
	raw, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var cells []hostileCell
	for _, section := range strings.Split("\n"+string(raw), "\n=== ")[1:] {
		head, rest, _ := strings.Cut(section, "\n")
		name, flags, _ := strings.Cut(head, " [")
		text, want, _ := strings.Cut(rest, "\n---\n")
		c := hostileCell{name: name, flags: strings.Fields(strings.TrimSuffix(flags, "]")), cell: text}
		if want = strings.TrimSuffix(want, "\n"); want != "" {
			c.want = strings.Split(want, "\n")
		}
		cells = append(cells, c)
	}
	return cells
}

// TestHostileCells runs the cells of each file in one session, and those that end
// it in sessions that follow.
func TestHostileCells(t *testing.T) {
	files, err := filepath.Glob("testdata/hostile/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no hostile cells: %v", err)
	}
	var table struct{ Never []string }
	readTestdata(t, "bad.json", &table)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			if built.Raced { // which tells in the cells' output of the places that goroutines note at once
				table.Never = nil
			}
			s := newVictim(t)
			for _, c := range readHostile(t, file) {
				if c.is("memory") && built.Raced {
					continue
				}
				for _, fault := range s.suffer(c, table.Never) {
					t.Errorf("%s: %s", c.name, fault)
				}
			}
		})
	}
}

// victim is a session that hostile cells are typed into.
type victim struct {
	t *testing.T
	w *worker.Worker
	n int
	// last is the screen of the latest cell, which gets what is said after it.
	last *screen
	// answer is the value or the error that the latest cell ended with.
	answer string
}

func newVictim(t *testing.T) *victim {
	t.Helper()
	asKernels := func(waited time.Duration) time.Duration { return 10*time.Second - waited }
	w, err := worker.Start(worker.Options{Command: []string{"riffle", worker.Subcommand}, Dir: t.TempDir(), MemoryLimit: 8 << 30, Patience: asKernels})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() })
	v := &victim{t: t, w: w}
	v.prepare()
	return v
}

// prepare makes the variables that are to survive.
func (v *victim) prepare() {
	v.run("x := 41", false)
	v.run("x++", false)
}

// run runs a cell and returns what it shows.
func (v *victim) run(source string, interrupted bool) (shown string, lost bool) {
	v.t.Helper()
	v.n++
	ctx, cancel := context.WithTimeout(v.t.Context(), patience)
	defer cancel()
	out := &screen{waitsFor: "ready\n", found: cancel}
	if !interrupted {
		out.found = func() {}
	}
	v.last = out
	r := v.w.Run(ctx, proto.Cell{Source: source, N: v.n}, out)
	if ctx.Err() != nil && !interrupted {
		v.t.Errorf("the cell goes on after %v: %s", patience, source)
	}
	v.answer = ""
	if r.Err != nil {
		v.answer = r.Err.Format() + "\n"
	}
	if r.Value != nil {
		v.answer += fmt.Sprintln(r.Value.Data["text/plain"])
	}
	leak.Check(v.t, v.shown())
	return v.shown(), r.Lost
}

// shown is what the latest cell has shown so far: its goroutines may still say something.
func (v *victim) shown() string { return v.last.String() + v.answer }

// late waits for what the latest cell's goroutines and timers are to say.
func (v *victim) late(want []string) string {
	for begin := time.Now(); time.Since(begin) < patience; time.Sleep(time.Millisecond) {
		if shown := v.shown(); len(badCase{Want: want}.faults(shown, v.n, nil)) == 0 {
			return shown
		}
	}
	return v.shown()
}

// suffer runs a hostile cell and lists what is wrong with how the session takes it.
func (v *victim) suffer(c hostileCell, never []string) []string {
	v.t.Helper()
	shown, lost := v.run(c.cell, c.is("interrupt"))
	if !lost {
		shown = v.late(c.want)
	}
	if testing.Verbose() {
		v.t.Logf("%s:\n%.1000s", c.name, shown)
	}
	faults := badCase{Want: c.want}.faults(shown, v.n, never)
	if lost != c.is("lost") {
		faults = append(faults, fmt.Sprintf("lost is %v: %.300s", lost, shown))
	}
	after, _ := v.run("x", false)
	if lost {
		v.prepare()
	} else if !strings.HasSuffix(after, "42\n") { // after what goroutines still say
		faults = append(faults, fmt.Sprintf("afterwards x shows %.300q", after))
		v.w.Restart()
		v.prepare()
	}
	return faults
}

// screen is an output that keeps the text that is shown.
type screen struct {
	proto.Discard
	waitsFor string
	found    func()

	mu   sync.Mutex
	text strings.Builder
}

// screenMost bounds what a screen keeps.
const screenMost = 1 << 20

func (s *screen) Stream(_ string, text []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.text.Len() < screenMost {
		s.text.Write(text)
	}
	if strings.Contains(s.text.String(), s.waitsFor) {
		s.found()
	}
}

func (s *screen) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

// TestDeepGoroutine: a goroutine that an earlier cell has left is ended when it
// recurses too deep, and the cells after it go on.
func TestDeepGoroutine(t *testing.T) {
	v := newVictim(t)
	v.run("func deep(n int) int { return deep(n+1) + 1 }\ngo func() { deep(0) }()", false)
	const want = "stack overflow in a goroutine: functions call each other too deep"
	for begin := time.Now(); !strings.Contains(v.last.String(), want); time.Sleep(10 * time.Millisecond) {
		if time.Since(begin) > patience {
			t.Fatalf("the end of the recursion isn't told: %s", v.last)
		}
	}
	if shown, _ := v.run("x", false); !strings.HasSuffix(shown, "42\n") {
		t.Errorf("afterwards x shows %q", shown)
	}
}
