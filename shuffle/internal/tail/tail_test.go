package tail

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"
)

func near(t *testing.T, what string, got, want, relative float64) {
	t.Helper()
	if math.Abs(got-want) > relative*math.Abs(want) {
		t.Errorf("%s = %.15g, want %.15g", what, got, want)
	}
}

func TestChiSquare(t *testing.T) {
	for _, freedom := range []int{1, 2, 5, 26, 119, 2601, 40319} {
		for _, r := range []float64{0.2, 0.7, 0.98, 1, 1.02, 1.3, 2} {
			x := float64(freedom) * r
			near(t, "ChiSquare", ChiSquare(x, freedom), mathext.GammaIncRegComp(float64(freedom)/2, x/2), 1e-9)
		}
	}
	// With two degrees of freedom it is e^(-x/2).
	near(t, "far tail", ChiSquare(1400, 2), math.Exp(-700), 1e-12)
	for _, c := range []struct{ got, want float64 }{
		{ChiSquare(0, 5), 1}, {ChiSquare(-1, 5), 1}, {ChiSquare(math.Inf(1), 5), 0}, {ChiSquare(1e9, 5), 0}, {ChiSquare(3, 0), 1},
	} {
		if c.got != c.want {
			t.Errorf("got %g, want %g", c.got, c.want)
		}
	}
	if !math.IsNaN(ChiSquare(math.NaN(), 3)) {
		t.Error("the tail of NaN is a number")
	}
}

func TestBinomial(t *testing.T) {
	for _, n := range []int{1, 10, 1000, 1_000_000} {
		for _, p := range []float64{1e-4, 0.1, 0.5, 0.9} {
			b := distuv.Binomial{N: float64(n), P: p}
			sd := math.Sqrt(float64(n) * p * (1 - p))
			for _, z := range []float64{-3, -1, 0.5, 2, 4} {
				k := int(math.Round(float64(n)*p + z*sd))
				if k < 0 || k > n {
					continue
				}
				want := 0.0
				if float64(k) >= float64(n)*p {
					for i := k; i <= min(n, k+int(60*sd)+60); i++ {
						want += b.Prob(float64(i))
					}
				} else {
					for i := max(0, k-int(60*sd)-60); i <= k; i++ {
						want += b.Prob(float64(i))
					}
				}
				near(t, "Binomial", Binomial(k, n, p), math.Min(1, 2*want), 1e-7)
			}
		}
	}
	near(t, "all heads", Binomial(1000, 1000, 0.5), 2*math.Exp2(-1000), 1e-9)
	for _, c := range []struct{ got, want float64 }{
		{Binomial(0, 10, 0), 1}, {Binomial(1, 10, 0), 0}, {Binomial(10, 10, 1), 1}, {Binomial(9, 10, 1), 0}, {Binomial(0, 0, 0.5), 1},
	} {
		if c.got != c.want {
			t.Errorf("got %g, want %g", c.got, c.want)
		}
	}
}

func TestNormal(t *testing.T) {
	near(t, "Normal", Normal(1.959963984540054), 0.05, 1e-12)
	near(t, "Z", Z(0.025), 1.959963984540054, 1e-12)
}
