//go:build goexperiment.simd && amd64

package shuffle

import (
	"math/bits"
	"simd/archsimd"

	"riffle/shuffle/internal/turn"
)

// A riffle is a vector of places: two instructions that expand spread the places of
// the first packet over those with heads, and the places of the second over those with
// tails. Another permutes the deck.

// riffled riffles a deck. There are no heads at n and beyond, so those places stay.
func riffled(deck, order archsimd.Uint8x64, coins, heads uint64) archsimd.Uint8x64 {
	first := order.Expand(archsimd.Mask8x64FromBits(coins))
	second := order.Add(archsimd.BroadcastUint8x64(uint8(heads))).Expand(archsimd.Mask8x64FromBits(^coins))
	return deck.Permute(first.Or(second))
}

// riffleWide riffles a deck of n cards with the coins of each word, and reports false
// where the processor has no vectors for it.
func riffleWide(deck *[64]uint8, n int, coins []uint64) bool {
	if !hasWide() {
		return false
	}
	v, order, mask := archsimd.LoadUint8x64(deck), archsimd.LoadUint8x64(&inOrder), ^uint64(0)>>(64-n)
	for _, word := range coins {
		v = riffled(v, order, word&mask, uint64(bits.OnesCount64(word&mask)))
	}
	v.Store(deck)
	archsimd.ClearAVXUpperBits()
	return true
}

// riffleWide riffles 64 decks as riffle does, with a vector for the eight generators.
func (b *RiffleBatch) riffleWide() bool {
	if !hasWide() {
		return false
	}
	fresh := archsimd.LoadUint8x64(&inOrder).Add(archsimd.BroadcastUint8x64(1))
	fresh = fresh.Masked(archsimd.Mask8x64FromBits(^uint64(0) >> (64 - b.n)))
	var tosses tosses
	for d := 0; d < BatchSize; d += 8 {
		decks := (*[8][64]uint8)(b.decks[d:])
		for i := range decks {
			fresh.Store(&decks[i])
		}
		for m := b.m; m > 0; m -= maxTosses {
			some := min(m, maxTosses)
			tosses.draw(&b.lanes, b.n, some)
			tosses.riffle(decks, some)
			turn.Give()
		}
	}
	archsimd.ClearAVXUpperBits()
	return true
}

// tosses are the coins for some riffles of eight decks, and how many of them show
// heads.
type tosses struct{ coins, heads [maxTosses][8]uint64 }

const maxTosses = 16

// draw tosses n coins for each of m riffles of eight decks.
func (t *tosses) draw(l *lanes, n, m int) {
	s0, s1, s2, s3 := archsimd.LoadUint64x8(&l.s0), archsimd.LoadUint64x8(&l.s1), archsimd.LoadUint64x8(&l.s2), archsimd.LoadUint64x8(&l.s3)
	unused := archsimd.BroadcastUint64x8(uint64(64 - n))
	for r := range t.coins[:m] {
		word := s0.Add(s3).RotateAllLeft(23).Add(s0)
		up := s1.ShiftAllLeft(17)
		s2 = s2.Xor(s0)
		s3 = s3.Xor(s1)
		s1 = s1.Xor(s2)
		s0 = s0.Xor(s3)
		s2 = s2.Xor(up)
		s3 = s3.RotateAllLeft(45)
		coins := word.ShiftRight(unused)
		coins.Store(&t.coins[r])
		coins.OnesCount().Store(&t.heads[r])
	}
	s0.Store(&l.s0)
	s1.Store(&l.s1)
	s2.Store(&l.s2)
	s3.Store(&l.s3)
	archsimd.ClearAVXUpperBits()
}

// riffle riffles eight decks m times.
func (t *tosses) riffle(decks *[8][64]uint8, m int) {
	order := archsimd.LoadUint8x64(&inOrder)
	for i := range decks {
		deck := archsimd.LoadUint8x64(&decks[i])
		for r := range t.coins[:m] {
			deck = riffled(deck, order, t.coins[r&(maxTosses-1)][i], t.heads[r&(maxTosses-1)][i])
		}
		deck.Store(&decks[i])
	}
	archsimd.ClearAVXUpperBits()
}
