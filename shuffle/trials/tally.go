package trials

import (
	"encoding"
	"errors"

	"riffle/shuffle"
	"riffle/shuffle/internal/arg"
)

// Tally is what an experiment that does its own counting counts in: see Count.
// Each worker makes its trials with a tally of its own, which needs no lock.
//
// What a tally has counted must depend on which trials it made and not on their
// order, as sums, maxima and sets do. MarshalText writes it as lines of JSON,
// exactly and always in the same bytes; UnmarshalText reads them into a new tally
// and returns an error for all else. Neither is called unless the experiment is
// split over several processes.
type Tally interface {
	// Trial makes trial i, counted from 0, and counts its outcome.
	Trial(i int, rng shuffle.PRNG)
	// Join adds what another tally of the experiment has counted, which isn't used
	// any more.
	Join(other Tally)
	encoding.TextMarshaler
	encoding.TextUnmarshaler
}

// Count makes n independent trials as Run does, for experiments that do their own
// counting. It calls empty for a new tally for each of its workers as they begin, one
// after the other, and returns all that they have counted in one tally, and a result without
// outcomes: the number of runs, fewer than n if it was stopped, and the seed.
//
// It panics when n < 0, unless 0 <= Workers <= 10,000, and when empty is nil or
// returns nil.
func Count(n int, empty func() Tally, options ...Options) (Tally, *Result) {
	const call = "trials.Count"
	arg.AtLeast(call, "n", n, 0)
	if empty == nil {
		arg.Refuse(call, "empty is nil, want a function that returns a new tally")
	}
	made := func() Tally {
		t := empty()
		if t == nil {
			arg.Refuse(call, "empty returned nil, want a new tally")
		}
		return t
	}
	return newExperiment(call, "", n, made, options).result()
}

// Spread makes n independent trials as Run does, for experiments that count in
// variables of their own, and returns how many were made: fewer than n if it was
// stopped. It calls worker once for each of its workers as they begin, one after the
// other, to get the function that makes that worker's trials one by one. What that function
// counts needs no lock, as long as it belongs to one worker. Add up the workers'
// counts at the end: if they are integers, the sums depend only on the seed and on
// n. Such an experiment can't be split over several processes; Count's can.
//
// It panics when n < 0, unless 0 <= Workers <= 10,000, and when worker is nil or
// returns nil.
func Spread(n int, worker func() func(rng shuffle.PRNG), options ...Options) int {
	const call = "trials.Spread"
	arg.AtLeast(call, "n", n, 0)
	if worker == nil {
		arg.Refuse(call, "the worker is nil, want a function that returns one of a PRNG")
	}
	_, r := newExperiment(call, "", n, func() Tally {
		trial := worker()
		if trial == nil {
			arg.Refuse(call, "the worker returned nil, want a function of a PRNG")
		}
		return aside(trial)
	}, options).result()
	return r.Runs
}

// aside is a tally of trials that count in variables that it doesn't see.
type aside func(shuffle.PRNG)

func (t aside) Trial(_ int, rng shuffle.PRNG) { t(rng) }

func (t aside) Join(Tally) {}

// errAside says why such an experiment can't be split.
var errAside = errors.New("its trials return nothing, and what they count in variables stays in one process: return an outcome in trials.Run, or use trials.Count")

func (t aside) MarshalText() ([]byte, error) { return nil, errAside }

func (t aside) UnmarshalText([]byte) error { return errAside }
