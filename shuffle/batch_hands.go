package shuffle

import "encoding/binary"

// eachByte has a one in each byte of a word: eight numbers below 128.
const eachByte = 0x0101010101010101

// maxFew bounds the cards of hands that dealFew deals, whose work grows with their
// square.
const maxFew = 16

// few reports whether hands are small enough for dealFew.
func (b *Batch) few() bool { return b.k < maxFew && b.k < b.n }

// dealFew deals 64 small hands. The dice of card i say which of the places 0 … n-1-i
// it comes from. When card m was dealt, the card in the last place, n-1-m, moved to
// where it came from; so the card for i is found by going back, from m = i-1 to 0, and
// going to place n-1-m whenever the place is where card m came from.
func (b *Batch) dealFew() {
	for hand := 0; hand < BatchSize; hand += 8 {
		rolls := (*eightHands)(b.rows[hand&(BatchSize-8):])
		left := uint64(b.n)
		for w := range b.drawn {
			x := (*[8]uint64)(b.words[(w*BatchSize+hand)&(maxWords*BatchSize-8):])
			for half, dice := range b.plans[w&(maxWords-1)].dice {
				rolls.roll(uint64(b.n)-left, dice, left, x, half)
				left -= uint64(dice)
			}
		}
	}
	for hand := 0; hand < BatchSize; hand += 8 {
		b.traceFew(hand)
	}
}

// eightHands are neighbours among 64 hands, as fourDecks are.
type eightHands [63*BatchSize + 8]uint8

// roll rolls the dice for the next cards, from card i on, by half a word for each of
// eight hands, the low half or the high one. The first have as many sides as cards are
// left.
//
//go:noinline
func (rolls *eightHands) roll(i uint64, dice int, left uint64, words *[8]uint64, half int) {
	shift := uint(half&1) * 32
	x0, x1, x2, x3 := uint64(uint32(words[0]>>shift)), uint64(uint32(words[1]>>shift)), uint64(uint32(words[2]>>shift)), uint64(uint32(words[3]>>shift))
	x4, x5, x6, x7 := uint64(uint32(words[4]>>shift)), uint64(uint32(words[5]>>shift)), uint64(uint32(words[6]>>shift)), uint64(uint32(words[7]>>shift))
	at := i * BatchSize
	for end := at + uint64(dice)*BatchSize; at < end; at += BatchSize {
		at &= 63 * BatchSize
		x0 *= left
		rolls[at] = uint8(x0 >> 32)
		x0 = uint64(uint32(x0))
		x1 *= left
		rolls[at+1] = uint8(x1 >> 32)
		x1 = uint64(uint32(x1))
		x2 *= left
		rolls[at+2] = uint8(x2 >> 32)
		x2 = uint64(uint32(x2))
		x3 *= left
		rolls[at+3] = uint8(x3 >> 32)
		x3 = uint64(uint32(x3))
		x4 *= left
		rolls[at+4] = uint8(x4 >> 32)
		x4 = uint64(uint32(x4))
		x5 *= left
		rolls[at+5] = uint8(x5 >> 32)
		x5 = uint64(uint32(x5))
		x6 *= left
		rolls[at+6] = uint8(x6 >> 32)
		x6 = uint64(uint32(x6))
		x7 *= left
		rolls[at+7] = uint8(x7 >> 32)
		x7 = uint64(uint32(x7))
		left--
	}
}

// row returns the dice of card i of the eight hands.
func (rolls *eightHands) row(i uint64) uint64 {
	at := i * BatchSize & (63 * BatchSize)
	return binary.LittleEndian.Uint64(rolls[at : at+8])
}

// traceFew finds the cards of eight hands.
func (b *Batch) traceFew(hand int) {
	rolls := (*eightHands)(b.rows[hand&(BatchSize-8):])
	k, last := uint64(b.k), uint64(b.n-1)*eachByte
	i := k % 3
	if i > 0 {
		b.put(0, hand, rolls.row(0))
	}
	if i > 1 {
		first, second := rolls.row(0), rolls.row(1)
		b.put(1, hand, moved(second, first, last))
	}
	for ; i < k; i += 3 { // three cards share a pass
		first, second, third := rolls.row(i), rolls.row(i+1), rolls.row(i+2)
		place := last - i*eachByte // n-1-m for m = i
		third = moved(third, second, place-eachByte)
		second, third = moved(second, first, place), moved(third, first, place)
		for m := i; m > 0; {
			m--
			place += eachByte
			from := rolls.row(m)
			first, second, third = moved(first, from, place), moved(second, from, place), moved(third, from, place)
		}
		b.put(i, hand, first)
		b.put(i+1, hand, second)
		b.put(i+2, hand, third)
	}
}

// moved returns where the cards of eight hands were before one moved in each: those at
// a place in from were at the place in last.
func moved(at, from, last uint64) uint64 {
	return at ^ (from^last)&whereZero(at^from)
}

// put stores card i of eight hands.
func (b *Batch) put(i uint64, hand int, card uint64) {
	binary.LittleEndian.PutUint64(b.cards[i&63][hand&(BatchSize-8):], card+eachByte)
}

// whereZero returns seven one bits for each byte that is zero, and seven zero bits for
// the others. The eighth bits say nothing; x has none.
func whereZero(x uint64) uint64 {
	const sevenBits = 0x7f * eachByte
	return (x+sevenBits)>>7&eachByte + sevenBits
}
