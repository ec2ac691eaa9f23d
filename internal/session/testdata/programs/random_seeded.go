// Random numbers with fixed seeds.
package main

import (
	"fmt"
	"math/rand"
	randv2 "math/rand/v2"
)

type counter struct{ n uint64 }

func (c *counter) Uint64() uint64 { c.n += 0x9e3779b97f4a7c15; return c.n ^ c.n>>31 }

type fixed int64

func (f *fixed) Int63() int64 { *f = (*f*1103515245 + 12345) & (1<<62 - 1); return int64(*f) }
func (f *fixed) Seed(s int64) { *f = fixed(s) }

func main() {
	r := rand.New(rand.NewSource(42))
	fmt.Println(r.Intn(100), r.Intn(100), r.Float64(), r.Perm(5))
	r.Shuffle(3, func(i, j int) { fmt.Print(i, j, " ") })
	fmt.Println()
	p := randv2.New(randv2.NewPCG(1, 2))
	fmt.Println(p.IntN(100), p.Float64(), p.Perm(5), p.NormFloat64(), p.Uint32())
	var seed [32]byte
	copy(seed[:], "chacha8 seed for the lottery....")
	c := randv2.New(randv2.NewChaCha8(seed))
	fmt.Println(c.Uint64(), c.IntN(49)+1, c.ExpFloat64())
	own := randv2.New(&counter{})
	fmt.Println(own.IntN(1000), own.IntN(1000), own.Float32())
	f := fixed(7)
	old := rand.New(&f)
	fmt.Println(old.Intn(10), old.Int31n(100), old.Int63n(1000))
	z := randv2.NewZipf(p, 1.5, 2, 100)
	fmt.Println(z.Uint64(), z.Uint64())
	deck := make([]int, 10)
	for i := range deck {
		deck[i] = i
	}
	p.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	fmt.Println(deck)
	fmt.Println(randv2.N(10) < 10, randv2.IntN(1), rand.Intn(1))
	again := randv2.New(randv2.NewPCG(1, 2))
	fmt.Println(again.IntN(100))
	src := randv2.NewPCG(3, 4)
	b, err := src.MarshalBinary()
	fmt.Printf("%x %v\n", b, err)
}
