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
			if why := notHere[file]; machine.OneStack && why != "" {
				t.Skip(why)
			}
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

// notHere are files of the corpus that can't run where goroutines share a stack, and why.
var notHere = map[string]string{
	"coverage": "it imports net/http, which browsers don't have",
	"locks":    "goroutines wait for each other in it, and nothing here stands in for machine code; testdata/alone of a session has them",
}

// compare calls a function in both ways.
func (b *bench) compare(f corpus.Function, got reflect.Value) {
	b.Helper()
	if machine.OneStack && b.waits[f.Name] {
		return
	}
	if !got.IsValid() {
		b.Errorf("%s isn't compiled", f.Name)
		return
	}
	for _, args := range f.Args {
		if machine.OneStack && deep[f.Name] && args[0].(int) >= tooDeep {
			continue
		}
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

// deep are functions that call themselves as often as they are told. Compiled Go, with which
// they are compared, has no room for so many calls in Node; cells that are too deep end with
// an error there (internal/session/testdata/alone).
var deep = map[string]bool{"Deep": true, "DeepClosure": true, "Through": true, "RecursiveDefers": true}

const tooDeep = 2000

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
