package fair

import "riffle/shuffle/internal/arg"

// PerfectOrder returns how many perfect shuffles bring n cards back to where they
// were: out-shuffles, which leave the top card on top, or in-shuffles. For 52
// cards it is 8 and 52.
//
// A perfect shuffle doubles the position of a card, except at the ends: counting
// positions from 0, an out-shuffle of an even deck moves i to 2i mod n-1, an
// in-shuffle moves i to 2i+1 mod n+1, and for odd decks both are mod n. The cards
// are back when 2^k = 1 modulo that number. It panics unless n >= 1.
//
// Source: Persi Diaconis, Ronald Graham and William Kantor, "The mathematics of
// perfect shuffles", Advances in Applied Mathematics 4 (1983) 175-196.
func PerfectOrder(n int, out bool) int {
	arg.AtLeast("fair.PerfectOrder", "n", n, 1)
	m := uint64(n)
	switch {
	case n%2 == 1:
	case out:
		m--
	default:
		m++
	}
	return int(orderOf(2, m))
}
