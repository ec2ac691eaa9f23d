package fair

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"riffle/shuffle"
	"riffle/shuffle/internal/adapt"
	"riffle/shuffle/internal/arg"
	"riffle/shuffle/internal/joint"
	"riffle/shuffle/internal/proof"
	"riffle/shuffle/internal/prose"
	"riffle/shuffle/trials"
)

// JointReport is what many tests together found in a sample of decks or of picks.
type JointReport struct {
	// Sampled says what was sampled: "shuffles of 52 cards", "picks of 6 from 40".
	Sampled string
	// Runs is how many there were.
	Runs int
	// Tests are the tests, those that are understood best first.
	Tests []JointTest
	// P is an upper bound of the probability that a fair shuffle, or lottery, does
	// as badly in the worst of the tests: the least P of a test, times their number.
	P float64
}

// JointTest is the result of one test.
type JointTest struct {
	// Name says what was counted.
	Name string
	// P is an upper bound of the probability that a fair shuffle, or lottery, gives
	// something as strange in this test. It holds for any number of runs.
	P float64
	// Example is what was strangest, in words; empty if nothing was.
	Example string

	logP float64
}

// maxJoint is the largest deck, or lottery, that is tested: eight tables of n² counts fit
// into a few megabytes for each core.
const maxJoint = 400

// TestShuffle tests in many ways together whether a shuffle is fair: it shuffles a deck of n
// cards runs times, each time from its original order. It sees what Matrix can't: a
// cut, for example, brings each card to each position equally often, but leaves the
// same cards together. The shuffle is a [shuffle.Shuffler] or any other function that
// [Shuffle] describes.
//
//	fair.TestShuffle(cut, 52, 10_000)
//
// It tests how often
//
//   - each card came to each position (1/n if fair), each card followed on each other
//     (1/n), and each came before each other (1/2),
//   - an even number of exchanges leads to the deck (1/2),
//   - so many cards stayed in place, moved by so many places, lay on the next one or on
//     one higher or lower by so much, or near those with neighbouring numbers,
//   - a deck had so many rising sequences, descents, inversions and cycles,
//   - three cards came in each order (1/6), and cards of a block to a block of positions,
//   - and whether cards, successors and pairs are uneven over all, as chi-square tells, and
//     whether the first 65,536 decks repeat. For up to 7 cards it also counts all orders.
//
// Each P is a bound that holds for any number of runs: an exact binomial test with
// Bonferroni's correction, Chernoff's bound from the exact law, or Bernstein's inequality
// for chi-square's cross product of the even and the odd decks. A fair shuffle is
// called unfair once in a million times at most.
//
// More runs find more: of 52 cards 100 find six riffles, 1,000 find seven, and 100,000 find ten.
//
// Without a generator it shuffles on all cores at once, as Matrix does. It panics unless
// 1 <= n <= 400 and runs >= 1, and when the shuffle loses or duplicates a card.
func TestShuffle(f any, n, runs int, rng ...shuffle.PRNG) *JointReport {
	const call = "fair.TestShuffle"
	s := adapt.ShuffleOf(call, f)
	defer s.Close()
	arg.Range(call, "n", n, 1, maxJoint)
	t := outcomesOf(call, runs, inTurn(call, s.Plain, rng), func() *outcomes {
		d, o := joint.NewDecks(n), &outcomes{}
		o.counts = d.Counts
		i := 0
		shuffled := sampler(call, s.Deal, n, func(deck []int) { d.Add(i, deck); o.mark(i, deck) })
		o.trial = func(number int, rng shuffle.PRNG) {
			i = number
			shuffled(rng)
		}
		return o
	})
	d := joint.NewDecks(n)
	copy(d.Counts, t.counts)
	return newJointReport(fmt.Sprintf("shuffles of %s", prose.Plural(n, "card")), d.Runs(), append(d.Judge(), t.again.Decks(n)))
}

// TestLottery tests in many ways together whether a lottery makes all combinations of k of
// the numbers 1 to n equally likely, by a sample of runs picks: how often each number came (k/n if
// fair) and each pair, how many numbers follow on another, the gaps between numbers, their
// order statistics and sums, how many were even, low, in a block or left a remainder, and
// whether numbers and pairs are uneven over all and the first 65,536 picks repeat too often.
// For lotteries that are too large for Lottery, as most real ones are.
//
// Each P is a bound, and a false alarm as rare, as of TestShuffle.
//
// It panics unless 0 <= k <= n, 1 <= n <= 400 and runs >= 1, and when the numbers picked
// aren't k different ones from 1 to n.
func TestLottery(pick any, n, k, runs int, rng ...shuffle.PRNG) *JointReport {
	const call = "fair.TestLottery"
	l := adapt.LotteryOf(call, pick)
	defer l.Close()
	arg.Range(call, "n", n, 1, maxJoint)
	arg.Range(call, "k", k, 0, n)
	picks := &draw{call: call, pick: l.Pick, ranks: ranks{n: n, k: k}}
	t := outcomesOf(call, runs, inTurn(call, l.Plain, rng), func() *outcomes {
		p, o := joint.NewPicks(n, k), &outcomes{}
		room := make([]int, 0, k)
		o.counts = p.Counts
		o.trial = func(number int, rng shuffle.PRNG) {
			sorted := picks.sorted(rng, room)
			p.Add(number, sorted)
			o.mark(number, sorted)
		}
		return o
	})
	p := joint.NewPicks(n, k)
	copy(p.Counts, t.counts)
	return newJointReport(fmt.Sprintf("picks of %d from %d", k, n), p.Runs(), append(p.Judge(), t.again.Picks(n, k)))
}

