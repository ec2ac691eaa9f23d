package trials

import (
	"context"
	"runtime"
	"sync"
	"time"

	"riffle/shuffle"
	"riffle/shuffle/internal/arg"
)

// Options say how to run an experiment. The zero value means all cores, no
// reports, and a new seed each time.
type Options struct {
	// Context stops the experiment when it is done; what has been counted is
	// kept. With a nil Context nothing stops it.
	Context context.Context
	// Progress is called after a third of a second, then ten times a second, and
	// at the end. Shorter experiments report nothing. Calls never overlap.
	Progress func(Progress)
	// Label names the experiment in its progress, such as "games of War".
	Label string
	// Workers is how many goroutines run trials, at most 10,000, and 0 for one for
	// each core. The totals don't depend on it.
	Workers int
	// Seeded means that the experiment starts from Seed.
	Seeded bool
	// Seed makes the experiment reproducible if Seeded is set.
	Seed int64
	// Player, unless nil, plays the experiment in its own way, such as a part of it
	// only.
	Player Player
	// Help, unless nil, is asked for help with an experiment that is played here and
	// turns out to last. It returns nil where there is none.
	Help func(e *Experiment) *Help
	// Late, unless nil, is called when an experiment begins although the Context is done.
	// It may panic, so that nobody goes on with the result of no trials.
	Late func()
}

// maxWorkers bounds the goroutines of an experiment.
const maxWorkers = 10_000

// Progress is how far an experiment is.
type Progress struct {
	Label string
	// Done of Total trials were made.
	Done, Total int
	// Left is an estimate of the time that the rest will take.
	Left time.Duration
	// Over is set in the last report.
	Over bool
}

// Seed makes the following experiments reproducible: the next Run takes run
// number 0 of those that belong to n, the one after it number 1, and so on, until
// shuffle.Seed is called. Passed to the next Run, the options it returns apply to
// that Run alone:
//
//	trials.Run(1000, coin, trials.Seed(42))
//
// Otherwise a Run takes the next stream of shuffle.Seed, like every object
// without a generator of its own.
func Seed(n int64) Options {
	defaults.seed(n, shuffle.Reseeds())
	return Options{Seeded: true, Seed: runSeed(n, 0)}
}

// Watch sets default options for all experiments and returns a function that
// restores the old ones: a session watches what its user runs. A seed among them
// is ignored.
func Watch(o Options) (restore func()) {
	old := defaults.watch(o)
	return func() { defaults.watch(old) }
}

// defaults is what Run uses where its options say nothing.
var defaults settings

// settings is the state behind Seed and Watch.
type settings struct {
	mu      sync.Mutex
	options Options
	seeded  bool
	n       int64
	runs    uint64 // since Seed
	reseeds uint64 // of package shuffle, at the time of Seed
}

func (s *settings) seed(n int64, reseeds uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seeded, s.n, s.runs, s.reseeds = true, n, 0, reseeds
}

// spend forgets a seed that was made for one run and handed to it.
func (s *settings) spend(seed int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.seeded && s.runs == 0 && seed == runSeed(s.n, 0) {
		s.seeded = false
	}
}

func (s *settings) watch(o Options) (old Options) {
	s.mu.Lock()
	defer s.mu.Unlock()
	old, s.options = s.options, o
	return old
}

func (s *settings) watched() Options {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.options
}

// next returns the seed of the next run, or false if there is none or package
// shuffle has a newer one.
func (s *settings) next(reseeds uint64) (seed int64, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.seeded || s.reseeds != reseeds {
		return 0, false
	}
	s.runs++
	return runSeed(s.n, s.runs-1), true
}

// runSeed is the seed of run k of those that belong to n: the first word of a
// stream counted from the far end, which no constructor reaches.
func runSeed(n int64, k uint64) int64 { return int64(shuffle.StreamOf(n, ^k).Uint64()) }

// complete fills in what the options leave open. If several set the same field,
// the last one counts.
func complete(call string, given []Options) (o Options, seeded bool) {
	o = defaults.watched()
	o.Seeded = false
	for _, g := range given {
		o = o.with(g)
	}
	if seeded = o.Seeded; seeded {
		defaults.spend(o.Seed)
	} else {
		o.Seed, seeded = nextSeed(call)
		o.Seeded = true
	}
	if o.Context == nil {
		o.Context = context.Background()
	}
	arg.Range(call, "Workers", o.Workers, 0, maxWorkers)
	if o.Workers == 0 {
		o.Workers = min(runtime.NumCPU(), runtime.GOMAXPROCS(0))
	}
	return o, seeded
}

// nextSeed is the seed of a run that was given none; seeded says that another
// process has the same.
func nextSeed(call string) (seed int64, seeded bool) {
	if seed, ok := defaults.next(shuffle.Reseeds()); ok {
		return seed, true
	}
	_, seeded = shuffle.Seeded()
	return int64(shuffle.GeneratorOf(call, nil).Uint64()), seeded
}

// with returns o overridden by what g sets.
func (o Options) with(g Options) Options {
	if g.Context != nil {
		o.Context = g.Context
	}
	if g.Progress != nil {
		o.Progress = g.Progress
	}
	if g.Label != "" {
		o.Label = g.Label
	}
	if g.Workers != 0 {
		o.Workers = g.Workers
	}
	if g.Seeded {
		o.Seeded, o.Seed = true, g.Seed
	}
	if g.Player != nil {
		o.Player = g.Player
	}
	if g.Help != nil {
		o.Help = g.Help
	}
	if g.Late != nil {
		o.Late = g.Late
	}
	return o
}
