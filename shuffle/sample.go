package shuffle

import (
	"math"
	"math/bits"

	"riffle/shuffle/internal/turn"
)

// maxSample bounds the numbers of a sample, 24 to 40 bytes each while they are drawn.
const maxSample = 10_000_000

// Sample draws k different ints from 0 to n-1, in random order: each of the
//
//	n! / (n-k)!
//
// ordered selections is equally likely. Unlike a Lottery it needs no memory for
// the n numbers, so n can be as large as an int can be:
//
//	Sample(1<<40, 1000)
//
// Few of many are drawn by Floyd's method: for j = n-k … n-1 it draws t from 0 … j
// and takes t, or j if it already has t. Then every set is equally likely, since j
// itself is taken with probability
//
//	(taken so far + 1) / (j+1) = (k-(n-j)+1) / (j+1)
//
// as in a random k-set of 0 … j; but large numbers come late, and so the set is
// shuffled by Slice. More than a quarter of all are drawn by the first k steps of
// FisherYates on 0 … n-1. A draw is one IntN.
//
// It panics unless 0 <= k <= n and k <= 10,000,000, and when given more than one
// generator.
//
// Source: Jon Bentley and Bob Floyd, "Programming pearls: a sample of brilliance",
// Communications of the ACM 30 (1987) 754-757.
func Sample(n, k int, rng ...PRNG) []int {
	const call = "Sample"
	checkRange(call, "n", n, 0, math.MaxInt)
	checkRange(call, "k", k, 0, min(n, maxSample))
	g := GeneratorOf(call, rng)
	if k > n/4 {
		return samplePlaces(n, k, g)
	}
	sample := sampleFloyd(n, k, g)
	Slice(sample, g)
	return sample
}

// samplePlaces shuffles the first k places of 0 … n-1.
func samplePlaces(n, k int, rng PRNG) []int {
	places := numbers(n)
	for i := range k {
		j := i + roll("Sample", rng, n-i)
		places[i], places[j] = places[j], places[i]
		if i%manyElements == 0 {
			turn.Give()
		}
	}
	return places[:k:k]
}

// sampleFloyd draws a set, in the order in which Floyd's method takes numbers.
func sampleFloyd(n, k int, rng PRNG) []int {
	sample := make([]int, k)
	if x, ok := rng.(*Xoshiro); ok {
		x.rolls(sample, n-k+1)
	} else {
		for i := range sample {
			sample[i] = roll("Sample", rng, n-k+i+1)
			if i%manyElements == 0 {
				turn.Give()
			}
		}
	}
	takeFloyd(sample, n-k)
	return sample
}

// takeFloyd replaces each number that came before: number i by first+i, which is above
// all before it.
func takeFloyd(sample []int, first int) {
	// Memory of its own would take longer than a thousand numbers.
	switch size := 4 * len(sample); {
	case size <= 64:
		var slots [64]uint16
		takeBy(slots[:], sample, first)
	case size <= 4096:
		var slots [4096]uint16
		takeBy(slots[:], sample, first)
	default:
		takeBy(make([]uint32, 1<<bits.Len(uint(size-1))), sample, first)
	}
}

// takeBy does so with a hash table, a quarter full at most, so that the first slot is
// nearly always the right one. A slot holds 0, or i+1 for number i, which is where its
// hash says or in one of the slots after it.
func takeBy[Index uint16 | uint32](slots []Index, sample []int, first int) {
	shift, mask := 64-bits.Len(uint(len(slots)-1)), len(slots)-1
	for i, v := range sample {
		at := hash(v, shift)
		for slots[at&mask] != 0 {
			if sample[slots[at&mask]-1] == v {
				v = first + i
				at = hash(v, shift)
			} else {
				at++
			}
		}
		sample[i] = v
		slots[at&mask] = Index(i + 1)
		if i%manyElements == 0 {
			turn.Give()
		}
	}
}

// hash returns the high bits of the product with 2^64 divided by the golden ratio.
func hash(v, shift int) int { return int(uint64(v) * 0x9e3779b97f4a7c15 >> (shift & 63)) }
