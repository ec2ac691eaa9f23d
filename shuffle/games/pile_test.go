package games

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"riffle/shuffle"
)

func TestPick(t *testing.T) {
	p, d := Pile{1}, Pile{7, 8}
	if got := p.Pick(&d); got != 7 || p.String() != "[1, 7]" || d.String() != "[8]" {
		t.Errorf("Pick: %d %v %v", got, p, d)
	}
	p.PickAll(&d)
	if p.String() != "[1, 7, 8]" || len(d) != 0 {
		t.Errorf("PickAll: %v %v", p, d)
	}
	if got := p.Pick(&d); got != -1 || len(p) != 3 || len(d) != 0 {
		t.Errorf("Pick from nothing: %d %v %v", got, p, d)
	}
	p.Pick(&p)
	p.PickAll(&p)
	if p.String() != "[7, 8, 1]" {
		t.Errorf("a pile picked by itself: %v", p)
	}
}

// Piles that were parts or copies of one slice don't overwrite each other.
func TestPilesStayApart(t *testing.T) {
	all := NewPile(2)
	front, rest := all[:3], all[3:]
	front.Pick(&rest)
	again := front
	front.Pick(&Pile{9})
	again.Pick(&Pile{8})
	if all.String() != "[1, 1, 1, 1, 2, 2, 2, 2]" || front[4] != 9 || again[4] != 8 {
		t.Errorf("%v %v %v", all, front, again)
	}
	copied := all.Copy()
	copied[0] = 5
	if all[0] != 1 {
		t.Error("Copy shares its cards")
	}
}

func TestIsValid(t *testing.T) {
	for _, c := range []struct {
		pile   Pile
		nbVals int
		want   bool
	}{
		{nil, 0, true}, {nil, -3, true}, {NewPile(13), 13, true}, {NewPile(13), 12, false}, {Pile{0}, 13, false}, {Pile{-1}, 13, false},
		{Pile{2, 2, 2, 2}, 2, true}, {Pile{2, 2, 2, 2, 2}, 2, false}, {append(NewPile(13), 1), 13, false},
	} {
		if got := c.pile.IsValid(c.nbVals); got != c.want {
			t.Errorf("%v.IsValid(%d) = %v", c.pile, c.nbVals, got)
		}
	}
}

// A cut takes what the document's loop of coins takes, for any generator.
func TestCut(t *testing.T) {
	rng, again := shuffle.JavaRandom(7), shuffle.JavaRandom(7)
	for range 100 {
		want := 0
		for range 52 {
			if again.NextDouble() < 0.5 {
				want++
			}
		}
		if got := NewPile(13).Cut(rng); got != want {
			t.Fatalf("Cut: %d, want %d", got, want)
		}
	}
	counts := make([]int, 101)
	flips := shuffle.NewPRNG(1)
	for range 100_000 {
		counts[make(Pile, 100).Cut(flips)]++ // more coins than a word has
	}
	// The standard deviation of each count is at most 90.
	if counts[50] < 7959-400 || counts[50] > 7959+400 || counts[40] < 1084-150 || counts[40] > 1084+150 {
		t.Errorf("of 100,000 cuts of 100: %d of 50, %d of 40", counts[50], counts[40])
	}
}

func TestSplit(t *testing.T) {
	rng := shuffle.NewPRNG(3)
	for range 100 {
		rest := NewPile(13)
		top := rest.Split(rng)
		same(t, "both parts", slices.Concat(top, rest), NewPile(13))
	}
}

// Split and RiffleWith, driven by java.util.Random, do what the reference did.
func TestJavaDrivenRiffles(t *testing.T) {
	var vectors struct {
		Java struct {
			Cases []struct {
				Seed   int64 `json:"java_random_seed"`
				Cuts   []int
				Labels []int `json:"labels_1_52_after_7"`
				Values []int `json:"values_after_7"`
			}
		} `json:"java_random_driven_7_riffles"`
	}
	data, err := os.ReadFile(filepath.Join("..", "testdata", "07_riffle.json"))
	if err == nil {
		err = json.Unmarshal(data, &vectors)
	}
	if err != nil || len(vectors.Java.Cases) == 0 {
		t.Fatal(err)
	}
	for _, c := range vectors.Java.Cases {
		rng := shuffle.JavaRandom(c.Seed)
		var p Pile
		for i := range 52 {
			p = append(p, i+1)
		}
		for _, cut := range c.Cuts {
			top := p.Split(rng)
			if len(top) != cut {
				t.Errorf("seed %d: cut %d, want %d", c.Seed, len(top), cut)
			}
			top.RiffleWith(&p, rng)
			if len(p) != 0 {
				t.Errorf("the second packet still has %v", p)
			}
			p = top
		}
		same(t, "labels", p, c.Labels)
		deck := NewPile(13)
		deck.RiffleShuffle(7, shuffle.JavaRandom(c.Seed))
		same(t, "values", deck, c.Values)
	}
}

// All 252 merges of five cards with five come up, each packet in order.
func TestRiffleWith(t *testing.T) {
	rng := shuffle.NewPRNG(1)
	merges := map[string]int{}
	for range 25_200 {
		p, d := Pile{1, 2, 3, 4, 5}, Pile{6, 7, 8, 9, 10}
		p.RiffleWith(&d, rng)
		merges[p.String()]++
		last := map[bool]int{}
		for _, card := range p {
			if card < last[card > 5] {
				t.Fatalf("%v is no merge", p)
			}
			last[card > 5] = card
		}
	}
	if len(merges) != 252 {
		t.Errorf("%d merges, want 252", len(merges))
	}
	for merge, n := range merges {
		if n < 50 || n > 150 { // 100 expected, standard deviation 10
			t.Errorf("%s comes %d times", merge, n)
		}
	}
}

func TestPileRefusals(t *testing.T) {
	p := Pile{1, 2}
	rng := shuffle.NewPRNG(1)
	checkRefusals(t, []refusal{
		{"games.NewPile: nbVals = 0, want 1 to 250000", func() { NewPile(0) }},
		{"Pile.Pick: the pile is nil, want the address of one such as &d", func() { p.Pick(nil) }},
		{"Pile.PickAll: the pile is nil, want the address of one such as &d", func() { p.PickAll(nil) }},
		{"Pile.RiffleWith: the pile is nil, want the address of one such as &d", func() { p.RiffleWith(nil) }},
		{"Pile.RiffleWith: a pile can't be riffled with itself, want another (see Split)", func() { p.RiffleWith(&p) }},
		{"Pile.RiffleShuffle: m = -1, want at least 0", func() { p.RiffleShuffle(-1) }},
		{"Pile.Cut: 2 generators, want at most one", func() { p.Cut(rng, rng) }},
		{"Pile.Split: the generator is nil, want one such as NewPRNG(), or none at all", func() { p.Split(nil) }},
	})
	if p.String() != "[1, 2]" {
		t.Errorf("a refused call changed the pile: %v", p)
	}
}
