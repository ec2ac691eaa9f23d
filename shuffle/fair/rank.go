package fair

import (
	"encoding/binary"
	"math/big"
	"math/bits"
	"slices"

	"riffle/shuffle/internal/turn"
)

// rankOf returns the lexicographic rank of an order of the cards 1 to n, counted from 0:
// a number whose digit i, with the base n-i, is how many of the cards behind position i
// are lower than the one in it.
func rankOf(order []int) (rank int) {
	left := ^uint32(0)
	for i, card := range order {
		left &^= 1 << card
		below := left & (1<<card - 2) // of the cards from 1 up
		rank = rank*(len(order)-i) + bits.OnesCount32(below)
	}
	return rank
}

// unrank fills an order by its rank. From the end, a digit says which card it is among
// those from there on; each card makes room in the numbers of those behind it.
func unrank(rank int, order []int) {
	n := len(order)
	for i := n - 1; i >= 0; i-- {
		order[i] = rank%(n-i) + 1
		rank /= n - i
		for j := i + 1; j < n; j++ {
			if order[j] >= order[i] {
				order[j]++
			}
		}
	}
}

// census is how often each order comes up, in lexicographic order.
type census struct {
	n int
	// orders are those that come up, with their counts.
	orders [][]int
	counts []*big.Int
	// packed, if not nil, holds the counts of all orders by rank instead: a word or a few
	// each. Then ranks are those that come up, nil if all do.
	packed *wide
	ranks  []uint32
}

// pack keeps the counts of all orders of n cards, by rank.
func pack(n int, counts *wide) census {
	t := census{n: n, packed: counts}
	up := 0
	for rank := range counts.len() {
		if !allZero(counts.at(rank)) {
			up++
		}
	}
	if up == counts.len() {
		return t
	}
	t.ranks = make([]uint32, 0, up)
	for rank := range counts.len() {
		if !allZero(counts.at(rank)) {
			t.ranks = append(t.ranks, uint32(rank))
		}
	}
	return t
}

// list sorts orders lexicographically and drops those that never come up.
func list(n int, orders [][]int, counts []*big.Int) census {
	index := make([]int, 0, len(orders))
	for i, count := range counts {
		if count.Sign() > 0 {
			index = append(index, i)
		}
	}
	slices.SortFunc(index, func(a, b int) int { return slices.Compare(orders[a], orders[b]) })
	t := census{n: n, orders: make([][]int, len(index)), counts: make([]*big.Int, len(index))}
	for to, from := range index {
		t.orders[to], t.counts[to] = orders[from], counts[from]
	}
	return t
}

// len returns how many orders come up.
func (t *census) len() int {
	switch {
	case t.packed == nil:
		return len(t.orders)
	case t.ranks != nil:
		return len(t.ranks)
	}
	return t.packed.len()
}

// rank returns the rank of the i-th order that comes up, if counts are by rank.
func (t *census) rank(i int) int {
	if t.ranks != nil {
		return int(t.ranks[i])
	}
	return i
}

// order returns the i-th order that comes up, which belongs to the caller.
func (t *census) order(i int) []int {
	order := make([]int, t.n)
	t.read(i, order)
	return order
}

// read fills an order with the i-th that comes up.
func (t *census) read(i int, order []int) {
	turn.Give() // here and below, as who reads one reads all
	if t.packed == nil {
		copy(order, t.orders[i])
	} else {
		unrank(t.rank(i), order)
	}
}

// count sets v to the count of the i-th order, and returns it.
func (t *census) count(i int, v *big.Int) *big.Int {
	turn.Give()
	if t.packed == nil {
		return v.Set(t.counts[i])
	}
	return t.packed.set(v, t.rank(i))
}

// digits are the words of the count of the i-th order, the lowest first.
func (t *census) digits(i int) (words []uint64) {
	if t.packed != nil {
		return t.packed.at(t.rank(i))
	}
	for b := range slices.Chunk(t.counts[i].FillBytes(make([]byte, (t.counts[i].BitLen()+63)/64*8)), 8) {
		words = append(words, binary.BigEndian.Uint64(b))
	}
	slices.Reverse(words)
	return words
}

// compare compares the counts of two orders.
func (t *census) compare(i, j int) int {
	turn.Give()
	if t.packed == nil {
		return t.counts[i].Cmp(t.counts[j])
	}
	return t.packed.compare(t.rank(i), t.rank(j))
}

// find returns which of the orders that come up this is, if it does.
func (t *census) find(order []int) (i int, ok bool) {
	if t.packed == nil {
		return slices.BinarySearchFunc(t.orders, order, slices.Compare[[]int])
	}
	if len(order) != t.n || !slices.Equal(slices.Sorted(slices.Values(order)), identity(t.n)) {
		return 0, false
	}
	rank := rankOf(order)
	if t.ranks != nil {
		return slices.BinarySearch(t.ranks, uint32(rank))
	}
	return rank, true
}
