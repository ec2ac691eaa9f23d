package count

import "riffle/shuffle/internal/arg"

// OutPlace returns where a perfect out-shuffle of n cards puts the card in
// place i, counting places from 0: the upper half goes to the even places, the
// lower half to the odd ones,
//
//	2i          for i < h, with h = ⌈n/2⌉
//	2(i-h) + 1  otherwise
//
// which for even n is 2i mod (n-1), the last card staying last. It panics unless
// 0 <= i < n.
func OutPlace(i, n int) int {
	checkPlace("count.OutPlace", i, n)
	return weave(i, n-n/2, 0)
}

// OutCard is the reverse of OutPlace: it returns where the card in place i was
// before a perfect out-shuffle of n cards. It is ⌊i/2⌋, and half a deck further
// if i is odd. It panics unless 0 <= i < n.
func OutCard(i, n int) int {
	checkPlace("count.OutCard", i, n)
	return i/2 + i%2*(n-n/2)
}

// InPlace returns where a perfect in-shuffle of n cards puts the card in place i,
// counting places from 0: the upper half goes to the odd places, the lower half
// to the even ones,
//
//	2i + 1  for i < h, with h = ⌊n/2⌋
//	2(i-h)  otherwise
//
// which for even n is 2(i+1) mod (n+1), less 1. It panics unless 0 <= i < n.
func InPlace(i, n int) int {
	checkPlace("count.InPlace", i, n)
	return weave(i, n/2, 1)
}

// InCard is the reverse of InPlace: it returns where the card in place i was
// before a perfect in-shuffle of n cards. It panics unless 0 <= i < n.
func InCard(i, n int) int {
	checkPlace("count.InCard", i, n)
	return i/2 + (1-i%2)*(n/2)
}

// weave returns the place of card i when the upper half of h cards takes the
// places 2i+first and the lower half takes the others.
func weave(i, h, first int) int {
	if i < h {
		return 2*i + first
	}
	return 2*(i-h) + 1 - first
}

func checkPlace(call string, i, n int) {
	arg.AtLeast(call, "n", n, 1)
	arg.Range(call, "i", i, 0, n-1)
}
