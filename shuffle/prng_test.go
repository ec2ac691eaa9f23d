package shuffle

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// all returns one of each generator, by constructor.
func all() map[string]PRNG {
	return map[string]PRNG{
		"NewPRNG":                    NewPRNG(1),
		"StreamOf":                   StreamOf(1, 1),
		"JavaRandom":                 JavaRandom(1),
		"CommonsMersenneTwister":     CommonsMersenneTwister(1),
		"CommonsMersenneTwisterInt":  CommonsMersenneTwisterInt(1),
		"CommonsMersenneTwisterInts": CommonsMersenneTwisterInts(1),
		"MT19937":                    MT19937(1),
		"BorlandRandom":              BorlandRandom(1),
		"LCG":                        LCG(6364136223846793005, 1442695040888963407, math.MaxUint64, 1),
		"LCG64":                      LCG64(6364136223846793005, 1442695040888963407, 1),
		"PCG":                        PCG(1, 2),
		"ChaCha8":                    ChaCha8([32]byte{1}),
		"CryptoRandom":               CryptoRandom(),
		"FromSource":                 FromSource(rand.NewPCG(1, 2)),
	}
}

// TestZeroValues wants the zero value of every generator to draw within bounds, to
// end every shuffle, and to go back to where it began.
func TestZeroValues(t *testing.T) {
	for _, g := range []PRNG{
		new(Xoshiro), new(Stream), new(Java), new(Commons), new(Twister), new(Borland), new(Congruential), new(PCG64), new(ChaCha), new(Crypto),
	} {
		g.Mark()
		first := everyKind(g)
		for name, s := range builtin {
			if _, constant := g.(*Congruential); constant && name == "Selection" {
				continue // which says that it doesn't find a card: see TestRefusals
			}
			deck := shuffled(s, ints(0, 52), g)
			slices.Sort(deck)
			same(t, fmt.Sprintf("%s with the zero %T", name, g), deck, ints(0, 52))
		}
		NewLottery(1000, g).Pick(500)
		if f, ok := g.(Flipper); ok {
			f.Flips(64)
		}
		if g.Rewind(); everyKind(g) != first {
			t.Errorf("the zero %T draws something else after Rewind", g)
		}
	}
	same(t, "the zero Xoshiro", draw(5, new(Xoshiro).Uint64), draw(5, NewPRNG(0).Uint64))
	same(t, "a shuffle with the zero Xoshiro", shuffled(FisherYates, ints(0, 52), new(Xoshiro)), shuffled(FisherYates, ints(0, 52), NewPRNG(0)))
	same(t, "dice of the zero Xoshiro", new(Xoshiro).Dice(52, 9), NewPRNG(0).Dice(52, 9))
	if a, b := new(Xoshiro), new(Xoshiro); a.IntN(1<<40) != NewPRNG(0).IntN(1<<40) || b.Flips(64) != NewPRNG(0).Flips(64) {
		t.Error("the zero Xoshiro isn't NewPRNG(0)")
	}
}

// everyKind draws once with each method.
func everyKind(g PRNG) string {
	return fmt.Sprint(g.IntN(6), g.Uint32(), g.Uint64(), g.Float64(), g.IntN(1<<40+1), g.IntN(52))
}

func TestMarkRewind(t *testing.T) {
	for name, g := range all() {
		g.Mark()
		first := everyKind(g)
		middle := everyKind(g)
		g.Rewind()
		if again := everyKind(g); again != first {
			t.Errorf("%s: %s, and after Rewind %s", name, first, again)
		}
		g.Mark()
		if again := everyKind(g); again != middle {
			t.Errorf("%s: %s, and after the second Mark %s", name, middle, again)
		}
		end := everyKind(g)
		g.Rewind()
		everyKind(g)
		if again := everyKind(g); again != end {
			t.Errorf("%s: %s after the tape, once %s", name, again, end)
		}
	}
}

