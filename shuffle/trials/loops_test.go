package trials

import (
	"math"
	"testing"

	"riffle/shuffle"
)

// Outcomes are counted one after the other: no trial is made after one that is refused,
// or after the experiment was stopped.
func TestLoopsEnd(t *testing.T) {
	const last = 7
	calls := 0
	m := new(Meter)
	stop := func() {
		if calls++; calls == last {
			m.stopped.Store(true)
		}
	}
	trials := map[string]any{
		"bool":   func(shuffle.PRNG) bool { stop(); return true },
		"int":    func(shuffle.PRNG) int { stop(); return calls },
		"real":   func(shuffle.PRNG) float64 { stop(); return 1 },
		"string": func(shuffle.PRNG) string { stop(); return "" },
	}
	play := func(trial any) (made int) {
		calls = 0
		m.stopped.Store(false)
		_, empty := kindOf("Run", trial)
		return empty().(interface {
			play(int, shuffle.PRNG, *Meter) int
		}).play(100, shuffle.NewPRNG(1), m)
	}
	for name, trial := range trials {
		if made := play(trial); made != last || calls != last {
			t.Errorf("%s: %d trials were made and %d counted, want %d", name, calls, made, last)
		}
	}
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		func() {
			defer func() {
				if value := recover(); value == nil || calls != last-1 {
					t.Errorf("%v: %v after %d trials, want a panic after %d", bad, value, calls, last-1)
				}
			}()
			play(func(shuffle.PRNG) float64 {
				if stop(); calls == last-1 {
					return bad
				}
				return 1
			})
		}()
	}
}
