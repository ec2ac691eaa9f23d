package crack

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"riffle/shuffle"
	"riffle/shuffle/internal/vectors"
	"riffle/shuffle/trials"
)

func TestJavaInts(t *testing.T) {
	for _, v := range vectors.Load[[]struct {
		Observed   []int32 `json:"observed_two_nextInt"`
		Candidates []struct {
			After  uint64  `json:"state_after_second_call"`
			Before uint64  `json:"state_before_first_call"`
			Seed   int64   `json:"seed_argument_if_first_two_calls"`
			Next   []int32 `json:"next_6_nextInt"`
		}
		Cards []int `json:"next_5_nextInt52_from_first_candidate"`
	}](t, attacks, "java_util_random_two_nextInt") {
		found, err := Java(v.Observed[0], v.Observed[1])
		if err != nil || len(found) != len(v.Candidates) {
			t.Fatalf("%v: %v %v", v.Observed, found, err)
		}
		for i, want := range v.Candidates {
			if found[i] != (JavaState{want.Before, want.After}) || found[i].Seed() != want.Seed {
				t.Errorf("%v: %+v, want %+v", v.Observed, found[i], want)
			}
			rng := found[i].Generator()
			for _, next := range want.Next {
				if got := rng.NextInt(); got != next {
					t.Errorf("%v: next %d, want %d", v.Observed, got, next)
				}
			}
		}
		rng := found[0].Generator()
		for _, card := range v.Cards {
			if got := rng.NextIntN(52); got != card {
				t.Errorf("%v: next card %d, want %d", v.Observed, got, card)
			}
		}
	}
}

func TestJavaLong(t *testing.T) {
	for _, v := range vectors.Load[[]struct {
		Observed string `json:"observed_one_nextLong"`
		After    uint64 `json:"state_after"`
		Next     []string
	}](t, attacks, "java_util_random_one_nextLong") {
		long, _ := strconv.ParseInt(v.Observed, 10, 64)
		found, err := JavaLong(long)
		if err != nil || len(found) != 1 || found[0].After != v.After {
			t.Errorf("%d: %v %v, want %d", long, found, err, v.After)
			continue
		}
		rng := found[0].Generator()
		for _, next := range v.Next {
			if got := strconv.FormatInt(rng.NextLong(), 10); got != next {
				t.Errorf("%d: next %s, want %s", long, got, next)
			}
		}
	}
}

// Any seed, any number of draws before: the state is among those found, and more
// draws leave it alone.
func TestJavaAnySeed(t *testing.T) {
	rng := shuffle.NewPRNG(1)
	for range 100 {
		seed := int64(rng.Uint64())
		java := shuffle.JavaRandom(seed)
		skipped := rng.IntN(20)
		for range skipped {
			java.NextInt()
		}
		a, b, c := java.NextInt(), java.NextInt(), java.NextInt()
		found, err := Java(a, b, c)
		if err != nil || len(found) != 1 {
			t.Fatalf("seed %d: %v %v", seed, found, err)
		}
		if skipped == 0 && found[0].Seed() != seed&javaMask {
			t.Errorf("seed %d: found %d", seed, found[0].Seed())
		}
		if got, want := found[0].Generator().NextLong(), java.NextLong(); got != want {
			t.Errorf("seed %d: next %d, want %d", seed, got, want)
		}
		long := java.NextLong()
		found, err = JavaLong(long)
		next := java.NextLong()
		if err != nil || !slices.ContainsFunc(found, func(s JavaState) bool { return s.Generator().NextLong() == next }) {
			t.Errorf("seed %d: long %d gives %v %v", seed, long, found, err)
		}
	}
}

// A shuffled deck gives the generator away, and with it the next deck.
func TestJavaDice(t *testing.T) {
	for _, c := range []struct {
		seed  int64
		cards int
		rolls int
	}{{1, 52, 51}, {20100711, 52, 40}, {-3, 60, 45}, {7, 33, 32}, {8, 64, 63}, {9, 52, 20}, {11, 999, 30}} {
		java := shuffle.JavaRandom(c.seed)
		deck := ordered(c.cards)
		shuffle.FisherYates(deck, java)
		rolls, err := DiceOf(deck)
		if err != nil {
			t.Fatal(err)
		}
		found, err := JavaDice(c.cards, rolls[:c.rolls])
		if err != nil || len(found) != 1 || found[0].Seed() != c.seed&javaMask {
			t.Errorf("%+v: %v %v", c, found, err)
			continue
		}
		if c.rolls == c.cards-1 && found[0].Generator().NextInt() != java.NextInt() {
			t.Errorf("%+v: the next draws differ", c)
		}
	}
}

