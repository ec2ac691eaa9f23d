// Random number generators written by hand, behind one interface.
package main

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
)

type Source interface{ Uint64() uint64 }

type LCG struct{ state uint64 }

func (l *LCG) Uint64() uint64 {
	l.state = l.state*6364136223846793005 + 1442695040888963407
	return l.state
}

type XorShift struct{ a, b uint64 }

func (x *XorShift) Uint64() uint64 {
	t, s := x.a, x.b
	x.a = s
	t ^= t << 23
	t ^= t >> 17
	t ^= s ^ s>>26
	x.b = t
	return t + s
}

type SplitMix uint64

func (s *SplitMix) Uint64() uint64 {
	*s += 0x9e3779b97f4a7c15
	z := uint64(*s)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

type Java struct{ seed int64 }

func (j *Java) next(n int) int32 {
	j.seed = (j.seed*0x5DEECE66D + 0xB) & (1<<48 - 1)
	return int32(j.seed >> (48 - n))
}
func NewJava(seed int64) *Java { return &Java{(seed ^ 0x5DEECE66D) & (1<<48 - 1)} }
func (j *Java) IntN(n int32) int32 {
	if n&-n == n {
		return int32(int64(n) * int64(j.next(31)) >> 31)
	}
	for {
		b := j.next(31)
		if v := b % n; b-v+(n-1) >= 0 {
			return v
		}
	}
}

type MiddleSquare struct{ n uint32 }

func (m *MiddleSquare) Next() uint32 {
	m.n = m.n * m.n / 100 % 10000
	return m.n
}

type counted struct {
	Source
	calls int
}

func (c *counted) Uint64() uint64 { c.calls++; return c.Source.Uint64() }

func bounded(s Source, n uint64) uint64 {
	for {
		hi, lo := bits.Mul64(s.Uint64(), n)
		if lo >= n || lo >= -n%n {
			return hi
		}
	}
}

func float(s Source) float64 { return float64(s.Uint64()>>11) / (1 << 53) }

func main() {
	sm := SplitMix(42)
	for _, s := range []Source{&LCG{1}, &XorShift{1, 2}, &sm, rand.NewPCG(1, 2)} {
		c := &counted{Source: s}
		fmt.Printf("%T %d %#x %.6f %d\n", s, bounded(c, 6)+1, c.Uint64(), float(c), c.calls)
	}
	j := NewJava(0)
	for range 6 {
		fmt.Print(j.IntN(40)+1, " ")
	}
	fmt.Println(j.IntN(64))
	m := MiddleSquare{5735}
	seen := map[uint32]int{}
	for i := 0; ; i++ {
		if first, ok := seen[m.n]; ok {
			fmt.Println("repeats after", i, "at", first, m)
			break
		}
		seen[m.n] = i
		m.Next()
	}
	r := rand.New(&XorShift{3, 4})
	fmt.Println(r.IntN(49), r.Perm(4), r.Float64())
	var hist [6]int
	for range 600 {
		hist[bounded(&sm, 6)]++
	}
	chi := 0.0
	for _, n := range hist {
		chi += float64((n-100)*(n-100)) / 100
	}
	fmt.Println(hist, chi)
	var buf [4]byte
	for i := range buf {
		buf[i] = byte(sm.Uint64())
	}
	fmt.Printf("%x %v\n", buf, buf)
}
