package check_test

import (
	"slices"
	"testing"

	"riffle/shuffle"
	"riffle/shuffle/check"
)

// wrongLotteries are what students write, with the sentence that they read.
var wrongLotteries = []struct {
	name  string
	f     func(n, k int, rng shuffle.PRNG) []int
	rules []check.Rule
	want  string
}{
	{"repeats", func(n, k int, rng shuffle.PRNG) (p []int) {
		for range k {
			p = append(p, 1+rng.IntN(n))
		}
		return p
	}, nil, "picks 1 twice: n = 4, k = 2 gave [1 1]"},
	{"from 0", func(n, k int, rng shuffle.PRNG) []int {
		p := deck(n)
		shuffle.FisherYates(p, rng)
		for i := range p {
			p[i]--
		}
		return p[:k]
	}, nil, "picks 0, which isn't from 1 to 1: n = 1, k = 1 gave [0]"},
	{"unsorted", func(n, k int, rng shuffle.PRNG) []int {
		p := deck(n)
		shuffle.FisherYates(p, rng)
		return p[:k]
	}, []check.Rule{check.Sorted}, "doesn't sort the numbers: n = 4, k = 2 gave [2 1]"},
	{"one too many", func(n, k int, rng shuffle.PRNG) []int {
		p := append(deck(n), n+1)
		shuffle.FisherYates(p[:n], rng)
		return p[:k+1]
	}, nil, "picks 2 numbers instead of 1: n = 1, k = 1 gave [1 2]"},
	{"biased to small ones: the next free number", func(n, k int, rng shuffle.PRNG) (p []int) {
		for len(p) < k {
			v := 1 + rng.IntN(n)
			for slices.Contains(p, v) {
				v = v%n + 1
			}
			p = append(p, v)
		}
		return p
	}, nil, "the combination [1 3] has probability 1/8, a fair lottery gives 1/6 for n = 4, k = 2"},
	{"never the last", func(n, k int, rng shuffle.PRNG) []int {
		p := deck(n)
		for i := range k {
			if i < n-1 {
				j := i + rng.IntN(n-1-i)
				p[i], p[j] = p[j], p[i]
			}
		}
		return p[:k]
	}, nil, "never picks [3]: every combination should have probability 1/3 for n = 3, k = 1"},
	{"always the first", func(n, k int, rng shuffle.PRNG) []int { return deck(k) }, nil, "never draws from the generator it is given: n = 3, k = 1 always gives [1]"},
	{"its own generator", func(n, k int, rng shuffle.PRNG) []int { return shuffle.NewLottery(n).Pick(k) }, nil, "uses another generator than the one given: without a draw from that, n = 3, k = 1 gave …"},
	{"reals, each with a smaller range", func(n, k int, rng shuffle.PRNG) (p []int) {
		last := 0
		for i := range k {
			last += 1 + int(rng.Float64()*float64(n-last-(k-i-1)))
			p = append(p, last)
		}
		return p
	}, nil, "the combination [2 3 4 5 6] has probability about 1/2, a fair lottery gives 1/6 for n = 6, k = 5"},
	{"nothing of the pick before", func() func(n, k int, rng shuffle.PRNG) []int {
		var last []int
		return func(n, k int, rng shuffle.PRNG) []int {
			for again := n > 12; again; {
				p := shuffle.NewLottery(n, rng).Pick(k)
				if again = slices.ContainsFunc(p, func(v int) bool { return slices.Contains(last, v) }); !again {
					last = p
					return slices.Clone(p)
				}
			}
			return shuffle.NewLottery(n, rng).Pick(k)
		}
	}(), nil, "gives different results after the same draws: it remembers something between calls, or uses another generator too"},
	{"seeds a generator of its own with 21 bits", func(n, k int, rng shuffle.PRNG) []int {
		if n > 6 {
			rng = shuffle.NewPRNG(int64(rng.IntN(1 << 21)))
		}
		return shuffle.NewLottery(n, rng).Pick(k)
	}, nil, "draws too little: on n = 40, k = 6, the values of its 1 draw had a probability of 1/2,097,152, so what came of them has that or more, and a fair one gives it 1/3,838,380 (does it seed a generator of its own?)"},
	{"panics without numbers", func(n, k int, rng shuffle.PRNG) []int {
		p := shuffle.NewLottery(n, rng).Pick(k)
		_ = p[0]
		return p
	}, nil, "panics on n = 3, k = 0: index out of range [0] with length 0"},
}

func deck(n int) (d []int) {
	for i := range n {
		d = append(d, i+1)
	}
	return d
}

func TestWrongLotteries(t *testing.T) {
	for _, c := range wrongLotteries {
		t.Run(c.name, func(t *testing.T) {
			if got := check.Lottery(c.f, c.rules...); got.Passed || !says(got.Sentence, c.want) {
				t.Errorf("got  %s\nwant ✗ wrong: %s", got, c.want)
			}
		})
	}
}

