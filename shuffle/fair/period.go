package fair

import (
	"fmt"
	"math/big"

	"riffle/shuffle/internal/arg"
)

// Cycle is how a sequence repeats itself: after Lead states, Length states recur
// for ever.
type Cycle struct {
	Lead, Length uint64
}

// String returns the cycle as in "period 16", or "period 1 after 4 states".
func (c Cycle) String() string {
	switch c.Lead {
	case 0:
		return fmt.Sprintf("period %d", c.Length)
	case 1:
		return fmt.Sprintf("period %d after 1 state", c.Length)
	}
	return fmt.Sprintf("period %d after %d states", c.Length, c.Lead)
}

// Period returns the cycle of the linear congruential generator s ← (a·s + c) mod
// m from a seed, for any modulus up to 2^64-1, without running it. It panics when
// m is 0.
//
// The states modulo m repeat as soon as they do modulo each prime power q = p^k
// that divides m. If p divides a, the influence of the seed is gone after k steps
// at most, and the state stays. Otherwise the step can be undone, so that the
// sequence comes back to its seed, after j steps say. With d = s1 - s0
//
//	s_j - s0 = d·(1 + a + a² + … + a^(j-1))
//
// and j is the least number for which q divides this. It divides q if
// a = 1 mod p, and otherwise phi(q).
func Period(a, c, m, seed uint64) Cycle {
	if m == 0 {
		arg.Refuse("fair.Period", "m = 0, want at least 1")
	}
	cycle := Cycle{Length: 1}
	if seed >= m {
		cycle.Lead = 1 // no later state is the seed itself
	}
	for _, f := range factors(m) {
		part := cycleOfPower(a, c, seed, f)
		cycle.Lead = max(cycle.Lead, part.Lead)
		cycle.Length = cycle.Length / gcd(cycle.Length, part.Length) * part.Length
	}
	return cycle
}

// cycleOfPower is the cycle modulo a prime power.
func cycleOfPower(a, c, seed uint64, f prime) Cycle {
	q := f.power()
	step := affine{a % q, c % q, q}
	s := seed % q
	if a%f.p == 0 {
		lead := uint64(0)
		for next := step.of(s); next != s; next = step.of(s) {
			s = next
			lead++
		}
		return Cycle{lead, 1}
	}
	most := q
	if a%f.p != 1%f.p {
		most = q / f.p * (f.p - 1)
	}
	return Cycle{0, least(most, func(j uint64) bool { return step.times(j).of(s) == s })}
}

// affine is the map s → (a·s + c) mod m.
type affine struct{ a, c, m uint64 }

func (f affine) of(s uint64) uint64 { return addMod(mulMod(f.a, s, f.m), f.c, f.m) }

// then returns the map that does f first and g after it.
func (f affine) then(g affine) affine { return affine{mulMod(f.a, g.a, f.m), g.of(f.c), f.m} }

// times returns the map that does f n times.
func (f affine) times(n uint64) affine {
	result := affine{1 % f.m, 0, f.m}
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			result = result.then(f)
		}
		f = f.then(f)
	}
	return result
}

// Conditions are Hull and Dobell's conditions for a linear congruential generator
// to run through all m states from every seed.
type Conditions struct {
	A, C, M uint64
	// Coprime says that c and m have no common divisor above 1. Common is their
	// largest.
	Coprime bool
	Common  uint64
	// Primes says that a-1 is divisible by every prime that divides m. Missing
	// are the primes that don't divide it.
	Primes  bool
	Missing []uint64
	// Four says that a-1 is divisible by 4 if m is.
	Four bool
}

// HullDobell checks whether the generator s ← (a·s + c) mod m has the full period
// m, and which condition fails. It has if and only if all three hold:
//
//	c and m have no common divisor,
//	a-1 is divisible by all primes that divide m,
//	a-1 is divisible by 4 if m is.
//
// It panics when m is 0.
//
// Source: T. E. Hull and A. R. Dobell, "Random number generators", SIAM Review 4
// (1962) 230-254.
func HullDobell(a, c, m uint64) Conditions {
	if m == 0 {
		arg.Refuse("fair.HullDobell", "m = 0, want at least 1")
	}
	h := Conditions{A: a, C: c, M: m, Common: gcd(c, m)}
	h.Coprime = h.Common == 1
	// a-1 for a = 0 is -1, which is divisible by no prime.
	before := new(big.Int).Sub(new(big.Int).SetUint64(a), big.NewInt(1))
	divides := func(d uint64) bool {
		return new(big.Int).Mod(before, new(big.Int).SetUint64(d)).Sign() == 0
	}
	for _, f := range factors(m) {
		if !divides(f.p) {
			h.Missing = append(h.Missing, f.p)
		}
	}
	h.Primes = h.Missing == nil
	h.Four = m%4 != 0 || divides(4)
	return h
}

// Full reports whether all conditions hold, so that the period is m.
func (h Conditions) Full() bool { return h.Coprime && h.Primes && h.Four }

// String returns a line for each condition, and what follows.
func (h Conditions) String() string {
	mark := func(holds bool, yes, no string) string {
		if holds {
			return "  holds: " + yes + "\n"
		}
		return "  FAILS: " + no + "\n"
	}
	s := fmt.Sprintf("s ← (%d·s + %d) mod %d\n", h.A, h.C, h.M)
	s += mark(h.Coprime, "c and m have no common divisor", fmt.Sprintf("%d divides c and m", h.Common))
	s += mark(h.Primes, "a-1 is divisible by all primes that divide m", fmt.Sprintf("a-1 is not divisible by %s", listOf(h.Missing)))
	s += mark(h.Four, "a-1 is divisible by 4 if m is", "m is divisible by 4 and a-1 isn't")
	if h.Full() {
		return s + fmt.Sprintf("The period is %d from every seed.", h.M)
	}
	return s + fmt.Sprintf("The period is less than %d.", h.M)
}

// listOf writes numbers with commas and a last or.
func listOf(numbers []uint64) string {
	s := ""
	for i, n := range numbers {
		switch {
		case i == 0:
		case i == len(numbers)-1:
			s += " or "
		default:
			s += ", "
		}
		s += fmt.Sprint(n)
	}
	return s
}
