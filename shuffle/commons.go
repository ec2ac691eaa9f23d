package shuffle

import "math"

// Commons is the MersenneTwister of Apache Commons Math 2.2: the words of
// MT19937 under the interface of java.util.Random, with its own seeding and its
// own bounded draw and functions for normal ones.
//
// Source: the class org.apache.commons.math.random.MersenneTwister,
// https://commons.apache.org/proper/commons-math/javadocs/api-2.2/org/apache/commons/math/random/MersenneTwister.html,
// and its base class BitsStreamGenerator.
type Commons struct {
	replay[commonsState]
	box diceBox
}

type commonsState struct {
	twister
	gauss    float64 // the second of a pair of normal draws
	gaussSet bool
}

// CommonsMersenneTwister returns the generator seeded as setSeed(long) does: with
// a key of two words, the halves of the seed, the higher first.
func CommonsMersenneTwister(seed int64) *Commons {
	return CommonsMersenneTwisterInts(int32(seed>>32), int32(seed))
}

// CommonsMersenneTwisterInt returns the generator seeded as setSeed(int) does. A
// negative seed does not give the words of MT19937: the original extends the seed
// to 64 bits with its sign and computes the second word of the state from them,
// so that ones are shifted in from above.
func CommonsMersenneTwisterInt(seed int32) *Commons {
	c := new(Commons)
	c.SetSeedInt(seed)
	return c
}

// CommonsMersenneTwisterInts returns the generator seeded as setSeed(int[])
// does, with a key of one or more words. It panics without any.
func CommonsMersenneTwisterInts(seed ...int32) *Commons {
	c := new(Commons)
	c.seedInts("CommonsMersenneTwisterInts", seed)
	return c
}

// SetSeed starts the generator anew, as setSeed(long) does: with the state of
// CommonsMersenneTwister(seed). Rewind goes back to this seed. Of a pair of normal draws
// the second is kept, as in Commons Math 2.2, so that a NextGaussian after SetSeed may
// still belong to the old seed.
func (c *Commons) SetSeed(seed int64) { c.SetSeedInts(int32(seed>>32), int32(seed)) }

// SetSeedInt starts the generator anew, as setSeed(int) does: with the state of
// CommonsMersenneTwisterInt(seed). See SetSeed.
func (c *Commons) SetSeedInt(seed int32) {
	c.now.x[0] = uint32(seed)
	wide := int64(seed)
	c.now.growFrom(uint32(wide ^ wide>>30))
	c.Mark()
}

// SetSeedInts starts the generator anew, as setSeed(int[]) does: with the state of
// CommonsMersenneTwisterInts(seed...). See SetSeed. It panics without a seed.
func (c *Commons) SetSeedInts(seed ...int32) { c.seedInts("CommonsMersenneTwister.SetSeedInts", seed) }

func (c *Commons) seedInts(call string, seed []int32) {
	if len(seed) == 0 {
		refuse(call, "no seed, want at least one int32")
	}
	key := make([]uint32, len(seed))
	for i, s := range seed {
		key[i] = uint32(s)
	}
	c.now.seedArray(key)
	c.Mark()
}

// next takes the highest bits of the next word.
func (c *Commons) next(bits int) uint32 { return c.now.word() >> (32 - bits) }

// NextInt draws any of the 2^32 ints, as nextInt() does.
func (c *Commons) NextInt() int32 { return int32(c.next(32)) }

// NextIntN draws an int from 0 to n-1, as nextInt(n) does: the lowest bits of a
// word, dropped until they are less than n. It takes as many bits as n itself
// has, not n-1, so a power of two drops half of the words, and n = 1 may use
// several. NextIntN panics unless 1 <= n <= 2^31-1.
func (c *Commons) NextIntN(n int) int {
	checkRange("CommonsMersenneTwister.NextIntN", "n", n, 1, math.MaxInt32)
	mask := smear(uint64(n))
	for {
		if draw := uint64(c.next(32)) & mask; draw < uint64(n) {
			return int(draw)
		}
	}
}

// smear returns the smallest 2^k-1 that is at least n.
func smear(n uint64) uint64 {
	for shift := 1; shift < 64; shift *= 2 {
		n |= n >> shift
	}
	return n
}

// NextLong draws 64 bits, as nextLong() does: two words, the higher first.
func (c *Commons) NextLong() int64 {
	high := int64(c.next(32)) << 32
	return high | int64(c.next(32))
}

// NextDouble draws a multiple of 2^-52 in [0, 1), as nextDouble() does.
func (c *Commons) NextDouble() float64 {
	high := uint64(c.next(26)) << 26
	return float64(high|uint64(c.next(26))) / (1 << 52)
}

// NextFloat draws a multiple of 2^-23 in [0, 1), as nextFloat() does.
func (c *Commons) NextFloat() float32 { return float32(c.next(23)) / (1 << 23) }

// NextBoolean flips a coin, as nextBoolean() does.
func (c *Commons) NextBoolean() bool { return c.next(1) != 0 }

// NextBytes fills b with random bytes, as nextBytes(b) does: four from each word,
// the lowest first. The last word is drawn even if it fills no byte.
func (c *Commons) NextBytes(b []byte) {
	i := 0
	for ; i+3 < len(b); i += 4 {
		word := c.next(32)
		b[i], b[i+1], b[i+2], b[i+3] = byte(word), byte(word>>8), byte(word>>16), byte(word>>24)
	}
	for word := c.next(32); i < len(b); i++ {
		b[i] = byte(word)
		word >>= 8
	}
}

// NextGaussian draws from the normal distribution with mean 0 and standard
// deviation 1, as nextGaussian() does: the method of Box and Muller, which turns
// an angle and a radius into a pair of draws. The second is kept for the next
// call. Logarithm, sine and cosine are those of Commons Math, bit for bit.
func (c *Commons) NextGaussian() float64 {
	if c.now.gaussSet {
		c.now.gaussSet = false
		return c.now.gauss
	}
	sin, cos := fastSinCos(2 * math.Pi * c.NextDouble())
	radius := math.Sqrt(-2 * fastLog(c.NextDouble()))
	c.now.gauss, c.now.gaussSet = radius*sin, true
	return radius * cos
}

// IntN draws an int from 0 to n-1: NextIntN(n) and, for an n beyond Java's
// ints, the same with the bits of NextLong. It panics when n < 1.
func (c *Commons) IntN(n int) int {
	checkSides("CommonsMersenneTwister.IntN", n)
	if n <= math.MaxInt32 {
		return c.NextIntN(n)
	}
	mask := smear(uint64(n))
	for {
		if draw := c.Uint64() & mask; draw < uint64(n) {
			return int(draw)
		}
	}
}

// Uint32 draws the bits of NextInt.
func (c *Commons) Uint32() uint32 { return c.next(32) }

// Uint64 draws the bits of NextLong.
func (c *Commons) Uint64() uint64 { return uint64(c.NextLong()) }

// Float64 draws NextDouble.
func (c *Commons) Float64() float64 { return c.NextDouble() }

// Name returns "Commons Math MersenneTwister".
func (c *Commons) Name() string { return "Commons Math MersenneTwister" }

// String returns the name.
func (c *Commons) String() string { return c.Name() }

// Dice rolls dice with n, n-1, … sides, each as IntN does: see Dicer.
func (c *Commons) Dice(n, k int) []int {
	checkDice("CommonsMersenneTwister.Dice", n, k)
	rolls := c.box.take(k)
	for i := range rolls {
		rolls[i] = c.IntN(n - i)
	}
	return rolls
}
