package compile

import (
	"reflect"
	"runtime"
	"sync"
	"testing"
)

// The natives in callsBack are trusted to call a function on the goroutine that calls
// them, and until they return. TestLoans has one that does something else in each case,
// in the place of sort.Slice: it calls back n times in all, and nothing else is lost.

const lenders = `
type lent struct {
	next *lent
	text string
}

func lentList(n int) (l *lent) {
	for i := range n {
		l = &lent{l, string(rune('a' + i))}
	}
	return l
}

func (l *lent) String() (s string) {
	for ; l != nil; l = l.next {
		s += l.text
	}
	return s
}

func lends(n int) (string, int) {
	xs := make([]int, n)
	l := lentList(5)
	sort.Slice(xs, func(i, j int) bool {
		m := lentList(4)
		xs[i]++
		return m.String() == "dcba" && i < j
	})
	m := lentList(3)
	sum := 0
	for _, x := range xs {
		sum += x
	}
	return l.String() + m.String(), sum
}

func nests(n int) (string, int) {
	xs := make([]int, n)
	l := lentList(5)
	sort.Slice(xs, func(i, j int) bool {
		m := lentList(4)
		xs[i]++
		if j < 3 {
			sort.Slice(xs[:0], func(i, k int) bool {
				xs[i]++
				return lentList(2).String() == "ba"
			})
		}
		return m.String() == "dcba"
	})
	sum := 0
	for _, x := range xs {
		sum += x
	}
	return l.String(), sum
}

func panics(n int) (string, int) {
	xs := make([]int, n)
	l := lentList(5)
	sort.Slice(xs, func(i, j int) bool {
		m := lentList(4)
		xs[i]++
		if i == 2 {
			panic(m.String())
		}
		if i == 4 {
			runtime.Goexit()
		}
		return xs[i+n*(i/3%2)] == 1
	})
	sum := 0
	for _, x := range xs {
		sum += x
	}
	return l.String(), sum
}
`

type less = func(i, j int) bool

// loanCase is a native that calls back in another way than it should.
type loanCase struct {
	name, function string
	native         func(t *testing.T, n int, less less)
	want           string
}

func calling(t *testing.T, from, to int, less less) {
	for i := from; i < to; i++ {
		if !less(i, to) {
			t.Errorf("less(%d, %d) is false", i, to)
		}
	}
}

var loanCases = []loanCase{
	{"as it should", "lends", func(t *testing.T, n int, less less) { calling(t, 0, n, less) }, "edcbacba"},
	{"another goroutine", "lends", func(t *testing.T, n int, less less) {
		done := make(chan bool)
		go func() { calling(t, 0, n, less); close(done) }()
		<-done
	}, "edcbacba"},
	{"many goroutines", "lends", func(t *testing.T, n int, less less) {
		var all sync.WaitGroup
		for i := range n - 1 {
			all.Go(func() { calling(t, i, i+1, less) })
		}
		calling(t, n-1, n, less)
		all.Wait()
	}, "edcbacba"},
	{"thousands of calls at once", "lends", func(t *testing.T, n int, less less) {
		var all sync.WaitGroup
		for i := range n {
			all.Go(func() { calling(t, i, i+1, less) })
		}
		all.Go(func() { runtime.GC() })
		all.Wait()
	}, "edcbacba"},
	{"a panic that is recovered", "panics", func(t *testing.T, n int, less less) {
		for i := range n {
			done := make(chan bool)
			call := func() {
				defer func() { _ = recover() }()
				less(i, n)
			}
			if i == 4 { // ends its goroutine
				go func() { defer close(done); call() }()
				<-done
			} else {
				call()
			}
		}
	}, "edcba"},
	{"a call of the outer function within the inner one", "nests", nesting(), "edcba"},
}

// nesting is a native that calls the function that a call around it was passed.
func nesting() func(*testing.T, int, less) {
	var around less
	return func(t *testing.T, n int, f less) {
		if n > 0 {
			around = f
			f(0, 0)
			f(1, 1)
			calling(t, 4, n, f)
			return
		}
		outer := around
		around = f
		outer(2, 9)
		f(3, 9)
		outer(2, 9)
	}
}

func TestLoans(t *testing.T) {
	for _, tt := range loanCases {
		t.Run(tt.name, func(t *testing.T) {
			b := newBench(t)
			b.native = true
			b.natives = map[string]reflect.Value{"sort.Slice": reflect.ValueOf(func(x any, less func(i, j int) bool) {
				tt.native(t, reflect.ValueOf(x).Len(), less)
			})}
			f := b.functions(lenders, nil)[tt.function]
			const n = 50
			want := n
			if tt.function == "nests" {
				want = 2 + 2*3 + n - 4
			}
			for range 20 {
				out, panicked := b.call(f, n)
				if panicked != nil || out[0] != tt.want || out[1] != want {
					t.Fatalf("got %v, panic %v, want %s %d", out, panicked, tt.want, want)
				}
			}
		})
	}
}

// TestLateLoans: a function that was lent is called after the native has returned, by
// this goroutine and by others, and while it is lent to another call.
func TestLateLoans(t *testing.T) {
	b := newBench(t)
	b.native = true
	var mu sync.Mutex
	var kept []less
	var all sync.WaitGroup
	late := func(f less) {
		for range 20 {
			f(0, 1)
		}
	}
	b.natives = map[string]reflect.Value{"sort.Slice": reflect.ValueOf(func(x any, f func(i, j int) bool) {
		n := reflect.ValueOf(x).Len()
		calling(t, 0, n/2, f)
		mu.Lock()
		for _, g := range kept {
			late(g)
			all.Go(func() { late(g) })
		}
		kept = append(kept[max(0, len(kept)-3):], f)
		mu.Unlock()
		calling(t, n/2, n, f)
	})}
	f := b.functions(lenders, nil)["lends"]
	for range 100 {
		out, panicked := b.call(f, 30)
		if panicked != nil || out[0] != "edcbacba" || out[1].(int) < 30 {
			t.Fatalf("got %v, panic %v", out, panicked)
		}
	}
	all.Wait()
}
