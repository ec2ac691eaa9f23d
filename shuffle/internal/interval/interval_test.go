package interval

import (
	"fmt"
	"math"
	"math/rand/v2"
	"sort"
	"testing"

	"riffle/shuffle/internal/tail"
)

// TestShare compares with Wilson's formula as Newcombe's table I has it (Statistics
// in Medicine 17 (1998) 857-872, method 3), and where the interval is wider with what
// widens it, computed by hand: a single hit or more in n runs comes with probability
// 1-(1-p)^n.
func TestShare(t *testing.T) {
	for _, c := range []struct {
		hits, runs int
		low, high  float64
	}{
		{81, 263, 0.2553, 0.3662}, {15, 148, 0.0624, 0.1605}, {0, 20, 0, 0.1611}, {29, 29, 0.8830, 1},
		{0, 30, 0, 0.1135}, {500, 1000, 0.4691, 0.5309}, {1, 29, 1 - math.Pow(0.95, 1.0/29), 0.1718},
		{28, 29, 1 - 0.1718, math.Pow(0.95, 1.0/29)}, {1, 2, 1 - math.Sqrt(0.95), math.Sqrt(0.95)},
		{0, 0, 0, 1}, {1, 1, 0.2065, 1}, {0, 1, 0, 0.7935},
	} {
		low, high := Share(c.hits, c.runs)
		if math.Abs(low-c.low) > 6e-5 || math.Abs(high-c.high) > 6e-5 {
			t.Errorf("%d of %d: %.4f to %.4f, want %.4f to %.4f", c.hits, c.runs, low, high, c.low, c.high)
		}
	}
	if _, high := Share(0, 1e15); math.Abs(high/3.8414588e-15-1) > 1e-7 {
		t.Errorf("0 of 10^15: up to %g", high)
	}
}

// intervals are the intervals of all numbers of hits in n runs.
func intervals(n int) (low, high []float64) {
	for hits := range n + 1 {
		l, h := Share(hits, n)
		low, high = append(low, l), append(high, h)
	}
	return low, high
}

// coverage is how often the interval of n runs holds the probability p, exactly: the
// probability of all hits from the first whose upper end is at least p to the last
// whose lower end is at most p.
func coverage(low, high []float64, p float64) float64 {
	n := len(low) - 1
	first, end := sort.SearchFloat64s(high, p), sort.Search(n+1, func(i int) bool { return low[i] > p })
	return tail.AtLeast(first, n, p) - tail.AtLeast(end, n, p)
}

// TestShareCovers computes the coverage of all probabilities for 5 to 1,000 runs,
// exactly: on average over p, and where it is least. Between two ends of intervals it
// is the probability of hits from a to b, which rises and falls once as p grows, so it
// is least at an end.
func TestShareCovers(t *testing.T) {
	for n := 5; n <= 1000; n++ {
		low, high := intervals(n)
		mean, least, at := 0.0, 1.0, 0.0
		for hits := range n + 1 {
			// The integral of C(n,k)·p^k·(1-p)^(n-k) over p is a tail of n+1 runs.
			mean += upTo(high[hits], hits+1, n+1) - upTo(low[hits], hits+1, n+1)
			for _, p := range []float64{low[hits] * (1 - 1e-9), high[hits] * (1 + 1e-9)} {
				if p <= 0 || p > 0.5+1e-6 {
					continue // the other half is its mirror image
				}
				if c := coverage(low, high, p); c < least {
					least, at = c, p
				}
			}
		}
		mean /= float64(n + 1)
		floor := 0.905
		if n == 7 {
			floor = 0.893
		}
		if mean < 0.95 || mean > 0.972 || least < floor {
			t.Errorf("%d runs: %.4f on average, %.4f at p = %.4f", n, mean, least, at)
		}
	}
}

func upTo(p float64, k, n int) float64 {
	if p <= 0 || p >= 1 {
		return p
	}
	return tail.AtLeast(k, n, p)
}

// TestRareEventsAreCovered: what plain Wilson intervals miss in one of six samples.
func TestRareEventsAreCovered(t *testing.T) {
	for _, n := range []int{5, 10, 15, 30, 100, 1000, 100_000} {
		low, high := intervals(n)
		for _, mean := range []float64{0.01, 0.05, 0.1, 0.15, 0.177, 0.3, 0.5, 0.8} {
			if c := coverage(low, high, mean/float64(n)); c < 0.95 {
				t.Errorf("%d runs of p = %g/%d: %.4f", n, mean, n, c)
			}
		}
	}
}

