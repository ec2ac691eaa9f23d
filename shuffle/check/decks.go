package check

import (
	"fmt"
	"math"

	"riffle/shuffle/internal/adapt"
	"riffle/shuffle/internal/joint"
	"riffle/shuffle/internal/prose"
)

const (
	// doubt is the P of a sample that proves nothing, but makes curious. A fresh one
	// follows it, with its own share of the alarms, so that both prove what they would
	// alone.
	doubt = 0.03
	// harder is how many times as large that is.
	harder = 4
)

// enough is the most cards that a shuffle must take. One that is made for a deck of cards
// may panic if there are more.
const enough = 52

// sampleDecks makes many tests of decks of several sizes: which card is where, which cards
// stay together, and so on. Large says which sizes above 52 were sampled, to end a list.
func sampleDecks(x *examiner, s *adapt.Shuffle, six bool) (large, problem string) {
	sizes := []struct{ n, runs int }{{52, runs52}, {13, runs13}, {200, runs200}, {6, runs6}}
	if s.Own > 6 && s.Own <= 400 && s.Own != 52 {
		sizes = append(sizes, struct{ n, runs int }{s.Own, runs13})
	}
	for _, size := range sizes {
		if size.n == 6 && !six || !s.Takes(size.n) {
			continue
		}
		e := shuffled(x, s.Deal, deckOf(size.n))
		e.input = fmt.Sprintf("a deck of %d cards", size.n)
		problem = e.sampleTwice(size.runs, uint64(size.n)<<40, logFactorial(size.n), func() sample { return &deckSample{n: size.n, decks: joint.NewDecks(size.n)} })
		switch {
		case e.panicked && size.n > enough:
		case problem != "":
			return "", problem
		case size.n > enough:
			large = fmt.Sprintf(" and %d", size.n)
		}
	}
	return large, ""
}

// sample counts what comes of calls.
type sample interface {
	// add counts the outcome of a call.
	add(number int, outcome []int)
	// judge makes the tests.
	judge() []joint.Finding
	// of is what a sentence begins with.
	of() string
}

// sampleTwice samples, and again if there is doubt. Outcomes have log orders, of the natural
// logarithm, that should be equally likely.
func (e *experiment) sampleTwice(runs int, first uint64, orders float64, empty func() sample) string {
	e.x.on("%s", e.input)
	for range 2 {
		s := empty()
		few := ""
		for i := range runs {
			outcome, problem := e.call(first + uint64(i))
			if problem != "" {
				return problem
			}
			if few == "" {
				few = e.fewDraws(orders)
			}
			s.add(i, outcome)
		}
		found := s.judge()
		if alarming := joint.Alarming(found, alarm/tests); len(alarming) > 0 {
			return s.of() + joint.Telling(alarming).Example
		}
		if few != "" {
			return few
		}
		if joint.LogP(found) > math.Log(doubt) {
			break
		}
		first += uint64(runs)
		runs *= harder
	}
	return ""
}

// fewDraws says whether the last call drew so little that its outcome comes too often. The
// draws made have the probability 2^-bits, and the outcome has no less.
func (e *experiment) fewDraws(orders float64) string {
	const rounding = 1e-6
	bits := e.last.bits
	if bits*math.Ln2 > orders-rounding {
		return ""
	}
	return fmt.Sprintf("draws too little: on %s, the values of its %s had a probability of 1/%s, so what came of them has that or more, and a fair one gives it 1/%s (does it seed a generator of its own?)",
		e.input, prose.Plural(e.last.draws, "draw"), power(bits*math.Ln2), power(orders))
}

// power writes a large number, given its natural logarithm.
func power(log float64) string {
	if number := math.Exp(log); number < 1e9 {
		return prose.Int(int(math.Round(number)))
	}
	return fmt.Sprintf("2^%.0f", math.Round(log/math.Ln2))
}

func logFactorial(n int) float64 {
	log, _ := math.Lgamma(float64(n) + 1)
	return log
}

// everySize shuffles a deck of each size up to 64 once: it must keep its cards, and draw
// enough.
func everySize(x *examiner, s *adapt.Shuffle) string {
	for n := 7; n <= 64; n++ {
		if !s.Takes(n) {
			continue
		}
		e := shuffled(x, s.Deal, deckOf(n))
		e.input = fmt.Sprintf("a deck of %d cards", n)
		x.on("%s", e.input)
		_, problem := e.call(1<<36 + uint64(n))
		if problem == "" {
			problem = e.fewDraws(logFactorial(n))
		}
		if problem != "" && !(e.panicked && n > enough) {
			return problem
		}
	}
	return ""
}

// deckSample counts decks.
type deckSample struct {
	n     int
	decks *joint.Decks
	again joint.Repeats
}

func (s *deckSample) add(number int, deck []int) {
	s.decks.Add(number, deck)
	s.again.Add(number, deck)
}

func (s *deckSample) judge() []joint.Finding {
	return append(s.decks.Judge(), s.again.Decks(s.n))
}

func (s *deckSample) of() string { return fmt.Sprintf("of %d cards, ", s.n) }
