package crack

import (
	"errors"
	"slices"
	"testing"

	"riffle/shuffle"
	"riffle/shuffle/internal/vectors"
)

func TestTwister(t *testing.T) {
	for _, v := range vectors.Load[[]struct {
		Observed []uint32 `json:"observed_624_outputs"`
		First    []uint32 `json:"recovered_state_words_first_5"`
		Next     []uint32 `json:"next_10"`
	}](t, attacks, "mt19937_624_outputs") {
		state, err := MT(v.Observed)
		if err != nil || !slices.Equal(state.Words[:len(v.First)], v.First) {
			t.Fatalf("%v %v, want %v", state, err, v.First)
		}
		if rng := state.Generator(); !draws(rng, v.Next) {
			t.Errorf("the next outputs are not %v", v.Next)
		}
	}
}

// From any place in any sequence, the generator goes on for longer than its state,
// and rewinds to where it began.
func TestTwisterAnyState(t *testing.T) {
	rng := shuffle.NewPRNG(1)
	for range 50 {
		mt := shuffle.MT19937(rng.Uint32())
		for range rng.IntN(2000) {
			mt.Uint32()
		}
		outputs := make([]uint32, mtSize+rng.IntN(700))
		for i := range outputs {
			outputs[i] = mt.Uint32()
		}
		state, err := MT(outputs)
		if err != nil {
			t.Fatal(err)
		}
		again := state.Generator()
		for i := range 2000 {
			if got, want := again.Uint32(), mt.Uint32(); got != want {
				t.Fatalf("output %d after is %d, want %d", i, got, want)
			}
		}
		again.Rewind()
		if again.Uint32() != state.Generator().Uint32() {
			t.Error("Rewind goes elsewhere")
		}
		outputs = append(outputs[1:len(outputs):len(outputs)], outputs[0])
		if _, err := MT(outputs); len(outputs) > mtSize && !errors.Is(err, ErrNoSeed) {
			t.Errorf("outputs out of order: %v", err)
		}
	}
	_, err := MT(make([]uint32, 623))
	checkRefused(t, "crack.MT: 623 outputs, want at least 624 in a row", err)
	for _, first := range []uint32{0, temper(5)} {
		zeros := make([]uint32, 624)
		zeros[0] = first
		if state, err := MT(zeros); !errors.Is(err, ErrNoSeed) {
			t.Error(state.Words[:2], err)
		}
	}
}

func TestUntemper(t *testing.T) {
	rng := shuffle.NewPRNG(2)
	for range 100_000 {
		if x := rng.Uint32(); untemper(temper(x)) != x || temper(untemper(x)) != x {
			t.Fatalf("%#x", x)
		}
		a, b := rng.Uint32(), rng.Uint32()
		if untwist(twist(a, b)) != a&mtHigh|b&^mtHigh {
			t.Fatalf("%#x %#x", a, b)
		}
	}
}

func TestTwisterSeed(t *testing.T) {
	for _, seed := range []uint32{0, 1, 5489, 2010, 1<<32 - 1, 1 << 31} {
		rng := shuffle.MT19937(seed)
		first, second := rng.Uint32(), rng.Uint32()
		window := Window{max(0, int64(seed)-20_001), min(1<<32, int64(seed)+20_003)}
		for _, outputs := range [][]uint32{{first}, {first, second}} {
			found, err := MTSeed(outputs, window)
			if err != nil || !slices.Contains(found.Seeds, seed) || len(found.Seeds) > 2 || found.Stopped() {
				t.Errorf("seed %d: %v %v", seed, found, err)
				continue
			}
			if len(outputs) == 2 && found.Generator(0).Uint32() != first {
				t.Errorf("seed %d: another generator", seed)
			}
		}
	}
	_, err := MTSeed([]uint32{1, 2}, Window{0, 10})
	if !errors.Is(err, ErrNoSeed) {
		t.Error(err)
	}
	_, err = MTSeed(nil, Window{0, 10})
	checkRefused(t, "crack.MTSeed: no outputs, want at least the first", err)
	_, err = MTSeed([]uint32{1}, Window{10, 10})
	checkRefused(t, "crack.MTSeed: window from 10 to 10, want from < to, within 0 to 4294967296", err)
}

// TestZeroBet wants a bet that nobody has worked out to be none.
func TestZeroBet(t *testing.T) {
	if b := new(Bet); b.Gain() != 0 || b.String() != "no card to bet on" {
		t.Errorf("%v, gain %v", b, b.Gain())
	}
}
