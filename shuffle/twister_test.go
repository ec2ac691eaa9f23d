package shuffle

import (
	"encoding/hex"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"testing"
)

type canonicalCase struct {
	Seed    uint32
	Key     []uint32
	First   []uint32  `json:"first_20"`
	At624   uint32    `json:"output_number_624"`
	At625   uint32    `json:"output_number_625"`
	At1000  uint32    `json:"output_number_1000"`
	At10000 uint32    `json:"output_number_10000"`
	Res53   []float64 `json:"genrand_res53_fresh"`
}

func TestTwisterVectors(t *testing.T) {
	file := load[struct {
		Genrand []canonicalCase `json:"init_genrand"`
		ByArray []canonicalCase `json:"init_by_array"`
	}](t, "03_mt19937_canonical.json")
	for _, c := range file.Genrand {
		checkCanonical(t, MT19937(c.Seed), c)
		if c.Seed == mtDefault {
			checkCanonical(t, MT19937(), c)
			checkCanonical(t, new(Twister), c)
		}
	}
	for _, c := range file.ByArray {
		checkCanonical(t, MT19937Array(c.Key...), c)
		if len(c.Key) > 1 {
			checkCanonical(t, MT19937(c.Key...), c)
		}
	}
}

func checkCanonical(t *testing.T, m *Twister, c canonicalCase) {
	t.Helper()
	all := draw(10000, m.Uint32)
	same(t, "first outputs", all[:len(c.First)], c.First)
	for number, want := range map[int]uint32{624: c.At624, 625: c.At625, 1000: c.At1000, 10000: c.At10000} {
		if want != 0 && all[number-1] != want {
			t.Errorf("output number %d = %d, want %d", number, all[number-1], want)
		}
	}
	m.Rewind()
	same(t, "genrand_res53", draw(len(c.Res53), m.Float64), c.Res53)
}

func TestTwisterIntN(t *testing.T) {
	file := load[struct {
		Cases []struct {
			Seed  uint32              `json:"init_genrand"`
			Below map[string][]string `json:"randbelow"`
			Bits  []string            `json:"getrandbits64"`
		}
	}](t, "cpython_randbelow.json")
	for _, c := range file.Cases {
		for bound, want := range c.Below {
			m, n := MT19937(c.Seed), int(parseInt(t, bound))
			for i, w := range want {
				if got := m.IntN(n); int64(got) != parseInt(t, w) {
					t.Errorf("seed %d: IntN(%d) number %d = %d, want %s", c.Seed, n, i, got, w)
				}
			}
		}
	}
}

// TestPythonSeeds compares what a Python program draws after random.seed(n). An n
// of more than 64 bits is given by its words.
func TestPythonSeeds(t *testing.T) {
	file := load[struct {
		Cases []struct {
			Seed    string
			Random  []string
			Bits    [][2]string `json:"getrandbits"`
			Below   [][2]string `json:"randrange"`
			Shuffle []int
			Late    []uint32 `json:"after_1300_words"`
		}
	}](t, "cpython_seed.json")
	for _, c := range file.Cases {
		n, ok := new(big.Int).SetString(c.Seed, 0)
		if !ok {
			t.Fatalf("seed %s", c.Seed)
		}
		generators := []*Twister{MT19937Array(wordsOf(n)...)}
		if n.IsInt64() {
			generators = append(generators, PythonRandom(n.Int64()))
		}
		for _, g := range generators {
			for i, want := range c.Random {
				if got := g.Float64(); got != parseFloat(t, want) {
					t.Errorf("seed %.20s: random() number %d = %x, want %s", c.Seed, i, got, want)
				}
			}
			g.Rewind()
			for _, b := range c.Bits {
				if got := g.Bits(int(parseInt(t, b[0]))); fmt.Sprint(got) != b[1] {
					t.Errorf("seed %.20s: getrandbits(%v) = %d, want %v", c.Seed, b[0], got, b[1])
				}
			}
			g.Rewind()
			for _, b := range c.Below {
				if got := g.IntN(int(parseInt(t, b[0]))); fmt.Sprint(got) != b[1] {
					t.Errorf("seed %.20s: randrange(%v) = %d, want %v", c.Seed, b[0], got, b[1])
				}
			}
			g.Rewind()
			same(t, "shuffle with seed "+c.Seed, shuffled(EfficientSelection, ints(0, 52), g), c.Shuffle)
			g.Rewind()
			draw(1300, g.Uint32)
			same(t, "late words of seed "+c.Seed, draw(3, g.Uint32), c.Late)
		}
	}
	mustRefuse(t, "MT19937Array: no key, want at least one uint32", func() { MT19937Array() })
	for _, k := range []int{math.MinInt, -1, 0, 65, math.MaxInt} {
		mustRefuse(t, fmt.Sprintf("MT19937.Bits: k = %d, want 1 to 64", k), func() { MT19937().Bits(k) })
	}
}

