package shuffle

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"
)

// mustRefuse checks that f panics with an ArgError of this text.
func mustRefuse(t *testing.T, want string, f func()) {
	t.Helper()
	defer func() {
		t.Helper()
		err, ok := recover().(error)
		var arg *ArgError
		if !ok || !errors.As(err, &arg) || err.Error() != want {
			t.Errorf("panic %v\n want %s", err, want)
		}
	}()
	f()
}

func TestRefusals(t *testing.T) {
	l := NewLottery(40, JavaRandom(1))
	deck := ints(0, 3)
	var none PRNG
	var unset *Java
	var shuffler Shuffler
	for _, c := range []struct {
		want string
		call func()
	}{
		{"Lottery.Pick: k = 41, want 0 to 40", func() { l.Pick(41) }},
		{"Lottery.Pick: k = -1, want 0 to 40", func() { l.Pick(-1) }},
		{"Lottery.Pick: k = 1, want 0 to 0", func() { new(Lottery).Pick(1) }},
		{"NewLottery: max = -1, want 0 to 100000000", func() { NewLottery(-1) }},
		{"NewLottery: 2 generators, want at most one", func() { NewLottery(1, JavaRandom(1), JavaRandom(2)) }},
		{"NewDealer: the generator is nil, want one such as NewPRNG(), or none at all", func() { NewDealer(none) }},
		{"Roadrunner: tickets = -1, want 0 to 1000000", func() { Roadrunner(-1) }},
		{"PowerBall: 3 generators, want at most two", func() { PowerBall(1, JavaRandom(1), JavaRandom(2), JavaRandom(3)) }},
		{"Dealer.Deal: hands = -1, want at least 0", func() { NewDealer().Deal(-1, 5) }},
		{"Dealer.Deal: hands = 8 of 7 cards each, but only 52 cards are left", func() { NewDealer().Deal(8, 7) }},
		{"Dealer.Deal: hands = 4611686018427387904 of 4 cards each, but only 52 cards are left", func() { NewDealer().Deal(1<<62, 4) }},
		{"Dealer.Deal: hands = 1000000000000, want 0 to 52", func() { NewDealer().Deal(1e12, 0) }},
		{"Slice: 2 generators, want at most one", func() { Slice(deck, JavaRandom(1), JavaRandom(2)) }},
		{"Perm: n = -1, want 0 to 100000000", func() { Perm(-1) }},
		{"Sample: k = 5, want 0 to 4", func() { Sample(4, 5) }},
		{"Sample: k = 10000001, want 0 to 10000000", func() { Sample(1<<40, 10_000_001) }},
		{"Sample: n = -1, want 0 to 9223372036854775807", func() { Sample(-1, 0) }},
		{"NewBatch: n = 65, want 1 to 64", func() { NewBatch(65, 1) }},
		{"NewBatch: k = 0, want 1 to 52", func() { NewBatch(52, 0) }},
		{"Batch.Next: the batch is empty, want one such as NewBatch(52, 5)", func() { new(Batch).Next() }},
		{"Batch.Hand: h = 64, want 0 to 63", func() { NewBatch(52, 5).Hand(64) }},
		{"Batch.Hand: the batch is empty, want one such as NewBatch(52, 5)", func() { new(Batch).Hand(0) }},
		{"NewRiffleBatch: n = 0, want 1 to 64", func() { NewRiffleBatch(0, 1) }},
		{"NewRiffleBatch: m = -1, want at least 0", func() { NewRiffleBatch(52, -1) }},
		{"RiffleBatch.Next: the batch is empty, want one such as NewRiffleBatch(52, 7)", func() { new(RiffleBatch).Next() }},
		{"RiffleBatch.Deck: d = 64, want 0 to 63", func() { NewRiffleBatch(52, 7).Deck(64) }},
		{"NewAlias: len(weights) = 0, want 1 to 1048576", func() { NewAlias(nil) }},
		{"NewAlias: len(weights) = 1048577, want 1 to 1048576", func() { NewAlias(make([]float64, 1<<20+1)) }},
		{"NewAlias: weights[1] = -0.5, want a finite number, at least 0", func() { NewAlias([]float64{1, -0.5}) }},
		{"NewAlias: weights[0] = NaN, want a finite number, at least 0", func() { NewAlias([]float64{math.NaN()}) }},
		{"NewAlias: weights[0] = +Inf, want a finite number, at least 0", func() { NewAlias([]float64{math.Inf(1)}) }},
		{"NewAlias: all weights are 0, want one above 0", func() { NewAlias([]float64{0, 0}) }},
		{"Alias.Draw: the table is empty, want one such as NewAlias([]float64{50, 30, 20})", func() { new(Alias).Draw() }},
		{"Alias.Probability: i = 2, want 0 to 1", func() { NewAlias([]float64{1, 2}).Probability(2) }},
		{"NewPRNG: 2 seeds, want at most one", func() { NewPRNG(1, 2) }},
		{"LCG: m = 0, want at least 1", func() { LCG(1, 1, 0, 0) }},
		{"CommonsMersenneTwisterInts: no seed, want at least one int32", func() { CommonsMersenneTwisterInts() }},
		{"JavaRandom.NextIntN: n = 0, want 1 to 2147483647", func() { JavaRandom(1).NextIntN(0) }},
		{"JavaRandom.IntN: n = -3, want at least 1", func() { JavaRandom(1).IntN(-3) }},
		{"CryptoRandom.Rewind: nothing was marked, and there is no seed to go back to: call Mark first", func() { CryptoRandom().Rewind() }},
		{"FromSource: the source is nil, want a value with a method Uint64() uint64", func() { FromSource(nil) }},
		{"FromSource: the source is nil, want a value with a method Uint64() uint64", func() { FromSource(unset) }},
		{"FromSource: the source is nil, want a value with a method Uint64() uint64", func() { FromSource((*rand.PCG)(nil)) }},
		{"CryptoRandom.Rewind: nothing was marked, and there is no seed to go back to: call Mark first", func() { new(Crypto).Rewind() }},
		{"NewPRNG.Flips: n = 1000, want 1 to 64", func() { NewPRNG(1).Flips(1000) }},
		{"Stream.Flips: n = 0, want 1 to 64", func() { new(Stream).Flips(0) }},
		{"NewPRNG.Dice: k = -1, want 1 to 1", func() { NewPRNG(1).Dice(1, -1) }},
		{"NewPRNG.Dice: n = -9223372036854775808, want at least 1", func() { NewPRNG(1).Dice(math.MinInt, 1) }},
		{"Stream.Dice: k = 0, want 1 to 52", func() { StreamOf(1, 1).Dice(52, 0) }},
		{"JavaRandom.Dice: k = 53, want 1 to 52", func() { JavaRandom(1).Dice(52, 53) }},
		{"MT19937.Dice: k = -1, want 1 to 1", func() { MT19937(1).Dice(1, -1) }},
		{"CommonsMersenneTwister.Dice: k = -1, want 1 to 1", func() { CommonsMersenneTwister(1).Dice(1, -1) }},
		{"PRNG: the source gave 1001 unusable words in a row, want random ones (is it stuck?)", func() { FromSource(stuck{}).IntN(52) }},
		{"FisherYates: the generator is nil, want one such as NewPRNG()", func() { FisherYates.Shuffle(deck, nil) }},
		{"Shuffler.On: the generator is nil, want one such as NewPRNG(), or none at all", func() { FisherYates.On(deck, (*Xoshiro)(nil)) }},
		{"Riffle: the generator is nil, want one such as NewPRNG()", func() { Riffle(1)(deck, unset) }},
		{"NewLottery: the generator is nil, want one such as NewPRNG(), or none at all", func() { NewLottery(40, unset) }},
		{"Shuffler.Shuffle: the shuffle is nil, want one such as FisherYates", func() { shuffler.Shuffle(deck, NewPRNG(1)) }},
		{"Shuffler.On: the shuffle is nil, want one such as FisherYates", func() { shuffler.On(deck) }},
		{"Shuffler.On: got [3]int, want a slice", func() { FisherYates.On([3]int{}) }},
		{"Shuffler.On: got <nil>, want a slice", func() { FisherYates.On(nil) }},
		{"Shuffler.On: the shuffle put card 0 in two places", func() {
			Shuffler(func(d []int, _ PRNG) { d[2] = d[0] }).On(NewDeck())
		}},
		{"Shuffler.On: the shuffle put 52 in place 1 of a deck of 0 to 51", func() {
			Shuffler(func(d []int, _ PRNG) { d[0] = 52 }).On(NewDeck())
		}},
		{"DeckOf: numbers[1] = 53, want 1 to 52", func() { DeckOf([]int{1, 53}) }},
		{"DeckOf: card 7 comes twice, as numbers[0] and as numbers[2]", func() { DeckOf([]int{7, 1, 7}) }},
		{"Deck.Values: card 1 is Rank(0)♣, which is in no deck", func() { make(Deck, 2).Values() }},
		{"Deck.Numbers: card 2 is 2Suit(4), which is in no deck", func() { Deck{{Two, Clubs}, {Two, 4}}.Numbers() }},
		{"Exchange: m = -1, want at least 0", func() { Exchange(-1) }},
		{"Exchange: m = 1000000000000, want at most 100000000", func() { Exchange(1e12) }},
		{"Riffle: m = -1, want at least 0", func() { Riffle(-1) }},
		{"Insertion: steps = -1, want at least 0", func() { Insertion(-1) }},
		{"Insertion: next = NextTo(3), want Below, Beside or Anywhere", func() { Insertion(1, NextTo(3)) }},
		{"SortShuffleKeys: keys = 0, want at least 1", func() { SortShuffleKeys(0) }},
		{"Selection: LCG(a=1, c=0, m=1) drew 3000 places and none was new: it doesn't reach all 3", func() {
			Selection(deck, LCG(1, 0, 1, 0))
		}},
	} {
		mustRefuse(t, c.want, c.call)
	}
	same(t, "deck after refusals", deck, ints(0, 3))
}

