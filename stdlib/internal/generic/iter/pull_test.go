package iter

import (
	"fmt"
	"iter"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
)

// pull is a version of Pull: this package's or the original.
type pull func(iter.Seq[int]) (func() (int, bool), func())

// session drives an iterator and writes down all that can be seen.
type session func(log func(string, ...any), p pull)

// count yields 0, 1, … and notes its end.
func count(log func(string, ...any), n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		defer log("end")
		for i := range n {
			if !yield(i) {
				log("stopped at %d", i)
				return
			}
		}
	}
}

// guarded calls f and notes its panic.
func guarded(log func(string, ...any), f func()) {
	defer func() {
		if p := recover(); p != nil {
			log("panic %v", p)
		}
	}()
	f()
}

var sessions = map[string]session{
	"to the end": func(log func(string, ...any), p pull) {
		next, stop := p(count(log, 2))
		for range 4 {
			v, ok := next()
			log("%d %v", v, ok)
		}
		stop()
	},
	"stopped": func(log func(string, ...any), p pull) {
		next, stop := p(count(log, 5))
		next()
		next()
		stop()
		stop()
		v, ok := next()
		log("%d %v", v, ok)
	},
	"stopped before the start": func(log func(string, ...any), p pull) {
		next, stop := p(count(log, 5))
		stop()
		v, ok := next()
		log("%d %v", v, ok)
	},
	"yields after stop": func(log func(string, ...any), p pull) {
		next, stop := p(func(yield func(int) bool) {
			log("%v %v %v", yield(1), yield(2), yield(3))
		})
		next()
		stop()
	},
	"panics": func(log func(string, ...any), p pull) {
		next, stop := p(func(yield func(int) bool) {
			yield(1)
			panic("boom")
		})
		next()
		guarded(log, func() { next() })
		v, ok := next()
		log("%d %v", v, ok)
		stop()
	},
	"panics when stopped": func(log func(string, ...any), p pull) {
		next, stop := p(func(yield func(int) bool) {
			defer panic("boom")
			yield(1)
		})
		next()
		guarded(log, stop)
		guarded(log, stop)
	},
	"next inside": func(log func(string, ...any), p pull) {
		var next func() (int, bool)
		next, stop := p(func(yield func(int) bool) {
			guarded(log, func() { next() })
			yield(7)
		})
		v, ok := next()
		log("%d %v", v, ok)
		stop()
	},
	"goexit": func(log func(string, ...any), p pull) {
		var wg sync.WaitGroup
		wg.Go(func() {
			defer log("gone")
			next, _ := p(func(func(int) bool) { runtime.Goexit() })
			next()
			log("not reached")
		})
		wg.Wait()
	},
}

// TestPull compares with the original.
func TestPull(t *testing.T) {
	for name, s := range sessions {
		run := func(p pull) string {
			var lines []string
			s(func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }, p)
			return strings.Join(lines, "; ")
		}
		if got, want := run(Pull[int]), run(iter.Pull[int]); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

func TestPull2(t *testing.T) {
	next, stop := Pull2(slices.All([]string{"a", "b"}))
	defer stop()
	var got []string
	for {
		i, s, ok := next()
		if !ok {
			break
		}
		got = append(got, fmt.Sprintf("%d %s", i, s))
	}
	if !slices.Equal(got, []string{"0 a", "1 b"}) {
		t.Errorf("got %q", got)
	}
}
