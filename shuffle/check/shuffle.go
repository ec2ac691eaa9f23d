package check

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"riffle/shuffle"
	"riffle/shuffle/fair"
	"riffle/shuffle/internal/adapt"
	"riffle/shuffle/internal/prose"
	"riffle/shuffle/internal/void"
)

// Shuffle checks a student's shuffle: it must keep the cards, whatever they are and
// however many, draw from the generator it is given and from nothing else, remember
// nothing, and make all orders equally likely. It is a [shuffle.Shuffler] or any other
// function that [fair.Shuffle] describes.
//
// For 2 to 6 cards probabilities are exact where they can be: see the package's
// documentation. Then decks of 13, 52 and 200 cards are shuffled, thousands of the smaller
// ones. How often each card came to each position is tested, which card followed
// which, which of two and of three came first, and how far apart they were; rising
// sequences, descents, inversions, cycles, fixed points and parity; and whether whole decks
// came again. A right shuffle is refused at most once in a million.
//
// A shuffle that draws too little can't be fair either: one that seeds a generator of its
// own with 64 bits gives 2^64 orders at most, and 52 cards have 2^225. A shuffle of no more
// than 52 cards may panic if there are more.
//
// The shuffle is any function that fair.Shuffle describes. One with a deck of its own is
// checked with decks of up to as many cards.
func Shuffle(f any) Result {
	if void.Is(f) {
		return wrong("the shuffle is nil, want a function such as func(deck []int, rng PRNG)")
	}
	return examine(func(x *examiner) Result {
		var s *adapt.Shuffle
		if problem := x.call(func() { s = adapt.ShuffleOf(shuffleCall, f) }); problem != "" {
			return wrong("%s", problem)
		}
		defer s.Close()
		return checkShuffle(x, s)
	})
}

// shuffleCall is the name of the check in refusals.
const shuffleCall = "check.Shuffle"

func checkShuffle(x *examiner, s *adapt.Shuffle) Result {
	f := s.Deal
	// Three cards show most mistakes, and best.
	sizes := []int{0, 1, 3, 2, 4, 5, 6}
	var sampled []int
	for _, n := range sizes {
		if !s.Takes(n) || s.Own > 0 && n < 2 {
			continue
		}
		exact, problem := exactOrders(x, f, n)
		if problem != "" {
			return wrong("%s", problem)
		}
		if !exact {
			sampled = append(sampled, n)
		}
	}
	large := ""
	for _, problem := range []func() string{
		func() string { return otherCards(x, s) },
		func() string { return sampleOrders(x, f, sampled) },
		func() (problem string) {
			large, problem = sampleDecks(x, s, slices.Contains(sampled, 6))
			return problem
		},
		func() string { return everySize(x, s) },
	} {
		if sentence := problem(); sentence != "" {
			return wrong("%s", sentence)
		}
	}
	switch {
	case s.Own > 0 && len(sampled) == 0 && s.Takes(3):
		return right("every order of up to %s is equally likely, exactly, and shuffles of all %d show nothing odd", prose.Plural(min(s.Own, 6), "card"), s.Own)
	case s.Own > 0:
		return right("shuffles of its %s show nothing odd", prose.Plural(s.Own, "card"))
	case len(sampled) == 0:
		return right("every order of up to 6 cards is equally likely, exactly, and %s of 52 cards, and fewer of 13%s, show nothing odd", prose.Plural(runs52, "shuffle"), large)
	}
	return right("%s of 3 cards, %s of 4 and %s of 52, and fewer of 13%s, show nothing odd",
		prose.Plural(runs3, "shuffle"), prose.Int(runs4), prose.Int(runs52), large)
}

// deckOf returns the cards 1 to n in order.
func deckOf(n int) []int {
	deck := make([]int, n)
	for i := range deck {
		deck[i] = i + 1
	}
	return deck
}

// orders are all orders of n cards, in lexicographic order.
func orders(n int) (all [][]int) {
	var add func(order, left []int)
	add = func(order, left []int) {
		if len(left) == 0 {
			all = append(all, slices.Clone(order))
		}
		for i, card := range left {
			add(append(order, card), slices.Delete(slices.Clone(left), i, i+1))
		}
	}
	add(nil, deckOf(n))
	return all
}

