package fair

import (
	"fmt"
	"math"
	"strings"

	"riffle/shuffle"
	"riffle/shuffle/internal/adapt"
	"riffle/shuffle/internal/arg"
	"riffle/shuffle/internal/proof"
	"riffle/shuffle/internal/prose"
	"riffle/shuffle/internal/tail"
	"riffle/shuffle/trials"
)

// Positions is how often each card ended in each position in a sample.
type Positions struct {
	// Counts[card-1][position-1] is how often the card ended there.
	Counts [][]int
	// Runs is how often the deck was shuffled.
	Runs int
	// ChiSquare measures how far the counts are from Runs/n each: the sum of
	// (count - Runs/n)²/(Runs/n), times (n-1)/n. The counts of a fair shuffle
	// depend on each other, because each row and each column adds up to Runs;
	// with this factor it follows chi-square with Freedom = (n-1)² degrees of
	// freedom.
	ChiSquare float64
	Freedom   int
	// P is an upper bound of the probability that a fair shuffle gives a matrix
	// this uneven by chance. It comes from two tests, of ChiSquare and of the
	// cell that is furthest off:
	//
	//	P = 2 · min(P of ChiSquare, n² · P of the cell), at most 1
	//
	// The factors allow for taking the better of two tests and the worst of n²
	// cells (Bonferroni's correction). Cells of a row or a column depend on each
	// other, and so do the tests, so that the true probability is smaller: a
	// fair shuffle gets below 5 % in fewer than 5 of 100 samples. With fewer than 5·n runs,
	// or than n for n >= 27, only the cell counts.
	P float64
}

// Matrix shuffles a deck of n cards runs times, each time from its original
// order, and counts where each card ends: a fair shuffle takes every card to
// every position equally often. So does a mere cut: a matrix doesn't show which cards
// stay together, and TestShuffle does. An experiment that is stopped keeps what it has
// counted. The shuffle is a [shuffle.Shuffler] or any other function that [Shuffle]
// describes.
//
// Without a generator it shuffles on all cores at once. After the same Seed the
// counts are the same for any number of cores. A shuffle of your own must not
// share anything between decks without a lock. With a generator, it makes one
// deck after the other.
//
// It panics unless 1 <= n <= 1000 and runs >= 1, and when the shuffle loses or
// duplicates a card.
func Matrix(f any, n, runs int, rng ...shuffle.PRNG) *Positions {
	const call = "fair.Matrix"
	s := adapt.ShuffleOf(call, f)
	defer s.Close()
	arg.Range(call, "n", n, 1, maxCards)
	p := &Positions{Counts: square(n)}
	// The rows come one after the other, so that a count is one access.
	counts, made := sampleDecks(call, s.Deal, n, runs, inTurn(call, s.Plain, rng), n*n, func(counts []int) func(deck []int) {
		return func(deck []int) {
			for position, card := range deck {
				counts[(card-1)*n+position]++
			}
		}
	})
	p.Runs = made
	for i, count := range counts {
		p.Counts[i/n][i%n] = count
	}
	p.test()
	return p
}

func square(n int) [][]int {
	rows := make([][]int, n)
	for i := range rows {
		rows[i] = make([]int, n)
	}
	return rows
}

// test fills in the fields that follow from the counts.
func (p *Positions) test() {
	n := len(p.Counts)
	p.Freedom, p.P = (n-1)*(n-1), 1
	if p.Runs == 0 || n < 2 {
		return
	}
	want := p.expected()
	for _, row := range p.Counts {
		for _, count := range row {
			d := float64(count) - want
			p.ChiSquare += d * d / want
		}
	}
	p.ChiSquare *= float64(n-1) / float64(n)
	card, position := p.Worst()
	cell := tail.Binomial(p.Counts[card-1][position-1], p.Runs, 1/float64(n)) * float64(n*n)
	if p.P = math.Min(1, 2*cell); enough(p.Runs*n, n*n) {
		p.P = math.Min(p.P, 2*p.chi().tail())
	}
}

func (p *Positions) chi() chiTest { return chiTest{p.ChiSquare, p.Freedom} }

func (p *Positions) expected() float64 { return float64(p.Runs) / float64(len(p.Counts)) }

