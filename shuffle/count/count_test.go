package count

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"testing"
	"time"

	"riffle/shuffle"
	"riffle/shuffle/internal/vectors"
)

func times(n *big.Int, k int64) *big.Int { return new(big.Int).Mul(n, big.NewInt(k)) }

func TestCountVectors(t *testing.T) {
	file := vectors.Load[struct{ Values map[string]any }](t, "testdata/10_counts.json", "")
	tenYears := ClockSeeds(3652 * 24 * time.Hour)
	ranks := make([]int, 13)
	for i := range ranks {
		ranks[i] = 4
	}
	got := map[string]any{
		"roadrunner_C(37,5)":                 Choose(37, 5),
		"lottery_C(40,6)":                    Choose(40, 6),
		"keno_C(80,20)":                      Choose(80, 20),
		"powerball_C(59,5)*39":               times(Choose(59, 5), 39),
		"five_hands_of_five_ordered_hands":   Deals(52, 5, 5),
		"five_hands_of_five_unordered_hands": DealsOfPiles(52, 5, 5),
		"bridge_4x13_ordered_hands":          Deals(52, 4, 13),
		"factorial_52":                       Factorial(52),
		"bits_ceil":                          SeedBits(52),
		"battle_deals_4_each_of_13":          Arrangements(ranks...),
		"ms_per_day":                         ClockSeeds(24 * time.Hour),
		"ms_in_10_years_3652_days":           tenYears,
		"2^36":                               Reachable(36, 52),
		"poker_hands_C(52,5)":                Choose(52, 5),
		"first_five_cards_ordered_52P5":      Permutations(52, 5),
		"largest_n_with_n!<=2^48":            LargestDeck(48),
		"largest_n_with_n!<=2^32":            LargestDeck(32),
		"largest_n_with_n!<=2^19937-1":       LargestDeck(19937),
		"riffle_5_5_outcomes":                Choose(10, 5),
	}
	real := map[string]float64{
		"log2_factorial_52":          Log2(Factorial(52)),
		"log2_ms_in_10_years":        Log2(tenYears),
		"2^48_over_factorial52":      float(ReachableShare(48, 52)),
		"asf_seeds_over_factorial52": float(new(big.Rat).SetFrac(ClockSeeds(24*time.Hour), Factorial(52))),
	}
	for name, want := range file.Values {
		if r, ok := real[name]; ok {
			w, err := strconv.ParseFloat(want.(string), 64)
			if err != nil || math.Abs(r-w) > 1e-14*math.Abs(w) {
				t.Errorf("%s = %v, want %v", name, r, want)
			}
			continue
		}
		if f, ok := want.(float64); ok {
			want = int64(f)
		}
		if fmt.Sprint(got[name]) != fmt.Sprint(want) {
			t.Errorf("%s = %v, want %v", name, got[name], want)
		}
	}
}

func float(r *big.Rat) float64 {
	f, _ := r.Float64()
	return f
}

func TestSelectionAndDerangementVectors(t *testing.T) {
	file := vectors.Load[struct {
		Calls []struct {
			N        int
			Expected string `json:"expected_calls"`
			Variance string
		} `json:"selection_shuffle_calls"`
		Derangements   [][2]any
		Factorials     [][2]any `json:"arrangements_n_factorial"`
		DerangedFifty2 string   `json:"derangement_probability_52"`
	}](t, "../testdata/06_selection_exchange_insertion.json", "")
	for _, c := range file.Calls {
		if got := SelectionCalls(c.N); got.String() != c.Expected {
			t.Errorf("SelectionCalls(%d) = %v, want %s", c.N, got, c.Expected)
		}
		if got := SelectionVariance(c.N); got.String() != c.Variance {
			t.Errorf("SelectionVariance(%d) = %v, want %s", c.N, got, c.Variance)
		}
	}
	for _, d := range file.Derangements {
		if got := Derangements(int(d[0].(float64))); got.String() != d[1] {
			t.Errorf("Derangements(%v) = %v, want %v", d[0], got, d[1])
		}
	}
	for _, f := range file.Factorials {
		if got := Factorial(int(f[0].(float64))); got.String() != f[1] {
			t.Errorf("Factorial(%v) = %v, want %v", f[0], got, f[1])
		}
	}
	// The reference is not in lowest terms.
	want, ok := new(big.Rat).SetString(file.DerangedFifty2)
	if got := DerangementShare(52); !ok || got.Cmp(want) != 0 {
		t.Errorf("DerangementShare(52) = %v, want %v", got, want)
	}
}

// The formulas agree with the shuffles, and each is the reverse of the other.
func TestPerfectPlaces(t *testing.T) {
	for n := 1; n <= 60; n++ {
		out, in := make([]int, n), make([]int, n)
		for i := range n {
			out[i], in[i] = i, i
		}
		shuffle.PerfectOut(out, nil)
		shuffle.PerfectIn(in, nil)
		for i := range n {
			if out[OutPlace(i, n)] != i || OutCard(OutPlace(i, n), n) != i || OutCard(i, n) != out[i] {
				t.Fatalf("out: n = %d, i = %d", n, i)
			}
			if in[InPlace(i, n)] != i || InCard(InPlace(i, n), n) != i || InCard(i, n) != in[i] {
				t.Fatalf("in: n = %d, i = %d", n, i)
			}
		}
	}
}