// shuffled is the experiment of shuffling a deck.
func shuffled(x *examiner, f fair.Shuffle, deck []int) *experiment {
	e := &experiment{x: x, input: list(deck), verb: "became", plays: 20_000}
	work := make([]int, len(deck))
	whole := wholeDeck(deck)
	e.run = func(rng shuffle.PRNG) (outcome []int, problem string) {
		copy(work, deck)
		given := work[:len(deck):len(deck)]
		if problem = x.call(func() { f(given, rng) }); problem != "" {
			e.panicked = true
			return nil, problem
		}
		outcome = slices.Clone(given)
		if whole(outcome) {
			return outcome, ""
		}
		return outcome, lost(deck, outcome)
	}
	return e
}

// wholeDeck returns a function that reports, fast, whether a deck still has all cards; it
// may not see that others than those from 1 to n do.
func wholeDeck(deck []int) func(deck []int) bool {
	if !slices.Equal(slices.Sorted(slices.Values(deck)), deckOf(len(deck))) {
		return func([]int) bool { return false }
	}
	last, number := make([]int, len(deck)+1), 0 // by card, the deck where it was seen last
	return func(deck []int) bool {
		number++
		for _, card := range deck {
			if card < 1 || card >= len(last) || last[card] == number {
				return false
			}
			last[card] = number
		}
		return true
	}
}

// lost says which cards are missing from a shuffled deck, or there too often.
func lost(before, after []int) string {
	a, b := slices.Sorted(slices.Values(before)), slices.Sorted(slices.Values(after))
	if slices.Equal(a, b) {
		return ""
	}
	missing := 0
	for _, card := range a {
		if i, found := slices.BinarySearch(b, card); found {
			b = slices.Delete(b, i, i+1)
		} else {
			missing = card
		}
	}
	if numbered := deckOf(len(after)); !slices.Equal(a, numbered) && slices.Equal(slices.Sorted(slices.Values(after)), numbered) {
		return fmt.Sprintf("numbers the cards anew: %s became %s", list(before), list(after))
	}
	return fmt.Sprintf("loses a card: %s became %s, where %d is missing and %d comes too often", list(before), list(after), missing, b[0])
}

func list(cards []int) string { return fmt.Sprint(cards) }

// How many decks of each size are sampled.
const (
	runs3   = 30_000
	runs4   = 24_000
	runs6   = 5_000
	runs13  = 3_000
	runs52  = 5_200
	runs200 = 300
)

// exactOrders checks decks of n cards by playing all draws. It is not exact if the
// draws are too many, and nothing wrong was found in those that were played.
func exactOrders(x *examiner, f fair.Shuffle, n int) (exact bool, problem string) {
	e := shuffled(x, f, deckOf(n))
	e.outcomes = orders(n)
	switch n {
	case 3:
		e.plays = morePlays
	case 6:
		e.plays = fewPlays
	}
	l, problem := e.explore(nil)
	if l.words && problem == "" {
		_, problem = e.call(0)
	}
	switch {
	case problem != "":
		return false, problem
	case n < 2 && l.words:
		return true, "" // one order
	case l.words && (n == 2 || n == 3):
		if l = fewBitsLaw(e); l == nil {
			return false, ""
		}
		return false, unfairOrder(l, n)
	case l.words:
		return false, ""
	case n == 2 && l.p[1].Sign() == 0 && l.rest.Sign() == 0:
		return true, fmt.Sprintf("never exchanges the cards of a deck of 2: %s stays as it is", e.input)
	}
	return l.rest.Sign() == 0, unfairOrder(l, n)
}

// morePlays is how many sequences of draws are tried where it pays: all those of two
// draws of a byte.
const morePlays = 70_000

// fewPlays is enough for the 720 sequences of a shuffle that draws no more than it
// needs.
const fewPlays = 1_000

// fewBitsLaw is the law of a function that draws words of which few bits matter;
// nil for others, which are sampled.
func fewBitsLaw(e *experiment) *law {
	few, d, found := e.findFew(alarm / tests)
	if !found {
		return nil
	}
	e.plays = morePlays
	l, problem := e.explore(&few)
	if problem != "" || l.words {
		return nil
	}
	l.off = new(big.Rat).SetFloat64(d)
	return l
}

