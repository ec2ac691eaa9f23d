package shuffle_test

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"time"

	"riffle/shuffle"
)

// The quick pick of a Java program that calls new Random(42).
func Example() {
	lotto := shuffle.NewLottery(40, shuffle.JavaRandom(42))
	fmt.Println(lotto.Pick(6))
	fmt.Println(lotto.Pick(6))
	// Output:
	// [11 14 15 23 31 35]
	// [6 7 14 16 26 38]
}

func ExampleNewDealer() {
	dealer := shuffle.NewDealer(shuffle.CommonsMersenneTwister(2010))
	dealer.Shuffle()
	fmt.Println(dealer.Deal(5, 5))
	fmt.Println(dealer.Left(), "cards left")
	// Output:
	// Hand #1: [3♣, 3♡, 5♣, 7♢, Q♢]
	// Hand #2: [4♠, 6♡, 6♠, 7♠, 8♣]
	// Hand #3: [2♠, 9♢, 10♡, A♢, A♡]
	// Hand #4: [6♣, 6♢, 9♣, 10♠, J♢]
	// Hand #5: [5♢, 8♢, 10♢, Q♠, A♣]
	// 27 cards left
}

func ExampleDealer_DealOne() {
	dealer := shuffle.NewDealer()
	for range 3 {
		card, _ := dealer.DealOne() // from a deck that was not shuffled
		fmt.Print(card, " ")
	}
	// Output: 2♣ 3♣ 4♣
}

func ExampleNewDeck() {
	deck := shuffle.NewDeck()
	fmt.Println(deck[0], len(deck))
	fmt.Println(deck)
	// Output:
	// 2♣ 52
	// [2♣,  3♣,  4♣,  5♣,  6♣,  7♣,  8♣,  9♣,  10♣, J♣,  Q♣,  K♣,  A♣,
	//  2♢,  3♢,  4♢,  5♢,  6♢,  7♢,  8♢,  9♢,  10♢, J♢,  Q♢,  K♢,  A♢,
	//  2♡,  3♡,  4♡,  5♡,  6♡,  7♡,  8♡,  9♡,  10♡, J♡,  Q♡,  K♡,  A♡,
	//  2♠,  3♠,  4♠,  5♠,  6♠,  7♠,  8♠,  9♠,  10♠, J♠,  Q♠,  K♠,  A♠]
}

func ExampleParseCard() {
	for _, s := range []string{"10♢", "TD", "as", "X♠"} {
		fmt.Println(shuffle.ParseCard(s))
	}
	// Output:
	// 10♢ <nil>
	// 10♢ <nil>
	// A♠ <nil>
	// Rank(0)♣ ParseCard: "X♠" has no rank before its suit, want 2 to 10, T, J, Q, K or A
}

func ExampleParseHands() {
	hands, err := shuffle.ParseHands("Hand #1: [10♢, 3♣]\nKS AS")
	hands[0].Sort()
	fmt.Println(hands, err)
	// Output:
	// Hand #1: [3♣, 10♢]
	// Hand #2: [K♠, A♠] <nil>
}

func ExampleRoadrunner() {
	fmt.Println(shuffle.Roadrunner(3, shuffle.JavaRandom(0)))
	// Output:
	// Ticket #1: [1, 7, 18, 22, 23]
	// Ticket #2: [16, 22, 23, 29, 37]
	// Ticket #3: [1, 3, 16, 19, 31]
}

func ExamplePowerBall() {
	fmt.Println(shuffle.PowerBall(2, shuffle.JavaRandom(0)))
	// Output:
	// Ticket #1: [10, 20, 27, 46, 55] + 36
	// Ticket #2: [7, 9, 17, 34, 53] + 24
}

// Any slice can be shuffled, in place.
func ExampleShuffler_On() {
	words := []string{"apple", "banana", "chile", "donut", "egg", "flan"}
	shuffle.FisherYates.On(words, shuffle.JavaRandom(1))
	fmt.Println(words)
	// Output: [donut egg apple chile banana flan]
}

