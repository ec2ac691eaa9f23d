package fair

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"riffle/shuffle"
	"riffle/shuffle/internal/vectors"
)

var fruit = []string{"apple", "banana", "chile", "donut", "egg", "flan"}

func TestTraceVectors(t *testing.T) {
	for _, c := range vectors.Load[[]struct {
		Rolls []int
		Rows  []struct {
			Iteration int
			Rejected  []int `json:"rejected_rolls"`
			Roll      int
			Items     []string
		}
	}](t, selectionFile, "fisher_yates_dice") {
		items := slices.Clone(fruit)
		for _, s := range []shuffle.Shuffler{shuffle.FisherYates, fisherYates} {
			table := Trace(s, items, c.Rolls)
			rows := table.Rows
			if len(rows) > len(c.Rows) && rows[len(c.Rows)].Forced {
				rows = rows[:len(c.Rows)] // the student's goes on to the last card
			}
			if len(rows) != len(c.Rows) {
				t.Fatalf("rolls %v: %d rows", c.Rolls, len(rows))
			}
			for i, want := range c.Rows {
				got := rows[i]
				if got.Iteration != want.Iteration || got.Roll != want.Roll || !slices.Equal(got.Rejected, want.Rejected) ||
					!slices.Equal(got.Items, want.Items) || got.Shuffled != i+1 {
					t.Errorf("rolls %v, iteration %d: %+v, want %+v", c.Rolls, i+1, got, want)
				}
			}
			narrow(t, table)
		}
		if !slices.Equal(items, fruit) {
			t.Errorf("the items have become %v", items)
		}
	}
}

// Whatever is rolled, the table ends where the shuffle ends that draws the same
// positions.
func TestTraceAnyRolls(t *testing.T) {
	g := shuffle.NewPRNG(3)
	for range 200 {
		n := 1 + g.IntN(9)
		rolls := make([]int, 20*n)
		for i := range rolls {
			rolls[i] = 1 + g.IntN(n)
		}
		for _, c := range []struct {
			s     shuffle.Shuffler
			value func(draw, roll, n int) int // of IntN, or negative
			draws int
		}{
			{shuffle.FisherYates, func(j, roll, n int) int { return roll - 1 - j }, n - 1},
			{shuffle.EfficientSelection, func(j, roll, n int) int {
				if roll > n-j {
					return -1
				}
				return roll - 1
			}, n - 1},
			{shuffle.Naive, func(j, roll, n int) int { return roll - 1 }, n},
		} {
			var values []int
			for _, roll := range rolls {
				if v := c.value(len(values), roll, n); v >= 0 && len(values) < c.draws {
					values = append(values, v)
				}
			}
			deck := identity(n)
			c.s(deck, &fixed{values: values})
			table := Trace(c.s, identity(n), rolls)
			last := fmt.Sprint(identity(n))
			if len(table.Rows) > 0 {
				last = fmt.Sprint(table.Rows[len(table.Rows)-1].Items)
			}
			if last != fmt.Sprint(deck) {
				t.Errorf("rolls %v end in %s, want %v", rolls, last, deck)
			}
		}
	}
}

// fixed is a generator with given draws.
type fixed struct {
	shuffle.PRNG
	values []int
}

func (f *fixed) IntN(int) int {
	v := f.values[0]
	f.values = f.values[1:]
	return v
}