func TestRewindToSeed(t *testing.T) {
	for name, g := range all() {
		if name == "CryptoRandom" || name == "FromSource" {
			continue // they have no seed
		}
		first := everyKind(g)
		g.Rewind()
		if again := everyKind(g); again != first {
			t.Errorf("%s: %s, and from the seed again %s", name, first, again)
		}
	}
}

func TestNames(t *testing.T) {
	for name, g := range all() {
		if g.Name() == "" || fmt.Sprint(g) != g.Name() {
			t.Errorf("%s: named %q, prints as %v", name, g.Name(), g)
		}
	}
}

func TestRanges(t *testing.T) {
	for name, g := range all() {
		for _, n := range []int{1, 2, 3, 52, 64, 1 << 31, math.MaxInt} {
			for range 200 {
				if d := g.IntN(n); d < 0 || d >= n {
					t.Fatalf("%s: IntN(%d) = %d", name, n, d)
				}
				if f := g.Float64(); f < 0 || f >= 1 {
					t.Fatalf("%s: Float64() = %v", name, f)
				}
			}
		}
	}
}

// The generators of Go's own library, and everything with 64-bit words, draw
// what rand.Rand draws on the same source.
func TestAsMathRand(t *testing.T) {
	for name, pair := range map[string]struct {
		g PRNG
		r *rand.Rand
	}{
		"PCG":        {PCG(1, 2), rand.New(rand.NewPCG(1, 2))},
		"ChaCha8":    {ChaCha8([32]byte{1, 2}), rand.New(rand.NewChaCha8([32]byte{1, 2}))},
		"FromSource": {FromSource(rand.NewPCG(3, 4)), rand.New(rand.NewPCG(3, 4))},
		"NewPRNG":    {NewPRNG(5), rand.New(NewPRNG(5))},
		"StreamOf":   {StreamOf(5, 6), rand.New(StreamOf(5, 6))},
	} {
		for i := range 2000 {
			n := []int{1, 6, 64, 52, 1<<62 + 1, 3}[i%6]
			got := fmt.Sprint(pair.g.IntN(n), pair.g.Uint32(), pair.g.Uint64(), pair.g.Float64())
			want := fmt.Sprint(pair.r.IntN(n), pair.r.Uint32(), pair.r.Uint64(), pair.r.Float64())
			if got != want {
				t.Fatalf("%s: %s, want %s", name, got, want)
			}
		}
	}
}

// The published reference outputs of the authors' C programs.
func TestXoshiroReference(t *testing.T) {
	x := new(Xoshiro)
	x.now = xoshiroState{1, 2, 3, 4}
	same(t, "xoshiro256++", draw(6, x.Uint64), []uint64{
		41943041, 58720359, 3588806011781223, 3591011842654386, 9228616714210784205, 9973669472204895162,
	})
	state := uint64(1234567)
	same(t, "splitmix64", draw(5, func() uint64 { return splitMix(&state) }), []uint64{
		6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821,
	})
	if unlock([32]byte{}) == (xoshiroState{}) {
		t.Error("a key of zeros locks the generator up")
	}
}

// Two ways to roll the same dice: a Dicer that is not batched rolls what IntN
// draws, and the batched ones roll within the bounds.
func TestDice(t *testing.T) {
	for name, g := range all() {
		dicer, ok := g.(Dicer)
		if !ok {
			continue
		}
		for _, n := range []int{1, 2, 3, 4, 5, 52, 63, 64, 65, 1000, fourSides, fourSides + 1, 1 << 33} {
			g.Mark()
			k := min(n, 52)
			rolls := slices.Clone(dicer.Dice(n, k))
			if len(rolls) < 1 || len(rolls) > k {
				t.Fatalf("%s: %d rolls of %d", name, len(rolls), k)
			}
			for i, r := range rolls {
				if r < 0 || r >= n-i {
					t.Fatalf("%s: die %d of %d is %d", name, i, n, r)
				}
			}
			if name == "NewPRNG" || name == "StreamOf" {
				continue
			}
			g.Rewind()
			for i, r := range rolls {
				if d := g.IntN(n - i); d != r {
					t.Fatalf("%s: die %d of %d is %d, IntN draws %d", name, i, n, r, d)
				}
			}
		}
	}
}

