package session

import (
	"fmt"
	randv1 "math/rand"
	"os"
	"reflect"
	"strings"
	"sync"

	"golang.org/x/term"

	"riffle/shuffle/drawn"
)

// math/rand.Seed does nothing since Go 1.24, which a program undoes by a line
// //go:debug randseednop=0 or by GODEBUG, and a session by %randseed on. Then it does what
// it did since Go 1.0: the package functions of math/rand, not those of v2, draw as
// rand.New(rand.NewSource(n)) does.

// reseeded is the generator that math/rand.Seed makes, safe for goroutines.
type reseeded struct {
	*randv1.Rand
	source  *lockedSource
	reading sync.Mutex // Read has a state of its own
}

// newReseeded makes the generator of a seed.
func newReseeded(seed int64) *reseeded {
	source := &lockedSource{src: randv1.NewSource(seed).(randv1.Source64)}
	return &reseeded{Rand: randv1.New(source), source: source}
}

// read is math/rand.Read.
func (g *reseeded) read(p []byte) (int, error) {
	g.reading.Lock()
	defer g.reading.Unlock()
	return g.Read(p)
}

// lockedSource is a source of math/rand that goroutines share.
type lockedSource struct {
	mu  sync.Mutex
	src randv1.Source64
}

// Int63 draws 63 bits.
func (s *lockedSource) Int63() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.src.Int63()
}

// Uint64 draws 64 bits.
func (s *lockedSource) Uint64() uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.src.Uint64()
}

// Seed is not for math/rand to call: rand.Seed makes a new source.
func (s *lockedSource) Seed(int64) {}

// mathRand are the session's versions of functions of math/rand.
func (s *Session) mathRand() map[string]reflect.Value {
	own := s.random.v1()
	own["Seed"] = reflect.ValueOf(s.seedMathRand)
	return own
}

// seedMathRand is math/rand.Seed.
func (s *Session) seedMathRand(n int64) {
	if s.random.heeds.Load() {
		s.random.reseeded.Store(newReseeded(n))
		return
	}
	randv1.Seed(n) // which heeds GODEBUG
	if !godebugHeeds() && s.notesRandSeed() && !s.random.noted.Swap(true) {
		fmt.Fprintf(s.stderr, "note: rand.Seed(%d) does nothing since Go 1.24: %s\n", n, s.insteadOfRandSeed(n))
	}
}

// insteadOfRandSeed says what to write instead.
func (s *Session) insteadOfRandSeed(n int64) string {
	switch {
	case drawn.OfClock(n):
		return "leave it out, each run draws other numbers without it"
	case s.random.program.Load():
		return fmt.Sprintf("write r := rand.New(rand.NewSource(%d)) and draw from r; a line //go:debug randseednop=0 above package main makes rand.Seed do what it did", n)
	}
	return fmt.Sprintf("write Seed(%[1]d), or r := rand.New(rand.NewSource(%[1]d)) and draw from r; %%randseed on makes rand.Seed do what it did", n)
}

// notesRandSeed reports whether the user wants to know: of a program's standard error only
// a terminal gets what the program didn't write.
func (s *Session) notesRandSeed() bool {
	return !s.random.program.Load() || !s.variables.direct || term.IsTerminal(int(os.Stderr.Fd()))
}

// randSeedSetting is what Go calls the setting.
const randSeedSetting = "randseednop="

// godebugHeeds reports whether GODEBUG makes math/rand.Seed do what it did. The last
// setting counts.
func godebugHeeds() bool {
	heeds := false
	for s := range strings.SplitSeq(os.Getenv("GODEBUG"), ",") {
		if value, ok := strings.CutPrefix(s, randSeedSetting); ok {
			heeds = value == "0"
		}
	}
	return heeds
}

// beginProgram makes math/rand that of a program with this text until restore is called.
func (s *Session) beginProgram(text string) (restore func()) {
	r := &s.random
	heeds, reseeded := r.heeds.Load(), r.reseeded.Load()
	r.program.Store(true)
	r.heeds.Store(heeds || programHeeds(text))
	return func() {
		r.program.Store(false)
		r.heeds.Store(heeds)
		r.reseeded.Store(reseeded)
	}
}

// programHeeds reports whether a program says //go:debug randseednop=0 above its package
// clause.
func programHeeds(text string) bool {
	for line := range strings.Lines(text) {
		switch directive, ok := strings.CutPrefix(line, "//go:debug"); {
		case strings.HasPrefix(line, "package"):
			return false
		case ok && strings.TrimSpace(directive) == randSeedSetting+"0":
			return true
		}
	}
	return false
}
