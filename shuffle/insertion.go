package shuffle

import (
	"fmt"
	"iter"
)

// NextTo says where a card goes that is put next to another: the three readings
// of the insertion shuffle.
type NextTo uint8

const (
	// Below puts the card directly below one of the n-1 others, so it never stays
	// on top.
	Below NextTo = iota
	// Beside tosses a coin to put it above or below that card.
	Beside
	// Anywhere puts the card in a random one of the n places.
	Anywhere
)

// String returns the reading's name.
func (t NextTo) String() string {
	if int(t) < len(readings) {
		return readings[t]
	}
	return fmt.Sprintf("NextTo(%d)", uint8(t))
}

var readings = [...]string{"Below", "Beside", "Anywhere"}

// Insertion takes the top card and inserts it next to a randomly chosen one,
// steps times; next to means Below by default. It takes about n·ln n steps to mix
// the deck well: the card that was at the bottom must have risen to the top. It
// panics unless 0 <= steps <= 100,000,000.
//
// Source: David Aldous and Persi Diaconis, "Shuffling cards and stopping times",
// American Mathematical Monthly 93 (1986) 333-348, for Anywhere.
func Insertion(steps int, next ...NextTo) Shuffler {
	checkRepeats("Insertion", "steps", steps)
	place := places(next)
	plan := func(n int) iter.Seq[Step] { return insertionSteps(steps, n, next) }
	return func(deck []int, rng PRNG) {
		checkDraws("Insertion", rng)
		if len(deck) < 2 || described(deck, rng, plan) {
			return
		}
		for range steps {
			sink(deck, place(len(deck), rng))
		}
	}
}

// places returns a function that draws the new place of the top card among n.
func places(next []NextTo) func(n int, rng PRNG) int {
	const call = "Insertion"
	if len(next) > 1 {
		refuse(call, "got %d NextTo values, want at most one", len(next))
	}
	if len(next) == 0 {
		next = []NextTo{Below}
	}
	switch next[0] {
	case Below:
		return func(n int, rng PRNG) int { return 1 + roll(call, rng, n-1) }
	case Beside:
		return func(n int, rng PRNG) int { return roll(call, rng, n-1) + roll(call, rng, 2) }
	case Anywhere:
		return func(n int, rng PRNG) int { return roll(call, rng, n) }
	}
	refuse(call, "next = %v, want Below, Beside or Anywhere", next[0])
	return nil
}

// insertionSteps is the plan of an Insertion of n cards. Beside has two ways for
// each of the other cards: below it and above it.
func insertionSteps(steps, n int, next []NextTo) iter.Seq[Step] {
	if len(next) == 0 {
		next = []NextTo{Below}
	}
	step := map[NextTo]Step{
		Below:    {Ways: n - 1, Act: func(deck []int, way int) { sink(deck, 1+way) }},
		Beside:   {Ways: 2 * (n - 1), Act: func(deck []int, way int) { sink(deck, way/2+way%2) }, Name: besideName},
		Anywhere: {Ways: n, Act: sink},
	}[next[0]]
	return repeated(steps, step)
}

// besideName says on which side of which card, by its place counted from 1, a way
// of Beside inserts the top card.
func besideName(way int) string {
	return fmt.Sprintf("%s %d", [...]string{"above", "below"}[way%2], way/2+2)
}

// sink moves the top card down to a place, and those above that place up by one.
func sink(deck []int, place int) {
	top := deck[0]
	copy(deck, deck[1:place+1])
	deck[place] = top
}
