package trials

import (
	"context"
	"runtime"
	"sync"
	"time"

	"riffle/shuffle"
	"riffle/shuffle/internal/arg"
)

// Options say how to run an experiment. The zero value will do: all cores, no
// reports, a new seed each time.
type Options struct {
	// Context stops the experiment when it is done; what was counted until
	// then is kept. Nil means that nothing stops it.
	Context context.Context
	// Progress is told how far the experiment is: after a third of a second,
	// from then on ten times a second, and at the end. Of an experiment that
	// is over before it hears nothing. It is never called twice at once.
	Progress func(Progress)
	// Label names the experiment in its progress, such as "games of War".
	Label string
	// Workers is how many goroutines run trials, at most 10,000, and 0 for one for
	// each core. The totals don't depend on it.
	Workers int
	// Seeded says that the experiment starts from Seed.
	Seeded bool
	// Seed makes the experiment reproducible, if Seeded.
	Seed int64
}

// maxWorkers bounds the goroutines of an experiment.
const maxWorkers = 10_000

// Progress is how far an experiment is.
type Progress struct {
	Label string
	// Done of Total trials were made.
	Done, Total int
	// Left is the time that the rest will take, as far as can be told.
	Left time.Duration
	// Over is set in the last report.
	Over bool
}

// Seed makes the experiments that follow reproducible: the next Run takes run
// number 0 of those that belong to n, the one after it number 1, and so on, until
// shuffle.Seed is called. What it returns may be given to the next Run instead,
// and then concerns that Run alone:
//
//	trials.Run(1000, coin, trials.Seed(42))
//
// Otherwise a Run takes the next stream of shuffle.Seed, as every object does that
// is given no generator.
func Seed(n int64) Options {
	defaults.seed(n, shuffle.Reseeds())
	return Options{Seeded: true, Seed: runSeed(n, 0)}
}

// Watch sets the options that every experiment has, unless its own say
// otherwise, and returns a function that sets them back: a session watches what
// its user runs. Seeds are not taken from it.
func Watch(o Options) (restore func()) {
	old := defaults.watch(o)
	return func() { defaults.watch(old) }
}

// defaults is what Run uses where its options are silent.
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

// spend forgets a seed that was made for one run, and is given to it.
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

// next returns the seed of the next run, and false when there is none, or when
// that of package shuffle is newer.
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
// stream that is counted from the far end, where no constructor gets to.
func runSeed(n int64, k uint64) int64 { return int64(shuffle.StreamOf(n, ^k).Uint64()) }

// complete fills in what the options leave open. Of several options the last
// that says something counts.
func complete(call string, given []Options) Options {
	o := defaults.watched()
	o.Seeded = false
	for _, g := range given {
		o = o.with(g)
	}
	if o.Seeded {
		defaults.spend(o.Seed)
	} else {
		o.Seeded, o.Seed = true, nextSeed(call)
	}
	if o.Context == nil {
		o.Context = context.Background()
	}
	arg.Range(call, "Workers", o.Workers, 0, maxWorkers)
	if o.Workers == 0 {
		o.Workers = min(runtime.NumCPU(), runtime.GOMAXPROCS(0))
	}
	return o
}

// nextSeed is the seed of a run that was given none.
func nextSeed(call string) int64 {
	if seed, ok := defaults.next(shuffle.Reseeds()); ok {
		return seed
	}
	return int64(shuffle.GeneratorOf(call, nil).Uint64())
}

// with returns o with what g says.
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
	return o
}
