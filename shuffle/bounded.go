package shuffle

import "math/bits"

// patience is how many words in a row may be rejected before their source is
// declared broken. Each is rejected with probability below 1/2, so a working
// source gets this far once in 2^1000 draws.
const patience = 1000

// bounded draws an integer from 0 to n-1, n > 0, from 64-bit words, exactly as
// Go's math/rand/v2 does.
//
// A word x is uniform on 0 … 2^64-1. The high word of the product x·n is an
// integer from 0 to n-1, but some of those have one x more than others, because n
// need not divide 2^64. The low word decides: among the x with the same high
// word, drop the one whose low word is below 2^64 mod n, and exactly
// floor(2^64/n) remain for each. As 2^64 mod n < n, the division is needed only
// when the low word is below n, which hardly ever happens. A power of two divides
// 2^64, so its low bits will do.
//
// Source: Daniel Lemire, "Fast random integer generation in an interval",
// https://arxiv.org/abs/1805.10941.
func bounded(src Source, n uint64) uint64 {
	if n&(n-1) == 0 {
		return src.Uint64() & (n - 1)
	}
	hi, lo := bits.Mul64(src.Uint64(), n)
	if lo < n {
		return settle(src, n, hi, lo)
	}
	return hi
}

// settle returns the high word of a product. If the low word says to drop it, it
// draws again.
func settle(src Source, n, hi, lo uint64) uint64 {
	threshold := -n % n
	for tries := 1; lo < threshold; tries++ {
		checkStuck(tries)
		hi, lo = bits.Mul64(src.Uint64(), n)
	}
	return hi
}

// checkStuck refuses a source that was rejected too often to be random; otherwise
// the loop would never end.
func checkStuck(tries int) {
	if tries > patience {
		refuse("PRNG", "the source gave %d unusable words in a row, want random ones (is it stuck?)", tries)
	}
}
