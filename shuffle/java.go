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
	j.SetSeed(seed)
	return j
}

// SetSeed starts the generator anew, as setSeed(seed) does: it draws what JavaRandom(seed)
// draws, and Rewind goes back to this seed.
func (j *Java) SetSeed(seed int64) {
	j.now = javaState{s: (uint64(seed) ^ javaA) & javaMask}
	j.Mark()
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

// NextIntRange draws an int from low to high-1, as nextInt(low, high) of Java 17 does. It
// panics unless -2^31 <= low < high <= 2^31-1.
//
// It isn't low plus NextIntN(high-low): where that is a power of two, nextInt(low, high)
// takes the lowest bits of an int and not the highest, and where it is beyond 2^31-1, it
// draws ints until one lies in the range.
//
// Source: boundedNextInt of the class jdk.internal.util.random.RandomSupport,
// https://github.com/openjdk/jdk17u/blob/master/src/java.base/share/classes/jdk/internal/util/random/RandomSupport.java.
func (j *Java) NextIntRange(low, high int) int {
	checkJavaRange("JavaRandom.NextIntRange", low, high)
	return j.nextIntRange(low, high)
}

func (j *Java) nextIntRange(low, high int) int {
	n := high - low
	switch {
	case n&(n-1) == 0:
		return low + int(j.next(32))&(n-1)
	case n <= math.MaxInt32:
		for {
			r := j.next(31)
			if draw := r % int32(n); r-draw+int32(n-1) >= 0 {
				return low + int(draw)
			}
		}
	}
	for {
		if draw := int(j.next(32)); low <= draw && draw < high {
			return draw
		}
	}
}

// Ints draws k of the 2^32 ints, as ints(k) does.
func (j *Java) Ints(k int) []int32 {
	checkRepeats("JavaRandom.Ints", "k", k)
	draws := make([]int32, k)
	for i := range draws {
		draws[i] = j.NextInt()
	}
	return draws
}

// IntsRange draws k ints from low to high-1, as ints(k, low, high) of Java 17 does: each as
// NextIntRange. It panics unless -2^31 <= low < high <= 2^31-1.
func (j *Java) IntsRange(k, low, high int) []int {
	checkRepeats("JavaRandom.IntsRange", "k", k)
	checkJavaRange("JavaRandom.IntsRange", low, high)
	draws := make([]int, k)
	for i := range draws {
		draws[i] = j.nextIntRange(low, high)
	}
	return draws
}

// checkJavaRange refuses what isn't a range of Java's ints.
func checkJavaRange(call string, low, high int) {
	checkRange(call, "low", low, math.MinInt32, math.MaxInt32-1)
	checkRange(call, "high", high, low+1, math.MaxInt32)
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

// IntN draws an int from 0 to n-1: NextIntN(n), or NextLongN(n) when n is too large for a
// Java int. It panics when n < 1.
func (j *Java) IntN(n int) int {
	checkSides("JavaRandom.IntN", n)
	if n <= math.MaxInt32 {
		return j.NextIntN(n)
	}
	return int(j.NextLongN(int64(n)))
}

// NextLongN draws an int64 from 0 to n-1, as nextLong(n) of Java 17 does: the twin of
// NextIntN with 63 bits, except that a power of two takes the lowest bits. It panics when
// n < 1.
func (j *Java) NextLongN(n int64) int64 {
	if n < 1 {
		refuse("JavaRandom.NextLongN", "n = %d, want at least 1", n)
	}
	return j.nextLongN(n)
}

// NextLongRange draws an int64 from low to high-1, as nextLong(low, high) of Java 17 does.
// It panics unless low < high.
func (j *Java) NextLongRange(low, high int64) int64 {
	if low >= high {
		refuse("JavaRandom.NextLongRange", "low = %d, high = %d, want low below high", low, high)
	}
	if n := high - low; n > 0 || n == math.MinInt64 { // 2^63, a power of two
		return low + j.nextLongN(n)
	}
	for {
		if draw := j.NextLong(); low <= draw && draw < high {
			return draw
		}
	}
}

// nextLongN is NextLongN for n > 0, and for 2^63, which wraps around.
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
