//go:build goexperiment.simd && amd64

package shuffle

import "simd/archsimd"

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
	archsimd.ClearAVXUpperBits() // or what follows with short vectors is slow
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
	p, w := &b.room[0], 0
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
			l.redraw(to, p, bad)
			s0, s1, s2, s3 = archsimd.LoadUint64x8(&l.s0), archsimd.LoadUint64x8(&l.s1), archsimd.LoadUint64x8(&l.s2), archsimd.LoadUint64x8(&l.s3)
		}
		if len(b.plans) == 1 {
			at += 8
			continue
		}
		if w++; w == len(b.plans) {
			at, w = at+8, 0
		}
		p = &b.room[w&(maxWords-1)]
		products, thresholds = p.broadcast()
	}
	s0.Store(&l.s0)
	s1.Store(&l.s1)
	s2.Store(&l.s2)
	s3.Store(&l.s3)
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
	sides, step := archsimd.BroadcastUint64x8(1), archsimd.BroadcastUint64x8(1)
	if b.few() {
		sides, step = archsimd.BroadcastUint64x8(uint64(b.n)), archsimd.BroadcastUint64x8(^uint64(0))
	}
	low := archsimd.BroadcastUint64x8(1<<32 - 1)
	// A die is byte 4 of a word. Those of two vectors are put side by side, then those of
	// four and of eight.
	two, four, eight := archsimd.LoadUint8x64(&twoVectors), archsimd.LoadUint8x64(&fourVectors), archsimd.LoadUint8x64(&eightVectors)
	i := 0
	for w := range b.plans {
		x := (*[BatchSize]uint64)(b.words[w&(maxWords-1)*BatchSize:])
		for half := range 2 {
			x0, x1, x2, x3 := load8(x, 0), load8(x, 8), load8(x, 16), load8(x, 24)
			x4, x5, x6, x7 := load8(x, 32), load8(x, 40), load8(x, 48), load8(x, 56)
			if half == 1 {
				x0, x1, x2, x3 = x0.ShiftAllRight(32), x1.ShiftAllRight(32), x2.ShiftAllRight(32), x3.ShiftAllRight(32)
				x4, x5, x6, x7 = x4.ShiftAllRight(32), x5.ShiftAllRight(32), x6.ShiftAllRight(32), x7.ShiftAllRight(32)
			}
			for range b.plans[w].dice[half] {
				x0, x1, x2, x3 = x0.And(low).Mul(sides), x1.And(low).Mul(sides), x2.And(low).Mul(sides), x3.And(low).Mul(sides)
				x4, x5, x6, x7 = x4.And(low).Mul(sides), x5.And(low).Mul(sides), x6.And(low).Mul(sides), x7.And(low).Mul(sides)
				d01, d23 := x0.AsUint8x64().ConcatPermute(x1.AsUint8x64(), two), x2.AsUint8x64().ConcatPermute(x3.AsUint8x64(), two)
				d45, d67 := x4.AsUint8x64().ConcatPermute(x5.AsUint8x64(), two), x6.AsUint8x64().ConcatPermute(x7.AsUint8x64(), two)
				d03, d47 := d01.ConcatPermute(d23, four), d45.ConcatPermute(d67, four)
				d03.ConcatPermute(d47, eight).Store((*[BatchSize]uint8)(b.rows[i&63*BatchSize:]))
				sides = sides.Add(step)
				i++
			}
		}
	}
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
	eightVectors = [BatchSize]uint8{
		0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
		16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
		64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79,
		80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95,
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
}

// exchangeWide builds decks inside out as dealDecks does. Whichever place a die of
// card i says, all places below i are looked at, in all decks at once: where it is
// this one, its card moves to place i and i comes here. Four cards share a pass.
func (b *Batch) exchangeWide() {
	one := archsimd.BroadcastUint8x64(1)
	i := 0
	for ; i+4 <= b.n; i += 4 {
		r0, r1, r2, r3 := b.dice(i), b.dice(i+1), b.dice(i+2), b.dice(i+3)
		c0 := archsimd.BroadcastUint8x64(uint8(i + 1))
		c1 := c0.Add(one)
		c2 := c1.Add(one)
		c3 := c2.Add(one)
		t0, t1, t2, t3 := c0, c1, c2, c3 // the tops, if nothing is moved there
		place := archsimd.BroadcastUint8x64(0)
		for p := range b.cards[:i&63] {
			card := archsimd.LoadUint8x64(&b.cards[p])
			here := r0.Equal(place)
			t0, card = card.Merge(t0, here), c0.Merge(card, here)
			here = r1.Equal(place)
			t1, card = card.Merge(t1, here), c1.Merge(card, here)
			here = r2.Equal(place)
			t2, card = card.Merge(t2, here), c2.Merge(card, here)
			here = r3.Equal(place)
			t3, card = card.Merge(t3, here), c3.Merge(card, here)
			card.Store(&b.cards[p])
			place = place.Add(one)
		}
		here := r1.Equal(place)
		t1, t0 = t0.Merge(t1, here), c1.Merge(t0, here)
		here = r2.Equal(place)
		t2, t0 = t0.Merge(t2, here), c2.Merge(t0, here)
		here = r3.Equal(place)
		t3, t0 = t0.Merge(t3, here), c3.Merge(t0, here)
		place = place.Add(one)
		here = r2.Equal(place)
		t2, t1 = t1.Merge(t2, here), c2.Merge(t1, here)
		here = r3.Equal(place)
		t3, t1 = t1.Merge(t3, here), c3.Merge(t1, here)
		place = place.Add(one)
		here = r3.Equal(place)
		t3, t2 = t2.Merge(t3, here), c3.Merge(t2, here)
		t0.Store(&b.cards[i&63])
		t1.Store(&b.cards[(i+1)&63])
		t2.Store(&b.cards[(i+2)&63])
		t3.Store(&b.cards[(i+3)&63])
	}
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
}
