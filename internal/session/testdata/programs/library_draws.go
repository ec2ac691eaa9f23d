// Draws of the library's generators, of both packages, in loops.
package main

import (
	"fmt"
	"math"
	"math/rand"
	randv2 "math/rand/v2"
	"reflect"
	"runtime"
)

// counter is a source of the program's.
type counter struct{ n int64 }

func (c *counter) Int63() int64    { c.n += 1 << 40; return c.n & math.MaxInt64 }
func (c *counter) Seed(seed int64) { c.n = seed }

// wrapped is the library's source behind a method of the program's.
type wrapped struct {
	rand.Source
	draws int
}

func (w *wrapped) Int63() int64 { w.draws++; return w.Source.Int63() }

func sum(r *rand.Rand, rounds int) (total uint64) {
	mix := func(x uint64) { total = total*31 + x }
	for i := 1; i <= rounds; i++ {
		mix(uint64(r.Intn(i)))
		mix(uint64(r.Intn(1 << 20)))
		mix(uint64(r.Intn(math.MaxInt64 - i)))
		mix(uint64(r.Int31n(int32(i)) + r.Int31n(math.MaxInt32)))
		mix(uint64(r.Int63n(1<<62+int64(i)) ^ r.Int63n(1<<31) ^ r.Int63n(1<<31+7)))
		mix(r.Uint64() + uint64(r.Uint32()) + uint64(r.Int31()))
		mix(uint64(r.Int()) ^ uint64(r.Int63()))
		mix(math.Float64bits(r.Float64()) + uint64(math.Float32bits(r.Float32())))
	}
	return total
}

func others(r *rand.Rand) {
	b := make([]byte, 5)
	for i := 0; i < 3; i++ {
		n, err := r.Read(b)
		fmt.Println(r.Perm(6), b, n, err, r.NormFloat64(), r.ExpFloat64(), r.Intn(100))
	}
}

func shuffles(r *rand.Rand) {
	for _, n := range []int{0, 1, 2, 10, 52, 700} {
		deck := make([]int, n)
		for i := range deck {
			deck[i] = i
		}
		calls := 0
		for round := 0; round < 3; round++ {
			r.Shuffle(n, func(i, j int) {
				calls++
				deck[i], deck[j] = deck[j], deck[i]
			})
		}
		h := 0
		for _, c := range deck {
			h = (h*31 + c) % 1000003
		}
		fmt.Println(n, h, calls, r.Intn(1000))
	}
}

// interfering functions draw, seed, panic and replace the generator in the middle.
func interfering(r *rand.Rand) {
	for round := 0; round < 3; round++ {
		var got []int
		r.Shuffle(6, func(i, j int) { got = append(got, j, r.Intn(10)) })
		r.Shuffle(6, func(i, j int) {
			if i == 3 {
				r.Seed(int64(round))
			}
			got = append(got, j)
		})
		func() {
			defer func() { fmt.Println(recover()) }()
			r.Shuffle(6, func(i, j int) {
				if i == 4 {
					panic(fmt.Sprint("at ", i, " ", j))
				}
			})
		}()
		func() {
			defer func() { fmt.Println(recover()) }()
			r.Shuffle(-1, func(i, j int) { got = append(got, -1) })
		}()
		for _, n := range []int{0, -1, math.MinInt64} {
			for _, f := range []func(){
				func() { r.Intn(n) }, func() { r.Int31n(int32(n)) }, func() { r.Int63n(int64(n)) },
				func() { r.Shuffle(n, nil) },
			} {
				func() {
					defer func() { fmt.Print(recover(), "; ") }()
					f()
				}()
			}
		}
		fmt.Println(got, r.Intn(1000))
	}
	var none *rand.Rand
	for i := 0; i < 3; i++ {
		func() {
			defer func() {
				_, ok := recover().(runtime.Error)
				fmt.Println("nil:", ok)
			}()
			switch i {
			case 0:
				none.Intn(6)
			case 1:
				r.Shuffle(3, nil)
			default:
				none.Shuffle(6, func(i, j int) {})
			}
		}()
	}
	for i, src := range []rand.Source{rand.NewSource(4), &counter{9}, rand.NewSource(5)} {
		var got []int
		r.Shuffle(8, func(i, j int) {
			if got = append(got, j); i == 5 {
				*r = *rand.New(src) // it draws the rest
			}
		})
		fmt.Println(i, got, r.Intn(1000))
	}
	deck := []int{0, 1, 2, 3, 4, 5, 6, 7}
	for i := 0; i < 3; i++ {
		r.Shuffle(len(deck), reflect.Swapper(deck))
	}
	fmt.Println(deck)
	q := rand.New(rand.NewSource(99))
	for i := 0; i < 4; i++ {
		fmt.Print(r.Intn(100), " ")
		if i == 1 {
			*r = *q // they share a source now
		}
	}
	fmt.Println(q.Intn(100))
}

// global functions draw from a generator that can't be seeded.
func global() {
	for range 3 {
		deck := []int{0, 1, 2, 3, 4, 5, 6, 7}
		var is []int
		for range 3 {
			rand.Shuffle(len(deck), func(i, j int) {
				deck[i], deck[j] = deck[j], deck[i]
				if is = append(is, i); j < 0 || j > i {
					fmt.Println("j is", j)
				}
			})
		}
		fmt.Println(len(deck), is)
		func() {
			defer func() { fmt.Println(recover()) }()
			rand.Shuffle(4, func(i, j int) {
				if i == 2 {
					panic(i)
				}
			})
		}()
		for _, n := range []int{-2, 0, 1} {
			func() {
				defer func() { fmt.Println(recover()) }()
				if n < 0 {
					randv2.Shuffle(n, nil)
				}
				rand.Shuffle(n, nil)
			}()
		}
	}
	deck := make([]int, 100)
	for range 3 {
		randv2.Shuffle(len(deck), func(i, j int) { deck[i]++; deck[j]++ })
	}
	total := 0
	for _, n := range deck {
		total += n
	}
	fmt.Println(total)
}

func second(r *randv2.Rand) {
	deck := make([]int, 60)
	h := uint64(0)
	for round := 0; round < 4; round++ {
		for i := range deck {
			deck[i] = i
		}
		r.Shuffle(len(deck)-round, func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
		for _, c := range deck {
			h = h*31 + uint64(c) + r.Uint64N(1<<40) + uint64(r.IntN(7))
		}
		func() {
			defer func() { fmt.Print(recover(), " ") }()
			r.Shuffle(9, func(i, j int) {
				if i == 5 {
					panic(j)
				}
			})
		}()
	}
	fmt.Println(h, r.IntN(1000))
}

func main() {
	for _, seed := range []int64{0, 1, -5, 1 << 40} {
		r := rand.New(rand.NewSource(seed))
		fmt.Println(sum(r, 700))
		others(r)
		shuffles(r)
	}
	w := &wrapped{Source: rand.NewSource(3)}
	for _, src := range []rand.Source{&counter{5}, w} {
		r := rand.New(src)
		fmt.Println(sum(r, 50), w.draws)
		shuffles(r)
		interfering(r)
	}
	interfering(rand.New(rand.NewSource(8)))
	global()
	second(randv2.New(randv2.NewPCG(1, 2)))
	second(randv2.New(randv2.NewChaCha8([32]byte{1})))
}
