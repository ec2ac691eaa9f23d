package check

import (
	"fmt"
	"slices"

	"riffle/shuffle/internal/proof"
	"riffle/shuffle/internal/prose"
	"riffle/shuffle/internal/tail"
)

// alarm is the probability that all the tests of a check together refuse a right
// answer.
const alarm = proof.Sure

// tests is the number of tests of a check, at most: the bits that matter in words,
// once for each of five small sizes, two samples of small sizes, and of four other sizes
// two samples each. Each has an equal share of the alarms.
const tests = 5 + 2 + 2*4

// cell is how often something came up in a sample, and how often it should.
type cell struct {
	hits int
	p    float64
}

// strangest finds the count that a right answer gives with probability level/len(cells)
// at most, if there is one: the one with the least P of the exact binomial test. A
// right answer's count in a cell is binomial, whatever the counts in the others are.
// So the probability that any of them is so far off is no more than the sum of theirs,
// level (Bonferroni).
func strangest(cells []cell, runs int, level float64) (worst int, found bool) {
	least := level / float64(len(cells))
	for i, c := range cells {
		if p := tail.Binomial(c.hits, runs, c.p); p < least {
			worst, least, found = i, p, true
		}
	}
	return worst, found
}

// sample calls the function many times and counts its outcomes. The streams of
// generators begin at first.
func (e *experiment) sample(runs int, first uint64) (cells []cell, problem string) {
	e.x.on("%s", e.input)
	cells = make([]cell, len(e.outcomes))
	for i := range cells {
		cells[i].p = 1 / float64(len(cells))
	}
	for i := range runs {
		outcome, problem := e.call(first + uint64(i))
		if problem != "" {
			return nil, problem
		}
		number, _ := slices.BinarySearchFunc(e.outcomes, outcome, slices.Compare[[]int])
		cells[number].hits++
	}
	return cells, ""
}

// call calls the function with the generator of a stream; the first few times twice,
// to see whether it does the same again.
func (e *experiment) call(stream uint64) (outcome []int, problem string) {
	b := newBlinkers(seed, stream, all)
	e.last = b
	outcome, problem = e.run(b)
	if b.draws > patientDraws {
		problem = fmt.Sprintf("draws more than %s times on %s: does it end?", prose.Int(patientDraws), e.input)
	}
	if problem != "" || stream%1000 >= repeats {
		return outcome, problem
	}
	again, problem := e.run(newBlinkers(seed, stream, all))
	switch {
	case problem != "" || same(outcome, again):
		return outcome, problem
	case b.draws == 0:
		return nil, "uses another generator than the one given: without a draw from that, the results differ"
	}
	return nil, "gives different results after the same draws: " + remembers
}

// came says how often something came up.
func came(c cell, runs int, unit string) string {
	return fmt.Sprintf("%s of %s, a fair one gives about %s",
		prose.Int(c.hits), prose.Plural(runs, unit), prose.Int(int(c.p*float64(runs)+0.5)))
}