func TestJavaErrors(t *testing.T) {
	if _, err := Java(1, 2, 3, 4, 5); !errors.Is(err, ErrNoSeed) {
		t.Error(err)
	}
	rolls := make([]int, 51)
	if _, err := JavaDice(52, rolls); !errors.Is(err, ErrNoSeed) {
		t.Error(err)
	}
	for want, call := range map[string]func() error{
		"crack.JavaDice: n = 27, want 28 to 1048576":                                      func() error { _, err := JavaDice(27, nil); return err },
		"crack.JavaDice: 52 rolls, want at most 51, for dice with 52 to 2 sides":          func() error { _, err := JavaDice(52, make([]int, 52)); return err },
		"crack.JavaDice: rolls[1] = 51, want 0 to 50":                                     func() error { _, err := JavaDice(52, []int{0, 51}); return err },
		"crack.JavaDice: rolls[0] = -1, want 0 to 51":                                     func() error { _, err := JavaDice(52, []int{-1}); return err },
		"crack.JavaDice: 5 rolls show 6 low bits, want more rolls, that show at least 14": func() error { _, err := JavaDice(52, rolls[:5]); return err },
		"crack.DiceOf: the deck isn't made of the cards 1 to 3, each once":                func() error { _, err := DiceOf([]int{1, 2, 2}); return err },
	} {
		checkRefused(t, want, call())
	}
	if got := fmt.Sprint(JavaStates{}); got != "0 states of 2^48 fit what was seen" {
		t.Error(got)
	}
	if rolls, err := DiceOf(nil); rolls != nil || err != nil {
		t.Error(rolls, err)
	}
}

// checkRefused wants an ArgError of this text.
func checkRefused(t *testing.T, want string, err error) {
	t.Helper()
	var refused *shuffle.ArgError
	if !errors.As(err, &refused) || err.Error() != want {
		t.Errorf("error %v\n want %s", err, want)
	}
}

// In a part of the search, the states whose first rolls fit are those that trying all
// finds: with even and odd sides, and with a power of two.
func TestJavaHighs(t *testing.T) {
	rng := shuffle.NewPRNG(11)
	const size = 1 << (javaBits - javaLow) / javaParts
	for _, n := range []int{52, 51, 50, 48, 64, 33, 31} {
		java := shuffle.JavaRandom(int64(rng.Uint64()))
		dice := newJavaDice(n, []int{java.NextIntN(n), java.NextIntN(n - 1), java.NextIntN(n - 2)})
		low, part := uint64(rng.IntN(1<<javaLow)), uint64(rng.IntN(javaParts))
		mask := uint64(1)<<shown(uint64(n)) - 1
		low = low&^(mask<<17) | dice[0].roll&mask<<17 // or nothing fits
		var want []int64
		for high := part * size; high < (part+1)*size; high++ {
			if s := high<<javaLow | low; dice.fits(s) {
				want = append(want, int64(s))
			}
		}
		if got := dice.highs(low, part); !slices.Equal(got, want) {
			t.Errorf("%d sides: %d states, want %d", n, len(got), len(want))
		}
	}
}

// TestJavaDiceStopped plays an eighth of the search at a time: each returns what it
// has found, and says that it is no more than that.
func TestJavaDiceStopped(t *testing.T) {
	rng, rolls := shuffle.JavaRandom(5), make([]int, 40)
	for i := range rolls {
		rolls[i] = rng.IntN(52 - i)
	}
	found := 0
	for part := 1; part <= 8; part++ {
		states, err := JavaDice(52, rolls, trials.Options{Player: func(e *trials.Experiment) (*trials.Part, error) {
			from, to := trials.Shard{Index: part, Of: 8}.Blocks(e.Plan)
			return e.Play(from, to, nil, func(*trials.Part) error { return nil })
		}})
		found += len(states)
		want := fmt.Sprintf("crack.JavaDice: stopped after 12 %% of the search, with %d states found until then", len(states))
		if err == nil || strings.Replace(err.Error(), "1 state ", "1 states ", 1) != want {
			t.Errorf("part %d: %v, %v, want %s", part, states, err, want)
		}
	}
	if found != 1 {
		t.Errorf("%d states in all parts", found)
	}
}
