package trials

import (
	"fmt"
	"math"

	"riffle/shuffle/internal/arg"
	"riffle/shuffle/internal/prose"
	"riffle/shuffle/internal/tail"
)

// Share is how often something happened in a number of runs: an estimate of its
// probability. Hits is from 0 to Runs.
type Share struct {
	Hits, Runs int
}

// Value returns Hits/Runs, NaN when there were no runs.
func (s Share) Value() float64 { return float64(s.Hits) / float64(s.Runs) }

// Interval returns a 95 % confidence interval for the probability, after Wilson:
// all p from which the share is at most z = 1.96 of p's own standard deviations
// away, |share - p| <= z·sqrt(p(1-p)/runs). Unlike the textbook interval it is
// right for rare things too: after 0 of n it still reaches up to about 4/n.
// Without runs it is 0 to 1. Interval panics unless 0 <= Hits <= Runs.
//
// Source: E. B. Wilson, "Probable inference, the law of succession, and
// statistical inference", Journal of the American Statistical Association 22
// (1927) 209-212.
func (s Share) Interval() (low, high float64) {
	s.check("Share.Interval")
	if s.Runs == 0 {
		return 0, 1
	}
	n, p := float64(s.Runs), s.Value()
	z2 := z95 * z95
	middle := (p + z2/(2*n)) / (1 + z2/n)
	half := z95 / (1 + z2/n) * math.Sqrt(p*(1-p)/n+z2/(4*n*n))
	low, high = max(0, middle-half), min(1, middle+half)
	if s.Hits == 0 {
		low = 0
	}
	if s.Hits == s.Runs {
		high = 1
	}
	return low, high
}

// check refuses a share that no experiment can give.
func (s Share) check(call string) {
	arg.AtLeast(call, "Runs", s.Runs, 0)
	arg.Range(call, "Hits", s.Hits, 0, s.Runs)
}

// Error returns half the width of the interval. It panics as Interval does.
func (s Share) Error() float64 {
	low, high := s.Interval()
	return (high - low) / 2
}

// String returns the share with its interval, as in
// "16.671 % (95 % interval 16.598 to 16.744 %)".
func (s Share) String() string {
	switch {
	case s.Runs == 0 && s.Hits == 0:
		return "no runs"
	case s.Hits < 0 || s.Hits > s.Runs:
		return fmt.Sprintf("%d of %d runs, which is no share", s.Hits, s.Runs)
	}
	return fmt.Sprintf("%s (95 %% interval %s)", prose.Percent(s.Value(), s.Error()), prose.Range(s.Interval()))
}

// Against compares the share with an expected probability p, by the exact binomial
// test: if p is right, i hits have the probability
//
//	P(i) = C(Runs, i)·p^i·(1-p)^(Runs-i)
//
// and the verdict's P is the sum of P(i) over all i, on either side of the
// expectation, that are no likelier than Hits. R's binom.test and SciPy's
// binomtest do the same. Against panics unless 0 <= p <= 1 and 0 <= Hits <= Runs.
func (s Share) Against(p float64) Verdict {
	s.check("Share.Against")
	if !(p >= 0 && p <= 1) {
		arg.Refuse("Share.Against", "p = %v, want 0 to 1", p)
	}
	v := Verdict{P: 1, Needed: math.Inf(1)}
	if s.Runs > 0 {
		v.P = tail.Binomial(s.Hits, s.Runs, p)
		v.Needed = RunsToSee(p, s.Value())
	}
	v.Text = fmt.Sprintf("%v, expected %s", s, prose.Percent(p, s.Error()))
	return v
}

const (
	// level is the probability of a false alarm.
	level = 0.05
	// power is how often a real effect should be detected.
	power = 0.9
)

var (
	z95    = tail.Z(level / 2)
	zPower = tail.Z(1 - power)
)

