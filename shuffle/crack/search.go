package crack

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"sync/atomic"
	"time"

	"riffle/shuffle"
	"riffle/shuffle/internal/arg"
	"riffle/shuffle/internal/prose"
	"riffle/shuffle/trials"
)

// ErrNoSeed says that no seed of the window, or no state at all, gives what was
// seen: the evidence or the window is wrong, or the generator is another one.
var ErrNoSeed = errors.New("no seed fits")

// Window is the seeds to try: From up to, but not including, To.
type Window struct{ From, To int64 }

// Windows for seeds of 32 bits.
var (
	// Day is the milliseconds of a day: all seeds that Borland's Randomize can
	// take from the clock.
	Day = Window{0, 86_400_000}
	// All is every seed of 32 bits.
	All = Window{0, 1 << 32}
)

// ClockWindow returns the clock seeds of Borland's Randomize, milliseconds since
// midnight, from d before the time t to d after it. It is cut off at midnight,
// where another window begins. It panics when d is negative.
func ClockWindow(t time.Time, d time.Duration) Window {
	checkAround("crack.ClockWindow", d)
	now := int64(shuffle.BorlandRandomize(t).RandSeed())
	return Window{max(Day.From, now-d.Milliseconds()), min(Day.To, now+d.Milliseconds()+1)}
}

// EpochWindow returns the clock seeds of Java's System.currentTimeMillis,
// milliseconds since 1970, from d before the time t to d after it. It panics when d
// is negative, and when t is more than a hundred million years away.
func EpochWindow(t time.Time, d time.Duration) Window {
	const call = "crack.EpochWindow"
	checkAround(call, d)
	if year := t.Year(); year < -1e8 || year > 1e8 {
		arg.Refuse(call, "t = the year %d, want one within a hundred million years", year)
	}
	now := t.UnixMilli()
	return Window{now - d.Milliseconds(), now + d.Milliseconds() + 1}
}

// checkAround refuses a window that ends before it begins.
func checkAround(call string, d time.Duration) {
	if d < 0 {
		arg.Refuse(call, "d = %v, want at least 0", d)
	}
}

// Len returns how many seeds there are, 2^63-1 if they are more.
func (w Window) Len() int64 {
	if w.From >= w.To {
		return 0
	}
	if n := w.To - w.From; n > 0 {
		return n
	}
	return math.MaxInt64
}

// String returns the first and the last seed, as in "0 to 86,399,999".
func (w Window) String() string {
	if w.From >= w.To {
		return "no seeds"
	}
	return prose.Int(int(w.From)) + " to " + prose.Int(int(w.To-1))
}

// check returns an error unless the window has seeds, all of them within limit.
func (w Window) check(call string, limit Window) error {
	if w.From >= w.To || w.From < limit.From || w.To > limit.To || w.To-w.From < 0 {
		return refused(call, "window from %d to %d, want from < to, within %d to %d", w.From, w.To, limit.From, limit.To)
	}
	return nil
}

// refused is the error of a call that was given what makes no sense.
func refused(call, format string, args ...any) error {
	return &shuffle.ArgError{Call: call, Problem: fmt.Sprintf(format, args...)}
}

// checkIndex refuses an index beyond the seeds that were found.
func checkIndex(call string, i, found int) {
	if found == 0 {
		arg.Refuse(call, "no seed was found")
	}
	arg.Range(call, "i", i, 0, found-1)
}

// search tries the seeds of a window.
type search[Seed ~uint32 | ~int64] struct {
	call   string
	window Window
	// numbers are what is cut into blocks: if it is set, the seeds of the window are
	// numbered in another way, and there may be fewer to try.
	numbers Window
	// block is how many are tried between two checks of the clock.
	block int64
	// try returns the seeds of a block that fit.
	try func(from, to int64) []Seed

	full  atomic.Bool // more were found than are kept
	tried int64
	found []Seed
}

// maxFound is how many seeds are kept. If more fit, too little is known.
const maxFound = 10_000_000

