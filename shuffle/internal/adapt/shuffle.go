// Package adapt recognizes what people write: shuffles, lotteries and trials of any shape
// become functions that measures call with a generator of theirs. ShuffleOf and LotteryOf
// are the places to start.
package adapt

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"riffle/shuffle"
	"riffle/shuffle/drawn"
	"riffle/shuffle/internal/arg"
)

// Shuffle is a shuffle as the measures call it.
type Shuffle struct {
	// Deal shuffles a deck of numbers.
	Deal func(deck []int, rng shuffle.PRNG)
	// Plain says that it was a function of a deck of numbers and a generator.
	Plain bool
	// Own is how many cards the function has of its own, 0 if it takes any number.
	Own int

	f *shuffler
}

// Shapes says what can be measured, for sentences.
const Shapes = "a function that shuffles: func(deck []int, rng PRNG), func(deck []string), func(deck []T) []T, func(n int) []int, func() []T or a method such as deck.shuffle"

// ShuffleOf recognizes a shuffle. It refuses everything else in the name of a call.
func ShuffleOf(call string, f any) *Shuffle {
	v := checkedShuffle(call, f)
	if v.Type().ConvertibleTo(plainType) {
		return &Shuffle{Deal: v.Convert(plainType).Interface().(func([]int, shuffle.PRNG)), Plain: true}
	}
	return Watched(call, f)
}

func checkedShuffle(call string, f any) reflect.Value {
	return checked(call, "shuffle", "a deck and a generator", Shapes, f)
}

// Watched is ShuffleOf for who wants to know the draws: no function is plain.
func Watched(call string, f any) *Shuffle {
	s := &shuffler{deckAt: -1, global: -1}
	s.bind(call, "shuffle", checkedShuffle(call, f))
	s.recognize()
	s.initial = save(s.variables)
	s.try()
	return &Shuffle{Deal: s.deal, Own: s.own, f: s}
}

// Draws are the draws of the last deal, nil of a plain shuffle.
func (s *Shuffle) Draws() []drawn.Draw {
	if s.f == nil {
		return nil
	}
	return s.f.play.Draws
}

// Unanswered is why the last deal didn't draw everything from the generator that it was
// called with, empty if it did.
func (s *Shuffle) Unanswered() string {
	switch {
	case s.f == nil:
		return ""
	case s.f.play.Fixed != "":
		return fmt.Sprintf("makes a generator with the seed %s in every call", s.f.play.Fixed)
	case s.f.host == nil && (slices.Contains(s.f.args, rand1) || slices.Contains(s.f.args, rand2)):
		return "takes a *rand.Rand, whose draws can't be answered in a compiled program: let it take a PRNG or a func(n int) int, or run it in riffle"
	}
	return s.f.unanswered("")
}

// Moved is Deal for an experiment with one worker, which calls it on another goroutine than
// the cell's, until back is called.
func (s *Shuffle) Moved() (deal func(deck []int, rng shuffle.PRNG), back func()) {
	if s.f == nil {
		return s.Deal, func() {}
	}
	host := s.f.host
	return func(deck []int, rng shuffle.PRNG) {
		host.Move()
		s.Deal(deck, rng)
	}, host.Move
}

// Line is where a draw is in the user's source, and its line; both may be empty.
func (s *Shuffle) Line(d drawn.Draw) (where, source string) {
	if s.f == nil {
		return "", ""
	}
	return s.f.line(d)
}

// Fitting is n, or as many cards as the function has if it can't do with n.
func (s *Shuffle) Fitting(n int) int {
	if s.Own < n || s.f.where.kind == arrayOfCards || s.f.returns && s.f.numbers != nil {
		return s.Own
	}
	return n
}

// Takes reports whether the function can be given n cards.
func (s *Shuffle) Takes(n int) bool {
	return s.Own == 0 || n == s.Own || n < s.Own && s.Fitting(n) == n
}

// Reseeds reports whether the function reseeds math/rand's own generator.
func (s *Shuffle) Reseeds() bool { return s.f != nil && s.f.play.Reseeds }

// Alters is a variable, other than the deck, that the function changes; empty for none.
func (s *Shuffle) Alters() string {
	if s.f == nil {
		return ""
	}
	return s.f.alters
}

// Besides is what the function draws from besides the generator that it is given, empty if
// there is nothing.
func (s *Shuffle) Besides() string {
	if s.f == nil || !s.f.given {
		return ""
	}
	for _, d := range s.f.play.Draws {
		if strings.HasPrefix(d.Call, "rand.") {
			return d.Call
		}
	}
	return ""
}

// Clock says what is wrong with a seed that is the time in seconds, empty for others.
func (s *Shuffle) Clock() string {
	if s.f != nil && slices.ContainsFunc(s.f.play.Seeds, drawn.OfSeconds) {
		return "It seeds a generator with the second of the clock: two calls in the same second give the same order."
	}
	return ""
}

// Fixed is a seed that is the same in each call, empty if there is none.
func (s *Shuffle) Fixed() string {
	if s.f == nil {
		return ""
	}
	return s.f.play.Fixed
}

// typeText is a type as the user writes it.
func typeText(t reflect.Type) string {
	return strings.NewReplacer("main.", "", "interface {}", "any").Replace(t.String())
}