// TestNumPySeeds compares what NumPy 2.4.6 draws: RandomState(seed).random_sample(3),
// and RandomState([7]) for a key of one word.
func TestNumPySeeds(t *testing.T) {
	for seed, want := range map[uint32][]float64{
		0:              {0.5488135039273248, 0.7151893663724195, 0.6027633760716439},
		42:             {0.3745401188473625, 0.9507143064099162, 0.7319939418114051},
		math.MaxUint32: {0.0976320289940138, 0.9123828453026218, 0.78903530185164},
	} {
		same(t, fmt.Sprintf("RandomState(%d)", seed), draw(3, MT19937(seed).Float64), want)
	}
	same(t, "RandomState([7])", draw(2, MT19937Array(7).Float64), []float64{0.32383276483316237, 0.15084917392450192})
	same(t, "MT19937 with two words", draw(9, MT19937(1, 2).Uint32), draw(9, MT19937Array(1, 2).Uint32))
}

// wordsOf cuts an integer, without its sign, into words of 32 bits, the lowest first.
func wordsOf(n *big.Int) []uint32 {
	rest, word := new(big.Int).Abs(n), new(big.Int)
	words := []uint32{uint32(rest.Uint64())}
	for rest.Rsh(rest, 32); rest.Sign() > 0; rest.Rsh(rest, 32) {
		words = append(words, uint32(word.And(rest, big.NewInt(math.MaxUint32)).Uint64()))
	}
	return words
}

func parseFloat(t *testing.T, s string) float64 {
	t.Helper()
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestCommonsTwisterVectors(t *testing.T) {
	type commonsCase struct {
		javaCase
		SeedType string `json:"seed_type"`
		Seed     any
		Formula  string `json:"seed_formula"`
	}
	file := load[struct{ Cases []commonsCase }](t, "03_mersenne_commons.json")
	for _, c := range file.Cases {
		fresh := func() javaLike { return commonsFrom(t, c.SeedType, c.Seed) }
		checkJavaLike(t, c.javaCase, fresh)

		late := fresh()
		draw(1247, late.NextInt)
		same(t, "nextInt after 1247", draw(len(c.NextIntLate), late.NextInt), c.NextIntLate)

		g, b := fresh(), make([]byte, 11)
		g.NextBytes(b)
		g.NextBytes(b[:8])
		if got := hex.EncodeToString(b[:8]); got != c.NextBytes8 {
			t.Errorf("nextBytes of 8 = %s, want %s", got, c.NextBytes8)
		}
		if got := g.NextInt(); got != c.NextIntAfterward {
			t.Errorf("nextInt after the bytes = %d, want %d", got, c.NextIntAfterward)
		}
	}
}

// commonsFrom makes the generator of a reference case. A case without a seed has
// the key 0, 1, 4, 9, … of 700 ints.
func commonsFrom(t *testing.T, kind string, seed any) *Commons {
	switch seed := seed.(type) {
	case float64:
		return CommonsMersenneTwisterInt(int32(seed))
	case string:
		return CommonsMersenneTwister(parseInt(t, seed))
	case []any:
		key := make([]int32, len(seed))
		for i, word := range seed {
			key[i] = int32(word.(float64))
		}
		return CommonsMersenneTwisterInts(key...)
	case nil:
		key := make([]int32, 700)
		for i := range key {
			key[i] = int32(i * i)
		}
		return CommonsMersenneTwisterInts(key...)
	}
	t.Fatalf("seed of type %s is %T", kind, seed)
	return nil
}

func TestTwisterWideBound(t *testing.T) {
	c := CommonsMersenneTwister(42)
	for _, n := range []int{1 << 31, 1<<40 - 1, 1<<62 + 1} {
		for range 1000 {
			if d := c.IntN(n); d < 0 || d >= n {
				t.Fatalf("IntN(%d) = %d", n, d)
			}
		}
	}
}
