package compile

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"riffle/internal/engine/wasm/compile/corpus"
	"riffle/internal/engine/wasm/machine"
)

// TestCorpus runs the corpus as machine code and as compiled Go.
func TestCorpus(t *testing.T) {
	sources := corpus.Sources()
	for file, source := range sources {
		t.Run(file, func(t *testing.T) {
			b := newBench(t)
			fs := b.functions(source, nil)
			for _, f := range corpus.Functions {
				if f.File == file {
					b.compare(f, fs[f.Name])
				}
			}
		})
	}
}

// compare calls a function in both ways.
func (b *bench) compare(f corpus.Function, got reflect.Value) {
	b.Helper()
	if !got.IsValid() {
		b.Errorf("%s isn't compiled", f.Name)
		return
	}
	for _, args := range f.Args {
		want, wantPanic := b.call(reflect.ValueOf(f.F), args...)
		if s, ok := wantPanic.(string); ok {
			wantPanic = strings.ReplaceAll(s, "corpus.", "main.") // what a cell's types are in
		}
		out, panicked := b.call(got, args...)
		if !reflect.DeepEqual(out, want) || panicked != wantPanic {
			b.Errorf("%s%v = %v, panic %v; compiled Go: %v, panic %v", f.Name, args, out, panicked, want, wantPanic)
		}
	}
}

// TestCorpusFar runs the corpus where each thing that it makes is out of sight, or each
// second, or each seventh: a heap past 4 GiB.
func TestCorpusFar(t *testing.T) {
	for _, n := range []int{1, 2, 7} {
		if n == 2 && testing.Short() {
			continue // it takes longest, as near and far memory take turns
		}
		for file, source := range corpus.Sources() {
			t.Run(fmt.Sprint(file, n), func(t *testing.T) {
				b := newBenchOf(t, machine.Config{Stress: machine.Stress{Far: n, Full: n > 1}})
				fs := b.functions(source, nil)
				for _, f := range corpus.Functions {
					if f.File == file {
						b.compare(f, fs[f.Name])
					}
				}
			})
		}
	}
}
