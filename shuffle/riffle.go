package shuffle

import (
	"iter"
	"math/big"
	"math/bits"

	"riffle/shuffle/internal/turn"
)

// Riffle riffles the deck m times, as people do, in the model of Gilbert, Shannon
// and Reeds. The cut takes c cards off the top with the binomial probability
//
//	C(n,c) / 2^n
//
// and the packets drop card by card: with a and b cards left, the next comes from
// the first packet with probability a/(a+b). So all C(n,c) ways to merge are
// equally likely, and so are the 2^n ways to cut and merge. Seven riffles are
// about enough for 52 cards; package fair says how far from fair any number
// leaves the deck. Riffle panics unless 0 <= m <= 100,000,000.
//
// A generator that flips coins (see Flipper) is asked for n coins per riffle:
// heads means that the card in this place comes from the first packet, which
// gives each way to cut and merge the same 1/2^n. From any other generator it
// draws n Float64 for the cut, counting those below 1/2, and then n for the
// drops.
//
// Source: Dave Bayer and Persi Diaconis, "Trailing the dovetail shuffle to its
// lair", Annals of Applied Probability 2 (1992) 294-313.
func Riffle(m int) Shuffler {
	checkRepeats("Riffle", "m", m)
	steps := func(n int) iter.Seq[Step] { return riffleSteps(m, n) }
	return func(deck []int, rng PRNG) {
		checkDraws("Riffle", rng)
		if described(deck, rng, steps) {
			return
		}
		flipper, flips := rng.(Flipper)
		if flips && 0 < len(deck) && len(deck) <= 64 {
			riffleSmall(deck, m, flipper)
			return
		}
		mixed := make([]int, len(deck))
		coins := make([]uint64, (len(deck)+63)/64)
		for range m {
			if flips {
				mergeCoins(mixed, deck, flipCoins(coins, len(deck), flipper))
			} else {
				dropCards(mixed, deck, binomialCut(len(deck), rng), rng)
			}
			copy(deck, mixed)
		}
	}
}

// maxCoins is the largest n for which 2^n is an int.
const maxCoins = 62

// riffleSteps is the plan of m riffles: each flips n coins.
func riffleSteps(m, n int) iter.Seq[Step] {
	ways := 0
	if n <= maxCoins {
		ways = 1 << n
	}
	return repeated(m, Step{
		Ways:  ways,
		Moves: riffleMoves,
		Act: func(deck []int, way int) {
			mixed := make([]int, n)
			mergeCoins(mixed, deck, []uint64{uint64(way)})
			copy(deck, mixed)
		},
		Name: func(way int) string { return packets(n, way) },
	})
}

// packets says which packet each card of a riffled deck comes from, as in "1121".
func packets(n, way int) string {
	name := make([]byte, n)
	for i := range name {
		name[i] = '2' - byte(way>>i&1)
	}
	return string(name)
}

// riffleMoves counts the ways of n coins that take a card from place i to j.
// Either it is the card i of the first packet, and coin j is the heads after i
// heads among the j coins above; the coins below are free:
//
//	C(j, i)·2^(n-1-j)
//
// or it belongs to the second packet, and coin j is the tails after t tails and
// j-t heads; with h heads below, the cut is j-t+h, and the card is number i-t =
// j-t+h beyond t, so that h = i-j whatever the coins above are:
//
//	C(n-1-j, i-j)·2^j
func riffleMoves(n, i, j int) *big.Int {
	ways := new(big.Int)
	if i <= j {
		ways.Lsh(new(big.Int).Binomial(int64(j), int64(i)), uint(n-1-j))
	}
	if j <= i {
		second := new(big.Int).Binomial(int64(n-1-j), int64(i-j))
		ways.Add(ways, second.Lsh(second, uint(j)))
	}
	return ways
}

// flipCoins fills coins with n random bits, the first 64 in the first word.
func flipCoins(coins []uint64, n int, rng Flipper) []uint64 {
	for i := range coins {
		coins[i] = rng.Flips(min(n-64*i, 64))
	}
	return coins
}

// mergeCoins cuts off as many cards as there are one bits, and takes each card
// from the first packet where its bit is one.
func mergeCoins(mixed, deck []int, coins []uint64) {
	cut := 0
	for _, word := range coins {
		cut += bits.OnesCount64(word)
	}
	// next[1] is the next card of the first packet, next[0] of the second.
	next := [2]int{cut, 0}
	for i := range mixed {
		coin := coins[i/64] >> (i % 64) & 1
		mixed[i] = deck[next[coin]]
		next[coin]++
	}
}

// riffleSmall riffles up to 64 cards with a word of coins each time. It riffles
// their places, a byte each, and moves the cards at the end.
func riffleSmall(deck []int, m int, flipper Flipper) {
	places, n := inOrder, len(deck)
	var coins [64]uint64
	for m > 0 {
		some := coins[:min(m, len(coins))]
		for i := range some {
			some[i] = flipper.Flips(n)
		}
		if !riffleWide(&places, n, some) {
			for _, word := range some {
				riffleBytes(&places, n, word)
			}
		}
		m -= len(some)
		turn.Give()
	}
	old := append(make([]int, 0, 64), deck...)
	for i := range deck {
		deck[i] = old[places[i&63]]
	}
}

// inOrder are the places 0 to 63.
var inOrder = [64]uint8{
	0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
	16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
	32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47,
	48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63,
}

// riffleBytes is mergeCoins for n bytes: the coins below n decide.
func riffleBytes(deck *[64]uint8, n int, coins uint64) {
	coins &= 1<<n - 1
	next := [2]uint64{uint64(bits.OnesCount64(coins)), 0}
	var mixed [64]uint8
	for i := range n {
		coin := coins & 1
		mixed[i&63] = deck[next[coin]&63]
		next[coin]++
		coins >>= 1
	}
	*deck = mixed
}

// binomialCut draws how many of n cards to cut off.
func binomialCut(n int, rng PRNG) int {
	cut := 0
	for range n {
		if rng.Float64() < 0.5 {
			cut++
		}
	}
	return cut
}

// dropCards lets the two packets drop together. It draws for each card, even when
// one packet is empty.
func dropCards(mixed, deck []int, cut int, rng PRNG) {
	first, second := deck[:cut], deck[cut:]
	for i := range mixed {
		a, b := len(first), len(second)
		if rng.Float64() < float64(a)/float64(a+b) {
			mixed[i], first = first[0], first[1:]
		} else {
			mixed[i], second = second[0], second[1:]
		}
	}
}
