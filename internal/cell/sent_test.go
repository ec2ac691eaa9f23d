package cell

import "testing"

// TestSentFrom: the first line of a text begins where the cell's does, all others in their
// own first column.
func TestSentFrom(t *testing.T) {
	const program = `import "fmt"
//from cell 3:4:1
func f() {
	panic(1)
}
{
var g = //from dice.go:2:9
func() {
}
}`
	for _, tt := range []struct {
		line, column int
		want         string
	}{{1, 1, ""}, {3, 6, "cell 3:4:6"}, {4, 2, "cell 3:5:2"}, {8, 1, "dice.go:2:9"}, {8, 3, "dice.go:2:11"}, {9, 1, "dice.go:3:1"}, {0, 0, ""}, {99, 1, "dice.go:93:1"}} {
		if got := SentFrom(program, tt.line, tt.column); got != tt.want {
			t.Errorf("%d:%d is from %q, want %q", tt.line, tt.column, got, tt.want)
		}
	}
}
