//go:build goexperiment.simd && amd64

package shuffle

import "simd/archsimd"

// A function with vectors clears their upper halves before it returns, or calls one
// without any. The compiler has instructions of SSE elsewhere, such as those that clear
// memory, and on many processors each of them takes a hundred cycles or more while upper
// halves are in use. It makes one too for the count by which all lanes are shifted right, or
// left by a variable (golang.org/issue/80835): rotate, or shift by a vector of counts.
// TestVectorState reads the compiler's output.

// dealWide deals 64 hands with vectors of 512 bits, and reports false where the
// processor has none. The hands are those of deal, bit for bit: a vector of eight
// words is one from each generator, and the dice of card i are a vector of 64 bytes.
func (b *Batch) dealWide() bool {
	if !hasWide() {
		return false
	}
	b.drawWide()
	b.rollWide()
	if b.few() {
		b.traceWide()
	} else {
		b.exchangeWide()
	}
	return true
}

// hasWide reports whether the processor has what the kernels need.
func hasWide() bool {
	x := archsimd.X86
	return x.AVX512() && x.AVX512VBMI() && x.AVX512VBMI2() && x.AVX512VPOPCNTDQ()
}

// drawWide is draw with a vector for the eight generators.
func (b *Batch) drawWide() {
	l := &b.lanes
	s0, s1, s2, s3 := archsimd.LoadUint64x8(&l.s0), archsimd.LoadUint64x8(&l.s1), archsimd.LoadUint64x8(&l.s2), archsimd.LoadUint64x8(&l.s3)
	p, w := &b.plans[0], 0
	products, thresholds := p.broadcast()
	for at := 0; at < BatchSize; {
		word := s0.Add(s3).RotateAllLeft(23).Add(s0)
		t := s1.ShiftAllLeft(17)
		s2 = s2.Xor(s0)
		s3 = s3.Xor(s1)
		s1 = s1.Xor(s2)
		s0 = s0.Xor(s3)
		s2 = s2.Xor(t)
		s3 = s3.RotateAllLeft(45)
		to := (*[8]uint64)(b.words[(w*BatchSize+at)&(maxWords*BatchSize-8):])
		word.Store(to)
		bad := word.AsUint32x16().Mul(products).Less(thresholds).ToBits()
		if bad != 0 {
			s0.Store(&l.s0)
			s1.Store(&l.s1)
			s2.Store(&l.s2)
			s3.Store(&l.s3)
			archsimd.ClearAVXUpperBits()
			l.redraw(to, p, bad)
			s0, s1, s2, s3 = archsimd.LoadUint64x8(&l.s0), archsimd.LoadUint64x8(&l.s1), archsimd.LoadUint64x8(&l.s2), archsimd.LoadUint64x8(&l.s3)
		}
		if b.drawn == 1 {
			at += 8
			continue
		}
		if w++; w == b.drawn {
			at, w = at+8, 0
		}
		p = &b.plans[w&(maxWords-1)]
		products, thresholds = p.broadcast()
	}
	s0.Store(&l.s0)
	s1.Store(&l.s1)
	s2.Store(&l.s2)
	s3.Store(&l.s3)
	archsimd.ClearAVXUpperBits()
}

