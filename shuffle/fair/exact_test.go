package fair

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"

	"riffle/shuffle"
	"riffle/shuffle/count"
	"riffle/shuffle/internal/vectors"
	"riffle/shuffle/trials"
)

// own hides that a shuffle can describe itself: it calls it from a function of
// its own, so that all draws are played.
func own(s shuffle.Shuffler) shuffle.Shuffler {
	return func(deck []int, rng shuffle.PRNG) { s(deck, rng) }
}

// Sorting by a number is fair while the numbers differ; ties, and a comparison
// that answers at random, are not.
func TestExactSorting(t *testing.T) {
	for n := range 7 {
		if d := Exact(shuffle.SortShuffle, n); !d.IsFair() {
			t.Errorf("SortShuffle of %d: %v", n, d)
		}
	}
	// With k keys for two cards the order turns when the second key is smaller.
	for k := 1; k <= 6; k++ {
		d := Exact(shuffle.SortShuffleKeys(k), 2)
		sameRat(t, "turned", d.P(2, 1), fmt.Sprintf("%d/%d", k-1, 2*k))
	}
	if v := Exact(shuffle.SortShuffleKeys(1), 3).Verdict(); v != "order 1 2 3 comes up 1, a fair shuffle gives 1/6" {
		t.Error(v)
	}
	// An insertion sort with a coin: card i moves up past exactly j others with
	// probability 2^-(j+1), or 2^-i for all i.
	d := Exact(shuffle.RandomComparator, 4)
	sameRat(t, "unmoved", d.P(1, 2, 3, 4), "1/8")
	sameRat(t, "reversed", d.P(4, 3, 2, 1), "1/64")
	sameRat(t, "total variation", d.TotalVariation(), "7/24")
}

// Sattolo's variant is incomplete, shuffling twice changes nothing, and n-1
// iterations suffice.
func TestExactSattolo(t *testing.T) {
	want := map[string]*big.Rat{}
	for _, name := range vectors.Load[[]string](t, selectionFile, "sattolo_n4_reachable_decks_each_once") {
		want[name] = big.NewRat(1, 6)
	}
	checkLaw(t, "Sattolo", Exact(shuffle.Sattolo, 4), want)
	for n := 2; n <= 7; n++ {
		if d := Exact(shuffle.Sattolo, n); big.NewInt(int64(d.Len())).Cmp(count.Factorial(n-1)) != 0 {
			t.Errorf("Sattolo reaches %d orders of %d cards", d.Len(), n)
		}
	}
	twice := func(deck []int, rng shuffle.PRNG) {
		shuffle.FisherYates(deck, rng)
		shuffle.FisherYates(deck, rng)
	}
	iterations := func(m int) shuffle.Shuffler {
		return func(deck []int, rng shuffle.PRNG) {
			for i := range m {
				k := i + rng.IntN(len(deck)-i)
				deck[i], deck[k] = deck[k], deck[i]
			}
		}
	}
	for n := 2; n <= 5; n++ {
		if !Exact(twice, n).IsFair() || !Exact(iterations(n-1), n).IsFair() || Exact(iterations(n-2), n).IsFair() {
			t.Errorf("twice, n-1 or n-2 iterations of %d cards", n)
		}
	}
}

// The efficient selections are fair, and each order has one sequence of draws.
func TestExactSelection(t *testing.T) {
	for n := range 7 {
		for _, s := range []shuffle.Shuffler{
			shuffle.EfficientSelection, shuffle.EfficientSelectionDown, shuffle.Selection, shuffle.FisherYates,
			own(shuffle.EfficientSelection), own(shuffle.FisherYates),
		} {
			if d := Exact(s, n); !d.IsFair() || d.Total().Cmp(count.Factorial(n)) != 0 {
				t.Errorf("%v", d)
			}
		}
	}
	draws := map[string][]int{}
	for _, leaf := range Exact(shuffle.EfficientSelection, 4).Tree().Leaves() {
		draws[strings.Trim(strings.ReplaceAll(fmt.Sprint(leaf.Order), " ", ""), "[]")] = leaf.Draws
	}
	want := vectors.Load[map[string][]int](t, selectionFile, "all_targets_of_1234_r_for_k_3_2_1")
	for target, r := range want {
		if !slices.Equal(draws[target], r) {
			t.Errorf("%s takes the draws %v, want %v", target, draws[target], r)
		}
	}
	if len(draws) != len(want) {
		t.Errorf("%d orders, want %d", len(draws), len(want))
	}
}

