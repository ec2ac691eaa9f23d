// Package tail computes how likely it is that a statistic is as extreme as it
// came out: the tails of the chi-square, binomial and normal distributions, with
// a relative error below 10^-10 down to the smallest numbers there are.
package tail

import "math"

// Normal returns the probability that a standard normal variable is at least z
// away from 0, on either side.
func Normal(z float64) float64 { return math.Erfc(math.Abs(z) / math.Sqrt2) }

// Z is the z beyond which a standard normal variable lies with probability p on
// the upper side.
func Z(p float64) float64 { return math.Sqrt2 * math.Erfinv(1-2*p) }

// ChiSquare returns the probability that chi-square with so many degrees of
// freedom is at least x. It is Q(freedom/2, x/2), the regularized upper
// incomplete gamma function.
func ChiSquare(x float64, freedom int) float64 {
	switch {
	case math.IsNaN(x):
		return math.NaN()
	case x <= 0 || freedom < 1:
		return 1
	case math.IsInf(x, 1):
		return 0
	}
	a, x := float64(freedom)/2, x/2
	if x < a+1 {
		return 1 - gammaSeries(a, x)
	}
	return gammaFraction(a, x)
}

// gammaSeries is P(a, x) = x^a·e^-x/Γ(a+1) · (1 + x/(a+1) + x²/((a+1)(a+2)) + …),
// whose terms fall from the first on when x < a+1.
func gammaSeries(a, x float64) float64 {
	sum, term := 1.0, 1.0
	for n := 1.0; term > sum*epsilon; n++ {
		term *= x / (a + n)
		sum += term
	}
	return sum * gammaFactor(a, x) / a
}

// gammaFraction is Q(a, x) = x^a·e^-x/Γ(a) · 1/(x+1-a- 1(1-a)/(x+3-a- …)), a
// continued fraction that converges fast when x > a+1.
func gammaFraction(a, x float64) float64 {
	f := fraction(x+1-a, func(n float64) (num, den float64) {
		return -n * (n - a), x + 2*n + 1 - a
	})
	return gammaFactor(a, x) / f
}

// gammaFactor is x^a·e^-x/Γ(a).
func gammaFactor(a, x float64) float64 {
	logGamma, _ := math.Lgamma(a)
	return math.Exp(a*math.Log(x) - x - logGamma)
}

const (
	epsilon = 1e-16
	// tiny stands for a zero that would be divided by.
	tiny = 1e-290
	// maxTerms is far more than any fraction takes.
	maxTerms = 1_000_000
)

// fraction is the continued fraction b0 + a1/(b1 + a2/(b2 + …)), by the method
// of W. J. Lentz, "Generating Bessel functions in Mie scattering calculations
// using continued fractions", Applied Optics 15 (1976) 668-671.
func fraction(b0 float64, term func(n float64) (a, b float64)) float64 {
	nonzero := func(x float64) float64 {
		if math.Abs(x) < tiny {
			return tiny
		}
		return x
	}
	f := nonzero(b0)
	c, d := f, 0.0
	for n := 1.0; n < maxTerms; n++ {
		a, b := term(n)
		c, d = nonzero(b+a/c), 1/nonzero(b+a*d)
		f *= c * d
		if math.Abs(c*d-1) < epsilon*4 {
			break
		}
	}
	return f
}

// Binomial returns the probability that of n independent trials with
// probability p each, the number of successes is as far from n·p as k is, on
// k's side, doubled for the other side, and 1 at most.
func Binomial(k, n int, p float64) float64 {
	if float64(k) >= float64(n)*p {
		return math.Min(1, 2*atLeast(k, n, p))
	}
	return math.Min(1, 2*atLeast(n-k, n, 1-p))
}

// atLeast is the probability of k successes or more, I_p(k, n-k+1).
func atLeast(k, n int, p float64) float64 {
	switch {
	case k <= 0:
		return 1
	case k > n || p <= 0:
		return 0
	case p >= 1:
		return 1
	}
	return beta(float64(k), float64(n-k+1), p)
}

// beta is the regularized incomplete beta function I_x(a, b). Its continued
// fraction converges fast for x < (a+1)/(a+b+2); beyond, I_x(a,b) is
// 1 - I_(1-x)(b,a).
func beta(a, b, x float64) float64 {
	if x > (a+1)/(a+b+2) {
		return 1 - betaFraction(b, a, 1-x)
	}
	return betaFraction(a, b, x)
}

func betaFraction(a, b, x float64) float64 {
	ga, _ := math.Lgamma(a)
	gb, _ := math.Lgamma(b)
	gab, _ := math.Lgamma(a + b)
	factor := math.Exp(gab - ga - gb + a*math.Log(x) + b*math.Log1p(-x))
	f := fraction(1, func(n float64) (float64, float64) {
		m := math.Floor(n / 2)
		if 2*m == n {
			return m * (b - m) * x / ((a + n - 1) * (a + n)), 1
		}
		return -(a + m) * (a + b + m) * x / ((a + n - 1) * (a + n)), 1
	})
	return factor / (a * f)
}