// FisherYates has its own way through NewPRNG's dice; it leads to the same deck
// and the same place in the sequence.
func TestXoshiroShufflesAsItsDice(t *testing.T) {
	a, b := NewPRNG(5), NewPRNG(5)
	for _, n := range []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 52, 53, 54, 55, 1000, fourSides + 100} {
		x, y := ints(0, n), ints(0, n)
		for range 20 {
			fisherYates(x, a)
			fisherYatesDice(y, b)
			if !slices.Equal(x, y) || a.now != b.now {
				t.Fatalf("decks of %d differ", n)
			}
		}
	}
}

// A word is good when its last remainder is not below 2^64 mod P.
func TestRollFourRejects(t *testing.T) {
	var group [4]int
	if rollFour(&group, 52, 0) {
		t.Error("the word 0 was not dropped")
	}
	// 8·7·6·5 = 1680, and 2^64 mod 1680 = 256. The last remainder is word·1680
	// mod 2^64: words that are multiples of 2^56 give multiples of 2^60 or 0.
	for word, want := range map[uint64]bool{0: false, 1: true, 1 << 60: false, 1<<60 + 1: true} {
		if rollFour(&group, 8, word) != want {
			t.Errorf("word %#x good = %v, want %v", word, !want, want)
		}
	}
}

func TestFlips(t *testing.T) {
	for _, g := range []Flipper{NewPRNG(1), StreamOf(1, 2)} {
		heads := uint64(0)
		for range 1000 {
			if f := g.Flips(3); f > 7 {
				t.Fatalf("three coins are %b", f)
			} else {
				heads |= f
			}
		}
		if heads != 7 {
			t.Errorf("a coin never shows heads: %b", heads)
		}
	}
}

func TestLCGVectors(t *testing.T) {
	file := load[struct {
		Small struct {
			A, C, M   uint64
			Sequences []struct {
				Seed  uint64
				Terms []uint64 `json:"terms_s0_to_s32"`
			}
		}
		Birthdays struct {
			A, C, M uint64
			Days    []struct {
				Day   uint64
				Terms []uint64 `json:"s1_to_s10"`
			}
		}
	}](t, "04_lcg.json")
	for _, s := range file.Small.Sequences {
		g := LCG(file.Small.A, file.Small.C, file.Small.M, s.Seed)
		same(t, "small", draw(len(s.Terms)-1, g.Uint64), s.Terms[1:])
	}
	for _, d := range file.Birthdays.Days {
		g := LCG(file.Birthdays.A, file.Birthdays.C, file.Birthdays.M, d.Day)
		same(t, "birthday", draw(len(d.Terms), g.Uint64), d.Terms)
	}
	if got := LCG(5, 13, 32, 1).IntN(10); got != 18%10 {
		t.Errorf("IntN(10) = %d, want 8", got)
	}
}

// The constants may exceed the modulus, and everything may need 128 bits.
func TestLCGWide(t *testing.T) {
	g := LCG(math.MaxUint64, math.MaxUint64, math.MaxUint64, math.MaxUint64)
	if got := g.Uint64(); got != 0 {
		t.Errorf("got %d, want 0", got)
	}
	g = LCG(math.MaxUint64, 3, math.MaxUint64-58, math.MaxUint64)
	// a ≡ 58 and s ≡ 58 mod m: 58·58 + 3.
	if got := g.Uint64(); got != 58*58+3 {
		t.Errorf("got %d, want %d", got, 58*58+3)
	}
	if g.Name() != "LCG(a=18446744073709551615, c=3, m=18446744073709551557)" {
		t.Error(g.Name())
	}
	var zero Congruential
	if zero.Uint64() != 0 || zero.Float64() != 0 {
		t.Error("the zero value does not stay at 0")
	}
}

