package worker

import (
	"context"
	"testing"

	"riffle/internal/proto"
)

// BenchmarkRoundTrip is a cell that does nothing.
func BenchmarkRoundTrip(b *testing.B) {
	w := start(b, Options{})
	for b.Loop() {
		w.Run(context.Background(), proto.Cell{Source: "nothing", N: 1}, proto.Discard{})
	}
}

// BenchmarkComplete is a completion that does nothing.
func BenchmarkComplete(b *testing.B) {
	w := start(b, Options{})
	for b.Loop() {
		w.Complete("fmt.Print", 9)
	}
}

// BenchmarkManyLines is a cell of 100,000 short writes.
func BenchmarkManyLines(b *testing.B) {
	w := start(b, Options{})
	for b.Loop() {
		w.Run(context.Background(), proto.Cell{Source: "many"}, proto.Discard{})
	}
}

// BenchmarkInterrupt is an interrupt of a cell, from its first output to its end.
func BenchmarkInterrupt(b *testing.B) {
	w := start(b, Options{})
	for b.Loop() {
		ctx, cancel := context.WithCancel(context.Background())
		out := newRecord()
		go func() {
			<-out.heard
			cancel()
		}()
		w.Run(ctx, proto.Cell{Source: "block"}, out)
	}
}

// BenchmarkStart is from nothing to a child that takes cells, and its end.
func BenchmarkStart(b *testing.B) {
	for b.Loop() {
		w, err := Start(Options{})
		if err != nil {
			b.Fatal(err)
		}
		w.Close()
	}
}

// BenchmarkCrash is a cell that kills the process and the next one's end.
func BenchmarkCrash(b *testing.B) {
	w := start(b, Options{})
	for b.Loop() {
		run(w, "exit")
		value(b, w, "count")
	}
}
