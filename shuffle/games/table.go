package games

import (
	"slices"

	"riffle/shuffle/internal/turn"
)

// table is a game of Battle laid out for speed: millions of tricks a second,
// without allocating. All games are played on it.
type table struct {
	hands [2]ring
	// put holds the cards on the table, in order.
	put               []int
	alternate, second bool
}

// ring is a pile of cards as a circular queue: the top card is at top, the next
// at top+1, and the first place follows the last. The number of places is a power
// of two.
type ring struct {
	places   []int
	top, len int
}

func (r *ring) at(i int) int { return r.places[(r.top+i)&(len(r.places)-1)] }

// take removes the top card.
func (r *ring) take() int {
	card := r.at(0)
	r.top++
	r.len--
	return card
}

// add puts a card at the bottom.
func (r *ring) add(card int) {
	r.places[(r.top+r.len)&(len(r.places)-1)] = card
	r.len++
}

func (r *ring) addAll(cards []int) {
	for _, card := range cards {
		r.add(card)
	}
}

// same reports whether two piles have the same cards in the same order.
func (r *ring) same(s *ring) bool {
	if r.len != s.len {
		return false
	}
	for i := range r.len {
		if r.at(i) != s.at(i) {
			return false
		}
	}
	return true
}

// fill makes the ring a pile of these cards.
func (r *ring) fill(cards Pile) {
	r.top, r.len = 0, copy(r.places, cards)
}

// pile returns the cards from the top.
func (r *ring) pile() Pile {
	p := make(Pile, r.len)
	for i := range p {
		p[i] = r.at(i)
	}
	return p
}

// copyFrom makes r equal to s, which has as many places.
func (r *ring) copyFrom(s *ring) {
	copy(r.places, s.places)
	r.top, r.len = s.top, s.len
}

// newTable returns an empty table with room for the given number of cards.
func newTable(cards int) *table {
	size := 1
	for size < cards {
		size *= 2
	}
	return &table{
		hands: [2]ring{{places: make([]int, size)}, {places: make([]int, size)}},
		put:   make([]int, 0, cards),
	}
}

// deal gives the cards of a deck to the players alternately.
func (t *table) deal(deck []int) {
	t.hands[0].len, t.hands[1].len, t.second = 0, 0, false
	t.put = t.put[:0]
	for i, card := range deck {
		t.hands[i%2].add(int(card))
	}
}

// seat sets up a table with the state of a game.
func seat(b *Battle) *table {
	t := newTable(len(b.Player1) + len(b.Player2) + len(b.Trick))
	t.alternate, t.second = b.Alternate, b.Alternate && b.Second
	t.hands[0].fill(b.Player1)
	t.hands[1].fill(b.Player2)
	t.put = append(t.put, b.Trick...)
	return t
}

// leave writes the state back.
func (t *table) leave(b *Battle) {
	b.Player1, b.Player2, b.Trick = t.hands[0].pile(), t.hands[1].pile(), slices.Clone(t.put)
	if t.alternate {
		b.Second = t.second
	}
}

func (t *table) copyFrom(s *table) {
	t.hands[0].copyFrom(&s.hands[0])
	t.hands[1].copyFrom(&s.hands[1])
	t.put = append(t.put[:0], s.put...)
	t.alternate, t.second = s.alternate, s.second
}

// same reports whether two games are in the same state, which includes whose turn
// it is if the players take turns.
func (t *table) same(s *table) bool {
	return t.second == s.second && t.hands[0].same(&s.hands[0]) && t.hands[1].same(&s.hands[1]) && slices.Equal(t.put, s.put)
}

func (t *table) over() bool { return t.hands[0].len == 0 || t.hands[1].len == 0 }

// trick plays a trick and reports whether it was finished.
func (t *table) trick() bool {
	turn.Give()
	for down := false; !t.over(); down = !down {
		one, two := t.hands[0].take(), t.hands[1].take()
		first, then := one, two
		if t.second {
			first, then = two, one
		}
		t.second = t.second != t.alternate
		if one == two || down {
			t.put = append(t.put, first, then)
			continue
		}
		w := 0 // an index, not a branch: who wins can't be predicted
		if two > one {
			w = 1
		}
		winner := &t.hands[w]
		if len(t.put) > 0 {
			winner.addAll(t.put)
			t.put = t.put[:0]
		}
		winner.add(first)
		winner.add(then)
		return true
	}
	return false
}