// A function of your own is a Shuffler like the others.
func ExampleShuffler() {
	reverse := func(deck []int, rng shuffle.PRNG) {
		for i, j := 0, len(deck)-1; i < j; i, j = i+1, j-1 {
			deck[i], deck[j] = deck[j], deck[i]
		}
	}
	hand := shuffle.NewDeck()[:5]
	shuffle.Shuffler(reverse).On(hand)
	fmt.Println(hand)
	// Output: [6♣, 5♣, 4♣, 3♣, 2♣]
}

// On the same draws the two forms of efficient selection give reversed decks.
func ExampleEfficientSelection() {
	up, down := []int{1, 2, 3, 4, 5}, []int{1, 2, 3, 4, 5}
	shuffle.EfficientSelection(up, shuffle.JavaRandom(3))
	shuffle.EfficientSelectionDown(down, shuffle.JavaRandom(3))
	fmt.Println(up, down)
	// Output: [4 2 1 3 5] [5 3 1 2 4]
}

// Two perfect shuffles bring four cards back.
func ExamplePerfectOut() {
	deck := []rune("ABCD")
	for range 2 {
		shuffle.PerfectOut.On(deck)
		fmt.Println(string(deck))
	}
	// Output:
	// ACBD
	// ABCD
}

func ExampleRiffle() {
	deck := []int{1, 2, 3, 4, 5, 6, 7, 8}
	shuffle.Riffle(1)(deck, shuffle.NewPRNG(2))
	fmt.Println(deck) // two packets, each still in order
	// Output: [1 2 5 6 7 8 3 4]
}

// The sequence repeats after 16 numbers, and its last bits alternate.
func ExampleLCG() {
	lcg := shuffle.LCG(13, 5, 16, 0)
	for range 17 {
		fmt.Print(lcg.Uint64(), " ")
	}
	// Output: 5 6 3 12 1 2 15 8 13 14 11 4 9 10 7 0 5
}

func ExampleBorlandRandom() {
	b := shuffle.BorlandRandom(12345)
	fmt.Println(b.IntN(52), b.RandSeed())
	// Output: 20 1655067934
}

// What a Python program draws that begins with random.seed(42).
func ExamplePythonRandom() {
	rng := shuffle.PythonRandom(42)
	fmt.Println(rng.Float64())   // random.random()
	fmt.Println(1 + rng.IntN(6)) // random.randint(1, 6)
	words := []string{"apple", "banana", "chile", "donut", "egg", "flan"}
	shuffle.EfficientSelection.On(words, rng) // random.shuffle(words)
	fmt.Println(words)
	// Output:
	// 0.6394267984578837
	// 1
	// [donut egg apple banana chile flan]
}

// Mark and Rewind play the same draws again.
func ExamplePRNG() {
	rng := shuffle.MT19937(5489)
	rng.Mark()
	fmt.Println(rng.IntN(52), rng.IntN(52), rng.IntN(52))
	rng.Rewind()
	fmt.Println(rng.IntN(52), rng.IntN(52), rng.IntN(52))
	// Output:
	// 8 8 14
	// 8 8 14
}

// Whatever has a method Uint64 can shuffle: here a source of Go's own library.
func ExampleFromSource() {
	rng := shuffle.FromSource(rand.NewPCG(1, 2))
	fmt.Println(rng.IntN(100) == shuffle.PCG(1, 2).IntN(100))
	// Output: true
}

// After Seed, what is given no generator is reproducible too.
func ExampleSeed() {
	defer shuffle.Unseed()
	for range 2 {
		shuffle.Seed(2010)
		fmt.Println(shuffle.NewLottery(49).Pick(6), shuffle.NewLottery(49).Pick(6))
	}
	// Output:
	// [14 19 21 43 45 47] [4 5 8 9 21 48]
	// [14 19 21 43 45 47] [4 5 8 9 21 48]
}

// A call that can't be carried out says what it wants.
func ExampleArgError() {
	defer func() { fmt.Println(recover()) }()
	shuffle.NewLottery(40).Pick(41)
	// Output: Lottery.Pick: k = 41, want 0 to 40
}

