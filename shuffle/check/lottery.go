package check

import (
	"fmt"
	"slices"

	"riffle/shuffle"
	"riffle/shuffle/internal/adapt"
	"riffle/shuffle/internal/arg"
	"riffle/shuffle/internal/joint"
	"riffle/shuffle/internal/prose"
	"riffle/shuffle/internal/void"
)

// Picker is a student's lottery: it picks k different numbers from 1 to n.
//
//	func pick(n, k int, rng PRNG) []int { … }
type Picker = func(n, k int, rng shuffle.PRNG) []int

// lotteryCall is the name of the check in refusals.
const lotteryCall = "check.Lottery"

// Rule is what an exercise asks of the numbers of a lottery besides.
type Rule int

// Sorted asks for numbers in rising order.
const Sorted Rule = 1

// Lottery checks a student's lottery: it must pick k different numbers from 1 to n, draw
// from the generator it is given and from nothing else, and make all combinations
// equally likely. The order of the numbers doesn't matter, unless it must be Sorted.
//
// For up to 6 numbers the probabilities are exact where they can be. Then 6 of 40
// numbers are picked 8,000 times, and 5 of 13, 5 of 90 and 20 of 80 less often. How often
// each number came is tested, each pair, the gaps between numbers, their order statistics,
// sums, even numbers, remainders and neighbours, and whether picks or numbers of the pick
// before come again too often. A right lottery is refused at most once in a million.
//
// It panics when given a rule that doesn't exist.
func Lottery(f any, rules ...Rule) Result {
	for _, rule := range rules {
		if rule != Sorted {
			arg.Refuse("check.Lottery", "rule = %d, want Sorted", int(rule))
		}
	}
	if void.Is(f) {
		return wrong("the lottery is nil, want a function such as func(n, k int, rng PRNG) []int")
	}
	return examine(func(x *examiner) Result {
		var l *adapt.Lottery
		if problem := x.call(func() { l = adapt.LotteryOf(lotteryCall, f) }); problem != "" {
			return wrong("%s", problem)
		}
		defer l.Close()
		return checkLottery(x, l.Pick, len(rules) > 0)
	})
}

// smallLotteries are those whose combinations are all counted.
var smallLotteries = []struct{ n, k int }{{1, 1}, {3, 0}, {3, 1}, {4, 2}, {4, 4}, {5, 2}, {5, 3}, {6, 5}}

func checkLottery(x *examiner, f Picker, sorted bool) Result {
	sample := false
	for _, s := range smallLotteries {
		e := picked(x, f, s.n, s.k, sorted)
		e.outcomes = combinations(s.n, s.k)
		exact, problem := exactPicks(e)
		if problem == "" && !exact && !sample && len(e.outcomes) > 1 {
			sample = true
			problem = samplePicks(e)
		}
		if problem != "" {
			return wrong("%s", problem)
		}
	}
	if problem := sampleLotteries(x, f, sorted); problem != "" {
		return wrong("%s", problem)
	}
	const large = "%s of 6 from 40, and fewer of 5 from 13, 5 from 90 and 20 from 80, show nothing odd"
	if sample {
		return right("%s of small lotteries and "+large, prose.Plural(pickRuns, "pick"), prose.Int(numberRuns))
	}
	return right("every combination of up to 6 numbers is equally likely, exactly, and "+large, prose.Plural(numberRuns, "pick"))
}

// combinations are the sets of k of the numbers 1 to n, in lexicographic order.
func combinations(n, k int) (all [][]int) {
	var add func(set []int, from int)
	add = func(set []int, from int) {
		if len(set) == k {
			all = append(all, slices.Clone(set))
			return
		}
		for v := from; v <= n; v++ {
			add(append(set, v), v+1)
		}
	}
	add(nil, 1)
	return all
}

// picked is the experiment of a pick.
func picked(x *examiner, f Picker, n, k int, sorted bool) *experiment {
	e := &experiment{x: x, input: fmt.Sprintf("n = %d, k = %d", n, k), verb: "gave", plays: 20_000}
	e.run = func(rng shuffle.PRNG) (outcome []int, problem string) {
		var got []int
		if problem = x.call(func() { got = f(n, k, rng) }); problem != "" {
			return nil, problem
		}
		return invalid(e.input, got, n, k, sorted)
	}
	return e
}