func TestExactExchange(t *testing.T) {
	type distribution struct {
		Total  int64
		Counts map[string]int64
	}
	for name, ref := range vectors.Load[map[string]distribution](t, selectionFile, "exchange_shuffle_counts_ordered_position_pairs") {
		var n, m int
		var kind string
		if _, err := fmt.Sscanf(name, "numCards=%d numExchanges=%d %s", &n, &m, &kind); err != nil {
			t.Fatal(err)
		}
		s := shuffle.Exchange(m)
		if kind == "self_exchange_forbidden" {
			s = shuffle.ExchangeDistinct(m)
		}
		want := map[string]*big.Rat{}
		for o, c := range ref.Counts {
			want[o] = big.NewRat(c, ref.Total)
		}
		checkLaw(t, name, Exact(s, n), want)
		if ref.Total < 10_000 {
			checkLaw(t, name+" played", Exact(own(s), n), want)
		}
		if d := Exact(s, n); d.Total().Int64() != ref.Total {
			t.Errorf("%s: %v ways, want %d", name, d.Total(), ref.Total)
		}
	}
	for _, c := range vectors.Load[[]struct {
		N, Exchanges int
		Forbid       bool   `json:"forbid_self"`
		TV           string `json:"tv_from_uniform"`
	}](t, selectionFile, "exchange_shuffle_tv") {
		s := shuffle.Exchange(c.Exchanges)
		if c.Forbid {
			s = shuffle.ExchangeDistinct(c.Exchanges)
		}
		sameRat(t, fmt.Sprint(c), Exact(s, c.N).TotalVariation(), c.TV)
	}
	// Any number of exchanges: half of all decks stay out, by parity.
	d := Exact(shuffle.ExchangeDistinct(101), 5)
	if d.Len() != 60 || d.P(1, 2, 3, 4, 5).Sign() != 0 {
		t.Errorf("%v", d)
	}
	// The twelve ways to BAC in two exchanges, as the tree has them.
	bac := map[string]bool{}
	for _, leaf := range Exact(shuffle.Exchange(2), 3).Tree().To(2, 1, 3) {
		a, b := leaf.Draws[0], leaf.Draws[1]
		bac[fmt.Sprint([][]int{{a/3 + 1, a%3 + 1}, {b/3 + 1, b%3 + 1}})] = true
	}
	ways := vectors.Load[[][][]int](t, selectionFile, "BAC_in_two_exchanges")
	for _, w := range ways {
		if !bac[fmt.Sprint(w)] {
			t.Errorf("exchanges %v don't lead to BAC", w)
		}
	}
	if len(bac) != len(ways) {
		t.Errorf("%d ways to BAC, want %d", len(bac), len(ways))
	}
}

func TestExactInsertion(t *testing.T) {
	readings := map[string]shuffle.NextTo{"A": shuffle.Below, "B": shuffle.Beside, "C": shuffle.Anywhere}
	for _, c := range vectors.Load[[]struct {
		N, Steps     int
		Variant      string
		Distribution map[string]string
		TV           string `json:"tv_from_uniform"`
	}](t, selectionFile, "insertion_shuffle") {
		what := fmt.Sprintf("%s n=%d steps=%d", c.Variant, c.N, c.Steps)
		want := map[string]*big.Rat{}
		for o, p := range c.Distribution {
			want[o] = rat(t, p)
		}
		s := shuffle.Insertion(c.Steps, readings[c.Variant])
		d := Exact(s, c.N)
		checkLaw(t, what, d, want)
		if c.TV != "" {
			sameRat(t, what, d.TotalVariation(), c.TV)
		}
		checkLaw(t, what+" played", Exact(own(s), c.N), want)
	}
}

