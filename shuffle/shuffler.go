package shuffle

import "reflect"

// Shuffler is a way to shuffle: a function that rearranges a deck in place with
// numbers that it draws from rng. The deck's first element is its top card. A
// function of your own is one too:
//
//	func mine(deck []int, rng PRNG) { … }
//
//	Shuffler(mine).On(NewDeck())
type Shuffler func(deck []int, rng PRNG)

// Shuffle rearranges the deck with numbers drawn from rng. It is the same as
// calling s, except that it panics with a reason when s is nil.
func (s Shuffler) Shuffle(deck []int, rng PRNG) {
	s.check("Shuffler.Shuffle")
	s(deck, rng)
}

// check refuses a nil shuffle.
func (s Shuffler) check(call string) {
	if s == nil {
		refuse(call, "the shuffle is nil, want one such as FisherYates")
	}
}

// On rearranges any slice in place: a Deck, a []string or any other. Without a
// generator it draws from a fresh one, as NewDealer does. It panics when s is
// nil, when slice isn't a slice, and when the shuffle loses or duplicates a card;
// the slice is unchanged then. A []int is handed to the shuffle itself, which may do
// with it what it likes.
func (s Shuffler) On(slice any, rng ...PRNG) {
	const call = "Shuffler.On"
	s.check(call)
	v := reflect.ValueOf(slice)
	if v.Kind() != reflect.Slice {
		refuse(call, "got %T, want a slice", slice)
	}
	g := GeneratorOf(call, rng)
	if deck, ok := slice.([]int); ok {
		s(deck, g)
		return
	}
	if v.Type().Elem().Size() == 0 {
		return // all elements are the same
	}
	rearrange(slice, v, s.order(v.Len(), g))
}

// order shuffles the places 0 to n-1.
func (s Shuffler) order(n int, rng PRNG) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	s(order, rng)
	checkOrder("Shuffler.On", order)
	return order
}

// checkOrder refuses anything but an order of 0 to n-1.
func checkOrder(call string, order []int) {
	seen := make([]bool, len(order))
	for place, i := range order {
		switch {
		case i < 0 || i >= len(order):
			refuse(call, "the shuffle put %d in place %d of a deck of 0 to %d", i, place+1, len(order)-1)
		case seen[i]:
			refuse(call, "the shuffle put card %d in two places", i)
		}
		seen[i] = true
	}
}

// rearrange moves element order[i] of the slice to place i. v is its reflection.
func rearrange(slice any, v reflect.Value, order []int) {
	switch s := slice.(type) {
	case Deck:
		gather(s, order)
	case Hand:
		gather(s, order)
	case []Card:
		gather(s, order)
	case []string:
		gather(s, order)
	case []float64:
		gather(s, order)
	case []byte:
		gather(s, order)
	case []rune:
		gather(s, order)
	default:
		old := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		reflect.Copy(old, v)
		for place, i := range order {
			v.Index(place).Set(old.Index(i))
		}
	}
}

func gather[T any](s []T, order []int) {
	old := append([]T(nil), s...)
	for place, i := range order {
		s[place] = old[i]
	}
}

// roll draws an int from 0 to n-1, and refuses what a faulty generator of the
// user's own returns instead.
func roll(call string, rng PRNG, n int) int {
	r := rng.IntN(n)
	if uint(r) >= uint(n) {
		refuse(call, "IntN(%d) of the generator returned %d, want 0 to %d", n, r, n-1)
	}
	return r
}

// dice rolls dice, and refuses what a faulty generator of the user's own returns
// instead.
func dice(call string, rng Dicer, n, k int) []int {
	rolls := rng.Dice(n, k)
	if len(rolls) < 1 || len(rolls) > k {
		refuse(call, "Dice(%d, %d) of the generator returned %d rolls, want 1 to %d", n, k, len(rolls), k)
	}
	for i, r := range rolls {
		if uint(r) >= uint(n-i) {
			refuse(call, "roll %d of the generator's Dice(%d, %d) is %d, want 0 to %d", i+1, n, k, r, n-i-1)
		}
	}
	return rolls
}

// checkDraws refuses a nil generator in the name of a shuffle that draws.
func checkDraws(call string, rng PRNG) {
	if missing(rng) {
		refuse(call, "the generator is nil, want one such as NewPRNG()")
	}
}
