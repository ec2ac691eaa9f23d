package compile

import (
	"reflect"
	"testing"
	"time"

	"riffle/internal/engine/wasm/compile/corpus"
	"riffle/internal/engine/wasm/machine"
)

// BenchmarkSpeed tells how many times slower machine code is than compiled Go: the
// least of many runs, in turn.
func BenchmarkSpeed(b *testing.B) { benchmarkFile(b, "speed", machine.Stress{}) }

// BenchmarkAllocation is the same for programs that allocate small objects.
func BenchmarkAllocation(b *testing.B) { benchmarkFile(b, "batches", machine.Stress{}) }

// BenchmarkStores is the same for programs that store pointers over others, also as if the
// collector marked all the time.
func BenchmarkStores(b *testing.B) {
	b.Run("plain", func(b *testing.B) { benchmarkFile(b, "stores", machine.Stress{}) })
	b.Run("marking", func(b *testing.B) { benchmarkFile(b, "stores", machine.Stress{Marking: true}) })
}

// BenchmarkSmallMaps is the same for maps of few entries.
func BenchmarkSmallMaps(b *testing.B) { benchmarkFile(b, "mapslots", machine.Stress{}) }

// benchmarkFile runs the functions of a file with their last arguments.
func benchmarkFile(b *testing.B, file string, stress machine.Stress) {
	c := newBenchOf(b, machine.Config{Stress: stress})
	fs := c.functions(corpus.Sources()[file], nil)
	for _, f := range corpus.Functions {
		if f.File != file {
			continue
		}
		var args []reflect.Value
		for _, a := range f.Args[len(f.Args)-1] {
			args = append(args, reflect.ValueOf(a))
		}
		b.Run(f.Name, func(b *testing.B) {
			ours, theirs := time.Hour, time.Hour
			for b.Loop() {
				theirs = min(theirs, timed(reflect.ValueOf(f.F), args))
				ours = min(ours, timed(fs[f.Name], args))
			}
			b.ReportMetric(float64(ours)/float64(theirs), "times-compiled")
		})
	}
}

func timed(f reflect.Value, args []reflect.Value) time.Duration {
	start := time.Now()
	f.Call(args)
	return time.Since(start)
}
