package shuffle

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"testing"
)

// TestJava17 compares the bounded draws of Java 17 with the original's, and where the
// generator is after them.
func TestJava17(t *testing.T) {
	file := load[struct {
		Cases []struct {
			Seed  string
			Calls []struct {
				Call, Low, High string
				Values          []string
				Next            int32
			}
		}
	}](t, "java17.json")
	if len(file.Cases) == 0 {
		t.Fatal("no reference values")
	}
	for _, c := range file.Cases {
		for _, call := range c.Calls {
			rng, n := JavaRandom(parseInt(t, c.Seed)), len(call.Values)
			got := javaDraws(t, rng, call.Call, parseInt(t, call.Low), parseInt(t, call.High), n)
			if !reflect.DeepEqual(got, call.Values) {
				t.Errorf("JavaRandom(%s), %s from %s to %s: %v, want %v", c.Seed, call.Call, call.Low, call.High, got, call.Values)
			}
			if next := rng.NextInt(); next != call.Next {
				t.Errorf("JavaRandom(%s), after %s from %s to %s: %d, want %d", c.Seed, call.Call, call.Low, call.High, next, call.Next)
			}
		}
	}
}

// javaDraws draws n numbers by a call of java17.json.
func javaDraws(t *testing.T, rng *Java, call string, low, high int64, n int) (draws []string) {
	t.Helper()
	switch call {
	case "ints":
		for _, v := range rng.Ints(n) {
			draws = append(draws, fmt.Sprint(v))
		}
		return draws
	case "intsRange":
		for _, v := range rng.IntsRange(n, int(low), int(high)) {
			draws = append(draws, fmt.Sprint(v))
		}
		return draws
	}
	draw := map[string]func() int64{
		"nextInt":   func() int64 { return int64(rng.NextIntRange(int(low), int(high))) },
		"nextLong":  func() int64 { return rng.NextLongRange(low, high) },
		"nextLongN": func() int64 { return rng.NextLongN(high) },
	}[call]
	if draw == nil {
		t.Fatalf("no call %s", call)
	}
	for range n {
		draws = append(draws, fmt.Sprint(draw()))
	}
	return draws
}

// reseededCase is a case of java17.json: what is drawn after setSeed.
type reseededCase struct {
	Seed                  string
	Java, Long, Int, Ints struct {
		Gaussian string
		Ints     [2]int32
	}
}

// TestReseeded compares what Java's and Commons Math's generators draw after setSeed, where
// a normal draw was kept before it, with the originals.
func TestReseeded(t *testing.T) {
	file := load[struct{ Reseeded []reseededCase }](t, "java17.json")
	if len(file.Reseeded) == 0 {
		t.Fatal("no reference values")
	}
	type nexter interface {
		NextGaussian() float64
		NextInt() int32
	}
	for _, c := range file.Reseeded {
		seed := parseInt(t, c.Seed)
		java := JavaRandom(77)
		java.NextGaussian()
		java.SetSeed(seed)
		commons := func(set func(c *Commons)) *Commons {
			c := CommonsMersenneTwister(77)
			c.NextGaussian()
			set(c)
			return c
		}
		for name, got := range map[string]nexter{
			"java": java,
			"long": commons(func(c *Commons) { c.SetSeed(seed) }),
			"int":  commons(func(c *Commons) { c.SetSeedInt(int32(seed)) }),
			"ints": commons(func(c *Commons) { c.SetSeedInts(int32(seed), 1, -2) }),
		} {
			want := map[string]struct {
				Gaussian string
				Ints     [2]int32
			}{"java": c.Java, "long": c.Long, "int": c.Int, "ints": c.Ints}[name]
			bits, err := strconv.ParseUint(want.Gaussian, 16, 64)
			if err != nil {
				t.Fatal(err)
			}
			if normal := got.NextGaussian(); normal != math.Float64frombits(bits) {
				t.Errorf("%s, setSeed(%d): normal draw %v, want %v", name, seed, normal, math.Float64frombits(bits))
			}
			if ints := [2]int32{got.NextInt(), got.NextInt()}; ints != want.Ints {
				t.Errorf("%s, setSeed(%d): %v, want %v", name, seed, ints, want.Ints)
			}
		}
	}
}