// Of all orders of a fair shuffle, as many are derangements as the formula has.
func TestExactDerangements(t *testing.T) {
	for n := range 8 {
		deranged := new(big.Rat)
		for o, p := range Exact(shuffle.FisherYates, n).All() {
			if !slices.ContainsFunc(identity(n), func(c int) bool { return o[c-1] == c }) {
				deranged.Add(deranged, p)
			}
		}
		if deranged.Cmp(count.DerangementShare(n)) != 0 {
			t.Errorf("%d cards: %v", n, deranged)
		}
	}
}

func TestExactNaive(t *testing.T) {
	type reference struct {
		Leaves    int64  `json:"total_leaves"`
		Reachable int    `json:"number_of_reachable_decks"`
		TV        string `json:"tv_distance_from_uniform"`
		Counts    map[string]int64
		Positions [][]string `json:"position_matrix_card_row_position_column"`
	}
	for n := 3; n <= 6; n++ {
		for kind, s := range map[string]shuffle.Shuffler{"naive": shuffle.Naive, "off_by_one": shuffle.OffByOne} {
			name := fmt.Sprintf("n=%d %s", n, kind)
			ref := vectors.Load[reference](t, naiveFile, name)
			want := map[string]*big.Rat{}
			for o, c := range ref.Counts {
				want[o] = big.NewRat(c, ref.Leaves)
			}
			for _, d := range []*Distribution{Exact(s, n), Exact(own(s), n)} {
				checkLaw(t, name, d, want)
				sameRat(t, name, d.TotalVariation(), ref.TV)
				if d.Len() != ref.Reachable || d.Total().Int64() != ref.Leaves {
					t.Errorf("%s: %d orders, %v leaves", name, d.Len(), d.Total())
				}
			}
			for _, e := range []*ExactPositions{ExactMatrix(s, n), ExactMatrix(own(s), n), Exact(s, n).Positions()} {
				for card, row := range ref.Positions {
					for position, p := range row {
						sameRat(t, fmt.Sprintf("%s: card %d in %d", name, card+1, position+1), e.P[card][position], p)
					}
				}
			}
		}
	}
}

// The whole deck's positions, and the trees of the two figures.
func TestExactNaiveWholeDeck(t *testing.T) {
	for kind, s := range map[string]shuffle.Shuffler{"naive": shuffle.Naive, "off_by_one": shuffle.OffByOne} {
		ref := vectors.Load[struct {
			First    []float64 `json:"first_card_distribution"`
			Last     []float64 `json:"last_position_distribution"`
			CardOne  []float64 `json:"card_1"`
			CardN    []float64 `json:"card_n"`
			Largest  []float64
			Smallest []float64 `json:"smallest_positive"`
		}](t, naiveFile, "n=52 "+kind+" position probabilities")
		e := ExactMatrix(s, 52)
		check := func(card, position int, want float64) {
			t.Helper()
			if got := float(e.At(card, position)); math.Abs(got-want) > 6e-10 {
				t.Errorf("%s: card %d in %d: %.9f, want %.9f", kind, card, position, got, want)
			}
		}
		for i := range 52 {
			check(i+1, 1, ref.First[i])
			check(i+1, 52, ref.Last[i])
			check(1, i+1, ref.CardOne[i])
			check(52, i+1, ref.CardN[i])
		}
		check(int(ref.Largest[1]), int(ref.Largest[2]), ref.Largest[0])
		check(int(ref.Smallest[1]), int(ref.Smallest[2]), ref.Smallest[0])
	}
	if v := ExactMatrix(shuffle.OffByOne, 52).Verdict(); v != "position 52 never holds card 52" {
		t.Error(v)
	}
	type leaf struct {
		Choices []int
		Deck    string
	}
	for key, s := range map[string]shuffle.Shuffler{"figure2_tree_27_leaves": shuffle.Naive, "figure3_tree_6_leaves": fisherYates} {
		leaves := Exact(s, 3).Tree().Leaves()
		for i, want := range vectors.Load[[]leaf](t, naiveFile, key) {
			got := leaves[i]
			draws := slices.Clone(got.Draws)
			for j := range draws {
				draws[j]++ // figure 2 counts from 1, figure 3 adds j
				if len(leaves) == 6 {
					draws[j] += j
				}
			}
			// The last choice of figure 3 is none.
			if !slices.Equal(got.Order, order(want.Deck)) || !slices.Equal(draws, want.Choices[:len(draws)]) {
				t.Errorf("%s: leaf %v to %v, want %v", key, draws, got.Order, want)
			}
		}
	}
}