// invalid says what is wrong with a pick, or sorts it.
func invalid(input string, got []int, n, k int, sorted bool) (pick []int, problem string) {
	if len(got) != k {
		return nil, fmt.Sprintf("picks %s instead of %d: %s gave %s", prose.Plural(len(got), "number"), k, input, list(got))
	}
	pick = slices.Sorted(slices.Values(got))
	for i, v := range pick {
		switch {
		case v < 1 || v > n:
			return nil, fmt.Sprintf("picks %d, which isn't from 1 to %d: %s gave %s", v, n, input, list(got))
		case i > 0 && v == pick[i-1]:
			return nil, fmt.Sprintf("picks %d twice: %s gave %s", v, input, list(got))
		}
	}
	if sorted && !slices.IsSorted(got) {
		return nil, fmt.Sprintf("doesn't sort the numbers: %s gave %s", input, list(got))
	}
	return pick, ""
}

// exactPicks checks a small lottery by playing all draws.
func exactPicks(e *experiment) (exact bool, problem string) {
	l, problem := e.explore(nil)
	if problem != "" {
		return false, problem
	}
	if l.words {
		_, problem = e.call(0)
		if problem != "" || len(e.outcomes) < 2 {
			return true, problem
		}
		if l = fewBitsLaw(e); l == nil {
			return false, ""
		}
	}
	return l.exact(), unfairPick(l)
}

// unfairPick says how a law of combinations isn't fair.
func unfairPick(l *law) string {
	worst := l.unfair()
	switch {
	case worst < 0:
		return ""
	case !l.drew:
		return fmt.Sprintf("never draws from the generator it is given: %s always gives %s", l.e.input, list(l.likeliest()))
	}
	if i := l.firstNever(); i >= 0 {
		return l.tried() + fmt.Sprintf("never picks %s: every combination should have probability %s for %s", list(l.e.outcomes[i]), l.fair().RatString(), l.e.input)
	}
	return fmt.Sprintf("the combination %s has %s, a fair lottery gives %s for %s", list(l.e.outcomes[worst]), l.says(worst), l.fair().RatString(), l.e.input)
}

const (
	// pickRuns and numberRuns are the sizes of samples.
	pickRuns   = 30_000
	numberRuns = 8_000
)

// samplePicks tests how often each combination comes.
func samplePicks(e *experiment) string {
	cells, problem := e.sample(pickRuns, 1<<36)
	if problem != "" {
		return problem
	}
	if i, found := strangest(cells, pickRuns, alarm/tests); found {
		return fmt.Sprintf("for %s the combination %s came in %s", e.input, list(e.outcomes[i]), came(cells[i], pickRuns, "pick"))
	}
	return ""
}

// sampleLotteries makes many tests of lotteries of several sizes: which numbers come, which
// come together, how far apart they are, and so on.
func sampleLotteries(x *examiner, f Picker, sorted bool) string {
	for _, l := range largeLotteries {
		e := picked(x, f, l.n, l.k, sorted)
		problem := e.sampleTwice(l.runs, uint64(l.n)<<41, logChoose(l.n, l.k), func() sample {
			return &pickSample{n: l.n, k: l.k, picks: joint.NewPicks(l.n, l.k), common: make([]int, l.k+1)}
		})
		if problem != "" {
			return problem
		}
	}
	return ""
}

// largeLotteries are those that are sampled.
var largeLotteries = []struct{ n, k, runs int }{{40, 6, numberRuns}, {13, 5, 3000}, {90, 5, 2000}, {80, 20, 400}}

// logChoose is the natural logarithm of the number of combinations.
func logChoose(n, k int) float64 { return logFactorial(n) - logFactorial(k) - logFactorial(n-k) }

// pickSample counts picks.
type pickSample struct {
	n, k   int
	picks  *joint.Picks
	again  joint.Repeats
	last   []int
	common []int // how many picks share how many numbers with the one before
}

func (s *pickSample) add(number int, pick []int) {
	s.picks.Add(number, pick)
	s.again.Add(number, pick)
	if s.last != nil {
		common := 0
		for _, v := range pick {
			if _, found := slices.BinarySearch(s.last, v); found {
				common++
			}
		}
		s.common[common]++
	}
	s.last = pick
}

func (s *pickSample) judge() []joint.Finding {
	return append(s.picks.Judge(), joint.PickOverlaps(s.n, s.k, s.common), s.again.Picks(s.n, s.k))
}

func (s *pickSample) of() string { return fmt.Sprintf("for n = %d, k = %d ", s.n, s.k) }
