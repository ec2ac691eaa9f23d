package shuffle

import "math/bits"

const (
	mtSize  = 624
	mtShift = 397
	// mtDefault is the seed that the reference program uses when none was
	// given.
	mtDefault = 5489
)

// twister is the Mersenne Twister MT19937 of Makoto Matsumoto and Takuji
// Nishimura: 624 words of state, period 2^19937-1.
//
// The words obey x[k+624] = x[k+397] xor twist(high bit of x[k], low 31 bits of
// x[k+1]), and each is tempered on its way out to spread its bits. The zero
// value seeds itself with 5489.
//
// Source: ACM Transactions on Modeling and Computer Simulation 8 (1998) 3-30, and
// http://www.math.sci.hiroshima-u.ac.jp/m-mat/MT/MT2002/emt19937ar.html for the
// two ways to seed.
type twister struct {
	x      [mtSize]uint32
	left   int // words not yet given out
	seeded bool
}

// seed fills the state from one word: init_genrand.
func (t *twister) seed(s uint32) {
	t.x[0] = s
	t.grow()
}

// grow fills the state from its first word.
func (t *twister) grow() { t.growFrom(t.x[0] ^ t.x[0]>>30) }

// growFrom fills the state after its first word, given what that word
// contributes to the second.
func (t *twister) growFrom(mixed uint32) {
	for i := 1; i < mtSize; i++ {
		t.x[i] = 1812433253*mixed + uint32(i)
		mixed = t.x[i] ^ t.x[i]>>30
	}
	t.left, t.seeded = 0, true
}

// seedArray fills the state from one or more words: init_by_array. Each pass
// over the state stirs the word before into each word; the first adds the key.
func (t *twister) seedArray(key []uint32) {
	t.seed(19650218)
	i, j := 1, 0
	for range max(mtSize, len(key)) {
		t.x[i] = (t.x[i] ^ (t.x[i-1]^t.x[i-1]>>30)*1664525) + key[j] + uint32(j)
		i, j = t.after(i), (j+1)%len(key)
	}
	for range mtSize - 1 {
		t.x[i] = (t.x[i] ^ (t.x[i-1]^t.x[i-1]>>30)*1566083941) - uint32(i)
		i = t.after(i)
	}
	t.x[0] = 1 << 31 // makes sure that the state is not all zero
}

// after returns the index after i as seeding goes round; wrapping, it copies the
// last word to the first place.
func (t *twister) after(i int) int {
	if i+1 < mtSize {
		return i + 1
	}
	t.x[0] = t.x[mtSize-1]
	return 1
}

// word gives out the next tempered word: genrand_int32.
func (t *twister) word() uint32 {
	if t.left == 0 {
		t.refill()
	}
	y := t.x[mtSize-t.left]
	t.left--
	y ^= y >> 11
	y ^= y << 7 & 0x9d2c5680
	y ^= y << 15 & 0xefc60000
	return y ^ y>>18
}

// refill makes the next 624 words.
func (t *twister) refill() {
	if !t.seeded {
		t.seed(mtDefault)
	}
	x := &t.x
	for k := 0; k < mtSize-mtShift; k++ {
		x[k] = x[k+mtShift] ^ twist(x[k], x[k+1])
	}
	for k := mtSize - mtShift; k < mtSize-1; k++ {
		x[k] = x[k+mtShift-mtSize] ^ twist(x[k], x[k+1])
	}
	x[mtSize-1] = x[mtShift-1] ^ twist(x[mtSize-1], x[0])
	t.left = mtSize
}

func twist(high, low uint32) uint32 {
	y := high&0x80000000 | low&0x7fffffff
	return y>>1 ^ -(y&1)&0x9908b0df
}

// Twister is the Mersenne Twister as its authors published it, MT19937. It can
// reach every order of at most 2,080 cards, and 624 words in a row give its state
// away. The zero value is seeded with 5489, as the reference program.
type Twister struct {
	replay[twister]
	box   diceBox
	keyed bool // made with a key, by MT19937Array or PythonRandom
}

// MT19937 returns the reference generator. One seed fills the state as
// init_genrand does, several as init_by_array; without any it is 5489, as in
// the reference program. For init_by_array with a key of a single word there is
// MT19937Array.
func MT19937(seed ...uint32) *Twister {
	t := new(Twister)
	t.seedAs("MT19937", seed)
	return t
}

