package shuffle

import (
	"fmt"
	"math"
	"math/big"

	"riffle/shuffle/internal/turn"
)

// maxWeights bounds the weights of a table, 16 bytes each.
const maxWeights = 1 << 20

// Alias draws from the numbers 0 to n-1 with given weights, however many there are, by
// one word and one comparison:
//
//	a := NewAlias([]float64{50, 30, 15, 5})
//	prize := a.Draw() // 0 half of the time
//
// The probability of i is
//
//	weights[i] / (weights[0] + … + weights[n-1])
//
// to within 2^-63, and exactly a multiple of that: see Probability.
//
// Walker's method cuts a bar of length 1 for each number, as long as it is probable,
// and packs the pieces into columns of equal height, two numbers in a column at most.
// A draw picks a column, and a height in it. There are 2^b columns, the smallest power
// of two that is enough: the b high bits of a word are the column, the next 63-b bits
// the height, and the last bit isn't used. So all words count the same, and nothing
// is drawn again.
//
// Sources: Alastair Walker, "An efficient method for generating discrete random
// variables with general distributions", ACM Transactions on Mathematical Software 3
// (1977) 253-256; the way to pack is from Michael Vose, "A linear algorithm for
// generating random numbers with a given distribution", IEEE Transactions on Software
// Engineering 17 (1991) 972-975, in whole numbers.
type Alias struct {
	columns []aliasColumn
	shift   uint // of a word, to the number of its column
	n       int
	rng     PRNG
}

// aliasColumn holds the number of the column below the cut, and another above.
type aliasColumn struct {
	cut   uint64
	other uint32
}

// NewAlias returns a table for weights, which needn't add up to 1. Without a generator
// it draws from a fresh one, as NewDealer does. It panics unless there are 1 to
// 1,048,576 weights, each at least 0 and finite, and one of them above 0, and when
// given more than one generator.
func NewAlias(weights []float64, rng ...PRNG) *Alias {
	const call = "NewAlias"
	checkWeights(call, weights)
	a := &Alias{shift: 63, n: len(weights), rng: GeneratorOf(call, rng)}
	for 1<<(63-a.shift) < len(weights) {
		a.shift--
	}
	a.columns = packColumns(shares(weights), 1<<(63-a.shift))
	return a
}

func checkWeights(call string, weights []float64) {
	checkRange(call, "len(weights)", len(weights), 1, maxWeights)
	positive := false
	for i, w := range weights {
		if !(w >= 0) || math.IsInf(w, 1) {
			refuse(call, "weights[%d] = %v, want a finite number, at least 0", i, w)
		}
		positive = positive || w > 0
	}
	if !positive {
		refuse(call, "all weights are 0, want one above 0")
	}
}

// shares returns the probabilities as multiples of 2^-63. A share ends where the sum
// of the weights up to it ends, rounded down to such a multiple; so it is off by less
// than one of them, and all shares add up to 1. The sums are exact.
func shares(weights []float64) []uint64 {
	unit := math.MaxInt // the exponent of the smallest there is
	for _, w := range weights {
		if w > 0 {
			_, e := math.Frexp(w)
			unit = min(unit, e-53)
		}
	}
	total, sum, end := new(big.Int), new(big.Int), new(big.Int)
	for _, w := range weights {
		total.Add(total, inUnits(w, unit))
		turn.Give()
	}
	shares, before := make([]uint64, len(weights)), uint64(0)
	for i, w := range weights {
		sum.Add(sum, inUnits(w, unit))
		end.Quo(end.Lsh(sum, 63), total)
		shares[i], before = end.Uint64()-before, end.Uint64()
		turn.Give()
	}
	return shares
}

// inUnits returns a weight as a multiple of 2^unit.
func inUnits(w float64, unit int) *big.Int {
	if w == 0 {
		return new(big.Int)
	}
	fraction, e := math.Frexp(w)
	units := big.NewInt(int64(fraction * (1 << 53)))
	return units.Lsh(units, uint(e-53-unit))
}

// packColumns packs shares, which add up to 2^63, into n columns of equal height. It
// fills up a column that is too low from a share that is too high, until there are
// none of either.
func packColumns(shares []uint64, n int) []aliasColumn {
	height := uint64(1) << 63 / uint64(n)
	columns, left := make([]aliasColumn, n), make([]uint64, n)
	copy(left, shares)
	var low, high []int
	for i, share := range left {
		columns[i] = aliasColumn{height, uint32(i)}
		switch {
		case share < height:
			low = append(low, i)
		case share > height:
			high = append(high, i)
		}
	}
	for len(low) > 0 {
		l, h := low[len(low)-1], high[len(high)-1]
		low = low[:len(low)-1]
		columns[l] = aliasColumn{left[l], uint32(h)}
		left[h] -= height - left[l]
		if left[h] <= height {
			high = high[:len(high)-1]
		}
		if left[h] < height {
			low = append(low, h)
		}
	}
	return columns
}

// at returns the number that a word draws.
func (a *Alias) at(word uint64) int {
	column := word >> 1 >> (a.shift & 63)
	height := word >> 1 & (1<<(a.shift&63) - 1)
	c := &a.columns[column]
	number := uint64(c.other)
	if height < c.cut {
		number = column
	}
	return int(number)
}

// Draw draws a number.
func (a *Alias) Draw() int {
	a.check("Alias.Draw")
	return a.at(a.rng.Uint64())
}

// Fill draws a number for each element, as calls of Draw would, and sooner.
func (a *Alias) Fill(draws []int) {
	a.check("Alias.Fill")
	const some = 4096
	for len(draws) > 0 {
		part := draws[:min(some, len(draws))]
		if x, ok := a.rng.(*Xoshiro); ok {
			a.fillXoshiro(part, x)
		} else {
			for i := range part {
				part[i] = a.at(a.rng.Uint64())
			}
		}
		draws = draws[len(part):]
		turn.Give()
	}
}

// fillXoshiro draws words in registers.
func (a *Alias) fillXoshiro(draws []int, x *Xoshiro) {
	x.wake()
	state, table := x.now, *a
	for i := range draws {
		var word uint64
		word, state = state.next()
		draws[i] = table.at(word)
	}
	x.now = state
}

// Probability returns the probability that Draw draws i, exactly: a fraction whose
// denominator divides 2^63. It panics unless 0 <= i < n.
func (a *Alias) Probability(i int) *big.Rat {
	const call = "Alias.Probability"
	a.check(call)
	checkRange(call, "i", i, 0, a.n-1)
	height, words := uint64(1)<<a.shift, uint64(0)
	for j, c := range a.columns {
		if j == i {
			words += c.cut
		}
		if int(c.other) == i {
			words += height - c.cut
		}
	}
	return new(big.Rat).SetFrac(new(big.Int).SetUint64(words), new(big.Int).Lsh(big.NewInt(1), 63))
}

func (a *Alias) check(call string) {
	if a == nil || a.n == 0 {
		refuse(call, "the table is empty, want one such as NewAlias([]float64{50, 30, 20})")
	}
}

// String says how many weights there are.
func (a *Alias) String() string {
	if a == nil || a.n == 0 {
		return "Alias(empty)"
	}
	return fmt.Sprintf("Alias(%d weights)", a.n)
}
