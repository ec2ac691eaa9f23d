package check

import (
	"fmt"
	"math"

	"riffle/shuffle/internal/prose"
)

// tape is a generator whose draws are written down before: explore turns them like
// the wheels of a mileage counter, so that every sequence of draws is played once.
type tape struct {
	wheels []wheel
	at     int // the next wheel
	marked int
	draws  int // of this play, those without a choice included
	// few are the bits that matter in the words that are drawn; nil if words end
	// the play.
	few *fewBits

	problem string // what is wrong with the draws
	words   bool   // the play was ended by a word
	cut     bool   // the play was ended because it is so improbable
}

// wheel is a draw of one of n values, the product of the wheels up to here.
type wheel struct{ n, value, product uint64 }

const (
	// rare is the most that the product of a play's wheels may be. Rarer plays are
	// cut off.
	rare = 1_000_000
	// manyDraws is the most draws of a play. It counts those without a choice, as
	// the others make a play rare first.
	manyDraws = 100_000
)

func (t *tape) rewind() {
	t.at, t.marked, t.draws = 0, 0, 0
	t.problem, t.words, t.cut = "", false, false
}

// next turns to the next sequence and reports whether there is one.
func (t *tape) next() bool {
	for i := len(t.wheels) - 1; i >= 0; i-- {
		if w := &t.wheels[i]; w.value < w.n-1 {
			w.value++
			t.wheels = t.wheels[:i+1]
			return true
		}
	}
	return false
}

// product is 1/p of the play.
func (t *tape) product() uint64 {
	if len(t.wheels) == 0 {
		return 1
	}
	return t.wheels[len(t.wheels)-1].product
}

// stop ends the play, also if the function recovers: its next draw ends it again.
func (t *tape) stop() { panic(halt{}) }

func (t *tape) wrong(format string, args ...any) {
	t.problem = fmt.Sprintf(format, args...)
	t.stop()
}

// IntN draws what is written.
func (t *tape) IntN(n int) int {
	if t.problem != "" || t.words || t.cut {
		t.stop()
	}
	if n < 1 {
		t.wrong("asks for IntN(%d), which has no values", n)
	}
	return int(t.draw(uint64(n)))
}

func (t *tape) draw(n uint64) uint64 {
	if t.draws++; t.draws > manyDraws {
		t.wrong("draws more than %s times: does it end?", prose.Int(manyDraws))
	}
	if n == 1 {
		return 0
	}
	if t.at == len(t.wheels) {
		if before := t.product(); n > rare/before {
			t.cut = true
			t.stop()
		}
		t.wheels = append(t.wheels, wheel{n, 0, t.product() * n})
	}
	w := t.wheels[t.at]
	if w.n != n {
		t.wrong("asks for a draw of %d values, then in its place for one of %d after the same draws: %s", w.n, n, remembers)
	}
	t.at++
	return w.value
}

// remembers is why a function does something else after the same draws.
const remembers = "it remembers something between calls, or uses another generator too"

func (t *tape) word(mask func(*fewBits) uint64) uint64 {
	if t.problem != "" || t.words || t.cut {
		t.stop()
	}
	if t.few == nil {
		t.words = true
		t.stop()
	}
	m := mask(t.few)
	return deposit(t.draw(1<<count(m)), m)
}

// Uint32 draws the bits that matter; the others are 0.
func (t *tape) Uint32() uint32 { return uint32(t.word(func(f *fewBits) uint64 { return f.uint32 })) }

// Uint64 does the same.
func (t *tape) Uint64() uint64 { return t.word(func(f *fewBits) uint64 { return f.uint64 }) }

// Float64 does the same with the 53 bits of a real.
func (t *tape) Float64() float64 {
	return math.Ldexp(float64(t.word(func(f *fewBits) uint64 { return f.float64 })), -53)
}

// Sampled ends a play whose draws aren't the tape's, as a word does.
func (t *tape) Sampled(string) {
	t.words = true
	t.stop()
}

// Name says what is drawn.
func (t *tape) Name() string { return "every choice" }

// Mark remembers the place.
func (t *tape) Mark() { t.marked = t.at }

// Rewind goes back to it.
func (t *tape) Rewind() { t.at = t.marked }
