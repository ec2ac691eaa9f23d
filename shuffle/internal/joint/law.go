package joint

import "math"

// cumulant is log E[e^(λX)] of a number X that each deck has, as a function of λ.
type cumulant func(λ float64) float64

// chernoff is the logarithm of Chernoff's bound for both tails of the sum of runs such
// numbers. It holds for each λ, so the search for the best needn't be exact.
func (k cumulant) chernoff(total, runs int) float64 {
	at := func(λ float64) float64 {
		if v := float64(runs)*k(λ) - λ*float64(total); !math.IsNaN(v) {
			return v
		}
		return math.Inf(1)
	}
	// The function is convex: golden section.
	const ratio = 0.6180339887498949
	low, high := -30.0, 30.0
	a, b := high-ratio*(high-low), low+ratio*(high-low)
	fa, fb := at(a), at(b)
	for range 48 {
		if fa < fb || fa == fb && a < 0 && b < 0 {
			high, b, fb = b, a, fa
			a = high - ratio*(high-low)
			fa = at(a)
		} else {
			low, a, fa = a, b, fb
			b = low + ratio*(high-low)
			fb = at(b)
		}
	}
	return min(0, math.Ln2+min(fa, fb))
}

// cumulantOf is that of the law that gives 0, 1, 2, … the probabilities.
func cumulantOf(law []float64) cumulant {
	logs := make([]float64, len(law))
	for x, p := range law {
		logs[x] = math.Log(p) // -Inf of 0, which adds nothing
	}
	return func(λ float64) float64 {
		most := math.Inf(-1)
		for x, l := range logs {
			most = max(most, l+λ*float64(x))
		}
		sum := 0.0
		for x, l := range logs {
			if l += λ*float64(x) - most; l > -50 {
				sum += math.Exp(l)
			}
		}
		return most + math.Log(sum)
	}
}

// rooks is the law of how many of m cells a random order of n cards hits, if no two of
// the cells share a row or a column: those of a diagonal of the matrix of cards and
// positions. Of m pairs of cards, in which no card is twice the first or twice the second
// and that don't go round in a circle, as many are neighbours by the same law. For k of
// the cells are hit by (n-k)! of the n! orders, so that
//
//	E[C(X,k)] = C(m,k)·(n-k)!/n!
func rooks(n, m int) (moments []float64) {
	moments = []float64{1}
	for k := range m {
		last := moments[k] * float64(m-k) / (float64(k+1) * float64(n-k))
		if last < 1e-300 {
			break
		}
		moments = append(moments, last)
	}
	return moments
}

// cumulantOfMoments follows from E[(1+u)^X] = Σ u^k·E[C(X,k)].
func cumulantOfMoments(moments []float64) cumulant {
	return func(λ float64) float64 {
		u := math.Expm1(λ)
		sum, power := 0.0, 1.0
		for k, m := range moments {
			term := power * m
			sum += term
			if k > 0 && math.Abs(term) < 1e-18*sum && float64(k) > math.Abs(u) {
				break
			}
			power *= u
		}
		return math.Log(sum)
	}
}

// lawOfMoments is the law itself, P(X=j) = Σ (-1)^(k-j)·C(k,j)·E[C(X,k)].
func lawOfMoments(moments []float64) []float64 {
	law := make([]float64, len(moments))
	for j := range law {
		sum, ways := 0.0, 1.0
		for k := j; k < len(moments); k++ {
			if (k-j)%2 == 0 {
				sum += ways * moments[k]
			} else {
				sum -= ways * moments[k]
			}
			ways *= float64(k+1) / float64(k+1-j)
		}
		if sum > 1e-14*moments[j] { // or what rounding makes of 0
			law[j] = sum
		}
	}
	return law
}

// eulerian is the law of the descents of an order of n cards, 0 to n-1, and that of its
// rising sequences less 1: see fair.Eulerian.
func eulerian(n int) []float64 {
	law := []float64{1}
	for k := 2; k <= n; k++ {
		next := make([]float64, k)
		for d := range next {
			if d < k-1 {
				next[d] += float64(d+1) / float64(k) * law[d]
			}
			if d > 0 {
				next[d] += float64(k-d) / float64(k) * law[d-1]
			}
		}
		law = next
	}
	return law
}

// cycles is the law of the number of cycles, 0 to n: card k closes a cycle with
// probability 1/k, whatever those before it do.
func cycles(n int) []float64 {
	law := []float64{1}
	for k := 1; k <= n; k++ {
		next := make([]float64, k+1)
		for c, p := range law {
			next[c+1] += p / float64(k)
			next[c] += p * float64(k-1) / float64(k)
		}
		law = next
	}
	return law
}

// inversions is the cumulant of the number of pairs of cards in the wrong order: card k
// is put below 0 to k-1 of those before it, independently of them.
func inversions(n int) cumulant {
	return func(λ float64) float64 {
		sum := 0.0
		for k := 2; k <= n; k++ {
			// log (1 + e^λ + … + e^((k-1)λ))/k, from the largest term on.
			l := -math.Abs(λ)
			sum += max(0, float64(k-1)*λ) - math.Log(float64(k))
			if l == 0 {
				sum += math.Log(float64(k))
			} else {
				sum += math.Log(math.Expm1(float64(k)*l) / math.Expm1(l))
			}
		}
		return sum
	}
}

// hypergeometric is the law of how many of k things picked from n are among some a.
func hypergeometric(n, a, k int) []float64 {
	law := make([]float64, min(a, k)+1)
	for x := range law {
		law[x] = math.Exp(logChoose(a, x) + logChoose(n-a, k-x) - logChoose(n, k))
	}
	return law
}

// logChoose is the logarithm of C(n,k), -Inf of 0.
func logChoose(n, k int) float64 {
	if k < 0 || k > n {
		return math.Inf(-1)
	}
	return logFactorial(n) - logFactorial(k) - logFactorial(n-k)
}

func logFactorial(n int) float64 {
	l, _ := math.Lgamma(float64(n) + 1)
	return l
}

// sums is the law of the sum of k different numbers from 1 to n, less the least.
func sums(n, k int) []float64 {
	// ways[j][s] is the probability, among sets of the numbers so far, times C(n,k).
	// Products of fractions keep them small: number v is picked as the next of the
	// k-j left of n-v+1 with probability (k-j)/(n-v+1).
	most := k * (n - k)
	now := make([][]float64, k+1)
	for j := range now {
		now[j] = make([]float64, most+1)
	}
	now[0][0] = 1
	for v := 1; v <= n; v++ {
		for j := min(k, v); j >= 0; j-- {
			stay := 1 - float64(k-j)/float64(n-v+1)
			stay = max(0, stay)
			for s := range now[j] {
				now[j][s] *= stay
			}
			if j == 0 || v < j {
				continue
			}
			p := float64(k-j+1) / float64(n-v+1)
			if p > 1 {
				continue
			}
			for s := most - (v - j); s >= 0; s-- {
				now[j][s+v-j] += now[j-1][s] * p
			}
		}
	}
	return now[k]
}