// Worst returns the card and position, counted from 1, whose count is furthest
// from what a fair shuffle gives: the first of several.
func (p *Positions) Worst() (card, position int) {
	card, position = 1, 1
	for c := range p.Counts {
		for i := range p.Counts[c] {
			if math.Abs(p.residual(c, i)) > math.Abs(p.residual(card-1, position-1))+1e-9 {
				card, position = c+1, i+1
			}
		}
	}
	return card, position
}

// Residual returns the standardized residual of a card and a position, counted
// from 1: how many standard deviations its count is above that of a fair shuffle.
// It panics unless both are from 1 to n.
func (p *Positions) Residual(card, position int) float64 {
	const call = "Positions.Residual"
	arg.Range(call, "card", card, 1, len(p.Counts))
	arg.Range(call, "position", position, 1, len(p.Counts))
	return p.residual(card-1, position-1)
}

func (p *Positions) residual(card, position int) float64 {
	share := 1 / float64(len(p.Counts))
	deviation := math.Sqrt(float64(p.Runs) * share * (1 - share))
	if deviation == 0 {
		return 0
	}
	return (float64(p.Counts[card][position]) - float64(p.Runs)*share) / deviation
}

// Share returns how often a card ended in a position, counted from 1, with its
// interval. It panics unless both are from 1 to n.
func (p *Positions) Share(card, position int) trials.Share {
	const call = "Positions.Share"
	arg.Range(call, "card", card, 1, len(p.Counts))
	arg.Range(call, "position", position, 1, len(p.Counts))
	return trials.Share{Hits: p.Counts[card-1][position-1], Runs: p.Runs}
}

// RunsNeeded returns how many runs it takes to detect an effect of the size found
// nine times out of ten, +Inf if there was none.
func (p *Positions) RunsNeeded() float64 { return p.chi().runsNeeded(p.Runs) }

// Unfair reports whether the matrix proves the shuffle unfair: P is below one in a million.
// A fair shuffle gets there once in 100,000 times at most.
func (p *Positions) Unfair() bool { return p.Runs > 0 && proof.Shown(p.P) }

// Verdict says in words whether cards prefer some positions, as far as the sample shows,
// with P as in "p ≤ 0.042". That no card does, doesn't make a shuffle fair: see
// TestShuffle.
func (p *Positions) Verdict() string {
	if p.Runs == 0 {
		return "nothing was shuffled"
	}
	if p.P >= proof.Doubtful {
		return fmt.Sprintf("no card prefers a position in %s (%s); which cards stay together, fair.TestShuffle tests", prose.Plural(p.Runs, "shuffle"), prose.PAtMost(p.P))
	}
	card, position := p.Worst()
	if p.Counts[card-1][position-1] == 0 {
		return suspicion(p.P, fmt.Sprintf("position %d never holds card %d (%s)", position, card, prose.PAtMost(p.P)))
	}
	share := p.Share(card, position)
	return suspicion(p.P, fmt.Sprintf("position %d holds card %d in %s of shuffles, a fair one gives %s (%s)", position, card,
		share.Percent(), prose.Percent(1/float64(len(p.Counts)), share.Error()), prose.PAtMost(p.P)))
}

// Summary says in sentences what was done and what came of it, all but the
// Verdict.
func (p *Positions) Summary() []string {
	if p.Runs == 0 {
		return nil
	}
	return []string{
		fmt.Sprintf("%s, %s: where each card ended", prose.Plural(len(p.Counts), "card"), prose.Plural(p.Runs, "run")),
		fmt.Sprintf("chi-square %.1f with %s of freedom", p.ChiSquare, prose.Plural(p.Freedom, "degree")),
		needed(p.RunsNeeded()),
	}
}

// String returns the Summary and the Verdict, in lines of at most 80 columns.
func (p *Positions) String() string { return concluded(p.Summary(), p.Verdict()) }

// needed says how many runs it takes to show an effect.
func needed(runs float64) string {
	if math.IsInf(runs, 1) {
		return "No effect was found that more runs could confirm."
	}
	return fmt.Sprintf("Nine times out of ten, %s an effect of the size found.", prose.RunsShow(runs))
}

// concluded writes sentences with the verdict below them, in lines of at most 80
// columns.
func concluded(sentences []string, v string) string {
	var lines []string
	for _, s := range sentences {
		lines = append(lines, prose.Wrap(s))
	}
	return strings.Join(append(lines, verdict(v)), "\n")
}
