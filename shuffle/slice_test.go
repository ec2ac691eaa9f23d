package shuffle

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/big"
	"math/bits"
	"slices"
	"strings"
	"testing"
)

// Small slices are FisherYates, whatever they hold and draw from.
func TestSliceIsFisherYates(t *testing.T) {
	for _, n := range []int{0, 1, 2, 5, 52, 1000, maxFisherYates} {
		for _, g := range []PRNG{NewPRNG(3), StreamOf(3, 1), PCG(3, 4), JavaRandom(3)} {
			want := shuffled(FisherYates, ints(0, n), g)
			g.Rewind()
			got := ints(0, n)
			Slice(got, g)
			same(t, fmt.Sprintf("Slice of %d with %v", n, g), got, want)
			g.Rewind()
			same(t, fmt.Sprintf("Perm(%d) with %v", n, g), Perm(n, g), want)
		}
	}
	words := []string{"a", "b", "c", "d", "e"}
	Slice(words, NewPRNG(1))
	order := Perm(5, NewPRNG(1))
	for i, w := range words {
		if w != string(rune('a'+order[i])) {
			t.Errorf("Slice puts %s into place %d, Perm element %d", w, i, order[i])
		}
	}
}

// The order of a large slice depends on neither the elements nor the cores.
func TestScatterIsReproducible(t *testing.T) {
	key := drawKey(NewPRNG(5))
	const n = threeSides + 1234
	want := ints(0, n)
	scatter(want, key, 1)
	for _, workers := range []int{2, 3, 300} {
		got := ints(0, n)
		scatter(got, key, workers)
		same(t, fmt.Sprintf("%d workers", workers), got, want)
	}
	bytes := make([][3]byte, n)
	for i := range bytes {
		bytes[i] = [3]byte{byte(i), byte(i >> 8), byte(i >> 16)}
	}
	Slice(bytes, NewPRNG(5))
	for i, b := range bytes {
		if got := int(b[0]) | int(b[1])<<8 | int(b[2])<<16; got != want[i] {
			t.Fatalf("place %d holds %d, want %d", i, got, want[i])
		}
	}
}

// Elements of any size, with pointers or without, go where ints go.
func TestSliceOfAnything(t *testing.T) {
	for _, n := range []int{52, maxFisherYates + 1, threeSides + 1} {
		order := Perm(n, NewPRNG(5))
		goes(t, order, func(i int) *int { return &order[i] })
		goes(t, order, func(i int) any { return i })
		goes(t, order, func(i int) [5]int64 { return [5]int64{4: int64(i)} })
		goes(t, order, func(i int) named { return named{strings.Repeat("x", i%7), uint32(i)} })
		goes(t, order, func(int) struct{} { return struct{}{} })
	}
}

type named struct {
	name   string
	number uint32
}

// goes checks that Slice puts element order[i] into place i.
func goes[T comparable](t *testing.T, order []int, element func(i int) T) {
	t.Helper()
	s := make([]T, len(order))
	for i := range s {
		s[i] = element(i)
	}
	Slice(s, NewPRNG(5))
	for i, x := range s {
		if want := element(order[i]); x != want {
			t.Fatalf("%d elements %T: place %d holds %v, want %v", len(s), x, i, x, want)
		}
	}
}

func TestScatterKeepsElements(t *testing.T) {
	for _, n := range []int{1, 2, 3, 100, 256, 257, 5000, maxFisherYates + 1, 300_000, maxWindow + 77} {
		for seed := range uint64(3) {
			s := ints(0, n)
			scatter(s, drawKey(NewPRNG(int64(seed))), 2)
			slices.Sort(s)
			if !slices.Equal(s, ints(0, n)) {
				t.Fatalf("scattering %d elements loses some", n)
			}
		}
	}
}

// The same seed gives the same order for ever. The hashes were taken from this
// package itself, so they show that nothing has changed, not that it is right: the
// other tests of this file do that.
func TestScatterIsFrozen(t *testing.T) {
	again := ints(0, maxWindow+77) // a window that is scattered once more
	finish(again, key256{1})
	for _, test := range []struct {
		name, want string
		order      []int
	}{
		{"Perm(65_537)", "a1b8ce84a93d13cbaea1cb1315b68e3c8f71161796e46efb536dcf395ca102f3", Perm(65_537, NewPRNG(1))},
		{"Perm(1 << 20)", "a71088b8d7d9666561b7eb39720e7a289a840ce94931f00745d504078a972c54", Perm(1<<20, NewPRNG(1))},
		{"Perm(1<<20 + 1)", "116921ae7e3d237b2d766e60eb3d638bd46e856e6860c071f29fa5a98bac626b", Perm(1<<20+1, NewPRNG(1))},
		{"Perm(1_000_000)", "f3893a55d6ff6d65542a21e47e01739837ecf28e2d919b03ea15777246999d88", Perm(1_000_000, NewPRNG(1))},
		{"a window of maxWindow+77", "8489138c089a3228a52342103196dd7d47b7b0e5410e0d987ea4d5e4fdde7e6d", again},
		{"Sample(1<<40, 70_000)", "21ee7a25d7475cb180e6eabaea700920752090cd3eae747a1dd1feadc5fe0e40", Sample(1<<40, 70_000, NewPRNG(1))},
	} {
		if got := hashOf(test.order); got != test.want {
			t.Errorf("%s: the hash is %s, was %s", test.name, got, test.want)
		}
	}
}

