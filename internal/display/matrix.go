package display

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"riffle/internal/display/draw"
	"riffle/shuffle/fair"
)

// maxSide is the most cells of a matrix on a side: about what a picture of that
// width can show. Larger decks are summed up in blocks of cards and positions.
const maxSide = 64

const matrixTitle = "Bias matrix"

// positionsFigure is the matrix of a sample: a cell is how many standard deviations its
// count is away from that of a fair shuffle.
func positionsFigure(p *fair.Positions) *draw.Figure {
	f := &draw.Figure{Title: matrixTitle, Verdict: verdictOf(p.Verdict())}
	f.Lead, f.Notes = lead(p.Summary())
	if p.Runs == 0 {
		return f
	}
	b := blocksOf(len(p.Counts))
	f.Notes = append(b.blockNote(), f.Notes...)
	cell := func(r, c int) float64 {
		if b.size == 1 {
			return p.Residual(r+1, c+1)
		}
		return b.residual(p, r, c)
	}
	f.Chart = &draw.Heat{
		Values: b.blockMeans(cell), X: b.numbering("position"), Y: b.numbering("card"), Steps: residuals,
		Cell: func(r, c int) string { return signed(cell(r, c)) },
		Tip: func(r, c int) string {
			if b.size > 1 {
				return "z = " + signed(cell(r, c))
			}
			share := p.Share(r+1, c+1)
			return share.Percent() + ", z = " + signed(cell(r, c))
		},
		Name: b.cellName,
	}
	return f
}

// signed writes a residual.
func signed(z float64) string {
	return strings.Replace(strings.Replace(fmt.Sprintf("%.1f", z), "-0.0", "0.0", 1), "-", "−", 1)
}

// residuals are the steps of standardized residuals. Chance alone stays within 2
// nineteen times out of twenty, and hardly ever gets beyond 4.
var residuals = draw.Steps{
	Edges: []float64{-16, -8, -4, -2, 2, 4, 8, 16}, Colors: draw.Diverging, Glyphs: []rune("≪≪≪<·>≫≫≫"),
	Low: "too rare", High: "too often",
	Legend: "z, in standard deviations: chance hardly gets beyond 4",
	Key:    "residuals z: ≪ under -4, < under -2, · within 2, > over 2, ≫ over 4",
}

// exactPositions is the matrix of exact probabilities: a cell is how much they
// exceed 1/n, as a share of it.
func exactPositions(e *fair.ExactPositions) *draw.Figure {
	n := len(e.P)
	f := &draw.Figure{Title: matrixTitle, Verdict: verdictOf(e.Verdict())}
	if n == 0 {
		return &draw.Figure{Verdict: "no cards"}
	}
	b := blocksOf(n)
	f.Lead = fmt.Sprintf("%s: the exact probability of each position", countedWhat(n, "card"))
	f.Notes = b.blockNote()
	steps := ratios
	steps.Legend = fmt.Sprintf(ratios.Legend, n)
	steps.Key = fmt.Sprintf(ratios.Key, n)
	excess := b.blockMeans(func(r, c int) float64 { return b.excess(e, r, c) })
	f.Chart = &draw.Heat{
		Values: excess,
		X:      b.numbering("position"), Y: b.numbering("card"), Steps: steps,
		Cell: probabilityCells(e, b),
		Tip: func(r, c int) string {
			if b.size > 1 {
				return fmt.Sprintf("%+.1f %%", 100*excess[r][c])
			}
			if n > maxWritten {
				return alike(e.P[r], c, func(i int) bool { return steps.Same(excess[r][i], excess[r][c]) })
			}
			return shareText(e.P[r][c])
		},
		Name: b.cellName,
	}
	return f
}

// maxWritten is the most cells on a side whose numbers are said one by one.
const maxWritten = 16

// alike writes the least and the largest probability of the cells around one that
// have its colour, and so share a tip. A tip for each of 2,704 cells would be most of
// a notebook.
func alike(row []*big.Rat, c int, same func(i int) bool) string {
	from, to := c, c+1
	for from > 0 && same(from-1) {
		from--
	}
	for to < len(row) && same(to) {
		to++
	}
	least := fmt.Sprintf("%.2f", 100*nearestFloat(slices.MinFunc(row[from:to], (*big.Rat).Cmp)))
	most := fmt.Sprintf("%.2f", 100*nearestFloat(slices.MaxFunc(row[from:to], (*big.Rat).Cmp)))
	if least == most {
		return most + " %"
	}
	return least + " to " + most + " %"
}

