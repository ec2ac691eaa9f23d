package shuffle

// PerfectOut cuts the deck in the middle and interleaves the halves card by card,
// so that the top card stays on top: card i of the upper half goes to place 2i,
// card i of the lower half to 2i+1, counting from 0. In an odd deck the upper
// half is the larger. Nothing is random: eight out-shuffles bring 52 cards back
// to where they were. The generator is not used.
var PerfectOut Shuffler = func(deck []int, _ PRNG) {
	half := (len(deck) + 1) / 2
	interleave(deck, deck[:half], deck[half:])
}

// PerfectIn cuts and interleaves as PerfectOut does, but the lower half goes
// first, so that the top card becomes the second: card i of the upper half goes
// to place 2i+1, card i of the lower half to 2i. In an odd deck the lower half is
// the larger. It takes 52 in-shuffles to bring 52 cards back, and 26 reverse the
// deck. The generator is not used.
var PerfectIn Shuffler = func(deck []int, _ PRNG) {
	half := len(deck) / 2
	interleave(deck, deck[half:], deck[:half])
}

// interleave fills deck with cards from the two halves alternately.
func interleave(deck, first, second []int) {
	mixed := make([]int, len(deck))
	for i, c := range first {
		mixed[2*i] = c
	}
	for i, c := range second {
		mixed[2*i+1] = c
	}
	copy(deck, mixed)
}