func TestBorlandVectors(t *testing.T) {
	file := load[struct {
		Cases []struct {
			RandSeed uint32
			Next     []uint32         `json:"next_RandSeed"`
			Random   map[string][]int `json:"Random_n"`
			Real     []float64        `json:"Random_real"`
		}
		Randomize []struct {
			H, M, S, Ms int
			RandSeed    uint32
		}
	}](t, "05_borland.json")
	for _, c := range file.Cases {
		b := BorlandRandom(c.RandSeed)
		same(t, "RandSeed", draw(len(c.Next), b.Uint32), c.Next)
		for bound, want := range c.Random {
			b := BorlandRandom(c.RandSeed)
			n := int(parseInt(t, bound))
			same(t, "Random("+bound+")", draw(len(want), func() int { return b.IntN(n) }), want)
		}
		same(t, "Random", draw(len(c.Real), BorlandRandom(c.RandSeed).Float64), c.Real)
	}
	for _, r := range file.Randomize {
		at := time.Date(1999, 9, 28, r.H, r.M, r.S, r.Ms*1e6, time.UTC)
		if got := BorlandRandomize(at).RandSeed(); got != r.RandSeed {
			t.Errorf("Randomize at %v gives %d, want %d", at, got, r.RandSeed)
		}
	}
	if b := BorlandRandom(12345); b.IntN(52) != 20 || b.RandSeed() != 1655067934 {
		t.Errorf("RandSeed after 12345 is %d, want 1655067934", b.RandSeed())
	}
}

// The native generators may never change their output.
func TestFrozenOutputs(t *testing.T) {
	same(t, "NewPRNG(42)", draw(4, NewPRNG(42).Uint64), []uint64{
		15021278609987233951, 5881210131331364753, 18149643915985481100, 12933668939759105464,
	})
	same(t, "StreamOf(42, 1)", draw(4, StreamOf(42, 1).Uint64), []uint64{
		17456321659690127062, 16745650223815285081, 8989137881063157469, 7809938532702583079,
	})
	same(t, "NewPRNG(42) shuffles", shuffled(FisherYates, ints(1, 12), NewPRNG(42)), []int{10, 1, 7, 11, 3, 9, 12, 8, 5, 6, 2, 4})
	same(t, "StreamOf(42, 1) shuffles", shuffled(FisherYates, ints(1, 12), StreamOf(42, 1)), []int{12, 5, 1, 2, 3, 7, 4, 8, 10, 6, 9, 11})
	same(t, "PCG(42, 0) shuffles", shuffled(FisherYates, ints(1, 12), PCG(42, 0)), []int{11, 12, 4, 3, 6, 2, 5, 9, 10, 7, 1, 8})
	same(t, "NewPRNG(42) riffles", shuffled(Riffle(7), ints(1, 12), NewPRNG(42)), []int{9, 4, 12, 5, 8, 7, 11, 3, 10, 6, 2, 1})
	same(t, "NewPRNG(42) picks", NewLottery(49, NewPRNG(42)).Pick(6), []int{14, 19, 21, 29, 40, 45})
}

// A copy of a generator rolls its dice into a buffer of its own.
func TestDiceOfCopy(t *testing.T) {
	x := NewPRNG(1)
	x.Dice(52, 52)
	y := *x
	rolls := x.Dice(52, 52)
	want := slices.Clone(rolls)
	if again := y.Dice(52, 52); !slices.Equal(again, want) {
		t.Errorf("the copy rolls %v, want %v", again, want)
	}
	y.Dice(52, 52)
	if !slices.Equal(rolls, want) {
		t.Error("a copy overwrote what the generator had rolled")
	}
}
