package fair

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"testing"

	"riffle/shuffle"
	"riffle/shuffle/count"
	"riffle/shuffle/internal/vectors"
)

func TestRiffleDistance(t *testing.T) {
	for _, c := range vectors.Load[[]struct {
		N         int
		Distances []string `json:"m_from_1"`
		Fractions []string `json:"fractions_m_1_to_4"`
	}](t, riffleFile, "tv_distance") {
		for i, s := range c.Distances {
			want, err := strconv.ParseFloat(s, 64)
			if err != nil {
				t.Fatal(err)
			}
			near(t, fmt.Sprintf("RiffleDistance(%d, %d)", c.N, i+1), RiffleDistance(c.N, i+1), want, 1e-14)
		}
		for i, s := range c.Fractions {
			sameRat(t, fmt.Sprintf("%d cards, %d riffles", c.N, i+1), RiffleDistanceRat(c.N, i+1), s)
		}
	}
	curve := RiffleCurve(52, 14)
	for i, want := range vectors.Load[[]string](t, riffleFile, "tv_rounded_3_n52_m1_to_14") {
		if got := fmt.Sprintf("%.3f", curve.Distance[i+1]); got != want {
			t.Errorf("%d riffles: %s, want %s", i+1, got, want)
		}
	}
	for n, want := range vectors.Load[map[string][]string](t, riffleFile, "eulerian_rows_r_from_1") {
		cards, _ := strconv.Atoi(n)
		if got := fmt.Sprint(EulerianRow(cards)); got != fmt.Sprint(want) {
			t.Errorf("row %s: %s, want %v", n, got, want)
		}
	}
	for _, c := range vectors.Load[[]struct {
		N, M  int
		Count string
	}](t, riffleFile, "distinct_arrangements_reachable") {
		if got := RiffleReach(c.N, c.M); got.String() != c.Count {
			t.Errorf("%d riffles of %d reach %v, want %s", c.M, c.N, got, c.Count)
		}
	}
}

func TestRiffleArrangements(t *testing.T) {
	for _, c := range vectors.Load[[]struct {
		Arrangement []int
		Rising      int               `json:"rising_sequences"`
		Least       int               `json:"least_number_of_riffles"`
		After       map[string]string `json:"probability_after_m_riffles"`
	}](t, riffleFile, "arrangement_probabilities") {
		if r, m := RisingSequences(c.Arrangement), LeastRiffles(c.Arrangement); r != c.Rising || m != c.Least {
			t.Errorf("%v: %d sequences, %d riffles, want %d and %d", c.Arrangement, r, m, c.Rising, c.Least)
		}
		for m, s := range c.After {
			riffles, _ := strconv.Atoi(m)
			p, want := RiffleProbability(c.Arrangement, riffles), rat(t, s)
			near(t, fmt.Sprintf("%v after %s", c.Arrangement, m), float(p), float(want), 1e-14)
			if len(c.Arrangement) <= 5 && p.Cmp(want) != 0 {
				t.Errorf("%v after %s: %v, want %v", c.Arrangement, m, p, want)
			}
		}
	}
	for n, ref := range vectors.Load[map[string]map[string]string](t, riffleFile, "one_riffle_probabilities") {
		cards, _ := strconv.Atoi(n)
		want := map[string]*big.Rat{}
		for o, p := range ref {
			want[o] = rat(t, p)
		}
		checkLaw(t, n, Exact(shuffle.Riffle(1), cards), want)
		checkLaw(t, n, Exact(own(shuffle.Riffle(1)), cards), want)
	}
}