// Students' own versions: every measure takes a plain function, plays every
// choice and says what is wrong with it.
func TestExactOfStudents(t *testing.T) {
	d := Exact(naive, 3)
	if d.Verdict() != "order 1 3 2 comes up 5/27, a fair shuffle gives 1/6" {
		t.Error(d.Verdict())
	}
	if d.Count(2, 3, 1).Int64() != 5 || d.P(1, 2).Sign() != 0 || d.P().Sign() != 0 || d.P(1, 2, 2).Sign() != 0 {
		t.Errorf("counts of %v", d)
	}
	if m := d.Map(); len(m) != 6 || m["3 2 1"].RatString() != "4/27" {
		t.Errorf("%v", m)
	}
	if !Exact(fisherYates, 6).IsFair() {
		t.Error("the student's Fisher-Yates isn't fair")
	}
	if got := ExactMatrix(naive, 4).Verdict(); got != ExactMatrix(shuffle.Naive, 4).Verdict() {
		t.Error(got)
	}
	plays := 0
	seen := map[string]int{}
	Exact(func(deck []int, rng shuffle.PRNG) {
		plays++
		seen[fmt.Sprint(rng.IntN(2), rng.IntN(3))]++
	}, 4)
	if len(seen) != 6 || plays > 60 {
		t.Errorf("%d plays: %v", plays, seen)
	}
}

// Draws may depend on draws: a coin that stops after three tails, weights that
// don't divide each other, draws without a choice, and draws that are taken back.
func TestExactUnevenTrees(t *testing.T) {
	coin := func(deck []int, rng shuffle.PRNG) {
		for i := 0; i < len(deck)-1 && rng.IntN(2) == 1; i++ {
			deck[i], deck[i+1] = deck[i+1], deck[i]
		}
	}
	d := Exact(coin, 4)
	for o, p := range map[string]string{"1234": "1/2", "2134": "1/4", "2314": "1/8", "2341": "1/8"} {
		sameRat(t, o, d.P(order(o)...), p)
	}
	mixed := func(deck []int, rng shuffle.PRNG) {
		if rng.IntN(1) == 0 && rng.IntN(3) == 0 {
			fisherYates(deck, rng)
		}
	}
	d = Exact(mixed, 3)
	sameRat(t, "mixed", d.P(1, 2, 3), "13/18")
	sameRat(t, "mixed", d.P(3, 2, 1), "1/18")
	rewound := func(deck []int, rng shuffle.PRNG) {
		first := rng.IntN(2)
		rng.Mark()
		k := rng.IntN(3)
		rng.Rewind()
		if rng.IntN(3) != k || first > 1 {
			panic("another draw")
		}
		deck[0], deck[k] = deck[k], deck[0]
	}
	sameRat(t, "rewound", Exact(rewound, 3).P(3, 2, 1), "1/3")
	deep := func(deck []int, rng shuffle.PRNG) {
		for range 200 {
			if rng.IntN(2) == 0 {
				return
			}
		}
		slices.Reverse(deck)
	}
	if p := Exact(deep, 2).P(2, 1); p.Cmp(new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Lsh(big.NewInt(1), 200))) != 0 {
		t.Errorf("deep: %v", p)
	}
}

