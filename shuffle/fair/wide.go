package fair

import (
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
	v := new(big.Int)
	if i >= w.len() {
		return v
	}
	for j := w.words - 1; j >= 0; j-- {
		v.Lsh(v, 64)
		v.Or(v, new(big.Int).SetUint64(w.at(i)[j]))
	}
	return v
}

func allZero(words []uint64) bool {
	return !slices.ContainsFunc(words, func(w uint64) bool { return w != 0 })
}
