package prose

import (
	"math"
	"strings"
	"testing"
)

func TestWords(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Int(0), "0"}, {Int(999), "999"}, {Int(-1000), "-1,000"}, {Int(1234567), "1,234,567"}, {Int(math.MinInt), "-9,223,372,036,854,775,808"},
		{Percent(0.16671, 0.0007), "16.671 %"}, {Percent(0.5, 0.1), "50 %"}, {Percent(0.5, 0), "50.00 %"},
		{Range(0.16598, 0.16744), "16.598 to 16.744 %"}, {Range(0, 1), "0 to 100 %"}, {Range(0, 0.11351), "0 to 11.4 %"}, {Range(0.88649, 1), "88.6 to 100 %"},
		{Percent(0.333333, 1e-12), "33.33330000 %"},
		{About(3), "about 3"}, {About(1234), "about 1,300"}, {About(387420489), "about 390,000,000"}, {About(1e30), "about 10^30"},
		{About(math.Inf(-1)), "an unknown number"}, {About(0), "about 0"},
		{RunsShow(0.9), "a single run shows"}, {RunsShow(1), "a single run shows"}, {RunsShow(1.1), "about 2 runs show"}, {RunsShow(12345), "about 13,000 runs show"},
		{P(0.5), "p = 0.50"}, {P(0.0421), "p = 0.042"}, {P(3e-10), "p < 10^-9"}, {P(0), "p < 10^-300"}, {P(1), "p = 1.00"}, {PAtMost(0.0421), "p ≤ 0.042"}, {PAtMost(3e-10), "p < 10^-9"},
		{Wrap("one two"), "one two"}, {Wrap(strings.Repeat("x", 76) + " (p < 1)."), strings.Repeat("x", 76) + "\n  (p < 1)."}, {Wrap(strings.Repeat("word ", 16) + "end"), strings.Repeat("word ", 15) + "word\n  end"},
		{Wrap(strings.Repeat("x", 75) + " 7 %."), strings.Repeat("x", 75) + " 7 %."}, {Wrap(strings.Repeat("x", 76) + " 7 %."), strings.Repeat("x", 76) + "\n  7 %."},
		{Plural(1, "run"), "1 run"}, {Plural(2000, "run"), "2,000 runs"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

func TestReal(t *testing.T) {
	for _, c := range []struct {
		x      float64
		digits int
		want   string
	}{
		{0, 5, "0"}, {1666.6667, 5, "1666.7"}, {0.123456, 4, "0.1235"}, {9999.4, 4, "9999"}, {833333.33, 5, "833,333"},
		{-12345.6, 4, "-12,346"}, {1e15, 4, "1e+15"}, {math.Inf(1), 4, "+Inf"}, {math.NaN(), 4, "NaN"},
	} {
		if got := Real(c.x, c.digits); got != c.want {
			t.Errorf("Real(%v, %d) = %q, want %q", c.x, c.digits, got, c.want)
		}
	}
}

func TestFixed(t *testing.T) {
	for _, c := range []struct {
		x        float64
		decimals int
		want     string
	}{{3.49871, 4, "3.4987"}, {9999.5, 1, "9999.5"}, {833333.333, 1, "833,333.3"}, {-12345, 0, "-12,345"}, {1e308, 4, "1e+308"}, {-1.25e15, 0, "-1.25e+15"}, {math.NaN(), 2, "NaN"}, {math.Inf(-1), 2, "-Inf"}} {
		if got := Fixed(c.x, c.decimals); got != c.want {
			t.Errorf("Fixed(%v, %d) = %q, want %q", c.x, c.decimals, got, c.want)
		}
	}
}
