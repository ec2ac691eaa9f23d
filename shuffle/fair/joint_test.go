package fair

import (
	"slices"
	"strings"
	"testing"

	"riffle/shuffle"
	"riffle/shuffle/internal/gallery"
	"riffle/shuffle/trials"
)

func cutDeck(deck []int, rng shuffle.PRNG) {
	k := rng.IntN(len(deck))
	copy(deck, append(slices.Clone(deck[k:]), deck[:k]...))
}

// A cut is fair to each card and each position, and the report says what it isn't fair to.
func TestShuffleFindsCut(t *testing.T) {
	m := Matrix(cutDeck, 52, 20_000, shuffle.NewPRNG(1))
	if v := m.Verdict(); m.Unfair() || strings.Contains(v, "fair to") || !strings.Contains(v, "no card prefers a position in 20,000 shuffles (p ≤ ") || !strings.Contains(v, "fair.TestShuffle") {
		t.Error(v)
	}
	narrow(t, m)
	r := TestShuffle(cutDeck, 52, 10_000, shuffle.NewPRNG(1))
	if v := r.Verdict(); !r.Unfair() || !strings.HasPrefix(v, "unfair: the card that follows ") || !strings.Contains(v, " of 10,000 shuffles, a fair one gives about 192 (p < 10^-300)") {
		t.Error(v)
	}
	narrow(t, r)
	t.Log(r)
}

// The gallery is found, and what is right passes.
func TestJointly(t *testing.T) {
	for _, n := range []int{1, 2, 3, 6, 13, 52, 120} {
		for name, s := range map[string]Shuffle{"Fisher–Yates": shuffle.FisherYates, "sort": shuffle.SortShuffle, "selection": shuffle.Selection} {
			r := TestShuffle(s, n, 500, shuffle.NewPRNG(int64(n)))
			if r.Unfair() || r.Runs != 500 || !strings.HasPrefix(r.Verdict(), "nothing unfair to be seen in 500 shuffles of ") {
				t.Errorf("%s: %v", name, r)
			}
			narrow(t, r)
		}
	}
	for _, s := range gallery.Shuffles {
		n := 13
		if s.Name == "modulo of a byte" {
			n = 52 // of 13, too little is wrong
		}
		if r := TestShuffle(s.F, n, 20_000, shuffle.NewPRNG(2)); !r.Unfair() {
			t.Errorf("%s: %v", s.Name, r)
		} else {
			t.Logf("%s: %s", s.Name, r.Verdict())
		}
	}
	right := func(n, k int, rng shuffle.PRNG) []int { return shuffle.NewLottery(n, rng).Pick(k) }
	for _, c := range [][2]int{{1, 0}, {1, 1}, {7, 3}, {49, 6}, {400, 2}, {90, 89}, {200, 100}} {
		r := TestLottery(right, c[0], c[1], 400, shuffle.NewPRNG(3))
		if r.Unfair() {
			t.Errorf("%v", r)
		}
		narrow(t, r)
	}
	for _, l := range gallery.Lotteries {
		if r := TestLottery(l.F, 49, 6, 10_000, shuffle.NewPRNG(2)); !r.Unfair() {
			t.Errorf("%s: %v", l.Name, r)
		} else {
			t.Logf("%s: %s", l.Name, r.Verdict())
		}
	}
}

// The report depends on the seed alone, and its tally survives a text.
func TestJointlyOnAllCores(t *testing.T) {
	defer shuffle.Unseed()
	sample := func(workers int) string {
		defer trials.Watch(trials.Options{Workers: workers})()
		shuffle.Seed(3)
		return TestShuffle(shuffle.Riffle(3), 9, 3000).String() + TestLottery(gallery.Lotteries[0].F, 9, 3, 2000).String()
	}
	one := sample(1)
	for _, workers := range []int{2, 5} {
		if got := sample(workers); got != one {
			t.Errorf("%d workers find\n%s\nand one finds\n%s", workers, got, one)
		}
	}
}

func TestOutcomesText(t *testing.T) {
	o := &outcomes{counts: []int{3, 0, 7}}
	for i := range 5 {
		o.mark(4-i, []int{i, 1})
	}
	text, err := o.MarshalText()
	if err != nil {
		t.Fatal(err)
	}
	read := &outcomes{counts: make([]int, 3)}
	if err := read.UnmarshalText(text); err != nil {
		t.Fatal(err)
	}
	if again, _ := read.MarshalText(); string(again) != string(text) {
		t.Errorf("%s became %s", text, again)
	}
	empty, _ := (&outcomes{counts: make([]int, 3)}).MarshalText()
	if err := read.UnmarshalText(empty); err != nil || len(read.again.Marks) != 0 {
		t.Errorf("%s: %v, %v", empty, err, read.again.Marks)
	}
	for _, bad := range []string{"", "[1]\n[1,2,3]\n", "[1,2,3,4]\n[1,2,3]\n", "[1,4294967296,0]\n[1,2,3]\n", "[65536,0,0]\n[1,2,3]\n", "[]\n[1,2]\n"} {
		if err := (&outcomes{counts: make([]int, 3)}).UnmarshalText([]byte(bad)); err == nil {
			t.Errorf("%q is read", bad)
		}
	}
}

func TestJointRefusals(t *testing.T) {
	g := shuffle.NewPRNG(1)
	lose := func(deck []int, _ shuffle.PRNG) { deck[0] = deck[1] }
	for want, call := range map[string]func(){
		"fair.TestShuffle: n = 401, want 1 to 400":                               func() { TestShuffle(naive, 401, 10) },
		"fair.TestShuffle: n = 0, want 1 to 400":                                 func() { TestShuffle(naive, 0, 10) },
		"fair.TestShuffle: runs = 0, want at least 1":                            func() { TestShuffle(naive, 3, 0) },
		"fair.TestShuffle: the shuffle is nil":                                   func() { TestShuffle(nil, 3, 5) },
		"fair.TestShuffle: the shuffle put card 2 in positions 1 and 2: [2 2 3]": func() { TestShuffle(lose, 3, 5, g) },
		"fair.TestLottery: the lottery is nil":                                   func() { TestLottery(nil, 3, 2, 5) },
		"fair.TestLottery: k = 4, want 0 to 3":                                   func() { TestLottery(gallery.Lotteries[0].F, 3, 4, 5) },
		"fair.TestLottery: n = 0, want 1 to 400":                                 func() { TestLottery(gallery.Lotteries[0].F, 0, 0, 5) },
		"fair.TestLottery: runs = 0, want at least 1":                            func() { TestLottery(gallery.Lotteries[0].F, 3, 2, 0) },
		"fair.TestLottery: n = 3, k = 2: the lottery picked [1 1], want 2 different numbers from 1 to 3": func() {
			TestLottery(func(n, k int, rng shuffle.PRNG) []int { return []int{1, 1} }, 3, 2, 5, g)
		},
	} {
		refused(t, want, call)
	}
}
