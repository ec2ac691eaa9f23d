package trials

import (
	"testing"

	"riffle/shuffle"
)

// some makes a few of the trials that it is asked for.
type some[T any] func(shuffle.PRNG) T

func (f some[T]) Trial(rng shuffle.PRNG) T { return f(rng) }

func (f some[T]) Trials(rng shuffle.PRNG, outcomes []T) int {
	made := (len(outcomes) + 2) / 3
	for i := range made {
		outcomes[i] = f(rng)
	}
	return made
}

// It makes no difference whether trials are made one by one.
func TestTrialsAtOnce(t *testing.T) {
	for name, pair := range map[string][2]any{
		"bool": {six, some[bool](six)}, "int": {die, some[int](die)}, "real": {unit, some[float64](unit)},
	} {
		for _, n := range []int{0, 1, 200, 5000, 30_000} {
			o := Options{Seeded: true, Seed: int64(n)}
			same(t, name, Run(n, pair[1], o), Run(n, pair[0], o))
		}
	}
}