// stuck is a source that went wrong.
type stuck struct{}

func (stuck) Uint64() uint64 { return 0 }

// faulty is a generator of a user's own that draws what it shouldn't.
type faulty struct {
	PRNG
	draw int
}

func (f faulty) IntN(int) int { return f.draw }

// faultyDice rolls the same dice whatever it is asked.
type faultyDice struct {
	faulty
	rolls []int
}

func (f faultyDice) Dice(int, int) []int { return f.rolls }

// TestFaultyGenerators wants a generator that breaks the rules to be refused by name,
// with the slice as long as it was and without a hang.
func TestFaultyGenerators(t *testing.T) {
	for _, draw := range []int{-1, 100, math.MinInt, math.MaxInt} {
		for _, e := range Shufflers() {
			switch e.Name {
			case "SortShuffle", "Pickup", "SortShuffleKeys", "RandomComparator", "PerfectOut", "PerfectIn", "Riffle":
				continue // which draw no places, or nothing
			}
			deck := ints(0, 9)
			func() {
				defer func() {
					if err, ok := recover().(*ArgError); !ok || err.Call != e.Name {
						t.Errorf("%s with %d: %v", e.Name, draw, err)
					}
				}()
				e.Shuffler(deck, faulty{draw: draw})
			}()
		}
	}
	mustRefuse(t, "FisherYates: IntN(3) of the generator returned 3, want 0 to 2", func() { FisherYates(ints(0, 3), faulty{draw: 3}) })
	mustRefuse(t, "FisherYates: Dice(3, 2) of the generator returned 0 rolls, want 1 to 2", func() { FisherYates(ints(0, 3), faultyDice{}) })
	mustRefuse(t, "FisherYates: Dice(3, 2) of the generator returned 3 rolls, want 1 to 2", func() { FisherYates(ints(0, 3), faultyDice{rolls: ints(0, 3)}) })
	mustRefuse(t, "Lottery.Pick: roll 2 of the generator's Dice(5, 2) is 4, want 0 to 3", func() { NewLottery(5, faultyDice{rolls: []int{4, 4}}).Pick(2) })
	mustRefuse(t, "Lottery.Pick: IntN(5) of the generator returned -1, want 0 to 4", func() { NewLottery(5, faulty{draw: -1}).Pick(2) })
	mustRefuse(t, "Lottery.Pick: the lottery is nil, want one such as NewLottery(40)", func() { (*Lottery)(nil).Pick(6) })
	mustRefuse(t, "Lottery.Max: the lottery is nil, want one such as NewLottery(40)", func() { (*Lottery)(nil).Max() })
	mustRefuse(t, "Lottery.Numbers: the lottery is nil, want one such as NewLottery(40)", func() { (*Lottery)(nil).Numbers() })
	mustRefuse(t, "Lottery.String: the lottery is nil, want one such as NewLottery(40)", func() { _ = (*Lottery)(nil).String() })
	mustRefuse(t, "Dealer: the dealer is nil, want one such as NewDealer()", func() { (*Dealer)(nil).Shuffle() })
}
