package joint

// Decks counts shuffled decks of the cards 1 to n. All that it knows is in Counts, whose
// sums over several samples are the counts of all of them together.
type Decks struct {
	n, triples int
	// Counts has all counters.
	Counts []int

	// The decks are halved by their numbers: even ones and odd ones.
	runs []int
	// places[half][card*n+position], follows[half][card*n+next] and
	// before[half][first*n+second] are the tables, with cards and positions from 0.
	places, follows, before [2][]int
	// apart[card*n+d] is how often the next card lies d places below a card, going
	// round.
	apart []int
	// patterns are the orders of the cards of each triple, and of those in three
	// places that follow each other.
	patterns []int
	// orders[half] is how often each order came; only for few cards.
	orders [2][]int
	// How many decks have so many of each; odd is that of odd permutations.
	fixed, pairs, rising, descents, rounds []int
	odd                                    []int

	at, seen []int // where the cards of a deck are, from 0; for cycles
}

// fewCards is the largest deck whose orders are all counted.
const fewCards = 7

// NewDecks returns counters for decks of n >= 1 cards.
func NewDecks(n int) *Decks {
	d := &Decks{n: n, triples: max(0, n-2)}
	size := 0
	layout := func(take func(n int) []int) {
		d.runs = take(2)
		for half := range 2 {
			d.places[half], d.follows[half], d.before[half] = take(n*n), take(n*n), take(n*n)
			if n <= fewCards {
				d.orders[half] = take(factorial(n))
			}
		}
		d.apart = take(n * n)
		d.patterns = take(2 * 6 * d.triples)
		for _, h := range []*[]int{&d.fixed, &d.pairs, &d.rising, &d.descents, &d.rounds} {
			*h = take(n + 1)
		}
		d.odd = take(1)
	}
	layout(func(n int) []int { size += n; return nil })
	d.Counts = make([]int, size)
	left := d.Counts
	layout(func(n int) (part []int) {
		part, left = left[:n:n], left[n:]
		return part
	})
	d.at, d.seen = make([]int, n), make([]int, n)
	return d
}

func factorial(n int) int {
	if n < 2 {
		return 1
	}
	return n * factorial(n-1)
}

// Runs is how many decks were counted.
func (d *Decks) Runs() int { return d.runs[0] + d.runs[1] }

// Add counts a deck, whose number says to which half it belongs.
func (d *Decks) Add(number int, deck []int) {
	n, half := d.n, number&1
	d.runs[half]++
	places, follows, before := d.places[half], d.follows[half], d.before[half]
	fixed, pairs, descents, rising := 0, 0, 0, 0
	for i, card := range deck {
		card--
		d.at[card] = i
		places[card*n+i]++
		if card == i {
			fixed++
		}
		row := before[card*n : card*n+n]
		for _, later := range deck[i+1:] {
			row[later-1]++
		}
		if i+1 < n {
			next := deck[i+1] - 1
			follows[card*n+next]++
			switch {
			case next == card+1:
				pairs++
			case next < card:
				descents++
			}
		}
		if i+2 < n {
			d.patterns[6*i+pattern(deck[i], deck[i+1], deck[i+2])]++
		}
	}
	at := d.at
	for card := 0; card+1 < n; card++ {
		apart := at[card+1] - at[card]
		if apart < 0 {
			apart += n
			rising++
		}
		d.apart[card*n+apart]++
		if card+2 < n {
			d.patterns[6*(d.triples+card)+pattern(at[card], at[card+1], at[card+2])]++
		}
	}
	rounds := d.cycles()
	d.fixed[fixed]++
	d.pairs[pairs]++
	d.descents[descents]++
	d.rising[rising]++
	d.rounds[rounds]++
	d.odd[0] += (n - rounds) & 1
	if n <= fewCards {
		d.orders[half][rank(deck)]++
	}
}

// cycles counts the cycles of the order.
func (d *Decks) cycles() (count int) {
	clear(d.seen)
	for card, seen := range d.seen {
		if seen != 0 {
			continue
		}
		count++
		for c := card; d.seen[c] == 0; c = d.at[c] {
			d.seen[c] = 1
		}
	}
	return count
}

// patterns of three different numbers, as they are written.
var patterns = [6][3]int{{1, 2, 3}, {1, 3, 2}, {2, 1, 3}, {2, 3, 1}, {3, 1, 2}, {3, 2, 1}}

func pattern(a, b, c int) int {
	switch {
	case a < b && b < c:
		return 0
	case a < c && c < b:
		return 1
	case b < a && a < c:
		return 2
	case c < a && a < b:
		return 3
	case b < c && c < a:
		return 4
	}
	return 5
}

// rank is the lexicographic number of a small deck.
func rank(deck []int) (number int) {
	for i, card := range deck {
		smaller := 0
		for _, later := range deck[i+1:] {
			if later < card {
				smaller++
			}
		}
		number = number*(len(deck)-i) + smaller
	}
	return number
}

// unrank is the reverse of rank.
func unrank(number, n int) []int {
	digits := make([]int, n)
	for i := n - 1; i >= 0; i-- {
		digits[i] = number % (n - i)
		number /= n - i
	}
	left, deck := make([]int, n), make([]int, 0, n)
	for i := range left {
		left[i] = i + 1
	}
	for _, d := range digits {
		deck = append(deck, left[d])
		left = append(left[:d], left[d+1:]...)
	}
	return deck
}