// RunsToSee returns how many runs it takes to tell a probability from the
// expected one: enough for a test with a false alarm in 1 of 20 cases to detect
// the difference in 9 of 10,
//
//	((1.96·sqrt(p(1-p)) + 1.28·sqrt(q(1-q))) / (q-p))²
//
// for p expected and q found. It is +Inf when the two are equal. It panics unless
// both are from 0 to 1.
func RunsToSee(expected, found float64) float64 {
	for _, p := range []float64{expected, found} {
		if !(p >= 0 && p <= 1) {
			arg.Refuse("trials.RunsToSee", "probability %v, want 0 to 1", p)
		}
	}
	if expected == found {
		return math.Inf(1)
	}
	spread := z95*math.Sqrt(expected*(1-expected)) + zPower*math.Sqrt(found*(1-found))
	// Where neither varies one run tells.
	return max(1, math.Ceil(math.Pow(spread/(found-expected), 2)))
}

// Estimate is the mean of numeric outcomes, as an estimate of the expected value.
type Estimate struct {
	Mean float64
	// Deviation is the standard deviation of a single outcome.
	Deviation float64
	Runs      int
}

// Error returns half the width of the 95 % confidence interval,
// 1.96·Deviation/sqrt(Runs), +Inf for fewer than two runs.
func (e Estimate) Error() float64 {
	if e.Runs < 2 {
		return math.Inf(1)
	}
	return z95 * e.Deviation / math.Sqrt(float64(e.Runs))
}

// Interval returns the 95 % confidence interval for the expected value. It relies
// on the normal distribution, and so on at least some dozens of runs.
func (e Estimate) Interval() (low, high float64) { return e.Mean - e.Error(), e.Mean + e.Error() }

// String returns the mean with its error, as in "3.4987 ± 0.0033". The error of a
// single run is unknown.
func (e Estimate) String() string {
	switch e.Runs {
	case 0:
		return "no runs"
	case 1:
		return prose.Fixed(e.Mean, 4) + ", from a single run"
	}
	d := e.decimals()
	return prose.Fixed(e.Mean, d) + " ± " + prose.Fixed(e.Error(), d)
}

// decimals is how many decimals show two digits of the error.
func (e Estimate) decimals() int {
	err := e.Error()
	if err == 0 || math.IsInf(err, 0) || math.IsNaN(err) {
		return 4
	}
	return max(0, min(12, 1-int(math.Floor(math.Log10(err)))))
}

// Against compares the mean with an expected value. It panics when want isn't
// finite.
func (e Estimate) Against(want float64) Verdict {
	if math.IsNaN(want) || math.IsInf(want, 0) {
		arg.Refuse("Estimate.Against", "want = %v, want a finite number", want)
	}
	v := Verdict{P: 1, Needed: math.Inf(1), Text: fmt.Sprintf("%v, expected %.*f", e, e.decimals(), want)}
	d := math.Abs(e.Mean - want)
	switch {
	case e.Runs < 2:
	case e.Deviation == 0 && d > 0:
		v.P, v.Needed = 0, 2
	case d > 0:
		v.P = tail.Normal(d / e.Deviation * math.Sqrt(float64(e.Runs)))
		v.Needed = math.Ceil(math.Pow((z95+zPower)*e.Deviation/d, 2))
	}
	return v
}

// Verdict is the result of a comparison with an expectation.
type Verdict struct {
	// Text says what was compared.
	Text string
	// P is the probability that chance alone makes a difference this large.
	P float64
	// Needed is how many runs it takes to detect an effect of the size found nine
	// times out of ten: +Inf if there was none.
	Needed float64
}

// Differs reports whether the difference is more than chance explains: P is
// below 5 %.
func (v Verdict) Differs() bool { return v.P < level }

// String returns the verdict in English.
func (v Verdict) String() string {
	what := "Chance alone makes as large a difference"
	if v.Differs() {
		what = "That is more than chance explains"
	}
	s := fmt.Sprintf("%s.\n%s (%s).", v.Text, what, prose.P(v.P))
	if math.IsInf(v.Needed, 1) {
		return s
	}
	return s + fmt.Sprintf("\nNine times out of ten, %s an effect of this size.", prose.RunsShow(v.Needed))
}
