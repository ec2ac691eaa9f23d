package shuffle

import (
	"fmt"
	"math/bits"
	"slices"

	"riffle/shuffle/internal/turn"
)

// maxLottery bounds the numbers of a lottery, four bytes each.
const maxLottery = 100_000_000

// Lottery draws from the numbers 1 to max without replacement. It keeps them in
// an array, and a pick of k shuffles only the first k places: the first k steps
// of FisherYates. Each of the
//
//	C(max, k) = max! / (k!·(max-k)!)
//
// combinations is equally likely. The zero value has no numbers.
type Lottery struct {
	numbers []int32
	rng     PRNG
}

// NewLottery returns a lottery of the numbers 1 to max. Without a generator, every
// combination can come up, unless there are more than 2^256 of them: see Stream. It
// panics unless 0 <= max <= 100,000,000, and when given more than one generator.
func NewLottery(max int, rng ...PRNG) *Lottery {
	checkRange("NewLottery", "max", max, 0, maxLottery)
	l := &Lottery{rng: GeneratorOf("NewLottery", rng), numbers: make([]int32, max)}
	for i := range l.numbers {
		l.numbers[i] = int32(i + 1)
	}
	return l
}

// Pick draws k different numbers and returns them sorted. Every pick draws from
// all numbers; the array stays mixed between picks. It panics unless 0 <= k <=
// max.
func (l *Lottery) Pick(k int) []int {
	l.check("Lottery.Pick")
	checkRange("Lottery.Pick", "k", k, 0, len(l.numbers))
	if k > 0 {
		l.mix(k)
	}
	return l.picked(k)
}

// check refuses a nil lottery.
func (l *Lottery) check(call string) {
	if l == nil {
		refuse(call, "the lottery is nil, want one such as NewLottery(40)")
	}
}

// picked returns the first k numbers, sorted.
func (l *Lottery) picked(k int) []int {
	picked := make([]int, k)
	if len(l.numbers) > maxMarked {
		for i, n := range l.numbers[:k] {
			picked[i] = int(n)
		}
		slices.Sort(picked)
		return picked
	}
	// Six numbers are marked and found again in a third of the time that comparing
	// them takes, as nobody can guess how comparisons of random numbers turn out.
	var marks [maxMarked / 64]uint64
	for _, n := range l.numbers[:k] {
		marks[uint(n-1)/64%uint(len(marks))] |= 1 << (uint(n-1) % 64)
	}
	i := 0
	for w, word := range marks[:(len(l.numbers)+63)/64] {
		for ; word != 0; word &= word - 1 {
			picked[i] = w*64 + bits.TrailingZeros64(word) + 1
			i++
		}
	}
	return picked
}

// maxMarked bounds the numbers whose picks are sorted by marking them.
const maxMarked = 1024

// mix swaps each of the first k places with a random one from there on. It always
// draws k times, although the last draw of all numbers has no choice.
func (l *Lottery) mix(k int) {
	switch l.rng.(type) {
	case *Xoshiro, *Stream:
		if len(l.numbers) <= fourSides {
			l.mixFours(k)
			return
		}
	}
	dicer, ok := l.rng.(Dicer)
	if !ok {
		for i := range k {
			turn.Give()
			l.exchange(i, i+roll("Lottery.Pick", l.rng, len(l.numbers)-i))
		}
		return
	}
	for i := 0; i < k; {
		turn.Give()
		for _, roll := range dice("Lottery.Pick", dicer, len(l.numbers)-i, k-i) {
			l.exchange(i, i+roll)
			i++
		}
	}
}

// mixFours does so with the dice of Xoshiro and Stream, four with one word: see
// batchBox.
func (l *Lottery) mixFours(k int) {
	var group [4]int
	for i := 0; i < k; {
		if !rollFour(&group, len(l.numbers)-i, l.rng.Uint64()) {
			continue
		}
		for _, roll := range group[:min(4, k-i)] {
			l.exchange(i, i+roll)
			i++
		}
	}
}

func (l *Lottery) exchange(i, j int) {
	l.numbers[i], l.numbers[j] = l.numbers[j], l.numbers[i]
}

// Max returns the highest number.
func (l *Lottery) Max() int {
	l.check("Lottery.Max")
	return len(l.numbers)
}

// Numbers returns a copy of the array in its current order, the numbers of the
// last pick first.
func (l *Lottery) Numbers() []int {
	l.check("Lottery.Numbers")
	numbers := make([]int, len(l.numbers))
	for i, n := range l.numbers {
		numbers[i] = int(n)
	}
	return numbers
}

// String says which numbers there are.
func (l *Lottery) String() string {
	l.check("Lottery.String")
	return fmt.Sprintf("Lottery(1 to %d)", len(l.numbers))
}
