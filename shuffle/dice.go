package shuffle

import "math/bits"

// diceBox is the buffer that a Dicer rolls into.
type diceBox struct {
	rolls [64]int
}

// take returns room for k rolls, or as many as fit.
func (b *diceBox) take(k int) []int { return b.rolls[:min(k, len(b.rolls))] }

// batchBox rolls several dice with one 64-bit word.
//
// The high word of x·n is a die with n sides (see bounded), and the low word is
// as good as a new random word: it can be multiplied by the next number of sides,
// and so on. Together the rolls are one draw among P = n·(n-1)·(n-2)·(n-3), and
// they are exactly uniform if words are dropped whose last low word is below 2^64
// mod P.
//
// Source: Nevin Brackett-Rozinsky and Daniel Lemire, "Batched Ranged Random
// Integer Generation", https://arxiv.org/abs/2408.06213.
type batchBox struct {
	diceBox
	words [16]uint64
}

// fourSides is the largest die for which four rolls share a word. They have at
// most 2^56 outcomes, so a word is dropped with probability below 2^-8; for a
// deck of 52, below 2^-41.
const fourSides = 1 << 14

// maxFours is the largest number of outcomes of four rolls.
const maxFours = fourSides * fourSides * fourSides * fourSides

// fours rolls k dice with n, n-1, … sides, k <= len(rolls) and n <= fourSides,
// with the first words of the box, one for each group of four dice. When one is
// dropped, the next takes its place, and src supplies one more at the end.
func (b *batchBox) fours(n, k int, src Source) []int {
	words := b.words[:groups(k)]
	for i, used := 0, 0; i < k; used++ {
		checkStuck(used - i/4)
		var word uint64
		if used < len(words) {
			word = words[used]
		} else {
			word = src.Uint64()
		}
		if rollFour((*[4]int)(b.rolls[i:]), n-i, word) {
			i += 4
		}
	}
	return b.rolls[:k]
}

// groups returns how many words k dice take.
func groups(k int) int { return (k + 3) / 4 }

// rollFour rolls four dice with n to n-3 sides and reports whether the word
// was good. Dice without sides count as having one.
func rollFour(group *[4]int, n int, word uint64) bool {
	n0, n1, n2, n3 := uint64(n), uint64(max(n-1, 1)), uint64(max(n-2, 1)), uint64(max(n-3, 1))
	r0, rest := bits.Mul64(word, n0)
	r1, rest := bits.Mul64(rest, n1)
	r2, rest := bits.Mul64(rest, n2)
	r3, rest := bits.Mul64(rest, n3)
	group[0], group[1], group[2], group[3] = int(r0), int(r1), int(r2), int(r3)
	return good(rest, n0*n1*n2*n3)
}

// good reports whether the last remainder of a word keeps the rolls uniform. The
// product of the sides is at most 2^56, so most words need no division.
func good(rest, product uint64) bool {
	return rest >= maxFours || rest >= -product%product
}
