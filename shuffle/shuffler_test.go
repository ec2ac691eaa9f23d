package shuffle

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"
)

// builtin are all shuffles, those with a parameter with some value of it.
var builtin = func() map[string]Shuffler {
	all := map[string]Shuffler{"Insertion beside": Insertion(9, Beside), "Insertion anywhere": Insertion(9, Anywhere)}
	for _, e := range Shufflers() {
		all[e.Name] = e.Shuffler
	}
	return all
}()

// Whatever the shuffle, the generator and the size: no card is lost.
func TestShufflesKeepCards(t *testing.T) {
	generators := []PRNG{NewPRNG(1), JavaRandom(1), MT19937(1), BorlandRandom(1), PCG(1, 1), CommonsMersenneTwister(1)}
	for name, s := range builtin {
		for _, g := range generators {
			for _, n := range []int{0, 1, 2, 3, 7, 52, 64, 65, 130, 200} {
				deck := shuffled(s, ints(0, n), g)
				slices.Sort(deck)
				same(t, fmt.Sprintf("%s of %d with %v", name, n, g), deck, ints(0, n))
			}
		}
	}
}

func TestOn(t *testing.T) {
	type pair struct{ a, b string }
	want := shuffled(FisherYates, ints(0, 6), JavaRandom(9))
	words := []string{"a", "b", "c", "d", "e", "f"}
	check := func(got []string) {
		t.Helper()
		expect := make([]string, 6)
		for i, w := range want {
			expect[i] = words[w]
		}
		same(t, "On", got, expect)
	}
	s := slices.Clone(words)
	FisherYates.On(s, JavaRandom(9))
	check(s)

	pairs := make([]pair, 6)
	for i, w := range words {
		pairs[i].a = w
	}
	FisherYates.On(pairs, JavaRandom(9))
	for i, p := range pairs {
		s[i] = p.a
	}
	check(s)

	runes := []rune("abcdef")
	FisherYates.On(runes, JavaRandom(9))
	check(strings.Split(string(runes), ""))
	letters := []byte("abcdef")
	FisherYates.On(letters, JavaRandom(9))
	check(strings.Split(string(letters), ""))

	numbers := ints(0, 6)
	FisherYates.On(numbers, JavaRandom(9))
	same(t, "On ints", numbers, want)
	floats := []float64{0, 1, 2, 3, 4, 5}
	FisherYates.On(floats, JavaRandom(9))
	for i, f := range floats {
		numbers[i] = int(f)
	}
	same(t, "On floats", numbers, want)

	FisherYates.On(make([]struct{}, 1<<40))
	FisherYates.On([]any(nil))
	deck, hand := NewDeck(), Hand(NewDeck())
	FisherYates.On(deck, JavaRandom(9))
	FisherYates.On(hand, JavaRandom(9))
	FisherYates.On([]Card(hand)) // a generator of its own
	dealer := NewDealer(JavaRandom(9))
	dealer.Shuffle()
	same(t, "On a deck", deck, dealer.Deck())
}

// Every order comes up exactly as often as any other, and the biased shuffles
// are as biased as exact enumeration says.
func TestExactDistributions(t *testing.T) {
	for _, s := range []Shuffler{FisherYates, EfficientSelection, EfficientSelectionDown} {
		for n, factorial := 1, 1; n <= 6; n++ {
			factorial *= n
			counts := enumerate(s, "ABCDEF"[:n], factorial)
			if len(counts) != factorial {
				t.Errorf("%d orders of %d cards, want %d", len(counts), n, factorial)
			}
			for order, times := range counts {
				if times != 1 {
					t.Errorf("%s comes up %d times", order, times)
				}
			}
		}
	}
}

func TestNaiveDistributions(t *testing.T) {
	type distribution struct {
		Leaves int `json:"total_leaves"`
		Counts map[string]int
	}
	for n := 3; n <= 6; n++ {
		for kind, s := range map[string]Shuffler{"naive": Naive, "off_by_one": OffByOne} {
			want := loadPart[distribution](t, "05_naive_shuffle.json", fmt.Sprintf("n=%d %s", n, kind))
			compareCounts(t, fmt.Sprintf("n=%d %s", n, kind), enumerate(s, "123456"[:n], want.Leaves), want.Counts)
		}
	}
}

