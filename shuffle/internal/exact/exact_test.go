package exact

import (
	"encoding/json"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// real draws a float64 of any size.
func real(rng *rand.Rand) float64 {
	for {
		if x := math.Float64frombits(rng.Uint64()); !math.IsNaN(x) && !math.IsInf(x, 0) {
			return x
		}
	}
}

// TestAgainstRationals compares with fractions.
func TestAgainstRationals(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for round := range 300 {
		var s Sums
		sum, squares := new(big.Rat), new(big.Rat)
		n := 1 + rng.IntN(40)
		for range n {
			v := new(big.Rat)
			switch kind := (round + rng.IntN(2)) % 7; kind {
			case 0, 1:
				x := real(rng)
				s.AddReal(x)
				v.SetFloat64(x)
			case 2, 3:
				x := int64(rng.Uint64())
				s.AddInt(x)
				v.SetInt64(x)
			case 4:
				x := rng.Uint64()
				s.AddUint(x)
				v.SetUint64(x)
			case 5:
				x := rng.Uint32() >> rng.IntN(32)
				s.AddTimes(x, 1)
				v.SetUint64(uint64(x))
			default:
				x := rng.NormFloat64()
				s.AddReal(x)
				v.SetFloat64(x)
			}
			sum.Add(sum, v)
			squares.Add(squares, v.Mul(v, v))
		}
		want, _ := new(big.Rat).Quo(sum, big.NewRat(int64(n), 1)).Float64()
		if got := s.Mean(); got != want {
			t.Fatalf("round %d: mean %v, want %v", round, got, want)
		}
		gotSum, gotSquares, exponent := s.totals()
		unit := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Lsh(big.NewInt(1), uint(-exponent)))
		if got := new(big.Rat).Mul(new(big.Rat).SetInt(gotSum), unit); got.Cmp(sum) != 0 {
			t.Fatalf("round %d: sum %v, want %v", round, got, sum)
		}
		if got := new(big.Rat).Mul(new(big.Rat).SetInt(gotSquares), unit.Mul(unit, unit)); got.Cmp(squares) != 0 {
			t.Fatalf("round %d: squares %v, want %v", round, got, squares)
		}
	}
}

// An integer that is added many times is added one by one.
func TestTimes(t *testing.T) {
	var got, want Sums
	for _, v := range []uint32{0, 1, 127, math.MaxUint32} {
		for times := range 100 {
			got.AddTimes(v, times)
			for range times {
				want.AddUint(uint64(v))
			}
		}
	}
	for range 3 { // of 2^62 times the same: the mean is near it
		got.AddTimes(math.MaxUint32, 1<<60)
	}
	for range 3 << 10 {
		var some Sums
		some.AddTimes(math.MaxUint32, 1<<50)
		want.Join(&some)
	}
	text, _ := json.Marshal(&got)
	if other, _ := json.Marshal(&want); string(text) != string(other) {
		t.Errorf("got %s, want %s", text, other)
	}
}

// Reals of one exponent are kept together until there are full of them.
func TestBins(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, exponent := range []uint64{0, 1, 63, 64, 1022, 1023, 2046} {
		var s Sums
		sum, squares := new(big.Rat), new(big.Rat)
		for i := range 2*full + 3 {
			fraction := rng.Uint64() >> 12
			if i < full {
				fraction = 1<<52 - 1 // the largest, all of one sign
			}
			x := math.Float64frombits(1<<63 | exponent<<52 | fraction)
			s.AddReal(x)
			v := new(big.Rat).SetFloat64(x)
			sum.Add(sum, v)
			squares.Add(squares, v.Mul(v, v))
		}
		gotSum, gotSquares, e := s.totals()
		unit := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Lsh(big.NewInt(1), uint(-e)))
		if got := new(big.Rat).Mul(new(big.Rat).SetInt(gotSum), unit); got.Cmp(sum) != 0 {
			t.Errorf("exponent %d: sum %v, want %v", exponent, got, sum)
		}
		if got := new(big.Rat).Mul(new(big.Rat).SetInt(gotSquares), unit.Mul(unit, unit)); got.Cmp(squares) != 0 {
			t.Errorf("exponent %d: squares %v, want %v", exponent, got, squares)
		}
	}
}