// What a shuffle describes of itself counts only if it is all that happens.
func TestExactComposed(t *testing.T) {
	look := func(deck []int, rng shuffle.PRNG) {
		shuffle.FisherYates(deck, rng)
		if deck[0] == 1 {
			deck[0], deck[1] = deck[1], deck[0]
		}
	}
	d := Exact(look, 3)
	sameRat(t, "looks", d.P(1, 2, 3), "0")
	sameRat(t, "looks", d.P(2, 1, 3), "1/3")
	sameRat(t, "matrix", ExactMatrix(look, 3).At(1, 1), "0")
	before := func(deck []int, rng shuffle.PRNG) {
		deck[0], deck[2] = deck[2], deck[0]
		shuffle.Naive(deck, rng)
	}
	sameRat(t, "before", Exact(before, 3).P(3, 1, 2), "5/27")
	method := Exact(shuffle.Naive.Shuffle, 3)
	sameRat(t, "method", method.P(1, 3, 2), "5/27")
}

func TestExactEdges(t *testing.T) {
	for _, s := range []shuffle.Shuffler{shuffle.FisherYates, shuffle.Naive, shuffle.OffByOne, shuffle.PerfectOut, naive, shuffle.Riffle(0)} {
		for n := range 2 {
			if d := Exact(s, n); d.Len() != 1 || !d.IsFair() || d.Tree().String() == "" || d.N() != n {
				t.Errorf("%d cards: %v", n, d)
			}
			narrow(t, ExactMatrix(s, n))
		}
	}
	d := Exact(shuffle.PerfectOut, 1000)
	if d.Len() != 1 || d.TotalVariation().Cmp(big.NewRat(1, 1)) >= 0 {
		t.Errorf("%v", d)
	}
	// 300 cards don't fit a byte each.
	if d := Exact(shuffle.Exchange(1), 300); d.Len() != 300*299/2+1 {
		t.Errorf("one exchange of 300 cards leads to %d orders", d.Len())
	}
	if d := Exact(shuffle.Riffle(1), 12); d.Len() != 1<<12-12 {
		t.Errorf("one riffle of 12 cards leads to %d orders", d.Len())
	}
	var sum big.Rat
	last := []int{}
	for o, p := range Exact(shuffle.Naive, 5).All() {
		sum.Add(&sum, p)
		if slices.Compare(last, o) >= 0 {
			t.Errorf("%v after %v", o, last)
		}
		last = o
	}
	if sum.RatString() != "1" {
		t.Errorf("probabilities sum to %v", &sum)
	}
}

func TestExactTexts(t *testing.T) {
	for _, v := range []any{
		Exact(shuffle.Naive, 3), Exact(shuffle.Naive, 7), Exact(shuffle.Exchange(50), 4), Exact(shuffle.Exchange(1), 52), Exact(shuffle.PerfectIn, 1000),
		Exact(shuffle.Riffle(3), 5), Exact(shuffle.Naive, 3).Tree(), Exact(shuffle.Exchange(2), 5).Tree(), Exact(shuffle.RandomComparator, 7).Tree(),
		ExactMatrix(shuffle.Naive, 4), ExactMatrix(shuffle.Naive, 6), ExactMatrix(shuffle.Riffle(2), 52), ExactMatrix(shuffle.OffByOne, 120),
	} {
		narrow(t, v)
	}
}

