// Deals and games of chance: war, blackjack totals, dice, a raffle, secret gifts.
package main

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

type Hand []int

func (h Hand) Total() (total int, soft bool) {
	for _, c := range h {
		total += min(c, 10)
		soft = soft || c == 1
	}
	if soft && total <= 11 {
		return total + 10, true
	}
	return total, false
}

func (h Hand) String() string {
	n, soft := h.Total()
	kind := map[bool]string{true: "soft ", false: ""}[soft]
	return fmt.Sprintf("%s%d %v", kind, n, []int(h))
}

func war(r *rand.Rand) (rounds int, winner string) {
	deck := make([]int, 0, 52)
	for i := range 52 {
		deck = append(deck, i%13)
	}
	r.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	a, b := slices.Clone(deck[:26]), slices.Clone(deck[26:])
	var pot []int
	for rounds = 0; len(a) > 0 && len(b) > 0 && rounds < 500; rounds++ {
		x, y := a[0], b[0]
		a, b = a[1:], b[1:]
		pot = append(pot, x, y)
		switch c := cmp.Compare(x, y); {
		case c > 0:
			a, pot = append(a, pot...), nil
		case c < 0:
			b, pot = append(b, pot...), nil
		}
	}
	switch {
	case len(a) > len(b):
		winner = "a"
	case len(b) > len(a):
		winner = "b"
	}
	return
}

type Person string

func gifts(people []Person, r *rand.Rand) map[Person]Person {
	for {
		perm := r.Perm(len(people))
		ok := !slices.ContainsFunc([]int{0, 1, 2, 3}, func(i int) bool { return perm[i] == i })
		if !ok {
			continue
		}
		m := make(map[Person]Person, len(people))
		for i, p := range people {
			m[p] = people[perm[i]]
		}
		return m
	}
}

type Dice struct{ n, sides, plus int }

func (d Dice) Roll(r *rand.Rand) (t int) {
	for range d.n {
		t += r.IntN(d.sides) + 1
	}
	return t + d.plus
}

func (d Dice) String() string { return fmt.Sprintf("%dd%d%+d", d.n, d.sides, d.plus) }

func parseDice(s string) (d Dice, err error) {
	if _, err = fmt.Sscanf(s, "%dd%d%d", &d.n, &d.sides, &d.plus); err != nil {
		err = fmt.Errorf("dice %q: %w", s, err)
	}
	return
}

func exact(n, sides int) map[int]int {
	ways := map[int]int{0: 1}
	for range n {
		next := map[int]int{}
		for t, w := range ways {
			for s := 1; s <= sides; s++ {
				next[t+s] += w
			}
		}
		ways = next
	}
	return ways
}

func weighted[T comparable](r *rand.Rand, weights map[T]int, order []T) T {
	total := 0
	for _, w := range weights {
		total += w
	}
	k := r.IntN(total)
	for _, x := range order {
		if k -= weights[x]; k < 0 {
			return x
		}
	}
	panic("unreachable")
}

func reservoir[T any](r *rand.Rand, k int, items func(func(T) bool)) []T {
	var out []T
	n := 0
	for x := range items {
		n++
		if len(out) < k {
			out = append(out, x)
		} else if j := r.IntN(n); j < k {
			out[j] = x
		}
	}
	return out
}

func main() {
	r := rand.New(rand.NewPCG(11, 13))
	fmt.Println(Hand{1, 13}, Hand{1, 5, 9}, Hand{10, 9, 3}, []Hand{{2, 2}, {1, 1}})
	for range 3 {
		fmt.Println(war(r))
	}
	g := gifts([]Person{"Ann", "Bob", "Cid", "Dee"}, r)
	fmt.Println(len(g), g["Ann"] != "Ann", g)
	for _, s := range []string{"3d6+2", "1d20-1", "d6"} {
		d, err := parseDice(s)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(d, d.Roll(r), d.Roll(r))
	}
	w := exact(2, 6)
	for t := 2; t <= 12; t++ {
		fmt.Print(t, strings.Repeat("*", w[t]), " ")
	}
	fmt.Println()
	counts := map[Person]int{}
	for range 100 {
		counts[weighted(r, map[Person]int{"gold": 1, "silver": 3, "bronze": 6}, []Person{"gold", "silver", "bronze"})]++
	}
	fmt.Println(counts)
	fmt.Println(reservoir(r, 3, slices.Values([]string{"a", "b", "c", "d", "e", "f"})))
}