// The deviation of integers is known where it is rational: a and b deviate by
// |a-b|/sqrt(2), and 1, 2, 3 by 1.
func TestDeviation(t *testing.T) {
	for _, c := range []struct {
		x    []float64
		want float64
	}{
		{[]float64{1, 2, 3}, 1}, {[]float64{5, 5, 5, 5}, 0}, {[]float64{0, 1}, math.Sqrt(0.5)},
		{[]float64{1e300, 2e300, 3e300}, 1e300}, {[]float64{1e16 + 2, 1e16 + 4, 1e16 + 6}, 2},
		{[]float64{5e-324, 1e-323, 1.5e-323}, 5e-324}, {[]float64{2, 4, 4, 4, 5, 5, 7, 9}, math.Sqrt(32.0 / 7)},
	} {
		var s Sums
		for _, x := range c.x {
			s.AddReal(x)
		}
		if got := s.Deviation(); got != c.want {
			t.Errorf("%v deviate by %v, want %v", c.x, got, c.want)
		}
	}
	var s Sums
	if s.Mean() != 0 || !math.IsNaN(s.Deviation()) || s.N() != 0 {
		t.Error("the zero value")
	}
}

// Sums are the same in bits however they are split, in whatever order they are
// joined, and after they were written.
func TestJoin(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		parts, one := make([]Sums, 1+rng.IntN(6)), Sums{}
		for range rng.IntN(200) {
			p := &parts[rng.IntN(len(parts))]
			if rng.IntN(3) == 0 {
				v := int64(rng.Uint64()) >> rng.IntN(64)
				p.AddInt(v)
				one.AddInt(v)
				continue
			}
			x := real(rng)
			p.AddReal(x)
			one.AddReal(x)
		}
		want, _ := json.Marshal(&one)
		var all Sums
		for _, i := range rng.Perm(len(parts)) {
			data, err := json.Marshal(&parts[i])
			var read Sums
			if err == nil {
				err = json.Unmarshal(data, &read)
			}
			if again, _ := json.Marshal(&read); err != nil || string(again) != string(data) {
				t.Fatalf("%s is read as %s, %v", data, again, err)
			}
			all.Join(&read)
		}
		if got, _ := json.Marshal(&all); string(got) != string(want) {
			t.Fatalf("joined %s\nwant %s", got, want)
		}
		if got, want := all.Mean(), one.Mean(); got != want {
			t.Fatalf("mean %v, want %v", got, want)
		}
	}
}

// The digits carry before they overflow.
func TestCarry(t *testing.T) {
	var s Sums
	s.AddInt(-1)
	s.AddReal(-math.MaxFloat64)
	for range 5 {
		s.AddInt(math.MinInt64)
		s.AddReal(-math.MaxFloat64)
		s.reals.settle()
		s.ints.adds, s.reals.adds = patience-1, patience-1
	}
	want := new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(-5), 63))
	want.Sub(want, big.NewRat(1, 1)).Sub(want, new(big.Rat).Mul(new(big.Rat).SetFloat64(math.MaxFloat64), big.NewRat(6, 1)))
	mean, _ := want.Quo(want, big.NewRat(12, 1)).Float64()
	if got := s.Mean(); got != mean {
		t.Errorf("mean %v, want %v", got, mean)
	}
}

func TestRefused(t *testing.T) {
	for _, text := range []string{
		``, `{}`, `{"n":1,"sum":"1p0","squares":"0p0"}`, `{"n":-1,"sum":"0p0","squares":"0p0"}`, `{"n":1,"sum":"2p0","squares":"1p2"}`,
		`{"n":1,"sum":"1p0","squares":"-1p0"}`, `{"n":0,"sum":"1p0","squares":"1p0"}`, `{"n":1,"sum":"1p99999","squares":"1p0"}`,
		`{"n":1,"sum":"1p-1075","squares":"1p0"}`, `{"n":1,"sum":"1","squares":"1p0"}`, `{"n":1,"sum":"+1p0","squares":"1p0"}`,
	} {
		var s Sums
		if err := json.Unmarshal([]byte(text), &s); err == nil {
			t.Errorf("%s is read", text)
		}
	}
}

func FuzzUnmarshal(f *testing.F) {
	f.Add([]byte(`{"n":1,"sum":"-1p0","squares":"1p0"}`))
	f.Add([]byte(`{"n":3,"sum":"5p-1074","squares":"fp-2148"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var s Sums
		if json.Unmarshal(data, &s) != nil {
			return
		}
		s.Mean()
		s.Deviation()
		again, _ := json.Marshal(&s)
		var read Sums
		if err := json.Unmarshal(again, &read); err != nil {
			t.Fatalf("%s: %v", again, err)
		}
	})
}

func BenchmarkAddReal(b *testing.B) {
	var s Sums
	for i := range b.N {
		s.AddReal(float64(i) + 0.1)
	}
}

func BenchmarkAddInt(b *testing.B) {
	var s Sums
	for i := range b.N {
		s.AddInt(int64(i))
	}
}

// BenchmarkWelford is what keeps a mean and a deviation with rounding.
func BenchmarkWelford(b *testing.B) {
	mean, squares := 0.0, 0.0
	for i := range b.N {
		x := float64(i) + 0.1
		d := x - mean
		mean += d / float64(i+1)
		squares += d * (x - mean)
	}
	if squares < 0 {
		b.Fatal()
	}
}
