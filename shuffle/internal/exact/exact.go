// Package exact adds numbers without rounding, so that sums don't depend on the
// order of the numbers. Sums are the moments of a sample, kept that way.
//
// A sum is a fixed-point number whose lowest bit is that of the smallest float64,
// wide enough for the largest one 2^63 times. It is held in digits of 32 bits,
// each in a word of 64, so that carries can wait for 2^30 additions.
//
// Source: R. M. Neal, "Fast exact summation using small and large
// superaccumulators", https://arxiv.org/abs/1505.05571. The squares are exact
// too: that of a fraction of 53 bits has 106.
package exact

import (
	"math"
	"math/big"
	"math/bits"
)

const (
	// lowest is the exponent of the smallest float64.
	lowest = -1074
	// A real's fraction begins at one of 2046 bits and reaches into three digits,
	// its square at twice that and into five; one digit more holds what overflows.
	realDigits, squareDigits = 2045/32 + 4, 2*2045/32 + 6
	// An integer takes two digits and its square four; 2^63 of them, two more.
	intDigits, intSquareDigits = 2 + 2, 4 + 2
	// patience is how many additions the digits can take between carries: each is
	// below 2^32.
	patience = 1 << 30
)

// Sums are the number of some numbers, their sum and the sum of their squares. The
// zero value is of none.
type Sums struct {
	n     int
	ints  intSums
	reals *realSums // nil before the first real
}

type intSums struct {
	sum     [intDigits]int64
	squares [intSquareDigits]int64
	adds    int // since the last carry
}

type realSums struct {
	sum     [realDigits]int64
	squares [squareDigits]int64
	adds    int
	bins    [bins]bin // what isn't in the digits yet
}

// bins is how many exponents have a bin at a time: neighbouring ones have different bins.
const bins = 64

// bin holds some reals of one exponent. Their fractions are added as integers, in three
// words, which is faster than the eight digits.
type bin struct {
	exponent  uint16 // as a float64 has it
	n         uint16
	sum       int64
	low, high uint64 // of the squares
}

// full is how many reals a bin can take: fractions are below 2^53.
const full = 1 << 9

// N returns how many numbers were added.
func (s *Sums) N() int { return s.n }

// AddInt adds an integer.
func (s *Sums) AddInt(v int64) {
	if v < 0 {
		s.addInt(uint64(-v), true) // right for the smallest one too
		return
	}
	s.addInt(uint64(v), false)
}

// AddTimes adds an integer below 2^32 some number of times.
func (s *Sums) AddTimes(v uint32, times int) {
	s.n += times
	a := &s.ints
	a.count()
	addProduct((*[4]int64)(a.sum[:]), uint64(v), uint64(times))
	addProduct((*[4]int64)(a.squares[:]), uint64(v)*uint64(v), uint64(times))
}

func addProduct(digits *[4]int64, x, y uint64) {
	hi, lo := bits.Mul64(x, y)
	digits[0] += int64(lo & mask)
	digits[1] += int64(lo >> 32)
	digits[2] += int64(hi & mask)
	digits[3] += int64(hi >> 32)
}

// count counts an addition, and carries when it must.
func (a *intSums) count() {
	if a.adds++; a.adds == patience {
		carry(a.sum[:])
		carry(a.squares[:])
		a.adds = 1
	}
}

// AddUint adds an integer without a sign.
func (s *Sums) AddUint(v uint64) { s.addInt(v, false) }

func (s *Sums) addInt(v uint64, negative bool) {
	s.n++
	a := &s.ints
	a.count()
	low, high := int64(v&mask), int64(v>>32)
	if negative {
		low, high = -low, -high
	}
	a.sum[0] += low
	a.sum[1] += high
	hi, lo := bits.Mul64(v, v)
	a.squares[0] += int64(lo & mask)
	a.squares[1] += int64(lo >> 32)
	if hi != 0 {
		a.squares[2] += int64(hi & mask)
		a.squares[3] += int64(hi >> 32)
	}
}

const mask = 1<<32 - 1

// AddReal adds a finite number.
func (s *Sums) AddReal(x float64) {
	s.n++
	a := s.reals
	if a == nil {
		a = new(realSums)
		s.reals = a
	}
	word := math.Float64bits(x)
	exponent := uint16(word >> 52 & 0x7ff)
	b := &a.bins[exponent%bins]
	if b.exponent != exponent || b.n == full {
		a.empty(b)
		b.exponent = exponent
	}
	m := int64(word & (1<<52 - 1))
	if exponent > 0 { // normal
		m |= 1 << 52
	}
	sign := int64(word) >> 63
	b.sum += m ^ sign - sign
	hi, lo := bits.Mul64(uint64(m), uint64(m))
	var more uint64
	b.low, more = bits.Add64(b.low, lo, 0)
	b.high += hi + more
	b.n++
}

