package fair

import (
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"

	"riffle/shuffle"
)

// TestZeroResults wants the zero values of results, which nobody has measured, to say
// so and to answer every question.
func TestZeroResults(t *testing.T) {
	for _, c := range []struct {
		v    fmt.Stringer
		want string
	}{
		{new(Distribution), "no orders"}, {new(Tree), "no draws"}, {new(Lattices), "no points"},
		{new(OrderCounts), "Verdict: nothing was shuffled."}, {new(Positions), "Verdict: nothing was shuffled."},
		{CutSample{}, "no cuts"}, {new(ExactPositions), "no cards"}, {new(GeneratorReport), "stopped before the first test"},
		{Suspicion{}, "not suspicious"}, {Plane{}, "no short equation"}, {new(Table), "j  roll"},
	} {
		if got := c.v.String(); !strings.Contains(got, c.want) {
			t.Errorf("the zero %T is %q, want %q", c.v, got, c.want)
		}
	}
	var d Distribution
	if d.Total().Sign() != 0 || d.Count().Sign() != 0 || d.P(1, 2).Sign() != 0 || d.TotalVariation().Sign() != 0 || d.Len() != 0 || len(d.Map()) != 0 || len(d.Positions().P) != 0 {
		t.Errorf("%v", d)
	}
	var h OrderCounts
	if h.Count() != 0 || h.Share(1).Hits != 0 || h.Unfair() || len(h.Worst()) != 0 {
		t.Errorf("%v", h)
	}
	if p := new(Positions); p.Unfair() || !math.IsInf(p.RunsNeeded(), 1) {
		t.Errorf("%v", p)
	}
	refused(t, "Distribution.Tree: the distribution is of no shuffle", func() { new(Distribution).Tree() })
	refused(t, "fair.SupNorm: law[1] is nil, want a probability", func() { SupNorm([]int{1, 2}, []*big.Rat{big.NewRat(1, 2), nil}) })
}

// TestMatrixSaysBound wants the p-value of a matrix, which is an upper bound, to be
// shown as one.
func TestMatrixSaysBound(t *testing.T) {
	p := Matrix(shuffle.FisherYates, 5, 1000, shuffle.NewPRNG(1))
	if !strings.Contains(p.Verdict(), "(p ≤ ") || !strings.Contains(p.String(), "(p ≤ ") {
		t.Errorf("%v", p)
	}
	if r := TestGenerator(shuffle.NewPRNG(1), 1000); !strings.Contains(r.Verdict(), "(p ≤ ") {
		t.Errorf("%v", r)
	}
}
