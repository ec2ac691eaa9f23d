package games_test

import (
	"fmt"

	"riffle/shuffle"
	"riffle/shuffle/games"
	"riffle/shuffle/trials"
)

func ExamplePile() {
	table, hand := games.Pile{3, 1}, games.Pile{2, 2}
	fmt.Println(table.Pick(&hand), table, hand)
	fmt.Println(table.IsValid(3), table.IsValid(2))
	// Output:
	// 2 [3, 1, 2] [2]
	// true false
}

func ExamplePile_RiffleWith() {
	rng := shuffle.JavaRandom(1)
	rest := games.NewPile(2)
	top := rest.Split(rng)
	fmt.Println(top, rest)
	top.RiffleWith(&rest, rng)
	fmt.Println(top, rest)
	// Output:
	// [1, 1, 1, 1] [2, 2, 2, 2]
	// [2, 2, 1, 1, 1, 2, 1, 2] []
}

func ExampleBattle_Rounds() {
	b := games.BattleOf([]int{3, 5, 1, 4}, []int{2, 5, 6, 3})
	fmt.Println(b.Rounds(10))
	fmt.Println(b.Winner(), b.Game(10))
	fmt.Println(b)
	// Output:
	// 1  3 > 2              player 1 takes  2   5 : 3
	//    2  5 = 5 [1 6] 4 > 3  player 1 takes  6   8 : 0
	// 0 1
	// player 1   8: [3, 2, 5, 5, 1, 6, 4, 3]
	// player 2   0: []
	// trick      0: []
}

// Two games of three values: one that ends, and one that doesn't.
func ExampleBattle_Floyd() {
	b := games.DealBattle([]int{3, 2, 1, 3, 1, 2, 2, 1, 3, 2, 1, 3})
	turns := b.Copy()
	turns.Alternate = true
	fmt.Println(b.Floyd())
	fmt.Println(turns.Floyd())
	// Output:
	// never ends: after 4 tricks it goes round in 12 tricks
	//   (the tortoise meets the hare after 12)
	// a draw after 7 tricks
}

func ExampleBattleStats() {
	fmt.Println(games.BattleStats(12, 20_000, games.BattleOptions{Options: trials.Seed(1)}))
	// Output:
	// 20,000 games with 12 values, seven riffles, player 1 puts first
	// player 1 wins    21.25 %  20.69 to 21.82 %
	// player 2 wins    18.99 %  18.45 to 19.54 %
	// draw            0.0000 %  0 to 0.0192 %
	// never ends       59.76 %  59.08 to 60.44 %
	// games that end take 854 ± 15 tricks, the longest 5,817
	// 95 % intervals; half as wide takes 80,000 games.
}

func ExampleClock() {
	deck := shuffle.NewDeck()
	shuffle.FisherYates.On(deck, shuffle.JavaRandom(4))
	fmt.Println(games.Clock(deck))
	fmt.Println(games.ClockWin())
	// Output:
	// lost: 38 of 52 cards were turned over
	// turned: A Q 7 J 2 2 K 9 7 A 9 K 9 6 8 5 4 K 7 4 8 3 Q Q 10 2 J Q 6 10 5 8 J 3 8
	//   4 5 K
	// face down: A:2 2:1 3:2 4:1 5:1 6:2 7:1 8:0 9:1 10:2 J:1 Q:0 K:0
	// 1/13
}

func ExampleClockStats() {
	fmt.Println(games.ClockStats(100_000, trials.Seed(1)).Against(1.0 / 13))
	// Output:
	// 7.69 % (95 % interval 7.53 to 7.86 %), expected 7.69 %.
	// Chance alone can make as large a difference (p = 0.98).
	// Nine times out of ten, about 2,500,000,000 runs show an effect of this size.
}

func ExampleFlip() {
	rng := shuffle.JavaRandom(42)
	for range 6 {
		fmt.Print(games.Flip(rng), " ")
	}
	fmt.Println()
	// Output:
	// tails tails heads heads heads tails
}

func ExampleDice() {
	rng := shuffle.JavaRandom(42)
	for range 3 {
		fmt.Println(games.Dice(rng))
	}
	// Output:
	// 3 + 4 = 7
	// 1 + 3 = 4
	// 1 + 2 = 3
}

func ExampleDiceSum() {
	fmt.Println(games.DiceSum(7), games.DiceSum(12), games.DiceSum(13))
	// Output:
	// 1/6 1/36 0/1
}

func ExampleIntFromReal() {
	fmt.Println(games.IntFromReal(0.5, 1, 6), games.IntFromReal(1, 1, 6))
	// Output:
	// 3 6
}

func ExampleRoman() {
	fmt.Println(games.Roman(1992))
	// Output:
	// MCMXCII
}

func ExampleRandomDate() {
	fmt.Println(games.RandomDate(1992, shuffle.JavaRandom(1)).Format("2 January 2006"))
	// Output:
	// 16 March 1992
}
