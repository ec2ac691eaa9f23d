// Package rand replaces what the original does with its unexported generator.
package rand

import "math/rand"

// Shuffle calls swap with a pair of indices for each of n-1 draws. A draw that fits in 31
// bits is the high half of a product, as in the original.
func Shuffle(n int, swap func(i, j int)) {
	if n < 0 {
		panic("invalid argument to Shuffle")
	}
	i := n - 1
	for ; i >= 1<<31-1; i-- {
		swap(i, int(rand.Int63n(int64(i)+1)))
	}
	for ; i > 0; i-- {
		swap(i, int(below(uint32(i+1))))
	}
}

// below draws a number below n.
func below(n uint32) uint32 {
	for {
		x := uint64(rand.Uint32()) * uint64(n)
		if low := uint32(x); low >= n || low >= -n%n {
			return uint32(x >> 32)
		}
	}
}