// The formulas agree with the shuffle, played in every way.
func TestRiffleTheory(t *testing.T) {
	for n := 1; n <= 6; n++ {
		orders := make([]*big.Int, n+1)
		for i := range orders {
			orders[i] = new(big.Int)
		}
		for o := range Exact(shuffle.FisherYates, n).All() {
			r := orders[RisingSequences(o)]
			r.Add(r, big.NewInt(1))
		}
		if got := fmt.Sprint(EulerianRow(n)); got != fmt.Sprint(orders[1:]) {
			t.Errorf("Eulerian numbers of %d: %s, counted %v", n, got, orders[1:])
		}
		for m := range 5 {
			d := Exact(shuffle.Riffle(m), n)
			if got := RiffleDistanceRat(n, m); got.Cmp(d.TotalVariation()) != 0 {
				t.Errorf("RiffleDistanceRat(%d, %d) = %v, played %v", n, m, got, d.TotalVariation())
			}
			if got := RiffleReach(n, m); got.Int64() != int64(d.Len()) {
				t.Errorf("RiffleReach(%d, %d) = %v, played %d", n, m, got, d.Len())
			}
			for o, p := range d.All() {
				if got := RiffleProbability(o, m); got.Cmp(p) != 0 {
					t.Errorf("RiffleProbability(%v, %d) = %v, played %v", o, m, got, p)
				}
			}
			positions, carried := d.Positions(), ExactMatrix(shuffle.Riffle(m), n)
			for card := 1; card <= n; card++ {
				for position := 1; position <= n; position++ {
					if positions.At(card, position).Cmp(carried.At(card, position)) != 0 {
						t.Errorf("%d riffles of %d: card %d in %d: %v and %v", m, n, card, position,
							positions.At(card, position), carried.At(card, position))
					}
				}
			}
		}
	}
}

func TestRiffleCuts(t *testing.T) {
	for _, c := range vectors.Load[[]struct {
		N    int
		Ways []string `json:"pmf_numerators_over_2_to_n"`
	}](t, riffleFile, "cut_binomial") {
		for cut, p := range CutLaw(c.N) {
			ways := rat(t, c.Ways[cut])
			total := new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), uint(c.N)))
			if p.Cmp(ways.Quo(ways, total)) != 0 {
				t.Errorf("cut %d of %d: %v", cut, c.N, p)
			}
		}
	}
	// The deviation of 100,000 cuts is 0.0017 on average and over 0.003 once in
	// a hundred times.
	ref := vectors.Load[map[string]any](t, riffleFile, "test21a_sup_norm")
	const samples = 40
	sum, runs := 0.0, int(ref["m"].(float64))
	g := shuffle.NewPRNG(5)
	for range samples {
		s := SampleCuts(52, runs/10, g)
		sum += s.SupNorm / math.Sqrt(10)
		if s.Runs != runs/10 || len(s.Counts) != 53 {
			t.Fatalf("%+v", s)
		}
		narrow(t, s)
	}
	near(t, "mean sup-norm deviation", sum/samples, ref["mean_sup_pmf"].(float64), 0.12)
	if got := SupNorm([]int{1, 3}, CutLaw(1)); got != 0.25 {
		t.Errorf("SupNorm = %v, want 0.25", got)
	}
}

// All 252 merges of 5 and 5, each once, and each keeps the order of both packets.
func TestRiffleMerges(t *testing.T) {
	first, second := []int{1, 2, 3, 4, 5}, []int{6, 7, 8, 9, 10}
	seen := map[string]bool{}
	for _, m := range Merges(first, second) {
		seen[fmt.Sprint(m)] = true
		if !slices.IsSorted(keep(m, func(c int) bool { return c <= 5 })) || !slices.IsSorted(keep(m, func(c int) bool { return c > 5 })) ||
			!ArePermutations(m, append(slices.Clone(first), second...)) || RisingSequences(m) > 2 {
			t.Errorf("%v is no merge", m)
		}
	}
	if len(seen) != 252 {
		t.Errorf("%d merges, want 252", len(seen))
	}
	for _, c := range vectors.Load[[]struct {
		N, Cut int
		Result []int
	}](t, riffleFile, "deterministic_riffles") {
		if c.N > 16 {
			continue // too many merges to list
		}
		deck := identity(c.N)
		if !slices.ContainsFunc(Merges(deck[:c.Cut], deck[c.Cut:]), func(m []int) bool { return slices.Equal(m, c.Result) }) {
			t.Errorf("%v is no merge of %d and %d", c.Result, c.Cut, c.N-c.Cut)
		}
	}
	if m := Merges(nil, nil); len(m) != 1 || len(m[0]) != 0 {
		t.Errorf("nothing has the merges %v", m)
	}
	if m := Merges([]int{7}, nil); fmt.Sprint(m) != "[[7]]" {
		t.Errorf("%v", m)
	}
}

func keep(deck []int, want func(int) bool) []int {
	return slices.DeleteFunc(slices.Clone(deck), func(c int) bool { return !want(c) })
}

