package crack

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"riffle/shuffle"
	"riffle/shuffle/internal/prose"
	"riffle/shuffle/trials"
)

// java.util.Random steps s ← (javaA·s + javaC) mod 2^48 and returns the highest
// bits of s.
const (
	javaA    = 0x5DEECE66D
	javaC    = 0xB
	javaBits = 48
	javaMask = 1<<javaBits - 1
)

func javaNext(s uint64) uint64 { return (s*javaA + javaC) & javaMask }

// javaPrevious undoes javaNext.
func javaPrevious(s uint64) uint64 { return (s - javaC) * inverse(javaA) & javaMask }

// inverse returns x with a·x = 1 mod 2^64, for an odd a. Newton's step doubles
// the number of correct bits; a itself has three.
func inverse(a uint64) uint64 {
	x := a
	for right := 3; right < 64; right *= 2 {
		x *= 2 - a*x
	}
	return x
}

// JavaState is a possible state of java.util.Random.
type JavaState struct {
	// Before is the 48-bit state before the first draw that was seen, After the
	// state after the last.
	Before, After uint64
}

// Seed returns the seed that gives the draws if they were the first: the 48 bits
// that new Random(seed) keeps of it.
func (s JavaState) Seed() int64 { return int64(s.Before ^ javaA) }

// Generator returns the generator that draws what comes next.
func (s JavaState) Generator() *shuffle.Java { return shuffle.JavaRandom(int64(s.After ^ javaA)) }

// JavaStates are the states that give what was seen.
type JavaStates []JavaState

// String lists the states, and what each draws next.
func (list JavaStates) String() string {
	lines := []string{fmt.Sprintf("%s of 2^48 fits what was seen", prose.Plural(len(list), "state"))}
	if len(list) != 1 {
		lines[0] = strings.Replace(lines[0], "fits", "fit", 1)
	}
	for _, s := range list {
		rng := s.Generator()
		lines = append(lines,
			fmt.Sprintf("state now %d, seed %d if these were the first draws", s.After, s.Seed()),
			fmt.Sprintf("next nextInt(): %d, %d, %d, …", rng.NextInt(), rng.NextInt(), rng.NextInt()))
	}
	return strings.Join(lines, "\n")
}

// Java recovers the state of java.util.Random from two or more successive draws
// of nextInt(). A draw shows 32 of the 48 bits; each of the 2^16 ways to fill in
// the rest is checked against the next draw. Almost always one state is left. If
// none is, it returns ErrNoSeed.
func Java(first, second int32, more ...int32) (JavaStates, error) {
	return java("crack.Java", append([]int32{first, second}, more...))
}

// JavaLong recovers the state of java.util.Random from one nextLong(), which is
// two draws of nextInt(). Not every long can come up: it returns ErrNoSeed when
// no state gives it.
func JavaLong(long int64) (JavaStates, error) {
	low := int32(long)
	high := int32((long - int64(low)) >> 32) // nextLong adds the lower half with its sign
	return java("crack.JavaLong", []int32{high, low})
}

func java(call string, draws []int32) (list JavaStates, err error) {
	const hidden = 16 // bits that a draw doesn't show
	for low := range uint64(1 << hidden) {
		s := uint64(uint32(draws[0]))<<hidden | low
		found := JavaState{Before: javaPrevious(s)}
		fits := true
		for _, draw := range draws[1:] {
			s = javaNext(s)
			if fits = uint32(s>>hidden) == uint32(draw); !fits {
				break
			}
		}
		if fits {
			found.After = s
			list = append(list, found)
		}
	}
	if list == nil {
		return nil, fmt.Errorf("%s: %w: no state of java.util.Random gives this; check that the draws are all, and in order", call, ErrNoSeed)
	}
	return list, nil
}

