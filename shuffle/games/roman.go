package games

import (
	"strings"

	"riffle/shuffle"
	"riffle/shuffle/internal/arg"
)

// Roman returns a number as a Roman numeral: MCMXCII for 1992. It panics unless
// 1 <= n <= 3999, as there is no letter for 5000.
func Roman(n int) string {
	arg.Range("games.Roman", "n", n, 1, mostRoman)
	var b strings.Builder
	for _, s := range romanSigns {
		for ; n >= s.value; n -= s.value {
			b.WriteString(s.letters)
		}
	}
	return b.String()
}

const mostRoman = 3999

// romanSigns are taken from the largest down, each as often as it fits.
var romanSigns = []struct {
	value   int
	letters string
}{
	{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"},
	{100, "C"}, {90, "XC"}, {50, "L"}, {40, "XL"},
	{10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"},
}

// RandomRoman draws a Roman numeral: a number from 1 to 3999, all equally likely.
// It panics when given more than one generator.
func RandomRoman(rng ...shuffle.PRNG) string {
	return Roman(1 + shuffle.GeneratorOf("games.RandomRoman", rng).IntN(mostRoman))
}

// RandomRomanByLength draws how many letters a Roman numeral has, from 1 to 15, and
// then one of the numerals of that length. The lengths are equally likely, so the
// numerals aren't: MMMDCCCLXXXVIII, the only one with 15 letters, has probability
// 1/15. It panics when given more than one generator.
func RandomRomanByLength(rng ...shuffle.PRNG) string {
	g := shuffle.GeneratorOf("games.RandomRomanByLength", rng)
	var byLength [][]string
	for n := range mostRoman {
		s := Roman(n + 1)
		for len(byLength) < len(s) {
			byLength = append(byLength, nil)
		}
		byLength[len(s)-1] = append(byLength[len(s)-1], s)
	}
	same := byLength[g.IntN(len(byLength))]
	return same[g.IntN(len(same))]
}