func TestExactRefusals(t *testing.T) {
	alien := shuffle.NewPRNG(1)
	calls := 0
	for _, c := range []struct {
		want string
		s    shuffle.Shuffler
		n    int
	}{
		{"fair.Exact: the shuffle is nil, want a function of a deck and a generator", nil, 3},
		{"fair.Exact: n = -1, want 0 to 1000", naive, -1},
		{"fair.Exact: n = 1001, want 0 to 1000", naive, 1001},
		{"fair.Exact: n = 9 takes about 390,000,000 plays of the shuffle, want at most 20,000,000: n = 8 is the largest that will do; fair.Histogram samples instead", naive, 9},
		{"fair.Exact: n = 52 takes about 10^89 plays", naive, 52},
		{"fair.Exact: n = 20 takes about 10^18 moves of orders, want at most 6,000,000,000: n = 11 is", shuffle.FisherYates, 20},
		{"fair.Exact: n = 52 takes about 10^83 moves of orders, want at most 6,000,000,000: n = 9 is", shuffle.Riffle(7), 52},
		{"fair.Exact: n = 2 takes about 10^18 plays of the shuffle, want at most 20,000,000: no smaller deck will do",
			func(deck []int, rng shuffle.PRNG) { rng.IntN(1 << 60) }, 2},
		{"fair.Exact: the shuffle's choices are unbounded: after 1000 draws it wants more", func(deck []int, rng shuffle.PRNG) {
			for rng.IntN(3) > 0 {
			}
		}, 3},
		{"fair.Exact: the shuffle's choices are unbounded", func(deck []int, rng shuffle.PRNG) {
			defer func() { _ = recover() }()
			for rng.IntN(3) >= 0 {
			}
		}, 3},
		{"fair.Exact: the shuffle draws and draws, 1000001 times so far: does it end?", func(deck []int, rng shuffle.PRNG) {
			for rng.IntN(1) == 0 {
			}
		}, 3},
		{"fair.Exact: the shuffle draws a Float64, whose choices are as good as unbounded: one of 2^53 values. Draw with IntN",
			func(deck []int, rng shuffle.PRNG) { rng.Float64() }, 3},
		{"fair.Exact: the shuffle draws a Uint32", func(deck []int, rng shuffle.PRNG) { rng.Uint32() }, 3},
		{"fair.Exact: the shuffle draws a Uint64", func(deck []int, rng shuffle.PRNG) { rng.Uint64() }, 3},
		{"fair.Exact: the shuffle asked for IntN(0), want at least 1", func(deck []int, rng shuffle.PRNG) { rng.IntN(0) }, 3},
		{"fair.Exact: the same draws gave the decks [", func(deck []int, rng shuffle.PRNG) { shuffle.FisherYates(deck, alien) }, 3},
		{"fair.Exact: the same draws gave the decks [", func(deck []int, rng shuffle.PRNG) {
			if naive(deck, rng); deck[0] == 2 && alien.IntN(2) == 0 {
				deck[0], deck[1] = deck[1], deck[0]
			}
		}, 4},
		{"fair.Exact: after the same draws the shuffle asked for IntN(", func(deck []int, rng shuffle.PRNG) { rng.IntN(2 + alien.IntN(2)) }, 3},
		{"fair.Exact: the shuffle made 2 draws, then 1 when it was given the same ones", func(deck []int, rng shuffle.PRNG) {
			rng.IntN(2)
			if calls++; calls == 1 {
				rng.IntN(2)
			}
		}, 3},
		{"fair.Exact: the shuffle put card 2 in positions 1 and 2: [2 2 3]", func(deck []int, rng shuffle.PRNG) { deck[0] = deck[1] }, 3},
		{"fair.Exact: the shuffle put -7 in position 1 of a deck of the cards 1 to 3", func(deck []int, rng shuffle.PRNG) { deck[0] = -7 }, 3},
		{"fair.Exact: the shuffle put 65537 in position 1 of a deck of the cards 1 to 300", func(deck []int, rng shuffle.PRNG) { deck[0] = 65537 }, 300},
	} {
		refused(t, c.want, func() { Exact(c.s, c.n) })
	}
	refused(t, "fair.Exact: n = 12 takes about 830,000,000 moves of orders, want at most 40,000,000: n = 11 is the largest", func() { Exact(shuffle.FisherYates, 12) })
	refused(t, "fair.Exact: n = 12 takes about 440,000,000 moves of orders, want at most 40,000,000:", func() { Exact(shuffle.Exchange(4), 12) })
	refused(t, "fair.ExactMatrix: n = 63 gives a step of the shuffle 2^63 ways or more, want fewer: n = 62 is the largest that will do; fair.Matrix samples instead", func() { ExactMatrix(shuffle.Riffle(3), 63) })
	refused(t, "fair.Exact: n = 63 gives a step of the shuffle 2^63 ways or more, want fewer: n = 10 is the largest that will do; fair.Matrix samples instead", func() { Exact(shuffle.Riffle(3), 63) })
	refused(t, "fair.Exact: n = ", func() { Exact(shuffle.Riffle(3), 62) })
	refused(t, "fair.ExactMatrix: n = 52 takes about 10^89 plays", func() { ExactMatrix(naive, 52) })
	refused(t, "fair.ExactMatrix: n = 1000 takes the work of about 110,000,000,000 moves of cards or more, want at most 10,000,000,000: try a smaller deck or fewer steps; fair.Matrix samples instead", func() {
		ExactMatrix(shuffle.Exchange(100), 1000)
	})
	refused(t, "fair.ExactMatrix: n = 300 takes the work of about 17,000,000,000 moves of cards or more", func() { ExactMatrix(shuffle.Exchange(600), 300) })
	refused(t, "fair.ExactMatrix: n = 300 takes 2.2 GB of fractions, want at most 1.0 GB: try a smaller deck; fair.Matrix samples instead", func() {
		checkFractions("fair.ExactMatrix", 300, &fractions{words: 3_000_000})
	})
	refused(t, "ExactPositions.At: card = 0, want 1 to 3", func() { ExactMatrix(naive, 3).At(0, 1) })
	refused(t, "ExactPositions.At: position = 4, want 1 to 3", func() { ExactMatrix(naive, 3).At(1, 4) })
	refused(t, "Distribution.Tree: there are more than 100,000 ways to draw", func() { Exact(shuffle.Naive, 7).Tree() })
}

func TestExactStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	defer trials.Watch(trials.Options{Context: ctx})()
	refused(t, "fair.Exact: stopped after 0 plays, and an exact result needs all", func() { Exact(naive, 3) })
	refused(t, "fair.Exact: stopped, and an exact result needs all steps", func() { Exact(shuffle.Naive, 3) })
	refused(t, "fair.ExactMatrix: stopped, and an exact result needs all steps", func() { ExactMatrix(shuffle.Naive, 52) })
	refused(t, "fair.Lottery: stopped after 0 plays, and an exact result needs all", func() {
		Lottery(func(n, k int, rng shuffle.PRNG) []int { return []int{1 + rng.IntN(n)} }, 3, 1)
	})
}

// An exact matrix is stopped in the middle, on all cores, once it has told how far it is.
func TestExactMatrixStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var told trials.Progress
	defer trials.Watch(trials.Options{Context: ctx, Progress: func(p trials.Progress) {
		told = p
		cancel()
	}})()
	refused(t, "fair.ExactMatrix: stopped, and an exact result needs all steps", func() { ExactMatrix(shuffle.Naive, 1000) })
	if told.Total != 2000 || told.Done == 0 || told.Done >= told.Total {
		t.Errorf("it was stopped at %d of %d, want a part of 2000", told.Done, told.Total)
	}
}

// A panic of the student's own comes through.
func TestExactPanic(t *testing.T) {
	defer func() {
		if got := recover(); got != "mine" {
			t.Errorf("recovered %v", got)
		}
	}()
	Exact(func([]int, shuffle.PRNG) { panic("mine") }, 3)
}

func BenchmarkExactNaive7(b *testing.B) {
	for name, s := range map[string]shuffle.Shuffler{"steps": shuffle.Naive, "plays": naive} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				Exact(s, 7)
			}
		})
	}
}

func BenchmarkExactMatrix52(b *testing.B) {
	for b.Loop() {
		ExactMatrix(shuffle.OffByOne, 52)
	}
}
