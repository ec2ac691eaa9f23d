package compile

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"riffle/internal/core"
)

// BenchmarkCompile tells how long functions take to become machine code, by their
// length: that grows with the square of it in some of the compiler's passes.
func BenchmarkCompile(b *testing.B) {
	for _, lines := range []int{10, 30, 60, 100, 200, 300} {
		b.Run(fmt.Sprintf("lines=%d", lines), func(b *testing.B) {
			benchmarkCompile(b, lines, long("long", lines)+"\nlong(3)")
		})
	}
	b.Run("functions=6", func(b *testing.B) {
		var source, calls string
		for i := range 6 {
			name := fmt.Sprint("part", i)
			source += long(name, 33) + "\n"
			calls += name + "(3)\n"
		}
		benchmarkCompile(b, 6*33, source+calls)
	})
}

// benchmarkCompile tells the least time that the functions of a cell take.
func benchmarkCompile(b *testing.B, lines int, source string) {
	c := newBench(b)
	fs := declared(c.lower(source))
	least := time.Hour
	for b.Loop() {
		start := time.Now()
		if _, refused, err := Functions(c.m, c.store, c.env, fs); err != nil || len(refused) > 0 {
			b.Fatal(err, refused)
		}
		least = min(least, time.Since(start))
	}
	b.ReportMetric(float64(least)/1e3, "least-µs")
	b.ReportMetric(float64(least)/1e3/float64(lines), "least-µs/line")
}

// declared are the functions of a cell but for its body.
func declared(p *core.Program) (fs []*core.Function) {
	for _, f := range p.Funcs {
		if f.Symbol.Kind != core.Main {
			fs = append(fs, f)
		}
	}
	return fs
}

// long is the source of a function of about so many lines, as students write them.
func long(name string, lines int) string {
	out := []string{"func " + name + "(n int) int {", "total := 0", "xs := make([]int, n+20)", "counts := map[int]int{}", `word := "deck"`}
	for k := 0; len(out) < lines-2; k++ {
		block := strings.ReplaceAll(strings.ReplaceAll(blocks[k%len(blocks)], "#", fmt.Sprint(k)), "%", fmt.Sprint((k+1)%10+1))
		out = append(out, strings.Split(strings.TrimSpace(block), "\n")...)
	}
	return strings.Join(append(out, "return total + len(word)", "}"), "\n")
}

// blocks are parts of functions, in which # is the number of the part and % a small one.
var blocks = strings.Split(`
for i := range xs {
	xs[i] = (i*7 + %) & 15
}
---
for i := 0; i < len(xs)-1; i++ {
	if xs[i] > xs[i+1] {
		xs[i], xs[i+1] = xs[i+1], xs[i]
		total += %
	} else if xs[i] == % {
		total--
	}
}
---
for _, x := range xs {
	counts[x] += %
}
---
if len(word) > % {
	total ^= len(word)
} else {
	word += "s"
}
---
switch total & 3 {
case 0:
	total += counts[%]
case 1:
	total -= xs[%]
default:
	total++
}
---
for i := range 5 {
	for j := range i {
		total += i*j + xs[j+%]
	}
}
---
if v, ok := counts[%]; ok && v > 2 {
	total += v
}
---
part# := append([]int{}, xs[:%]...)
for len(part#) > 0 {
	total += part#[len(part#)-1]
	part# = part#[:len(part#)-1]
}
`, "---")
