// Package interval computes all intervals that the packages of shuffle print: of a
// probability, given a share of runs; of an expected value, given a mean; and of the
// samples that chance gives.
package interval

import (
	"math"
	"sort"

	"riffle/shuffle/internal/tail"
)

// miss is how often an interval may miss the truth.
const miss = 0.05

// z is what a normal variable stays within, on either side of 0, 95 times in 100.
var z = tail.Z(miss / 2)

// few is the most hits whose interval is widened.
const few = 3

// Share returns the interval of a probability after Wilson: all p from which
// hits/runs is at most z of p's own standard deviations away. It is 0 to 1 without
// runs.
//
// Of rare events one or two are often seen where none were to be expected: from just
// below Wilson's lower end for a single hit, which is 0.18/runs, no hit at all comes
// in only 84 of 100 samples, and all others miss. So for up to three hits the
// interval goes down to the p at which so many or more come 5 times in 100, and
// likewise up for up to three runs without a hit.
//
// Sources: E. B. Wilson, "Probable inference, the law of succession, and statistical
// inference", Journal of the American Statistical Association 22 (1927) 209-212;
// for few hits L. D. Brown, T. T. Cai, A. DasGupta, "Interval estimation for a
// binomial proportion", Statistical Science 16 (2001) 101-133, section 4.1.1, there
// with Poisson's distribution in place of the binomial one.
func Share(hits, runs int) (low, high float64) {
	if runs == 0 {
		return 0, 1
	}
	n, p := float64(runs), float64(hits)/float64(runs)
	middle := p + z*z/(2*n)
	half := z * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	low, high = (middle-half)/(1+z*z/n), (middle+half)/(1+z*z/n)
	misses := runs - hits
	switch {
	case hits == 0:
		low = 0
	case hits <= few && misses > 0:
		low = math.Min(low, reaching(hits, runs))
	}
	switch {
	case misses == 0:
		high = 1
	case misses <= few && hits > 0:
		high = math.Max(high, 1-reaching(misses, runs))
	}
	return low, high
}

// reaching is the p at which so many hits or more have a probability of 5 %.
func reaching(hits, runs int) float64 {
	low, high := 0.0, 1.0
	for {
		p := (low + high) / 2
		if p <= low || p >= high || high-low < 1e-13*high {
			return p
		}
		if tail.AtLeast(hits, runs, p) < miss {
			low = p
		} else {
			high = p
		}
	}
}

// Mean returns half the width of the interval of an expected value, after Student:
//
//	t·deviation/sqrt(runs)
//
// with the t of runs-1 degrees of freedom, which allows for the deviation being an
// estimate too. It is +Inf where nothing is known of the spread: for fewer than two
// runs, and for outcomes that are all alike, since a rare other one may be any size.
//
// Source: Student, "The probable error of a mean", Biometrika 6 (1908) 1-25.
func Mean(deviation float64, runs int) float64 {
	if runs < 2 || deviation == 0 {
		return math.Inf(1)
	}
	return tail.T(miss/2, runs-1) * deviation / math.Sqrt(float64(runs))
}

// Usual returns the least and the most hits of a probability p that aren't unusual:
// at most 2.5 % of all samples of so many runs have fewer, and at most 2.5 % more.
func Usual(p float64, runs int) (least, most int) {
	if p <= 0 {
		return 0, 0
	}
	if p >= 1 {
		return runs, runs
	}
	// The first k that is exceeded in few samples, and the first that isn't in few.
	most = sort.Search(runs, func(k int) bool { return tail.AtLeast(k+1, runs, p) <= miss/2 })
	least = sort.Search(runs, func(k int) bool { return tail.AtLeast(k+1, runs, p) < 1-miss/2 })
	return least, most
}
