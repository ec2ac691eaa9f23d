package count_test

import (
	"fmt"
	"time"

	"riffle/shuffle/count"
)

// The tickets of Roadrunner Cash: 5 numbers of 37.
func ExampleChoose() {
	fmt.Println(count.Choose(37, 5))
	// Output: 435897
}

func ExampleDeals() {
	fmt.Println(count.Deals(52, 4, 13)) // bridge
	// Output: 53644737765488792839237440000
}

func ExampleDerangements() {
	fmt.Println(count.Derangements(4), "of", count.Factorial(4))
	fmt.Println(count.DerangementShare(52).FloatString(12))
	// Output:
	// 9 of 24
	// 0.367879441171
}

// The selection shuffle of a whole deck needs 236 draws on average.
func ExampleSelectionCalls() {
	fmt.Println(count.SelectionCalls(3), count.SelectionCalls(52).FloatString(1))
	// Output: 11/2 236.0
}

// Java's generator has 48 bits: it shuffles 16 cards in every way, but of the
// decks of 52 it reaches one in 10^53.
func ExampleReachable() {
	fmt.Println(count.Reachable(48, 52), "of", count.Factorial(52))
	fmt.Println(count.LargestDeck(48), "cards at most; 52 cards need", count.SeedBits(52), "bits")
	// Output:
	// 281474976710656 of 80658175170943878571660636856403766975289505440883277824000000000000
	// 16 cards at most; 52 cards need 226 bits
}

// Ten years of milliseconds are more than 2^38, not fewer than 2^36.
func ExampleClockSeeds() {
	seeds := count.ClockSeeds(3652 * 24 * time.Hour)
	fmt.Printf("%v, about 2^%.1f\n", seeds, count.Log2(seeds))
	// Output: 315532800000, about 2^38.2
}

func ExampleOutPlace() {
	for i := range 8 {
		fmt.Print(count.OutPlace(i, 8), " ")
	}
	// Output: 0 2 4 6 1 3 5 7
}
