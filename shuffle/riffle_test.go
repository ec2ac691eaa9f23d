package shuffle

import (
	"fmt"
	"math/big"
	"testing"
)

// drops is a generator that plays a given riffle: it answers Float64 with 0 for
// a card from the first packet and just below 1 for the second.
type drops struct {
	PRNG
	answers []bool
}

func (d *drops) Float64() float64 {
	first := d.answers[0]
	d.answers = d.answers[1:]
	if first {
		return 0
	}
	return 1 - 1.0/(1<<53)
}

func TestRiffleVectors(t *testing.T) {
	file := load[struct {
		Fixed []struct {
			N, Cut int
			Drops  string `json:"drops_F_first_pile_S_second"`
			Result []int
		} `json:"deterministic_riffles"`
		Java struct {
			Cases []struct {
				Seed   int64 `json:"java_random_seed"`
				Labels []int `json:"labels_1_52_after_7"`
			}
		} `json:"java_random_driven_7_riffles"`
		One map[string]map[string]string `json:"one_riffle_probabilities"`
	}](t, "07_riffle.json")
	for _, c := range file.Fixed {
		d := new(drops)
		for i := range c.N {
			d.answers = append(d.answers, i < c.Cut)
		}
		for _, packet := range c.Drops {
			d.answers = append(d.answers, packet == 'F')
		}
		same(t, c.Drops, shuffled(Riffle(1), ints(1, c.N), d), c.Result)
	}
	for _, c := range file.Java.Cases {
		same(t, "seven riffles", shuffled(Riffle(7), ints(1, 52), JavaRandom(c.Seed)), c.Labels)
	}
	for n, want := range map[int]map[string]string{3: file.One["3"], 4: file.One["4"]} {
		counts := enumerate(Riffle(1), "123456"[:n], 1<<n)
		for order, fraction := range want {
			p, _ := new(big.Rat).SetString(fraction)
			key := ""
			for _, r := range order {
				if r != ' ' {
					key += string(r)
				}
			}
			if got := big.NewRat(int64(counts[key]), 1<<n); got.Cmp(p) != 0 {
				t.Errorf("%s has probability %v, want %s", order, got, fraction)
			}
		}
	}
}

// The coins and the text's cut and drops have the same law: compare the
// positions of all cards after one riffle of five.
func TestRiffleLaws(t *testing.T) {
	const rounds = 40_000
	exact := enumerate(Riffle(1), "12345", 32)
	chi, cells := 0.0, 0
	counts := map[string]int{}
	g := struct{ PRNG }{NewPRNG(3)} // hides Flips
	for range rounds {
		counts[fmt.Sprint(shuffled(Riffle(1), ints(1, 5), g))]++
	}
	for order, n := range exact {
		key := fmt.Sprint([]int{int(order[0] - '0'), int(order[1] - '0'), int(order[2] - '0'), int(order[3] - '0'), int(order[4] - '0')})
		want := float64(n) * rounds / 32
		d := float64(counts[key]) - want
		chi += d * d / want
		cells++
	}
	if len(counts) != cells {
		t.Errorf("%d arrangements, want %d", len(counts), cells)
	}
	// 26 degrees of freedom: mean 26, standard deviation 7.2.
	if chi < 8 || chi > 58 {
		t.Errorf("chi-square %.1f, want about 26", chi)
	}
}

// Riffling bytes is riffling cards, for all coins of small decks.
func TestRiffleBytes(t *testing.T) {
	for n := 1; n <= 10; n++ {
		for coins := range uint64(1) << n {
			want, got := make([]int, n), inOrder
			mergeCoins(want, ints(0, n), []uint64{coins})
			riffleBytes(&got, n, coins)
			for i, card := range want {
				if int(got[i]) != card {
					t.Fatalf("coins %0*b: place %d holds %d, want %d", n, coins, i, got[i], card)
				}
			}
		}
	}
}
