package fair

import (
	"math/big"
	"math/bits"
	"slices"
)

// mulMod returns a·b mod m, for a < m or b < m.
func mulMod(a, b, m uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return bits.Rem64(hi, lo, m)
}

// addMod returns a+b mod m, for a < m and b < m.
func addMod(a, b, m uint64) uint64 {
	sum, carry := bits.Add64(a, b, 0)
	return bits.Rem64(carry, sum, m)
}

// powMod returns a^k mod m.
func powMod(a, k, m uint64) uint64 {
	result := 1 % m
	for a %= m; k > 0; k >>= 1 {
		if k&1 == 1 {
			result = mulMod(result, a, m)
		}
		a = mulMod(a, a, m)
	}
	return result
}

func gcd(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// prime is a prime factor and its exponent.
type prime struct {
	p uint64
	k int
}

// power is p^k.
func (f prime) power() uint64 {
	q := uint64(1)
	for range f.k {
		q *= f.p
	}
	return q
}

// factors returns the prime factors of m >= 1, the smallest first.
func factors(m uint64) []prime {
	var all []uint64
	for _, p := range []uint64{2, 3, 5, 7, 11, 13} {
		for m%p == 0 {
			all, m = append(all, p), m/p
		}
	}
	all = split(all, m)
	slices.Sort(all)
	var list []prime
	for _, p := range all {
		if len(list) == 0 || list[len(list)-1].p != p {
			list = append(list, prime{p: p})
		}
		list[len(list)-1].k++
	}
	return list
}

// split appends the prime factors of an odd m.
func split(all []uint64, m uint64) []uint64 {
	if m == 1 {
		return all
	}
	// Even with no random rounds, ProbablyPrime is exact below 2^64.
	if new(big.Int).SetUint64(m).ProbablyPrime(0) {
		return append(all, m)
	}
	d := divisor(m)
	return split(split(all, d), m/d)
}

// divisor returns a proper divisor of an odd composite m. The numbers x ← x²+c
// repeat modulo a prime factor p after about sqrt(p) steps, long before they
// repeat modulo m. Then p divides the difference of two of them. If m itself
// does, it tries another c.
//
// Source: J. M. Pollard, "A Monte Carlo method for factorization", BIT 15 (1975)
// 331-334.
func divisor(m uint64) uint64 {
	for c := uint64(1); ; c++ {
		step := func(x uint64) uint64 { return addMod(mulMod(x, x, m), c, m) }
		slow, fast, d := uint64(2), uint64(2), uint64(1)
		for d == 1 {
			slow, fast = step(slow), step(step(fast))
			d = gcd(max(slow, fast)-min(slow, fast), m)
		}
		if d != m {
			return d
		}
	}
}

// least divides primes out of a number of steps as long as the rest still leads
// back to the start.
func least(steps uint64, back func(steps uint64) bool) uint64 {
	for _, f := range factors(steps) {
		for steps%f.p == 0 && back(steps/f.p) {
			steps /= f.p
		}
	}
	return steps
}

// orderOf returns the least k >= 1 with a^k = 1 mod m, for a prime to m: a divisor
// of Euler's phi(m).
func orderOf(a, m uint64) uint64 {
	phi := uint64(1)
	for _, f := range factors(m) {
		phi *= f.power() / f.p * (f.p - 1)
	}
	return least(phi, func(k uint64) bool { return powMod(a, k, m) == 1%m })
}
