package corpus

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Letters walks a string's runes and asks natives about each.
func Letters(s string) (n int, t string) {
	for _, r := range s {
		if unicode.IsLetter(r) || unicode.IsUpper(r) {
			n += utf8.RuneLen(r)
			t += string(unicode.ToUpper(r))
		}
	}
	return n + utf8.RuneCountInString(s), strings.Map(func(r rune) rune { return r + 1 }, t)
}

// Sorting sorts by natives, with comparisons of its own and without.
func Sorting(n int) ([]int, []string, int, bool) {
	xs := make([]int, n)
	for i := range xs {
		xs[i] = (i * 7919) % 101
	}
	ys := slices.Clone(xs)
	sort.Ints(xs)
	sort.Slice(ys, func(i, j int) bool { return ys[i] > ys[j] })
	names := strings.Split("d,b,a,c", ",")
	sort.Strings(names)
	i, found := slices.BinarySearch(xs, 50)
	return append(xs, ys...), names, i + sort.SearchInts(xs, 30), found
}

// Funcs calls functions that are elements of a map.
func Funcs(n int) int {
	m := map[string]func(int) int{"double": twofold, "half": halved}
	t := 0
	for i := range n {
		if f, ok := m["double"]; ok && i%2 == 0 {
			t += f(i)
		} else if m["nothing"] == nil {
			t += m["half"](i)
		}
	}
	return t
}

func twofold(n int) int { return 2 * n }

func halved(n int) int { return n / 2 }

// Shuffled hands a closure to a generator's Shuffle.
func Shuffled(n int) []int {
	rng := rand.New(rand.NewPCG(1, 2))
	xs := rng.Perm(n)
	for range 2 {
		rng.Shuffle(len(xs), func(i, j int) { xs[i], xs[j] = xs[j], xs[i] })
	}
	return xs
}

// Signals receives values without a size.
func Signals(n int) (came, none int) {
	ch := make(chan struct{}, 2)
	for i := range n {
		if i%3 != 0 {
			ch <- struct{}{}
		}
		select {
		case v, ok := <-ch:
			if ok && v == (struct{}{}) {
				came++
			}
		default:
			none++
		}
	}
	return came, none
}

// chain is what comparisons make.
type chain struct {
	next *chain
	text string
	data []int
}

func chainOf(n int, text string) *chain {
	var head *chain
	for i := range n {
		head = &chain{head, text + "x", []int{i, 2 * i}}
	}
	return head
}

func (c *chain) weight() (sum int) {
	for ; c != nil; c = c.next {
		sum += len(c.text)
		for _, n := range c.data {
			sum += n
		}
	}
	return sum
}

// Lent hands functions to natives that call them until they return: they allocate,
// call further natives, sort within, and keep what they see.
func Lent(n int) (string, int) {
	words := make([]string, n)
	var seen []*chain
	last := chainOf(3, "l")
	for i := range words {
		words[i] = strings.Repeat(string(rune('a'+i*7%26)), i%5) + strconv.Itoa(i*31%17)
	}
	sort.SliceStable(words, func(i, j int) bool {
		l := chainOf(2, words[i])
		l.next.next = last
		if i%3 == 0 {
			last = l
			seen = append(seen, l)
		}
		pair := []string{words[i], words[j]}
		sort.Slice(pair, func(a, b int) bool { return strings.ToUpper(pair[a]) < strings.ToUpper(pair[b]) })
		return pair[0] == words[i] && pair[0] != words[j]
	})
	sum := last.weight()
	for _, l := range seen {
		sum += l.weight()
	}
	at := sort.Search(n, func(i int) bool { return words[i] >= "m" })
	mapped := strings.Map(func(r rune) rune {
		if r == 'b' {
			return -1
		}
		return r + rune(len(strings.Fields("x y")))
	}, strings.Join(words, " "))
	return mapped + fmt.Sprint(at, strings.FieldsFunc(mapped, func(r rune) bool { return r == '3' || r > 'x' })), sum
}

// LentPanics has such functions panic, and goes on.
func LentPanics(n int) (text string) {
	for i := range n {
		text += lentPanic(i)
	}
	xs := []int{3, 1, 2}
	sort.Slice(xs, func(i, j int) bool { return xs[i] < xs[j] })
	return text + fmt.Sprint(xs)
}

func lentPanic(n int) (text string) {
	defer func() { text += fmt.Sprint(recover()) }()
	xs := make([]int, n)
	sort.Slice(xs, func(i, j int) bool {
		defer func() { text += "d" }()
		return xs[i+n*(j-i)] < xs[j]
	})
	return "none "
}

// LentDeep recurs by way of comparisons.
func LentDeep(n int) int {
	if n == 0 {
		return 0
	}
	deepest := 0
	sort.Slice([]int{2, 1}, func(i, j int) bool {
		deepest = max(deepest, 1+LentDeep(n-1))
		return i < j
	})
	return deepest
}
