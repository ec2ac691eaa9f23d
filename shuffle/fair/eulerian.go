package fair

import (
	"math/big"
	"slices"

	"riffle/shuffle/internal/arg"
)

// maxEulerian bounds the recurrence, which takes n²/4 steps.
const maxEulerian = 2000

// Eulerian returns how many of the n! orders of n cards have r rising sequences:
//
//	A(n, r) = r·A(n-1, r) + (n-r+1)·A(n-1, r-1),  A(0, 0) = A(1, 1) = 1
//
// because each deck of n cards comes from one of n-1 cards by adding a card with
// a number from 1 to n at the bottom (and raising the cards from that number on
// by one). With r of these numbers it continues one of r sequences; any other
// starts a new one. Eulerian is 0 unless 1 <= r <= n. It panics unless 0 <= n <=
// 2000.
func Eulerian(n, r int) *big.Int {
	arg.Range("fair.Eulerian", "n", n, 0, maxEulerian)
	if r < 0 || r > n {
		return new(big.Int)
	}
	return eulerian(n)[r]
}

// EulerianRow returns A(n, 1), A(n, 2), … A(n, n). It panics unless
// 0 <= n <= 2000.
func EulerianRow(n int) []*big.Int {
	arg.Range("fair.EulerianRow", "n", n, 0, maxEulerian)
	return eulerian(n)[1:]
}

// eulerian returns the row from r = 0. Rows are symmetric, A(n, r) = A(n, n+1-r),
// as turning a deck over shows, so half of each is computed.
func eulerian(n int) []*big.Int {
	row := []*big.Int{big.NewInt(1)}
	for k := 1; k <= n; k++ {
		next := make([]*big.Int, k+1)
		next[0] = new(big.Int)
		for r := 1; 2*r <= k+1; r++ {
			sum := new(big.Int)
			if r < len(row) {
				sum.Mul(row[r], big.NewInt(int64(r)))
			}
			before := new(big.Int).Mul(row[r-1], big.NewInt(int64(k-r+1)))
			next[r] = sum.Add(sum, before)
			next[k+1-r] = next[r]
		}
		row = next
	}
	// The halves share their numbers, but the caller may change them.
	for r := range row {
		row[r] = new(big.Int).Set(row[r])
	}
	return row
}

// RisingSequences returns how many rising sequences a deck has. A sequence takes
// the cards from the lowest up, as long as each lies below the one before; then
// the next sequence begins. 1 4 2 5 3 has two, 1 2 3 and 4 5. A riffle at most
// doubles their number, which gives a riffled deck away. The cards are any
// different ints; an empty deck has no sequences. It panics when a card occurs
// twice.
func RisingSequences(deck []int) int {
	return risingSequences("fair.RisingSequences", deck)
}

func risingSequences(call string, deck []int) int {
	places := make([]int, len(deck))
	for i := range places {
		places[i] = i
	}
	slices.SortFunc(places, func(a, b int) int {
		if deck[a] < deck[b] {
			return -1
		}
		return 1
	})
	sequences := min(1, len(deck))
	for i := 1; i < len(places); i++ {
		if deck[places[i]] == deck[places[i-1]] {
			arg.Refuse(call, "card %d occurs twice, want different cards", deck[places[i]])
		}
		if places[i] < places[i-1] {
			sequences++
		}
	}
	return sequences
}
