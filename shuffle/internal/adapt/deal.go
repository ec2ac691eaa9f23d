package adapt

import (
	"cmp"
	"reflect"
	"slices"

	"riffle/shuffle"
	"riffle/shuffle/drawn"
	"riffle/shuffle/internal/arg"
)

// deal is Shuffle.Deal.
func (s *shuffler) deal(deck []int, rng shuffle.PRNG) {
	order := s.order(len(deck), rng)
	given := slices.Clone(deck)
	for i, place := range order {
		deck[i] = given[place-1]
	}
}

// order makes a call on n cards and returns which card, by its place from 1, is in each
// place then.
func (s *shuffler) order(n int, rng shuffle.PRNG) []int {
	before := save(s.variables)
	_, exact := rng.(Enumerating)
	if before != nil && (exact || s.global >= 0) {
		defer before.restore(func(b block) bool { return exact || s.inDeck(b) })
	}
	root, numbers := s.start(n, rng)
	receiver := s.receiverOf(root)
	results := s.run(rng, s.arguments(n, root, rng))
	if before != nil && s.alters == "" {
		s.alters = before.changed(s.inDeck)
	}
	if exact {
		changed := ""
		if before != nil && len(s.play.Draws) == 0 && n > 1 {
			changed = nameOf(before.changed(s.inDeck))
		}
		if len(s.play.Draws) == 0 && s.remembers(receiver, root) {
			changed = "its receiver"
		}
		s.enumerable(rng, changed)
	}
	return s.orderOf(n, root, results, numbers)
}

// receiverOf saves a method's receiver; nil of other functions.
func (s *shuffler) receiverOf(root reflect.Value) *saved {
	if !s.receiver.IsValid() {
		return nil
	}
	return save([]drawn.Variable{{Name: "receiver", Value: root}})
}

// remembers reports whether a call has changed its receiver elsewhere than in the cards.
func (s *shuffler) remembers(receiver *saved, root reflect.Value) bool {
	if receiver == nil {
		return false
	}
	cards := s.where.in(root)
	return receiver.changed(func(b block) bool {
		return s.where.kind > arrayOfCards || b.now.Kind() == reflect.Array && cards.IsValid() && cards.Kind() == reflect.Slice && b.now.Addr().UnsafePointer() == cards.UnsafePointer()
	}) != ""
}

// nameOf is a variable for a sentence, empty for none.
func nameOf(variable string) string {
	if variable == "" {
		return ""
	}
	return "the variable " + variable
}

// inDeck reports whether memory is that of the variable with the deck.
func (s *shuffler) inDeck(b block) bool {
	return s.global >= 0 && b.name == s.variables[s.global].Name
}

// start makes what holds the cards before a call, and numbers them.
func (s *shuffler) start(n int, rng shuffle.PRNG) (root reflect.Value, numbers map[any]int) {
	switch {
	case s.receiver.IsValid():
		root = s.startReceiver(n, rng)
	case s.deckAt >= 0:
		if s.own > 0 && n != s.own {
			arg.Refuse(s.call, "n = %d, want %d: the function takes an array", n, s.own)
		}
		root, _ = build(s.t.In(s.deckAt), n)
	case s.global >= 0:
		root = s.variables[s.global].Value
	default:
		return root, s.numbers[n]
	}
	if s.own > 0 && n != s.own && (n > s.own || !s.where.cut(root, n)) {
		arg.Refuse(s.call, "n = %d, want %d: the deck has as many cards", n, s.own)
	}
	numbers = make(map[any]int, n)
	for i, c := range s.where.cards(root) {
		if k := s.where.keyOf(c); numbers[k] == 0 {
			numbers[k] = i + 1
		} else {
			arg.Refuse(s.call, "the cards %d and %d of the deck are both %s, want different ones, since nobody can tell how they were shuffled", numbers[k], i+1, textOf(c))
		}
	}
	return root, numbers
}

// startReceiver is a copy of the receiver with all its cards, cut later. That of a sample is
// the same for all calls, in which only the cards are put back: it may be where a generator
// of the user's has its state.
func (s *shuffler) startReceiver(n int, rng shuffle.PRNG) reflect.Value {
	root := copyOf(s.receiver, &noted{rng, &s.play})
	if _, exact := rng.(Enumerating); exact || s.where.kind > arrayOfCards || n != s.own {
		return root
	}
	if !s.kept.IsValid() || !s.where.in(s.kept).IsValid() {
		s.kept = root
		return root
	}
	s.where.in(s.kept).Set(s.where.in(root))
	return s.kept
}

