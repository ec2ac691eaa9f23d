package help

import (
	"strings"
	"testing"

	"riffle/internal/proto"
)

// TestTopics wants the texts to fit 80 columns, and Topic to find
// nothing else.
func TestTopics(t *testing.T) {
	for _, topic := range Topics() {
		text, ok := Topic(topic)
		if !ok || text == "" {
			t.Errorf("topic %s: %q, %v", topic, text, ok)
		}
		for line := range strings.Lines(text) {
			if n := len([]rune(line)); n > 81 {
				t.Errorf("topic %s: %d columns: %s", topic, n, line)
			}
		}
	}
	for _, topic := range []string{"", "nope", "../help", "a/b"} {
		if _, ok := Topic(topic); ok {
			t.Errorf("there is a topic %q", topic)
		}
	}
}

// TestDeclaration breaks heads at their parameters, and only there.
func TestDeclaration(t *testing.T) {
	for decl, want := range map[string]string{
		"func NewLottery(max int, rng ...PRNG) *Lottery":         "func NewLottery(\n    max int,\n    rng ...PRNG,\n) *Lottery",
		"func (l *Lottery) Pick(k int, by func(a, b int)) []int": "func (l *Lottery) Pick(\n    k int,\n    by func(a, b int),\n) []int",
		"func Map[K comparable, V any](m map[K]V) (k []K)":       "func Map[K comparable, V any](\n    m map[K]V,\n) (k []K)",
		"func ThereIsNothingToBreakIn() (a, b int)":              "func ThereIsNothingToBreakIn() (a, b int)",
		"type T struct{ aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa }":      "type T struct{ aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa }",
	} {
		if got := Declaration(decl, 30); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", decl, got, want)
		}
	}
	if got := Declaration("func F(a, b int)", 30); got != "func F(a, b int)" {
		t.Errorf("a short head: %s", got)
	}
}

// TestFlow fits paragraphs and rows to a narrow terminal, and leaves other lines.
func TestFlow(t *testing.T) {
	text := "A title that is rather long for this width\n\n" +
		"  Enter           runs a complete\n                  input\n  Tab  completes\n  go run . -e verbatim lines stay as they are\n"
	want := "A title that is rather\nlong for this width\n\n" +
		"  Enter\n      runs a complete\n      input\n  Tab\n      completes\n  go run . -e verbatim lines stay as they are\n"
	if got := Flow(text, 24); strings.TrimRight(got, "\n") != strings.TrimRight(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := Flow(text, 80); got != text {
		t.Errorf("at 80 columns:\n%s", got)
	}
}

// TestLinks wants no brackets of links, whether it is known where they lead or not.
func TestLinks(t *testing.T) {
	p := &proto.Page{Doc: "See [Open], [*url.Error], [io.Reader], [encoding/json.Marshal] and [shuffle.Lottery.Pick], but s[i] and [n]."}
	want := "See Open, *url.Error, io.Reader, encoding/json.Marshal and shuffle.Lottery.Pick,\nbut s[i] and [n]."
	if got := Text(p, 80); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	want = "See Open, \\*url.Error, [io.Reader](https://pkg.go.dev/io#Reader), [encoding/json.Marshal](https://pkg.go.dev/encoding/json#Marshal) and shuffle.Lottery.Pick, but s\\[i] and \\[n]."
	if got := Markdown(p); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
