// Draws from the library's generators, as what they are and as a PRNG.
package main

import (
	"fmt"

	"riffle/shuffle"
	"riffle/shuffle/trials"
)

// counter is a generator of the program's own.
type counter struct{ n uint64 }

func (c *counter) Uint64() uint64   { c.n++; return c.n * 0x9e3779b97f4a7c15 }
func (c *counter) Uint32() uint32   { return uint32(c.Uint64() >> 32) }
func (c *counter) IntN(n int) int   { return int(c.Uint64() % uint64(n)) }
func (c *counter) Float64() float64 { return float64(c.Uint64()>>11) / (1 << 53) }
func (c *counter) Name() string     { return "counter" }
func (c *counter) Mark()            {}
func (c *counter) Rewind()          {}

var bounds = []int{1, 2, 3, 6, 52, 64, 1000, 1<<20 + 7, 1 << 40, 1<<62 + 9, 1<<63 - 1}

// mixed adds up draws of all kinds.
func mixed(rng shuffle.PRNG, rounds int) (sum uint64, reals float64) {
	for i := range rounds {
		for _, n := range bounds {
			sum = sum*31 + uint64(rng.IntN(n))
		}
		sum ^= rng.Uint64() + uint64(rng.Uint32())
		reals += rng.Float64()
		if i%7 == 0 {
			sum += uint64(rng.IntN(13))
		}
	}
	return sum, reals
}

func concrete(rounds int) (sum uint64, reals float64) {
	rng := shuffle.NewPRNG(2026)
	for range rounds {
		for _, n := range bounds {
			sum = sum*31 + uint64(rng.IntN(n))
		}
		sum ^= rng.Uint64() + uint64(rng.Uint32())
		reals += rng.Float64()
	}
	return sum, reals
}

// refused is what a draw below n panics with.
func refused(rng shuffle.PRNG, n int) (text string) {
	defer func() { text = fmt.Sprint(recover()) }()
	for i := range 3 {
		rng.IntN(n - i)
	}
	return "nothing"
}

func byHand(deck []int, rng shuffle.PRNG) {
	for i := range deck {
		j := i + rng.IntN(len(deck)-i)
		deck[i], deck[j] = deck[j], deck[i]
	}
}

type side int

func (s side) String() string { return [...]string{"heads", "tails"}[s] }

func main() {
	rngs := []shuffle.PRNG{
		shuffle.NewPRNG(42), new(shuffle.Xoshiro), shuffle.XoshiroOf(3, 7), shuffle.StreamOf(1, 2), shuffle.JavaRandom(42),
		shuffle.CommonsMersenneTwister(2010), shuffle.MT19937(5489), shuffle.LCG(6364136223846793005, 1442695040888963407, 0, 1),
		shuffle.PCG(1, 2), shuffle.ChaCha8([32]byte{1}), shuffle.FromSource(shuffle.PCG(3, 4)), &counter{},
		shuffle.FromSource(source{}),
	}
	for _, rng := range rngs {
		rng.Mark()
		sum, reals := mixed(rng, 50)
		fmt.Println(rng.Name(), sum, reals)
		rng.Rewind()
		deck := shuffle.NewDeck()
		order := []int{1, 2, 3, 4, 5, 6, 7, 8}
		for range 3 {
			shuffle.FisherYates(order, rng)
			shuffle.Riffle(2).Shuffle(order, rng)
			byHand(order, rng)
		}
		l := shuffle.NewLottery(49, rng)
		d := shuffle.NewDealer(rng)
		for range 3 {
			d.Shuffle()
			card, ok := d.DealOne()
			fmt.Println(order, l.Pick(6), d.Deal(2, 3), card, ok, deck[0])
		}
	}
	fmt.Println(concrete(50))
	for _, n := range []int{0, 2, -5, -1 << 63} {
		fmt.Println(refused(shuffle.NewPRNG(1), n))
	}
	var none shuffle.PRNG
	func() {
		defer func() { fmt.Println(recover()) }()
		mixed(none, 1)
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		var f shuffle.Shuffler
		for range 2 {
			f([]int{1, 2}, shuffle.NewPRNG(1))
		}
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		for range 2 {
			shuffle.FisherYates([]int{1, 2}, none)
		}
	}()
	experiments()
}

type source struct{}

func (source) Uint64() uint64 { return 0x123456789abcdef }

func experiments() {
	seed := trials.Options{Seeded: true, Seed: 9}
	fmt.Println(trials.Run(5000, func(rng shuffle.PRNG) bool { return rng.IntN(6) == 5 }, seed))
	fmt.Println(trials.Run(5000, func(rng shuffle.PRNG) int { return rng.IntN(6) + rng.IntN(6) }, seed))
	fmt.Println(trials.Run(5000, func(rng shuffle.PRNG) float64 { return rng.Float64() }, seed))
	fmt.Println(trials.Run(5000, func(rng shuffle.PRNG) string { return fmt.Sprint(rng.IntN(3)) }, seed))
	fmt.Println(trials.Run(5000, func(rng shuffle.PRNG) [2]bool { return [2]bool{rng.IntN(2) == 0, rng.IntN(3) == 0} }, seed))
	toss := func(rng shuffle.PRNG) side { return side(rng.IntN(2)) }
	fmt.Println(trials.Run(5000, toss, seed))
	fmt.Println(trials.Run(5000, func(rng shuffle.PRNG) bool {
		order := []int{1, 2, 3, 4, 5}
		shuffle.FisherYates(order, rng)
		return order[0] == 1
	}, seed))
	fmt.Println(trials.Run(100, func(rng shuffle.PRNG) { rng.IntN(2) }, seed))
	func() {
		defer func() { fmt.Println(recover()) }()
		var no func(shuffle.PRNG) bool
		trials.Run(10, no, seed)
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		trials.Run(10, func(rng shuffle.PRNG) bool { panic(rng.Name()) }, seed)
	}()
}
