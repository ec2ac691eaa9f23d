package fair

import (
	"cmp"
	"math/big"
	"math/bits"
	"slices"
)

// wide is a list of unsigned integers with a fixed number of words each, the
// lowest first, that are added to in place.
type wide struct {
	words  int
	digits []uint64
}

func newWide(bitLen int) *wide { return &wide{words: (bitLen + 63) / 64} }

// newWides returns n zeros.
func newWides(n, bitLen int) *wide {
	w := newWide(bitLen)
	w.digits = make([]uint64, n*w.words)
	return w
}

func (w *wide) len() int { return len(w.digits) / w.words }

func (w *wide) at(i int) []uint64 { return w.digits[i*w.words : (i+1)*w.words] }

// add adds times·x to number i.
func (w *wide) add(i int, x []uint64, times uint64) {
	for w.len() <= i {
		w.digits = append(w.digits, make([]uint64, w.words)...)
	}
	sum, carry := w.at(i), uint64(0)
	for j := range sum {
		var word uint64
		if j < len(x) {
			word = x[j]
		}
		hi, lo := bits.Mul64(word, times)
		lo, c := bits.Add64(lo, carry, 0)
		hi += c
		sum[j], c = bits.Add64(sum[j], lo, 0)
		carry = hi + c
	}
}

// value returns number i, 0 beyond the end.
func (w *wide) value(i int) *big.Int {
	if i >= w.len() {
		return new(big.Int)
	}
	return w.set(new(big.Int), i)
}

// set sets v to number i, and returns it.
func (w *wide) set(v *big.Int, i int) *big.Int {
	number := w.at(i)
	v.SetUint64(number[w.words-1])
	for j := w.words - 2; j >= 0; j-- {
		v.Lsh(v, 64)
		v.Or(v, new(big.Int).SetUint64(number[j]))
	}
	return v
}

// compare compares numbers i and j.
func (w *wide) compare(i, j int) int {
	a, b := w.at(i), w.at(j)
	for k := w.words - 1; k >= 0; k-- {
		if a[k] != b[k] {
			return cmp.Compare(a[k], b[k])
		}
	}
	return 0
}

func allZero(words []uint64) bool {
	return !slices.ContainsFunc(words, func(w uint64) bool { return w != 0 })
}
