package shuffle

import "encoding/binary"

// Batch deals by the thousand, for simulations: hands of k of the cards 1 to n,
// or lottery tickets, or whole decks if k is n. It deals 64 hands at a time, from
// 64 fresh decks, in a few nanoseconds a card:
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
// A batch draws four words from its generator, as a key, when it is made. Its
// hands come from eight generators xoshiro256++ whose states are hashes of the key
// and of 0 to 7: the j-th of each eight hands draws from generator j, a word for
// several cards (see split), and another word for one that would be unfair.
type Batch struct {
	cards [64][BatchSize]uint8 // first, so that its address is the batch's
	lanes lanes
	words []wordPlan
	n, k  int
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
		b.words = split(k, func(i int) int { return n - i })
	} else {
		b.words = split(n, func(i int) int { return i + 1 })
	}
	b.lanes.seed(drawKey(GeneratorOf(call, rng)))
	return b
}

// Next deals the next 64 hands: card i of hand h, both counted from 0, is
// cards[i][h]. The slice is valid until the next call.
func (b *Batch) Next() (cards [][BatchSize]uint8) {
	b.check("Batch.Next")
	if !b.dealWide() {
		b.deal()
	}
	return b.cards[:b.k]
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

// Dice are rolled with half a word, 32 bits: the high half of the product of a
// half word and n is a die with n sides, and the low half serves for the next die,
// as in batchBox. The rolls of one half word are one draw among P, the product of
// the sides, and exactly uniform if half words are dropped whose last remainder, which
// is their product with P mod 2^32, is below 2^32 mod P.

// halfPlan are the dice that one half word rolls: how many, the product of their
// sides, and the smallest good remainder.
type halfPlan struct {
	dice               int
	product, threshold uint32
}

// wordPlan are the dice that a word rolls, the low half first. The high half of
// the last may have none.
type wordPlan [2]halfPlan

// maxHalf bounds the outcomes of a half word, which is dropped with probability
// below 2^-6.
const maxHalf = 1 << 26

// split distributes dice over half words: as many as fit, so that a deck of 52
// takes five words, and seven cards of it take one.
func split(dice int, sides func(i int) int) []wordPlan {
	var halves []halfPlan
	for i := 0; i < dice; {
		h := halfPlan{product: 1}
		for ; i < dice && uint64(h.product)*uint64(sides(i)) <= maxHalf; i++ {
			h.product *= uint32(sides(i))
			h.dice++
		}
		h.threshold = -h.product % h.product
		halves = append(halves, h)
	}
	if len(halves)%2 == 1 {
		halves = append(halves, halfPlan{product: 1})
	}
	words := make([]wordPlan, len(halves)/2)
	for i := range words {
		words[i] = wordPlan{halves[2*i], halves[2*i+1]}
	}
	return words
}

// good reports whether a word can be used.
func (p *wordPlan) good(word uint64) bool {
	low, high := uint32(word), uint32(word>>32)
	return low*p[0].product >= p[0].threshold && high*p[1].product >= p[1].threshold
}

// lanes are the states of eight generators.
type lanes struct{ s0, s1, s2, s3 [8]uint64 }

// seed gives each generator a state of its own.
func (l *lanes) seed(key key256) {
	for i := range 8 {
		l.set(i, unlock(key.child(uint64(i))))
	}
}

func (l *lanes) get(i int) xoshiroState {
	return xoshiroState{l.s0[i&7], l.s1[i&7], l.s2[i&7], l.s3[i&7]}
}

func (l *lanes) set(i int, s xoshiroState) {
	l.s0[i&7], l.s1[i&7], l.s2[i&7], l.s3[i&7] = s.s0, s.s1, s.s2, s.s3
}

// draw draws the words for the next eight hands.
func (b *Batch) draw(words *[maxWords][8]uint64) {
	for lane := range 8 {
		state := b.lanes.get(lane)
		for w := range b.words {
			var word uint64
			word, state = state.next()
			if p := &b.words[w]; !p.good(word) {
				word, state = p.draw(state)
			}
			words[w&(maxWords-1)][lane] = word
		}
		b.lanes.set(lane, state)
	}
}

// draw draws until a word is good.
func (p *wordPlan) draw(state xoshiroState) (word uint64, after xoshiroState) {
	for tries := 0; ; tries++ {
		checkStuck(tries)
		if word, state = state.next(); p.good(word) {
			return word, state
		}
	}
}

// maxWords is how many words 64 cards take, rounded up to a power of two.
const maxWords = 8

// deal deals 64 hands in portable code.
func (b *Batch) deal() {
	var words [maxWords][8]uint64
	for first := 0; first < BatchSize; first += 8 {
		b.draw(&words)
		if b.few() {
			b.dealFew(&words, first)
		} else {
			b.build(&words, first, 0)
			b.build(&words, first, 4)
		}
	}
}

// build builds four decks side by side, from four lanes of the words on: card i
// goes to one of the places 0 … i, and the card that is there moves to place i.
// Side by side, since each die of a deck waits for the one before.
func (b *Batch) build(words *[maxWords][8]uint64, first, lane int) {
	h := (first + lane) & (BatchSize - 4)
	cards, i := &b.cards, uint64(0)
	for w := range b.words {
		x := (*[4]uint64)(words[w&(maxWords-1)][lane:])
		x0, x1, x2, x3 := x[0], x[1], x[2], x[3]
		for half := range 2 {
			y0, y1, y2, y3 := uint64(uint32(x0)), uint64(uint32(x1)), uint64(uint32(x2)), uint64(uint32(x3))
			x0, x1, x2, x3 = x0>>32, x1>>32, x2>>32, x3>>32
			for end := i + uint64(b.words[w][half].dice); i < end; {
				top := &cards[i&63]
				i++
				card := uint8(i)
				y0, y1, y2, y3 = y0*i, y1*i, y2*i, y3*i
				under := &cards[y0>>32&63]
				top[h], under[h] = under[h], card
				under = &cards[y1>>32&63]
				top[h+1], under[h+1] = under[h+1], card
				under = &cards[y2>>32&63]
				top[h+2], under[h+2] = under[h+2], card
				under = &cards[y3>>32&63]
				top[h+3], under[h+3] = under[h+3], card
				y0, y1, y2, y3 = uint64(uint32(y0)), uint64(uint32(y1)), uint64(uint32(y2)), uint64(uint32(y3))
			}
		}
	}
}

// Eight bytes of a word hold a number below 128 each.
const (
	eachByte = 0x0101010101010101
	eachTop  = 0x8080808080808080
)

// dealFew deals eight hands. The dice of card i say which of the places 0 … n-1-i
// it comes from. When card m was dealt, the card in the last place, n-1-m, moved to
// where it came from; so the card for i is found by going back, from m = i-1 to 0,
// and going to place n-1-m whenever the place is where card m came from.
func (b *Batch) dealFew(words *[maxWords][8]uint64, first int) {
	var from [maxFew]uint64
	b.rollFew(words, &from)
	for i := range b.cards[:b.k] {
		place := from[i&(maxFew-1)]
		for m := i - 1; m >= 0; m-- {
			differ := (place ^ from[m&(maxFew-1)] + eachTop - eachByte) & eachTop // top bits
			equal := differ ^ eachTop
			moved := equal - equal>>7
			place ^= (place ^ uint64(b.n-1-m)*eachByte) & moved
		}
		binary.LittleEndian.PutUint64(b.cards[i][first&(BatchSize-8):], place+eachByte)
	}
}

// maxFew bounds the cards of hands that dealFew deals, whose work grows with their
// square.
const maxFew = 16

// few reports whether hands are small enough for dealFew.
func (b *Batch) few() bool { return b.k < maxFew && b.k < b.n }

// rollFew rolls the dice of eight hands, a byte for each hand.
func (b *Batch) rollFew(words *[maxWords][8]uint64, from *[maxFew]uint64) {
	for lane := 0; lane < 8; lane += 4 {
		left, i := uint64(b.n), 0
		for w := range b.words {
			x := &words[w&(maxWords-1)]
			x0, x1, x2, x3 := x[lane], x[lane+1], x[lane+2], x[lane+3]
			for half := range 2 {
				y0, y1, y2, y3 := uint64(uint32(x0)), uint64(uint32(x1)), uint64(uint32(x2)), uint64(uint32(x3))
				x0, x1, x2, x3 = x0>>32, x1>>32, x2>>32, x3>>32
				for end := i + b.words[w][half].dice; i < end; i++ {
					y0, y1, y2, y3 = y0*left, y1*left, y2*left, y3*left
					left--
					four := y0>>32 | y1>>32<<8 | y2>>32<<16 | y3>>32<<24
					from[i&(maxFew-1)] = from[i&(maxFew-1)]>>32 | four<<32
					y0, y1, y2, y3 = uint64(uint32(y0)), uint64(uint32(y1)), uint64(uint32(y2)), uint64(uint32(y3))
				}
			}
		}
	}
}
