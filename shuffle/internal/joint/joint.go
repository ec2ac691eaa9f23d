// Package joint tests samples of decks and of lottery picks in many ways together:
// not only where each card goes, but which cards stay together, in which order they
// come, and whether whole decks come again. [Decks], [Picks] and [Repeats] count,
// and say how unlikely the counts are for a fair shuffle.
//
// # Levels
//
// Every P here is an upper bound that holds for samples of any size, without limits of
// large numbers:
//
//   - A count of decks with some property is binomial, and its P is that of the exact
//     test. Where many are counted, P is that of the strangest times their number
//     (Bonferroni), whatever they have to do with each other.
//   - A number that each deck has, such as its rising sequences, has a known law. The
//     sum T over N decks is as large with probability at most e^(N·K(λ) - λT) for each
//     λ > 0, and as small for each λ < 0, where K(λ) = log E[e^(λX)] (Chernoff).
//   - Chi-square over a whole table follows its law only roughly. So the decks are
//     halved: the deviations D of the one half are scores for the decks of the
//     other, whose sum U is chi-square's cross product. Given D, the scores are
//     independent, with mean 0, a variance that follows from D, and a bound b. So
//     U >= t with probability at most e^(-t²/(2(variance + bt/3))) (Bernstein).
//   - A deck of n cards that a fair shuffle gives is one of those before with probability
//     at most (number of those before)/n!. So the number of repeats is above a Poisson
//     variable's tail of no more than mean C(N,2)/n!.
//
// The P of all tests together is the least of them times their number.
package joint

import (
	"math"

	"riffle/shuffle/internal/prose"
	"riffle/shuffle/internal/tail"
)

// Finding is what a test found.
type Finding struct {
	// Test names the test, by what it counts.
	Test string
	// LogP is the natural logarithm of an upper bound of the probability that a
	// fair shuffle, or lottery, gives something as strange in this test.
	LogP float64
	// Example is what is strangest, in words.
	Example string
}

// P is the bound.
func (f Finding) P() float64 { return math.Exp(f.LogP) }

// Alarming are the tests whose P is so low that one of them all has one like that at
// most with probability level.
func Alarming(all []Finding, level float64) (found []Finding) {
	for _, f := range all {
		if f.LogP < math.Log(level/float64(len(all))) {
			found = append(found, f)
		}
	}
	return found
}

// Telling is the one of some findings that says best what is wrong. The first tests are
// understood best, so it is the first that isn't dwarfed by another.
func Telling(found []Finding) Finding {
	const dwarfed = 0.02
	least := 0.0
	for _, f := range found {
		least = min(least, f.LogP)
	}
	for _, f := range found {
		if f.LogP <= dwarfed*least {
			return f
		}
	}
	return Finding{}
}

// LogP is the logarithm of the P of all tests together.
func LogP(all []Finding) float64 {
	least := 0.0
	for _, f := range all {
		least = min(least, f.LogP+math.Log(float64(len(all))))
	}
	return least
}

// worst finds the strangest of many counts.
type worst struct {
	logP  float64 // of the strangest
	tried int
	text  func() string
	// hits of runs, with probability p, are those of the strangest if it is binomial; p is
	// 0 if it isn't.
	hits, runs int
	p          float64
}

// binomial adds the count of something that a fair trial has with probability p, and
// reports whether it is the strangest so far, which then needs a text.
func (w *worst) binomial(hits, runs int, p float64) (strangest bool) {
	if p <= 0 || p >= 1 || runs == 0 {
		return false
	}
	w.tried++
	bound := divergence(hits, runs, p)
	if bound >= w.logP {
		return false
	}
	w.logP, w.hits, w.runs, w.p = bound, hits, runs, p
	return true
}

// sum adds the sum over all trials of a number with a known law.
func (w *worst) sum(total, runs int, k cumulant, text func() string) {
	if runs == 0 {
		return
	}
	w.tried++
	if bound := k.chernoff(total, runs); bound < w.logP {
		w.logP, w.text, w.p = bound, text, 0
	}
}

// bound adds the bound of a P.
func (w *worst) bound(logP float64, text func() string) {
	w.tried++
	if logP < w.logP {
		w.logP, w.text, w.p = logP, text, 0
	}
}

// finding is the strangest as the finding of a test.
func (w *worst) finding(test string) Finding {
	f := Finding{Test: test}
	if w.text == nil {
		return f
	}
	f.LogP, f.Example = w.logP, w.text()
	if w.p > 0 {
		// The exact P is 0 where it is too small for a float64; the bound is known.
		if exact := tail.Binomial(w.hits, w.runs, w.p); exact > 0 {
			f.LogP = min(f.LogP, math.Log(exact))
		}
	}
	f.LogP = min(0, f.LogP+math.Log(float64(w.tried)))
	return f
}

// divergence is the logarithm of Chernoff's bound for both tails of a binomial:
// 2·e^(-n·D), where D is the divergence of hits/n from p.
func divergence(hits, n int, p float64) float64 {
	q := float64(hits) / float64(n)
	return math.Ln2 - float64(n)*(divergent(q, p)+divergent(1-q, 1-p))
}

func divergent(q, p float64) float64 {
	if q == 0 {
		return 0
	}
	return q * math.Log(q/p)
}

// bernstein is the logarithm of the bound for a sum of independent variables with mean
// 0, none above most, whose variances add up to variance.
func bernstein(sum, variance, most float64) float64 {
	if sum <= 0 || variance <= 0 {
		return 0
	}
	return -sum * sum / (2 * (variance + max(0, most)*sum/3))
}

// repeats is the logarithm of the bound of the probability that of some trials with
// 1/p equally likely outcomes so many have an outcome that another had before.
func repeats(count, trials int, p float64) float64 {
	mean := float64(trials) * float64(trials-1) / 2 * p
	if r := float64(count); r > mean {
		return r - mean - r*math.Log(r/mean)
	}
	return 0
}

// chance says what is counted and what a fair trial gives.
func (u units) chance(hits, runs int, p float64) string {
	return u.of(hits, runs) + ", a fair one gives " + about(p*float64(runs))
}

// about writes an expected number.
func about(x float64) string {
	switch {
	case x >= 9.5:
		return "about " + prose.Int(int(x+0.5))
	case x >= 0.01:
		return "about " + prose.Real(x, 2)
	}
	return "none"
}

// units are the words for trials: shuffle or pick.
type units string

func (u units) of(hits, runs int) string {
	return prose.Int(hits) + " of " + prose.Plural(runs, string(u))
}
