package edit

import (
	"os"
	"strings"
	"testing"
)

// BenchmarkSpans colours a page of code.
func BenchmarkSpans(b *testing.B) {
	source, err := os.ReadFile("commands.go")
	if err != nil {
		b.Fatal(err)
	}
	lines := strings.SplitAfterN(string(source), "\n", 84)
	var buf Buffer
	buf.Reset(strings.Join(lines[60:84], ""))
	for b.Loop() {
		for row := range buf.Rows() {
			buf.Spans(row)
		}
	}
}
