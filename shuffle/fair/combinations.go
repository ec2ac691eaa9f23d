package fair

import (
	"cmp"
	"fmt"
	"iter"
	"math/big"
	"slices"

	"riffle/shuffle"
	"riffle/shuffle/internal/proof"
	"riffle/shuffle/internal/prose"
	"riffle/shuffle/trials"
)

// Combinations is how often a lottery picks each combination of its numbers:
// exactly, or in a sample.
type Combinations struct {
	// Max and K are what was picked: K of the numbers 1 to Max.
	Max, K int
	// Runs is how many picks the sample has, 0 if the probabilities are exact.
	Runs int
	// ChiSquare is the sum over all C(Max, K) combinations of
	// (count - expected)²/expected, Freedom is their number less one, and P is the
	// probability that a fair lottery gives counts this uneven by chance. They are
	// of a sample only.
	ChiSquare float64
	Freedom   int
	P         float64

	ranks  ranks
	counts []*big.Int // of total ways, or picks
	total  *big.Int
}

// sample counts picks.
func (c *Combinations) sample(d *draw, runs int, rng []shuffle.PRNG) {
	all := int(new(big.Int).Binomial(int64(c.Max), int64(c.K)).Int64())
	counts, made := sample(d.call, runs, rng, all, func(counts []int) func(shuffle.PRNG) {
		return func(rng shuffle.PRNG) { counts[d.rank(rng)]++ }
	})
	c.Runs = made
	c.counts, c.total = make([]*big.Int, all), big.NewInt(int64(c.Runs))
	want := float64(c.Runs) / float64(all)
	for i, sum := range counts {
		c.counts[i] = big.NewInt(int64(sum))
		if c.Runs > 0 {
			c.ChiSquare += (float64(sum) - want) * (float64(sum) - want) / want
		}
	}
	c.Freedom, c.P = all-1, 1
	if c.Freedom > 0 && c.Runs > 0 {
		c.P = chance(chiTest{c.ChiSquare, c.Freedom}, c.Sampled(c.Worst()...).Hits, c.Runs, all)
	}
}

// Exact reports whether the probabilities are exact.
func (c *Combinations) Exact() bool { return c.Runs == 0 && c.total != nil && c.total.Sign() > 0 }

// Len returns how many combinations there are, C(Max, K).
func (c *Combinations) Len() int { return len(c.counts) }

// Fair returns the probability of each combination in a fair lottery, 1/C(Max, K).
func (c *Combinations) Fair() *big.Rat { return big.NewRat(1, int64(max(1, len(c.counts)))) }

// Share returns the probability of a combination, given in any order, or the share
// of the sample in which it came. It is 0 for anything that isn't a combination.
func (c *Combinations) Share(numbers ...int) *big.Rat {
	sorted := slices.Sorted(slices.Values(numbers))
	for i, v := range sorted {
		if v < 1 || v > c.Max || i > 0 && v == sorted[i-1] {
			return new(big.Rat)
		}
	}
	if len(sorted) != c.K || c.counts == nil {
		return new(big.Rat)
	}
	return c.share(c.ranks.of(sorted))
}

func (c *Combinations) share(i int) *big.Rat {
	if c.total.Sign() == 0 {
		return new(big.Rat)
	}
	return new(big.Rat).SetFrac(c.counts[i], c.total)
}

// Sampled returns how often a combination came in the sample, with its interval.
func (c *Combinations) Sampled(numbers ...int) trials.Share {
	hits := new(big.Rat).Mul(c.Share(numbers...), big.NewRat(int64(c.Runs), 1))
	return trials.Share{Hits: int(hits.Num().Int64()), Runs: c.Runs}
}

// All returns all combinations in lexicographic order, with their shares. The
// caller may keep and change them.
func (c *Combinations) All() iter.Seq2[[]int, *big.Rat] {
	return func(yield func([]int, *big.Rat) bool) {
		for i := range c.counts {
			if !yield(c.ranks.at(i), c.share(i)) {
				return
			}
		}
	}
}

// IsFair reports whether all combinations are equally likely, or that a sample doesn't prove
// the contrary: P is at least one in a million.
func (c *Combinations) IsFair() bool {
	if !c.Exact() {
		return !proof.Shown(c.P)
	}
	share := c.Fair()
	return !slices.ContainsFunc(c.counts, func(n *big.Int) bool {
		return new(big.Rat).SetFrac(n, c.total).Cmp(share) != 0
	})
}

// Worst returns the combination whose share is furthest from the fair one; of
// several rather one that comes too often, and the first.
func (c *Combinations) Worst() []int {
	if len(c.counts) == 0 {
		return nil
	}
	order := c.byShare()
	most, least := order[0], order[len(order)-1]
	for i := len(order) - 2; i >= 0 && c.counts[order[i]].Cmp(c.counts[least]) == 0; i-- {
		least = order[i]
	}
	above := new(big.Rat).Sub(c.share(most), c.Fair())
	if above.Cmp(new(big.Rat).Sub(c.Fair(), c.share(least))) >= 0 {
		return c.ranks.at(most)
	}
	return c.ranks.at(least)
}