// redraw draws words again in the lanes where one of the two halves is bad.
func (l *lanes) redraw(words *[8]uint64, p *wordPlan, bad uint16) {
	for lane := range uint(8) {
		if bad>>(2*lane)&3 != 0 {
			word, state := p.draw(l.get(lane))
			words[lane] = word
			l.set(lane, state)
		}
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

// broadcast returns the products and the thresholds for eight words, half by half.
func (p *wordPlan) broadcast() (products, thresholds archsimd.Uint32x16) {
	both := uint64(p.product[0]) | uint64(p.product[1])<<32
	products = archsimd.BroadcastUint64x8(both).AsUint32x16()
	both = uint64(p.threshold[0]) | uint64(p.threshold[1])<<32
	return products, archsimd.BroadcastUint64x8(both).AsUint32x16()
}

// rollWide rolls the dice of 64 hands, card by card: of decks with 1, 2, … n sides,
// of small hands with n, n-1, … sides.
func (b *Batch) rollWide() {
	first, step := uint64(1), uint64(1)
	if b.few() {
		first, step = uint64(b.n), ^uint64(0)
	}
	i := 0
	for w := range b.drawn {
		x := (*[BatchSize]uint64)(b.words[w&(maxWords-1)*BatchSize:])
		for half, dice := range b.plans[w&(maxWords-1)].dice {
			b.rollHalf(x, i, dice, first, step, uint8(32*half))
			first += step * uint64(dice)
			i += dice
		}
	}
}

// rollHalf rolls dice for cards from i on with half of each word, which a rotation makes
// the low one. It has 32 hands in registers at a time.
func (b *Batch) rollHalf(x *[BatchSize]uint64, i, dice int, first, step uint64, rotation uint8) {
	// A die is byte 4 of a word. Those of two vectors are put side by side, then those of
	// four.
	low := archsimd.BroadcastUint64x8(1<<32 - 1)
	two, four := archsimd.LoadUint8x64(&twoVectors), archsimd.LoadUint8x64(&fourVectors)
	for at := 0; at < BatchSize; at += 32 {
		sides, steps := archsimd.BroadcastUint64x8(first), archsimd.BroadcastUint64x8(step)
		x0, x1, x2, x3 := load8(x, at), load8(x, at+8), load8(x, at+16), load8(x, at+24)
		if rotation != 0 {
			x0, x1, x2, x3 = x0.RotateAllLeft(32), x1.RotateAllLeft(32), x2.RotateAllLeft(32), x3.RotateAllLeft(32)
		}
		for row := range dice {
			x0, x1, x2, x3 = x0.And(low).Mul(sides), x1.And(low).Mul(sides), x2.And(low).Mul(sides), x3.And(low).Mul(sides)
			d01, d23 := x0.AsUint8x64().ConcatPermute(x1.AsUint8x64(), two), x2.AsUint8x64().ConcatPermute(x3.AsUint8x64(), two)
			d01.ConcatPermute(d23, four).GetLo().Store((*[32]uint8)(b.rows[((i+row)&63)*BatchSize+at:]))
			sides = sides.Add(steps)
		}
	}
	archsimd.ClearAVXUpperBits()
}

// Where the dice of two vectors come from: bytes of the first, and after 64 those of the
// second. What is above is overwritten.
var (
	twoVectors = [BatchSize]uint8{
		4, 12, 20, 28, 36, 44, 52, 60, 68, 76, 84, 92, 100, 108, 116, 124,
	}
	fourVectors = [BatchSize]uint8{
		0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
		64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79,
	}
)

// dice returns the dice of card i.
func (b *Batch) dice(i int) archsimd.Uint8x64 {
	return archsimd.LoadUint8x64((*[BatchSize]uint8)(b.rows[i&63*BatchSize:]))
}

func load8(x *[BatchSize]uint64, at int) archsimd.Uint64x8 {
	return archsimd.LoadUint64x8((*[8]uint64)(x[at:]))
}

// traceWide is traceFew for 64 hands.
func (b *Batch) traceWide() {
	one := archsimd.BroadcastUint8x64(1)
	// The cards share passes in pairs; of an odd number, the first needs none.
	b.dice(0).Add(one).Store(&b.cards[0])
	for i := b.k % 2; i < b.k; i += 2 {
		place, next := b.dice(i), b.dice(i+1)
		last := archsimd.BroadcastUint8x64(uint8(b.n - 1 - i)) // n-1-m
		next = last.Merge(next, next.Equal(place))
		for m := i - 1; m >= 0; m-- {
			last = last.Add(one)
			from := b.dice(m)
			place, next = last.Merge(place, place.Equal(from)), last.Merge(next, next.Equal(from))
		}
		place.Add(one).Store(&b.cards[i&63])
		next.Add(one).Store(&b.cards[(i+1)&63])
	}
	archsimd.ClearAVXUpperBits()
}

// exchangeWide builds decks inside out as dealDecks does. Whichever place a die of
// card i says, all places below i are looked at, in all decks at once: where it is
// this one, its card moves to place i and i comes here. Three cards share a pass:
// four would need more registers than there are, and waiting for the stack takes longer.
func (b *Batch) exchangeWide() {
	one := archsimd.BroadcastUint8x64(1)
	i := 0
	for ; i+3 <= b.n; i += 3 {
		r0, r1, r2 := b.dice(i), b.dice(i+1), b.dice(i+2)
		c0 := archsimd.BroadcastUint8x64(uint8(i + 1))
		c1 := c0.Add(one)
		c2 := c1.Add(one)
		t0, t1, t2 := c0, c1, c2 // the tops, if nothing is moved there
		place := archsimd.BroadcastUint8x64(0)
		for p := range b.cards[:i&63] {
			card := archsimd.LoadUint8x64(&b.cards[p])
			here := r0.Equal(place)
			t0, card = card.Merge(t0, here), c0.Merge(card, here)
			here = r1.Equal(place)
			t1, card = card.Merge(t1, here), c1.Merge(card, here)
			here = r2.Equal(place)
			t2, card = card.Merge(t2, here), c2.Merge(card, here)
			card.Store(&b.cards[p])
			place = place.Add(one)
		}
		here := r1.Equal(place)
		t1, t0 = t0.Merge(t1, here), c1.Merge(t0, here)
		here = r2.Equal(place)
		t2, t0 = t0.Merge(t2, here), c2.Merge(t0, here)
		place = place.Add(one)
		here = r2.Equal(place)
		t2, t1 = t1.Merge(t2, here), c2.Merge(t1, here)
		t0.Store(&b.cards[i&63])
		t1.Store(&b.cards[(i+1)&63])
		t2.Store(&b.cards[(i+2)&63])
	}
	archsimd.ClearAVXUpperBits()
	for ; i < b.n; i++ {
		b.exchangeOne(i)
	}
}

// exchangeOne is a pass for one card.
func (b *Batch) exchangeOne(i int) {
	one, dice := archsimd.BroadcastUint8x64(1), b.dice(i)
	added := archsimd.BroadcastUint8x64(uint8(i + 1))
	top, place := added, archsimd.BroadcastUint8x64(0)
	for p := range b.cards[:i&63] {
		card, here := archsimd.LoadUint8x64(&b.cards[p]), dice.Equal(place)
		top = card.Merge(top, here)
		added.Merge(card, here).Store(&b.cards[p])
		place = place.Add(one)
	}
	top.Store(&b.cards[i&63])
	archsimd.ClearAVXUpperBits()
}
