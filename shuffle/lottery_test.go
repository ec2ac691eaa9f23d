package shuffle

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestLotteryVectors(t *testing.T) {
	type ball struct {
		White []int
		Red   int
	}
	file := load[struct {
		Cases []struct {
			Seed  string
			Games []struct {
				Maximum, NumbersToPick int
				Picks                  [][]int
				NumbersAfter           []int `json:"numbers_after"`
			}
			Roadrunner []string `json:"roadrunner_stdout_lines"`
			Varying    []struct {
				K    int
				Pick []int
			} `json:"lottery40_varying_k"`
			Shared []ball `json:"powerball_shared_generator"`
			Two    []ball `json:"powerball_two_generators_seed_and_seed_plus_1"`
		}
	}](t, "02_lottery.json")
	for _, c := range file.Cases {
		seed := parseInt(t, c.Seed)
		for _, g := range c.Games {
			l := NewLottery(g.Maximum, JavaRandom(seed))
			for _, want := range g.Picks {
				same(t, "pick", l.Pick(g.NumbersToPick), want)
			}
			same(t, "numbers", l.Numbers(), g.NumbersAfter)
		}
		l := NewLottery(40, JavaRandom(seed))
		for _, v := range c.Varying {
			same(t, "varying pick", l.Pick(v.K), v.Pick)
		}
		same(t, "roadrunner", strings.Split(Roadrunner(len(c.Roadrunner), JavaRandom(seed)).String(), "\n"), c.Roadrunner)
		check := func(got Tickets, want []ball) {
			for i, w := range want {
				same(t, "powerball", append(got[i].Numbers, got[i].Ball), append(w.White, w.Red))
			}
		}
		check(PowerBall(len(c.Shared), JavaRandom(seed)), c.Shared)
		check(PowerBall(len(c.Two), JavaRandom(seed), JavaRandom(seed+1)), c.Two)
	}
}

// A generator that is no Dicer takes the other path through mix; both draw the
// same where the generator is the same.
func TestLotteryPathsAgree(t *testing.T) {
	a, b := NewLottery(90, JavaRandom(7)), NewLottery(90, struct{ PRNG }{JavaRandom(7)})
	for k := range 91 {
		same(t, "pick", a.Pick(k), b.Pick(k))
	}
}

// The generators with batched dice have their own way through mix; it leads to the same
// picks and the same place in the sequence, for any k.
func TestLotteryPicksAsDice(t *testing.T) {
	for _, max := range []int{1, 2, 3, 6, 49, 64, 65, 1024, 1025, fourSides, fourSides + 5} {
		for _, rng := range [][2]PRNG{{NewPRNG(4), struct{ *Xoshiro }{NewPRNG(4)}}, {StreamOf(4, 1), struct{ *Stream }{StreamOf(4, 1)}}} {
			a, b := NewLottery(max, rng[0]), NewLottery(max, rng[1])
			for k := 0; k <= max; k += 1 + k/3 {
				same(t, "pick", a.Pick(k), b.Pick(k))
				want := a.Numbers()[:k]
				slices.Sort(want)
				same(t, "sorted", a.picked(k), want)
			}
			if rng[0].Uint64() != rng[1].Uint64() {
				t.Errorf("picks of %d with %v take another number of words", max, rng[0])
			}
		}
	}
}

// Every combination is equally likely: chi-square over all 56 of C(8, 3), for
// the default generator (seeded, so that the test is the same each time).
func TestLotteryEveryCombination(t *testing.T) {
	const picks = 56_000
	l := NewLottery(8, StreamOf(1, 1))
	counts := map[string]int{}
	for range picks {
		counts[fmt.Sprint(l.Pick(3))]++
	}
	if len(counts) != 56 {
		t.Fatalf("%d combinations, want 56", len(counts))
	}
	chi := 0.0
	for _, n := range counts {
		d := float64(n) - picks/56
		chi += d * d / (picks / 56)
	}
	// 55 degrees of freedom: mean 55, standard deviation 10.5.
	if chi < 28 || chi > 97 {
		t.Errorf("chi-square %.1f, want about 55", chi)
	}
}

func TestTicketsString(t *testing.T) {
	got := Tickets{{Numbers: []int{1, 7}}, {Numbers: []int{10, 20}, Ball: 36}}.String()
	if want := "Ticket #1: [1, 7]\nTicket #2: [10, 20] + 36"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if k := Keno(1, JavaRandom(1)); len(k[0].Numbers) != 20 {
		t.Errorf("keno %v", k)
	}
}
