package count

import (
	"math"
	"math/big"
	"sort"
	"time"

	"riffle/shuffle/internal/arg"
)

// maxDeck is the largest deck whose orders are compared with seeds.
const maxDeck = 100_000

// Reachable returns how many orders of a deck a shuffle can ever reach if its
// generator starts from a seed with the given number of bits. The same seed
// always gives the same deck, so it is at most
//
//	min(2^bits, cards!)
//
// Java's generator has 48 bits, its constructor from an int[] in Commons Math
// up to 19,937. A clock is a smaller seed than the variable that holds its time:
// see ClockSeeds. Reachable panics when bits < 0, and unless
// 0 <= cards <= 100,000.
func Reachable(bits, cards int) *big.Int {
	checkSeed("count.Reachable", bits, cards)
	return reachable(bits, cards)
}

// ReachableShare returns Reachable as a fraction of all n! orders. It panics
// as Reachable does.
func ReachableShare(bits, cards int) *big.Rat {
	checkSeed("count.ReachableShare", bits, cards)
	return new(big.Rat).SetFrac(reachable(bits, cards), factorial(cards))
}

func reachable(bits, cards int) *big.Int {
	decks := factorial(cards)
	if bits >= decks.BitLen() {
		return decks
	}
	seeds := new(big.Int).Lsh(big.NewInt(1), uint(bits))
	if seeds.Cmp(decks) < 0 {
		return seeds
	}
	return decks
}

func checkSeed(call string, bits, cards int) {
	arg.AtLeast(call, "bits", bits, 0)
	arg.Range(call, "cards", cards, 0, maxDeck)
}

// SeedBits returns how many bits a seed needs so that every order of a deck can
// come up: the least b with 2^b >= cards!, which is 226 for 52 cards. It panics
// unless 0 <= cards <= 100,000.
func SeedBits(cards int) int {
	arg.Range("count.SeedBits", "cards", cards, 0, maxDeck)
	decks := factorial(cards)
	// BitLen(x-1) is the least b with 2^b >= x.
	return decks.Sub(decks, big.NewInt(1)).BitLen()
}

// LargestDeck returns the size of the largest deck all of whose orders a seed
// with the given number of bits can reach: the largest n with n! <= 2^bits. It is
// 12 for 32 bits, 16 for 48 and 2080 for the 19,937 of the Mersenne Twister. It
// panics unless 0 <= bits <= 1,000,000.
func LargestDeck(bits int) int {
	arg.Range("count.LargestDeck", "bits", bits, 0, 1_000_000)
	// The logarithm of the gamma function, which is monotonic, gets close, and
	// exact arithmetic decides.
	n := sort.Search(maxDeck, func(n int) bool {
		logGamma, _ := math.Lgamma(float64(n) + 1)
		return logGamma/math.Ln2 > float64(bits)+1
	})
	limit := new(big.Int).Lsh(big.NewInt(1), uint(bits))
	for factorial(n).Cmp(limit) > 0 {
		n--
	}
	return n
}

// ClockSeeds returns how many seeds there are for a program that starts somewhere
// in a span of time and takes the milliseconds of the clock: one for each. A day
// has 86,400,000; ten years have 315,532,800,000, about 2^38.2. It panics when d
// is negative.
func ClockSeeds(d time.Duration) *big.Int {
	if d < 0 {
		arg.Refuse("count.ClockSeeds", "d = %v, want at least 0", d)
	}
	return big.NewInt(d.Milliseconds())
}

// Log2 returns the logarithm to base 2 of a count: how many bits it takes to
// number that many things. It panics unless n > 0.
func Log2(n *big.Int) float64 {
	if n == nil || n.Sign() <= 0 {
		arg.Refuse("count.Log2", "n = %v, want at least 1", n)
	}
	// n = mantissa·2^exponent with a mantissa of at least 1/2.
	mantissa := new(big.Float)
	exponent := new(big.Float).SetInt(n).MantExp(mantissa)
	m, _ := mantissa.Float64()
	return float64(exponent) + math.Log2(m)
}
