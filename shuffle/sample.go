package shuffle

import "math"

// maxSample bounds the numbers of a sample, 32 bytes each while they are drawn.
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
// shuffled. More than a quarter of all are drawn by the first k steps of FisherYates
// on 0 … n-1.
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
	places := make([]int, n)
	for i := range places {
		places[i] = i
	}
	for i := range k {
		j := i + roll("Sample", rng, n-i)
		places[i], places[j] = places[j], places[i]
	}
	return places[:k:k]
}

// sampleFloyd draws a set, in the order in which Floyd's method takes numbers.
func sampleFloyd(n, k int, rng PRNG) []int {
	sample := make([]int, 0, k)
	taken := newIntSet(k)
	for j := n - k; j < n; j++ {
		t := roll("Sample", rng, j+1)
		if !taken.add(t) {
			t = j
			taken.add(t)
		}
		sample = append(sample, t)
	}
	return sample
}

// intSet is a hash table of ints of at least 0, half full at most. Each is where
// its hash says or in one of the places after it.
type intSet struct {
	slots []int // each holds an int plus 1, or 0
	shift int
}

// newIntSet makes room for k ints.
func newIntSet(k int) intSet {
	shift, size := 60, 16
	for size < 2*k {
		shift, size = shift-1, 2*size
	}
	return intSet{slots: make([]int, size), shift: shift}
}

// add puts v into the set, and reports false if it was there.
func (s intSet) add(v int) bool {
	// The high bits of the product with 2^64 divided by the golden ratio.
	i := int(uint64(v) * 0x9e3779b97f4a7c15 >> s.shift)
	for ; s.slots[i] != 0; i = (i + 1) & (len(s.slots) - 1) {
		if s.slots[i] == v+1 {
			return false
		}
	}
	s.slots[i] = v + 1
	return true
}
