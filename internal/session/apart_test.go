package session

import (
	"context"
	"fmt"
	"testing"

	"riffle/internal/proto"
)

// TestApart: a test means by each name what its author meant, whatever a student's cells
// have declared, and what it declares changes no answer.
func TestApart(t *testing.T) {
	tests := []struct {
		name    string
		student []string
		sees    []string
		test    string
		want    string // the error's message; empty for none
	}{
		{"an answer", []string{"func twice(n int) int { return 2*n }"}, []string{"twice"}, "check.Equal(twice(2), 4).Must();", ""},
		{"a wrong one", []string{"func twice(n int) int { return n }"}, []string{"twice"}, "check.Equal(twice(2), 4).Must();", "wrong: got 2, want 4"},
		{"none", nil, []string{"twice"}, "check.Equal(twice(2), 4).Must();", "undefined: twice"},
		{
			"universe and packages redeclared",
			[]string{"func len(x any) int { return 4 }", "true := false", "type result struct{}; func (result) Must() {}", "type checker struct{}; func (checker) Equal(a, b any) result { return result{} }", "var check checker"},
			nil, `check.Equal(len("four!"), 4).Must();`, "wrong: got 5, want 4",
		},
		{
			"the environment redeclared", []string{"func NewDeck() []int { return nil }", "func twice() int { return len(NewDeck()) }"},
			[]string{"twice"}, "check.Equal(len(NewDeck()), 52).Must(); check.Equal(twice(), 0).Must();", "",
		},
		{"imports with a dot", []string{`import . "math"`}, nil, "Max(1, 2)", "undefined: Max"},
		{
			"the test's own names", []string{"func helper() int { return 1 }", "func answer() int { return helper() }", "check := 3", "func more() int { return check }"},
			[]string{"answer", "more"}, `import "riffle/shuffle/check"
			func helper() int { return 2 }
			check.Equal(answer(), 1).Must()
			check.Equal(more(), 3).Must()
			check.Equal(helper(), 2).Must();`, "",
		},
		{
			"types with methods", []string{"type T struct{ n int }", "func (t T) M() int { return t.n }", "func (t *T) Set(n int) { t.n = n }"},
			[]string{"T"}, "t := T{1}; t.Set(3); check.Equal(t.M(), 3).Must();", "",
		},
		{
			"generic functions of hidden helpers", []string{"func one[T any](T) int { return 1 }", "func count[T any](s []T) (n int) { for _, x := range s { n += one(x) }; return n }"},
			[]string{"count"}, `check.Equal(count([]string{"a", "b"}), 2).Must();`, "",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newSession(t, Options{})
			s.sweepEvery = 0
			run := func(c proto.Cell) string {
				c.Token = "token"
				r := s.Run(context.Background(), c, proto.Discard{})
				if r.Token != c.Token {
					t.Errorf("the result's token is %q", r.Token)
				}
				if r.Err != nil {
					if len(r.Err.Diagnostics) > 0 && r.Err.Name == "compile error" {
						return r.Err.Diagnostics[0].Message
					}
					return r.Err.Message
				}
				return ""
			}
			for i, source := range tt.student {
				if err := run(proto.Cell{Source: source, N: i + 1}); err != "" {
					t.Fatalf("%s: %s", source, err)
				}
			}
			for range 2 { // and it leaves nothing behind
				if got := run(proto.Cell{Source: tt.test, Apart: true, Sees: tt.sees}); got != tt.want {
					t.Errorf("got %q, want %q", got, tt.want)
				}
			}
			for i, source := range tt.student {
				if err := run(proto.Cell{Source: source, N: i + 1}); err != "" {
					t.Errorf("afterwards %s: %s", source, err)
				}
			}
			if got := run(proto.Cell{Apart: true, Source: fmt.Sprintf("if len(In) != %d { panic(In) }", len(tt.student))}); got != "" {
				t.Errorf("the test is in the history: %s", got)
			}
		})
	}
}

// TestApartVariables: a test finds the library's variables as they were at first, and
// the session goes on with what its cells have made of them.
func TestApartVariables(t *testing.T) {
	s := newSession(t, Options{})
	for i, c := range []proto.Cell{
		{Source: "FisherYates := func(deck []int, _ PRNG) { deck[0] = -1 }"},
		{Source: "var PerfectOut Shuffler = FisherYates; func answer(deck []int) { PerfectOut(deck, nil) }"},
		{Source: "var eof = io.EOF; io.EOF = nil; unicode.Digit.R16[0].Lo = 0; os.Args = nil"},
		{Apart: true, Sees: []string{"answer", "eof"}, Source: `
			deck := []int{1, 2, 3, 4}
			answer(deck)
			check.Equal(deck, []int{-1, 2, 3, 4}).Must()
			PerfectOut(deck, nil)
			check.Equal(deck, []int{-1, 3, 2, 4}).Must()
			deck = []int{3, 1, 2}
			FisherYates(deck, shuffle.NewPRNG(1))
			slices.Sort(deck)
			check.Equal(deck, []int{1, 2, 3}).Must()
			check.Equal(io.EOF, eof).Must()
			check.Equal(unicode.Digit.R16[0].Lo, uint16('0')).Must()
			check.Equal(len(os.Args) > 0, true).Must()
			io.EOF = nil;`},
		{Source: "deck := []int{1, 2}; PerfectOut(deck, nil); if deck[0] != -1 || io.EOF != nil || unicode.Digit.R16[0].Lo != 0 || os.Args != nil { panic(deck) }"},
	} {
		if r := s.Run(context.Background(), c, proto.Discard{}); r.Err != nil {
			t.Fatalf("cell %d: %s", i+1, r.Err.Format())
		}
	}
}
