package joint

import (
	"fmt"
	"math"
	"slices"

	"riffle/shuffle/internal/prose"
)

// halves finds chi-square's cross product of a table's two halves: the deviations of the
// first half from what is expected, and the sum of those in the cells that the second half
// hits, less what is expected.
func halves(counts [2][]int, runs []int, p float64, counted func(cell int) bool) (scores []float64, sum float64) {
	scores = make([]float64, len(counts[0]))
	for i := range scores {
		if counted(i) {
			scores[i] = float64(counts[0][i]) - float64(runs[0])*p
			sum += scores[i] * (float64(counts[1][i]) - float64(runs[1])*p)
		}
	}
	return scores, sum
}

func every(int) bool { return true }

// squarePositions: the score of a deck is Σ D(card, position). Rows and columns of D add
// up to 0, and the variance is ΣD²/(n-1).
func (d *Decks) squarePositions() (w worst) {
	if d.n < 2 {
		return w
	}
	scores, sum := halves(d.places, d.runs, 1/float64(d.n), every)
	w.bound(bernstein(sum, float64(d.runs[1])*squares(scores)/float64(d.n-1), lineMost(scores, d.n)), func() string {
		card, position := d.furthest(d.places, 1/float64(d.n), every)
		return d.together("cards prefer some positions", fmt.Sprintf("card %d came to position %d in ", card+1, position+1),
			both(d.places, card*d.n+position), 1/float64(d.n))
	})
	return w
}

// squareSuccessors: the score of a deck is Σ D(card, next).
func (d *Decks) squareSuccessors() (w worst) {
	if d.n < 3 {
		return w
	}
	n := d.n
	others := func(i int) bool { return i/n != i%n }
	scores, sum := halves(d.follows, d.runs, 1/float64(n), others)
	mean, variance := alongOrder(scores, n)
	w.bound(bernstein(sum, float64(d.runs[1])*variance, lineMost(scores, n)-mean), func() string {
		card, next := d.furthest(d.follows, 1/float64(n), others)
		return d.together("cards prefer some successors", fmt.Sprintf("the card that follows %d was %d in ", card+1, next+1),
			both(d.follows, card*n+next), 1/float64(n))
	})
	return w
}

// squarePairs: the score of a deck is Σ D(a,b)·(1/2 if a comes before b, -1/2 if not)
// over all a < b. Two such terms that share no card are independent; the covariance of
// those with the same first card is 1/12.
func (d *Decks) squarePairs() (w worst) {
	n := d.n
	if n < 3 {
		return w
	}
	rising := func(i int) bool { return i/n < i%n }
	scores, sum := halves(d.before, d.runs, 0.5, rising)
	lines, most := make([]float64, n), 0.0
	for i, s := range scores {
		lines[i/n] += s
		lines[i%n] -= s
		most += math.Abs(s) / 2
	}
	all := squares(scores)
	variance := all/4 + (squares(lines)-2*all)/12
	w.bound(bernstein(sum, float64(d.runs[1])*variance, most), func() string {
		a, b := d.furthest(d.before, 0.5, rising)
		return d.together("pairs of cards prefer an order", fmt.Sprintf("card %d came before card %d in ", a+1, b+1), both(d.before, a*n+b), 0.5)
	})
	return w
}

// squareOrders: the score of a deck is D(order).
func (d *Decks) squareOrders(w *worst) {
	p := 1 / float64(len(d.orders[0]))
	scores, sum := halves(d.orders, d.runs, p, every)
	w.bound(bernstein(sum, float64(d.runs[1])*squares(scores)*p, slices.Max(scores)), func() string {
		most := 0
		for i := range scores {
			if both(d.orders, i) > both(d.orders, most) {
				most = i
			}
		}
		return d.together("some orders are preferred", "order "+spaced(unrank(most, d.n))+" came up in ", both(d.orders, most), p)
	})
}

// furthest is the cell of a table that is furthest from what is expected.
func (d *Decks) furthest(counts [2][]int, p float64, counted func(cell int) bool) (row, column int) {
	cell, by := 0, -1.0
	for i := range counts[0] {
		if off := math.Abs(float64(both(counts, i)) - float64(d.Runs())*p); counted(i) && off > by {
			cell, by = i, off
		}
	}
	return cell / d.n, cell % d.n
}

// together says that many cells are off, each by little, with the one that is furthest.
func (d *Decks) together(what, example string, hits int, p float64) string {
	return what + ", by little each but all together by more than chance: " + example + shuffles.chance(hits, d.Runs(), p)
}

func squares(numbers []float64) (sum float64) {
	for _, x := range numbers {
		sum += x * x
	}
	return sum
}

// lineMost bounds the sum of cells of a table of which no two share a row or a column, and
// of which there may be fewer than rows.
func lineMost(cells []float64, n int) float64 {
	rows, columns := make([]float64, n), make([]float64, n)
	for i, x := range cells {
		rows[i/n], columns[i%n] = max(rows[i/n], x), max(columns[i%n], x)
	}
	a, b := 0.0, 0.0
	for i := range n {
		a, b = a+rows[i], b+columns[i]
	}
	return min(a, b)
}

// alongOrder is the mean and the variance of Σ D(x, y) over the n-1 neighbours x, y in a
// random order of n >= 3 things; D(x, x) must be 0. Two neighbours are any two
// things. So are two pairs of neighbours, that share a thing or share none.
func alongOrder(table []float64, n int) (mean, variance float64) {
	rows, columns := make([]float64, n), make([]float64, n)
	total, turned := 0.0, 0.0
	for i, x := range table {
		rows[i/n] += x
		columns[i%n] += x
		total += x
		turned += x * table[i%n*n+i/n]
	}
	all := squares(table)
	through := 0.0 // D(x,y)·D(y,z), x and z included that are the same
	for i := range n {
		through += rows[i] * columns[i]
	}
	m := float64(n)
	pairs, triples, fours := m*(m-1), m*(m-1)*(m-2), m*(m-1)*(m-2)*(m-3)
	mean = (m - 1) * total / pairs
	variance = (m-1)*all/pairs + 2*(m-2)*(through-turned)/triples - mean*mean
	if n > 3 {
		apart := total*total - squares(rows) - squares(columns) - 2*through + all + turned
		variance += (m - 2) * (m - 3) * apart / fours
	}
	return mean, max(0, variance)
}

// size writes e^log as a number, or as a power of ten.
func size(log float64) string {
	if log < math.Log(1e9) {
		return prose.Int(int(math.Round(math.Exp(log))))
	}
	return fmt.Sprintf("about 10^%.0f", math.Floor(log/math.Ln10+0.5))
}
