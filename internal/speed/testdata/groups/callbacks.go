// Speed of callbacks: functions of a cell that the library calls.
package main

import (
	"cmp"
	"container/list"
	"fmt"
	"math/rand/v2"
	"slices"
	"sort"
	"strings"
	"time"
)

const n = 40_000

func numbers() []int {
	xs := make([]int, 200)
	for i := range xs {
		xs[i] = i * 37 % 211
	}
	return xs
}

func sorted() (sum int) {
	for range n / 200 {
		xs := numbers()
		sort.Slice(xs, func(i, j int) bool { return xs[i] > xs[j] })
		sum += xs[50]
	}
	return sum
}

func sortedFunc() (sum int) {
	for range n / 200 {
		xs := numbers()
		slices.SortFunc(xs, func(a, b int) int { return cmp.Compare(b, a) })
		sum += xs[50]
	}
	return sum
}

func mapped() (sum int) {
	s := strings.Repeat("the quick brown fox ", 10)
	for range n / 200 {
		s = strings.Map(func(r rune) rune {
			if r == ' ' {
				return r
			}
			return 'a' + (r-'a'+13)%26
		}, s)
		sum += int(s[7])
	}
	return sum
}

func fields() (sum int) {
	s := strings.Repeat("the quick brown fox ", 10)
	for range n / 200 {
		sum += len(strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == 'o' }))
	}
	return sum
}

func shuffled() (sum int) {
	r := rand.New(rand.NewPCG(1, 2))
	xs := numbers()
	for range n / 200 {
		r.Shuffle(len(xs), func(i, j int) { xs[i], xs[j] = xs[j], xs[i] })
		sum += xs[0]
	}
	return sum
}

func searched() (sum int) {
	xs := numbers()
	slices.Sort(xs)
	for i := range n / 8 {
		sum += sort.Search(len(xs), func(k int) bool { return xs[k] >= i%211 })
	}
	return sum
}

func found() (sum int) {
	xs := numbers()
	for i := range n / 20 {
		sum += slices.IndexFunc(xs, func(x int) bool { return x == i%211 })
	}
	return sum
}

func listed() (sum int) {
	l := list.New()
	for _, x := range numbers() {
		l.PushBack(x)
	}
	for range n / 200 {
		for e := l.Front(); e != nil; e = e.Next() {
			sum += e.Value.(int)
		}
	}
	return sum
}

func iterated() (sum int) {
	m := map[int]int{}
	for i, x := range numbers() {
		m[x] = i
	}
	for range n / 200 {
		for _, k := range slices.Sorted(func(yield func(int) bool) {
			for i := range 200 {
				if !yield(i * 37 % 211) {
					return
				}
			}
		}) {
			sum += m[k]
		}
	}
	return sum
}

func main() {
	for _, b := range []struct {
		what string
		work func() int
	}{
		{"sort.Slice", sorted},
		{"slices.SortFunc", sortedFunc},
		{"strings.Map", mapped},
		{"strings.FieldsFunc", fields},
		{"Shuffle with a closure", shuffled},
		{"sort.Search", searched},
		{"slices.IndexFunc", found},
		{"elements of a list", listed},
		{"slices.Sorted of an iterator", iterated},
	} {
		b.work() // after which a browser compiles it again
		start := time.Now()
		result := b.work()
		fmt.Println(result, time.Since(start).Nanoseconds(), b.what)
	}
}
