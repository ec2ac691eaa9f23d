package shuffle

import "math"

// strictLog is the natural logarithm of a positive, normal x as Java's
// StrictMath computes it, bit for bit on every machine. (math.Log may differ in
// the last bit from one processor to the next.)
//
// With x = 2^k·(1+f), sqrt(1/2) <= 1+f < sqrt(2), log x = k·ln 2 + log(1+f), and
// with s = f/(2+f)
//
//	log(1+f) = 2s + 2/3·s³ + 2/5·s⁵ + … = f - s·(f-R) = f - (f²/2 - s·(f²/2+R))
//
// where R is a polynomial in s² that approximates the tail. Which of the two
// forms rounds better depends on f. ln 2 is kept in two parts; the first ends in
// enough zeros for k·ln2High to be exact.
//
// Source: the specification of StrictMath demands the results of fdlibm's
// e_log.c, https://www.netlib.org/fdlibm/e_log.c; the coefficients are its.
func strictLog(x float64) float64 {
	const (
		ln2High = 6.93147180369123816490e-01
		ln2Low  = 1.90821492927058770002e-10
	)
	high, exponent := reduce(x)
	f := math.Float64frombits(high) - 1
	k := float64(exponent)
	if nearlyOne(high) {
		if f == 0 {
			return float64(k*ln2High) + float64(k*ln2Low)
		}
		r := float64(f*f) * (0.5 - float64(0.33333333333333333*f))
		return float64(k*ln2High) - ((r - float64(k*ln2Low)) - f)
	}
	s := f / (2 + f)
	r := logTail(s)
	if outer(high) {
		half := float64(0.5 * f * f)
		return float64(k*ln2High) - ((half - (float64(s*(half+r)) + float64(k*ln2Low))) - f)
	}
	return float64(k*ln2High) - ((float64(s*(f-r)) - float64(k*ln2Low)) - f)
}

// reduce writes x as 2^k times a number between about sqrt(1/2) and sqrt(2),
// and returns the bits of that number.
func reduce(x float64) (high uint64, k int) {
	const mantissa = 1<<52 - 1
	b := math.Float64bits(x)
	k = int(b>>52) - 1023
	m := b & mantissa
	// The carry is 1 when the mantissa is beyond sqrt(2).
	carry := (m>>32 + 0x95f64) >> 20 & 1
	return m | (1023-carry)<<52, k + int(carry)
}

// nearlyOne reports whether the number with these bits is within 2^-20 of 1.
func nearlyOne(b uint64) bool { return (2+mantissaHigh(b))&0xfffff < 3 }

// outer reports whether f is far enough from 0 for the form with f²/2.
func outer(b uint64) bool {
	h := int32(mantissaHigh(b))
	return (h-0x6147a)|(0x6b851-h) > 0
}

// mantissaHigh is the upper 20 bits of the mantissa.
func mantissaHigh(b uint64) uint32 { return uint32(b>>32) & 0xfffff }

// logTail is the polynomial R.
func logTail(s float64) float64 {
	const (
		l1 = 6.666666666666735130e-01
		l2 = 3.999999999940941908e-01
		l3 = 2.857142874366239149e-01
		l4 = 2.222219843214978396e-01
		l5 = 1.818357216161805012e-01
		l6 = 1.531383769920937332e-01
		l7 = 1.479819860511658591e-01
	)
	z := float64(s * s)
	w := float64(z * z)
	even := float64(w * (l2 + float64(w*(l4+float64(w*l6)))))
	odd := float64(z * (l1 + float64(w*(l3+float64(w*(l5+float64(w*l7)))))))
	return odd + even
}
