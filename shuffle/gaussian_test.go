package shuffle

import (
	"fmt"
	"math"
	"strconv"
	"testing"
)

// TestGaussians compares 100,000 normal draws per seed with those of the originals,
// bit for bit: java.util.Random takes StrictMath's logarithm, Commons Math its own
// functions, so not even a last bit may differ.
func TestGaussians(t *testing.T) {
	file := load[struct {
		Draws int
		Cases []struct{ Seed, Java, Commons string }
	}](t, "gaussians.json")
	if len(file.Cases) == 0 {
		t.Fatal("no reference values")
	}
	checksum := func(draw func() float64) string {
		sum := uint64(0)
		for range file.Draws {
			sum = sum*31 + math.Float64bits(draw())
		}
		return fmt.Sprintf("%016x", sum)
	}
	for _, c := range file.Cases {
		seed := parseInt(t, c.Seed)
		if got := checksum(JavaRandom(seed).NextGaussian); got != c.Java {
			t.Errorf("JavaRandom(%d): %s, want %s", seed, got, c.Java)
		}
		if got := checksum(CommonsMersenneTwister(seed).NextGaussian); got != c.Commons {
			t.Errorf("CommonsMersenneTwister(%d): %s, want %s", seed, got, c.Commons)
		}
	}
}

// TestFastMath compares with the originals where their cases meet.
func TestFastMath(t *testing.T) {
	file := load[struct {
		Functions []struct{ X, Log, Sin, Cos string }
	}](t, "gaussians.json")
	if len(file.Functions) == 0 {
		t.Fatal("no reference values")
	}
	number := func(bits string) float64 {
		b, err := strconv.ParseUint(bits, 16, 64)
		if err != nil {
			t.Fatal(err)
		}
		return math.Float64frombits(b)
	}
	for _, c := range file.Functions {
		x := number(c.X)
		sin, cos := fastSinCos(x)
		if log := fastLog(x); log != number(c.Log) || sin != number(c.Sin) || cos != number(c.Cos) {
			t.Errorf("x = %s: log %v, sin %v, cos %v, want %v, %v, %v", strconv.FormatFloat(x, 'x', -1, 64), log, sin, cos, number(c.Log), number(c.Sin), number(c.Cos))
		}
	}
	if sin, cos := fastSinCos(0); sin != 0 || cos != 1 || !math.IsInf(fastLog(0), -1) {
		t.Errorf("at 0: log %v, sin %v, cos %v", fastLog(0), sin, cos)
	}
}