// Close puts back what the function's calls have changed.
func (s *Shuffle) Close() {
	if s.f != nil {
		s.f.close()
	}
}

// shuffler is a shuffle of some shape.
type shuffler struct {
	function
	deckAt int // the parameter that holds the cards, -1 for none
	// returns says that the first result is the deck.
	returns bool
	// global is which of the variables has the deck of a function that neither takes nor
	// returns one, -1 for none.
	global int
	where  sequence
	own    int
	// numbers are the places of the cards of a function that makes its deck, by n and key.
	numbers map[int]map[any]int
	// alters is a variable besides the deck that some call has changed.
	alters string
	// kept is the receiver of samples.
	kept reflect.Value
}

// recognize finds the shape.
func (s *shuffler) recognize() {
	first := len(s.args)
	for i := first; i < s.t.NumIn(); i++ {
		a := argumentOf(s.t.In(i))
		switch {
		case a == unknown || a == cards && (s.deckAt >= 0 || first == 1):
			s.refuse(fmt.Sprintf("its parameter %s is neither a deck nor a generator", typeText(s.t.In(i))))
		case a == cards:
			s.deckAt = i
		}
		s.given = s.given || a.generator()
		s.args = append(s.args, a)
	}
	s.returns = resultIs(s.t, func(t reflect.Type) bool {
		v, ok := build(t, 1)
		return (ok || t.Kind() == reflect.Array) && len(sequencesIn(v)) > 0
	})
	switch {
	case first == 1:
		s.findIn(copyOf(s.receiver, nil))
	case s.deckAt >= 0:
		s.findInParameter()
	case s.returns:
		s.numbers = map[int]map[any]int{}
		if !slices.Contains(s.args, count) {
			s.own = -1 // as many as it returns
		}
	case s.t.NumIn() == 0 && s.host != nil:
		s.findVariable()
	case s.t.NumIn() == 0 && s.t.NumOut() == 0:
		s.refuse("a compiled program can't tell which deck it shuffles: pass a function that takes the deck, or run it in riffle")
	default:
		s.refuse("it neither takes nor returns a deck")
	}
}

// refuse refuses the function's shape.
func (s *shuffler) refuse(why string) {
	arg.Refuse(s.call, "the shuffle is of type %s, and %s: want %s", typeText(s.t), why, Shapes)
}

// findIn finds the cards of a receiver: of several sequences the longest, the first of
// those.
func (s *shuffler) findIn(root reflect.Value) {
	most := -1
	for _, q := range sequencesIn(root) {
		if n := len(q.cards(root)); n > most {
			most, s.where = n, q
		}
	}
	switch {
	case most < 0:
		s.refuse("its receiver has no cards in a slice, an array or a list")
	case most == 0:
		arg.Refuse(s.call, "the deck has no cards: make it first")
	}
	s.own = most
}

// findInParameter finds the cards in the parameter for them.
func (s *shuffler) findInParameter() {
	t := s.t.In(s.deckAt)
	n := 1
	if base := t; base.Kind() == reflect.Array || base.Kind() == reflect.Pointer && base.Elem().Kind() == reflect.Array {
		if base.Kind() == reflect.Pointer {
			base = base.Elem()
		}
		n = base.Len()
		s.own = n
	}
	v, ok := build(t, n)
	if !ok {
		s.refuse(fmt.Sprintf("riffle can't make a deck of the type %s", typeText(t)))
	}
	qs := sequencesIn(v)
	s.where = qs[slices.IndexFunc(qs, func(q sequence) bool { return len(q.cards(v)) == n })]
}

// findVariable finds the variable with the deck that a func() shuffles: it calls the
// function a few times to see which changes.
func (s *shuffler) findVariable() {
	before := save(s.variables)
	if before == nil {
		s.refuse("the cell has more variables than riffle can put back")
	}
	type place struct {
		variable int
		where    sequence
		keys     []any
	}
	var places []place
	for i, v := range s.variables {
		for _, q := range sequencesIn(v.Value) {
			if keys := keysOf(q, v.Value); len(keys) > 1 {
				places = append(places, place{i, q, keys})
			}
		}
	}
	for k := range 8 {
		s.run(shuffle.NewPRNG(int64(k)), nil)
		for _, p := range places {
			now := keysOf(p.where, s.variables[p.variable].Value)
			if slices.Equal(now, p.keys) || !sameCards(now, p.keys) {
				continue
			}
			before.restore(nil)
			s.global, s.where, s.own = p.variable, p.where, len(p.keys)
			return
		}
		before.restore(nil)
	}
	arg.Refuse(s.call, "the shuffle is a func(), and shuffles no variable that riffle can see from here: if it is a method, write it in the call, as in fair.Judge(deck.shuffle); otherwise give it the deck as a parameter, or let it return the deck")
}

func keysOf(q sequence, root reflect.Value) (keys []any) {
	for _, c := range q.cards(root) {
		keys = append(keys, q.keyOf(c))
	}
	return keys
}

func sameCards(a, b []any) bool {
	count := map[any]int{}
	for _, k := range a {
		count[k]++
	}
	for _, k := range b {
		count[k]--
	}
	for _, n := range count {
		if n != 0 {
			return false
		}
	}
	return true
}
