package edit

import (
	"os"
	"strconv"
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

// BenchmarkLines types functions line by line, as text pasted without marks comes. The time
// for a line must not grow with the lines before it.
func BenchmarkLines(b *testing.B) {
	for _, n := range []int{250, 500, 1000, 2000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			for b.Loop() {
				var buf Buffer
				buf.Type("func f(x int) int {")
				for range n / 4 {
					for _, line := range []string{"if x > 3 {", "x += g(x, []int{1, 2})", "}", "fmt.Println(x)"} {
						buf.Newline()
						buf.Type(line)
						buf.Match()
						buf.InCall()
					}
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/line")
		})
	}
}