// probabilityCells writes the probabilities in their cells: as fractions if all are short. A
// block has no single number.
func probabilityCells(e *fair.ExactPositions, b blocks) func(r, c int) string {
	if b.size > 1 {
		return nil
	}
	short := true
	for _, row := range e.P {
		short = short && !slices.ContainsFunc(row, func(p *big.Rat) bool { return len(p.RatString()) > 7 })
	}
	return func(r, c int) string {
		if short {
			return e.P[r][c].RatString()
		}
		return fmt.Sprintf("%.1f %%", 100*nearestFloat(e.P[r][c]))
	}
}

// ratios are the steps of exact probabilities.
var ratios = draw.Steps{
	Edges: []float64{-0.5, -0.2, -0.1, -0.02, 0.02, 0.1, 0.2, 0.5}, Colors: draw.Diverging, Glyphs: []rune("≪≪<<·>>≫≫"),
	Low: "too rare", High: "too often",
	Legend: "by how many percent the probability differs from 1/%d",
	Key:    "1/%d: ≪ over 20 %% less, < over 2 %%, · as fair, > over 2 %% more, ≫ over 20 %%",
	Format: func(x float64) string { return strings.Replace(fmt.Sprintf("%+.0f", 100*x), "-", "−", 1) },
}

// blocks cuts a matrix of n by n into blocks of size by size.
type blocks struct{ n, size, count int }

func blocksOf(n int) blocks {
	size := max(1, (n+maxSide-1)/maxSide)
	return blocks{n, size, (n + size - 1) / size}
}

// blockSpan is the block's first row or column and the one after its last.
func (b blocks) blockSpan(i int) (from, to int) { return i * b.size, min(b.n, (i+1)*b.size) }

func (b blocks) numbering(label string) draw.Numbering {
	return draw.Numbering{Label: label, First: 1, Every: b.size}
}

func (b blocks) blockNote() []string {
	if b.size == 1 {
		return nil
	}
	return []string{fmt.Sprintf("Each cell sums up %d cards and %d positions.", b.size, b.size)}
}

func (b blocks) blockMeans(cell func(r, c int) float64) [][]float64 {
	values := make([][]float64, b.count)
	for r := range values {
		values[r] = make([]float64, b.count)
		for c := range values[r] {
			values[r][c] = cell(r, c)
		}
	}
	return values
}

// cellName names the card of a row and the positions of some columns, or those of blocks.
func (b blocks) cellName(r, first, last int) string {
	span := func(what string, first, last int) string {
		from, _ := b.blockSpan(first)
		_, to := b.blockSpan(last)
		if to-from == 1 {
			return fmt.Sprintf("%s %d", what, from+1)
		}
		return fmt.Sprintf("%ss %d to %d", what, from+1, to)
	}
	return span("card", r, r) + " in " + span("position", first, last)
}

// residual is a block's standardized residual. How many of k cards a fair shuffle
// puts into l positions is hypergeometric, with the mean kl/n and the variance
// kl/n · (1-k/n)(1-l/n) · n/(n-1).
func (b blocks) residual(p *fair.Positions, r, c int) float64 {
	r0, r1 := b.blockSpan(r)
	c0, c1 := b.blockSpan(c)
	sum := 0
	for _, row := range p.Counts[r0:r1] {
		for _, count := range row[c0:c1] {
			sum += count
		}
	}
	n, k, l := float64(b.n), float64(r1-r0), float64(c1-c0)
	mean := k * l / n
	variance := mean * (1 - k/n) * (1 - l/n) * n / (n - 1)
	return (float64(sum) - float64(p.Runs)*mean) / math.Sqrt(float64(p.Runs)*variance)
}

// excess is how much a block's mean probability exceeds 1/n, as a share of that.
func (b blocks) excess(e *fair.ExactPositions, r, c int) float64 {
	r0, r1 := b.blockSpan(r)
	c0, c1 := b.blockSpan(c)
	sum := new(big.Rat)
	for _, row := range e.P[r0:r1] {
		for _, p := range row[c0:c1] {
			sum.Add(sum, p)
		}
	}
	cells := int64((r1 - r0) * (c1 - c0))
	sum.Mul(sum, big.NewRat(int64(b.n), cells))
	return nearestFloat(sum.Sub(sum, big.NewRat(1, 1)))
}
