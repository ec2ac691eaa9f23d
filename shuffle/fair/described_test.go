package fair

import (
	"math/big"
	"slices"
	"testing"

	"riffle/shuffle"
)

// swap is a step that exchanges two places or doesn't.
func swap(i, j int) shuffle.Step {
	return shuffle.Step{Ways: 2, Act: func(deck []int, way int) {
		if way == 1 {
			deck[i], deck[j] = deck[j], deck[i]
		}
	}}
}

// drawSteps makes the steps by draws.
func drawSteps(deck []int, rng shuffle.PRNG, steps ...shuffle.Step) {
	for _, s := range steps {
		s.Act(deck, rng.IntN(s.Ways))
	}
}

// Shuffles that describe themselves, and then do more than they have said, or of another
// deck than the one that they were given: what they do counts.
func TestExactOfTalkers(t *testing.T) {
	a, b := swap(0, 1), swap(1, 2)
	for name, s := range map[string]Shuffle{
		"all": func(deck []int, rng shuffle.PRNG) {
			if p, ok := rng.(shuffle.Player); ok {
				p.Play(deck, slices.Values([]shuffle.Step{a, b}))
				return
			}
			drawSteps(deck, rng, a, b)
		},
		"draws after": func(deck []int, rng shuffle.PRNG) {
			if p, ok := rng.(shuffle.Player); ok {
				p.Play(deck, slices.Values([]shuffle.Step{a}))
			} else {
				drawSteps(deck, rng, a)
			}
			drawSteps(deck, rng, b)
		},
		"draws before": func(deck []int, rng shuffle.PRNG) {
			drawSteps(deck, rng, a)
			if p, ok := rng.(shuffle.Player); ok {
				p.Play(deck, slices.Values([]shuffle.Step{b}))
			} else {
				drawSteps(deck, rng, b)
			}
		},
		"twice": func(deck []int, rng shuffle.PRNG) {
			for _, step := range []shuffle.Step{a, b} {
				if p, ok := rng.(shuffle.Player); ok {
					p.Play(deck, slices.Values([]shuffle.Step{step}))
				} else {
					drawSteps(deck, rng, step)
				}
			}
		},
		"moves after": func(deck []int, rng shuffle.PRNG) {
			if p, ok := rng.(shuffle.Player); ok {
				p.Play(deck, slices.Values([]shuffle.Step{a, b}))
			} else {
				drawSteps(deck, rng, a, b)
			}
			deck[0], deck[2] = deck[2], deck[0]
		},
		"moves before": func(deck []int, rng shuffle.PRNG) {
			deck[0], deck[2] = deck[2], deck[0]
			if p, ok := rng.(shuffle.Player); ok {
				p.Play(deck, slices.Values([]shuffle.Step{a, b}))
			} else {
				drawSteps(deck, rng, a, b)
			}
		},
		"a part": func(deck []int, rng shuffle.PRNG) {
			if p, ok := rng.(shuffle.Player); ok {
				p.Play(deck[1:], slices.Values([]shuffle.Step{a}))
			} else {
				drawSteps(deck[1:], rng, a)
			}
		},
		"a copy": func(deck []int, rng shuffle.PRNG) {
			other := slices.Clone(deck)
			if p, ok := rng.(shuffle.Player); ok {
				p.Play(other, slices.Values([]shuffle.Step{a, b}))
			} else {
				drawSteps(other, rng, a, b)
			}
			copy(deck, other)
		},
	} {
		silent := func(deck []int, rng shuffle.PRNG) { s(deck, struct{ shuffle.PRNG }{rng}) }
		got, want := Exact(s, 3), Exact(silent, 3)
		for order, p := range want.Map() {
			if got.Map()[order] == nil || got.Map()[order].Cmp(p) != 0 {
				t.Errorf("%s: order %s has probability %v, want %v", name, order, got.Map()[order], p)
			}
		}
		if got, want := ExactMatrix(s, 3).String(), ExactMatrix(silent, 3).String(); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, want)
		}
	}
}

// Steps that aren't what they are to be.
func TestExactOfLiars(t *testing.T) {
	says := func(step shuffle.Step) Shuffle {
		return func(deck []int, rng shuffle.PRNG) {
			if p, ok := rng.(shuffle.Player); ok {
				p.Play(deck, slices.Values([]shuffle.Step{step}))
			}
		}
	}
	ways := func(n int64) func(n, from, to int) *big.Int {
		return func(_, _, _ int) *big.Int { return big.NewInt(n) }
	}
	nothing := func([]int, int) {}
	for _, c := range []struct {
		problem string
		step    shuffle.Step
	}{
		{"the shuffle put card 2 in positions 1 and 2: [2 2 3]", shuffle.Step{Ways: 2, Act: func(deck []int, way int) { deck[0] = deck[1] }}},
		{"the shuffle put 99 in position 1 of a deck of the cards 1 to 3", shuffle.Step{Ways: 1, Act: func(deck []int, way int) { deck[0] = 99 }}},
		{"the shuffle put -1 in position 3 of a deck of the cards 1 to 3", shuffle.Step{Ways: 1, Act: func(deck []int, way int) { deck[2] = -1 }}},
		{"a step of the shuffle has -2 ways, want at least 1", shuffle.Step{Ways: -2, Act: nothing}},
		{"a step of the shuffle has no Act, want a function that makes it", shuffle.Step{Ways: 2}},
	} {
		refused(t, "fair.Exact: "+c.problem, func() { Exact(says(c.step), 3) })
		refused(t, "fair.ExactMatrix: "+c.problem, func() { ExactMatrix(says(c.step), 3) })
	}
	for _, moves := range []func(n, from, to int) *big.Int{ways(2), ways(0), ways(-1), func(_, _, _ int) *big.Int { return nil }} {
		refused(t, "fair.ExactMatrix: the Moves of a step take a card from position 1 in ", func() {
			ExactMatrix(says(shuffle.Step{Ways: 3, Act: nothing, Moves: moves}), 3)
		})
	}
	if m := ExactMatrix(says(shuffle.Step{Ways: 3, Act: nothing, Moves: ways(1)}), 3); m.Verdict() != "every card ends in every position with probability 1/3" {
		t.Error(m.Verdict())
	}
}

// Few moves of numbers of millions of bits take as long as many, and that is told before
// any is made.
func TestExactOfManySteps(t *testing.T) {
	refused(t, "fair.Exact: n = 3 takes about ", func() { Exact(shuffle.Riffle(900_000), 3) })
	refused(t, "fair.ExactMatrix: n = 62 takes the work of about ", func() { ExactMatrix(shuffle.Riffle(900_000), 62) })
	if d := Exact(shuffle.Exchange(2000), 3); d.IsFair() || d.Len() != 6 {
		t.Error(d.Verdict())
	}
}
