package corpus

import (
	"math/rand/v2"
	"slices"
	"sort"
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