// TestSetSeed: after SetSeed a generator draws what a new one with the seed does, whatever
// it drew before, and goes back there.
func TestSetSeed(t *testing.T) {
	java, commons, twister, array, python := JavaRandom(1), CommonsMersenneTwister(1), MT19937(1), MT19937Array(1, 2), PythonRandom(1)
	borland, lcg, word := BorlandRandom(1), LCG(7, 3, 1<<20, 1), LCG64(5, 3, 1)
	pcg, chacha, prng := PCG(1, 2), ChaCha8([32]byte{1}), NewPRNG(1)
	for _, c := range []struct {
		old  PRNG
		set  func()
		want PRNG
	}{
		{java, func() { java.SetSeed(-9) }, JavaRandom(-9)},
		{commons, func() { commons.SetSeed(1 << 40) }, CommonsMersenneTwister(1 << 40)},
		{commons, func() { commons.SetSeedInt(-9) }, CommonsMersenneTwisterInt(-9)},
		{commons, func() { commons.SetSeedInts(3, -4, 5) }, CommonsMersenneTwisterInts(3, -4, 5)},
		{twister, func() { twister.SetSeed(9) }, MT19937(9)},
		{twister, func() { twister.SetSeed(9, 8) }, MT19937(9, 8)},
		{twister, func() { twister.SetSeed() }, MT19937(5489)},
		{array, func() { array.SetSeed(9) }, MT19937Array(9)},
		{python, func() { python.SetSeed(9) }, PythonRandom(9)},
		{python, func() { python.SetSeed(7, 1) }, PythonRandom(1<<32 + 7)},
		{borland, func() { borland.SetSeed(12345) }, BorlandRandom(12345)},
		{lcg, func() { lcg.SetSeed(9) }, LCG(7, 3, 1<<20, 9)},
		{word, func() { word.SetSeed(9) }, LCG64(5, 3, 9)},
		{pcg, func() { pcg.SetSeed(9, 8) }, PCG(9, 8)},
		{chacha, func() { chacha.SetSeed([32]byte{9}) }, ChaCha8([32]byte{9})},
		{prng, func() { prng.SetSeed(9) }, NewPRNG(9)},
	} {
		for _, n := range []int{6, 52} {
			c.old.IntN(n)
			if d, ok := c.old.(Dicer); ok {
				d.Dice(52, 51)
			}
		}
		c.set()
		want := make([]uint64, 700)
		for i := range want {
			want[i] = c.want.Uint64()
		}
		for round := range 2 {
			for i, w := range want {
				if got := c.old.Uint64(); got != w {
					t.Errorf("%s, round %d: draw %d is %d, want %d", c.old.Name(), round, i, got, w)
					break
				}
			}
			c.old.Rewind()
		}
	}
}

// TestSetSeedRefusals: what has no seed says so, and a key has a word.
func TestSetSeedRefusals(t *testing.T) {
	for want, call := range map[string]func(){
		"CryptoRandom.SetSeed: true randomness has no seed, want a generator that has one, such as NewPRNG(5)": func() { CryptoRandom().SetSeed(5) },
		"MT19937.SetSeed: no key, want at least one uint32":                                                    func() { PythonRandom(1).SetSeed() },
		"CommonsMersenneTwister.SetSeedInts: no seed, want at least one int32":                                 func() { CommonsMersenneTwister(1).SetSeedInts() },
		"JavaRandom.NextIntRange: high = 3, want 4 to 2147483647":                                              func() { JavaRandom(1).NextIntRange(3, 3) },
		"JavaRandom.NextIntRange: high = 2147483648, want 1 to 2147483647":                                     func() { JavaRandom(1).NextIntRange(0, 1<<31) },
		"JavaRandom.IntsRange: low = -2147483649, want -2147483648 to 2147483646":                              func() { JavaRandom(1).IntsRange(1, -1<<31-1, 0) },
		"JavaRandom.Ints: k = -1, want at least 0":                                                             func() { JavaRandom(1).Ints(-1) },
		"JavaRandom.NextLongN: n = 0, want at least 1":                                                         func() { JavaRandom(1).NextLongN(0) },
		"JavaRandom.NextLongRange: low = 2, high = 2, want low below high":                                     func() { JavaRandom(1).NextLongRange(2, 2) },
	} {
		func() {
			defer func() {
				if got := fmt.Sprint(recover()); got != want {
					t.Errorf("got %s, want %s", got, want)
				}
			}()
			call()
		}()
	}
}

// TestLCG64 computes with big integers what words do by themselves.
func TestLCG64(t *testing.T) {
	const a, c = 6364136223846793005, 1442695040888963407
	rng := LCG64(a, c, 0)
	want := []uint64{1442695040888963407, 1876011003808476466, 11166244414315200793}
	for i, w := range want {
		if got := rng.Uint64(); got != w {
			t.Errorf("draw %d: %d, want %d", i, got, w)
		}
	}
	if got := LCG64(1, 0, 1<<63).Float64(); got != 0.5 {
		t.Errorf("2^63/2^64 = %v", got)
	}
	if got := LCG64(1, 0, math.MaxUint64).Float64(); got >= 1 {
		t.Errorf("the largest draw is %v, want less than 1", got)
	}
	if got := LCG64(3, 1, 0).Name(); got != "LCG(a=3, c=1, m=2^64)" {
		t.Errorf("its name is %s", got)
	}
}

// TestLCGFromSeed: the sequence begins with s0, and goes on as it does otherwise.
func TestLCGFromSeed(t *testing.T) {
	from := LCG(13, 5, 16, 0).FromSeed()
	for round := range 2 {
		for i, want := range []uint64{0, 5, 6, 3, 12, 1, 2, 15, 8, 13, 14, 11, 4, 9, 10, 7, 0, 5} {
			if got := from.Uint64(); got != want {
				t.Errorf("round %d: s%d = %d, want %d", round, i, got, want)
			}
		}
		from.Rewind()
	}
	from.Uint64()
	from.SetSeed(18)
	if a, b := from.Uint64(), from.Uint64(); a != 2 || b != 15 {
		t.Errorf("from 18 mod 16: %d, %d, want 2, 15", a, b)
	}
	if a, b := LCG64(3, 1, 7).FromSeed().Uint64(), LCG64(3, 1, 7).Uint64(); a != 7 || b != 22 {
		t.Errorf("modulo 2^64: %d, %d, want 7, 22", a, b)
	}
	rng := LCG(13, 5, 16, 0)
	rng.Uint64()
	if a, b := rng.FromSeed().Uint64(), rng.Uint64(); a != 5 || b != 6 {
		t.Errorf("after one draw: %d, and the old one goes on with %d, want 5, 6", a, b)
	}
}
