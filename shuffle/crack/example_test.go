package crack_test

import (
	"fmt"

	"riffle/shuffle"
	"riffle/shuffle/crack"
)

// Five cards that a player sees at the table of 1999: his own and those face up.
func ExampleASF() {
	found, err := crack.ASF([]int{15, 31, 30, 14, 10}, crack.Day)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(found)
	// Output:
	// 1 of 86,400,000 seeds fits what was seen
	// 45296789 (12:34:56.789)
	//  15 31 30 14 10 45 34  1 11  3 23 43 48
	//  20 12 51 26 32 36  8 41 38 28  5 33 18
	//  16 52 19 21 39 35 17 24  9 44 25 47  4
	//  49 40 27 50  6  7 22  2 37 46 13 29 42
	// No card remains unknown.
}

// Two seeds deal these cards: the decks differ in the rest.
func ExampleSeeds_Sure() {
	found, _ := crack.ASF([]int{28, 15, 4, 5, 35}, crack.Window{From: 72_000_000, To: 82_000_000})
	fmt.Println(found)
	fmt.Println(found.Deck(0)[5:10])
	fmt.Println(found.Deck(1)[5:10])
	// Output:
	// 2 of 10,000,000 seeds fit what was seen
	// 72930123 (20:15:30.123), 81835999 (22:43:55.999)
	//  28 15  4  5 35  ?  ?  ?  ?  ?  ?  ?  ?
	//   ?  ?  ?  ?  ?  ?  ?  ?  ?  ?  ?  ?  ?
	//   ?  ?  ?  ?  ?  ?  ?  ?  ?  ?  ?  ?  ?
	//   ?  ?  ?  ?  ?  ?  ?  ?  ?  ?  ?  ?  ?
	// 47 places differ from seed to seed (?): 1.0 bits remain unknown.
	// [47 46 14 16 44]
	// [46 13 30 22 9]
}

func ExampleASF_none() {
	_, err := crack.ASF([]int{1, 2, 3, 4, 5, 6}, crack.Window{From: 0, To: 1_000_000})
	fmt.Println(err)
	_, err = crack.ASF([]int{1, 2, 53}, crack.Day)
	fmt.Println(err)
	// Output:
	// crack.ASF: no seed fits: none from 0 to 999,999 gives this; check what was seen, or try another window
	// crack.ASF: cards[2] = 53, want 1 to 52, or 0 for a card that was not seen
}

// A shuffle of one's own is no safer when its generator has few seeds.
func ExampleBorland() {
	mine := func(deck []int, rng shuffle.PRNG) {
		shuffle.Riffle(7)(deck, rng)
		shuffle.FisherYates(deck, rng)
	}
	deck := make([]int, 52)
	for i := range deck {
		deck[i] = i + 1
	}
	mine(deck, shuffle.BorlandRandom(45_296_789))
	found, err := crack.Borland(deck[:5], crack.Window{From: 45_290_000, To: 45_300_000}, mine)
	fmt.Println(found.Seeds, err)
	// Output:
	// [45296789] <nil>
}

func ExampleAt() {
	fmt.Println(crack.At(map[int]int{1: 28, 4: 44}))
	// Output:
	// [28 0 0 44]
}

func ExampleBestBet() {
	fmt.Println(crack.BestBet(shuffle.Naive, 3))
	fmt.Println(crack.BestBet(shuffle.Naive, 52))
	// Output:
	// card 2 comes first with probability 0.370370, 11.1 % more often than 1/3
	// exactly 10/27
	// card 2 comes first with probability 0.026004, 35.2 % more often than 1/52
}

func ExampleDealer() {
	dealer := shuffle.NewDealer(shuffle.CommonsMersenneTwister(1278801234567))
	dealer.Shuffle()
	mine := dealer.Deal(5, 5)[0]
	found, err := crack.Dealer(shuffle.Hands{mine, nil, nil, nil, nil}, crack.Window{From: 1278801200000, To: 1278801260000})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(found)
	next, _ := dealer.DealOne()
	foretold, _ := found.Dealer(0).DealOne()
	fmt.Println(next == foretold)
	// Output:
	// 1 of 60,000 seeds fits what was seen
	// 1278801234567 (2010-07-10 22:33:54.567 UTC)
	// Hand #1: [2♣, 6♣, 9♢, J♢, A♠]
	// Hand #2: [3♣, 5♢, 7♢, 10♣, J♡]
	// Hand #3: [4♢, 6♠, 8♡, 10♡, K♡]
	// Hand #4: [5♣, 8♣, 9♣, 9♡, A♣]
	// Hand #5: [3♢, 4♡, Q♣, A♢, A♡]
	// true
}

func ExampleJava() {
	rng := shuffle.JavaRandom(42)
	states, err := crack.Java(rng.NextInt(), rng.NextInt())
	fmt.Println(states, err)
	fmt.Println(rng.NextInt())
	// Output:
	// 1 state of 2^48 fits what was seen
	// state now 15386904305625, seed 42 if these were the first draws
	// next nextInt(): -1360544799, 205897768, 1325939940, … <nil>
	// -1360544799
}

func ExampleJavaLong() {
	states, err := crack.JavaLong(shuffle.JavaRandom(2010).NextLong())
	fmt.Println(states[0].Seed(), err)
	// Output:
	// 2010 <nil>
}

// A shuffled deck gives away the generator, and with it the next deck.
func ExampleJavaDice() {
	dealer := shuffle.NewDealer(shuffle.JavaRandom(2010))
	dealer.Shuffle()
	rolls, _ := crack.DiceOf(dealer.Deck().Numbers())
	states, err := crack.JavaDice(52, rolls[:20])
	fmt.Println(len(states), states[0].Seed(), err)
	// Output:
	// 1 2010 <nil>
}

func ExampleMT() {
	rng := shuffle.MT19937(2010)
	outputs := make([]uint32, 624)
	for i := range outputs {
		outputs[i] = rng.Uint32()
	}
	state, err := crack.MT(outputs)
	fmt.Println(state, err)
	fmt.Println(rng.Uint32() == state.Generator().Uint32())
	// Output:
	// state of MT19937, 624 words: 43278523, 3736610294, 3486490094, …
	// next outputs: 4266888037, 446166683, 3577936125, … <nil>
	// true
}

func ExampleMTSeed() {
	first := shuffle.MT19937(1278801234).Uint32()
	found, err := crack.MTSeed([]uint32{first}, crack.Window{From: 1278800000, To: 1278900000})
	fmt.Println(found, err)
	// Output:
	// 1 of 100,000 seeds fits what was seen
	// 1278801234 <nil>
}