// Decks as the ints that the other packages take.
func ExampleDeck_Values() {
	deck := shuffle.NewDeck()[7:13]
	fmt.Println(deck)
	fmt.Println(deck.Values())
	fmt.Println(deck.Numbers())
	fmt.Println(shuffle.DeckOf([]int{52, 1}))
	// Output:
	// [9♣, 10♣, J♣, Q♣, K♣, A♣]
	// [9 10 11 12 13 1]
	// [8 9 10 11 12 13]
	// [A♠, 2♣]
}

// What a program deals that was started at 12:34:56.789, on any day.
func ExampleBorlandRandomize() {
	noon := time.Date(1999, 9, 28, 12, 34, 56, 789_000_000, time.UTC)
	rng := shuffle.BorlandRandomize(noon)
	fmt.Println(rng.RandSeed(), rng.IntN(51)+1)
	// Output: 45296789 25
}

// Streams of one seed are told apart by a number, one for each player.
func ExampleStreamOf() {
	for player := range uint64(3) {
		lotto := shuffle.NewLottery(40, shuffle.StreamOf(2010, player))
		fmt.Println(lotto.Pick(6))
	}
	// Output:
	// [4 7 9 19 36 40]
	// [7 9 13 18 31 39]
	// [3 7 21 22 25 39]
}

func ExampleSlice() {
	names := []string{"Ada", "Bob", "Cleo", "Dan"}
	shuffle.Slice(names, shuffle.NewPRNG(1))
	fmt.Println(names)
	// Output: [Dan Bob Ada Cleo]
}

func ExamplePerm() {
	fmt.Println(shuffle.Perm(8, shuffle.NewPRNG(1)))
	// Output: [6 4 1 0 3 7 5 2]
}

func ExampleSample() {
	fmt.Println(shuffle.Sample(1<<40, 3, shuffle.NewPRNG(1)))
	// Output: [375132976416 821450322581 892377005933]
}

// How often seven cards hold a pair or better among their ranks.
func ExampleNewBatch() {
	batch := shuffle.NewBatch(52, 7, shuffle.NewPRNG(1))
	const rounds = 1000
	pairs := 0
	for range rounds {
		cards := batch.Next()
		for hand := range shuffle.BatchSize {
			ranks := 0
			for i := range cards {
				ranks |= 1 << (cards[i][hand] % 13)
			}
			if bits.OnesCount(uint(ranks)) < 7 {
				pairs++
			}
		}
	}
	fmt.Println(shuffle.DeckOf(batch.Hand(0)))
	fmt.Printf("%.2f\n", float64(pairs)/(rounds*shuffle.BatchSize))
	// Output:
	// [7♡, 6♠, 3♢, K♡, 8♢, 10♢, 4♠]
	// 0.79
}

// How often the top card of a deck is still among the first ten after seven riffles.
func ExampleNewRiffleBatch() {
	batch := shuffle.NewRiffleBatch(52, 7, shuffle.NewPRNG(1))
	const rounds = 1000
	near := 0
	for range rounds {
		for _, row := range batch.Next()[:10] {
			for _, card := range row {
				if card == 1 {
					near++
				}
			}
		}
	}
	fmt.Println(shuffle.DeckOf(batch.Deck(0)[:5]))
	fmt.Printf("%.3f, a fair shuffle: %.3f\n", float64(near)/(rounds*shuffle.BatchSize), 10.0/52)
	// Output:
	// [4♡, 9♡, Q♡, Q♣, A♡]
	// 0.226, a fair shuffle: 0.192
}

func ExampleNewAlias() {
	prizes := []string{"a car", "a bicycle", "a hat", "nothing"}
	wheel := shuffle.NewAlias([]float64{1, 9, 40, 50}, shuffle.NewPRNG(1))
	for range 5 {
		fmt.Println(prizes[wheel.Draw()])
	}
	won := make([]int, len(prizes))
	draws := make([]int, 100_000)
	wheel.Fill(draws)
	for _, i := range draws {
		won[i]++
	}
	fmt.Println(won)
	// Output:
	// nothing
	// a hat
	// nothing
	// a hat
	// nothing
	// [962 9135 40191 49712]
}
