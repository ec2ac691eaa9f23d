package fair

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"testing"

	"riffle/shuffle"
	"riffle/shuffle/internal/vectors"
)

func TestLCGSequences(t *testing.T) {
	small := vectors.Load[struct {
		A, C, M   uint64
		Sequences []struct {
			Seed   uint64
			Terms  []uint64 `json:"terms_s0_to_s32"`
			Period uint64
		}
	}](t, lcgFile, "small")
	for _, s := range small.Sequences {
		table := Sequence(small.A, small.C, small.M, 32, s.Seed)
		if !slices.Equal(table.Terms[0], s.Terms[1:]) {
			t.Errorf("seed %d: %v", s.Seed, table)
		}
		if p := Period(small.A, small.C, small.M, s.Seed); p != (Cycle{0, s.Period}) {
			t.Errorf("seed %d: %v", s.Seed, p)
		}
		narrow(t, table)
	}
	birthdays := vectors.Load[struct {
		A, C, M uint64
		Days    []struct {
			Day               uint64
			Terms             []uint64 `json:"s1_to_s10"`
			Period, Preperiod uint64
		}
	}](t, lcgFile, "birthdays")
	for _, d := range birthdays.Days {
		if got := Sequence(birthdays.A, birthdays.C, birthdays.M, 10, d.Day).Terms[0]; !slices.Equal(got, d.Terms) {
			t.Errorf("day %d: %v, want %v", d.Day, got, d.Terms)
		}
		if p := Period(birthdays.A, birthdays.C, birthdays.M, d.Day); p != (Cycle{d.Preperiod, d.Period}) {
			t.Errorf("day %d: %v", d.Day, p)
		}
	}
}

func TestHullDobell(t *testing.T) {
	for _, c := range vectors.Load[[]struct {
		A, C, M   uint64
		Coprime   bool     `json:"c_coprime_m"`
		Primes    bool     `json:"a_minus_1_divisible_by_all_primes_of_m"`
		Four      bool     `json:"four_rule"`
		Full      bool     `json:"full_period"`
		Period    uint64   `json:"period_from_0"`
		Preperiod uint64   `json:"preperiod_from_0"`
		Periods   []uint64 `json:"distinct_periods"`
		Lead      uint64   `json:"max_preperiod"`
	}](t, lcgFile, "hull_dobell_cases") {
		h := HullDobell(c.A, c.C, c.M)
		if h.Coprime != c.Coprime || h.Primes != c.Primes || h.Four != c.Four || h.Full() != c.Full {
			t.Errorf("%v\nwant %+v", h, c)
		}
		narrow(t, h)
		if p := Period(c.A, c.C, c.M, 0); p != (Cycle{c.Preperiod, c.Period}) {
			t.Errorf("a = %d, c = %d, m = %d: %v, want %+v", c.A, c.C, c.M, p, c)
		}
		periods, lead := map[uint64]bool{}, uint64(0)
		for seed := range c.M {
			p := Period(c.A, c.C, c.M, seed)
			periods[p.Length], lead = true, max(lead, p.Lead)
		}
		if len(periods) != len(c.Periods) || lead != c.Lead {
			t.Errorf("a = %d, c = %d, m = %d: periods %v, lead %d, want %+v", c.A, c.C, c.M, periods, lead, c)
		}
	}
	for _, c := range vectors.Load[[][2]uint64](t, lcgFile, "number_of_full_period_pairs_a_c_below_m") {
		m, full := c[0], uint64(0)
		for a := range m {
			for k := range m {
				if HullDobell(a, k, m).Full() {
					full++
				}
			}
		}
		if full != c[1] {
			t.Errorf("m = %d: %d full periods, want %d", m, full, c[1])
		}
	}
}

