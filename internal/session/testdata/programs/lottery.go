// A lottery: draws, tickets, prizes, a simulation with frequencies.
package main

import (
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
)

type Game struct {
	Balls, Picks int
	rng          *rand.Rand
}

type Ticket []int

var (
	ErrCount = errors.New("wrong number of balls")
	ErrRange = errors.New("ball out of range")
	ErrTwice = errors.New("ball chosen twice")
)

func (g *Game) Check(t Ticket) error {
	if len(t) != g.Picks {
		return fmt.Errorf("%w: %d, want %d", ErrCount, len(t), g.Picks)
	}
	seen := make(map[int]bool, len(t))
	var errs []error
	for _, b := range t {
		switch {
		case b < 1 || b > g.Balls:
			errs = append(errs, fmt.Errorf("%w: %d", ErrRange, b))
		case seen[b]:
			errs = append(errs, fmt.Errorf("%w: %d", ErrTwice, b))
		}
		seen[b] = true
	}
	return errors.Join(errs...)
}

// Draw by a partial Fisher-Yates shuffle.
func (g *Game) Draw() Ticket {
	urn := make([]int, g.Balls)
	for i := range urn {
		urn[i] = i + 1
	}
	for i := range g.Picks {
		j := i + g.rng.IntN(g.Balls-i)
		urn[i], urn[j] = urn[j], urn[i]
	}
	t := Ticket(urn[:g.Picks])
	slices.Sort(t)
	return t
}

// DrawFloyd is Floyd's sampling.
func (g *Game) DrawFloyd() Ticket {
	set := map[int]struct{}{}
	for j := g.Balls - g.Picks; j < g.Balls; j++ {
		b := g.rng.IntN(j+1) + 1
		if _, ok := set[b]; ok {
			b = j + 1
		}
		set[b] = struct{}{}
	}
	var t Ticket
	for b := range set {
		t = append(t, b)
	}
	slices.Sort(t)
	return t
}

func (t Ticket) Hits(d Ticket) (n int) {
	for _, b := range t {
		if slices.Contains(d, b) {
			n++
		}
	}
	return
}

func (t Ticket) String() string {
	parts := make([]string, len(t))
	for i, b := range t {
		parts[i] = fmt.Sprintf("%02d", b)
	}
	return strings.Join(parts, " ")
}

func choose(n, k int64) *big.Int { return new(big.Int).Binomial(n, k) }

func main() {
	g := &Game{49, 6, rand.New(rand.NewPCG(2024, 49))}
	fmt.Println(g.Draw(), "|", g.Draw(), "|", g.DrawFloyd())
	for _, t := range []Ticket{{1, 2, 3, 4, 5, 6}, {1, 2, 3}, {0, 7, 7, 50, 8, 9}} {
		err := g.Check(t)
		fmt.Printf("%v: %q %v %v\n", t, fmt.Sprint(err), errors.Is(err, ErrTwice), errors.Is(err, ErrCount))
	}
	mine := Ticket{3, 14, 15, 26, 35, 49}
	hist := make([]int, g.Picks+1)
	for range 500 {
		hist[mine.Hits(g.Draw())]++
	}
	for k, n := range hist {
		ways := new(big.Int).Mul(choose(6, int64(k)), choose(43, int64(6-k)))
		p, _ := new(big.Rat).SetFrac(ways, choose(49, 6)).Float64()
		fmt.Printf("%d %4d %8.3f %s\n", k, n, 500*p, strings.Repeat("*", n/10))
	}
	fmt.Println(choose(49, 6), choose(52, 5))
	freq := map[int]int{}
	for range 200 {
		for _, b := range g.DrawFloyd() {
			freq[b]++
		}
	}
	total, most := 0, 0
	for b := 1; b <= 49; b++ {
		total += freq[b]
		most = max(most, freq[b])
	}
	fmt.Println(total, most, len(freq))
}