// JavaDice recovers the state of java.util.Random from the rolls of a shuffle:
// roll i was drawn by nextInt(n-i), as in FisherYates and Collections.shuffle.
// For a deck of 52 cards 15 rolls are enough, and take 4 to 10 seconds of a core; 17
// take about two, 20 about one, 25 and more a tenth.
//
// A die with an even number of sides shows a remainder whose lowest bit is the
// lowest of the 31 bits drawn, bit 17 of the state; dice with 4k or 8k sides show
// bit 18, or 18 and 19, as well. These bits depend only on the 20 lowest bits of
// the earlier states, so those 20 are found first. Then the first die leaves few
// of the 2^28 ways to fill in the others. A roll that nextInt dropped (one in
// 2^31/n) is not allowed for.
//
// It returns an error unless 28 <= n <= 2^20, there are at most n-1 rolls, each is
// from 0 to n-i-1, and the dice show at least 14 of the low bits (those of 15 cards
// of 52 do, of 5 they don't); and ErrNoSeed when no state gives the rolls. A search that
// is stopped returns the states found until then, with an error that says so.
func JavaDice(n int, rolls []int, options ...trials.Options) (JavaStates, error) {
	const call = "crack.JavaDice"
	if err := checkDice(call, n, rolls); err != nil {
		return nil, err
	}
	d := newJavaDice(n, rolls)
	lows := d.lows()
	s := search[int64]{call: call, window: Window{0, int64(len(lows)) * javaParts}, block: 1}
	s.try = func(from, _ int64) []int64 { return d.highs(lows[from/javaParts], uint64(from%javaParts)) }
	if len(lows) > 0 {
		if err := s.run(options); err != nil {
			return nil, err
		}
	}
	stopped := s.tried < s.window.Len()
	if len(s.found) == 0 && !stopped {
		return nil, fmt.Errorf("%s: %w: no state of java.util.Random rolls these dice; check that they are all, and in order", call, ErrNoSeed)
	}
	var list JavaStates
	for _, first := range s.found {
		list = append(list, JavaState{Before: javaPrevious(uint64(first)), After: d.after(uint64(first))})
	}
	if stopped {
		return list, fmt.Errorf("%s: stopped after %d %% of the search, with %s found until then", call, 100*s.tried/s.window.Len(), prose.Plural(len(list), "state"))
	}
	return list, nil
}

const (
	// javaShown is how many low bits of a draw a die may show; the state has 17
	// more below them.
	javaShown = 3
	// javaLow is how many of the lowest bits are found first.
	javaLow = 17 + javaShown
	// javaParts is how many parts the search for the others is cut into; each
	// takes a millisecond or two.
	javaParts = 64
	// leastShown is how many shown bits are required: each halves the 2^20 ways.
	leastShown = 14
	// leastDice is the least n whose dice, with n to 2 sides, show that many.
	leastDice = 28
)

func checkDice(call string, n int, rolls []int) error {
	if n < leastDice || n > 1<<javaLow {
		return refused(call, "n = %d, want %d to %d", n, leastDice, 1<<javaLow)
	}
	if len(rolls) > n-1 {
		return refused(call, "%d rolls, want at most %d, for dice with %d to 2 sides", len(rolls), n-1, n)
	}
	bits := 0
	for i, roll := range rolls {
		sides := n - i
		if roll < 0 || roll >= sides {
			return refused(call, "rolls[%d] = %d, want 0 to %d", i, roll, sides-1)
		}
		bits += shown(uint64(sides))
	}
	if bits < leastShown {
		return refused(call, "%d rolls show %d low bits, want more rolls, that show at least %d", len(rolls), bits, leastShown)
	}
	return nil
}

// shown returns how many of the lowest bits of a draw a die shows: none if the
// number of sides is a power of two, which takes the highest bits.
func shown(sides uint64) int {
	if sides&(sides-1) == 0 {
		return 0
	}
	return min(javaShown, bits.TrailingZeros64(sides))
}

// javaDie is a roll of a die.
type javaDie struct {
	sides, roll uint64
	// magic is 2^64/sides rounded up: x mod sides, for x below 2^32, is the high
	// word of (magic·x mod 2^64)·sides, without a division.
	//
	// Source: D. Lemire, O. Kaser and N. Kurz, "Faster remainder by direct
	// computation", https://arxiv.org/abs/1902.01961.
	magic uint64
	// shift extracts the highest bits of a draw, for a power of two.
	shift int
}

