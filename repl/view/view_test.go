package view

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"riffle/internal/display/cols"
	"riffle/internal/test/screen"
	"riffle/repl/edit"
)

// page shows a buffer.
func page(b *edit.Buffer) *Page {
	at := b.Cursor()
	return &Page{
		Prompt: Styled("\x1b[1m> \x1b[0m"), Continuation: Styled(". "),
		Rows: b.Rows(), Row: at.Row, Col: at.Col,
		Line: func(row int) Line {
			text := b.Row(row).Text
			return Line{Text: text, Style: func(col int) string {
				if text[col] == 'x' {
					return "32"
				}
				return ""
			}}
		},
	}
}

func TestLayout(t *testing.T) {
	tests := []struct {
		name, text    string // with | for the cursor
		width, height int
		want          string
	}{
		{"empty", "|", 20, 5, "> |"},
		{"lines", "ab\nc|d", 20, 5, "> ab\n. c|d"},
		{"wrapped", "abcdefghi|j", 10, 5, "> abcdefgh\ni|j"},
		{"cursor behind a full row", "abcdefgh|", 10, 5, "> abcdefgh\n|"},
		{"cursor at the end of a full row", "abcdefg|h", 10, 5, "> abcdefg|h"},
		{"wide", "日本語日|本", 10, 5, "> 日本語日\n|本"},
		{"wide that doesn't fit", "a日本語日|", 10, 5, "> a日本語\n日|"},
		{"accents", "e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301|", 10, 5, "> e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301\n|"},
		{"accent on nothing", "\u0301a|", 10, 5, "> \u0301a|"},
		{"tabs", "a\tb\n\t|c", 20, 5, "> a   b\n.     |c"},
		{"tab at the edge", "abcdefg\tb|", 10, 5, "> abcdefg\nb|"},
		{"controls", "a\x1b\x7f|", 10, 5, "> a␛␡|"},
		{"bottom of a high text", "1\n2\n3\n4|", 10, 3, ". 2\n. 3\n. 4|"},
		{"top of a high text", "1|\n2\n3\n4", 10, 3, "> 1|\n. 2\n. 3"},
		{"one row", "1\n2|\n3", 10, 1, ". 2|"},
	}
	for _, tt := range tests {
		before, after, _ := strings.Cut(tt.text, "|")
		var b edit.Buffer
		b.Reset(before + after)
		b.Seek(utf8.RuneCountInString(before))
		s := screen.New(t, tt.width, tt.height)
		out := Screen{Out: s, Width: tt.width}
		l := Layout{Width: tt.width, Height: tt.height}
		out.Draw(l.Frame(page(&b)))
		if got := s.Marked(); got != tt.want {
			t.Errorf("%s:\n%s\nwant\n%s", tt.name, got, tt.want)
		}
	}
}

