package shuffle

// Dice are rolled with half a word, 32 bits: the high half of the product of a
// half word and n is a die with n sides, and the low half serves for the next die,
// as in batchBox. The rolls of one half word are one draw among P, the product of
// the sides, and exactly uniform if half words are dropped whose last remainder, which
// is their product with P mod 2^32, is below 2^32 mod P.

// wordPlan are the dice that a word rolls, those of its low half first: how many,
// the product of their sides, and the smallest good remainder. The high half of the
// last word may have none.
type wordPlan struct {
	dice               [2]int
	product, threshold [2]uint32
}

// maxHalf bounds the outcomes of a half word, which is dropped with probability
// below 2^-6.
const maxHalf = 1 << 26

// split distributes dice over half words: as many as fit, so that a deck of 52
// takes five words, and seven cards of it take one.
func split(dice int, sides func(i int) int) []wordPlan {
	var plans []wordPlan
	for i, half := 0, 0; i < dice; half++ {
		if half%2 == 0 {
			plans = append(plans, wordPlan{product: [2]uint32{1, 1}})
		}
		p, product := &plans[half/2], uint32(1)
		for ; i < dice && uint64(product)*uint64(sides(i)) <= maxHalf; i++ {
			product *= uint32(sides(i))
			p.dice[half%2]++
		}
		p.product[half%2], p.threshold[half%2] = product, -product%product
	}
	return plans
}

// good reports whether a word can be used.
func (p *wordPlan) good(word uint64) bool {
	return uint32(word)*p.product[0] >= p.threshold[0] && uint32(word>>32)*p.product[1] >= p.threshold[1]
}

// lanes are the states of eight generators.
type lanes struct{ s0, s1, s2, s3 [8]uint64 }

// seed gives each generator a state of its own.
func (l *lanes) seed(key key256) {
	for i := range uint(8) {
		l.set(i, unlock(key.child(uint64(i))))
	}
}

func (l *lanes) get(i uint) xoshiroState {
	return xoshiroState{l.s0[i&7], l.s1[i&7], l.s2[i&7], l.s3[i&7]}
}

func (l *lanes) set(i uint, s xoshiroState) {
	l.s0[i&7], l.s1[i&7], l.s2[i&7], l.s3[i&7] = s.s0, s.s1, s.s2, s.s3
}

// maxWords is how many words 64 cards take, rounded up to a power of two.
const maxWords = 8

// draw draws the words for the next 64 hands.
func (b *Batch) draw() {
	for lane := range uint(8) {
		for at, bad := lane, true; bad; {
			if b.drawn == 1 {
				at, bad = b.drawOne(lane, at)
			} else {
				at, bad = b.drawMore(lane, at)
			}
		}
	}
}

// drawMore draws words for the hands of a lane, from a place on. At the first that is
// bad it stops and returns the place, for which another is to be drawn. It calls
// nothing, so that the state stays in registers.
func (b *Batch) drawMore(lane, at uint) (place uint, bad bool) {
	state, w := b.lanes.get(lane), at/BatchSize
	for at < BatchSize || w > 0 {
		var word uint64
		word, state = state.next()
		b.words[at&(maxWords*BatchSize-1)] = word
		if p := &b.plans[w&(maxWords-1)]; !p.good(word) {
			b.lanes.set(lane, state)
			return at, true
		}
		at += BatchSize
		if w++; w == uint(b.drawn) {
			at = at%BatchSize + 8
			w = 0
		}
	}
	b.lanes.set(lane, state)
	return at, false
}

// drawOne is drawMore for hands that take one word each.
func (b *Batch) drawOne(lane, at uint) (place uint, bad bool) {
	state, p := b.lanes.get(lane), &b.plans[0]
	for ; at < BatchSize; at += 8 {
		var word uint64
		word, state = state.next()
		b.words[at] = word
		if !p.good(word) {
			b.lanes.set(lane, state)
			return at, true
		}
	}
	b.lanes.set(lane, state)
	return at, false
}
