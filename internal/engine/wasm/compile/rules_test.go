package compile

import (
	"maps"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"riffle/internal/core"
	"riffle/internal/engine/wasm/compile/corpus"
	"riffle/internal/engine/wasm/machine"
	"riffle/internal/test/full"
	"riffle/internal/test/stress"
)

// The corpus' stressFiles under pressure, as package machine's own stress:
// in a process that collects all the time, and with rules broken, which it has to notice.

func TestStress(t *testing.T) {
	for _, debug := range []string{"clobberfree=1", "clobberfree=1,gccheckmark=1"} {
		out, err := stress.Process(0, debug)
		if err != nil {
			t.Errorf("%s: %v\n%s", debug, err, out)
		}
		if _, done, ok := strings.Cut(out, "rules_test.go:"); ok {
			t.Logf("%s: %.14s", debug, done)
		}
	}
}

// Rule 1 is the machine's alone.
func TestStressSeesBrokenRules(t *testing.T) {
	for _, broken := range full.Sample([]int{2, machine.BrokenLog, machine.BrokenMarking, machine.BrokenRead, 3, 4, 5, machine.BrokenBatch, machine.BrokenLock}, 3) {
		if out, err := stress.Process(broken, "clobberfree=1,gccheckmark=1"); err == nil {
			t.Errorf("rule %d is broken, and the stress didn't notice\n%s", broken, out)
		}
	}
}

// TestStressProcess is the process, or one round without pressure.
func TestStressProcess(t *testing.T) {
	broken, pressure := stress.Broken()
	b := newBenchOf(t, machine.Config{Stress: machine.Stress{Fuel: 300, Entries: 16, Bytes: 1 << 16, Broken: broken}})
	files := stressFiles
	if file, ok := shownBy[broken]; ok {
		files = []string{file}
	}
	fs := map[string]reflect.Value{}
	for _, file := range files {
		maps.Copy(fs, b.functions(corpus.Sources()[file], nil))
	}
	if !pressure {
		b.stressRound(files, fs)
		return
	}
	var background, work sync.WaitGroup
	var stop atomic.Bool
	for g := range 3 {
		background.Go(func() { churn(&stop, g == 0) })
	}
	var rounds atomic.Int32
	end := time.Now().Add(stress.Limit())
	for range 3 {
		work.Go(func() {
			for time.Now().Before(end) && !t.Failed() {
				b.stressRound(files, fs)
				rounds.Add(1)
			}
		})
	}
	work.Wait()
	stop.Store(true)
	background.Wait()
	t.Logf("%d rounds", rounds.Load())
}

// stressFiles are the files of the corpus that the stress runs.
var stressFiles = []string{"stress", "stores", "mapslots", "batches", "locks", "aside", "equality"}

// shownBy are the only files that show that a part of a rule is broken. Without the others
// there are more rounds in the same time.
var shownBy = map[int]string{machine.BrokenLog: "stress", machine.BrokenMarking: "stress", machine.BrokenRead: "mapslots", machine.BrokenBatch: "batches", machine.BrokenLock: "locks"}

// stressRound compares the functions of files with compiled Go.
func (b *bench) stressRound(files []string, fs map[string]reflect.Value) {
	for _, f := range corpus.Functions {
		if slices.Contains(files, f.File) {
			b.compare(f, fs[f.Name])
		}
	}
}

var sink atomic.Pointer[[]*block]

// block is of the size of what the stress makes.
type block struct {
	p    *block
	n    int
	s    string
	data []int
}

// churn allocates what takes the place of freed objects.
func churn(stop *atomic.Bool, gc bool) {
	for !stop.Load() {
		keep := make([]*block, 512)
		for k := range keep {
			keep[k] = &block{nil, -77777, "garbage" + strconv.Itoa(k), []int{-9, -9, -9}}
		}
		sink.Store(&keep)
		if gc {
			runtime.GC()
		}
	}
}

// TestWaiting: who calls what waits may wait, in whichever order a cycle of calls is
// looked at.
func TestWaiting(t *testing.T) {
	name := func(n string) *core.FuncName {
		f := &core.FuncName{Name: n, T: &core.Type{Kind: core.Func}}
		f.Func = &core.Function{Symbol: f}
		return f
	}
	calls := func(f *core.FuncName, what ...core.Expr) {
		for _, g := range what {
			f.Func.Body = append(f.Func.Body, &core.Do{X: &core.Call{Fun: g}})
		}
	}
	a, b, c, sleeps, free, locks := name("a"), name("b"), name("c"), name("sleeps"), name("free"), name("locks")
	calls(a, b, c)
	calls(b, a)
	calls(c, core.Rt("Recv"))
	calls(sleeps, &core.NativeName{Path: "time", Name: "Sleep"})
	calls(free, free)
	calls(locks, core.Rt("MutexLock"), free)
	all := []*core.FuncName{a, b, c, sleeps, free, locks}
	for first := range all {
		var fs []*core.Function
		for i := range all {
			fs = append(fs, all[(first+i)%len(all)].Func)
		}
		waiting := waitingOf(fs)
		for _, f := range all {
			if want := f != free && f != locks; waiting[f.Func] != want {
				t.Errorf("%s first: %s waits: %v, want %v", all[first].Name, f.Name, waiting[f.Func], want)
			}
		}
	}
}
