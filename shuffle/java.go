package shuffle

import "math"

// Java is java.util.Random, a linear congruential generator of 48 bits:
//
//	s ← (25214903917·s + 11) mod 2^48
//
// A draw takes the highest bits of s. At most 2^48 of the 2^225.6 decks can come
// up, and two draws give the state away.
//
// Source: the documentation of java.util.Random, which specifies the algorithm,
// https://docs.oracle.com/en/java/javase/17/docs/api/java.base/java/util/Random.html.
type Java struct {
	replay[javaState]
	box diceBox
}

type javaState struct {
	s        uint64
	gauss    float64 // the second of a pair of normal draws
	gaussSet bool
}

const (
	javaA    = 0x5DEECE66D
	javaC    = 0xB
	javaMask = 1<<48 - 1
)

// JavaRandom returns the generator that Java calls new Random(seed).
func JavaRandom(seed int64) *Java {
	j := new(Java)
	j.now.s = (uint64(seed) ^ javaA) & javaMask
	j.Mark()
	return j
}

// next takes the highest bits of the next state.
func (j *Java) next(bits int) int32 {
	j.now.s = (j.now.s*javaA + javaC) & javaMask
	return int32(j.now.s >> (48 - bits))
}

// NextInt draws any of the 2^32 ints, as nextInt() does.
func (j *Java) NextInt() int32 { return j.next(32) }

// NextIntN draws an int from 0 to n-1, as nextInt(n) does. It panics unless
// 1 <= n <= 2^31-1.
//
// For a power of two, it takes the highest bits. Otherwise it divides 31 bits r
// by n and returns the remainder, unless r lies in the last, incomplete run of n
// values below 2^31: then it draws again.
func (j *Java) NextIntN(n int) int {
	checkRange("JavaRandom.NextIntN", "n", n, 1, math.MaxInt32)
	if n&(n-1) == 0 {
		return int(int64(n) * int64(j.next(31)) >> 31)
	}
	for {
		r := j.next(31)
		draw := r % int32(n)
		// The run that r lies in ends below 2^31 unless this overflows.
		if r-draw+int32(n-1) >= 0 {
			return int(draw)
		}
	}
}

// NextLong draws 64 bits, as nextLong() does: the sum of two ints, the higher
// first, so a negative lower one borrows from the higher.
func (j *Java) NextLong() int64 {
	high := int64(j.next(32)) << 32
	return high + int64(j.next(32))
}

// NextDouble draws a multiple of 2^-53 in [0, 1), as nextDouble() does.
func (j *Java) NextDouble() float64 {
	high := uint64(j.next(26)) << 27
	return unit(high + uint64(j.next(27)))
}

// NextFloat draws a multiple of 2^-24 in [0, 1), as nextFloat() does.
func (j *Java) NextFloat() float32 { return float32(j.next(24)) / (1 << 24) }

// NextBoolean flips a coin, as nextBoolean() does.
func (j *Java) NextBoolean() bool { return j.next(1) != 0 }

// NextBytes fills b with random bytes, as nextBytes(b) does: four from each
// int, the lowest first.
func (j *Java) NextBytes(b []byte) {
	for i := 0; i < len(b); {
		word := j.next(32)
		for end := min(i+4, len(b)); i < end; i++ {
			b[i] = byte(word)
			word >>= 8
		}
	}
}

// NextGaussian draws from the normal distribution with mean 0 and standard
// deviation 1, as nextGaussian() does: Marsaglia's polar method, which turns a
// point in the unit disc into a pair of draws. The second is kept for the next
// call.
func (j *Java) NextGaussian() float64 {
	if j.now.gaussSet {
		j.now.gaussSet = false
		return j.now.gauss
	}
	for {
		x := 2*j.NextDouble() - 1
		y := 2*j.NextDouble() - 1
		// The conversions forbid a fused multiply-add, which rounds
		// differently and which Java doesn't use.
		s := float64(x*x) + float64(y*y)
		if s < 1 && s != 0 {
			scale := math.Sqrt(-2 * strictLog(s) / s)
			j.now.gauss, j.now.gaussSet = y*scale, true
			return x * scale
		}
	}
}

// IntN draws an int from 0 to n-1: NextIntN(n), or nextLong(n) of Java 17 when n
// is too large for a Java int. It panics when n < 1.
func (j *Java) IntN(n int) int {
	checkSides("JavaRandom.IntN", n)
	if n <= math.MaxInt32 {
		return j.NextIntN(n)
	}
	return int(j.nextLongN(int64(n)))
}

// nextLongN is java.util.random.RandomGenerator.nextLong(n), the 63-bit twin
// of NextIntN, for n > 0.
func (j *Java) nextLongN(n int64) int64 {
	r := j.NextLong()
	if n&(n-1) == 0 {
		return r & (n - 1)
	}
	for {
		r = int64(uint64(r) >> 1)
		draw := r % n
		if r-draw+(n-1) >= 0 {
			return draw
		}
		r = j.NextLong()
	}
}

// Uint32 draws the bits of NextInt.
func (j *Java) Uint32() uint32 { return uint32(j.NextInt()) }

// Uint64 draws the bits of NextLong.
func (j *Java) Uint64() uint64 { return uint64(j.NextLong()) }

// Float64 draws NextDouble.
func (j *Java) Float64() float64 { return j.NextDouble() }

// Name returns "java.util.Random".
func (j *Java) Name() string { return "java.util.Random" }

// String returns the name.
func (j *Java) String() string { return j.Name() }

// Dice rolls dice with n, n-1, … sides, each as IntN does: see Dicer.
func (j *Java) Dice(n, k int) []int {
	checkDice("JavaRandom.Dice", n, k)
	rolls := j.box.take(k)
	for i := range rolls {
		rolls[i] = j.IntN(n - i)
	}
	return rolls
}