// of returns what the die shows if nextInt draws these 31 bits.
func (d *javaDie) of(draw uint64) uint64 {
	if d.shift > 0 {
		return draw >> d.shift
	}
	rest, _ := bits.Mul64(d.magic*draw, d.sides)
	return rest
}

// javaDice are the rolls of dice with n, n-1, … sides.
type javaDice []javaDie

func newJavaDice(n int, rolls []int) javaDice {
	dice := make(javaDice, len(rolls))
	for i, roll := range rolls {
		sides := uint64(n - i)
		dice[i] = javaDie{sides: sides, roll: uint64(roll), magic: ^uint64(0)/sides + 1}
		if sides&(sides-1) == 0 {
			dice[i].shift = 31 - bits.TrailingZeros64(sides)
		}
	}
	return dice
}

// lows returns the possible lowest bits of the state after the first roll.
func (d javaDice) lows() (lows []uint64) {
	for low := range uint64(1 << javaLow) {
		s, fits := low, true
		for i := range d {
			if mask := uint64(1)<<shown(d[i].sides) - 1; (s>>17^d[i].roll)&mask != 0 {
				fits = false
				break
			}
			s = s*javaA + javaC
		}
		if fits {
			lows = append(lows, low)
		}
	}
	return lows
}

// highs returns the states after the first roll, with these lowest bits and in
// this part of the search, that give all rolls.
func (d javaDice) highs(low, part uint64) (found []int64) {
	const size = 1 << (javaBits - javaLow) / javaParts
	first, step, end := d[0].highs(part*size, (part+1)*size, low)
	for high := first; high < end; high += step {
		if s := high<<javaLow | low; d.fits(s) {
			found = append(found, int64(s))
		}
	}
	return found
}

// highs returns the high parts between from and to that can give the roll: the
// first, the distance to the next, and the end. The draw is 8·high plus three low
// bits, so with 8k sides the remainder recurs after k, and in general after
// sides/gcd(sides, 8). A power of two shows the highest bits.
func (d *javaDie) highs(from, to, low uint64) (first, step, end uint64) {
	if d.shift > 0 {
		wide := d.shift - javaShown
		return max(from, d.roll<<wide), 1, min(to, (d.roll+1)<<wide)
	}
	step = d.sides >> shown(d.sides)
	for first = from; first < from+step; first++ {
		if d.of(first<<javaShown|low>>17) == d.roll {
			return first, step, to
		}
	}
	return to, step, to // the low bits are wrong
}

// fits reports whether a state after the first roll gives all of them.
func (d javaDice) fits(s uint64) bool {
	for i := range d {
		if d[i].of(s>>17) != d[i].roll {
			return false
		}
		s = javaNext(s)
	}
	return true
}

// after returns the state after the last roll.
func (d javaDice) after(s uint64) uint64 {
	for range len(d) - 1 {
		s = javaNext(s)
	}
	return s
}

// DiceOf returns the rolls of dice with n, n-1, … 2 sides with which FisherYates
// turns the cards 1 to n into the given deck: the argument of JavaDice. For the
// deck of a shuffle.Dealer, pass its Numbers. It returns an error unless the deck
// is the cards 1 to n in some order.
func DiceOf(deck []int) ([]int, error) {
	left := ordered(len(deck))
	if !slices.Equal(slices.Sorted(slices.Values(deck)), left) {
		return nil, refused("crack.DiceOf", "the deck isn't made of the cards 1 to %d, each once", len(deck))
	}
	var rolls []int
	for i, card := range deck[:max(0, len(deck)-1)] {
		roll := slices.Index(left[i:], card)
		left[i], left[i+roll] = left[i+roll], left[i]
		rolls = append(rolls, roll)
	}
	return rolls, nil
}