func TestReachableOrders(t *testing.T) {
	for _, c := range []struct {
		bits, cards int
		want        string
	}{
		{0, 0, "1"}, {0, 52, "1"}, {32, 12, "479001600"}, {32, 13, "4294967296"}, {3, 3, "6"}, {2, 3, "4"}, {1 << 40, 4, "24"},
	} {
		if got := Reachable(c.bits, c.cards); got.String() != c.want {
			t.Errorf("Reachable(%d, %d) = %v, want %s", c.bits, c.cards, got, c.want)
		}
	}
	// LargestDeck and SeedBits are two sides of one inequality.
	for n := 3; n < 300; n++ {
		if b := SeedBits(n); LargestDeck(b) < n || LargestDeck(b-1) >= n {
			t.Errorf("SeedBits(%d) = %d, but LargestDeck is %d and %d", n, b, LargestDeck(b-1), LargestDeck(b))
		}
	}
	if got := LargestDeck(0); got != 1 {
		t.Errorf("LargestDeck(0) = %d, want 1", got)
	}
	if LargestDeck(1_000_000) >= maxDeck {
		t.Error("the largest deck is cut off by the bound of the search")
	}
}

func TestEdges(t *testing.T) {
	for _, c := range []struct {
		got  fmt.Stringer
		want string
	}{
		{Choose(0, 0), "1"}, {Choose(5, 6), "0"}, {Choose(1e18, 2), "499999999999999999500000000000000000"},
		{Choose(1e18, 1e18-1), "1000000000000000000"}, {Permutations(3, 4), "0"}, {Permutations(4, 0), "1"},
		{Arrangements(), "1"}, {Arrangements(2, 2), "6"}, {Deals(10, 0, 5), "1"}, {Deals(10, 1e9, 0), "1"},
		{DealsOfPiles(4, 2, 2), "3"}, {DealsOfPiles(4, 1e9, 0), "1"}, {SelectionCalls(0), "0/1"}, {Factorial(0), "1"},
		{Reachable(5, 1), "1"}, {ClockSeeds(0), "0"},
	} {
		if c.got.String() != c.want {
			t.Errorf("got %v, want %s", c.got, c.want)
		}
	}
	if SeedBits(0) != 0 || SeedBits(2) != 1 {
		t.Errorf("SeedBits(0) = %d, SeedBits(2) = %d", SeedBits(0), SeedBits(2))
	}
}

func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		want string
		call func()
	}{
		{"count.Factorial: n = -1, want 0 to 100000", func() { Factorial(-1) }},
		{"count.Choose: k = -1, want at least 0", func() { Choose(3, -1) }},
		{"count.Choose: k and n-k exceed 100000, want one of them no larger", func() { Choose(1e9, 5e8) }},
		{"count.Permutations: k = 100001, want 0 to 100000", func() { Permutations(1e9, 100001) }},
		{"count.Arrangements: total = 100001, want 0 to 100000", func() { Arrangements(1, 1e5) }},
		{"count.Deals: hands = 5 of 11 cards each, want no more than the deck of 52 has", func() { Deals(52, 5, 11) }},
		{"count.DealsOfPiles: deck = -1, want 0 to 100000", func() { DealsOfPiles(-1, 0, 0) }},
		{"count.Derangements: n = 10001, want 0 to 10000", func() { Derangements(10001) }},
		{"count.SelectionCalls: n = -1, want 0 to 10000", func() { SelectionCalls(-1) }},
		{"count.Reachable: bits = -1, want at least 0", func() { Reachable(-1, 52) }},
		{"count.ReachableShare: cards = 100001, want 0 to 100000", func() { ReachableShare(1, 100001) }},
		{"count.LargestDeck: bits = 1000001, want 0 to 1000000", func() { LargestDeck(1000001) }},
		{"count.ClockSeeds: d = -1s, want at least 0", func() { ClockSeeds(-time.Second) }},
		{"count.Log2: n = 0, want at least 1", func() { Log2(new(big.Int)) }},
		{"count.Log2: n = <nil>, want at least 1", func() { Log2(nil) }},
		{"count.OutPlace: i = 4, want 0 to 3", func() { OutPlace(4, 4) }},
		{"count.InCard: n = 0, want at least 1", func() { InCard(0, 0) }},
	} {
		func() {
			defer func() {
				var refused *shuffle.ArgError
				err, _ := recover().(error)
				if !errors.As(err, &refused) || err.Error() != c.want {
					t.Errorf("panic %v\n want %s", err, c.want)
				}
			}()
			c.call()
		}()
	}
}

// TestHugeArguments wants a count that is 0 or 1 to be there without any work.
func TestHugeArguments(t *testing.T) {
	for _, huge := range []int{1 << 31, math.MaxInt} {
		for what, c := range map[string]struct {
			got  *big.Int
			want int64
		}{
			"Deals of no hands":        {Deals(7, 0, huge), 1},
			"DealsOfPiles of no hands": {DealsOfPiles(7, 0, huge), 1},
			"Deals of no cards":        {Deals(7, huge, 0), 1},
			"DealsOfPiles of no cards": {DealsOfPiles(7, huge, 0), 1},
			"Choose":                   {Choose(7, huge), 0},
			"Permutations":             {Permutations(7, 100_000), 0},
			"Choose all":               {Choose(huge, huge), 1},
			"Permutations of none":     {Permutations(huge, 0), 1},
			"Reachable":                {Reachable(huge, 3), 6},
		} {
			if c.got.Cmp(big.NewInt(c.want)) != 0 {
				t.Errorf("%s with %d is %v, want %d", what, huge, c.got, c.want)
			}
		}
	}
}
