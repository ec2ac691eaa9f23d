package check

import (
	"math/big"
	"slices"

	"riffle/shuffle"
	"riffle/shuffle/internal/prose"
)

// experiment is a student's function with its arguments, and what may come of it.
type experiment struct {
	x *examiner
	// run calls the function and returns what came of it, such as the order of a
	// deck, or what is wrong with that.
	run func(rng shuffle.PRNG) (outcome []int, problem string)
	// outcomes are all that may come, in lexicographic order, which should be
	// equally likely; nil if they are too many.
	outcomes [][]int
	// input is what the function is given, for sentences.
	input string
	// verb leads from the input to the outcome.
	verb string
	// plays is how many sequences of draws are tried at most.
	plays int
	// last is the generator of the last call of call.
	last *blinkers
	// panicked is whether the function has panicked.
	panicked bool
}

// outcome is what comes of the function with a generator; nil if there is something
// wrong with it, which other steps of the check tell.
func (e *experiment) outcome(rng shuffle.PRNG) []int {
	outcome, problem := e.run(rng)
	if problem != "" {
		return nil
	}
	return outcome
}

func same(a, b []int) bool { return slices.Equal(a, b) }

// law is how probable each outcome is.
type law struct {
	e *experiment
	// p are the probabilities of the outcomes, and rest is that of the sequences
	// of draws which were cut off: it belongs to outcomes that nobody knows.
	p    []*big.Rat
	rest *big.Rat
	// off is by how much the probabilities may differ, because bits of words were
	// taken for unimportant; nil for none.
	off *big.Rat
	// drew is whether the function drew anything.
	drew bool
	// words is whether it drew words or reals, so that nothing is known.
	words bool
}

// repeats is how often the first play is repeated: a function that draws 3 cards from
// elsewhere does the same 40 times with probability 6^-40.
const repeats = 40

// explore plays every sequence of draws once, and some again.
func (e *experiment) explore(few *fewBits) (l *law, problem string) {
	e.x.on("%s", e.input)
	t := &tape{few: few}
	l = &law{e: e}
	counts := map[uint64][]int{} // by 1/p of the play
	for plays := 0; ; plays++ {
		times := 1
		switch {
		case plays == 0:
			times += repeats
		case plays < repeats, plays&(plays-1) == 0:
			times++
		}
		i, problem := e.play(t, times)
		if problem != "" || t.words {
			l.words = t.words
			return l, problem
		}
		if l.drew = l.drew || t.draws > 0; !t.cut {
			product := t.product()
			if counts[product] == nil {
				counts[product] = make([]int, len(e.outcomes))
			}
			counts[product][i]++
		}
		if plays >= e.plays || !t.next() {
			break
		}
	}
	l.sum(counts)
	return l, ""
}

// play plays what is on the tape, several times, and returns the outcome's number.
func (e *experiment) play(t *tape, times int) (number int, problem string) {
	var first []int
	for again := range times {
		t.rewind()
		outcome, problem := e.run(t)
		switch {
		case t.problem != "":
			return 0, t.problem + " (on " + e.input + ")"
		case t.words, t.cut:
			return 0, ""
		case problem != "":
			return 0, problem
		case again == 0:
			first = outcome
		case !same(first, outcome) && t.draws == 0:
			return 0, "uses another generator than the one given: without a draw from that, " + e.input + " " + e.verb + " " + list(first) + " and then " + list(outcome)
		case !same(first, outcome):
			return 0, "after the same draws " + e.input + " " + e.verb + " " + list(first) + " and then " + list(outcome) + ": " + remembers
		}
		if t.at < len(t.wheels) {
			return 0, "made fewer draws when it was given the same ones again: " + remembers
		}
	}
	number, _ = slices.BinarySearchFunc(e.outcomes, first, slices.Compare[[]int])
	return number, ""
}

// sum adds up the plays.
func (l *law) sum(counts map[uint64][]int) {
	l.p = make([]*big.Rat, len(l.e.outcomes))
	for i := range l.p {
		l.p[i] = new(big.Rat)
	}
	l.rest = big.NewRat(1, 1)
	for product, plays := range counts {
		for i, n := range plays {
			if n > 0 {
				share := new(big.Rat).SetFrac(big.NewInt(int64(n)), new(big.Int).SetUint64(product))
				l.p[i].Add(l.p[i], share)
				l.rest.Sub(l.rest, share)
			}
		}
	}
}

// exact reports whether the probabilities are exact.
func (l *law) exact() bool { return l.off == nil && l.rest.Sign() == 0 }

// fair is the probability that each outcome should have.
func (l *law) fair() *big.Rat { return big.NewRat(1, int64(len(l.e.outcomes))) }

// least and most bound the probability of an outcome.
func (l *law) least(i int) *big.Rat {
	p := new(big.Rat).Set(l.p[i])
	if l.off != nil {
		p.Sub(p, l.off)
	}
	return p
}

func (l *law) most(i int) *big.Rat {
	p := new(big.Rat).Add(l.p[i], l.rest)
	if l.off != nil {
		p.Add(p, l.off)
	}
	return p
}

// unfair is the outcome whose probability is certainly not the fair one, by most, and
// rather one that comes too often; -1 if there is none.
func (l *law) unfair() (worst int) {
	worst = -1
	most, fair := new(big.Rat), l.fair()
	for i := range l.p {
		by := new(big.Rat).Sub(l.least(i), fair)
		if under := new(big.Rat).Sub(fair, l.most(i)); under.Cmp(by) > 0 {
			by = under
		}
		more := by.Cmp(most)
		if more > 0 || more == 0 && worst >= 0 && l.p[worst].Cmp(fair) < 0 && l.p[i].Cmp(fair) > 0 {
			worst, most = i, by
		}
	}
	return worst
}

// never reports whether an outcome never comes: for certain, or if bits were taken for
// unimportant, in none of the pairs of calls that showed it.
func (l *law) never(i int) bool { return l.p[i].Sign() == 0 && l.rest.Sign() == 0 }

// tried says how sure it is that something never comes, to begin a sentence.
func (l *law) tried() string {
	if l.off == nil {
		return ""
	}
	return "in " + prose.Int(pairs) + " tries: "
}

// says is the probability of an outcome, in words.
func (l *law) says(i int) string {
	switch {
	case l.off != nil:
		return "probability about " + l.p[i].RatString()
	case l.rest.Sign() == 0:
		return "probability " + l.p[i].RatString()
	case l.least(i).Cmp(l.fair()) > 0:
		return "a probability of at least " + l.p[i].FloatString(5)
	}
	return "a probability of at most " + l.most(i).FloatString(5)
}