func TestRightLotteries(t *testing.T) {
	for name, f := range map[string]check.Picker{
		"the library's": func(n, k int, rng shuffle.PRNG) []int { return shuffle.NewLottery(n, rng).Pick(k) },
		"until new": func(n, k int, rng shuffle.PRNG) (p []int) {
			for len(p) < k {
				if v := 1 + rng.IntN(n); !slices.Contains(p, v) {
					p = append(p, v)
				}
			}
			slices.Sort(p)
			return p
		},
		"one by one": func(n, k int, rng shuffle.PRNG) (p []int) { // Knuth's selection sampling
			for v := 1; v <= n; v++ {
				if rng.IntN(n-v+1) < k-len(p) {
					p = append(p, v)
				}
			}
			return p
		},
		"Floyd": func(n, k int, rng shuffle.PRNG) (p []int) {
			for v := n - k + 1; v <= n; v++ {
				if w := 1 + rng.IntN(v); slices.Contains(p, w) {
					p = append(p, v)
				} else {
					p = append(p, w)
				}
			}
			slices.Sort(p)
			return p
		},
		"reals": func(n, k int, rng shuffle.PRNG) (p []int) {
			for v := 1; v <= n; v++ {
				if rng.Float64()*float64(n-v+1) < float64(k-len(p)) {
					p = append(p, v)
				}
			}
			return p
		},
	} {
		t.Run(name, func(t *testing.T) {
			if got := check.Lottery(f, check.Sorted); !got.Passed {
				t.Error(got)
			}
		})
	}
}

// java is a student's java.util.Random.
type java struct{ s uint64 }

func newJava(seed int64) *java { return &java{(uint64(seed) ^ 0x5DEECE66D) & (1<<48 - 1)} }

func (j *java) step() uint64 {
	j.s = (j.s*0x5DEECE66D + 11) & (1<<48 - 1)
	return j.s
}

func (j *java) next() int32 { return int32(j.step() >> 16) }

func (j *java) intN(n int) int {
	for {
		bits := int32(j.step() >> 17)
		if n&(n-1) == 0 {
			return int(int64(n) * int64(bits) >> 31)
		}
		if v := bits % int32(n); bits-v+int32(n-1) >= 0 {
			return int(v)
		}
	}
}

// twister returns a student's Mersenne Twister, with its tempering.
func twister(seed uint32, temper func(y uint32) uint32) func() uint32 {
	var s [624]uint32
	s[0] = seed
	for i := uint32(1); i < 624; i++ {
		s[i] = 1812433253*(s[i-1]^s[i-1]>>30) + i
	}
	at := 624
	return func() uint32 {
		if at == 624 {
			for i := range s {
				y := s[i]&(1<<31) | s[(i+1)%624]&(1<<31-1)
				s[i] = s[(i+397)%624] ^ y>>1 ^ (y&1)*0x9908b0df
			}
			at = 0
		}
		at++
		return temper(s[at-1])
	}
}

func temper(y uint32) uint32 {
	y ^= y >> 11
	y ^= y << 7 & 0x9d2c5680
	y ^= y << 15 & 0xefc60000
	return y ^ y>>18
}

// lcg returns a student's generator.
func lcg(a, c, m, s int) func() int {
	return func() int {
		s = (a*s + c) % m
		return s
	}
}

