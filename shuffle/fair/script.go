package fair

import (
	"fmt"
	"iter"
	"math"
	"reflect"
	"runtime"
	"slices"
	"strings"

	"riffle/shuffle"
)

const (
	// maxLeaves is the most ways to draw that are played, in a few seconds.
	maxLeaves = 20_000_000
	// maxDepth is how many draws with a choice a play may make. A shuffle that
	// makes more has at least 2^1000 ways or never ends.
	maxDepth = 1000
	// maxDraws is the same for all draws, including those without a choice,
	// IntN(1).
	maxDraws = 1_000_000
)

// script is a generator that plays every sequence of draws once: like a mileage
// counter whose wheels have as many digits as the shuffle asks for. A play takes
// its draws from the wheels and adds a wheel at 0 for each further draw; next
// turns the last wheel or, if that has gone round, drops it and turns the one
// before, and so on. The probability of a play is the product of 1/n over its
// wheels of n digits.
type script struct {
	call    string
	what    string // that is played, "shuffle" or "lottery"
	shuffle Shuffle
	n       int // cards

	deck   []int
	wheels []wheel
	at     int // wheels that this play has used
	marked int // the same at the last Mark
	draws  int // of this play, those without a choice included
	root   *weight
	// problem is why the play can't go on, kept in case the shuffle recovers the
	// panic.
	problem *shuffle.ArgError
	// endless is set if that is because there are too many draws, or too many
	// values of one.
	endless bool

	// ask makes the next play listen to a shuffle that describes its steps.
	ask   bool
	steps []shuffle.Step
	plain bool // drew, so its steps don't describe it completely
	// fits reports whether a deck is small enough, after its first play. It is for
	// who is refused a larger one, and may be nil.
	fits func(*script) bool
	// name names the values of the next draw, if a step makes it.
	name func(way int) string

	// watch, if set, is called before each draw, and draws without a choice have
	// wheels as well.
	watch func()
	// called is the name of what drew, empty for a method of this generator.
	called string
}

// wheel is a draw of one of n values.
type wheel struct {
	n, value int
	name     func(value int) string // nil for a plain draw
	// weight is the probability of the draws up to this one.
	weight *weight
}

func newScript(call string, s Shuffle, n int) *script {
	return &script{call: call, what: "shuffle", shuffle: s, n: n, deck: make([]int, n), root: newWeights()}
}

// play runs the shuffle with the draws on the wheels and leaves the result in
// the deck.
func (s *script) play() {
	s.at, s.draws, s.marked = 0, 0, 0
	for i := range s.deck {
		s.deck[i] = i + 1
	}
	s.run()
	if s.problem != nil {
		panic(s.problem)
	}
	if s.at < len(s.wheels) {
		s.refuse("the %s made %d draws, then %d when it was given the same ones: %s", s.what, len(s.wheels), s.at, elsewhere)
	}
}

// listen is the first play. A shuffle that describes its steps isn't to do anything else:
// if it does, what it draws is played.
func (s *script) listen() {
	s.ask = true
	s.play()
	s.ask = false
	if s.steps != nil && (s.plain || !slices.Equal(s.deck, identity(s.n))) {
		s.plain = true
		s.wheels, s.root = nil, newWeights()
		s.play()
	}
}

// try is play, if the draws can be played: it reports whether they can.
func (s *script) try() (ok bool) {
	defer func() {
		if s.endless {
			recover()
			ok = false
		}
	}()
	s.play()
	return true
}

// run calls the shuffle. Play looks for this function on the stack.
//
//go:noinline
func (s *script) run() { s.shuffle(s.deck, s) }

// elsewhere is what a shuffle that isn't repeatable must change.
const elsewhere = "it must draw from its generator only, and remember nothing"

// next turns to the next sequence and reports whether there is one.
func (s *script) next() bool {
	for i := len(s.wheels) - 1; i >= 0; i-- {
		if w := &s.wheels[i]; w.value < w.n-1 {
			w.value++
			s.wheels = s.wheels[:i+1]
			return true
		}
	}
	s.wheels = s.wheels[:0]
	return false
}

// weight is the probability of this play.
func (s *script) weight() *weight {
	if len(s.wheels) == 0 {
		return s.root
	}
	return s.wheels[len(s.wheels)-1].weight
}

func (s *script) refuse(format string, args ...any) {
	s.problem = &shuffle.ArgError{Call: s.call, Problem: fmt.Sprintf(format, args...)}
	panic(s.problem)
}

// IntN draws what the script says.
func (s *script) IntN(n int) int {
	s.plain = true
	if s.draws++; s.draws > maxDraws {
		s.endless = true
		s.refuse("the shuffle draws and draws, %d times so far: does it end?", s.draws)
	}
	if n < 1 {
		s.refuse("the %s asked for IntN(%d), want at least 1", s.what, n)
	}
	if s.watch != nil {
		s.watch()
	} else if n == 1 {
		return 0 // no choice, and no wheel
	}
	if s.at == len(s.wheels) {
		s.deepen(n)
	}
	w := s.wheels[s.at]
	if w.n != n {
		s.refuse("after the same draws the %s asked for IntN(%d), then for IntN(%d): %s", s.what, w.n, n, elsewhere)
	}
	s.at++
	return w.value
}

