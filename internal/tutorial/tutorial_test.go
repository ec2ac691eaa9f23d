package tutorial

import (
	"strings"
	"testing"
)

// TestTour goes through the tutorial in other words than its own. Each line is a
// cell, what it shows, and what comes of it: the step that is asked for next, a
// hint, or nothing.
func TestTour(t *testing.T) {
	var tour Tour
	if got := tour.Answer("NewLottery(40).Pick(6)", "[1 2 3 4 5 6]", true); got != "" {
		t.Errorf("before %%tutorial: %q", got)
	}
	if got := tour.Go(""); !strings.Contains(got, "Five minutes") || !strings.Contains(got, "Step 1") {
		t.Errorf("the beginning: %q", got)
	}
	for _, c := range []struct {
		source, value string
		ok            bool
		want          string
	}{
		{"NewLottery(40).pick(6)", "", false, "Hint"},
		{"NewLottery(40).pick(6)", "", false, "Hint"},
		{"2 + 2", "4", true, ""},
		{"draw := NewLottery(90).Pick(5);", "", true, "Step 2"},
		{"l := NewLottery(49)", "", true, ""},
		{"fmt.Println(l.Pick(6))", "", true, "Step 3"},
		{"fair.Trace(FisherYates, \"AB\", nil)", "", false, "Hint"},
		{"t := fair.Trace(Selection, []int{1, 2}, []int{1})", "", true, "Step 4"},
		{"func mine(deck []int) {}", "", true, "Hint"},
		{"wrong := func(d []int, r shuffle.PRNG) {}", "", true, "Step 5"},
		{"fair.Exact(FisherYates, 3)", "Verdict: every order comes up 1/6: the shuffle is fair.", true, "Hint"},
		{"fair.Exact(wrong, 3)", "\x1b[1mVerdict: order 1 3 2 never comes up, a fair shuffle gives 1/6.\x1b[0m", true, "Step 6"},
		{"g := JavaRandom(7)", "", true, ""},
		{"x, y := int32(g.Uint32()), int32(g.Uint32())", "", true, "Step 7"},
		{"crack.Java(x, y)", "0 states of 2^48 fit what was seen", true, "Hint"},
		{"s, _ := crack.Java(y, x)", "", true, ""},
		{"crack.Java(x, y)", "state now 1, seed 7 if these were the first draws", true, "That was the tutorial"},
		{"NewLottery(40).Pick(6)", "[1 2 3 4 5 6]", true, ""},
	} {
		got := tour.Answer(c.source, c.value, c.ok)
		if !strings.Contains(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%s: %q, want %q", c.source, got, c.want)
		}
	}
}

// TestMoves goes on, back, beyond the ends and to where another session left.
func TestMoves(t *testing.T) {
	var tour Tour
	for _, c := range []struct{ where, want string }{
		{"stop", "isn't running"}, {"", "Step 1"}, {"back", "Step 1"}, {"next", "Step 2"},
		{"stop", "Stopped at step 2"}, {"", "Step 2"}, {"back", "Step 1"},
	} {
		if got := tour.Go(c.where); !strings.Contains(got, c.want) {
			t.Errorf("%%tutorial %s: %q, want %q", c.where, got, c.want)
		}
	}
	for range len(steps) - 1 {
		tour.Go("next")
	}
	if got := tour.Go("next"); !strings.Contains(got, "That was the tutorial") || tour.Place() != 0 {
		t.Errorf("after the last step: %q, at %d", got, tour.Place())
	}
	var later Tour
	for place, want := range map[int]int{3: 3, -1: 0, 99: 0} {
		later = Tour{}
		later.Resume(place)
		if later.Place() != want {
			t.Errorf("resumed at %d: %d, want %d", place, later.Place(), want)
		}
	}
}

// TestSteps wants each step to be done by what it shows, and texts that fit a
// terminal of 80 columns.
func TestSteps(t *testing.T) {
	shown := map[string]string{
		"caught": "Verdict: order 1 3 2 comes up 5/27, a fair shuffle gives 1/6.",
		"found":  "state now 2, seed 2026 if these were the first draws",
	}
	for _, s := range steps {
		if !s.done(read(s.Code, shown[s.Title])) {
			t.Errorf("%s: its own code doesn't do it", s.Title)
		}
		for line := range strings.Lines(strings.Join([]string{s.Text, "Hint: " + s.Hint, "✓ " + s.Praise, intro, outro, reading, indent(s.Code)}, "\n")) {
			if n := len([]rune(strings.TrimRight(line, "\n"))); n > 80 {
				t.Errorf("%s: %d columns: %s", s.Title, n, line)
			}
		}
	}
	if !strings.Contains(Markdown(), "```go\nNewLottery(40).Pick(6)\n```") || !strings.Contains(Text(), "    crack.Java(a, b)") {
		t.Error("the tutorial to be read lacks steps")
	}
}
