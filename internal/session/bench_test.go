package session

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"riffle/internal/proto"
)

func benchCells(b *testing.B, setup string, src string) {
	b.Setenv(VerifyEnv, "") // which only tests pay for
	s, err := New(Options{})
	if err != nil {
		b.Fatal(err)
	}
	run := func(src string) {
		if r := s.Run(context.Background(), proto.Cell{Source: src, N: 1}, proto.Discard{}); r.Err != nil {
			b.Fatal(r.Err)
		}
	}
	if setup != "" {
		run(setup)
	}
	run(src)
	b.ReportAllocs()
	for b.Loop() {
		run(src)
	}
}

// The path of one cell: parse, check, lower, compile, run, show.
func BenchmarkCellExpression(b *testing.B) { benchCells(b, "", "1+1") }

func BenchmarkCellLottery(b *testing.B) {
	benchCells(b, "lotto := NewLottery(40)", "lotto.Pick(6)")
}

func BenchmarkCellFunction(b *testing.B) {
	benchCells(b, "", "func f(n int) int {\n\ts := 0\n\tfor i := range n {\n\t\ts += i\n\t}\n\treturn s\n}\nf(10)")
}

// A session from nothing to its first value: of Go alone, of fmt, of the environment.
func BenchmarkFirstCell(b *testing.B) {
	b.Setenv(VerifyEnv, "")
	for _, src := range []string{"1+1", "fmt.Sprint(1)", "NewLottery(40).Pick(6)"} {
		b.Run(src, func(b *testing.B) { benchFirstCell(b, src) })
	}
}

func benchFirstCell(b *testing.B, src string) {
	for b.Loop() {
		s, err := New(Options{})
		if err != nil {
			b.Fatal(err)
		}
		if r := s.Run(context.Background(), proto.Cell{Source: src, N: 1}, proto.Discard{}); r.Err != nil {
			b.Fatal(r.Err)
		}
	}
}

// The first cell with machine code: the machine, the sources of the library's functions,
// and what is compiled of them.
func BenchmarkFirstMachineCode(b *testing.B) {
	b.Setenv(VerifyEnv, "")
	for _, c := range [][2]string{
		{"loop", "sum := 0\nfor i := range 100 { sum += i * i }\nsum"},
		{"sort.Slice", "func order(x []int) { sort.Slice(x, func(i, j int) bool { return x[i] < x[j] }) }\norder(rand.Perm(52))"},
		{"slices.SortFunc", "slices.SortFunc(rand.Perm(52), func(a, b int) int { return a - b })"},
		{"slices.Sort", "slices.Sort(rand.Perm(52))"},
		{"strings.Map", "func next(s string) string { return strings.Map(func(r rune) rune { return r + 1 }, s) }\nnext(\"HAL\")"},
	} {
		b.Run(c[0], func(b *testing.B) { benchFirstCell(b, c[1]) })
	}
}

// A long session: how much longer a cell takes around the 500th than around the tenth.
// Each round declares a variable, a type with a method and a function, uses earlier
// declarations, and redeclares one function.
func BenchmarkSessionLength(b *testing.B) {
	b.Setenv(VerifyEnv, "")
	cells := []string{
		"x%d := []int{1, 2, 3}",
		"type T%[1]d struct{ n int }\nfunc (t T%[1]d) String() string { return fmt.Sprint(\"T\", t.n) }\nT%[1]d{1}",
		"func f%[1]d(n int) int {\n\ts := 0\n\tfor i := range n {\n\t\ts += i\n\t}\n\treturn s\n}\nf%[1]d(10)",
		"sum := 0\nfor i := range 10 {\n\tsum += i * %d\n}\nsum",
		"func again() int { return sum + %d }\nagain(), NewLottery(40).Pick(6)",
	}
	var ratios []float64
	for b.Loop() {
		s, err := New(Options{})
		if err != nil {
			b.Fatal(err)
		}
		var took []time.Duration // of a round
		for n := range 102 {
			start := time.Now()
			for i, c := range cells {
				src := fmt.Sprintf(c, n)
				if r := s.Run(context.Background(), proto.Cell{Source: src, N: 5*n + i + 1}, proto.Discard{}); r.Err != nil {
					b.Fatal(r.Err.Format())
				}
			}
			took = append(took, time.Since(start))
		}
		ratios = append(ratios, float64(middle(took[97:]))/float64(middle(took[1:6])))
	}
	b.ReportMetric(middle(ratios), "500th/10th")
}

// middle is the median.
func middle[T cmp.Ordered](xs []T) T {
	return slices.Sorted(slices.Values(xs))[len(xs)/2]
}