// TestMeanCovers makes samples of distributions with known means. Student's intervals
// are exact for the normal distribution, and nearly so for what is symmetric; skewed
// ones take more runs, as the documentation of trials.Estimate says.
func TestMeanCovers(t *testing.T) {
	const samples = 4000
	slack := 4 * math.Sqrt(0.95*0.05/samples)
	rng := rand.New(rand.NewPCG(15, 24))
	normal := func() float64 { return rng.NormFloat64() }
	die := func() float64 { return float64(rng.IntN(6)) - 2.5 }
	skewed := func() float64 { return rng.ExpFloat64() - 1 }
	for _, c := range []struct {
		name        string
		draw        func() float64
		runs        int
		least, most float64
	}{
		{"normal", normal, 2, 0.95, 0.95}, {"normal", normal, 5, 0.95, 0.95}, {"normal", normal, 10, 0.95, 0.95},
		{"normal", normal, 30, 0.95, 0.95}, {"normal", normal, 100, 0.95, 0.95}, {"normal", normal, 1000, 0.95, 0.95},
		{"a die", die, 5, 0.93, 0.96}, {"a die", die, 10, 0.94, 0.96}, {"a die", die, 30, 0.945, 0.955},
		{"a die", die, 100, 0.95, 0.95}, {"a die", die, 1000, 0.95, 0.95},
		{"skewed", skewed, 5, 0.87, 0.90}, {"skewed", skewed, 30, 0.92, 0.94}, {"skewed", skewed, 100, 0.935, 0.95}, {"skewed", skewed, 1000, 0.945, 0.95},
	} {
		held, one := 0, Mean(1, c.runs)
		for range samples {
			sum, squares := 0.0, 0.0
			for range c.runs {
				x := c.draw()
				sum += x
				squares += x * x
			}
			n := float64(c.runs)
			mean := sum / n
			if math.Abs(mean) <= one*math.Sqrt(math.Max(0, squares-n*mean*mean)/(n-1)) {
				held++
			}
		}
		if got := float64(held) / samples; got < c.least-slack || got > c.most+slack {
			t.Errorf("%s, %d runs: the interval holds the mean in %.4f, want %.3f to %.3f", c.name, c.runs, got, c.least, c.most)
		}
	}
	for _, runs := range []int{0, 1} {
		if !math.IsInf(Mean(1, runs), 1) {
			t.Errorf("a mean of %d runs has an interval", runs)
		}
	}
	if !math.IsInf(Mean(0, 30), 1) {
		t.Error("outcomes that are all alike have an interval")
	}
}

// TestUsual adds up probabilities: the range holds at least 95 %, and with an end less
// more than 2.5 % are beyond it.
func TestUsual(t *testing.T) {
	for _, n := range []int{1, 5, 30, 200} {
		for _, p := range []float64{1e-9, 0.01, 1.0 / 6, 0.5, 0.9, 1 - 1e-9} {
			least, most := Usual(p, n)
			cumulated := make([]float64, n+2) // of fewer than i hits
			for i := range n + 1 {
				c, _ := math.Lgamma(float64(n + 1))
				a, _ := math.Lgamma(float64(i + 1))
				b, _ := math.Lgamma(float64(n - i + 1))
				cumulated[i+1] = cumulated[i] + math.Exp(c-a-b+float64(i)*math.Log(p)+float64(n-i)*math.Log1p(-p))
			}
			const rounding = 1e-9
			what := fmt.Sprintf("%d runs of p = %g: %d to %d", n, p, least, most)
			if cumulated[least] > 0.025+rounding || 1-cumulated[most+1] > 0.025+rounding {
				t.Errorf("%s miss too much", what)
			}
			if least < n && cumulated[least+1] <= 0.025-rounding || most > 0 && 1-cumulated[most] <= 0.025-rounding {
				t.Errorf("%s is too wide", what)
			}
		}
	}
	for _, c := range [][4]float64{{0, 10, 0, 0}, {1, 10, 10, 10}, {0.5, 0, 0, 0}, {1e-300, 1e12, 0, 0}, {1 - 1e-16, 1000, 1000, 1000}} {
		if least, most := Usual(c[0], int(c[1])); least != int(c[2]) || most != int(c[3]) {
			t.Errorf("%v: %d to %d", c, least, most)
		}
	}
}
