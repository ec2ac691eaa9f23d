package games

import (
	"fmt"
	"math"
	"math/big"
	"testing"
	"time"

	"riffle/shuffle"
	"riffle/shuffle/trials"
)

func TestFlip(t *testing.T) {
	v := load[struct {
		Flip []struct {
			Seed  int64  `json:"java_random_seed"`
			Real  string `json:"reading_nextDouble_lt_2_3"`
			Int   string `json:"reading_nextInt3_lt_2"`
			Zero  string `json:"reading_nextInt3_eq_0_is_tails"`
			Heads int    `json:"heads_in_100000_reading_nextDouble"`
		}
		Reals [][2]any `json:"flip_from_real_lt_2_3"`
	}](t, "11_flip_permutations.json")
	letters := func(n int, flip func(...shuffle.PRNG) string, seed int64) string {
		rng, s := shuffle.JavaRandom(seed), ""
		for range n {
			s += map[string]string{Heads: "H", Tails: "T"}[flip(rng)]
		}
		return s
	}
	for _, c := range v.Flip {
		equal(t, "Flip", letters(len(c.Real), Flip, c.Seed), c.Real)
		equal(t, "FlipInt", letters(len(c.Int), FlipInt, c.Seed), c.Int)
		equal(t, "FlipZero", letters(len(c.Zero), FlipZero, c.Seed), c.Zero)
		rng, heads := shuffle.JavaRandom(c.Seed), 0
		for range 100_000 {
			if Flip(rng) == Heads {
				heads++
			}
		}
		equal(t, "heads of 100,000", heads, c.Heads)
	}
	for _, r := range v.Reals {
		equal(t, fmt.Sprint("FlipReal of ", r[0]), FlipReal(r[0].(float64)), r[1])
	}
	equal(t, "a sure thing", FlipWeighted(1), Heads)
	equal(t, "no chance", FlipWeighted(0), Tails)
	if got := Flip(); got != Heads && got != Tails {
		t.Errorf("Flip without a generator: %q", got)
	}
}

// The sums of two dice, exactly and sampled.
func TestDice(t *testing.T) {
	counts := map[int]int64{}
	for a := 1; a <= 6; a++ {
		for b := 1; b <= 6; b++ {
			counts[Throw{a, b}.Sum()]++
		}
	}
	for sum := -1; sum < 15; sum++ {
		equal(t, fmt.Sprint("sum ", sum), DiceSum(sum).RatString(), big.NewRat(counts[sum], 36).RatString())
	}
	r := DiceStats(36_000, trials.Seed(2))
	chi := 0.0
	for _, o := range r.Outcomes {
		want, _ := DiceSum(o.Value.(int)).Float64()
		chi += math.Pow(float64(o.Hits)-36_000*want, 2) / (36_000 * want)
	}
	if len(r.Outcomes) != 11 || chi > 35 { // 10 degrees of freedom: p < 0.0001
		t.Errorf("chi-square %.1f\n%v", chi, r)
	}
	rng, again := shuffle.JavaRandom(3), shuffle.JavaRandom(3)
	equal(t, "two draws, the first first", Dice(rng), Throw{1 + again.NextIntN(6), 1 + again.NextIntN(6)})
	equal(t, "text", Throw{3, 4}.String(), "3 + 4 = 7")
}

func TestIntFromReal(t *testing.T) {
	for _, c := range []struct {
		x               float64
		low, high, want int
	}{
		{1, 1, 6, 6}, {5e-324, 1, 6, 1}, {1.0 / 6, 1, 6, 1}, {math.Nextafter(1.0/6, 1), 1, 6, 2}, {0.5, 1, 6, 3}, {0.51, 1, 6, 4},
		{1, 7, 7, 7}, {0.3, -3, 3, -1}, {1, 0, 1<<53 - 1, 1<<53 - 1}, {1, math.MaxInt, math.MaxInt, math.MaxInt}, {0.5, math.MinInt, math.MinInt + 9, math.MinInt + 4},
	} {
		if got := IntFromReal(c.x, c.low, c.high); got != c.want {
			t.Errorf("IntFromReal(%v, %d, %d) = %d, want %d", c.x, c.low, c.high, got, c.want)
		}
	}
	// 60,000 reals at equal distances give each integer 10,000 times.
	counts := map[int]int{}
	for i := range 60_000 {
		counts[IntFromReal((float64(i)+0.5)/60_000, 1, 6)]++
	}
	equal(t, "counts", counts, map[int]int{1: 10_000, 2: 10_000, 3: 10_000, 4: 10_000, 5: 10_000, 6: 10_000})
	rng, again := shuffle.NewPRNG(1), shuffle.NewPRNG(1)
	for range 100 {
		equal(t, "RandomInt", RandomInt(-2, 9, rng), again.IntN(12)-2)
	}
	equal(t, "one integer", RandomInt(5, 5), 5)
}

