package shuffle

import "fmt"

// Batch deals by the thousand, for simulations: hands of k of the cards 1 to n,
// or lottery tickets, or whole decks if k is n. It deals 64 hands at a time, from
// 64 fresh decks, in about a nanosecond a card:
//
//	b := NewBatch(52, 7)
//	for range 1000 {
//		cards := b.Next()
//		for hand := range BatchSize {
//			… cards[0][hand], cards[1][hand], … cards[6][hand]
//		}
//	}
//
// Each of the n!/(n-k)! ways to deal k cards in order is equally likely, as with
// the first k cards of a deck shuffled by FisherYates.
//
// A batch draws four words from its generator, as a key, when it is made. Its hands
// come from eight generators xoshiro256++: the state of generator j, from 0 to 7, is
// the SHA-256 hash of the key and of j, eight bytes a word, the lowest first. The
// j-th of each eight hands draws from generator j.
//
// A word rolls several dice, as those of NewPRNG do, but each half of 32 bits by
// itself. The low half rolls the first dice, as many as have at most 2^26 outcomes
// together. If one of the halves would be unfair, another word takes its place. Hands
// of fewer than 16 cards, and fewer than n, are dealt by dice with n, n-1, … sides: a
// die says which place the card comes from, and the last card that is left moves there.
// Other hands are the first cards of a deck that grows by dice with 1, 2, … n sides:
// card i comes to the place that its die says, and the card that was there goes to the
// end.
type Batch struct {
	// Without pointers, so that it begins where a line of the cache does, and each row.
	cards [64][BatchSize]uint8         // first, so that its address is the batch's
	words [maxWords * BatchSize]uint64 // word by word, for each hand
	rows  [64 * BatchSize]uint8        // decks, or dice, card by card
	lanes lanes
	plans [maxWords]wordPlan // for each of the words that a hand takes
	drawn int                // how many words that are
	n, k  int
	kernel
}

// BatchSize is how many hands a Batch deals at a time.
const BatchSize = 64

// NewBatch returns a batch that deals k of the cards 1 to n. Without a generator
// it draws its key from a fresh one, as NewDealer does. It panics unless
// 1 <= n <= 64 and 1 <= k <= n, and when given more than one generator.
func NewBatch(n, k int, rng ...PRNG) *Batch {
	const call = "NewBatch"
	checkRange(call, "n", n, 1, 64)
	checkRange(call, "k", k, 1, n)
	b := &Batch{n: n, k: k}
	if b.few() {
		b.drawn = copy(b.plans[:], split(k, func(i int) int { return n - i }))
	} else {
		b.drawn = copy(b.plans[:], split(n, func(i int) int { return i + 1 }))
	}
	b.lanes.seed(drawKey(GeneratorOf(call, rng)))
	return b
}

// Next deals the next 64 hands: card i of hand h, both counted from 0, is
// cards[i][h]. The slice is valid until the next call.
func (b *Batch) Next() (cards [][BatchSize]uint8) {
	b.check("Batch.Next")
	if b.due() {
		b.tryOut()
	}
	if b.portable || !b.dealWide() {
		b.deal()
	}
	return b.cards[:b.k]
}

// tryOut chooses how to deal from now on.
func (b *Batch) tryOut() {
	other := *b
	b.portable = isSlower(func() { other.dealWide() }, other.deal)
}

// Hand returns hand h of the last Next, in the order in which it was dealt, as the
// numbers that DeckOf takes. Before the first Next there are only zeros. It panics
// unless 0 <= h < 64.
func (b *Batch) Hand(h int) []int {
	b.check("Batch.Hand")
	checkRange("Batch.Hand", "h", h, 0, BatchSize-1)
	hand := make([]int, b.k)
	for i := range hand {
		hand[i] = int(b.cards[i][h])
	}
	return hand
}

func (b *Batch) check(call string) {
	if b == nil || b.k == 0 {
		refuse(call, "the batch is empty, want one such as NewBatch(52, 5)")
	}
}

// String says which hands it deals.
func (b *Batch) String() string {
	if b == nil || b.k == 0 {
		return "Batch(empty)"
	}
	return fmt.Sprintf("Batch(hands of %d from %d cards)", b.k, b.n)
}

// deal deals 64 hands in portable code.
func (b *Batch) deal() {
	b.draw()
	if b.few() {
		b.dealFew()
	} else {
		b.dealDecks()
	}
}
