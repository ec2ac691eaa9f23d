package shuffle

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"testing"
)

type javaCase struct {
	Seed             string
	NextInt          []int32
	NextIntBound     map[string][]int `json:"nextInt_bound"`
	NextLong         []string
	NextDouble       []javaDouble
	NextFloat        []javaDouble
	NextBoolean      []bool
	NextGaussian     []javaDouble
	NextBytes        string `json:"nextBytes11_hex"`
	Interleaved      []json.RawMessage
	Shuffled         []int   `json:"collectionsShuffle_0_51"`
	ShuffledTwice    []int   `json:"collectionsShuffle_second_time_same_generator"`
	NextIntLate      []int32 `json:"nextInt_skip_1247"`
	NextBytes8       string  `json:"nextBytes8_then_hex"`
	NextIntAfterward int32   `json:"nextInt_after_those_bytes"`
}

// javaLike is what Java's and Commons' generators have in common.
type javaLike interface {
	PRNG
	NextInt() int32
	NextIntN(int) int
	NextLong() int64
	NextDouble() float64
	NextFloat() float32
	NextBoolean() bool
	NextBytes([]byte)
	NextGaussian() float64
}

// checkJavaLike compares all draws, each kind from a fresh generator.
func checkJavaLike(t *testing.T, c javaCase, fresh func() javaLike) {
	if len(c.NextInt) == 0 || len(c.NextIntBound) == 0 || len(c.NextGaussian) == 0 || len(c.NextBoolean) == 0 {
		t.Fatal("no reference values")
	}
	same(t, "nextInt", draw(len(c.NextInt), fresh().NextInt), c.NextInt)
	for bound, want := range c.NextIntBound {
		n := int(parseInt(t, bound))
		g := fresh()
		same(t, "nextInt("+bound+")", draw(len(want), func() int { return g.NextIntN(n) }), want)
		g.Rewind()
		same(t, "IntN("+bound+")", draw(len(want), func() int { return g.IntN(n) }), want)
	}
	longs := draw(len(c.NextLong), fresh().NextLong)
	for i, want := range c.NextLong {
		if longs[i] != parseInt(t, want) {
			t.Errorf("nextLong %d = %d, want %s", i, longs[i], want)
		}
	}
	doubles, floats := draw(len(c.NextDouble), fresh().NextDouble), draw(len(c.NextFloat), fresh().NextFloat)
	for i, want := range c.NextDouble {
		if doubles[i] != want.float64(t) {
			t.Errorf("nextDouble %d = %v, want %s", i, doubles[i], want.Dec)
		}
	}
	for i, want := range c.NextFloat {
		if floats[i] != want.float32(t) {
			t.Errorf("nextFloat %d = %v, want %s", i, floats[i], want.Dec)
		}
	}
	same(t, "nextBoolean", draw(len(c.NextBoolean), fresh().NextBoolean), c.NextBoolean)
	gauss := draw(len(c.NextGaussian), fresh().NextGaussian)
	for i, want := range c.NextGaussian {
		if gauss[i] != want.float64(t) {
			t.Errorf("nextGaussian %d = %v, want %s", i, gauss[i], want.Dec)
		}
	}
	b := make([]byte, 11)
	fresh().NextBytes(b)
	if got := hex.EncodeToString(b); got != c.NextBytes {
		t.Errorf("nextBytes = %s, want %s", got, c.NextBytes)
	}
}

func TestJavaVectors(t *testing.T) {
	file := load[struct{ Cases []javaCase }](t, "01_java_util_random.json")
	for _, c := range file.Cases {
		t.Run(c.Seed, func(t *testing.T) {
			seed := parseInt(t, c.Seed)
			checkJavaLike(t, c, func() javaLike { return JavaRandom(seed) })
			checkInterleaved(t, c, JavaRandom(seed))

			j, list := JavaRandom(seed), ints(0, 52)
			EfficientSelection(list, j)
			same(t, "Collections.shuffle", list, c.Shuffled)
			EfficientSelection(list, j)
			same(t, "Collections.shuffle again", list, c.ShuffledTwice)
		})
	}
}

// checkInterleaved mixes the calls, which shows that the second Gaussian of a
// pair waits without disturbing the others.
func checkInterleaved(t *testing.T, c javaCase, j *Java) {
	got := []any{
		j.NextIntN(6), j.NextLong(), j.NextBoolean(), j.NextGaussian(),
		j.NextDouble(), j.NextIntN(52), j.NextGaussian(), j.NextInt(),
	}
	for i, raw := range c.Interleaved {
		var d javaDouble
		var s string
		want := string(raw)
		switch {
		case json.Unmarshal(raw, &d) == nil && d.Bits != "":
			want = fmt.Sprint(d.float64(t))
		case json.Unmarshal(raw, &s) == nil:
			want = s
		}
		if fmt.Sprint(got[i]) != want {
			t.Errorf("interleaved %d = %v, want %s", i, got[i], want)
		}
	}
}

func TestJavaState(t *testing.T) {
	file := load[struct {
		JavaLCG []struct {
			Seed      int64
			Scrambled uint64
			States    []uint64 `json:"states_s1_to_s5"`
			X         []uint32 `json:"x_unsigned"`
		} `json:"java_lcg"`
	}](t, "04_lcg.json")
	for _, c := range file.JavaLCG {
		j := JavaRandom(c.Seed)
		if j.now.s != c.Scrambled {
			t.Errorf("seed %d: state %d, want %d", c.Seed, j.now.s, c.Scrambled)
		}
		lcg := LCG(javaA, javaC, 1<<48, c.Scrambled)
		for i, want := range c.States {
			if got := j.Uint32(); j.now.s != want || got != c.X[i] {
				t.Errorf("seed %d: state %d and output %d, want %d and %d", c.Seed, j.now.s, got, want, c.X[i])
			}
			if got := lcg.Uint64(); got != want {
				t.Errorf("seed %d: LCG state %d, want %d", c.Seed, got, want)
			}
		}
	}
}

// A bound beyond Java's ints follows nextLong(bound).
func TestJavaWideBound(t *testing.T) {
	j := JavaRandom(42)
	for _, n := range []int{1 << 31, 1<<31 + 1, 1 << 40, 1e15 + 7, math.MaxInt} {
		for range 1000 {
			if d := j.IntN(n); d < 0 || d >= n {
				t.Fatalf("IntN(%d) = %d", n, d)
			}
		}
	}
}

// strictLog stays within one unit in the last place of the logarithm, over all
// magnitudes and close to 1.
func TestStrictLog(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200_000 {
		x := rng.Float64()
		switch rng.IntN(3) {
		case 0:
			x = math.Ldexp(x+0.5, rng.IntN(2000)-1000)
		case 1:
			x = 1 + (x-0.5)/float64(int(1)<<rng.IntN(50))
		}
		if x == 0 {
			continue
		}
		if got, want := strictLog(x), math.Log(x); !closeTo(got, want, 1) {
			t.Fatalf("strictLog(%s) = %v, want %v", strconv.FormatFloat(x, 'x', -1, 64), got, want)
		}
	}
}
