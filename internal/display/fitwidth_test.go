package display

import (
	"slices"
	"strings"
	"testing"

	"riffle/shuffle"
	"riffle/shuffle/fair"
	"riffle/shuffle/trials"
	std "riffle/stdlib/display"
)

// TestNarrow fits pictures to terminals of 40 columns and more: bars keep their
// proportions, sentences are wrapped, columns are cut with a note.
func TestNarrow(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"a  ████████\nb  ████", "a  ████████\nb  ████"},
		{"a  " + strings.Repeat("█", 64) + "\nb  " + strings.Repeat("█", 32) + "\nc  ▏  │",
			"a  " + strings.Repeat("█", 36) + "\nb  " + strings.Repeat("█", 18) + "\nc  ▏│"},
		{"x  1\nA sentence of more words than a line can hold.", "x  1\nA sentence of more words than a line can\nhold."},
		{"card   1   2   3   4   5   6   7   8   9  10", "card   1   2   3   4   5   6   7   8   …\n… cut at 40 columns\n%show for the whole"},
		{"card   1   \x1b[1m2\x1b[0m   3   4   5   6   7   8   9  10", "card   1   \x1b[1m2\x1b[0m   3   4   5   6   7   8   …\x1b[0m\n… cut at 40 columns\n%show for the whole"},
	} {
		if got := narrowText(c.in, 40); got != c.want {
			t.Errorf("got\n%s\nwant\n%s", got, c.want)
		}
	}
}

// TestPicturesFit wants a result's text to fit the terminal, from 40 columns to 200.
func TestPicturesFit(t *testing.T) {
	rng := shuffle.NewPRNG(1)
	for _, v := range []any{
		fair.Exact(fair.Shuffle(shuffle.Naive), 3),
		fair.Matrix(fair.Shuffle(shuffle.Riffle(3)), 12, 1000, rng),
		fair.Histogram(fair.Shuffle(shuffle.Naive), 3, 1000, rng),
		fair.TestGenerator(rng, 1000),
		fair.RiffleCurve(52, 10),
		fair.SampleCurve(52, 10, 1000, rng),
		fair.HullDobell(1103515245, 12345, 1<<31),
		shuffle.Shufflers(),
		std.Hist([]float64{1, 2, 3, 1e6, 833333}),
		trials.Run(1000, func(rng shuffle.PRNG) int { return rng.IntN(6) }, trials.Seed(1)),
	} {
		for _, width := range []int{20, 40, 60, 80, 120, 200} {
			for _, colors := range []bool{false, true} {
				got := Fit(v, Text(v, ""), width, colors)
				if bars := strings.Contains(got, "██"); wider(got, width) || bars && strings.Contains(got, "█…") {
					t.Errorf("%T at %d columns:\n%s", v, width, got)
				}
			}
		}
	}
}

// TestFiguresShrink: plots keep their axes, labels are as wide as they look.
func TestFiguresShrink(t *testing.T) {
	for _, c := range []struct {
		v     any
		width int
		want  []string // lines
	}{
		{std.Hist([]float64{1, 2, 3, 4}), 30, []string{"  └───┴─────┴─────┴──────┴───", "      1     2     3      4"}},
		{std.Bar([]string{"日本", "a"}, []float64{1, 1}), 80, []string{"日本  1  ███████████████████████████████████████▎", "a     1  ███████████████████████████████████████▎"}},
		{std.Bar([]string{"日本", "a"}, []float64{1, 1}), 30, []string{"日本  1  ████████████████████▋", "a     1  ████████████████████▋"}},
	} {
		text := Fit(c.v, Text(c.v, ""), c.width, false)
		lines := strings.Split(text, "\n")
		for _, want := range c.want {
			if !slices.Contains(lines, want) {
				t.Errorf("%T at %d columns lacks\n%s\nand is\n%s", c.v, c.width, want, text)
			}
		}
	}
}
