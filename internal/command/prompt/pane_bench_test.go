//go:build linux

package prompt

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// What a person feels is the slowest time, not the mean: laps collects times and
// reports how long half of them took at most, 99 of 100, and the first.
type laps []time.Duration

func (l *laps) time(f func()) {
	began := time.Now()
	f()
	*l = append(*l, time.Since(began))
}

func (l laps) report(b *testing.B) {
	first := l[0]
	slices.Sort(l)
	ms := func(share float64) float64 { return l[int(share*float64(len(l)-1))].Seconds() * 1000 }
	b.ReportMetric(first.Seconds()*1000, "ms-first")
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(ms(0.5), "ms-median")
	b.ReportMetric(ms(0.99), "ms-99%")
}

// openUsedPane is a pane with 500 cells declared.
func openUsedPane(b *testing.B, env ...string) *pane {
	p := openPane(b, env...)
	for i := range 500 {
		p.types(fmt.Sprintf("func f%d(n int) int { return n + %d }\r", i, i), fmt.Sprintf("\n%d> |", i+2))
	}
	p.types("lotto := NewLottery(40)\r", "\n502> |")
	return p
}

// BenchmarkPaneStart is the time from the start to the prompt. It is to be 50 ms.
func BenchmarkPaneStart(b *testing.B) {
	var l laps
	for b.Loop() {
		l.time(func() { openPane(b) })
	}
	l.report(b)
}

// BenchmarkPanePaste is the time until 2 MB are pasted, given up and recalled.
func BenchmarkPanePaste(b *testing.B) {
	p := openPane(b)
	text := "s := `" + strings.Repeat("a line of text\n", 140_000) + "`;"
	for b.Loop() {
		go p.tty.WriteString("\x1b[200~" + text + "\x1b[201~")
		p.sees(". `;|")
		p.types("\r", "> |")
		p.types(keyUp, ". `;|")
		p.types("\x03", "> |")
	}
}

// BenchmarkPaneKey is the time from a key to its echo, with 500 cells declared. It is
// to be 5 ms.
func BenchmarkPaneKey(b *testing.B) {
	p := openUsedPane(b, "NO_COLOR=1")
	keys := func(b *testing.B, before, after string) {
		var l laps
		for b.Loop() {
			l.time(func() { p.types("x", before+"x|"+after) })
			l.time(func() { p.types("\x7f", before+"|"+after) })
		}
		l.report(b)
		p.types("\x03", "> |")
	}
	b.Run("prompt", func(b *testing.B) { keys(b, "> ", "") })
	b.Run("call", func(b *testing.B) {
		p.presses("lotto.Pick(")
		p.shows(regexp.MustCompile(`Pick\(\|`))
		var l laps
		for b.Loop() {
			l.time(func() { p.presses("6"); p.shows(regexp.MustCompile(`Pick\(6\|`)) })
			l.time(func() { p.presses("\x7f"); p.shows(regexp.MustCompile(`Pick\(\|`)) })
		}
		l.report(b)
		p.types("\x03", "> |")
	})
	b.Run("signature", func(b *testing.B) { // with the panel below, which comes after the key
		p := openUsedPane(b)
		p.types("lotto.Pick(", "returns them sorted.")
		var l laps
		for b.Loop() {
			l.time(func() { p.presses("6"); p.shows(regexp.MustCompile(`Pick\(6\|`)) })
			l.time(func() { p.presses("\x7f"); p.shows(regexp.MustCompile(`Pick\(\|`)) })
		}
		l.report(b)
	})
	b.Run("long", func(b *testing.B) { // a cell of 1,000 lines, at its end
		cell := "func long() {\n" + strings.Repeat("    fmt.Println(`a line`, 42) // of code\n", 1000) + "}"
		p.types("\x1b[200~"+cell+"\x1b[201~", ". }|")
		keys(b, ". }", "")
	})
}

// BenchmarkPaneComplete is the time from Tab until what fits is inserted or listed, with
// 500 cells declared. It is to be 20 ms.
func BenchmarkPaneComplete(b *testing.B) {
	p := openUsedPane(b, "NO_COLOR=1")
	many := "var ("
	for i := range 2000 {
		many += fmt.Sprintf("many%04d = %d; ", i, i)
	}
	p.types("\x1b[200~"+many+")\x1b[201~\r", "> |")
	for _, c := range []struct{ name, typed, want string }{
		{"method", "lotto.Pi", `lotto\.Pick\(?\|`},
		{"names", "f", `> f\|[^\n]*\n(?s:.*)f0\b`},
		{"package", "fair.", `> fair\.\|[^\n]*\n(?s:.*)ArePermutations\b`},
		{"2000 names", "many", `\* many0000\b`},
		{"import", "strings.ToU", `strings\.ToUpper`},
	} {
		b.Run(c.name, func(b *testing.B) {
			want := regexp.MustCompile(c.want)
			var l laps
			for b.Loop() {
				p.types(c.typed, "> "+c.typed+"|")
				l.time(func() { p.presses("\t"); p.shows(want) })
				p.presses("\x07") // closes a list
				p.types("\x03", "> |")
				p.presses("\x0c") // clears the screen, which could match the next time
			}
			l.report(b)
		})
	}
}
