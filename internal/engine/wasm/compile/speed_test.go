package compile

import (
	"reflect"
	"testing"
	"time"

	"riffle/internal/engine/wasm/compile/corpus"
)

// BenchmarkSpeed tells how many times slower machine code is than compiled Go: the
// least of many runs, in turn.
func BenchmarkSpeed(b *testing.B) {
	c := newBench(b)
	fs := c.functions(corpus.Sources()["speed"], nil)
	for _, f := range corpus.Functions {
		if f.File != "speed" {
			continue
		}
		b.Run(f.Name, func(b *testing.B) {
			ours, theirs := time.Hour, time.Hour
			for b.Loop() {
				theirs = min(theirs, timed(reflect.ValueOf(f.F)))
				ours = min(ours, timed(fs[f.Name]))
			}
			b.ReportMetric(float64(ours)/float64(theirs), "times-compiled")
		})
	}
}

func timed(f reflect.Value) time.Duration {
	start := time.Now()
	f.Call(nil)
	return time.Since(start)
}