// Periods agree with walking, for all small generators, and the large ones are
// those that are known.
func TestPeriod(t *testing.T) {
	for m := uint64(1); m <= 25; m++ {
		for a := range m + 2 {
			for c := range m {
				for seed := range m + 2 {
					if got, want := Period(a, c, m, seed), walk(a, c, m, seed); got != want {
						t.Fatalf("a = %d, c = %d, m = %d, seed %d: %v, want %v", a, c, m, seed, got, want)
					}
				}
				if got, want := HullDobell(a, c, m).Full(), walk(a, c, m, 0).Length == m; got != want {
					t.Fatalf("a = %d, c = %d, m = %d: full %v", a, c, m, got)
				}
			}
		}
	}
	for _, c := range []struct{ a, c, m, want uint64 }{
		{25214903917, 11, 1 << 48, 1 << 48},                // java.util.Random
		{134775813, 1, 1 << 32, 1 << 32},                   // Borland
		{16807, 0, 1<<31 - 1, 1<<31 - 2},                   // Lehmer's, with Park and Miller's factor
		{65539, 0, 1 << 31, 1 << 29},                       // RANDU
		{2, 0, 18446744073709551557, 18446744073709551556}, // the largest prime below 2^64
		{5, 1, 1 << 63, 1 << 63},
		{1, math.MaxUint64 - 1, math.MaxUint64, math.MaxUint64},
	} {
		if got := Period(c.a, c.c, c.m, 1); got != (Cycle{0, c.want}) {
			t.Errorf("a = %d, c = %d, m = %d: %v, want %d", c.a, c.c, c.m, got, c.want)
		}
	}
	for c, want := range map[Cycle]string{{0, 16}: "period 16", {1, 2}: "period 2 after 1 state", {3, 1}: "period 1 after 3 states"} {
		if c.String() != want {
			t.Errorf("%q, want %q", c, want)
		}
	}
	refused(t, "fair.Period: m = 0, want at least 1", func() { Period(1, 1, 0, 1) })
	refused(t, "fair.HullDobell: m = 0, want at least 1", func() { HullDobell(1, 1, 0) })
	refused(t, "fair.Sequence: m = 0, want at least 1", func() { Sequence(1, 1, 0, 1, 1) })
	refused(t, "fair.Sequence: terms = -1, want 0 to 1000000", func() { Sequence(1, 1, 1, -1, 1) })
}

// walk finds a cycle by remembering every state.
func walk(a, c, m, seed uint64) Cycle {
	seen := map[uint64]uint64{}
	for s, i := seed, uint64(0); ; i++ {
		if first, ok := seen[s]; ok {
			return Cycle{first, i - first}
		}
		seen[s] = i
		s = (a*s + c) % m
	}
}

func TestLattices(t *testing.T) {
	for name, want := range vectors.Load[map[string]struct {
		Separate    [][]uint64 `json:"non_overlapping"`
		Overlapping [][]uint64
	}](t, lcgFile, "lattice_pairs") {
		var a, c, m, seed uint64
		if _, err := fmt.Sscanf(name, "a=%d,c=%d,m=%d,s0=%d", &a, &c, &m, &seed); err != nil {
			t.Fatal(err)
		}
		l := Lattice(a, c, m, seed, 2)
		if fmt.Sprint(l.Separate.Points) != fmt.Sprint(want.Separate) || fmt.Sprint(l.Overlapping.Points) != fmt.Sprint(want.Overlapping) {
			t.Errorf("%s:\n%v\n%v", name, l.Separate.Points, l.Overlapping.Points)
		}
		narrow(t, l)
	}
	// The line of the reference: x + 3y = 15, from (15, 0) by (-3, 1) to (12, 1).
	l := Lattice(13, 5, 16, 0, 2)
	if got := l.Separate.Plane.String(); got != "x + 3y = 15 (mod 16)" {
		t.Error(got)
	}
	start, step, ok := l.Separate.Plane.Walk()
	if start != [2]int{15, 0} || step != [2]int{-3, 1} || !ok {
		t.Errorf("walk from %v by %v", start, step)
	}
	met := map[string]bool{}
	for i := range 16 {
		met[fmt.Sprint([]int{((start[0]+i*step[0])%16 + 16) % 16, i})] = true
	}
	for _, p := range l.Separate.Points {
		if !met[fmt.Sprint(p)] {
			t.Errorf("the walk doesn't meet %v", p)
		}
	}
	// RANDU lies in 15 planes: 9x - 6y + z = 0.
	randu := Lattice(65539, 0, 1<<31, 1, 3)
	if p := randu.Overlapping.Plane; p.String() != "9x - 6y + z = 0 (mod 2147483648)" || p.Copies != 15 || randu.Overlapping.All {
		t.Errorf("%v, %d planes", p, p.Copies)
	}
	// Every point is on its plane, whatever the generator is.
	for m := uint64(1); m < 40; m++ {
		for a := range m {
			for dim := 2; dim <= 3; dim++ {
				l := Lattice(a, 1, m, 0, dim)
				for _, s := range []PointSet{l.Separate, l.Overlapping} {
					checkPlane(t, s)
				}
			}
		}
	}
	for _, l := range []*Lattices{Lattice(0, 0, 1, 0, 2), randu, Lattice(25214903917, 11, 1<<48, 1, 2), Lattice(2, 0, 16, 1, 3)} {
		narrow(t, l)
	}
	refused(t, "fair.Lattice: m = 0, want at least 1", func() { Lattice(1, 1, 0, 1, 2) })
	refused(t, "fair.Lattice: dim = 4, want 2 to 3", func() { Lattice(1, 1, 5, 1, 4) })
}