// unfairOrder says how a law of orders isn't fair.
func unfairOrder(l *law, n int) string {
	worst := l.unfair()
	if worst < 0 || n < 2 {
		return ""
	}
	if !l.drew {
		return fmt.Sprintf("never draws from the generator it is given: %s always becomes %s", l.e.input, list(l.likeliest()))
	}
	stays := 0
	for card := 1; card <= n; card++ {
		switch at := l.places(n, card); {
		case len(at) == 1 && at[0] == card:
			stays++
		case !slices.Contains(at, card):
			stays--
		}
	}
	switch stays {
	case n:
		return l.tried() + fmt.Sprintf("leaves %s as it is, whatever it draws: does it shuffle a copy?", l.e.input)
	case -n:
		return l.tried() + fmt.Sprintf("never leaves a card in place: %s becomes %s", l.e.input, l.some())
	}
	for card := n; card >= 1; card-- {
		if at := l.places(n, card); len(at) == 1 {
			return l.tried() + fmt.Sprintf("card %d of %s always ends in position %d", card, l.e.input, at[0])
		}
	}
	for card := n; card >= 1; card-- {
		if at := l.places(n, card); len(at) < n {
			return l.tried() + fmt.Sprintf("card %d of %s never gets to position %d", card, l.e.input, firstMissing(at))
		}
	}
	if i := l.firstNever(); i >= 0 {
		return l.tried() + fmt.Sprintf("order %s never comes up, a fair shuffle gives %s", spaced(l.e.outcomes[i]), l.fair().RatString())
	}
	sentence := fmt.Sprintf("order %s has %s, a fair shuffle gives %s", spaced(l.e.outcomes[worst]), l.says(worst), l.fair().RatString())
	if l.off != nil && l.nearlyFair(worst) {
		sentence += ": its words have too few bits that matter (are they divided with a remainder, or do they tie as keys?)"
	}
	return sentence
}

// nearlyFair reports whether a probability is off by less than a fifth.
func (l *law) nearlyFair(i int) bool {
	off := new(big.Rat).Sub(l.p[i], l.fair())
	return off.Abs(off).Cmp(new(big.Rat).Mul(l.fair(), big.NewRat(1, 5))) < 0
}

// likeliest is the outcome with the highest probability.
func (l *law) likeliest() []int {
	best := 0
	for i, p := range l.p {
		if p.Cmp(l.p[best]) > 0 {
			best = i
		}
	}
	return l.e.outcomes[best]
}

// firstNever is the first outcome that never comes, -1 for none.
func (l *law) firstNever() int {
	for i := range l.p {
		if l.never(i) {
			return i
		}
	}
	return -1
}

// some lists the outcomes that come, if they are few.
func (l *law) some() string {
	var come []string
	for i, p := range l.p {
		if p.Sign() > 0 {
			come = append(come, list(l.e.outcomes[i]))
		}
	}
	if len(come) > 3 {
		return fmt.Sprintf("%s and so on, %d of %d orders", come[0], len(come), len(l.p))
	}
	return strings.Join(come, " or ")
}

// places are the positions that a card may get to, from 1.
func (l *law) places(n, card int) (at []int) {
	for position := 1; position <= n; position++ {
		for i, order := range l.e.outcomes {
			if order[position-1] == card && !l.never(i) {
				at = append(at, position)
				break
			}
		}
	}
	return at
}

// firstMissing is the least number from 1 on that isn't in a sorted list.
func firstMissing(list []int) int {
	for i, v := range list {
		if v != i+1 {
			return i + 1
		}
	}
	return len(list) + 1
}

func spaced(cards []int) string { return strings.Trim(list(cards), "[]") }

// otherCards checks a deck whose cards aren't 1 to n, and of which two are equal.
func otherCards(x *examiner, s *adapt.Shuffle) string {
	if !s.Takes(6) {
		return ""
	}
	e := shuffled(x, s.Deal, []int{40, 7, 7, -2, 0, 1000})
	x.on("%s", e.input)
	for i := range 20 {
		if _, problem := e.call(uint64(i)); problem != "" {
			return problem
		}
	}
	return ""
}

// sampleOrders tests how often each order of 3 and 4 cards comes up.
func sampleOrders(x *examiner, f fair.Shuffle, sizes []int) string {
	for _, n := range []int{3, 4} {
		if !slices.Contains(sizes, n) {
			continue
		}
		runs := runs3
		if n == 4 {
			runs = runs4
		}
		e := shuffled(x, f, deckOf(n))
		e.outcomes = orders(n)
		cells, problem := e.sample(runs, uint64(n)<<32)
		if problem != "" {
			return problem
		}
		if i, found := strangest(cells, runs, alarm/tests); found {
			return fmt.Sprintf("order %s came up in %s", spaced(e.outcomes[i]), came(cells[i], runs, "shuffle"))
		}
	}
	return ""
}
