package session

import (
	"os"
	"strings"
	"testing"

	"riffle/internal/proto"
)

// TestIntents types each line of testdata/intents.txt and wants the line behind its arrow
// as the answer, which must run.
func TestIntents(t *testing.T) {
	const given = `d := NewDeck(); xs := []int{1, 2, 3}; names := []string{"Ann", "Bob"}; rng := NewPRNG(1); lotto := NewLottery(40); dealer := NewDealer(rng)
func trial(rng PRNG) bool { return rng.IntN(6) == 5 }`
	text, err := os.ReadFile("testdata/intents.txt")
	if err != nil {
		t.Fatal(err)
	}
	s := newSession(t, Options{})
	n := 0
	run := func(source string) *proto.CellError {
		n++
		return s.Run(t.Context(), proto.Cell{N: n, Source: source}, proto.Discard{}).Err
	}
	for line := range strings.Lines(string(text)) {
		typed, want, ok := strings.Cut(strings.TrimSpace(line), " → ")
		if !ok {
			t.Fatalf("%q has no arrow", line)
		}
		if e := run(given); e != nil {
			t.Fatal(e.Format())
		}
		e := run(typed)
		if e == nil || len(e.Diagnostics) == 0 {
			t.Errorf("%s: no error", typed)
			continue
		}
		hint := e.Diagnostics[0].Hint
		if hint != "write "+want || len(e.Diagnostics) > 1 {
			t.Errorf("%s: got %q, want %q", typed, e.Format(), want)
		}
		if e := run(want); e != nil {
			t.Errorf("%s: %s", want, e.Format())
		}
	}
}

// TestOwnNamesKeepTheirMeaning calls functions of the user's wrongly, which no table knows.
func TestOwnNamesKeepTheirMeaning(t *testing.T) {
	for _, source := range []string{
		"func shuffle(d []int) {}\nshuffle(5)",
		"type Lottery struct{ Max int }\nLottery(40)",
		"func f() { deal := func(s string) {}; deal(5) }",
		"type table struct{}\nfunc (table) Deal(s string) {}\ntable{}.Deal(5)",
	} {
		e := newSession(t, Options{}).Run(t.Context(), proto.Cell{N: 1, Source: source}, proto.Discard{}).Err
		if e == nil || strings.Contains(e.Format(), "write ") {
			t.Errorf("%s: %v", source, e)
		}
	}
}
