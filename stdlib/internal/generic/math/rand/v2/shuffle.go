package rand

import "math/rand/v2"

// Shuffle calls swap with a pair of indices for each of n-1 draws.
func Shuffle(n int, swap func(i, j int)) {
	if n < 0 {
		panic("invalid argument to Shuffle")
	}
	for i := n - 1; i > 0; i-- {
		swap(i, int(rand.Uint64N(uint64(i+1))))
	}
}
