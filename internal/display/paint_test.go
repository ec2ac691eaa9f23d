package display

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"riffle/shuffle"
	"riffle/shuffle/fair"
)

// tagged writes the colours of a text as <31>…</>.
func tagged(text string) string {
	text = strings.ReplaceAll(text, "\x1b[0m", "</>")
	return regexp.MustCompile(`\x1b\[([\d;]+)m`).ReplaceAllString(text, "<$1>")
}

func TestPaint(t *testing.T) {
	ten := shuffle.Card{Rank: shuffle.Ten, Suit: shuffle.Diamonds}
	two := shuffle.Card{Rank: shuffle.Two, Suit: shuffle.Clubs}
	exact := fair.Exact(shuffle.Naive, 3)
	matrix := fair.ExactMatrix(shuffle.OffByOne, 20)
	cases := []struct {
		v    any
		text string // a part of the painted text
	}{
		{ten, "<31>10♢</>"},
		{two, "2♣"},
		{shuffle.Hand{two, ten}, "[2♣, <31>10♢</>]"},
		{exact, "14.8148 %  <38;5;25>████"},
		{exact, "18.5185 %  <38;5;130>████"},
		{exact, "\n<1>Verdict: order 1 3 2 comes up 5/27, a fair shuffle gives 1/6.</>"},
		{matrix, "<48;5;24;38;5;231>≪"},
		{matrix, "<1>Verdict: "},
	}
	for _, c := range cases {
		if got := tagged(Paint(c.v, Text(c.v, fmt.Sprint(c.v)))); !strings.Contains(got, c.text) {
			t.Errorf("%T is painted as\n%s\nwithout %q", c.v, got, c.text)
		}
	}
}

// A painted text without its colours is the text; others are not painted.
func TestPaintChangesNothingElse(t *testing.T) {
	escape := regexp.MustCompile(`\x1b\[[\d;]+m`)
	rng := shuffle.JavaRandom(1)
	for _, v := range []any{
		shuffle.NewDeck(), fair.Exact(shuffle.OffByOne, 3), fair.Matrix(shuffle.Naive, 9, 2000, rng),
		fair.Histogram(shuffle.Naive, 3, 2000, rng), fair.RiffleCurve(52, 10), fair.Lattice(5, 3, 16, 0, 2),
	} {
		text := Text(v, fmt.Sprint(v))
		painted := Paint(v, text)
		plain := regexp.MustCompile(`(?m) +$`).ReplaceAllString(escape.ReplaceAllString(painted, ""), "")
		if plain != text {
			t.Errorf("%T: painted\n%s\nand plain\n%s", v, plain, text)
		}
		for line := range strings.Lines(painted) {
			if n := strings.Count(line, "\x1b[0m"); 2*n != strings.Count(line, "\x1b[") {
				t.Errorf("%T: a colour goes on after its line: %q", v, line)
			}
		}
	}
	for _, v := range []any{nil, 1, "10♢", errors.New("█"), []shuffle.Card{{}}, new(int)} {
		if text := fmt.Sprint(v, " 10♢ █"); Paint(v, text) != text {
			t.Errorf("%T is painted", v)
		}
	}
	if own := "\x1b[32m10♢\x1b[0m"; Paint(shuffle.Card{}, own) != own {
		t.Error("a text with colours is painted")
	}
}