// deepen adds a wheel.
func (s *script) deepen(n int) {
	if s.at == maxDepth {
		s.endless = true
		s.refuse("the shuffle's choices are unbounded: after %d draws it wants more. A loop that draws again until a value "+
			"fits has no end; draw among the values that fit, or sample with %s", maxDepth, s.sampler())
	}
	s.wheels = append(s.wheels, wheel{n: n, name: s.name, weight: s.weight().over(n)})
}

// Play makes the steps of a shuffle that describes itself, or only notes them.
func (s *script) Play(deck []int, steps iter.Seq[shuffle.Step]) {
	if s.ask && !s.plain && s.steps == nil && s.isDeck(deck) && calledDirectly() {
		s.steps = []shuffle.Step{}
		for step := range steps {
			if len(s.steps) == maxDraws {
				s.refuse("the shuffle has more than %d steps, want fewer", maxDraws)
			}
			s.checkWays(step)
			s.steps = append(s.steps, step)
		}
		return
	}
	for step := range steps {
		s.checkWays(step)
		s.name = step.Name
		way := s.IntN(step.Ways)
		s.name = nil
		step.Act(deck, way)
	}
}

// isDeck reports whether this is the deck, and not a part of it or another.
func (s *script) isDeck(deck []int) bool {
	return len(deck) == s.n && (s.n == 0 || &deck[0] == &s.deck[0])
}

// checkWays refuses a step that can't be made, or of which nobody knows how many ways it has.
func (s *script) checkWays(step shuffle.Step) {
	switch {
	case step.Act == nil:
		s.refuse("a step of the shuffle has no Act, want a function that makes it")
	case step.Ways < 0:
		s.refuse("a step of the shuffle has %d ways, want at least 1", step.Ways)
	case step.Ways == 0:
		s.endless = true
		s.refuse("n = %d gives a step of the shuffle 2^63 ways or more, want fewer: %s", s.n, s.instead())
	}
}

// described reports whether the first play, which asked, was told everything by steps.
func (s *script) described() bool { return s.steps != nil && !s.plain }

// calledDirectly reports whether the caller of Play is the shuffle itself, and
// not a part of a larger one that looks at the deck afterwards: only then are the
// steps everything. The functions between Play and script.run must be functions
// of package shuffle, or a single one, which is the shuffle wherever it was
// inlined.
func calledDirectly() bool {
	var (
		callers [8]uintptr
		self    = reflect.TypeFor[script]().PkgPath() + ".(*script).run"
		home    = reflect.TypeFor[shuffle.Step]().PkgPath() + "."
	)
	const above = 3 // runtime.Callers, calledDirectly, Play
	frames := runtime.CallersFrames(callers[:runtime.Callers(above, callers[:])])
	for depth, ours := 1, true; ; depth++ {
		frame, more := frames.Next()
		if frame.Function == self {
			return ours || depth == 2
		}
		if !more {
			return false
		}
		ours = ours && strings.HasPrefix(frame.Function, home)
	}
}

// Float64 can't be played: there are too many.
func (s *script) Float64() float64 { return s.tooMany("Float64", 53) }

// Uint32 can't be played: there are too many.
func (s *script) Uint32() uint32 { return uint32(s.tooMany("Uint32", 32)) }

// Uint64 can't be played: there are too many.
func (s *script) Uint64() uint64 { return uint64(s.tooMany("Uint64", 64)) }

// Called says by what name the next draw was asked for.
func (s *script) Called(name string) { s.called = name }

func (s *script) tooMany(method string, bits int) float64 {
	s.endless = true
	how := "a " + method
	if s.called != "" {
		how = "by " + s.called
	}
	s.refuse("the shuffle draws %s, whose choices are as good as unbounded: one of 2^%d values. "+
		"Draw with IntN, or sample with %s", how, bits, s.sampler())
	return math.NaN()
}

// sampler names the function that samples decks of this size.
func (s *script) sampler() string {
	if s.n > maxHistogram {
		return "fair.Matrix"
	}
	return "fair.Histogram"
}

// Sampled ends a play whose draws aren't the script's.
func (s *script) Sampled(why string) {
	s.endless = true
	s.refuse("the %s %s: sample it with %s", s.what, why, s.sampler())
}

// Name describes this generator.
func (s *script) Name() string { return "every choice" }

// Mark remembers the place in the script.
func (s *script) Mark() { s.marked = s.at }

// Rewind goes back to the place of the last Mark, or to the beginning.
func (s *script) Rewind() { s.at = s.marked }
