package repl

import (
	"fmt"
	"strings"
	"testing"

	"riffle/internal/display/cols"
	"riffle/internal/proto"
	"riffle/repl/view"
)

func TestMenuRows(t *testing.T) {
	items := []proto.Candidate{
		{Text: "Pick", Kind: "method", Type: "func(k int) []int", Doc: "Pick draws\nk numbers."},
		{Text: "é", Kind: "field", Type: "int"},
		{Text: "Roadrunner", Kind: "method", Type: "func() []int"},
		{Text: "日本", Kind: "package"},
	}
	tests := []struct {
		width, limit, pick int
		want               string
	}{
		{79, 9, 0, "* Pick        (k int) []int  draws k numbers.\n  é           int\n  Roadrunner  () []int\n  日本        package"},
		{30, 9, 1, "  Pick        draws k numbers.\n* é           int\n  Roadrunner  () []int\n  日本        package"},
		{60, 9, 1, "  Pick        (k int) []int  draws k numbers.\n* é           int\n  Roadrunner  () []int\n  日本        package"},
		{20, 9, 2, "  Pick\n  é\n* Roadrunner\n  日本"},
		{8, 9, 2, "  Pick\n  é\n* Roadr…\n  日本"},
		{79, 3, 0, "* Pick        (k int) []int  draws k numbers.\n  é           int\n1 of 4  Tab, PgDn: on  Enter: takes it  Esc: closes"},
		{79, 3, 3, "  Roadrunner  () []int\n* 日本        package\n4 of 4  Tab, PgDn: on  Enter: takes it  Esc: closes"},
		{20, 2, 2, "* Roadrunner\n3 of 4"},
		{20, 1, 2, "* Roadrunner"},
	}
	for _, tt := range tests {
		m := newMenu(proto.Completion{Items: items}, 0, style{})
		m.pick = tt.pick
		got := m.popupRows(tt.width, tt.limit)
		for i := range got {
			got[i] = strings.TrimRight(got[i], " ")
			if cols.Of(got[i]) > tt.width {
				t.Errorf("%q is wider than %d", got[i], tt.width)
			}
		}
		if got := strings.Join(got, "\n"); got != tt.want {
			t.Errorf("%d wide, %d rows, %d selected:\n%s\nwant\n%s", tt.width, tt.limit, tt.pick, got, tt.want)
		}
	}
}

// TestMenuFits wants rows of any candidates to fit any width, with colours too.
func TestMenuFits(t *testing.T) {
	items := []proto.Candidate{
		{Text: strings.Repeat("long", 30), Kind: "function", Type: "func(" + strings.Repeat("a int, ", 20) + ")", Doc: strings.Repeat("does much ", 30)},
		{Text: "日本語日本語日本語日本語", Kind: "variable", Type: "map[string]日本語", Doc: "日本語。"},
		{Text: "e\u0301e\u0301", Kind: "keyword"},
	}
	for width := 3; width < 220; width++ {
		for _, colours := range []bool{false, true} {
			m := newMenu(proto.Completion{Items: items}, 0, style{on: colours})
			for _, row := range m.popupRows(width, 2) {
				if n := view.CellsWidth(view.Styled(row)); n > width {
					t.Errorf("%d columns in %d: %q", n, width, row)
				}
			}
		}
	}
}

// TestSignatureRows marks the parameter at the cursor in any width.
func TestSignatureRows(t *testing.T) {
	sig := proto.Signature{Name: "fair.Histogram", Params: []string{"s Shuffle", "n int", "runs int", "rng ...PRNG"}, Result: "*fair.Counts", Active: 2}
	for width, want := range map[int]string{
		79: "fair.Histogram(s Shuffle, n int, ‹runs int›, rng ...PRNG) *fair.Counts",
		60: "fair.Histogram(s Shuffle, n int, ‹runs int›, rng ...PRNG)",
		50: "fair.Histogram(…, n int, ‹runs int›, rng ...PRNG)",
		40: "fair.Histogram(…, n int, ‹runs int›, …)",
		35: "fair.Histogram(…, ‹runs int›, …)",
		20: "(…, ‹runs int›, …)",
		6:  "runs …",
	} {
		if got := (style{}).signatureRow(sig, width); got != want {
			t.Errorf("%d columns: %q, want %q", width, got, want)
		}
	}
	for active := -1; active < 5; active++ {
		for width := 1; width < 100; width++ {
			sig.Active = active
			for _, colours := range []bool{false, true} {
				if row := (style{on: colours}).signatureRow(sig, width); view.CellsWidth(view.Styled(row)) > width {
					t.Errorf("%d columns, parameter %d: %q", width, active, row)
				}
			}
		}
	}
	if got := (style{}).signatureRow(proto.Signature{Name: "f", Active: -1}, 20); got != "f()" {
		t.Errorf("without parameters: %q", got)
	}
}

func TestAbout(t *testing.T) {
	for _, tt := range [][3]string{
		{"lotto.Pick", "Pick draws k numbers.", "draws k numbers."},
		{"len", "The len built-in function returns the length of v, according to its type:", "returns the length of v, according to its type"},
		{"new", "The built-in function new allocates a new, initialized variable.", "allocates a new, initialized variable."},
		{"f", "Does it.", "Does it."},
	} {
		if got := aboutText(tt[0], tt[1]); got != tt[2] {
			t.Errorf("%s: %q, want %q", tt[0], got, tt[2])
		}
	}
}

func TestShorter(t *testing.T) {
	for _, tt := range []struct {
		text  string
		width int
		want  string
	}{
		{"(s string, n int) bool", 22, "(s string, n int) bool"},
		{"(s string, n int) bool", 21, "(s, n)"},
		{"(s string, n int) bool", 5, "(s, …"},
		{"(f func(a, b int) (int, error), rng ...PRNG) []int", 20, "(f, rng...)"},
		{"() (twins *big.Rat, others *big.Rat)", 20, "()"},
		{"(float64, ...int) float64", 20, "(float64, ...int)"},
		{"map[string]map[string]int", 10, "map[strin…"},
	} {
		if got := shorter(tt.text, tt.width); got != tt.want {
			t.Errorf("%s in %d: %q, want %q", tt.text, tt.width, got, tt.want)
		}
	}
}

// many is a completion of n names.
func many(n int) proto.Completion {
	var c proto.Completion
	for i := range n {
		c.Items = append(c.Items, proto.Candidate{Text: fmt.Sprintf("name%04d", i), Kind: "function", Type: "func(n int) int", Doc: "does something."})
	}
	return c
}

func BenchmarkMenu(b *testing.B) {
	c := many(2000)
	for b.Loop() {
		newMenu(c, 0, style{on: true}).popupRows(79, maxMenu)
	}
}
