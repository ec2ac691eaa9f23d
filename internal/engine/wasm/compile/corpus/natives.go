package corpus

import (
	buf "bytes"
	"encoding/binary"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"
	"unicode"

	"riffle/shuffle"
)

// Math calls functions that are instructions, and others.
func Math(x float64) (float64, float64, float64, float64, int, bool) {
	t := 0.0
	for i := range 4 {
		y := x + float64(i)/3
		t += math.Sin(y) + math.Sqrt(math.Abs(y)) + math.Floor(y) - math.Ceil(-y) + math.Trunc(y) + math.Pow(2, y)
		t += math.Copysign(3, y) + math.Max(y, 0.5) + math.Min(y, -0.5) + math.Round(y) + math.RoundToEven(y)
	}
	f, e := math.Frexp(x)
	w, r := math.Modf(x)
	return t, f, w, r, e, math.IsNaN(x) || math.IsInf(x, 0)
}

// Signs looks at the bits of zeros, infinities and NaN.
func Signs(x, y float64) [8]uint64 {
	var out [8]uint64
	for i, z := range []float64{math.Max(x, y), math.Min(x, y), math.Copysign(x, y), math.Floor(x), math.Ceil(x), math.Trunc(x), math.Abs(x), math.Sqrt(x)} {
		out[i] = math.Float64bits(z)
		if z != z {
			out[i] = 1
		}
	}
	return out
}

// Strings calls functions of strings.
func Strings(s string) (string, int, bool) {
	t := ""
	for _, w := range strings.Fields(s) {
		t += strings.ToUpper(w) + strings.TrimSpace(" "+w+" ") + strings.Repeat(w[:1], 3) + strings.ReplaceAll(w, "a", "")
	}
	a, b, ok := strings.Cut(t, "T")
	n := strings.Index(s, "the") + strings.Count(s, "a") + strings.LastIndexByte(s, ' ')
	return strings.Join([]string{a, b}, "-"), n, ok && strings.HasPrefix(s, "the") && strings.EqualFold(a, b)
}

// Numbers reads numbers, and writes them.
func Numbers(s string) (int, string, string, string, bool) {
	n, err := strconv.Atoi(s)
	text := ""
	for i := range 3 {
		text += strconv.Itoa(n+i) + strconv.Quote(s)
	}
	x, err2 := strconv.ParseFloat(s, 64)
	message := "none"
	if err != nil {
		message = err.Error()
	}
	return n, text, message, strconv.FormatFloat(x, 'g', -1, 64), err2 == nil
}

// Builder writes to a strings.Builder.
func Builder(n int) (string, int) {
	var b strings.Builder
	for i := 0; i < n; i++ {
		b.WriteByte('a' + byte(i%26))
		b.WriteRune('ä' + rune(i%5))
		if i%10 == 0 {
			b.WriteString(", ")
			fmt.Fprintf(&b, "%d", i)
		}
	}
	var out buf.Buffer
	for i := 0; i < n; i++ {
		out.WriteByte(byte(i))
		out.WriteString("x")
	}
	return b.String(), b.Len() + out.Len()
}

// Draws draws numbers of all kinds.
func Draws(n int) (int, float64, []int, uint64, bool) {
	rng := rand.New(rand.NewPCG(1, 2))
	sum, f := 0, 0.0
	var u uint64
	for i := range n {
		sum += rng.IntN(6) + rng.IntN(i+1) + rng.IntN(1<<40) + int(rng.Int32N(100)) + rng.Int() + int(rng.Int64N(1<<62+1))
		sum += rng.IntN(1<<32-1) + rng.IntN(1<<32+1) // on both sides of what is multiplied in halves
		f += rng.Float64() + rng.NormFloat64() + float64(rng.Float32())
		u ^= rng.Uint64() + uint64(rng.Uint32()) + uint64(rng.Uint32N(1<<31+5)) + rng.Uint64N(1<<63+3) + uint64(rng.UintN(77))
	}
	xs := rng.Perm(10)
	return sum, f, xs, u, rng.Int32() > 0
}

// Xoshiro draws from the generators of experiments, by their type and as a PRNG; one is
// the zero value, which is seeded by its first draw.
func Xoshiro(n int) (int, float64, uint64) {
	rng, zero := shuffle.NewPRNG(1), new(shuffle.Xoshiro)
	var prng shuffle.PRNG = new(shuffle.Xoshiro)
	sum, f := 0, 0.0
	var u uint64
	for i := range n {
		sum += rng.IntN(52-i%52) + zero.IntN(6) + prng.IntN(i+1)
		sum += rng.IntN(1<<32-1) + zero.IntN(1<<32) + prng.IntN(1<<32+1) + prng.IntN(1<<62+1)
		f += rng.Float64() + zero.Float64() + prng.Float64()
		u ^= rng.Uint64() + zero.Uint64() + prng.Uint64() + uint64(rng.Uint32()) + uint64(prng.Uint32())
	}
	return sum, f, u
}

