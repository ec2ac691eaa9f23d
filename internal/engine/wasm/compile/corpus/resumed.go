package corpus

import (
	"errors"
	"fmt"
	"strings"
)

// Functions that return although they panicked: their callers find what they held.

// fall panics n calls deep, with more in each frame than registers hold.
func fall(n int, x float64) float64 {
	a, b, c, d := x+1, x*2, x-3, x/4
	i, j, k, l := n+1, n*2, n-3, n^5
	if n == 0 {
		panic(errors.New("deep"))
	}
	y := fall(n-1, x+0.5)
	return y + a + b*c - d + float64(i+j*k-l)
}

// caught is a fall that ends well, with results of several kinds.
func caught(n int, x float64) (y float64, name string, list []int, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = v.(error)
			y++
		}
	}()
	y, name = x, fmt.Sprint("n", n)
	list = append(list, n, n+1)
	y = fall(n, x)
	return y, "never", nil, nil
}

// HeldAcross holds numbers of both kinds across falls of growing depth.
func HeldAcross(n int) (string, float64, int) {
	var s strings.Builder
	a, b, c, d, e := 1.5, 2.5, 3.5, 4.5, 5.5
	i, j, k, l, m := 1, 2, 3, 4, 5
	for depth := 1; depth <= n; depth *= 3 {
		y, name, list, err := caught(depth, a+b)
		a, b, c, d, e = b+y, c*1.25, d-1, e+0.5, a/2
		i, j, k, l, m = j+len(list), k*3, l-1, m+7, i^list[1]
		if err.Error() == "deep" {
			s.WriteString(name)
		}
	}
	return s.String(), a + b*c - d/e, i + j*k - l ^ m
}

// Levels catches at each level of a recursion, and falls again from there.
func Levels(n int) (sum int) {
	defer func() {
		if v := recover(); v != nil {
			sum += n
			if n%4 == 3 {
				panic(fmt.Sprint(v, n))
			}
		}
	}()
	sum = n * n
	if n > 0 {
		sum += Levels(n - 1)
	}
	if n%2 == 1 {
		panic("odd")
	}
	return sum + 1
}

// LevelsCaught is Levels without a panic at its end.
func LevelsCaught(n int) (sum int, s string) {
	defer func() { s = fmt.Sprint(recover()) }()
	return Levels(n), "fine"
}

// AfterReturn panics in a deferred call after the results are set.
func AfterReturn(n int) (int, string) {
	defer func() {
		if n > 2 {
			recover()
		}
	}()
	defer func() {
		if n > 0 && n != 2 {
			panic("late")
		}
	}()
	defer func() { recover() }()
	if n == 2 {
		panic("early")
	}
	return n * 7, strings.Repeat("x", n)
}

// AfterReturnCaught is AfterReturn for any n.
func AfterReturnCaught(n int) (x int, s, how string) {
	defer func() { how = fmt.Sprint(recover()) }()
	x, s = AfterReturn(n)
	return x, s, "fine"
}

type parsed struct {
	words []string
	next  *parsed
}

// parse makes a list, and what it has made so far if it can't go on.
func parse(text string) (list *parsed, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("after %d: %v", len(list.words), v)
		}
	}()
	list = &parsed{}
	for i := 0; ; i++ {
		if text[i] == '!' {
			list = &parsed{next: list}
			continue
		}
		list.words = append(list.words, strings.ToUpper(text[i:i+1]))
	}
}

// Parses parses texts that end at once, while other memory is used and given back.
func Parses(n int) (s string) {
	for i := range n {
		list, err := parse("ab!cde!f"[:i%9])
		var junk [][]int
		for k := range 20 {
			junk = append(junk, make([]int, 5+k))
		}
		s = s[len(s)/2:] + fmt.Sprint(err, len(junk))
		for ; list != nil; list = list.next {
			s += strings.Join(list.words, "")
		}
	}
	return s
}

// Retries calls what fails at first until it doesn't.
func Retries(n int) (tries int) {
	try := func(k int) (ok bool) {
		defer func() {
			if e := recover(); e != nil {
				tries++
				ok = false
			}
		}()
		if k%5 != 4 {
			panic(k)
		}
		return true
	}
	for i := range n {
		for k := i; !try(k); k++ {
		}
	}
	return tries
}

// mixedUp: results of many kinds come out of a function that was left early.
func mixedUp(n int) (a int8, b uint16, c float32, d complex128, e [3]int, f struct {
	x int
	s string
}, g map[string]int, h func() int, i any) {
	defer func() { i = recover() }()
	a, b, c, d = int8(n), uint16(n+1), float32(n)/2, complex(float64(n), 1)
	e[n%3], f.x, f.s = n, n*n, "s"
	g = map[string]int{"n": n}
	h = func() int { return n + int(a) }
	e[1] += e[n]
	return 0, 0, 0, 0, e, f, nil, nil, "fine"
}

// MixedUp is what mixedUp returns, as text.
func MixedUp(n int) string {
	a, b, c, d, e, f, g, h, i := mixedUp(n)
	if h == nil {
		h = func() int { return -1 }
	}
	return fmt.Sprint(a, b, c, d, e, f, g, h(), i)
}

// Recovering recovers in a function that natives call.
func Recovering(n int) (s string) {
	return strings.Map(func(r rune) (out rune) {
		defer func() {
			if recover() != nil {
				out = '-'
			}
		}()
		return r + rune(10/(int(r-'a')-n))
	}, "abcdef")
}
