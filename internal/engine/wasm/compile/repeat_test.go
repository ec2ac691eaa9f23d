package compile

import (
	"reflect"
	"runtime"
	"testing"

	"riffle/internal/engine/wasm/machine"
	"riffle/internal/rt"
)

const repeats = `
var repeated int

type chain struct {
	next *chain
	n    int
}

func links(x any) int {
	var c *chain
	for i := range 20 {
		c = &chain{c, i * x.(int)}
	}
	sum := 0
	for ; c != nil; c = c.next {
		sum += c.n
	}
	repeated++
	return sum + repeated
}

func odd(x any) bool {
	repeated++
	return (repeated+x.(int))%2 == 1
}

func half(x any) float64 {
	repeated++
	return float64(repeated) / float64(x.(int))
}

func lasts(x any) int {
	n := 0
	for i := range 3_000_000 {
		n += i % (2 + x.(int))
	}
	return n
}

func fails(x any) int {
	repeated++
	if repeated%50 == 0 {
		panic(repeated)
	}
	return repeated
}

func reset() { repeated = 0 }
`

// Repeated calls give what calls one by one give, in their order, while the collector is
// at work; a long one comes alone.
func TestRepeated(t *testing.T) {
	for _, far := range []int{0, 1, 2} {
		b := newBenchOf(t, machine.Config{Stress: machine.Stress{Far: far, Fuel: 5000, Entries: 100}})
		fs := b.functions(repeats, nil)
		testRepeated[int](t, b, fs, "links", 0)
		testRepeated[bool](t, b, fs, "odd", 0)
		testRepeated[float64](t, b, fs, "half", 0)
		testRepeated[int](t, b, fs, "lasts", 1)
	}
}

// testRepeated compares 500 calls. At once are so many at most, 0 for what isn't known.
func testRepeated[R comparable](t *testing.T, b *bench, fs map[string]reflect.Value, name string, atOnce int) {
	f := fs[name].Interface().(func(any) R)
	repeated, ok := b.m.Repeated(f).(func(any, []R) int)
	if !ok {
		t.Fatalf("%s isn't repeated", name)
	}
	n := 500
	if atOnce > 0 {
		n = 3
	}
	reset := fs["reset"].Interface().(func())
	var want, got []R
	reset()
	for range n {
		want = append(want, f(7))
	}
	reset()
	for most := 1; len(got) < n; most = min(2*most, n-len(got)) {
		results := make([]R, most)
		made := repeated(7, results)
		if made < 1 || made > most || atOnce > 0 && made > atOnce {
			t.Fatalf("%s was called %d times, want 1 to %d", name, made, most)
		}
		got = append(got, results[:made]...)
		if len(got)%3 == 0 {
			runtime.GC()
		}
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s gave %v, want %v", name, got, want)
	}
}

// A panic leaves, and the next calls find nothing of it. A stop comes through.
func TestRepeatedEnds(t *testing.T) {
	b := newBench(t)
	fs := b.functions(repeats, nil)
	repeated := reflect.ValueOf(b.m.Repeated(fs["fails"].Interface()))
	room := make([]int, 100)
	for i := range 3 {
		if _, panicked := b.call(repeated, 1, room); panicked != 50*(i+1) {
			t.Errorf("panicked with %v, want %d", panicked, 50*(i+1))
		}
	}
	out, panicked := b.call(repeated, 1, room[:49])
	if panicked != nil || out[0] != 49 || room[48] != 199 {
		t.Errorf("got %v, %v and %d, want 49 calls to 199", out, panicked, room[48])
	}
	b.m.Stop()
	defer b.m.Resume()
	lasts := b.m.Repeated(fs["lasts"].Interface()).(func(any, []int) int)
	if v := panicOf(func() { lasts(1, room) }); v != rt.ErrInterrupted {
		t.Errorf("a stop ends it with %v", v)
	}
}

// What has no words that stay the same isn't repeated.
func TestNotRepeated(t *testing.T) {
	b := newBench(t)
	fs := b.functions("func text(x any) string { return \"\" }\n\nfunc two(x, y any) int { return 1 }", nil)
	for name, f := range fs {
		if b.m.Repeated(f.Interface()) != nil {
			t.Errorf("%s is repeated", name)
		}
	}
	if b.m.Repeated(func(any) int { return 1 }) != nil {
		t.Error("a foreign function is repeated")
	}
}

func panicOf(do func()) (v any) {
	defer func() { v = recover() }()
	do()
	return nil
}
