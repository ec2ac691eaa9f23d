package fair

import (
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