// hashOf returns the SHA-256 of the elements as little-endian words of 64 bits.
func hashOf(s []int) string {
	var text []byte
	for _, element := range s {
		text = binary.LittleEndian.AppendUint64(text, uint64(element))
	}
	return fmt.Sprintf("%x", sha256.Sum256(text))
}

// Every sequence of labels gives another assignment of elements to windows, and
// every assignment comes of one, so the elements' labels are as independent as the
// bits drawn: 17 elements, two windows of eight, and the one in hand.
func TestLabelsAreIndependent(t *testing.T) {
	const n = 17
	seen := make([]bool, 1<<n)
	for chain := range 1 << labels {
		for rest := range 1 << (n - labels) {
			assignment := assign(n, spread(chain), rest)
			if seen[assignment] {
				t.Fatalf("assignment %017b comes up twice", assignment)
			}
			seen[assignment] = true
		}
	}
}

// assign labels the elements 0 to n-1 with one word of the chain and the bits of
// rest, and returns a bit for each element: 1 if it is in the second window.
func assign(n int, word uint64, rest int) (assignment int) {
	s := ints(0, n)
	w := windows{begin: [257]int{0, 8, 16}, next: [256]int{0, 8}}
	exchangeLabels(s, &w, wordNext(word), 2, labels)
	tags := make([]uint8, n-labels)
	for i := range tags {
		tags[i] = uint8(rest >> i & 1)
	}
	ends := settleWindows(s, &w, tags, 2)
	for _, element := range s[ends[1]:] {
		assignment |= 1 << element
	}
	return assignment
}

// spread makes a word whose bytes end with the bits of b.
func spread(b int) (word uint64) {
	for i := range labels {
		word |= uint64(b>>i&1) << (8 * i)
	}
	return word
}

// wordNext is a state whose next word is the given one: see xoshiroState.next for
// s0 = 0.
func wordNext(word uint64) xoshiroState {
	return xoshiroState{s1: 1, s3: bits.RotateLeft64(word, -23)}
}

// Slices and windows that FisherYates shuffles with three dice a word: with the key's
// words one by one, and in big numbers.
func TestLargeSliceIsFisherYates(t *testing.T) {
	for _, n := range []int{maxFisherYates + 1, 300_007} {
		want, got := ints(0, n), ints(0, n)
		windowByDivision(want, unlock(drawKey(NewPRNG(6))))
		Slice(got, NewPRNG(6))
		if !slices.Equal(got, want) {
			t.Errorf("%d elements: another order", n)
		}
	}
}

// Scattering with windows so small that chain, leftovers and the windows' own
// shuffles all matter, and so large that the chain labels more than half.
func TestScatterIsUniform(t *testing.T) {
	checkPlaces(t, func(s []uint16, key key256) {
		if by := chained(len(s), key); by < len(s)/2 {
			t.Fatalf("the chain labels %d of %d elements, want at least half", by, len(s))
		}
		scatter(s, key, 1)
	})
}

// Slices of more elements than have four dice a word.
func TestWindowIsUniform(t *testing.T) {
	checkPlaces(t, func(s []uint16, key key256) { shuffleWindow(s, unlock(key)) })
}