// byShare lists the combinations' numbers, those that come most often first.
func (c *Combinations) byShare() []int {
	order := make([]int, len(c.counts))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(c.counts[b].Cmp(c.counts[a]), a-b) })
	return order
}

// Verdict says in words whether the lottery is fair, with the combination furthest
// from its share.
func (c *Combinations) Verdict() string {
	all := prose.Int(len(c.counts))
	switch {
	case c.Runs == 0 && !c.Exact():
		return "nothing was picked"
	case len(c.counts) == 1:
		return "there is only one combination, and every lottery is fair"
	case c.Exact() && c.IsFair():
		return fmt.Sprintf("all %s combinations are equally likely, 1/%s each: the lottery is fair", all, all)
	case !c.Exact() && c.P >= proof.Doubtful:
		return fmt.Sprintf("nothing unfair to be seen in %s (%s)", prose.Plural(c.Runs, "pick"), prose.P(c.P))
	}
	worst := c.Worst()
	p, name, end := c.Share(worst...), cards(worst), ""
	if c.Runs > 0 {
		end = fmt.Sprintf(" (%s)", prose.P(c.P))
	}
	switch {
	case p.Sign() == 0:
		return c.suspicion(fmt.Sprintf("the combination %s never comes, a fair lottery gives 1/%s%s", name, all, end))
	case c.Exact():
		return fmt.Sprintf("the combination %s comes up %s, a fair lottery gives 1/%s", name, beside(p, c.Fair()), all)
	}
	s := c.Sampled(worst...)
	return c.suspicion(fmt.Sprintf("the combination %s came in %s, a fair lottery gives %s%s", name,
		s.Percent(), prose.Percent(1/float64(len(c.counts)), s.Error()), end))
}

// suspicion is a verdict as far as a sample proves it.
func (c *Combinations) suspicion(text string) string {
	if c.Exact() {
		return text
	}
	return suspicion(c.P, text)
}

// Summary says in sentences what was counted, all but the Verdict.
func (c *Combinations) Summary() []string {
	if c.Runs == 0 && !c.Exact() {
		return nil
	}
	come := 0
	for _, n := range c.counts {
		come += n.Sign()
	}
	reach := fmt.Sprintf("%s of %s", prose.Int(come), prose.Plural(len(c.counts), "combination"))
	if come == len(c.counts) {
		reach = "all " + prose.Plural(come, "combination")
	}
	what := prose.Plural(c.K, "number") + " of " + prose.Int(c.Max)
	if c.Exact() {
		return []string{fmt.Sprintf("%s: %s, %s", what, waysToDraw(c.total), reach)}
	}
	return []string{
		fmt.Sprintf("%s, %s: %s came up, %s each if fair", what, prose.Plural(c.Runs, "pick"), reach, prose.Real(float64(c.Runs)/float64(len(c.counts)), 5)),
		fmt.Sprintf("chi-square %.1f with %s of freedom", c.ChiSquare, prose.Plural(c.Freedom, "degree")),
	}
}

// Extremes returns combinations to list: all, if they are at most 24, otherwise the
// most frequent and the rarest, and how many there are between.
func (c *Combinations) Extremes() (most, least [][]int, between int) {
	if len(c.counts) <= listed {
		for numbers := range c.All() {
			most = append(most, numbers)
		}
		return most, nil, 0
	}
	order := c.byShare()
	for i := range extremes {
		most = append(most, c.ranks.at(order[i]))
		least = append(least, c.ranks.at(order[len(order)-extremes+i]))
	}
	return most, least, len(order) - 2*extremes
}

// String returns the Summary with the combinations and the Verdict, in lines of at
// most 80 columns. Of more than 24 combinations it lists the most frequent and the
// rarest.
func (c *Combinations) String() string {
	summary := c.Summary()
	if summary == nil {
		return verdict(c.Verdict())
	}
	lines := summary[:1:1]
	most, least, between := c.Extremes()
	for _, numbers := range most {
		lines = append(lines, c.row(numbers))
	}
	if between > 0 {
		lines = append(lines, fmt.Sprintf("… %s combinations between …", prose.Int(between)))
	}
	for _, numbers := range least {
		lines = append(lines, c.row(numbers))
	}
	if !c.Exact() && between == 0 {
		lines = append(lines, ranges)
	}
	return concluded(append(lines, summary[1:]...), c.Verdict())
}

// row writes a combination: its numbers and its share.
func (c *Combinations) row(numbers []int) string {
	if c.Exact() {
		p := c.Share(numbers...)
		return fmt.Sprintf("%s  %15s  %8.4f %%", cards(numbers), ratio(p), 100*float(p))
	}
	s := c.Sampled(numbers...)
	return cards(numbers) + sampled(s, len(c.counts) <= listed)
}