// empty adds what a bin holds to the digits.
func (a *realSums) empty(b *bin) {
	if a.adds++; a.adds == patience {
		carry(a.sum[:])
		carry(a.squares[:])
		a.adds = 1
	}
	at := uint(max(b.exponent, 1) - 1)
	a.add(uint64(max(b.sum, -b.sum)), at, b.sum < 0)
	a.addSquares(b.high, b.low, 2*at)
	*b = bin{}
}

// settle empties all bins.
func (a *realSums) settle() {
	for i := range a.bins {
		if b := &a.bins[i]; b.n > 0 {
			a.empty(b)
		}
	}
}

// add adds m·2^at, in units of the lowest bit.
func (a *realSums) add(m uint64, at uint, negative bool) {
	shift := at & 31
	low, high := m<<shift, m>>(64-shift)
	d := (*[3]int64)(a.sum[at>>5:])
	if negative {
		d[0] -= int64(low & mask)
		d[1] -= int64(low >> 32)
		d[2] -= int64(high)
		return
	}
	d[0] += int64(low & mask)
	d[1] += int64(low >> 32)
	d[2] += int64(high)
}

// addSquares adds a number of two words times 2^at.
func (a *realSums) addSquares(hi, lo uint64, at uint) {
	shift := at & 31
	w0, w1, w2 := lo<<shift, hi<<shift|lo>>(64-shift), hi>>(64-shift)
	d := (*[5]int64)(a.squares[at>>5:])
	d[0] += int64(w0 & mask)
	d[1] += int64(w0 >> 32)
	d[2] += int64(w1 & mask)
	d[3] += int64(w1 >> 32)
	d[4] += int64(w2)
}

// carry leaves 0 to 2^32-1 in each digit but the highest, which keeps the sign.
func carry(digits []int64) {
	for i := range len(digits) - 1 {
		digits[i+1] += digits[i] >> 32
		digits[i] &= mask
	}
}

// Join adds the numbers of others.
func (s *Sums) Join(others *Sums) {
	s.n += others.n
	joinDigits(s.ints.sum[:], others.ints.sum[:])
	joinDigits(s.ints.squares[:], others.ints.squares[:])
	s.ints.adds = 1 // what a carry leaves counts as one
	if others.reals == nil {
		return
	}
	if s.reals == nil {
		s.reals = new(realSums)
	}
	s.reals.settle()
	others.reals.settle()
	joinDigits(s.reals.sum[:], others.reals.sum[:])
	joinDigits(s.reals.squares[:], others.reals.squares[:])
	s.reals.adds = 1
}

// joinDigits adds digits: before the carry none is above 2^62.
func joinDigits(to, from []int64) {
	for i, d := range from {
		to[i] += d
	}
	carry(to)
}

// totals are the sum in units of 2^lowest, and that of the squares in units of its
// square, if there are reals, and otherwise in units of 1.
func (s *Sums) totals() (sum, squares *big.Int, exponent int) {
	sum, squares = number(s.ints.sum[:]), number(s.ints.squares[:])
	if s.reals == nil {
		return sum, squares, 0
	}
	reals := *s.reals // so that two can ask at once
	reals.settle()
	sum.Lsh(sum, -lowest)
	squares.Lsh(squares, -2*lowest)
	return sum.Add(sum, number(reals.sum[:])), squares.Add(squares, number(reals.squares[:])), lowest
}

// number is the value of digits.
func number(digits []int64) *big.Int {
	v := new(big.Int)
	for i := len(digits) - 1; i >= 0; i-- {
		v.Lsh(v, 32)
		v.Add(v, big.NewInt(digits[i]))
	}
	return v
}

// Mean returns the float64 that is nearest to the mean, 0 if there are no numbers.
func (s *Sums) Mean() float64 {
	if s.n == 0 {
		return 0
	}
	sum, _, exponent := s.totals()
	n := big.NewInt(int64(s.n))
	mean, _ := new(big.Rat).SetFrac(sum, n.Lsh(n, uint(-exponent))).Float64()
	return mean
}

// Deviation returns the standard deviation, estimated from the numbers: the square
// root of (n·Σx² - (Σx)²)/(n(n-1)), of which only the quotient and the root are
// rounded, to 256 bits, and the result. It is NaN for fewer than two numbers.
func (s *Sums) Deviation() float64 {
	if s.n < 2 {
		return math.NaN()
	}
	sum, squares, exponent := s.totals()
	n := big.NewInt(int64(s.n))
	squares.Mul(squares, n)
	squares.Sub(squares, sum.Mul(sum, sum))
	n.Mul(n, new(big.Int).Sub(n, big.NewInt(1)))
	v := new(big.Float).SetPrec(256)
	v.Quo(new(big.Float).SetInt(squares), new(big.Float).SetInt(n))
	v.SetMantExp(v, 2*exponent)
	d, _ := v.Sqrt(v).Float64()
	return d
}