func TestTraceKinds(t *testing.T) {
	rolls := []int{4, 1, 3, 6, 2, 5, 5, 1, 1, 1}
	settled := func(s shuffle.Shuffler) (list []int) {
		for _, row := range Trace(s, fruit, rolls).Rows {
			list = append(list, row.Shuffled)
		}
		return list
	}
	for _, c := range []struct {
		s    shuffle.Shuffler
		want []int
	}{
		{shuffle.EfficientSelection, []int{-1, -2, -3, -4, -5}},
		{shuffle.Naive, []int{0, 0, 0, 0, 0, 0}},
		{shuffle.OffByOne, []int{0, 0, 0, 0, 0, 0}},
		{shuffle.PerfectOut, nil},
	} {
		if got := settled(c.s); !reflect.DeepEqual(got, c.want) {
			t.Errorf("settled %v, want %v", got, c.want)
		}
	}
	// Sattolo's last exchange is forced: nobody rolls.
	table := Trace(shuffle.Sattolo, shuffle.NewDeck()[:4], []int{2, 3})
	last := table.Rows[len(table.Rows)-1]
	if !last.Forced || last.Roll != 4 || len(table.Rows) != 3 || last.Items[3] != "2♣" {
		t.Errorf("%+v", table.Rows)
	}
	if table := Trace(shuffle.FisherYates, []int{}, nil); len(table.Rows) != 0 || table.Left != 0 {
		t.Errorf("%v", table)
	}
	if table := Trace(shuffle.FisherYates, []any{1, "a"}, []int{2, 2, 2}); table.Left != 2 || !strings.Contains(table.String(), "2 rolls left") {
		t.Errorf("%v", table)
	}
	long := make([]string, 8)
	for i := range long {
		long[i] = strings.Repeat("word", 10)
	}
	narrow(t, Trace(shuffle.FisherYates, long, []int{1, 2, 3, 4, 5, 6, 7}))

	// A whole deck takes three tables, and a stubborn die one column.
	stubborn := append(slices.Repeat([]int{1}, 99), 100)
	text := Trace(shuffle.Insertion(2), identity(100), append(stubborn, stubborn...)).String()
	narrow(t, text)
	for _, want := range []string{"(1) (and 95 more) 100", "  97   98   99   100\n", "\n\n   j "} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

// TestTraceUnfinished stops after every number of rolls: as many rows are filled in
// as the rolls are good for, and they are those of the finished shuffle.
func TestTraceUnfinished(t *testing.T) {
	rolls := []int{4, 1, 3, 6, 2, 5, 5}
	for name, s := range map[string]shuffle.Shuffler{
		"FisherYates": shuffle.FisherYates, "a student's": fisherYates, "EfficientSelection": shuffle.EfficientSelection, "Sattolo": shuffle.Sattolo, "Naive": shuffle.Naive,
	} {
		all := Trace(s, fruit, append(slices.Clone(rolls), 6, 6, 5, 4, 3, 2, 1, 1, 1, 1))
		for n := range rolls {
			table := Trace(s, fruit, rolls[:n])
			narrow(t, table)
			if len(table.Rows) != len(all.Rows) || table.Left != 0 {
				t.Errorf("%s after %d rolls: %d rows and %d rolls left, want %d and 0", name, n, len(table.Rows), table.Left, len(all.Rows))
			}
			used := 0
			for i, row := range table.Rows {
				used += len(row.Rejected)
				if row.Roll > 0 && !row.Forced {
					used++
				}
				if i < table.Done() && !reflect.DeepEqual(row, all.Rows[i]) {
					t.Errorf("%s after %d rolls: row %+v, want %+v", name, n, row, all.Rows[i])
				}
				if row.Iteration != i+1 || i >= table.Done() && (row.Roll != 0 || row.Items != nil || row.Shuffled != 0) {
					t.Errorf("%s after %d rolls: row %d is %+v", name, n, i+1, row)
				}
			}
			if finished := table.Done() == len(table.Rows); used != n || finished != (table.Low == 0) || finished != (table.High == 0) {
				t.Errorf("%s after %d rolls: %d used, a roll from %d to %d needed", name, n, used, table.Low, table.High)
			}
		}
	}
	for n := range 5 {
		if table := Trace(shuffle.FisherYates, fruit, []int{1, 2, 3, 4}[:n]); table.Low != n+1 || table.High != 6 {
			t.Errorf("after %d rolls it needs one from %d to %d, want %d to 6", n, table.Low, table.High, n+1)
		}
	}
}

// TestTraceTables wants tables 1 to 3 of seed document 000: the shuffle before the
// first roll, after a 4, and after a 1, which doesn't count, and a 3.
func TestTraceTables(t *testing.T) {
	for _, c := range []struct {
		rolls []int
		want  string
	}{
		{nil, "1: 2: 3: 4: 5:"},
		{[]int{4}, "1:4 donut|banana chile apple egg flan 2: 3: 4: 5:"},
		{[]int{4, 1, 3}, "1:4 donut|banana chile apple egg flan 2:3 donut chile|banana apple egg flan 3: 4: 5:"},
	} {
		var rows []string
		for _, row := range Trace(shuffle.FisherYates, fruit, c.rolls).Rows {
			text := fmt.Sprintf("%d:", row.Iteration)
			if row.Items != nil {
				text += fmt.Sprintf("%d %s|%s", row.Roll, strings.Join(row.Items[:row.Shuffled], " "), strings.Join(row.Items[row.Shuffled:], " "))
			}
			rows = append(rows, text)
		}
		if got := strings.Join(rows, " "); got != c.want {
			t.Errorf("rolls %v:\n got %s\nwant %s", c.rolls, got, c.want)
		}
	}
}

func TestTraceRefusals(t *testing.T) {
	for want, call := range map[string]func(){
		"fair.Trace: items is int, want a slice":                                  func() { Trace(shuffle.Naive, 5, nil) },
		"fair.Trace: items is <nil>, want a slice":                                func() { Trace(shuffle.Naive, nil, nil) },
		"fair.Trace: the shuffle is nil":                                          func() { Trace(nil, fruit, nil) },
		"fair.Trace: n = 101, want 0 to 100":                                      func() { Trace(shuffle.Naive, make([]int, 101), nil) },
		"fair.Trace: rolls[1] = 7, want 1 to 6":                                   func() { Trace(shuffle.Naive, fruit, []int{1, 7}) },
		"fair.Trace: rolls[0] = 0, want 1 to 6":                                   func() { Trace(shuffle.Naive, fruit, []int{0}) },
		"fair.Trace: the shuffle draws one of 36 values, and the die has 6 sides": func() { Trace(shuffle.Exchange(1), fruit, []int{1, 1}) },
		"fair.Trace: the shuffle draws a Float64":                                 func() { Trace(func(_ []int, rng shuffle.PRNG) { rng.Float64() }, fruit, []int{1}) },
		"fair.Trace: the shuffle put card 2 in positions 1":                       func() { Trace(func(d []int, _ shuffle.PRNG) { d[0] = d[1] }, fruit, nil) },
		"fair.Trace: the shuffle's choices are unbounded": func() {
			Trace(func(_ []int, r shuffle.PRNG) {
				for r.IntN(3) < 3 {
				}
			}, fruit, nil)
		},
	} {
		refused(t, want, call)
	}
}

func TestArePermutations(t *testing.T) {
	type pair struct {
		A, B     []int
		Are      bool `json:"arePermutations"`
		Multiset bool `json:"multiset_answer"`
	}
	for _, p := range vectors.Load[[]pair](t, permuteFile, "arePermutations") {
		if ArePermutations(p.A, p.B) != p.Are || ArePermutations(p.B, p.A) != p.Are {
			t.Errorf("%v and %v: want %v", p.A, p.B, p.Are)
		}
	}
	for _, p := range vectors.Load[[]pair](t, permuteFile, "outside_precondition_duplicates_or_unequal_length") {
		a, b := slices.Clone(p.A), slices.Clone(p.B)
		if ArePermutations(a, b) != p.Multiset {
			t.Errorf("%v and %v: want %v", p.A, p.B, p.Multiset)
		}
		if !slices.Equal(a, p.A) || !slices.Equal(b, p.B) {
			t.Error("the slices have changed")
		}
	}
}
