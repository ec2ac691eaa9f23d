package corpus

import (
	"fmt"
	"os"
	"runtime"
	"sort"
	"strings"
	"sync"
)

type failure struct {
	code int
	why  string
}

// throw panics with values of several types.
func throw(n int) {
	switch n {
	case 0:
		panic("text")
	case 1:
		panic(n)
	case 2:
		panic([2]failure{{7, "why"}}[0].why)
	case 3:
		panic(struct{ Code int }{8})
	case 4:
		panic(os.ErrExist)
	case 5:
		var m map[string]int
		m["a"] = 1
	case 6:
		var x any = n
		_ = x.(string)
	case 7:
		panic(nil)
	case 8:
		var p *failure
		p.code++
	case 9:
		_ = []int{1}[n]
	case 10:
		panic(fmt.Sprint(n / (n - 10)))
	case 11:
		_ = make([]int, n-12)
	}
}

// Thrown recovers values of all kinds.
func Thrown(n int) (s string) {
	defer func() {
		switch v := recover().(type) {
		case nil:
			s = "nothing"
		case struct{ Code int }:
			s = fmt.Sprint("struct ", v.Code)
		case runtime.Error:
			s = "runtime: " + v.Error()
		case error:
			s = fmt.Sprint("error: ", v, " ", v == os.ErrExist)
		default:
			s = fmt.Sprintf("%T %v", v, v)
		}
	}()
	throw(n)
	return "not seen"
}

// Escapes panics with a deferred native.
func Escapes(n int) string {
	defer fmt.Sprint("a deferred native")
	throw(n)
	return "fine"
}

// Again panics again with what was recovered, and with something else.
func Again(n int) (s string) {
	defer func() { s += fmt.Sprint(recover()) }()
	defer func() {
		v := recover()
		if n > 0 {
			panic(fmt.Sprint("again ", v))
		}
		panic(v)
	}()
	defer func() { s += "first " }()
	throw(n)
	panic("thrown")
}

func exits(s *[]string, n int) {
	defer func() { *s = append(*s, "last") }()
	func() {
		defer func() { *s = append(*s, fmt.Sprint("recovered ", recover())) }()
		func() {
			defer func() { *s = append(*s, "inner") }()
			if n > 0 {
				runtime.Goexit()
			}
			*s = append(*s, "stays")
		}()
	}()
	*s = append(*s, "end")
}

// Goexits ends a goroutine in a deferred call's sight.
func Goexits(n int) string {
	var s []string
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		exits(&s, n)
	}()
	wg.Wait()
	return strings.Join(s, ",")
}

// GoWaits waits for goroutines with a lock.
func GoWaits(n int) (sum int) {
	var wg sync.WaitGroup
	var mu sync.Mutex
	for i := range n {
		wg.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			sum += i
		})
	}
	wg.Wait()
	return sum
}

// Conditions waits for its turn.
func Conditions(n int) (s string) {
	var mu sync.Mutex
	c := sync.NewCond(&mu)
	turn := 0
	done := make(chan bool)
	for i := range n {
		go func() {
			mu.Lock()
			defer mu.Unlock()
			for turn != i {
				c.Wait()
			}
			s += string(rune('a' + i))
			turn++
			c.Broadcast()
			done <- true
		}()
	}
	for range n {
		<-done
	}
	return s
}

// OnceOnly does something once.
func OnceOnly(n int) (count int) {
	var once sync.Once
	for range n {
		once.Do(func() { count++ })
	}
	return count
}

// Less panics in a closure that a native calls.
func Less(n int) (s string) {
	defer func() { s = fmt.Sprint(recover(), s) }()
	xs := []int{3, 1, 2}
	sort.Slice(xs, func(i, j int) bool {
		if xs[i] == n {
			panic(failure{n, "less"})
		}
		return xs[i] < xs[j]
	})
	return fmt.Sprint(xs)
}

// Mapped hands a closure to strings.Map.
func Mapped(s string) string {
	shift := 1
	return strings.Map(func(r rune) rune {
		if r == 'x' {
			return -1
		}
		shift++
		return r + rune(shift%2)
	}, s)
}

// NestedNatives has closures that call natives that call closures.
func NestedNatives(n int) string {
	var nest func(n int) string
	nest = func(n int) string {
		if n == 0 {
			return "."
		}
		return strings.Map(func(r rune) rune { return rune(len(nest(n-1))) + 'a' }, "ab")
	}
	return nest(n)
}

// Hidden recovers beside a deferred native.
func Hidden(n int) string {
	if n > 0 {
		defer os.Remove("")
	}
	defer func() {
		if n > 1 {
			recover()
		}
	}()
	for i := range n {
		defer func(s string) { _ = s[i:] }("abc")
	}
	return "done"
}

type resource struct{ log *[]string }

func (r *resource) close(s string) { *r.log = append(*r.log, s) }

func (r resource) Close() error { *r.log = append(*r.log, "closed"); return nil }

// Methods are deferred, with arguments that are evaluated at once.
func Deferrals(n int) string {
	log := []string{}
	func() {
		r := &resource{&log}
		s := "a"
		defer r.close(s + "1")
		s = "b"
		defer r.Close()
		defer func(s string) { r.close(s) }(s)
		var c interface{ Close() error } = *r
		defer c.Close()
		if n > 0 {
			defer r.close("if")
		}
		s = "c"
		if n > 1 {
			return
		}
		r.close(s)
	}()
	return strings.Join(log, " ")
}

// Results are set by deferred calls, after a panic too.
func Results(n int) (x int, err error) {
	defer func() {
		x *= 2
		if v := recover(); v != nil {
			err = fmt.Errorf("recovered %v", v)
		}
	}()
	x = n
	if n > 3 {
		throw(n)
		return 7, os.ErrExist
	}
	return x + 1, nil
}