// TestLatticeIsPrimitive tries all short factors without a common divisor, and finds
// none shorter than Lattice has. Shorter ones with a common divisor are several
// lines.
func TestLatticeIsPrimitive(t *testing.T) {
	for m := uint64(2); m < 30; m++ {
		for a := range m {
			points := Lattice(a, 1, m, 0, 2).Separate
			best := 0
			for x := -30; x <= 30; x++ {
				for y := 0; y <= 30; y++ {
					h := []int{x, y}
					holds := !slices.ContainsFunc(points.Points, func(p []uint64) bool { return dot(h, p, m) != dot(h, points.Points[0], m) })
					if gcd(uint64(max(x, -x)), uint64(y)) == 1 && holds && (best == 0 || norm(h) < best) {
						best = norm(h)
					}
				}
			}
			if got := norm(points.Plane.Factors); got != best {
				t.Errorf("a = %d, m = %d: %v has length %d, want %d", a, m, points.Plane, got, best)
			}
		}
	}
	for _, p := range Lattice(13, 5, 16, 0, 2).Separate.Points {
		if dot([]int{2, -2}, p, 16) != 6 {
			t.Errorf("%v is not on 2x - 2y = 6", p)
		}
	}
}

func checkPlane(t *testing.T, s PointSet) {
	t.Helper()
	if s.Plane.Factors == nil {
		t.Errorf("no plane for %v", s.Points)
	}
	for _, x := range s.Points {
		sum := new(big.Int).Neg(new(big.Int).SetUint64(s.Plane.Constant))
		for i, f := range s.Plane.Factors {
			sum.Add(sum, new(big.Int).Mul(big.NewInt(int64(f)), new(big.Int).SetUint64(x[i])))
		}
		if sum.Mod(sum, new(big.Int).SetUint64(s.M)).Sign() != 0 {
			t.Errorf("%v is not on %v", x, s.Plane)
		}
	}
}

func TestPerfectOrder(t *testing.T) {
	for key, out := range map[string]bool{"shuffles_to_return_out": true, "shuffles_to_return_in": false} {
		for _, c := range vectors.Load[[][2]int](t, perfectFile, key) {
			if got := PerfectOrder(c[0], out); got != c[1] {
				t.Errorf("PerfectOrder(%d, %v) = %d, want %d", c[0], out, got, c[1])
			}
		}
	}
	// By playing them, and for sizes that nobody can play.
	for n := 1; n <= 100; n++ {
		for s, out := range map[*shuffle.Shuffler]bool{&shuffle.PerfectOut: true, &shuffle.PerfectIn: false} {
			deck, times := identity(n), 0
			for times == 0 || !slices.IsSorted(deck) {
				(*s)(deck, nil)
				times++
			}
			if got := PerfectOrder(n, out); got != times {
				t.Errorf("PerfectOrder(%d, %v) = %d, want %d", n, out, got, times)
			}
		}
	}
	if got := PerfectOrder(1<<62, true); got != 62 {
		t.Errorf("2^62 cards: %d", got)
	}
	if got := PerfectOrder(math.MaxInt, true); got != 63 {
		t.Errorf("2^63-1 cards: %d, want 63", got)
	}
	refused(t, "fair.PerfectOrder: n = 0, want at least 1", func() { PerfectOrder(0, true) })
	refused(t, "fair.PerfectOrder: n = -4, want at least 1", func() { PerfectOrder(-4, false) })
}

func TestFactors(t *testing.T) {
	for m := uint64(1); m < 3000; m++ {
		product, last := uint64(1), uint64(0)
		for _, f := range factors(m) {
			product *= f.power()
			if f.p <= last || !new(big.Int).SetUint64(f.p).ProbablyPrime(10) {
				t.Errorf("%d has the factors %v", m, factors(m))
			}
			last = f.p
		}
		if product != m {
			t.Errorf("the factors of %d make %d", m, product)
		}
	}
	for _, m := range []uint64{math.MaxUint64, 4294967291 * 4294967279, 4294967291 * 4294967291, 1 << 63, 18446744073709551557} {
		product := uint64(1)
		for _, f := range factors(m) {
			product *= f.power()
		}
		if product != m {
			t.Errorf("the factors of %d make %d", m, product)
		}
	}
}

func FuzzPeriod(f *testing.F) {
	f.Add(uint64(13), uint64(5), uint64(16), uint64(0))
	f.Add(uint64(math.MaxUint64), uint64(math.MaxUint64), uint64(math.MaxUint64), uint64(math.MaxUint64))
	f.Fuzz(func(t *testing.T, a, c, m, seed uint64) {
		if m == 0 {
			return
		}
		p := Period(a, c, m, seed)
		g := affine{a % m, c % m, m}
		s := seed % m
		if seed >= m && p.Lead > 0 || p.Lead > 64 {
			return
		}
		start := g.times(p.Lead).of(s)
		if g.times(p.Length).of(start) != start || p.Length == 0 || p.Length > m {
			t.Errorf("a = %d, c = %d, m = %d, seed %d: %v", a, c, m, seed, p)
		}
	})
}
