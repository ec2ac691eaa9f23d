package fair_test

import (
	"fmt"
	"math"
	"testing"

	"riffle/shuffle"
	"riffle/shuffle/fair"
)

// The orders that riffles favour are those whose probability is above 1/n!; over
// all orders their excess adds up to the distance.
func TestSampleCurveFavours(t *testing.T) {
	for n := 1; n <= 5; n++ {
		c := fair.SampleCurve(n, 4, 1, shuffle.NewPRNG(1))
		for m := range c.Fair {
			all, favoured, excess := 0, 0, 0.0
			for order := range fair.Histogram(shuffle.FisherYates, n, 1, shuffle.NewPRNG(1)).All() {
				all++
				p, _ := fair.RiffleProbability(order, m).Float64()
				share, _ := fair.Exact(shuffle.FisherYates, n).Fair().Float64()
				if p > share*(1+1e-12) {
					favoured++
					excess += p - share
				}
			}
			if got, want := c.Fair[m], float64(favoured)/float64(all); math.Abs(got-want) > 1e-12 {
				t.Errorf("%d cards, %d riffles: %v of all orders are favoured, want %v", n, m, got, want)
			}
			if want := fair.RiffleDistance(n, m); math.Abs(excess-want) > 1e-12 {
				t.Errorf("%d cards, %d riffles: the excess is %v, want %v", n, m, excess, want)
			}
		}
	}
}

// The estimates lie around the exact curve: their intervals miss it about once in
// twenty times.
func TestSampleCurve(t *testing.T) {
	missed := 0
	for seed := range int64(10) {
		c := fair.SampleCurve(52, 10, 400, shuffle.NewPRNG(seed))
		if c.Runs != 400 || c.Cards != 52 || len(c.Favoured) != 11 {
			t.Fatalf("%+v", c)
		}
		for m := range c.Favoured {
			d, low, high := c.Distance(m)
			if !(0 <= low && low <= d && d <= high && high <= 1) {
				t.Errorf("after %d riffles %v, %v to %v", m, d, low, high)
			}
			if exact := fair.RiffleDistance(52, m); exact < low-1e-9 || exact > high+1e-9 {
				missed++
			}
		}
	}
	if missed > 14 {
		t.Errorf("%d of 110 intervals miss the exact distance", missed)
	}
}

func TestSampleCurveRefuses(t *testing.T) {
	for _, f := range []func(){
		func() { fair.SampleCurve(-1, 1, 1) }, func() { fair.SampleCurve(52, -1, 1) }, func() { fair.SampleCurve(52, 1, 0) },
		func() { fair.SampledCurve{}.Distance(0) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			f()
		}()
	}
}

func ExampleSampleCurve() {
	c := fair.SampleCurve(52, 8, 2000, shuffle.NewPRNG(1))
	fmt.Println(c)
	// Output:
	// riffles of 52 cards, 2,000 runs: estimated distance from a fair shuffle
	//       0  1.000  (95 % interval 0.998 to 1.000)
	//       1  1.000  (95 % interval 0.998 to 1.000)
	//       2  1.000  (95 % interval 0.998 to 1.000)
	//       3  1.000  (95 % interval 0.998 to 1.000)
	//       4  1.000  (95 % interval 0.998 to 1.000)
	//       5  0.916  (95 % interval 0.905 to 0.926)
	//       6  0.611  (95 % interval 0.592 to 0.628)
	//       7  0.346  (95 % interval 0.325 to 0.366)
	//       8  0.172  (95 % interval 0.152 to 0.193)
}

func ExampleOrderCounts_All() {
	h := fair.Histogram(shuffle.Naive, 3, 2700, shuffle.NewPRNG(1))
	for order, count := range h.All() {
		fmt.Println(order, count)
	}
	// Output:
	// [1 2 3] 401
	// [1 3 2] 513
	// [2 1 3] 498
	// [2 3 1] 479
	// [3 1 2] 402
	// [3 2 1] 407
}