// generators are students' generators, with what they are told.
var generators = []struct {
	name string
	got  func() any
	want func() any
	says string
}{
	{"Java", func() any { return newJava(42).next }, func() any { return shuffle.JavaRandom(42) }, "✓ right: 5,000 draws agree with java.util.Random"},
	{"Java's nextInt(n)", func() any { return newJava(42).intN }, func() any { return shuffle.JavaRandom(42) }, "✓ right: 5,000 draws agree with java.util.Random"},
	{"Java by its own method", func() any { return newJava(42).next }, func() any { return shuffle.JavaRandom(42).NextInt }, "✓ right: 5,000 draws agree with the reference"},
	{"the Mersenne Twister", func() any { return twister(5489, temper) }, func() any { return shuffle.MT19937(5489) }, "✓ right: 5,000 draws agree with MT19937"},
	{"numbers that are known", func() any { return lcg(5, 3, 16, 7) }, func() any { return []int{6, 1, 8, 11} }, "✓ right: 4 draws agree with the exercise"},
	{"Java without its scrambled seed", func() any { return (&java{42}).next }, func() any { return shuffle.JavaRandom(42) }, "✗ wrong: draw 1: 16159453, java.util.Random gives -1170105035"},
	{"Java, unsigned", func() any {
		j := newJava(42)
		return func() int64 { return int64(uint32(j.step() >> 16)) }
	}, func() any { return shuffle.JavaRandom(42).NextInt }, "✗ wrong: draw 1: 3124862261, the reference gives -1170105035: the lowest 31 bits agree, the sign doesn't (is the number an int32?)"},
	{"Java, its sign lost", func() any {
		j := newJava(42)
		return func() int32 { return int32(j.step() >> 16 & (1<<31 - 1)) }
	}, func() any { return shuffle.JavaRandom(42) }, "✗ wrong: draw 1: 977378613, java.util.Random gives -1170105035: the lowest 31 bits agree, the sign doesn't (is the number an int32?)"},
	{"Java, absolute", func() any {
		j := newJava(42)
		return func() int32 { return max(j.next(), -j.next()) }
	}, func() any { return shuffle.JavaRandom(42) }, "✗ wrong: draw 1: -234785527, java.util.Random gives -1170105035"},
	{"Java without rejection", func() any {
		j := newJava(42)
		return func(n int) int {
			if n&(n-1) == 0 {
				return j.intN(n)
			}
			return int(j.step()>>17) % n
		}
	}, func() any { return shuffle.JavaRandom(42) }, "✗ wrong: draw 31, IntN(1073741825): 202614905, java.util.Random gives 726510756, after 30 equal draws"},
	{"Java, remainder of an int", func() any {
		j := newJava(42)
		return func(n int) int { return int(j.next()) % n }
	}, func() any { return shuffle.JavaRandom(42) }, "✗ wrong: draw 1, IntN(6): -5, want 0 to 5"},
	{"a twister that is tempered wrongly", func() any {
		return twister(5489, func(y uint32) uint32 {
			y ^= y >> 11
			y ^= y << 7 & 0x9d2c5680
			y ^= y << 15 & 0xefc60000
			return y ^ y>>17
		})
	}, func() any { return shuffle.MT19937(5489) }, "✗ wrong: draw 1: 3499222832, MT19937 gives 3499211612"},
	{"a twister that wraps wrongly", func() any {
		right := twister(5489, temper)
		n := 0
		return func() uint32 {
			if n++; n > 624 {
				return right() ^ 1
			}
			return right()
		}
	}, func() any { return shuffle.MT19937(5489) }, "✗ wrong: draw 625: 4178893913, MT19937 gives 4178893912, after 624 equal draws"},
	{"an LCG that overflows 32 bits", func() any {
		s := int32(1)
		return func() int {
			s = s * 16807 % 2147483647
			return int(s)
		}
	}, func() any { return lcg(16807, 0, 2147483647, 1) }, "✗ wrong: draw 3: 1622647863, the reference gives 1622650073"},
	{"an LCG of low bits", func() any {
		next := lcg(1103515245, 12345, 1<<31, 1)
		return func() int { return next() & 7 }
	}, func() any {
		next := lcg(1103515245, 12345, 1<<31, 1)
		return func() int { return next() >> 28 }
	}, "✗ wrong: draw 1: 6, the reference gives 4: its numbers repeat after 8 draws"},
	{"an LCG that forgets its state", func() any { return func() int { return lcg(5, 3, 16, 7)() } }, func() any { return lcg(5, 3, 16, 7) }, "✗ wrong: draw 2: 6, the reference gives 1: it gives the same number again and again (does it keep its state?)"},
	{"an LCG that returns before it steps", func() any {
		s := 7
		return func() int {
			old := s
			s = (5*s + 3) % 16
			return old
		}
	}, func() any { return lcg(5, 3, 16, 7) }, "✗ wrong: draw 1: 7, the reference gives 6: it is one draw behind (does it step before it returns a number?)"},
	{"an LCG one step ahead", func() any {
		next := lcg(5, 3, 16, 7)
		next()
		return next
	}, func() any { return lcg(5, 3, 16, 7) }, "✗ wrong: draw 1: 1, the reference gives 6: it is one draw ahead (does it return the number before or after the step?)"},
	{"IntN that reaches n", func() any {
		rng := shuffle.NewPRNG(1)
		return func(n int) int { return rng.IntN(n + 1) }
	}, func() any { return shuffle.NewPRNG(1) }, "✗ wrong: draw 2, IntN(1): 1, want 0 to 0"},
	{"a panic", func() any {
		var s []int
		return func() int { return s[0] }
	}, func() any { return lcg(5, 3, 16, 7) }, "✗ wrong: panics on draw 1: index out of range [0] with length 0"},
	{"no function", func() any { return 7 }, func() any { return lcg(5, 3, 16, 7) }, "✗ wrong: the generator is of type int, want a function such as mine.Next"},
	{"nothing", func() any { return nil }, func() any { return lcg(5, 3, 16, 7) }, "✗ wrong: the generator is nil, want a function such as mine.Next"},
	{"two results", func() any { return func() (int, error) { return 0, nil } }, func() any { return lcg(5, 3, 16, 7) }, "✗ wrong: the generator is func() (int, error), want a function that takes nothing or an n, and returns a number"},
}

func TestGenerators(t *testing.T) {
	for _, c := range generators {
		t.Run(c.name, func(t *testing.T) {
			if got := check.Generator(c.got(), c.want()).String(); got != c.says {
				t.Errorf("got  %s\nwant %s", got, c.says)
			}
		})
	}
}