// TestWhole: what stays of a long text, whatever the height.
func TestWhole(t *testing.T) {
	for text, want := range map[string]string{
		"1\n2\n3\n4\n5":                            "> 1\n. 2\n. 3\n. 4\n. 5\n|",
		"1\n2\n3\n4\n5\n6":                         "> 1\n. 2\n2 lines\n. 5\n. 6\n|",
		strings.Repeat("abcdefghij", 4) + "x\n2":   "> abcdefgh\nijabcdefgh\nijabcdefgh\nijabcdefgh\nijx\n. 2\n|",
		strings.Repeat("abcdefghij", 9) + "xyz\n2": "> abcdefgh\nijabcdefgh\n6 rows\nijabcdefgh\nijxyz\n. 2\n|",
	} {
		var b edit.Buffer
		b.Reset(text)
		s := screen.New(t, 10, 9)
		out := Screen{Out: s, Width: 10}
		l := Layout{Width: 10, Height: 3}
		out.Draw(l.Frame(page(&b)))
		out.Finish(l.Whole(page(&b), 2, func(n int, of string) []Cell { return Styled(fmt.Sprint(n, " ", of)) }), 3)
		if got := s.Marked(); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestStyled(t *testing.T) {
	for in, want := range map[string]string{
		"name? ":                    "name? ",
		"\x1b[1ma\x1b[32mb\x1b[0mc": "[1]a[1;32]b[]c",
		"\x1b[1ma\x1b[0m\x07":       "[1]a",
		"a\x1b":                     "a",
		"\x1b[2Ka\rb\n":             "[2Kab",
		"a\tb":                      "a       b",
	} {
		got, style := "", ""
		for _, c := range Styled(in) {
			if c.Style != style {
				got += "[" + c.Style + "]"
				style = c.Style
			}
			got += c.Text
		}
		if got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}

func TestWidth(t *testing.T) {
	for r, want := range map[rune]int{'a': 1, 'é': 1, '♠': 1, '日': 2, '🎲': 2, '🃏': 2, '\u0301': 0, '\u200B': 0, '\u200D': 0, '\uFE0F': 0, '！': 2, '\u1161': 0} {
		if got := cols.Rune(r); got != want {
			t.Errorf("%U: %d columns, want %d", r, got, want)
		}
	}
	for _, tt := range []struct {
		in   string
		n    int
		want string
	}{{"abc", 3, "abc"}, {"abcd", 3, "ab…"}, {"日本", 3, "日…"}, {"日本", 4, "日本"}, {"abc", 1, "…"}, {"abc", 0, ""}} {
		if got := cols.Clip(tt.in, tt.n); got != tt.want {
			t.Errorf("%q in %d: %q, want %q", tt.in, tt.n, got, tt.want)
		}
	}
}

// TestResize draws a frame in a terminal of another width: nothing is left of the
// old one, and what is above stays.
func TestResize(t *testing.T) {
	for _, width := range []int{12, 20, 40} {
		var b edit.Buffer
		b.Reset("abcdefgh\nabcdefghijklmnopq")
		s := screen.New(t, 20, 9)
		s.Write([]byte("above\n"))
		out := Screen{Out: s, Width: 20}
		l := Layout{Width: 20, Height: 9}
		b.Last()
		out.Draw(l.Frame(page(&b)))
		s.Resize(width, 9)
		out.Resize(width, 9, false)
		l.Width = width
		out.Draw(l.Frame(page(&b)))
		fresh := screen.New(t, width, 9)
		fresh.Write([]byte("above\n"))
		again := Screen{Out: fresh, Width: width}
		again.Draw(l.Frame(page(&b)))
		if got, want := s.Marked(), fresh.Marked(); got != want {
			t.Errorf("%d columns:\n%s\nwant\n%s", width, got, want)
		}
	}
}

// TestReflow: how many rows are above the cursor when a terminal has broken its lines
// anew, counted by hand.
func TestReflow(t *testing.T) {
	full := func(n int, wraps bool) Row { return Row{Cells: Styled(strings.Repeat("x", n)), Wraps: wraps} }
	tests := []struct {
		rows     []Row
		row, col int
		width    int
		want     int
	}{
		{[]Row{full(20, false), full(3, false)}, 1, 3, 10, 2},
		{[]Row{full(20, false), full(3, false)}, 1, 3, 40, 1},
		{[]Row{full(20, true), full(3, false)}, 1, 3, 40, 0},
		{[]Row{full(20, true), full(3, false)}, 1, 3, 10, 2},
		{[]Row{full(20, true), full(3, false)}, 1, 3, 7, 3},
		{[]Row{full(0, false), full(15, false)}, 1, 12, 10, 2},
	}
	for i, tt := range tests {
		s := Screen{shown: tt.rows, row: tt.row, col: tt.col}
		if got := s.reflowed(tt.width); got != tt.want {
			t.Errorf("case %d: %d rows, want %d", i, got, tt.want)
		}
	}
}

// FuzzScreen presses random keys. The screen after each, of which only what differs
// was written, is the one that a new terminal shows.
func FuzzScreen(f *testing.F) {
	for seed := range uint64(20) {
		f.Add(seed, uint8(7+seed), uint8(1+seed%8))
	}
	commands := []func(*edit.Buffer) bool{
		(*edit.Buffer).Left, (*edit.Buffer).Right, (*edit.Buffer).Up, (*edit.Buffer).Down, (*edit.Buffer).Home, (*edit.Buffer).End,
		(*edit.Buffer).Backspace, (*edit.Buffer).Delete, (*edit.Buffer).KillToEnd, (*edit.Buffer).KillBack, (*edit.Buffer).Yank, (*edit.Buffer).Undo,
		(*edit.Buffer).First, (*edit.Buffer).Last,
	}
	texts := []string{"a", "xx", "日", "e\u0301", "\t", "\n", "\n", "🎲", "long enough to wrap somewhere", "{", "}"}
	f.Fuzz(func(t *testing.T, seed uint64, w, h uint8) {
		width, height := int(w%60)+4, int(h%20)+1
		rng := rand.New(rand.NewPCG(seed, 1))
		var b edit.Buffer
		s := screen.New(t, width, height)
		out := Screen{Out: s, Width: width}
		l := Layout{Width: width, Height: height}
		for range 40 {
			if n := rng.IntN(len(commands) + len(texts)); n < len(commands) {
				commands[n](&b)
			} else {
				b.Insert(texts[n-len(commands)])
			}
			p := page(&b)
			if rng.IntN(4) == 0 && b.AtEnd() {
				p.Ghost = Styled("\x1b[2mghost of 日\x1b[0m")
			}
			if rng.IntN(4) == 0 {
				p.Below = [][]Cell{Styled("one"), Styled("a second row below that may be cut")}
			}
			frame := l.Frame(p)
			if len(frame.Rows) > height || frame.Row >= len(frame.Rows) || frame.Col >= width {
				t.Fatalf("%d rows in %d, cursor at %d, %d in %d", len(frame.Rows), height, frame.Row, frame.Col, width)
			}
			out.Draw(frame)
			fresh := screen.New(t, width, height)
			again := Screen{Out: fresh, Width: width}
			again.Draw(frame)
			// A frame that was higher has scrolled; it begins further down.
			got, want := s.Marked(), fresh.Marked()
			if !strings.HasSuffix("\n"+got, "\n"+want) {
				t.Fatalf("%d x %d, %q:\n%s\nwant\n%s", width, height, b.Text(), got, want)
			}
		}
	})
}
