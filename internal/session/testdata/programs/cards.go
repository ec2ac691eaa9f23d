// A deck of cards: shuffled, cut, dealt, sorted and scored.
package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sort"
	"strings"
)

type Suit uint8
type Rank uint8

const (
	Clubs Suit = iota
	Diamonds
	Hearts
	Spades
)

const (
	Two  Rank = iota + 2
	Jack Rank = iota + 10
	Queen
	King
	Ace
)

func (s Suit) String() string { return [...]string{"♣", "♢", "♡", "♠"}[s] }
func (r Rank) String() string {
	if r < Jack {
		return fmt.Sprint(uint8(r))
	}
	return string("JQKA"[r-Jack])
}

type Card struct {
	Rank Rank
	Suit Suit
}

func (c Card) String() string { return c.Rank.String() + c.Suit.String() }

type Deck []Card

func NewDeck() Deck {
	var d Deck
	for s := Clubs; s <= Spades; s++ {
		for r := Two; r <= Ace; r++ {
			d = append(d, Card{r, s})
		}
	}
	return d
}

func (d Deck) Shuffle(r *rand.Rand) { r.Shuffle(len(d), func(i, j int) { d[i], d[j] = d[j], d[i] }) }
func (d *Deck) Deal(n int) Deck {
	hand := (*d)[:n:n]
	*d = (*d)[n:]
	return slices.Clone(hand)
}
func (d Deck) Len() int { return len(d) }
func (d Deck) Less(i, j int) bool {
	return d[i].Rank > d[j].Rank || d[i].Rank == d[j].Rank && d[i].Suit < d[j].Suit
}
func (d Deck) Swap(i, j int) { d[i], d[j] = d[j], d[i] }

type Category int

const (
	HighCard Category = iota
	Pair
	TwoPairs
	Three
	Straight
	Flush
	FullHouse
	Four
	StraightFlush
)

var categoryNames = map[Category]string{HighCard: "high card", Pair: "pair", TwoPairs: "two pairs", Three: "three of a kind",
	Straight: "straight", Flush: "flush", FullHouse: "full house", Four: "four of a kind", StraightFlush: "straight flush"}

func (c Category) String() string { return categoryNames[c] }

func evaluate(h Deck) Category {
	counts := map[Rank]int{}
	flush := true
	var ranks []int
	for _, c := range h {
		counts[c.Rank]++
		flush = flush && c.Suit == h[0].Suit
		ranks = append(ranks, int(c.Rank))
	}
	sort.Ints(ranks)
	straight := len(counts) == 5 && (ranks[4]-ranks[0] == 4 || ranks[4] == int(Ace) && ranks[3] == 5)
	var shape []int
	for _, n := range counts {
		shape = append(shape, n)
	}
	sort.Sort(sort.Reverse(sort.IntSlice(shape)))
	switch {
	case straight && flush:
		return StraightFlush
	case shape[0] == 4:
		return Four
	case shape[0] == 3 && shape[1] == 2:
		return FullHouse
	case flush:
		return Flush
	case straight:
		return Straight
	case shape[0] == 3:
		return Three
	case shape[0] == 2 && shape[1] == 2:
		return TwoPairs
	case shape[0] == 2:
		return Pair
	}
	return HighCard
}

func parse(s string) (Deck, error) {
	var d Deck
	for _, f := range strings.Fields(s) {
		r := []rune(f)
		suit := strings.IndexRune("♣♢♡♠", r[len(r)-1]) / len("♣")
		var rank Rank
		if _, err := fmt.Sscan(string(r[:len(r)-1]), &rank); err != nil {
			i := strings.IndexRune("JQKA", r[0])
			if i < 0 {
				return nil, fmt.Errorf("card %q: no such rank", f)
			}
			rank = Jack + Rank(i)
		}
		d = append(d, Card{rank, Suit(suit)})
	}
	return d, nil
}

func main() {
	d := NewDeck()
	fmt.Println(len(d), d[0], d[51], d[10:14])
	d.Shuffle(rand.New(rand.NewPCG(1, 2)))
	for i := range 4 {
		h := d.Deal(5)
		sort.Sort(h)
		fmt.Printf("hand %d: %v %-3v| %s\n", i+1, h, h[0], evaluate(h))
	}
	fmt.Println(d.Len())
	for _, s := range []string{"10♠ J♠ Q♠ K♠ A♠", "2♣ 2♢ 2♡ 2♠ 3♣", "2♣ 2♢ 2♡ 3♠ 3♣", "2♣ 4♣ 6♣ 8♣ 9♣", "A♣ 2♢ 3♡ 4♠ 5♣", "7♣ 7♢ 7♡ 4♠ 5♣", "7♣ 7♢ 4♡ 4♠ 5♣", "7♣ 7♢ 4♡ 3♠ 5♣", "7♣ 9♢ 4♡ 3♠ 5♣"} {
		h, err := parse(s)
		fmt.Println(h, evaluate(h), err)
	}
	_, err := parse("X♣")
	fmt.Println(err)
	counts := map[Category]int{}
	r := rand.New(rand.NewPCG(3, 4))
	for range 40 {
		d := NewDeck()
		d.Shuffle(r)
		counts[evaluate(d.Deal(5))]++
	}
	fmt.Println(counts)
}
