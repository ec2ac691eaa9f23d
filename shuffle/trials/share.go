package trials

import (
	"fmt"
	"math"

	"riffle/shuffle/internal/arg"
	"riffle/shuffle/internal/interval"
	"riffle/shuffle/internal/proof"
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
// away, |share - p| <= z·sqrt(p(1-p)/runs). For 1 to 3 hits it goes down to the p
// at which so many hits or more have a probability of 5 %, and likewise up for 1 to
// 3 runs without one.
//
// Unlike the textbook interval, share ± z·sqrt(share(1-share)/runs), it is right
// for rare things and for few runs too: after 0 of n it still reaches up to about
// 4/n. So the share isn't in its middle. Over all probabilities 95 to 97 % of
// intervals hold the true one, for any number of runs from 5 on. For a given one it
// may be a little more or less, since hits are whole numbers, but never under 89 %,
// and never under 95 % for events too rare to be expected once.
//
// Without runs it is 0 to 1. Interval panics unless 0 <= Hits <= Runs.
//
// Sources: E. B. Wilson, "Probable inference, the law of succession, and
// statistical inference", Journal of the American Statistical Association 22
// (1927) 209-212; L. D. Brown, T. T. Cai, A. DasGupta, "Interval estimation for a
// binomial proportion", Statistical Science 16 (2001) 101-133.
func (s Share) Interval() (low, high float64) {
	s.check("Share.Interval")
	return interval.Share(s.Hits, s.Runs)
}

// check refuses a share that no experiment can give.
func (s Share) check(call string) {
	arg.AtLeast(call, "Runs", s.Runs, 0)
	arg.Range(call, "Hits", s.Hits, 0, s.Runs)
}

// Error returns half the width of the interval. The share isn't in the middle of
// it, so write the Interval rather than share ± error. It panics as Interval does.
func (s Share) Error() float64 {
	low, high := s.Interval()
	return (high - low) / 2
}

// Percent writes the share with as many decimals as its error leaves a meaning, as
// in "16.67 %". It panics as Interval does.
func (s Share) Percent() string { return prose.Percent(s.Value(), s.Error()) }

// Range writes the interval, as in "16.60 to 16.74 %". It panics as Interval does.
func (s Share) Range() string { return prose.Range(s.Interval()) }

// String returns the share with its interval, as in
// "16.671 % (95 % interval 16.598 to 16.744 %)".
func (s Share) String() string {
	switch {
	case s.Runs == 0 && s.Hits == 0:
		return "no runs"
	case s.Hits < 0 || s.Hits > s.Runs:
		return fmt.Sprintf("%d of %d runs, which is no share", s.Hits, s.Runs)
	}
	return fmt.Sprintf("%s (95 %% interval %s)", s.Percent(), s.Range())
}

// maxExact is the most runs whose binomial distribution is added up exactly.
const maxExact = 1_000_000_000_000

// Usual returns the range in which a share lies in at least 95 of 100 samples of an
// event with probability p: at most 2.5 % of all samples of so many runs have a
// smaller share, and at most 2.5 % a larger one, by the binomial distribution. It
// is 0 to 1 without runs, and panics unless 0 <= p <= 1 and 0 <= runs <= 10^12.
func Usual(p float64, runs int) (low, high float64) {
	const call = "trials.Usual"
	arg.Range(call, "runs", runs, 0, maxExact)
	if !(p >= 0 && p <= 1) {
		arg.Refuse(call, "p = %v, want 0 to 1", p)
	}
	if runs == 0 {
		return 0, 1
	}
	least, most := interval.Usual(p, runs)
	return float64(least) / float64(runs), float64(most) / float64(runs)
}

// Against compares the share with an expected probability p, by the exact binomial
// test: if p is right, i hits have the probability
//
//	P(i) = C(Runs, i)·p^i·(1-p)^(Runs-i)
//
// and the verdict's P is the sum of P(i) over all i, on either side of the
// expectation, that are no likelier than Hits. R's binom.test and SciPy's
// binomtest do the same. Against panics unless 0 <= p <= 1, 0 <= Hits <= Runs and
// Runs <= 10^12.
func (s Share) Against(p float64) Verdict {
	s.check("Share.Against")
	arg.Range("Share.Against", "Runs", s.Runs, 0, maxExact)
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

var (
	zSure  = tail.Z(proof.Sure / 2)
	zPower = tail.Z(1 - proof.Power)
)

// RunsToSee returns how many runs it takes to tell a probability from the
// expected one: enough for a test with a false alarm in a million cases to detect
// the difference in 9 of 10,
//
//	((4.89·sqrt(p(1-p)) + 1.28·sqrt(q(1-q))) / (q-p))²
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
	spread := zSure*math.Sqrt(expected*(1-expected)) + zPower*math.Sqrt(found*(1-found))
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

// fits reports whether an experiment can give the estimate: no run has no mean, and a
// single one no deviation.
func (e Estimate) fits() bool {
	switch {
	case e.Runs <= 0:
		return e.Runs == 0
	case math.IsNaN(e.Mean) || math.IsInf(e.Mean, 0):
		return false
	}
	return e.Runs == 1 || e.Deviation >= 0 && !math.IsInf(e.Deviation, 0)
}

// Error returns half the width of the 95 % confidence interval, after Student:
// t·Deviation/sqrt(Runs), with the t of Runs-1 degrees of freedom, which is 2.78 for
// 5 runs, 2.05 for 30 and 1.96 for many. It is +Inf where nothing is known of how far
// outcomes spread: for fewer than two runs, and for outcomes that are all alike.
func (e Estimate) Error() float64 { return interval.Mean(e.Deviation, e.Runs) }

// Interval returns the 95 % confidence interval for the expected value. It holds
// that in 95 of 100 samples if the outcomes are normally distributed, and nearly so
// if they are symmetric. Of lopsided ones, such as waiting times, about 88 of 100
// do with 5 runs and 93 with 30; rare large outcomes, as of a lottery's prizes, take
// enough runs to see dozens of them.
//
// Source: Student, "The probable error of a mean", Biometrika 6 (1908) 1-25.
func (e Estimate) Interval() (low, high float64) { return e.Mean - e.Error(), e.Mean + e.Error() }

// String returns the mean with its error, as in "3.4987 ± 0.0033". The error of a
// single run is unknown, and so is that of outcomes that are all alike.
func (e Estimate) String() string {
	switch {
	case !e.fits():
		return fmt.Sprintf("mean %v and deviation %v of %d runs, which is no estimate", e.Mean, e.Deviation, e.Runs)
	case e.Runs == 0:
		return "no runs"
	case e.Runs == 1:
		return prose.Fixed(e.Mean, 4) + ", from a single run"
	case e.Deviation == 0:
		return fmt.Sprintf("%s, the same in all %s", prose.Fixed(e.Mean, 4), prose.Plural(e.Runs, "run"))
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

// Against compares the mean with an expected value, by Student's test. Outcomes that
// are all alike, or fewer than two, don't show how far off their mean may be; then the
// verdict says so. It panics when want isn't finite, when Runs or Deviation is
// negative, and when a field isn't finite.
func (e Estimate) Against(want float64) Verdict {
	if !e.fits() {
		arg.Refuse("Estimate.Against", "%v", e)
	}
	if math.IsNaN(want) || math.IsInf(want, 0) {
		arg.Refuse("Estimate.Against", "want = %v, want a finite number", want)
	}
	v := Verdict{P: 1, Needed: math.Inf(1), Text: fmt.Sprintf("%v, expected %.*f", e, e.decimals(), want)}
	d := math.Abs(e.Mean - want)
	switch {
	case e.Runs < 2:
		v.silent = "Fewer than two outcomes don't show how far off their mean may be."
	case e.Deviation == 0:
		v.silent = "Outcomes that are all alike don't show how far off their mean may be."
	case d > 0:
		v.P = tail.Student(d/e.Deviation*math.Sqrt(float64(e.Runs)), e.Runs-1)
		v.Needed = meanNeeds(d / e.Deviation)
	}
	return v
}

// meanNeeds returns how many runs it takes to tell means that are so many standard
// deviations apart: n of them with n >= ((t+1.28)/apart)², where t depends on n too.
func meanNeeds(apart float64) float64 {
	needs := func(t float64) float64 { return math.Pow((t+zPower)/apart, 2) }
	n := max(2, math.Ceil(needs(zSure)))
	for n < 1000 && n < needs(tail.T(proof.Sure/2, int(n)-1)) {
		n++
	}
	return n
}

// Verdict is the result of a comparison with an expectation.
type Verdict struct {
	// Text says what was compared.
	Text string
	// P is the probability that chance alone makes a difference this large, 1 where
	// nothing can be told.
	P float64
	// Needed is how many runs it takes to detect an effect of the size found nine
	// times out of ten: +Inf if there was none.
	Needed float64

	silent string // why nothing can be told
}

// Differs reports whether the difference is more than chance explains: P is below one in
// a million, as for the verdicts of package fair. From there to one in a thousand String
// calls it suspicious. That is for one comparison: where the largest difference of many is
// looked for, P has to be multiplied by their number.
func (v Verdict) Differs() bool { return proof.Shown(v.P) }

// String returns the verdict in English.
func (v Verdict) String() string {
	if v.silent != "" {
		return v.Text + ".\n" + v.silent
	}
	what := "Chance alone can make as large a difference"
	switch {
	case v.Differs():
		what = "That is more than chance explains"
	case proof.Suspected(v.P):
		what = "That is suspicious, more runs tell: chance alone seldom makes as large a difference"
	}
	s := fmt.Sprintf("%s.\n%s (%s).", v.Text, what, prose.P(v.P))
	if math.IsInf(v.Needed, 1) {
		return s
	}
	return s + fmt.Sprintf("\nNine times out of ten, %s an effect of this size.", prose.RunsShow(v.Needed))
}
