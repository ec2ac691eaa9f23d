// Package tail computes how likely it is that a statistic is as extreme as it
// came out: the tails of the chi-square, binomial, normal and Student's distributions, with
// a relative error below 10^-9 down to the smallest numbers there are, for up to
// 10^9 trials.
package tail

import (
	"math"
	"sort"
)

// Normal returns the probability that a standard normal variable is at least z
// away from 0, on either side.
func Normal(z float64) float64 { return math.Erfc(math.Abs(z) / math.Sqrt2) }

// Z is the z beyond which a standard normal variable lies with probability p on
// the upper side.
func Z(p float64) float64 { return math.Sqrt2 * math.Erfinv(1-2*p) }

// Student returns the probability that a variable with Student's distribution is at
// least t away from 0, on either side. With f degrees of freedom it is
// I_x(f/2, 1/2) at x = f/(f+t²).
func Student(t float64, freedom int) float64 {
	switch {
	case math.IsNaN(t):
		return math.NaN()
	case t == 0:
		return 1
	case math.Abs(t) > 1e150: // t² would overflow
		return 0
	}
	f := float64(freedom)
	return beta(f/2, 0.5, f/(f+t*t), t*t/(f+t*t))
}

// T is the t beyond which a variable with Student's distribution lies with
// probability p on the upper side, for p under one half. For many degrees of freedom
// it is a series in their inverse, M. Abramowitz, I. A. Stegun, Handbook of
// Mathematical Functions, 1964, 26.7.5.
func T(p float64, freedom int) float64 {
	z, f := Z(p), float64(freedom)
	if freedom >= 1000 {
		s := z * z
		return z + z*((s+1)/4+((5*s+16)*s+3)/(96*f)+(((3*s+19)*s+17)*s-15)/(384*f*f))/f
	}
	low, high := z, 2*z
	for Student(high, freedom) > 2*p {
		low, high = high, 2*high
	}
	for high-low > 1e-14*high {
		t := (low + high) / 2
		if Student(t, freedom) > 2*p {
			low = t
		} else {
			high = t
		}
	}
	return (low + high) / 2
}

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

// Binomial returns the two-sided P of the exact binomial test: the probability
// that n independent trials with probability p each have a number of successes
// that is no likelier than k,
//
//	P = Σ P(i)  over all i with P(i) <= P(k),  P(i) = C(n,i)·p^i·(1-p)^(n-i)
//
// as R's binom.test and SciPy's binomtest define it. As they do, it takes
// probabilities that differ by 10^-7 of their size for equal. It is 1 when n is 0.
func Binomial(k, n int, p float64) float64 {
	if mean := float64(n) * p; float64(k) > mean {
		return upper(k, n, p, 1-p)
	}
	// Failures instead of successes turn the one side into the other.
	return upper(n-k, n, 1-p, p)
}

// upper is Binomial for a k that is at least the mean, and q = 1-p. On the other
// side of the mean P(i) rises with i, and the last i that is no likelier than k ends
// the other tail.
func upper(k, n int, p, q float64) float64 {
	if p <= 0 || q <= 0 {
		if k == 0 || q <= 0 && k == n {
			return 1
		}
		return 0
	}
	const equal = 1 + 1e-7
	limit := point(float64(k), float64(n), p, q) * equal
	below := int(math.Min(float64(n)*p, float64(k-1))) + 1
	i := sort.Search(max(0, below), func(i int) bool { return point(float64(i), float64(n), p, q) > limit })
	return math.Min(1, atLeast(k, n, p, q)+atLeast(n-i+1, n, q, p))
}

// AtLeast returns the probability of k successes or more in n independent trials
// with probability p each, 0 < p < 1.
func AtLeast(k, n int, p float64) float64 { return atLeast(k, n, p, 1-p) }

// atLeast is the probability of k successes or more, I_p(k, n-k+1), for
// 0 < p < 1 and q = 1-p.
func atLeast(k, n int, p, q float64) float64 {
	switch {
	case k <= 0:
		return 1
	case k > n:
		return 0
	}
	return beta(float64(k), float64(n-k+1), p, q)
}

// beta is the regularized incomplete beta function I_x(a, b), given y = 1-x as
// well: of a small one of the two, 1 minus the other would lose digits. Its
// continued fraction converges fast for x < (a+1)/(a+b+2); beyond, I_x(a,b) is
// 1 - I_y(b,a).
func beta(a, b, x, y float64) float64 {
	if x > (a+1)/(a+b+2) {
		return 1 - betaFraction(b, a, y, x)
	}
	return betaFraction(a, b, x, y)
}

func betaFraction(a, b, x, y float64) float64 {
	// x^a·y^b/(a·B(a,b)) is b/(a+b) times the probability of a successes in a+b
	// trials.
	factor := point(a, a+b, x, y) * b / (a + b)
	f := fraction(1, func(n float64) (float64, float64) {
		m := math.Floor(n / 2)
		if 2*m == n {
			return m * (b - m) * x / ((a + n - 1) * (a + n)), 1
		}
		return -(a + m) * (a + b + m) * x / ((a + n - 1) * (a + n)), 1
	})
	return factor / f
}

// point returns the probability of k successes in n trials, C(n,k)·p^k·q^(n-k),
// for 0 < p < 1 and q = 1-p. With Stirling's formula for the three factorials, what
// is large cancels before it is computed:
//
//	sqrt(n/(2π·k·(n-k))) · exp(δ(n) - δ(k) - δ(n-k) - D(k, n·p) - D(n-k, n·q))
//
// Source: Catherine Loader, "Fast and accurate computation of binomial
// probabilities", 2000.
func point(k, n, p, q float64) float64 {
	switch k {
	case 0:
		return math.Exp(n * log(q, p))
	case n:
		return math.Exp(n * log(p, q))
	}
	l := stirling(n) - stirling(k) - stirling(n-k) - deviance(k, n*p) - deviance(n-k, n*q)
	return math.Exp(l) * math.Sqrt(n/(2*math.Pi*k*(n-k)))
}

// log is log(x), given y = 1-x, by the smaller of the two.
func log(x, y float64) float64 {
	if x < y {
		return math.Log(x)
	}
	return math.Log1p(-y)
}

// stirling is δ(n) = log n! - log(sqrt(2πn)·(n/e)^n), what Stirling's formula
// lacks: 1/12n - 1/360n³ + 1/1260n⁵ - …
func stirling(n float64) float64 {
	if n < 16 {
		logFactorial, _ := math.Lgamma(n + 1)
		return logFactorial - 0.5*math.Log(2*math.Pi*n) - n*math.Log(n) + n
	}
	s := n * n
	return (1.0/12 - (1.0/360-(1.0/1260-(1.0/1680-1.0/1188/s)/s)/s)/s) / n
}

// deviance is D(x, m) = x·log(x/m) + m - x. Near x = m, where the terms cancel, it
// is a series in v = (x-m)/(x+m): with x/m = (1+v)/(1-v),
//
//	D = (x-m)·v + 2x·(v³/3 + v⁵/5 + v⁷/7 + …)
func deviance(x, m float64) float64 {
	if math.Abs(x-m) >= 0.1*(x+m) {
		return x*math.Log(x/m) + m - x
	}
	v := (x - m) / (x + m)
	sum, term := (x-m)*v, 2*x*v
	for j := 3.0; ; j += 2 {
		term *= v * v
		next := sum + term/j
		if next == sum {
			return sum
		}
		sum = next
	}
}