// Every day of a year comes up, and only days of that year, as often as said.
func TestDates(t *testing.T) {
	for _, c := range []struct {
		name string
		draw func(int, ...shuffle.PRNG) time.Time
		p    func(time.Time) float64
	}{
		{"RandomDate", RandomDate, func(time.Time) float64 { return 1.0 / 366 }},
		{"RandomDateByTrial", RandomDateByTrial, func(time.Time) float64 { return 1.0 / 366 }},
		{"RandomDateByMonth", RandomDateByMonth, func(d time.Time) float64 { return 1.0 / 12 / float64(daysIn(1992, d.Month())) }},
	} {
		const draws = 366 * 200
		rng, counts := shuffle.NewPRNG(1992), map[time.Time]int{}
		for range draws {
			counts[c.draw(1992, rng)]++
		}
		chi := 0.0
		for d, n := range counts {
			if d.Year() != 1992 || d != d.Truncate(24*time.Hour) {
				t.Errorf("%s: %v", c.name, d)
			}
			chi += math.Pow(float64(n)-draws*c.p(d), 2) / (draws * c.p(d))
		}
		if len(counts) != 366 || chi > 365+4*math.Sqrt(2*365) {
			t.Errorf("%s: %d days, chi-square %.0f, want about 365", c.name, len(counts), chi)
		}
	}
	for year, days := range map[int]int{1992: 366, 1900: 365, 2000: 366, 1: 365, 9999: 365} {
		equal(t, fmt.Sprint("days of ", year), daysOf(year), days)
	}
}

func TestDiceRefusals(t *testing.T) {
	stuck := shuffle.LCG(0, 61, 72, 0) // draws 61 for ever: 30 February
	checkRefusals(t, []refusal{
		{"games.FlipReal: x = 1, want 0 up to, but not including, 1", func() { FlipReal(1) }},
		{"games.FlipReal: x = NaN, want 0 up to, but not including, 1", func() { FlipReal(math.NaN()) }},
		{"games.FlipWeighted: p = -0.5, want 0 to 1", func() { FlipWeighted(-0.5) }},
		{"games.FlipWeighted: p = NaN, want 0 to 1", func() { FlipWeighted(math.NaN()) }},
		{"games.IntFromReal: x = 0, want more than 0 and at most 1", func() { IntFromReal(0, 1, 6) }},
		{"games.IntFromReal: x = NaN, want more than 0 and at most 1", func() { IntFromReal(math.NaN(), 1, 6) }},
		{"games.IntFromReal: x = +Inf, want more than 0 and at most 1", func() { IntFromReal(math.Inf(1), 1, 6) }},
		{"games.IntFromReal: low = 6, high = 1, want low at most high", func() { IntFromReal(1, 6, 1) }},
		{fmt.Sprintf("games.IntFromReal: %d to %d are more integers than the 2^53 reals there are, want fewer", math.MinInt, math.MaxInt),
			func() { IntFromReal(1, math.MinInt, math.MaxInt) }},
		{"games.RandomInt: low = 2, high = 1, want low at most high", func() { RandomInt(2, 1) }},
		{fmt.Sprintf("games.RandomInt: %d to %d are too many integers, want at most 2^63-1", -1, math.MaxInt), func() { RandomInt(-1, math.MaxInt) }},
		{"games.RandomDate: year = 0, want 1 to 9999", func() { RandomDate(0) }},
		{"games.RandomDateByMonth: year = 10000, want 1 to 9999", func() { RandomDateByMonth(10_000) }},
		{"games.RandomDateByTrial: no date in 1000 draws, want random ones (is the generator stuck?)", func() { RandomDateByTrial(1992, stuck) }},
		{"games.Roman: n = 0, want 1 to 3999", func() { Roman(0) }},
		{"games.DiceStats: n = -1, want at least 0", func() { DiceStats(-1) }},
		{"games.Flip: the generator is nil, want one such as NewPRNG(), or none at all", func() { Flip(nil) }},
	})
}
