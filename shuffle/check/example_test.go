package check_test

import (
	"fmt"

	"riffle/shuffle"
	"riffle/shuffle/check"
)

// A student exchanges each card with any.
func myShuffle(deck []int, rng shuffle.PRNG) {
	for i := range deck {
		k := rng.IntN(len(deck))
		deck[i], deck[k] = deck[k], deck[i]
	}
}

func ExampleShuffle() {
	fmt.Println(check.Shuffle(myShuffle))
	fmt.Println(check.Shuffle(shuffle.FisherYates).Passed)
	// Output:
	// ✗ wrong: order 1 3 2 has probability 5/27, a fair shuffle gives 1/6
	// true
}

func ExampleLottery() {
	pick := func(n, k int, rng shuffle.PRNG) (numbers []int) {
		for range k {
			numbers = append(numbers, 1+rng.IntN(n))
		}
		return numbers
	}
	fmt.Println(check.Lottery(pick, check.Sorted))
	// Output:
	// ✗ wrong: picks 1 twice: n = 4, k = 2 gave [1 1]
}

// A student's generator is compared with Java's.
func ExampleGenerator() {
	state := uint64(42)
	next := func() int32 {
		state = (state*0x5DEECE66D + 0xB) & (1<<48 - 1)
		return int32(state >> 16)
	}
	fmt.Println(check.Generator(next, shuffle.JavaRandom(42)))
	// Output:
	// ✗ wrong: draw 1: 16159453, java.util.Random gives -1170105035
}

func ExampleEqual() {
	fmt.Println(check.Equal([]int{2, 3, 5, 9}, []int{2, 3, 5, 7}))
	// Output:
	// ✗ wrong: element 3 is 9, want 7: got [2 3 5 9], want [2 3 5 7]
}

func ExampleNear() {
	fmt.Println(check.Near(0.17, 1.0/6, 0.01).Passed)
	// Output:
	// true
}

func ExamplePanics() {
	fmt.Println(check.Panics(func() { shuffle.NewLottery(40).Pick(41) }))
	// Output:
	// ✓ right: it panics: Lottery.Pick: k = 41, want 0 to 40
}

func ExampleSeed() {
	rng := shuffle.JavaRandom(check.Seed("Ada Lovelace"))
	fmt.Println(check.Seed("Ada Lovelace") == check.Seed(" ada  LOVELACE"), rng.IntN(6) == rng.IntN(6))
	// Output:
	// true false
}

func ExampleResult_Must() {
	defer func() { fmt.Println(recover()) }()
	check.Shuffle(myShuffle).Must()
	// Output:
	// wrong: order 1 3 2 has probability 5/27, a fair shuffle gives 1/6
}