// checkPlaces looks where a shuffle puts 65,536 elements. How many come from each
// eighth of the slice to each eighth has a chi-square with 49 degrees of freedom, and
// the chi-squares of many runs are as uneven as they should be.
func checkPlaces(t *testing.T, shuffle func(s []uint16, key key256)) {
	const n, parts, runs, bins = 1 << 16, 8, 400, 20
	rng := NewPRNG(61)
	s, tails, neighbours := make([]uint16, n), make([]int, bins), 0
	for range runs {
		for i := range s {
			s[i] = uint16(i)
		}
		shuffle(s, drawKey(rng))
		counts := make([]int, parts*parts)
		for i, element := range s {
			counts[i*parts/n*parts+int(element)*parts/n]++
			if i > 0 && s[i-1]+1 == element {
				neighbours++
			}
		}
		tail := upperTail(chiSquare(counts, n)*(n-1)/n, (parts-1)*(parts-1))
		tails[min(int(tail*bins), bins-1)]++
	}
	if chi := chiSquare(tails, runs); chi < 3.6 || chi > 50 {
		t.Errorf("chi-square of chi-squares is %.1f, want about %d: %v", chi, bins-1, tails)
	}
	// Each of the n-1 pairs stays with probability 1/n: Poisson, nearly.
	if neighbours < runs-4*20 || neighbours > runs+4*20 {
		t.Errorf("%d pairs are still neighbours, want %d, give or take 20", neighbours, runs)
	}
}

// chained counts the elements that the chain labels when n are scattered with key.
func chained(n int, key key256) (count int) {
	w := emptyWindows(n, 256)
	exchangeLabels(make([]struct{}, n), &w, unlock(key), 256, enough)
	for i := range 256 {
		count += w.next[i] - w.begin[i]
	}
	return count
}

// The dice of a window, compared with long division, at the edges of rejection.
func TestWindowThresholds(t *testing.T) {
	for _, n := range []int{2, 3, 4, 5, 6, 7, 52, 1000, fourSides, fourSides + 1, fourSides + 2, fourSides + 3, 30_011, threeSides} {
		dice := min(n, 4)
		if n > fourSides {
			dice = 3
		}
		words := edgeWords(sidesFrom(n, dice))
		if n == threeSides {
			words = words[3:5] // the last two around the threshold; each takes a while
		}
		for _, word := range words {
			want, got := ints(0, n), ints(0, n)
			wantState := windowByDivision(want, wordNext(word))
			gotState := shuffleWindow(got, wordNext(word))
			if gotState != wantState || !slices.Equal(got, want) {
				t.Errorf("%d elements, first word %#x: another order", n, word)
			}
		}
	}
}

// windowByDivision is shuffleWindow in big numbers.
func windowByDivision(s []int, state xoshiroState) xoshiroState {
	for len(s) > 1 {
		k := min(4, len(s))
		if len(s) > fourSides {
			k = 3
		}
		var word uint64
		word, state = state.next()
		dice, ok := diceByDivision(word, sidesFrom(len(s), k))
		if !ok {
			continue
		}
		for i, die := range dice {
			s[i], s[i+die] = s[i+die], s[i]
		}
		s = s[k:]
	}
	return state
}

// sidesFrom returns n, n-1, … for k dice.
func sidesFrom(n, k int) []int {
	sides := make([]int, k)
	for i := range sides {
		sides[i] = n - i
	}
	return sides
}

// diceByDivision rolls dice with one word as the definition says: word·P/2^64 is
// one of P numbers, whose digits are the dice, and it is dropped if the remainder
// is below 2^64 mod P.
func diceByDivision(word uint64, sides []int) (dice []int, ok bool) {
	product := big.NewInt(1)
	for _, n := range sides {
		product.Mul(product, big.NewInt(int64(n)))
	}
	two64 := new(big.Int).Lsh(big.NewInt(1), 64)
	number, rest := new(big.Int).DivMod(new(big.Int).Mul(new(big.Int).SetUint64(word), product), two64, new(big.Int))
	dice = make([]int, len(sides))
	for i := len(sides) - 1; i >= 0; i-- {
		digit := new(big.Int)
		number.DivMod(number, big.NewInt(int64(sides[i])), digit)
		dice[i] = int(digit.Int64())
	}
	return dice, rest.Cmp(new(big.Int).Mod(two64, product)) >= 0
}

// edgeWords returns words that are just kept and just dropped when dice with these
// sides are rolled, and the smallest and the largest. The remainder of a word is
// word·P mod 2^64, a multiple of the power of two in P.
func edgeWords(sides []int) []uint64 {
	product := uint64(1)
	for _, n := range sides {
		product *= uint64(n)
	}
	twos := bits.TrailingZeros64(product)
	odd := product >> twos
	inverse := odd // Newton's method doubles the bits that are right
	for range 6 {
		inverse *= 2 - odd*inverse
	}
	threshold := -product % product
	words := []uint64{0, 1, 1<<64 - 1}
	for _, rest := range []uint64{threshold, threshold - 1<<twos, threshold + 1<<twos, product, product - 1<<twos} {
		words = append(words, rest>>twos*inverse&(1<<(64-twos)-1))
	}
	return words
}