// compareCounts compares what came up with the reference, in which what never
// comes up may be missing or 0.
func compareCounts(t *testing.T, what string, got, want map[string]int) {
	t.Helper()
	if len(want) == 0 {
		t.Fatalf("%s: no reference values", what)
	}
	for order, n := range want {
		if got[order] != n {
			t.Errorf("%s: %s comes up %d times, want %d", what, order, got[order], n)
		}
	}
	for order, n := range got {
		if want[order] != n {
			t.Errorf("%s: %s comes up %d times, want %d", what, order, n, want[order])
		}
	}
}

func TestBorlandShuffles(t *testing.T) {
	file := load[struct {
		Shuffles []struct {
			RandSeed        uint32
			ASF             []int  `json:"asf_broken_deck"`
			ASFAfter        uint32 `json:"asf_RandSeed_after"`
			Naive           []int  `json:"naive_fixed_offbyone_deck"`
			NaiveAfter      uint32 `json:"naive_RandSeed_after"`
			FisherYates     []int  `json:"correct_fisher_yates_deck"`
			FisherYatesLeft uint32 `json:"correct_RandSeed_after_51_calls"`
		} `json:"shuffles_52"`
	}](t, "05_borland.json")
	for _, c := range file.Shuffles {
		check := func(what string, s Shuffler, deck []int, after uint32) {
			b := BorlandRandom(c.RandSeed)
			same(t, what, shuffled(s, ints(1, 52), b), deck)
			if b.RandSeed() != after {
				t.Errorf("RandSeed after %s is %d, want %d", what, b.RandSeed(), after)
			}
		}
		check("off by one", OffByOne, c.ASF, c.ASFAfter)
		check("naive", Naive, c.Naive, c.NaiveAfter)
		check("Fisher-Yates", FisherYates, c.FisherYates, c.FisherYatesLeft)
	}
}

func TestPerfectShuffles(t *testing.T) {
	file := load[struct {
		Examples []struct {
			N    int
			Out1 []int `json:"out_1"`
			Out2 []int `json:"out_2"`
			In1  []int `json:"in_1"`
			In2  []int `json:"in_2"`
		}
		Out   [][2]int `json:"shuffles_to_return_out"`
		In    [][2]int `json:"shuffles_to_return_in"`
		Moves [][2]int `json:"position_before_after_52"`
	}](t, "06_perfect.json")
	for _, e := range file.Examples {
		deck := ints(1, e.N)
		PerfectOut(deck, nil)
		same(t, "out", deck, e.Out1)
		PerfectOut(deck, nil)
		same(t, "out twice", deck, e.Out2)
		deck = ints(1, e.N)
		PerfectIn(deck, nil)
		same(t, "in", deck, e.In1)
		PerfectIn(deck, nil)
		same(t, "in twice", deck, e.In2)
	}
	for _, c := range file.Out {
		if got := timesToReturn(PerfectOut, c[0]); got != c[1] {
			t.Errorf("%d out-shuffles bring %d cards back, want %d", got, c[0], c[1])
		}
	}
	for _, c := range file.In {
		if got := timesToReturn(PerfectIn, c[0]); got != c[1] {
			t.Errorf("%d in-shuffles bring %d cards back, want %d", got, c[0], c[1])
		}
	}
	deck := shuffled(PerfectOut, ints(1, 52), nil)
	for _, m := range file.Moves {
		if deck[m[1]-1] != m[0] {
			t.Errorf("place %d holds card %d, want %d", m[1], deck[m[1]-1], m[0])
		}
	}
}

func timesToReturn(s Shuffler, n int) int {
	deck := ints(0, n)
	for times := 1; ; times++ {
		s(deck, nil)
		if slices.IsSorted(deck) {
			return times
		}
	}
}