// arguments are those of a call.
func (s *shuffler) arguments(n int, root reflect.Value, rng shuffle.PRNG) []reflect.Value {
	args := make([]reflect.Value, len(s.args))
	for i, a := range s.args {
		switch a {
		case cards:
			args[i] = root
		case count:
			args[i] = reflect.ValueOf(n)
		default:
			args[i] = s.value(a, s.t.In(i), rng)
		}
	}
	return args
}

// orderOf reads the deck after a call.
func (s *shuffler) orderOf(n int, root reflect.Value, results []reflect.Value, numbers map[any]int) []int {
	where := s.where
	if s.returns {
		if len(results) == 2 && !results[1].IsNil() {
			arg.Refuse(s.call, "the shuffle returns an error%s: %v", s.after(), results[1].Interface())
		}
		root = variable(results[0])
		where = s.longest(root)
	}
	cards := where.cards(root)
	if len(cards) != n {
		arg.Refuse(s.call, "the shuffle leaves %d of %d cards%s", len(cards), n, s.after())
	}
	if s.numbers != nil && numbers == nil {
		numbers = s.number(n, where, cards)
	}
	order := make([]int, n)
	for i, c := range cards {
		k := where.keyOf(c)
		if order[i] = numbers[k]; order[i] == 0 {
			arg.Refuse(s.call, "the shuffle puts %s into place %d, which wasn't in the deck%s", cmp.Or(textOf(c), `""`), i+1, s.after())
		}
	}
	s.checkTwice(order, cards)
	return order
}

// checkTwice refuses a deck in which a card is twice.
func (s *shuffler) checkTwice(order []int, cards []reflect.Value) {
	at := make([]int, len(order)+1)
	for i, place := range order {
		if at[place] > 0 {
			arg.Refuse(s.call, "the shuffle leaves card %s in places %d and %d%s, so that another is lost", textOf(cards[i]), at[place], i+1, s.after())
		}
		at[place] = i + 1
	}
}

// longest is the longest sequence of a result.
func (s *shuffler) longest(root reflect.Value) (best sequence) {
	most := -1
	for _, q := range sequencesIn(root) {
		if n := len(q.cards(root)); n > most {
			most, best = n, q
		}
	}
	return best
}

// number numbers the cards that a function makes itself: numbers and texts by their order,
// others as they come first.
func (s *shuffler) number(n int, where sequence, cards []reflect.Value) map[any]int {
	sorted := slices.Clone(cards)
	slices.SortStableFunc(sorted, compare)
	numbers := make(map[any]int, n)
	for i, c := range sorted {
		if k := where.keyOf(c); numbers[k] == 0 {
			numbers[k] = i + 1
		} else {
			arg.Refuse(s.call, "the shuffle returns a deck with %s twice%s", textOf(c), s.after())
		}
	}
	s.numbers[n] = numbers
	return numbers
}

func compare(a, b reflect.Value) int {
	switch {
	case a.CanInt() && b.CanInt():
		return cmp.Compare(a.Int(), b.Int())
	case a.CanUint() && b.CanUint():
		return cmp.Compare(a.Uint(), b.Uint())
	case a.CanFloat() && b.CanFloat():
		return cmp.Compare(a.Float(), b.Float())
	case a.Kind() == reflect.String && b.Kind() == reflect.String:
		return cmp.Compare(a.String(), b.String())
	}
	return 0
}

// try calls the function twice to learn about its seeds, and the number of cards of one
// that returns a deck of its own.
func (s *shuffler) try() {
	n := 3
	if s.own > 0 {
		n = s.own
	}
	s.learn(func(rng shuffle.PRNG) {
		s.attempt(func() {
			if s.own >= 0 {
				s.order(n, rng)
				return
			}
			root := variable(s.run(rng, s.arguments(n, reflect.Value{}, rng))[0])
			s.own = len(s.longest(root).cards(root))
		})
	})
	if s.own < 0 { // it panics: let it do so in the measure
		s.own = 0
	}
}
