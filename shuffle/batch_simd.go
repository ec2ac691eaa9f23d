//go:build goexperiment.simd && amd64

package shuffle

import "simd/archsimd"

// dealWide deals 64 small hands with vectors of 512 bits, and reports false where
// the processor has none or the hands aren't small. The hands are those of deal, bit
// for bit: a vector of eight words is one from each generator, and the dice of card
// i are a vector of 64 bytes.
func (b *Batch) dealWide() bool {
	if !b.few() || !archsimd.X86.AVX512() {
		return false
	}
	var from [maxFew][BatchSize + 8]uint8 // room for the half of a vector of sixteen
	b.rollWide(&from)
	one := archsimd.BroadcastUint8x64(1)
	for i := range b.cards[:b.k] {
		place := archsimd.LoadUint8x64((*[64]uint8)(from[i&(maxFew-1)][:]))
		for m := i - 1; m >= 0; m-- {
			moved := place.Equal(archsimd.LoadUint8x64((*[64]uint8)(from[m&(maxFew-1)][:])))
			place = archsimd.BroadcastUint8x64(uint8(b.n-1-m)).Merge(place, moved)
		}
		place.Add(one).Store(&b.cards[i])
	}
	archsimd.ClearAVXUpperBits() // or what follows with short vectors is slow
	return true
}

// rollWide is rollFew for all hands.
func (b *Batch) rollWide(from *[maxFew][BatchSize + 8]uint8) {
	l := &b.lanes
	s0, s1, s2, s3 := archsimd.LoadUint64x8(&l.s0), archsimd.LoadUint64x8(&l.s1), archsimd.LoadUint64x8(&l.s2), archsimd.LoadUint64x8(&l.s3)
	low := archsimd.BroadcastUint64x8(1<<32 - 1)
	for first := 0; first < BatchSize; first += 8 {
		i, left := 0, uint64(b.n)
		for w := range b.words {
			word := s0.Add(s3).RotateAllLeft(23).Add(s0)
			t := s1.ShiftAllLeft(17)
			s2 = s2.Xor(s0)
			s3 = s3.Xor(s1)
			s1 = s1.Xor(s2)
			s0 = s0.Xor(s3)
			s2 = s2.Xor(t)
			s3 = s3.RotateAllLeft(45)
			p := &b.words[w]
			y, z := word.And(low), word.ShiftAllRight(32)
			yRest := y.Mul(archsimd.BroadcastUint64x8(uint64(p[0].product))).And(low)
			zRest := z.Mul(archsimd.BroadcastUint64x8(uint64(p[1].product))).And(low)
			bad := yRest.Less(archsimd.BroadcastUint64x8(uint64(p[0].threshold))).
				Or(zRest.Less(archsimd.BroadcastUint64x8(uint64(p[1].threshold)))).ToBits()
			if bad != 0 {
				s0.Store(&l.s0)
				s1.Store(&l.s1)
				s2.Store(&l.s2)
				s3.Store(&l.s3)
				var words [8]uint64
				word.Store(&words)
				l.redraw(&words, p, bad)
				word = archsimd.LoadUint64x8(&words)
				s0, s1, s2, s3 = archsimd.LoadUint64x8(&l.s0), archsimd.LoadUint64x8(&l.s1), archsimd.LoadUint64x8(&l.s2), archsimd.LoadUint64x8(&l.s3)
				y, z = word.And(low), word.ShiftAllRight(32)
			}
			for range p[0].dice {
				y = y.Mul(archsimd.BroadcastUint64x8(left))
				y.ShiftAllRight(32).TruncateToUint8().Store((*[16]uint8)(from[i&(maxFew-1)][first:]))
				y = y.And(low)
				i, left = i+1, left-1
			}
			for range p[1].dice {
				z = z.Mul(archsimd.BroadcastUint64x8(left))
				z.ShiftAllRight(32).TruncateToUint8().Store((*[16]uint8)(from[i&(maxFew-1)][first:]))
				z = z.And(low)
				i, left = i+1, left-1
			}
		}
	}
	s0.Store(&l.s0)
	s1.Store(&l.s1)
	s2.Store(&l.s2)
	s3.Store(&l.s3)
}

// redraw draws words again in the lanes of those that aren't good.
func (l *lanes) redraw(words *[8]uint64, p *wordPlan, bad uint8) {
	for lane := range 8 {
		if bad>>lane&1 != 0 {
			word, state := p.draw(l.get(lane))
			words[lane] = word
			l.set(lane, state)
		}
	}
}
