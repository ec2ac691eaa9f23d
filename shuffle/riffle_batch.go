package shuffle

import (
	"fmt"

	"riffle/shuffle/internal/turn"
)

// RiffleBatch riffles decks by the thousand, for simulations: 64 at a time, each a
// fresh deck of the cards 1 to n that is riffled m times, in the model of Riffle.
//
//	b := NewRiffleBatch(52, 7)
//	for range 1000 {
//		cards := b.Next()
//		for deck := range BatchSize {
//			… cards[0][deck], cards[1][deck], … cards[51][deck]
//		}
//	}
//
// A riffle is n coins, and every sequence of coins is equally likely: the card in
// place i comes from the first packet if coin i shows heads, and the cut is as deep
// as there are heads.
//
// A batch draws four words from its generator, as a key, when it is made. Its coins
// come from the eight generators of a Batch: the j-th of each eight decks takes a word
// for each riffle from generator j, whose n high bits are the coins, the lowest of
// them the first.
type RiffleBatch struct {
	decks [BatchSize][64]uint8 // first, so that its address is the batch's
	cards [64][BatchSize]uint8 // the same by places
	lanes lanes
	n, m  int
	kernel
}

// NewRiffleBatch returns a batch that riffles n cards m times. Without a generator it
// draws its key from a fresh one, as NewDealer does. It panics unless 1 <= n <= 64 and
// 0 <= m <= 100,000,000, and when given more than one generator.
func NewRiffleBatch(n, m int, rng ...PRNG) *RiffleBatch {
	const call = "NewRiffleBatch"
	checkRange(call, "n", n, 1, 64)
	checkRepeats(call, "m", m)
	b := &RiffleBatch{n: n, m: m}
	b.lanes.seed(drawKey(GeneratorOf(call, rng)))
	return b
}

// Next riffles the next 64 decks: card i of deck d, both counted from 0, is cards[i][d],
// as with a Batch. The slice is valid until the next call.
func (b *RiffleBatch) Next() (cards [][BatchSize]uint8) {
	b.check("RiffleBatch.Next")
	if b.due() {
		b.tryOut()
	}
	if b.portable || !b.riffleWide() {
		b.riffle()
	}
	transpose(&b.cards, &b.decks, b.n)
	return b.cards[:b.n]
}

// tryOut chooses how to riffle from now on.
func (b *RiffleBatch) tryOut() {
	other := *b
	other.m = min(b.m, 16) // a few tell
	b.portable = isSlower(func() { other.riffleWide() }, other.riffle)
}

// Deck returns deck d of the last Next, from the top, as the numbers that DeckOf takes.
// Before the first Next there are only zeros. It panics unless 0 <= d < 64.
func (b *RiffleBatch) Deck(d int) []int {
	b.check("RiffleBatch.Deck")
	checkRange("RiffleBatch.Deck", "d", d, 0, BatchSize-1)
	deck := make([]int, b.n)
	for i := range deck {
		deck[i] = int(b.decks[d][i])
	}
	return deck
}

func (b *RiffleBatch) check(call string) {
	if b == nil || b.n == 0 {
		refuse(call, "the batch is empty, want one such as NewRiffleBatch(52, 7)")
	}
}

// String says which decks it riffles, and how often.
func (b *RiffleBatch) String() string {
	if b == nil || b.n == 0 {
		return "RiffleBatch(empty)"
	}
	return fmt.Sprintf("RiffleBatch(decks of %d cards, riffled %d times)", b.n, b.m)
}

// riffle riffles 64 decks in portable code.
func (b *RiffleBatch) riffle() {
	for lane := range uint(8) {
		state := b.lanes.get(lane)
		for d := int(lane); d < BatchSize; d += 8 {
			places := inOrder
			for r := range b.m {
				var word uint64
				word, state = state.next()
				riffleBytes(&places, b.n, word>>(64-b.n))
				if r%64 == 63 {
					turn.Give()
				}
			}
			for i, place := range places[:b.n] {
				b.decks[d][i] = place + 1
			}
		}
		b.lanes.set(lane, state)
	}
}