// ChaCha draws from a source that isn't known.
func ChaCha(n int) int {
	rng := rand.New(rand.NewChaCha8([32]byte{1, 2}))
	sum := 0
	for range n {
		sum += rng.IntN(6)
	}
	return sum
}

// BadDraw draws below zero.
func BadDraw(n int) int {
	rng := rand.New(rand.NewPCG(1, 2))
	t := 0
	for i := range 3 {
		t += rng.IntN(n - i)
	}
	return t
}

// NilRand draws from a nil generator.
func NilRand(n int) int {
	var rng *rand.Rand
	if n > 0 {
		rng = rand.New(rand.NewPCG(1, 2))
	}
	t := 0
	for range 3 {
		t += rng.IntN(6)
	}
	return t
}

// Panics has a native that panics.
func Panics(n int) string {
	t := ""
	for i := range 3 {
		t += strings.Repeat("x", n-i)
	}
	return t
}

// Spread passes a slice as variadic arguments.
func Spread(n int) string {
	args := []any{1, "a"}
	for i := range n {
		args = append(args, i)
	}
	return fmt.Sprint(args...) + fmt.Sprint() + fmt.Sprint(n, nil, []int(nil)) + fmt.Sprintf("%v %T %s", args, n, strings.Split("a b", " "))
}

// Durations computes with times.
func Durations(n int) (string, float64, int, string) {
	d := time.Duration(n) * time.Millisecond
	t := time.Date(2024, 2, 28, 12, 0, 0, 0, time.UTC)
	for range n % 5 {
		t = t.Add(24 * time.Hour)
		d += time.Second
	}
	return d.String(), d.Seconds(), t.YearDay() + int(t.Weekday()), t.Format(time.RFC3339) + t.Month().String()
}

// Big computes with large integers.
func Big(n int) string {
	x := big.NewInt(1)
	for i := 1; i <= n; i++ {
		x.Mul(x, big.NewInt(int64(i)))
	}
	q, r := new(big.Int).DivMod(x, big.NewInt(1000003), new(big.Int))
	return x.String() + "/" + q.String() + "/" + r.String()
}

// Static has strings that lie out of the window.
func Static(n int) (string, string, bool, int) {
	t, u := "", ""
	for i := range n {
		t += time.Month(1+i%12).String() + string("abc"[i%3])
		u += strconv.Itoa(i % 10)
	}
	return t, u, os.Args != nil, len(unicode.Letter.R16)
}

// Tables reads the variables of a package.
func Tables(n int) (int, bool) {
	t := 0
	p := unicode.Upper
	for i := range n {
		t += int(p.R16[i].Lo) + int(unicode.Upper.R16[i].Hi)
	}
	return t, unicode.Is(p, 'A')
}

// NilMethod calls a native method of a nil pointer.
func NilMethod(n int) string {
	var b *big.Int
	for i := range n {
		b = big.NewInt(int64(i))
	}
	return b.String()
}

// NilTime copies a native struct behind a nil pointer.
func NilTime(n int) int {
	var t *time.Time
	if n > 0 {
		t = new(time.Time)
	}
	y := 0
	for range 2 {
		y += t.Year()
	}
	return y
}

// Digits appends to slices by natives.
func Digits(n int) ([]byte, int, bool) {
	var out []byte
	for i := range n {
		out = strconv.AppendInt(out, int64(i), 10)
		out = append(out, ' ')
	}
	fields := buf.Fields(out)
	return buf.ToUpper(out), len(fields), buf.Equal(out, buf.TrimSpace(out))
}

// Scans has natives store behind pointers.
func Scans(s string) (int, int, string, string) {
	var a, b int
	var w string
	n := 0
	message := ""
	for range 2 {
		k, err := fmt.Sscan(s, &a, &w, &b)
		n += k
		if err != nil {
			message = err.Error()
		}
	}
	return a*10 + b, n, w, message
}

// Collected collects garbage while it holds pointers.
func Collected(n int) int {
	t := 0
	for i := range n {
		xs := make([]*int, 10)
		for j := range xs {
			xs[j] = new(int)
			*xs[j] = i + j
		}
		runtime.GC()
		for _, x := range xs {
			t += *x
		}
	}
	return t
}

// Garbage makes n MiB of garbage, and says whether most of it was collected. As much as is
// alive may be garbage at any time.
func Garbage(n int) bool {
	s := strings.Repeat("x", 1<<20)
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	before := stats.Sys + stats.HeapAlloc
	var b []byte
	for range n {
		b = []byte(s)
	}
	runtime.ReadMemStats(&stats)
	return len(b) > 0 && stats.Sys < before+uint64(n)<<19
}

// Endian reads and writes bytes.
func Endian(n int) uint32 {
	b := []byte{1, 2, 3, 4}
	t := uint32(0)
	for range n {
		t += binary.LittleEndian.Uint32(b)
		b = binary.BigEndian.AppendUint32(b[:0], t)
	}
	return t
}
