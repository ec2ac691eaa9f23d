package shuffle

// dealDecks deals 64 decks of n cards, four side by side, since each die of a deck
// waits for the one before. Of hands with fewer cards than n it keeps the first k.
func (b *Batch) dealDecks() {
	for hand := 0; hand < BatchSize; hand += 4 {
		four := (*fourDecks)(b.rows[hand&(BatchSize-4):])
		i := uint64(0)
		for w := range b.drawn {
			dice, x := &b.plans[w&(maxWords-1)].dice, (*[4]uint64)(b.words[(w*BatchSize+hand)&(maxWords*BatchSize-4):])
			i = four.insideOut(i, dice[0], uint64(uint32(x[0])), uint64(uint32(x[1])), uint64(uint32(x[2])), uint64(uint32(x[3])))
			i = four.insideOut(i, dice[1], x[0]>>32, x[1]>>32, x[2]>>32, x[3]>>32)
		}
	}
	for i := range b.cards[:b.k] {
		b.cards[i] = [BatchSize]uint8(b.rows[i*BatchSize:])
	}
}

// fourDecks are neighbours among 64 decks: card i of deck h is at 64·i + h. In this
// form neither the compiler nor the processor checks an index.
type fourDecks [63*BatchSize + 4]uint8

// insideOut puts the next cards into four decks of i cards, by dice of one half word
// for each: card i goes to one of the places 0 … i, and the card that is there moves
// to place i. It returns how many cards there are then.
//
//go:noinline
func (d *fourDecks) insideOut(i uint64, dice int, x0, x1, x2, x3 uint64) uint64 {
	const place = 63 * BatchSize // the bits of a place, in units of a row
	top := i * BatchSize
	for end := i + uint64(dice); i < end; {
		top &= place
		i++
		card := uint8(i)
		x0 *= i
		under := x0 >> 26 & place // x0>>32, the die, in units of a row
		x0 = uint64(uint32(x0))
		d[top], d[under] = d[under], card
		x1 *= i
		under = x1 >> 26 & place
		x1 = uint64(uint32(x1))
		d[top+1], d[under+1] = d[under+1], card
		x2 *= i
		under = x2 >> 26 & place
		x2 = uint64(uint32(x2))
		d[top+2], d[under+2] = d[under+2], card
		x3 *= i
		under = x3 >> 26 & place
		x3 = uint64(uint32(x3))
		d[top+3], d[under+3] = d[under+3], card
		top += BatchSize
	}
	return i
}