func TestRiffleEdges(t *testing.T) {
	for _, c := range []struct {
		n, m int
		want string
	}{
		{0, 0, "0"}, {0, 5, "0"}, {1, 0, "0"}, {1, 9, "0"}, {2, 0, "1/2"}, {2, 1, "1/4"}, {3, 0, "5/6"},
	} {
		sameRat(t, fmt.Sprint(c), RiffleDistanceRat(c.n, c.m), c.want)
	}
	if d := RiffleDistance(52, 1000); d <= 0 || d > 1e-290 {
		t.Errorf("after 1000 riffles %g", d)
	}
	row := EulerianRow(40)
	sum := new(big.Int)
	for _, a := range row {
		sum.Add(sum, a)
	}
	if sum.Cmp(count.Factorial(40)) != 0 {
		t.Error("a row doesn't sum to n!")
	}
	row[0].SetInt64(99) // must not reach the other half
	if row[39].Int64() != 1 || Eulerian(5, 0).Sign() != 0 || Eulerian(5, 6).Sign() != 0 || Eulerian(5, -1).Sign() != 0 || Eulerian(0, 0).Int64() != 1 {
		t.Error("edges of Eulerian")
	}
	if RisingSequences(nil) != 0 || RisingSequences([]int{-5, 7, 0}) != 2 || LeastRiffles(nil) != 0 || LeastRiffles([]int{2, 1}) != 1 {
		t.Error("edges of RisingSequences")
	}
	c := RiffleCurve(52, 12)
	if m, ok := c.Enough(0.5); m != 7 || !ok {
		t.Errorf("enough are %d", m)
	}
	if _, ok := c.Enough(0); ok {
		t.Error("never quite fair")
	}
	narrow(t, c)
	narrow(t, RiffleCurve(0, 0))
}

// TestEulerianBeyond wants 0 for an r that can't be without the work of the row.
func TestEulerianBeyond(t *testing.T) {
	for _, r := range []int{-1, math.MinInt, 1001, 1 << 31, math.MaxInt} {
		work := testing.AllocsPerRun(1, func() {
			if got := Eulerian(1000, r); got.Sign() != 0 {
				t.Errorf("Eulerian(1000, %d) = %v, want 0", r, got)
			}
		})
		if work > 5 {
			t.Errorf("Eulerian(1000, %d) takes %.0f allocations", r, work)
		}
	}
}

func TestRiffleRefusals(t *testing.T) {
	for want, call := range map[string]func(){
		"fair.RiffleDistance: n = -1, want 0 to 2000":                    func() { RiffleDistance(-1, 3) },
		"fair.RiffleDistance: m = 1231, want 0 to 1230":                  func() { RiffleDistance(52, 1231) },
		"fair.RiffleDistanceRat: m = -1, want 0 to 1230":                 func() { RiffleDistanceRat(52, -1) },
		"fair.RiffleCurve: n = 2001, want 0 to 2000":                     func() { RiffleCurve(2001, 1) },
		"fair.RiffleReach: m = -1, want 0 to 6400":                       func() { RiffleReach(10, -1) },
		"fair.RiffleProbability: card 3 occurs twice":                    func() { RiffleProbability([]int{3, 3}, 1) },
		"fair.RisingSequences: card 0 occurs twice":                      func() { RisingSequences([]int{0, 1, 0}) },
		"fair.LeastRiffles: card 0 occurs twice":                         func() { LeastRiffles([]int{0, 0}) },
		"fair.Eulerian: n = 2001, want 0 to 2000":                        func() { Eulerian(2001, 1) },
		"fair.EulerianRow: n = -1, want 0 to 2000":                       func() { EulerianRow(-1) },
		"fair.CutLaw: n = -1, want 0 to 10000":                           func() { CutLaw(-1) },
		"fair.SampleCuts: runs = 0, want at least 1":                     func() { SampleCuts(52, 0) },
		"fair.SupNorm: 2 counts and 3 probabilities":                     func() { SupNorm([]int{1, 1}, CutLaw(2)) },
		"fair.SupNorm: counts[1] = -1, want at least 0":                  func() { SupNorm([]int{1, -1}, CutLaw(1)) },
		"fair.SupNorm: the sum of counts = 0, want at least 1":           func() { SupNorm([]int{0, 0}, CutLaw(1)) },
		"fair.Merges: packets of 26 and 26 cards have more than 1,000,0": func() { Merges(identity(26), identity(26)) },
		"Curve.Enough: d = NaN":                                          func() { RiffleCurve(3, 3).Enough(math.NaN()) },
	} {
		refused(t, want, call)
	}
}

func BenchmarkRiffleDistance52(b *testing.B) {
	for b.Loop() {
		RiffleDistance(52, 7)
	}
}
