// Functions of the library that call a function of the program's: closures, methods,
// functions that panic, that end the goroutine, that return nothing or call again.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"runtime"
	"sort"
	"strings"
	"unicode"
)

type alphabet struct {
	letters string
	asked   int
}

func (a *alphabet) has(r rune) bool {
	a.asked++
	return strings.ContainsRune(a.letters, r)
}

func vowel(r rune) bool { return strings.ContainsRune("aeiouAEIOU", r) }

type predicate func(rune) bool

func (p predicate) not() predicate { return func(r rune) bool { return !p(r) } }

var texts = []string{"", "a", "Hello, world", "  spaces\tand\nlines ", "naïve façade", "日本語 text", "bad \xff\xfe utf8 \xe4", "aaaa", "\u2028x\U0001F0A1"}

func ofStrings() {
	calls := 0
	count := func(r rune) bool { calls++; return unicode.IsSpace(r) || r == ',' }
	for _, s := range texts {
		a := &alphabet{letters: "aelo\ufffd"}
		fmt.Printf("%q\n", strings.FieldsFunc(s, count))
		fmt.Println(strings.IndexFunc(s, vowel), strings.LastIndexFunc(s, a.has), strings.ContainsFunc(s, predicate(vowel).not()), calls, a.asked)
		fmt.Printf("%q %q %q\n", strings.TrimFunc(s, predicate(vowel).not()), strings.TrimLeftFunc(s, a.has), strings.TrimRightFunc(s, vowel))
		for _, shift := range []rune{0, 1, -1, 0x2000, -0x80} {
			fmt.Printf("%q ", strings.Map(func(r rune) rune {
				if r == 'l' {
					return -1
				}
				return r + shift
			}, s))
		}
		fmt.Println(strings.Map(unicode.ToUpper, s), strings.IndexFunc(s, unicode.IsDigit))
	}
}

func ofBytes() {
	calls := 0
	for _, s := range texts {
		b := []byte(s)
		a := &alphabet{letters: "aelo"}
		fmt.Printf("%q\n", bytes.FieldsFunc(b, func(r rune) bool { calls++; return vowel(r) }))
		fmt.Println(bytes.IndexFunc(b, a.has), bytes.LastIndexFunc(b, vowel), bytes.ContainsFunc(b, predicate(vowel).not()), calls, a.asked)
		fmt.Printf("%q %q %q %q\n", bytes.TrimFunc(b, predicate(vowel).not()), bytes.TrimLeftFunc(b, a.has), bytes.TrimRightFunc(b, vowel),
			bytes.Map(func(r rune) rune {
				if vowel(r) {
					return unicode.ToUpper(r)
				}
				return r
			}, b))
		t := bytes.TrimFunc(b, vowel)
		if len(t) > 0 {
			t[0] = '*' // the same memory
		}
		fmt.Printf("%q %v\n", b, len(b)-len(t))
	}
}

func searches() {
	primes := []int{2, 3, 5, 7, 11, 13, 17, 19, 23}
	for x := 0; x <= 25; x += 5 {
		asked := 0
		i := sort.Search(len(primes), func(i int) bool { asked++; return primes[i] >= x })
		j, found := sort.Find(len(primes), func(i int) int { asked++; return x - primes[i] })
		fmt.Println(x, i, j, found, asked)
	}
	fmt.Println(sort.Search(0, nil), sort.Search(-3, func(int) bool { panic("never called") }))
}

func try(name string, f func()) {
	defer func() {
		r := recover()
		if e, ok := r.(runtime.Error); ok {
			r = "runtime: " + e.Error()
		}
		fmt.Println(name, "ended:", r)
	}()
	f()
}

func panics() {
	at := 0
	mayFail := func(r rune) bool {
		if at++; at == 3 {
			panic(fmt.Sprintf("at %q", r))
		}
		return false
	}
	again := func(f func()) func() { return func() { at = 0; f() } }
	try("FieldsFunc", again(func() { strings.FieldsFunc("abcdef", mayFail) }))
	try("IndexFunc", again(func() { strings.IndexFunc("abcdef", mayFail) }))
	try("LastIndexFunc", again(func() { strings.LastIndexFunc("abcdef", mayFail) }))
	try("TrimFunc", again(func() { bytes.TrimFunc([]byte("abc"), func(r rune) bool { return !mayFail(r) }) }))
	try("Map", again(func() {
		strings.Map(func(r rune) rune {
			if mayFail(r) {
				return 0
			}
			return r + 1
		}, "abcdef")
	}))
	try("Search", func() {
		xs := []int{1, 2, 3}
		sort.Search(10, func(i int) bool { return xs[i] > 9 })
	})
	try("nil", func() { strings.Map(nil, "x") })
	try("nil, unused", func() { fmt.Println(strings.Map(nil, "") == "", bytes.IndexFunc(nil, nil)) })
	var p predicate
	try("nil predicate", func() { strings.ContainsFunc("x", p) })
	try("error", func() { sort.Find(3, func(i int) int { panic(errors.New("no order")) }) })
}

// arguments come from a call with several results.
func arguments() (func(rune) rune, string) { return unicode.ToLower, "SEVERAL" }

func several() (string, func(rune) bool) { return "a-b", func(r rune) bool { return r == '-' } }

func shapes() {
	fmt.Println(strings.Map(arguments()), strings.IndexFunc(several()))
	f, g := strings.Map, strings.FieldsFunc
	fmt.Println(f(func(r rune) rune { return r + 1 }, "HAL"), g("a.b", func(r rune) bool { return r == '.' }))
	for _, h := range []func(string, func(rune) bool) int{strings.IndexFunc, strings.LastIndexFunc} {
		fmt.Println(h("riffle", func(r rune) bool { return r == 'f' }))
	}
	// a function that calls the library again, and itself
	var nested func(depth int) string
	nested = func(depth int) string {
		if depth == 0 {
			return "."
		}
		return strings.Map(func(r rune) rune {
			if r == '.' {
				return rune('0' + len(nested(depth-1)))
			}
			return r
		}, "<.>")
	}
	fmt.Println(nested(4))
	defer strings.Map(func(r rune) rune { fmt.Println("deferred", string(r)); return r }, "x")
	done := make(chan bool)
	go strings.IndexFunc("y", func(r rune) bool { fmt.Println("on its own", string(r)); done <- true; return true })
	<-done
	var all []func() int
	for i := range 3 {
		all = append(all, func() int { return sort.Search(10, func(j int) bool { return j*j >= i*10 }) })
	}
	for _, f := range all {
		fmt.Print(f(), " ")
	}
	fmt.Println()
}

func exits() {
	done := make(chan string)
	for _, f := range []func(func(rune) bool){
		func(f func(rune) bool) { strings.FieldsFunc("ab", f) },
		func(f func(rune) bool) { bytes.ContainsFunc([]byte("ab"), f) },
		func(f func(rune) bool) { sort.Search(2, func(i int) bool { return f(rune(i)) }) },
	} {
		go func() {
			defer func() { done <- fmt.Sprint("left, ", recover()) }()
			f(func(r rune) bool { runtime.Goexit(); return true })
			fmt.Println("not reached")
		}()
		fmt.Println(<-done)
	}
}

func main() {
	ofStrings()
	ofBytes()
	searches()
	panics()
	shapes()
	exits()
	defer fmt.Println("not printed")
	strings.IndexFunc("ab", func(r rune) bool { fmt.Println("ends"); os.Exit(0); return true })
}
