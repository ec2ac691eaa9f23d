package near_test

import (
	"strings"
	"testing"

	"riffle/internal/near"
)

// TestWord holds slips and near misses: what is merely short, or another word,
// must not be proposed.
func TestWord(t *testing.T) {
	for _, c := range []struct {
		typed, words, want string
	}{
		{"strngs", "string strings struct", "strings"}, // one slip, not two
		{"shufle", "scuffle shuffle", "shuffle"},       // a letter left out before one changed
		{"Println", "print println", "println"},
		{"who", "who", ""}, // itself
		{"tiem", "time timeit", "time"},
		{"wo", "to who", "who"},
		{"lenght", "length", "length"},
		{"rnu", "run repl", "run"},
		{"x", "y z", ""},
		{"xs", "x ys", ""},
		{"世", "x y", ""}, // one letter, three bytes
		{"sum", "max min", ""},
		{"total", "title", ""},
		{"xyzzy", "copy sync", ""},
		{"", "a ab", ""},
		{"NewLotery", "NewBattery NewLottery", "NewLottery"},
		{"internationalisation", "institutionalisation", ""}, // three slips at most
	} {
		if got := near.Word(c.typed, strings.Fields(c.words)); got != c.want {
			t.Errorf("Word(%q, %s) = %q, want %q", c.typed, c.words, got, c.want)
		}
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b        string
		limit, want int
	}{
		{"", "", 9, 0},
		{"shuffle", "shuffle", 9, 0},
		{"shufle", "shuffle", 9, 1},
		{"suhffle", "shuffle", 9, 1},
		{"deal", "dial", 9, 1},
		{"kitten", "sitting", 9, 3},
		{"", "abc", 9, 3},
		{"kitten", "sitting", 2, 2},
		{"a", "abcdef", 3, 3},
		{"größe", "grösse", 9, 2},
		{"é", "e", 9, 1},
	} {
		if got := near.Distance(c.a, c.b, c.limit); got != c.want {
			t.Errorf("Distance(%q, %q, %d) = %d, want %d", c.a, c.b, c.limit, got, c.want)
		}
		if got := near.Distance(c.b, c.a, c.limit); got != c.want {
			t.Errorf("Distance(%q, %q, %d) = %d, want %d", c.b, c.a, c.limit, got, c.want)
		}
	}
}