// SetSeed starts the generator anew, as it was made: that of MT19937 with one seed as
// init_genrand does, with several as init_by_array, without any with 5489; one of
// MT19937Array or PythonRandom with a key of one or more words, as init_by_array does. So
// SetSeed(n) of a PythonRandom is Python's random.seed(n). Rewind goes back to this seed.
func (t *Twister) SetSeed(seed ...uint32) { t.seedAs("MT19937.SetSeed", seed) }

func (t *Twister) seedAs(call string, seed []uint32) {
	switch {
	case len(seed) > 1 || t.keyed && len(seed) == 1:
		t.now.seedArray(seed)
	case t.keyed:
		refuse(call, "no key, want at least one uint32")
	case len(seed) == 1:
		t.now.seed(seed[0])
	default:
		t.now.seed(mtDefault)
	}
	t.Mark()
}

// MT19937Array returns the reference generator seeded with a key of one or more
// words, as init_by_array does. The key 7 and the seed 7 of MT19937 are not the
// same. It panics without a key; the reference program would read past its end.
//
// CPython seeds its generator this way: see PythonRandom.
func MT19937Array(key ...uint32) *Twister {
	t := &Twister{keyed: true}
	t.seedAs("MT19937Array", key)
	return t
}

// PythonRandom returns the generator that Python programs get from
// random.seed(n) or random.Random(n). Its draws have these names there:
//
//	random.random()          Float64()
//	random.randrange(n)      IntN(n)
//	random.randint(a, b)     a + IntN(b-a+1)
//	random.choice(list)      list[IntN(len(list))]
//	random.shuffle(list)     EfficientSelection.On(list, rng)
//	random.getrandbits(k)    Bits(k), for k from 1 to 64
//
// Python takes n without its sign and cuts it into words of 32 bits, the lowest
// first, which are the key of init_by_array. A larger n is therefore
//
//	MT19937Array(low, …, high)
//
// without zeros at its end. Seeds that are no ints, such as strings, are hashed
// by Python first. NumPy's RandomState(n) is MT19937(n), and its random_sample()
// is Float64.
//
// Source: random_seed of CPython 3.11,
// https://github.com/python/cpython/blob/3.11/Modules/_randommodule.c, and the
// class Random, https://github.com/python/cpython/blob/3.11/Lib/random.py.
func PythonRandom(n int64) *Twister {
	size := uint64(n)
	if n < 0 {
		size = -size
	}
	low, high := uint32(size), uint32(size>>32)
	if high == 0 {
		return MT19937Array(low)
	}
	return MT19937Array(low, high)
}

// Uint32 draws the next word, genrand_int32.
func (t *Twister) Uint32() uint32 { return t.now.word() }

// Uint64 draws two words, the lower one first.
func (t *Twister) Uint64() uint64 {
	low := uint64(t.now.word())
	return uint64(t.now.word())<<32 | low
}

// Float64 draws a multiple of 2^-53 in [0, 1) from two words, genrand_res53.
func (t *Twister) Float64() float64 {
	high := uint64(t.now.word() >> 5)
	return unit(high<<26 | uint64(t.now.word()>>6))
}

// IntN draws an int from 0 to n-1: the highest bits of a word, as many as n has,
// drawn again until they are less than n. The reference program has no bounded
// draw; this is that of CPython's random module. IntN panics when n < 1.
func (t *Twister) IntN(n int) int {
	checkSides("MT19937.IntN", n)
	width := bits.Len64(uint64(n))
	for {
		if draw := t.Bits(width); draw < uint64(n) {
			return int(draw)
		}
	}
}

// Bits draws k bits, as getrandbits(k) of CPython does: the highest ones of a
// word. Beyond 32 the first word is the lower half. It panics unless
// 1 <= k <= 64.
func (t *Twister) Bits(k int) uint64 {
	checkRange("MT19937.Bits", "k", k, 1, 64)
	if k <= 32 {
		return uint64(t.now.word() >> (32 - k))
	}
	low := uint64(t.now.word())
	return uint64(t.now.word()>>(64-k))<<32 | low
}

// Name returns "MT19937".
func (t *Twister) Name() string { return "MT19937" }

// String returns the name.
func (t *Twister) String() string { return t.Name() }

// Dice rolls dice with n, n-1, … sides, each as IntN does: see Dicer.
func (t *Twister) Dice(n, k int) []int {
	checkDice("MT19937.Dice", n, k)
	rolls := t.box.take(k)
	for i := range rolls {
		rolls[i] = t.IntN(n - i)
	}
	return rolls
}
