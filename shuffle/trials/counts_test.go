package trials

import (
	"encoding/json"
	"fmt"
	"reflect"
	"testing"

	"riffle/shuffle"
	"riffle/shuffle/internal/exact"
)

// What is counted in an array is counted as what isn't, down to the number of different
// outcomes from which on none is: int8 to int64 have no array.
func TestSmallOutcomes(t *testing.T) {
	for _, limits := range [][2]int{{-3, 3}, {0, maxSmall}, {-1, maxSmall + 1}, {0, maxOutcomes}, {-1, maxOutcomes}, {0, maxOutcomes + 1}} {
		from, to := limits[0], limits[1]
		draw := func(rng shuffle.PRNG) int { return from + rng.IntN(to-from) }
		for _, workers := range []int{1, 2, 3} {
			o := Options{Seeded: true, Seed: 1, Workers: workers}
			got := Run(20*(to-from), draw, o)
			want := Run(20*(to-from), func(rng shuffle.PRNG) int64 { return int64(draw(rng)) }, o)
			if got.String() != want.String() || got.Mean != want.Mean || len(got.Outcomes) != len(want.Outcomes) {
				t.Errorf("%d to %d, %d workers: got\n%v\nwant\n%v", from, to-1, workers, got, want)
			}
			for i, outcome := range got.Outcomes {
				if fmt.Sprint(outcome) != fmt.Sprint(want.Outcomes[i]) {
					t.Errorf("%d to %d: got %v, want %v", from, to-1, outcome, want.Outcomes[i])
				}
			}
			if distinct := to - from; (len(got.Outcomes) == 0) != (distinct > maxOutcomes) {
				t.Errorf("%d outcomes of %d are counted", len(got.Outcomes), distinct)
			}
		}
	}
}

func TestSettle(t *testing.T) {
	s := kind[int]{add: addInt, outcome: reflect.TypeFor[int](), counted: true, small: smallInts}.empty().(*sample[int])
	want, sums := map[int]int{}, exact.Sums{}
	for i, v := range []int{-1, 0, 5, 5, maxSmall - 1, maxSmall, 0, -1 << 63, 5} {
		s.count(v)
		want[v]++
		sums.AddInt(int64(v))
		if i%3 == 2 {
			s.settle()
		}
	}
	if got := s.times(); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %v, want %v", got, want)
	}
	got, _ := json.Marshal(&s.numbers)
	if want, _ := json.Marshal(&sums); string(got) != string(want) {
		t.Errorf("the sums are %s, want %s", got, want)
	}
}
