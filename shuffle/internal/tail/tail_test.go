package tail

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"

	"riffle/shuffle/internal/vectors"
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

// TestBinomial compares with fractions, and with SciPy where there would be too
// many.
func TestBinomial(t *testing.T) {
	file := vectors.Load[struct{ Cases [][4]float64 }](t, "testdata/binomtest.json", "")
	for _, c := range file.Cases {
		k, n, p, want := int(c[0]), int(c[1]), c[2], c[3]
		relative := 1e-11
		switch {
		case n > 1e9:
			relative = 1e-7 // 1-p has no more digits
		case n > 100:
			relative = 1e-9 // SciPy's own error
		}
		if want < 1e-300 {
			relative = 1e-5 // such floats have few digits
		}
		near(t, fmt.Sprintf("Binomial(%d, %d, %g)", k, n, p), Binomial(k, n, p), want, relative)
	}
	near(t, "all heads", Binomial(1000, 1000, 0.5), 2*math.Exp2(-1000), 1e-9)
	for _, c := range []struct{ got, want float64 }{
		{Binomial(0, 10, 0), 1}, {Binomial(1, 10, 0), 0}, {Binomial(10, 10, 1), 1}, {Binomial(9, 10, 1), 0}, {Binomial(0, 0, 0.5), 1}, {Binomial(0, 0, 0), 1}, {Binomial(0, 0, 1), 1},
		{Binomial(5, 10, 0.5), 1}, {Binomial(0, math.MaxInt, 0.5), 0}, {Binomial(math.MaxInt, math.MaxInt, 0.5), 0}, {Binomial(0, 1, 5e-324), 1},
	} {
		if c.got != c.want {
			t.Errorf("got %g, want %g", c.got, c.want)
		}
	}
}

// TestPoint wants the probabilities of all numbers of successes to add up to 1.
func TestPoint(t *testing.T) {
	for _, n := range []int{1, 2, 15, 16, 17, 1000, 100_000} {
		for _, p := range []float64{1e-9, 0.01, 1.0 / 3, 0.5, 0.99} {
			sum := 0.0
			for k := range n + 1 {
				sum += point(float64(k), float64(n), p, 1-p)
			}
			near(t, fmt.Sprintf("sum for n = %d, p = %g", n, p), sum, 1, 1e-12)
		}
	}
	b := distuv.Binomial{N: 50, P: 0.3}
	for k := range 51 {
		near(t, fmt.Sprintf("point(%d, 50, 0.3)", k), point(float64(k), 50, 0.3, 0.7), b.Prob(float64(k)), 1e-11)
	}
}

func TestNormal(t *testing.T) {
	near(t, "Normal", Normal(1.959963984540054), 0.05, 1e-12)
	near(t, "Z", Z(0.025), 1.959963984540054, 1e-12)
}

// TestStudent compares with Gonum's distribution and with closed forms.
func TestStudent(t *testing.T) {
	for _, freedom := range []int{1, 2, 3, 4, 9, 29, 99, 998, 1000, 4321, 100_000} {
		d := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(freedom)}
		for _, x := range []float64{0.1, 1, 1.7, 1.8, 1.96, 2.5, 4, 12} {
			near(t, fmt.Sprintf("Student(%g, %d)", x, freedom), Student(x, freedom), 2*d.Survival(x), 1e-9)
		}
		near(t, fmt.Sprintf("Student(T, %d)", freedom), Student(T(0.025, freedom), freedom), 0.05, 1e-11)
	}
	// With one degree of freedom it is Cauchy's distribution, with two also closed.
	near(t, "Cauchy", Student(1e6, 1), 2/math.Pi*math.Atan(1e-6), 1e-12)
	near(t, "T(0.025, 1)", T(0.025, 1), math.Tan(math.Pi*0.475), 1e-12)
	near(t, "T(0.025, 2)", T(0.025, 2), 0.95*math.Sqrt(2/(1-0.95*0.95)), 1e-12)
	near(t, "many degrees of freedom", Student(1.5, 1e9), Normal(1.5), 1e-8)
	near(t, "a far tail", Student(30, 1e9), Normal(30), 1e-3)
	if Student(0, 5) != 1 || Student(math.Inf(1), 5) != 0 || !math.IsNaN(Student(math.NaN(), 5)) {
		t.Error("the ends of Student's distribution")
	}
}
