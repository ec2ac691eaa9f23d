package edit

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestBracketsFar: the lines that are passed over when a partner is looked for are those that
// don't have it. Every pair is found by a stack, too.
func TestBracketsFar(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"(", ")", "{", "}", "[", "]", "\n", "\n", "x", `"(" `, "// {\n", "f("}
	for range 3000 {
		var text strings.Builder
		for range rng.IntN(40) {
			text.WriteString(pieces[rng.IntN(len(pieces))])
		}
		var b Buffer
		b.Reset(text.String())
		var all, stack []bracket
		opened := map[Pos]bracket{} // what each place is in, by the bracket there
		partner := map[Pos]Pos{}
		for row := range b.Rows() {
			all = slices.Concat(all, b.brackets(row))
		}
		for _, k := range all {
			if n := len(stack); n > 0 {
				opened[k.at] = stack[n-1]
			}
			switch n := len(stack); {
			case k.opens():
				stack = append(stack, k)
			case n > 0:
				partner[stack[n-1].at] = k.at
				stack = stack[:n-1]
			}
		}
		for _, k := range all {
			got, ok := b.opener(k.at, 0)
			if want, found := opened[k.at]; found && (got != want.at || !ok) {
				t.Fatalf("%q: %v is in %v, %v, want %v", text.String(), k.at, got, ok, want.at)
			}
			if want, found := partner[k.at]; found && k.opens() {
				if got, _ := b.closer(k); got != want {
					t.Fatalf("%q: %v is closed at %v, want %v", text.String(), k.at, got, want)
				}
			}
		}
	}
}
