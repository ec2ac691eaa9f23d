package session

import (
	"context"
	"testing"

	"riffle/internal/proto"
)

func benchCells(b *testing.B, setup string, src string) {
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

// A session from nothing to its first value.
func BenchmarkFirstCell(b *testing.B) {
	for b.Loop() {
		s, err := New(Options{})
		if err != nil {
			b.Fatal(err)
		}
		s.Run(context.Background(), proto.Cell{Source: "1+1", N: 1}, proto.Discard{})
	}
}