func TestSelectionShuffles(t *testing.T) {
	file := load[struct {
		Selections []struct {
			N      int
			Draws  []int `json:"RandomDeckPos_values_0_based"`
			Result []int
		} `json:"selection_shuffle_runs"`
		Efficient []struct {
			N     int
			Draws []int `json:"draws_0_based_r_in_0_to_k_for_k_from_n_minus_1_down_to_1"`
			Up    []int `json:"result_seed001"`
			Down  []int `json:"result_seed002_same_draws_plus_final_0"`
		} `json:"efficient_selection_runs"`
		Java []struct {
			Seed      int64 `json:"java_random_seed"`
			Up        []int `json:"seed001_efficient_selection_0_51"`
			Down      []int `json:"seed002_efficient_selection_0_51"`
			Selection []int `json:"selection_shuffle_0_51"`
		} `json:"java_random_driven"`
		Targets map[string][]int `json:"all_targets_of_1234_r_for_k_3_2_1"`
	}](t, "06_selection_exchange_insertion.json")
	for _, c := range file.Selections {
		same(t, "selection", shuffled(Selection, ints(1, c.N), &script{t: t, draws: c.Draws}), c.Result)
	}
	for _, c := range file.Efficient {
		same(t, "up", shuffled(EfficientSelection, ints(1, c.N), &script{t: t, draws: c.Draws}), c.Up)
		draws := append(slices.Clone(c.Draws), 0)
		same(t, "down", shuffled(EfficientSelectionDown, ints(1, c.N), &script{t: t, draws: draws}), c.Down)
	}
	for _, c := range file.Java {
		same(t, "Java up", shuffled(EfficientSelection, ints(0, 52), JavaRandom(c.Seed)), c.Up)
		same(t, "Java down", shuffled(EfficientSelectionDown, ints(0, 52), JavaRandom(c.Seed)), c.Down)
		same(t, "Java selection", shuffled(Selection, ints(0, 52), JavaRandom(c.Seed)), c.Selection)
	}
	for target, draws := range file.Targets {
		deck := shuffled(EfficientSelection, ints(1, 4), &script{t: t, draws: draws})
		if got := strings.Trim(strings.ReplaceAll(fmt.Sprint(deck), " ", ""), "[]"); got != target {
			t.Errorf("draws %v give %s, want %s", draws, got, target)
		}
	}
}

func TestExchangeDistributions(t *testing.T) {
	type distribution struct {
		Total  int
		Counts map[string]int
	}
	file := loadPart[map[string]distribution](t, "06_selection_exchange_insertion.json", "exchange_shuffle_counts_ordered_position_pairs")
	for name, want := range file {
		var n, m int
		var kind string
		if _, err := fmt.Sscanf(name, "numCards=%d numExchanges=%d %s", &n, &m, &kind); err != nil {
			t.Fatal(err)
		}
		s := Exchange(m)
		if kind == "self_exchange_forbidden" {
			s = ExchangeDistinct(m)
		}
		compareCounts(t, name, enumerate(s, "ABCDEF"[:n], want.Total), want.Counts)
	}
}

func TestInsertionDistributions(t *testing.T) {
	file := loadPart[[]struct {
		N, Steps     int
		Variant      string
		Distribution map[string]string
	}](t, "06_selection_exchange_insertion.json", "insertion_shuffle")
	readings := map[string]NextTo{"A": Below, "B": Beside, "C": Anywhere}
	leavesOf := map[string]func(n int) int{
		"A": func(n int) int { return n - 1 }, "B": func(n int) int { return 2 * (n - 1) }, "C": func(n int) int { return n },
	}
	for _, c := range file {
		leaves := int(math.Pow(float64(leavesOf[c.Variant](c.N)), float64(c.Steps)) + 0.5)
		counts := enumerate(Insertion(c.Steps, readings[c.Variant]), "ABCDEF"[:c.N], leaves)
		for order, fraction := range c.Distribution {
			want, _ := new(big.Rat).SetString(fraction)
			if got := big.NewRat(int64(counts[order]), int64(leaves)); got.Cmp(want) != 0 {
				t.Errorf("%s n=%d steps=%d: %s has %v, want %s", c.Variant, c.N, c.Steps, order, got, fraction)
			}
		}
	}
	same(t, "Below is the default", shuffled(Insertion(5), ints(0, 9), PCG(1, 1)), shuffled(Insertion(5, Below), ints(0, 9), PCG(1, 1)))
}

func TestSattoloReachesCycles(t *testing.T) {
	reachable := loadPart[[]string](t, "06_selection_exchange_insertion.json", "sattolo_n4_reachable_decks_each_once")
	want := map[string]int{}
	for _, order := range reachable {
		want[order] = 1
	}
	compareCounts(t, "Sattolo", enumerate(Sattolo, "1234", 6), want)
}

// loadPart reads one key of a file of reference values.
func loadPart[T any](t testing.TB, name, key string) T {
	t.Helper()
	var v T
	parts := load[map[string]jsonPart](t, name)
	if err := parts[key].decode(&v); err != nil {
		t.Fatalf("%s, %s: %v", name, key, err)
	}
	return v
}
