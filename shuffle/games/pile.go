package games

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"riffle/shuffle"
	"riffle/shuffle/internal/arg"
)

// Pile is a pile of cards with the values 1 to 13, or any other numbers, without
// suits; the top card is the first. Cards are taken from the top and added at the
// bottom. The zero value is an empty pile, and Pile{3, 1, 2} is one with a 3 on
// top.
//
// A Pile is a slice: after q := p both are the same cards, and shuffling one
// shuffles the other. Copy makes another pile.
type Pile []int

const (
	// copies is how many cards of each value a deck has: one for each suit.
	copies = 4
	// maxValues bounds a deck to a million cards.
	maxValues = 250_000
)

// NewPile returns a full deck in order, the values 1 to nbVals, four times each:
// [1, 1, 1, 1, 2, …]. It panics unless 1 <= nbVals <= 250,000.
func NewPile(nbVals int) Pile {
	arg.Range("games.NewPile", "nbVals", nbVals, 1, maxValues)
	return sorted(nbVals)
}

func sorted(nbVals int) Pile {
	p := make(Pile, copies*nbVals)
	for i := range p {
		p[i] = 1 + i/copies
	}
	return p
}

// Pick moves the top card of d to the bottom of p and returns it. When d is empty
// it returns -1 and moves nothing. It panics when d is nil.
func (p *Pile) Pick(d *Pile) int {
	checkPile("Pile.Pick", d)
	if len(*d) == 0 {
		return -1
	}
	card := (*d)[0]
	*d = (*d)[1:]
	// The full slice expression keeps append from overwriting other piles that
	// share the array.
	*p = append((*p)[:len(*p):len(*p)], card)
	return card
}

// PickAll moves all cards of d to the bottom of p, in their order. A pile picked
// by itself stays as it is. It panics when d is nil.
func (p *Pile) PickAll(d *Pile) {
	checkPile("Pile.PickAll", d)
	if p == d {
		return
	}
	*p = slices.Concat(*p, *d)
	*d = nil
}

// IsValid reports whether the cards can come from one deck: all are from 1 to
// nbVals, and no value occurs more than four times.
func (p Pile) IsValid(nbVals int) bool {
	seen := map[int]int{}
	for _, card := range p {
		seen[card]++
		if card < 1 || card > nbVals || seen[card] > copies {
			return false
		}
	}
	return true
}

// Copy returns a pile of the same cards in the same order.
func (p Pile) Copy() Pile { return slices.Clone(p) }

// Cut draws how many cards a person cuts off the pile, c of n with the binomial
// probability
//
//	C(n, c) / 2^n
//
// and moves no card. It is the number of heads among n coins, flipped many at
// once if the generator can (see shuffle.Flipper), and otherwise the number of n
// Float64 below 1/2. It panics when given more than one generator.
func (p Pile) Cut(rng ...shuffle.PRNG) int {
	return binomial(len(p), shuffle.GeneratorOf("Pile.Cut", rng))
}

func binomial(n int, rng shuffle.PRNG) int {
	heads := 0
	if flipper, ok := rng.(shuffle.Flipper); ok {
		for ; n > 0; n -= 64 {
			heads += bits.OnesCount64(flipper.Flips(min(n, 64)))
		}
		return heads
	}
	for range n {
		if rng.Float64() < 0.5 {
			heads++
		}
	}
	return heads
}

// Split takes as many cards off the top as Cut draws, and returns them as a pile.
// It panics when given more than one generator.
func (p *Pile) Split(rng ...shuffle.PRNG) Pile {
	c := binomial(len(*p), shuffle.GeneratorOf("Pile.Split", rng))
	top := (*p)[:c].Copy()
	*p = (*p)[c:]
	return top
}

// RiffleWith lets the cards of p and d drop together: with a and b cards left in
// them, the next is the top card of p with probability a/(a+b). All C(a+b, a)
// merges are equally likely. Afterwards p has all cards and d is empty. It draws
// one Float64 for each card, even when one pile is empty.
//
// To riffle as RiffleShuffle does, with the upper packet first, write
//
//	top := p.Split()
//	top.RiffleWith(&p)
//
// It panics when d is nil, when d is p, and when given more than one generator.
func (p *Pile) RiffleWith(d *Pile, rng ...shuffle.PRNG) {
	const call = "Pile.RiffleWith"
	checkPile(call, d)
	if p == d {
		arg.Refuse(call, "a pile can't be riffled with itself, want another (see Split)")
	}
	g := shuffle.GeneratorOf(call, rng)
	merged := make(Pile, 0, len(*p)+len(*d))
	for a, b := *p, *d; len(a)+len(b) > 0; {
		from := &b
		if g.Float64() < float64(len(a))/float64(len(a)+len(b)) {
			from = &a
		}
		merged = append(merged, (*from)[0])
		*from = (*from)[1:]
	}
	*p, *d = merged, nil
}

// RiffleShuffle cuts and riffles the pile m times, as shuffle.Riffle does. It
// panics unless 0 <= m <= 100,000,000, and when given more than one generator.
func (p *Pile) RiffleShuffle(m int, rng ...shuffle.PRNG) {
	const call = "Pile.RiffleShuffle"
	arg.AtLeast(call, "m", m, 0)
	shuffle.Riffle(m)(*p, shuffle.GeneratorOf(call, rng))
}

// String returns the cards from the top, as in "[3, 1, 2]".
func (p Pile) String() string {
	words := make([]string, len(p))
	for i, card := range p {
		words[i] = fmt.Sprint(card)
	}
	return "[" + strings.Join(words, ", ") + "]"
}

// checkPile refuses a nil pile.
func checkPile(call string, d *Pile) {
	if d == nil {
		arg.Refuse(call, "the pile is nil, want the address of one such as &d")
	}
}
