package games

import (
	"math"
	"strings"
	"testing"

	"riffle/shuffle"
	"riffle/shuffle/trials"
)

// TestRoman compares numerals with those made digit by digit, and with some from
// inscriptions.
func TestRoman(t *testing.T) {
	for n, want := range map[int]string{1: "I", 4: "IV", 49: "XLIX", 1494: "MCDXCIV", 1992: "MCMXCII", 3888: "MMMDCCCLXXXVIII", 3999: "MMMCMXCIX"} {
		if got := Roman(n); got != want {
			t.Errorf("Roman(%d) = %s, want %s", n, got, want)
		}
	}
	digit := func(d int, one, five, ten string) string {
		return strings.NewReplacer("1", one, "5", five, "x", ten).Replace(
			[]string{"", "1", "11", "111", "15", "5", "51", "511", "5111", "1x"}[d])
	}
	for n := 1; n <= 3999; n++ {
		want := strings.Repeat("M", n/1000) + digit(n/100%10, "C", "D", "M") + digit(n/10%10, "X", "L", "C") + digit(n%10, "I", "V", "X")
		if got := Roman(n); got != want {
			t.Fatalf("Roman(%d) = %s, want %s", n, got, want)
		}
	}
}

// TestRandomRoman compares the mean lengths with the exact ones.
func TestRandomRoman(t *testing.T) {
	const runs = 2000
	var sum, squares float64
	for n := 1; n <= 3999; n++ {
		l := float64(len(Roman(n)))
		sum, squares = sum+l, squares+l*l
	}
	mean := sum / 3999
	for _, c := range []struct {
		name     string
		draw     func(...shuffle.PRNG) string
		mean, sd float64
	}{
		{"RandomRoman", RandomRoman, mean, math.Sqrt(squares/3999 - mean*mean)},
		{"RandomRomanByLength", RandomRomanByLength, 8, math.Sqrt((15*15 - 1) / 12.)}, // uniform on 1 to 15
	} {
		total := 0
		rng := shuffle.NewPRNG(10)
		for range runs {
			total += len(c.draw(rng))
		}
		if got := float64(total) / runs; math.Abs(got-c.mean) > 4*c.sd/math.Sqrt(runs) {
			t.Errorf("%s: mean length %.2f, want %.2f", c.name, got, c.mean)
		}
	}
	longest := trials.Run(runs, func(rng shuffle.PRNG) bool { return len(RandomRomanByLength(rng)) == 15 }, trials.Seed(10)).Share(true)
	if p := longest.Against(1. / 15).P; p < 1e-4 {
		t.Errorf("15 letters: %v, want 1/15 (p = %g)", longest, p)
	}
}