// run tries all seeds, unless it is stopped, and sorts those that fit. The blocks
// are the trials of an experiment that draws nothing; it is seeded so that it
// doesn't use up a stream.
func (s *search[Seed]) run(options []trials.Options) error {
	if s.numbers.Len() == 0 {
		s.numbers = s.window
	}
	blocks, size := (s.numbers.Len()-1)/s.block+1, s.block
	if s.numbers != s.window {
		size = (s.window.Len()-1)/blocks + 1
	}
	t, _ := trials.Count(int(blocks), func() trials.Tally { return &catch[Seed]{search: s} }, slices.Concat(
		[]trials.Options{{Label: fmt.Sprintf("blocks of %s seeds", prose.Int(int(size)))}},
		options, []trials.Options{{Seeded: true}})...)
	all := t.(*catch[Seed])
	s.tried, s.found = all.Tried, all.Found
	slices.Sort(s.found)
	if len(s.found) > maxFound {
		return refused(s.call, "more than %s seeds fit, want more evidence or a smaller window", prose.Int(maxFound))
	}
	return nil
}

// triedSeeds returns how many seeds of the window were tried or, if they are numbered in
// another way, excluded so far.
func (s *search[Seed]) triedSeeds() int64 {
	high, low := bits.Mul64(uint64(s.tried), uint64(s.window.Len()))
	seeds, _ := bits.Div64(high, low, uint64(s.numbers.Len()))
	return int64(seeds)
}

// runSeeds is run for a window of seeds. It returns an error if all were tried
// and none fits.
func (s *search[Seed]) runSeeds(options []trials.Options) error {
	if err := s.run(options); err != nil {
		return err
	}
	if len(s.found) == 0 && s.triedSeeds() == s.window.Len() {
		return fmt.Errorf("%s: %w: none from %v gives this; check what was seen, or try another window", s.call, ErrNoSeed, s.window)
	}
	return nil
}

// catch is the tally of a search.
type catch[Seed ~uint32 | ~int64] struct {
	search *search[Seed]
	haul[Seed]
}

// haul is how many numbers were tried in some blocks, and the seeds that were found.
type haul[Seed ~uint32 | ~int64] struct {
	Tried int64  `json:"tried"`
	Found []Seed `json:"found"`
}

// Trial tries a block.
func (c *catch[Seed]) Trial(block int, _ shuffle.PRNG) {
	s := c.search
	if s.full.Load() {
		return
	}
	from := s.numbers.From + int64(block)*s.block
	to := min(from+s.block, s.numbers.To)
	c.add(s.try(from, to))
	c.Tried += to - from
}

// add keeps seeds. One more than are kept tells that there are too many.
func (c *catch[Seed]) add(found []Seed) {
	c.Found = append(c.Found, found...)
	if len(c.Found) > maxFound {
		c.Found = c.Found[:maxFound+1]
		c.search.full.Store(true)
	}
}

// Join adds the seeds that were found in other blocks.
func (c *catch[Seed]) Join(other trials.Tally) {
	o := other.(*catch[Seed])
	c.Tried += o.Tried
	c.add(o.Found)
}

// MarshalText writes the seeds in order.
func (c *catch[Seed]) MarshalText() ([]byte, error) {
	if len(c.Found) > maxFound { // which ones is chance
		return json.Marshal(haul[Seed]{Tried: -1})
	}
	return json.Marshal(haul[Seed]{Tried: c.Tried, Found: slices.Sorted(slices.Values(c.Found))})
}

// UnmarshalText reads what MarshalText has written.
func (c *catch[Seed]) UnmarshalText(text []byte) error {
	var read haul[Seed]
	if err := json.Unmarshal(text, &read); err != nil {
		return err
	}
	if read.Tried < 0 {
		read = haul[Seed]{Found: make([]Seed, maxFound+1)}
	}
	if int64(len(read.Found)) > read.Tried && len(read.Found) <= maxFound || read.Tried > c.search.numbers.Len() || !slices.IsSorted(read.Found) {
		return fmt.Errorf("%d seeds were found in %d", len(read.Found), read.Tried)
	}
	c.Tried, c.Found = read.Tried, nil
	c.add(read.Found)
	return nil
}
