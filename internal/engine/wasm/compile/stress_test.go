package compile

import (
	"fmt"
	"os"
	"os/exec"
	"reflect"
	"runtime"
	rundebug "runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"riffle/internal/core"
	"riffle/internal/engine/wasm/compile/corpus"
	"riffle/internal/engine/wasm/machine"
)

// stressEnv has this test binary run the corpus while the collector is busy.
const stressEnv = "RIFFLE_COMPILE_STRESS"

// TestCollector runs functions that make and take apart structures, on several
// goroutines, while the collector runs all the time and overwrites what it frees. If
// the frames have no pointers, that is noticed.
func TestCollector(t *testing.T) {
	switch os.Getenv(stressEnv) {
	case "":
		if out, err := collected("sound"); err != nil {
			t.Errorf("%v\n%.4000s", err, out)
		}
		for _, how := range []string{"broken", "aside"} {
			if _, err := collected(how); err == nil && !testing.Short() {
				t.Errorf("%s: frames without pointers are not noticed", how)
			}
		}
		return
	case "broken":
		breakSpill = true
	case "aside":
		breakAside = true
	}
	// A log that is made anew often holds only what the frames tell.
	b := newBenchOf(t, machine.Config{Stress: machine.Stress{Fuel: 300, Entries: 16, Bytes: 1 << 16}})
	fs := map[string]map[string]reflect.Value{}
	for _, file := range []string{"memory", "slices", "text", "aside", "resumed"} {
		fs[file] = b.functions(corpus.Sources()[file], nil)
	}
	rundebug.SetGCPercent(1)
	stop := make(chan struct{})
	go func() {
		for {
			select {
			case <-stop:
				return
			default:
				runtime.GC()
			}
		}
	}()
	defer close(stop)
	sizes := map[string]int{"Allotted": 3000, "Reversed": 60, "Trees": 3000, "Lists": 30_000, "Swaps": 500, "Mixed": 50, "LargeStructs": 5, "Structs": 300, "Grid": 60, "Copies": 1, "Concat": 300, "Runes": 1, "Sort": 300, "Appends": 1000, "Parses": 300, "HeldAcross": 300, "MixedUp": 5}
	end := time.Now().Add(time.Second)
	if !testing.Short() {
		end = end.Add(10 * time.Second)
	}
	var calls atomic.Int64
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			for time.Now().Before(end) {
				for _, f := range corpus.Functions {
					n, ok := sizes[f.Name]
					if !ok || fs[f.File] == nil || time.Now().After(end) {
						continue
					}
					calls.Add(1)
					in := []reflect.Value{reflect.ValueOf(n)}
					got, want := fs[f.File][f.Name].Call(in), reflect.ValueOf(f.F).Call(in)
					for i := range got {
						if !reflect.DeepEqual(got[i].Interface(), want[i].Interface()) {
							t.Errorf("%s(%d) = %v, compiled Go: %v", f.Name, n, got[i], want[i])
							return
						}
					}
				}
			}
		})
	}
	wg.Wait()
	t.Logf("%d calls", calls.Load())
}

// collected runs TestCollector in a process of its own.
func collected(how string) ([]byte, error) {
	cmd := exec.Command(os.Args[0], "-test.run=^TestCollector$", "-test.timeout=120s", fmt.Sprintf("-test.short=%t", testing.Short()))
	cmd.Env = append(os.Environ(), stressEnv+"="+how, "GODEBUG=clobberfree=1")
	return cmd.CombinedOutput()
}

// TestRefused: a function that isn't compiled is told, with the reason, and the others
// call it as Env.Fallback's.
func TestRefused(t *testing.T) {
	b := newBench(t)
	asked := 0
	b.env.Fallback = func(f *core.FuncName) (reflect.Value, error) {
		asked++
		return reflect.ValueOf(func(n int, s string, a [3]int, i int8) (int, string, [3]int) {
			a[1] = n
			return n + len(s) + a[2] + int(i), s + "!", a
		}), nil
	}
	p := b.lower(`
func elsewhere(n int, s string, a [3]int, i int8) (int, string, [3]int) {
	if n > 100 {
		return elsewhere(n - 1, s, a, i) // so it isn't inlined
	}
	return n, s, a
}

func calls(n int) (int, string, int) {
	if n > 100 {
		return calls(n - 1)
	}
	a, s, x := elsewhere(n, "a", [3]int{1, 2, 3}, -5)
	b, u, y := elsewhere(a, s, x, 0)
	return a * b, s + u, x[0] + x[1]*10 + y[1]*100
}
var _ = calls
`)
	var fs []*core.Function
	for _, f := range p.Funcs {
		if strings.HasSuffix(f.Symbol.Name, "_calls") {
			fs = append(fs, f)
		}
	}
	done, refused, err := Functions(b.m, b.store, b.env, fs)
	if err != nil || len(refused) > 0 || len(done) != 1 {
		t.Fatal(done, refused, err)
	}
	f := done[fs[0].Symbol].Func.Value()
	for range 2 {
		out, panicked := b.call(f, 2)
		if panicked != nil || out[0] != 1*6 || out[1] != "a!a!!" || out[2] != 1+2*10+1*100 {
			t.Errorf("got %v, %v", out, panicked)
		}
	}
	if asked != 1 {
		t.Errorf("the function was asked for %d times", asked)
	}
	// what is compiled already is called across modules
	more := b.lower("func again(n int) int { a, s, c := calls(n); return a + len(s) + c }\nvar _ = again")
	b.compiled[fs[0].Symbol] = done[fs[0].Symbol]
	done, refused, err = Functions(b.m, b.store, b.env, []*core.Function{more.Funcs[len(more.Funcs)-1]})
	for name, c := range done {
		if out, panicked := b.call(c.Func.Value(), 2); panicked != nil || out[0] != 6+5+121 {
			t.Errorf("%s: got %v, %v", name.Name, out, panicked)
		}
	}
	if err != nil || len(done) != 1 {
		t.Error(done, refused, err)
	}
}

// TestFault: a fault of the compiler's names the function, and the others work.
func TestFault(t *testing.T) {
	debug = false
	defer func() { debug = true }()
	b := newBench(t)
	p := b.lower("func bad(n int) int { return n }\nfunc good(n int) int { return n + 1 }\nvar _, _ = bad, good")
	var fs []*core.Function
	for _, f := range p.Funcs {
		if strings.HasSuffix(f.Symbol.Name, "_bad") {
			f.Body = []core.Stmt{&core.Define{}}
		}
		if f.Symbol.Kind == core.Declared {
			fs = append(fs, f)
		}
	}
	done, refused, err := Functions(b.m, b.store, b.env, fs)
	if err != nil || len(done) != 1 || len(refused) != 1 {
		t.Fatal(done, refused, err)
	}
	for f, err := range refused {
		if !strings.Contains(err.Error(), f.Name) {
			t.Errorf("the error is %v", err)
		}
	}
}