// newJointReport takes over what tests found.
func newJointReport(sampled string, runs int, all []joint.Finding) *JointReport {
	r := &JointReport{Sampled: sampled, Runs: runs, P: math.Exp(joint.LogP(all))}
	for _, f := range all {
		r.Tests = append(r.Tests, JointTest{f.Test, f.P(), f.Example, f.LogP})
	}
	return r
}

// outcomes is the tally of an experiment that counts in cells and keeps the first outcomes
// in mind.
type outcomes struct {
	counts []int
	again  joint.Repeats
	trial  func(i int, rng shuffle.PRNG)
}

// maxMarks is how many outcomes are kept in mind.
const maxMarks = 1 << 16

func (o *outcomes) mark(i int, outcome []int) {
	if i < maxMarks {
		o.again.Add(i, outcome)
	}
}

func (o *outcomes) Trial(i int, rng shuffle.PRNG) { o.trial(i, rng) }

func (o *outcomes) Join(other trials.Tally) {
	t := other.(*outcomes)
	(&cells{counts: o.counts}).Join(&cells{counts: t.counts})
	o.again.Marks = append(o.again.Marks, t.again.Marks...)
}

// MarshalText writes the marks in a line, the hash of each behind its number, and the
// counts below.
func (o *outcomes) MarshalText() (text []byte, err error) {
	marks := slices.Clone(o.again.Marks)
	slices.SortFunc(marks, func(a, b joint.Mark) int { return a.Number - b.Number })
	line := []byte("[")
	for i, m := range marks {
		if i > 0 {
			line = append(line, ',')
		}
		line = fmt.Appendf(line, "%d,%d,%d", m.Number, m.Hash>>32, m.Hash&(1<<32-1))
	}
	counts, err := (&cells{counts: o.counts}).MarshalText()
	return append(append(line, "]\n"...), counts...), err
}

// UnmarshalText reads that.
func (o *outcomes) UnmarshalText(text []byte) error {
	line, rest, _ := strings.Cut(string(text), "\n")
	numbers := make([]int, strings.Count(line, ",")+1)
	if line == "[]" {
		numbers = nil
	} else if _, err := readCounts(numbers, []byte(line)); err != nil {
		return err
	}
	if len(numbers)%3 != 0 || len(numbers) > 3*maxMarks {
		return fmt.Errorf("%d numbers, want three for each outcome", len(numbers))
	}
	o.again.Marks = nil
	for m := range slices.Chunk(numbers, 3) {
		if m[0] >= maxMarks || m[1]>>32 != 0 || m[2]>>32 != 0 {
			return fmt.Errorf("outcome %d has the hash %d, %d, want two words of 32 bits", m[0], m[1], m[2])
		}
		o.again.Marks = append(o.again.Marks, joint.Mark{Hash: uint64(m[1])<<32 | uint64(m[2]), Number: m[0]})
	}
	return (&cells{counts: o.counts}).UnmarshalText([]byte(rest))
}

// outcomesOf makes the trials.
func outcomesOf(call string, runs int, rng []shuffle.PRNG, empty func() *outcomes) *outcomes {
	t, _ := tallied(call, runs, rng, func() trials.Tally { return empty() })
	return t.(*outcomes)
}

// Unfair reports whether some test proves the shuffle, or the lottery, unfair: P is below
// one in a million.
func (r *JointReport) Unfair() bool { return r.Runs > 0 && proof.Shown(r.P) }

// Verdict says in words what is wrong, with an example, or that nothing is seen to be.
func (r *JointReport) Verdict() string {
	if r.Runs == 0 {
		return "nothing was sampled"
	}
	if r.P >= proof.Doubtful {
		return fmt.Sprintf("nothing unfair to be seen in %s %s by %s together (%s)", prose.Int(r.Runs), r.Sampled, prose.Plural(len(r.Tests), "test"), prose.PAtMost(r.P))
	}
	var all []joint.Finding
	for _, t := range r.Tests {
		all = append(all, joint.Finding{Test: t.Name, LogP: t.log(), Example: t.Example})
	}
	verdict, level := "unfair: %s (%s)", proof.Sure
	if proof.Suspected(r.P) {
		verdict, level = "suspicious: %s (%s): more runs tell", proof.Doubtful
	}
	f := joint.Telling(joint.Alarming(all, level))
	return fmt.Sprintf(verdict, f.Example, prose.PAtMost(f.P()*float64(len(r.Tests))))
}

// log is the logarithm of P, also where P is too small for a float64.
func (t JointTest) log() float64 {
	if t.logP < 0 {
		return t.logP
	}
	return math.Log(t.P)
}

// Summary says in a sentence what was tested.
func (r *JointReport) Summary() []string {
	if r.Runs == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%s %s, %s together", prose.Int(r.Runs), r.Sampled, prose.Plural(len(r.Tests), "test"))}
}

// String lists the tests, with the verdict, in lines of at most 80 columns.
func (r *JointReport) String() string {
	lines := r.Summary()
	for _, t := range r.Tests {
		mark := ""
		if r.Fails(t) {
			mark = "  UNFAIR"
		}
		lines = append(lines, fmt.Sprintf("%-26s  %s%s", t.Name, prose.PAtMost(t.P), mark))
	}
	return strings.Join(append(lines, verdict(r.Verdict())), "\n")
}

// Fails reports whether one of the tests alone proves unfairness: its P, times the number of
// tests, is below one in a million.
func (r *JointReport) Fails(t JointTest) bool { return proof.Shown(t.P * float64(len(r.Tests))) }
