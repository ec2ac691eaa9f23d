package shuffle

import (
	"fmt"
	"slices"
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

// NewLottery returns a lottery of the numbers 1 to max. Without a generator,
// every combination can come up: see Stream. It panics unless 0 <= max <=
// 100,000,000, and when given more than one generator.
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
	if l == nil {
		refuse("Lottery.Pick", "the lottery is nil, want one such as NewLottery(40)")
	}
	checkRange("Lottery.Pick", "k", k, 0, len(l.numbers))
	if k > 0 {
		l.mix(k)
	}
	picked := make([]int, k)
	for i, n := range l.numbers[:k] {
		picked[i] = int(n)
	}
	slices.Sort(picked)
	return picked
}

// mix swaps each of the first k places with a random one from there on. It always
// draws k times, although the last draw of all numbers has no choice.
func (l *Lottery) mix(k int) {
	dicer, ok := l.rng.(Dicer)
	if !ok {
		for i := range k {
			l.exchange(i, i+roll("Lottery.Pick", l.rng, len(l.numbers)-i))
		}
		return
	}
	for i := 0; i < k; {
		for _, roll := range dice("Lottery.Pick", dicer, len(l.numbers)-i, k-i) {
			l.exchange(i, i+roll)
			i++
		}
	}
}

func (l *Lottery) exchange(i, j int) {
	l.numbers[i], l.numbers[j] = l.numbers[j], l.numbers[i]
}

// Max returns the highest number.
func (l *Lottery) Max() int { return len(l.numbers) }

// Numbers returns a copy of the array in its current order, the numbers of the
// last pick first.
func (l *Lottery) Numbers() []int {
	numbers := make([]int, len(l.numbers))
	for i, n := range l.numbers {
		numbers[i] = int(n)
	}
	return numbers
}

// String says which numbers there are.
func (l *Lottery) String() string { return fmt.Sprintf("Lottery(1 to %d)", l.Max()) }
