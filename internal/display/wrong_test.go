package display

import (
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"

	"riffle/internal/test/svgdoc"
	"riffle/shuffle"
	"riffle/shuffle/crack"
	"riffle/shuffle/fair"
	"riffle/shuffle/games"
	"riffle/shuffle/trials"
)

// wrong are values that nobody gets from the functions of package shuffle, but may
// make by hand, and those at the ends of what there is.
func wrong() []any {
	nan, inf := math.NaN(), math.Inf(1)
	half := big.NewRat(1, 2)
	many := make([]trials.Outcome, 9000)
	for i := range many {
		many[i] = trials.Outcome{Value: strings.Repeat("<script>", 40) + fmt.Sprint(i), Share: trials.Share{Hits: 1, Runs: 9000}}
	}
	wide := make([]trials.Outcome, 60)
	for i := range wide {
		wide[i] = trials.Outcome{Value: -math.MaxInt/2 + i*(math.MaxInt/60), Share: trials.Share{Hits: 1, Runs: 60}}
	}
	kinds := func(value func(i int) any) *trials.Result {
		r := &trials.Result{Runs: 30, Numbers: true}
		for i := range 30 {
			r.Outcomes = append(r.Outcomes, trials.Outcome{Value: value(i), Share: trials.Share{Hits: 1, Runs: 30}})
		}
		return r
	}
	return []any{
		kinds(func(i int) any { return uint8(i) }), kinds(func(i int) any { return float32(i) / 7 }), kinds(func(i int) any { return fmt.Sprint(i) }),
		(*fair.Positions)(nil), &fair.Positions{}, &fair.Positions{Runs: 3}, &fair.Positions{Runs: 1, Counts: [][]int{{1}}},
		&fair.Positions{Runs: 5, Counts: [][]int{{1, 2}, {3}}}, &fair.Positions{Runs: -1, Counts: [][]int{{-5, 2}, {3, 1 << 60}}},
		fair.Matrix(shuffle.Riffle(1), 1000, 3, shuffle.NewPRNG(1)),
		&fair.ExactPositions{}, &fair.ExactPositions{P: [][]*big.Rat{{nil}}}, &fair.ExactPositions{P: [][]*big.Rat{{half, half}, {}}},
		fair.ExactMatrix(shuffle.OffByOne, 1), fair.ExactMatrix(shuffle.FisherYates, 100),
		&fair.Distribution{}, fair.Exact(shuffle.Naive, 0), fair.Exact(shuffle.Naive, 1), &fair.OrderCounts{}, &fair.OrderCounts{Cards: 3, Runs: 5},
		fair.Histogram(shuffle.Naive, 1, 1, shuffle.NewPRNG(1)), fair.Exact(shuffle.Riffle(0), 12),
		&fair.Combinations{}, &fair.Combinations{Runs: 3}, &fair.Combinations{Max: 5, K: 2, Runs: -1}, fair.Lottery(neighbours, 0, 0), fair.Lottery(neighbours, 3, 3),
		&fair.Tree{}, &fair.Tree{P: half}, &fair.Tree{P: half, Branches: []*fair.Tree{nil, {}}},
		&fair.Table{}, &fair.Table{Items: []string{"<b>"}, Rows: []fair.Row{{Shuffled: 9, Items: []string{"a", "b"}}, {Shuffled: -9}}},
		fair.Trace(shuffle.FisherYates, make([]int, 100), nil),
		fair.Curve{}, fair.Curve{Distance: []float64{nan, inf, -1, 5}}, fair.RiffleCurve(0, 0), fair.RiffleCurve(3, 300),
		fair.SampledCurve{}, fair.SampledCurve{Runs: 1, Favoured: []int{5}}, fair.SampledCurve{Cards: -4, Runs: 2, Favoured: []int{1, 1}, Fair: []float64{0, nan}},
		fair.CutSample{}, fair.CutSample{Cards: -1, Runs: 5}, fair.CutSample{Cards: 1, Runs: 5, Counts: []int{2, -3}}, fair.SampleCuts(3000, 2, shuffle.NewPRNG(1)),
		&fair.Lattices{}, fair.PointSet{}, fair.PointSet{Points: [][]uint64{{1, 2}, {3}}}, fair.PointSet{M: 1, Points: [][]uint64{{1, 2, 3, 4}}},
		fair.PointSet{M: 0, Points: [][]uint64{{1, 2}}, Plane: fair.Plane{Factors: []int{0, 0}}}, fair.Lattice(1, 1, 1, 0, 2),
		fair.Lattice(3, 0, math.MaxUint64, 1, 3), fair.Lattice(5, 3, 16, 0, 3), fair.Cycle{}, fair.Cycle{Length: math.MaxUint64}, fair.Cycle{Lead: 1 << 40, Length: 1},
		&fair.GeneratorReport{}, &fair.GeneratorReport{Tests: []fair.GeneratorTest{{P: nan}, {P: 0}, {P: -1, Name: "<script>"}}},
		(*fair.JointReport)(nil), &fair.JointReport{}, &fair.JointReport{Runs: 3, Tests: []fair.JointTest{{P: nan}, {P: 0}, {P: -1, Name: "<script>"}}},
		&games.Battle{}, &games.Battle{Player1: games.Pile{-5, 0}, Player2: games.Pile{7}}, games.NewBattle(1000, shuffle.NewPRNG(1)),
		games.Fate{}, games.Fate{Outcome: games.Infinite}, games.Fate{Outcome: 99, Tricks: -3}, games.Rounds{}, games.Rounds{{}, {}},
		&games.BattleResult{}, &games.BattleResult{Games: 3, Draw: trials.Share{Hits: 9, Runs: 1}}, &games.ClockGame{}, &games.ClockGame{Left: []int{4, -1}, Turned: []int{17, 2}},
		&trials.Result{}, &trials.Result{Runs: 9000, Outcomes: many}, &trials.Result{Runs: 60, Numbers: true, Outcomes: wide}, &trials.Result{Runs: 3, Numbers: true, Mean: trials.Estimate{Mean: nan, Deviation: inf, Runs: 3}},
		&trials.Result{Runs: 2, Outcomes: []trials.Outcome{{}, {Value: nan, Share: trials.Share{Hits: 3, Runs: 1}}}},
		trials.Share{}, trials.Share{Hits: 5, Runs: 3}, trials.Share{Hits: -1}, trials.Share{Hits: 1, Runs: 1}, trials.Estimate{}, trials.Estimate{Mean: inf, Runs: 5}, trials.Estimate{Mean: 1, Runs: 5},
		shuffle.Deck{}, shuffle.Hand{}, shuffle.Hands{}, shuffle.Ticket{}, shuffle.Tickets{},
		&crack.Bet{}, &crack.Bet{Card: 1, P: []*big.Rat{nil}}, crack.BestBet(shuffle.FisherYates, 1), &crack.Seeds{}, &crack.Seeds{Seeds: []uint32{1}}, &crack.Deals{}, &crack.Deals{Seeds: []int64{1}},
	}
}

// Whatever a value holds, it is a picture or a sentence: the SVG is XML without a
// script, the picture fits in a notebook, and the text says something.
func TestWrongValues(t *testing.T) {
	for i, v := range wrong() {
		said := fmt.Sprintf("%v", v)
		data := Of(v, said).Data
		if text, _ := data["text/plain"].(string); text == "" || strings.Contains(text, "PANIC") {
			t.Errorf("%d, %T: the text %q", i, v, text)
		}
		svg, ok := data["image/svg+xml"].(string)
		if !ok {
			continue
		}
		if len(svg) > 400_000 || strings.Contains(svg, "<script") {
			t.Errorf("%d, %T: %d bytes, or a script", i, v, len(svg))
		}
		if err := svgdoc.Check(svg); err != nil {
			t.Errorf("%d, %T: %v", i, v, err)
		}
	}
}
