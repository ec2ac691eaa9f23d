// Speed of ranking hands of poker.
package main

import (
	"fmt"
	"math/rand"
	"sort"
	"time"
)

type card struct {
	rank int // 2 to 14
	suit byte
}

type kind int

const (
	highCard kind = iota
	pair
	twoPairs
	three
	straight
	flush
	fullHouse
	four
	straightFlush
)

func (k kind) String() string {
	return []string{"high card", "pair", "two pairs", "three", "straight", "flush", "full house", "four", "straight flush"}[k]
}

func newDeck() []card {
	var deck []card
	for _, s := range []byte("CDHS") {
		for r := 2; r <= 14; r++ {
			deck = append(deck, card{r, s})
		}
	}
	return deck
}

func classify(hand []card) kind {
	sorted := make([]card, len(hand))
	copy(sorted, hand)
	sort.Slice(sorted, func(i, j int) bool { return sorted[i].rank < sorted[j].rank })
	counts := map[int]int{}
	isFlush, isStraight := true, true
	for i, c := range sorted {
		counts[c.rank]++
		if c.suit != sorted[0].suit {
			isFlush = false
		}
		if i > 0 && c.rank != sorted[i-1].rank+1 {
			isStraight = false
		}
	}
	var groups []int
	for _, n := range counts {
		groups = append(groups, n)
	}
	sort.Sort(sort.Reverse(sort.IntSlice(groups)))
	switch {
	case isFlush && isStraight:
		return straightFlush
	case groups[0] == 4:
		return four
	case groups[0] == 3 && groups[1] == 2:
		return fullHouse
	case isFlush:
		return flush
	case isStraight:
		return straight
	case groups[0] == 3:
		return three
	case groups[0] == 2 && groups[1] == 2:
		return twoPairs
	case groups[0] == 2:
		return pair
	}
	return highCard
}

func work() int {
	r := rand.New(rand.NewSource(42))
	deck := newDeck()
	found := map[kind]int{}
	for n := 0; n < 400; n++ {
		r.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
		for at := 0; at+5 <= len(deck); at += 5 {
			found[classify(deck[at:at+5])]++
		}
	}
	sum := 0
	for k, n := range found {
		sum += n * (int(k) + 1) * len(k.String())
	}
	return sum
}

func main() {
	start := time.Now()
	result := work()
	fmt.Println(result, time.Since(start).Nanoseconds())
}
