package trials

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"riffle/shuffle"
)

func die(rng shuffle.PRNG) int      { return 1 + rng.IntN(6) }
func six(rng shuffle.PRNG) bool     { return rng.IntN(6) == 0 }
func unit(rng shuffle.PRNG) float64 { return rng.Float64() }

// The totals are the same for any number of workers, down to the last bit of a
// mean.
func TestWorkersDontMatter(t *testing.T) {
	for _, n := range []int{0, 1, 7, 1024, 5000, 100_000} {
		for name, trial := range map[string]any{"die": die, "six": six, "unit": unit, "word": func(rng shuffle.PRNG) string {
			return "abc"[rng.IntN(3):]
		}} {
			one := Run(n, trial, Options{Workers: 1, Seeded: true, Seed: 42})
			for _, workers := range []int{2, 3, 16} {
				if got := Run(n, trial, Options{Workers: workers, Seeded: true, Seed: 42}); got.String() != one.String() ||
					math.Float64bits(got.Mean.Mean) != math.Float64bits(one.Mean.Mean) {
					t.Errorf("%s, %d runs: %d workers give\n%v\nwant\n%v", name, n, workers, got, one)
				}
			}
		}
	}
}

func TestFrozenTotals(t *testing.T) {
	r := Run(60_000, die, Options{Seeded: true, Seed: 1})
	var got []int
	for _, o := range r.Outcomes {
		got = append(got, o.Hits)
	}
	if want := []int{9884, 9873, 10089, 10170, 9961, 10023}; !reflect.DeepEqual(got, want) {
		t.Errorf("totals %v, want %v", got, want)
	}
}

func TestSeed(t *testing.T) {
	mean := func(options ...Options) float64 { return Run(100, unit, options...).Mean.Mean }
	Seed(7)
	a, b := mean(), mean()
	option := Seed(7)
	if c, d := mean(), mean(); a != c || b != d || a == b {
		t.Errorf("seeded means %v %v, again %v %v", a, b, c, d)
	}
	if got := mean(option); got != a {
		t.Errorf("Run with Seed(7) gives %v, want %v", got, a)
	}
	r := Run(100, unit)
	if again := mean(Options{Seeded: true, Seed: r.Seed}); again != r.Mean.Mean {
		t.Errorf("the result's seed gives %v, want %v", again, r.Mean.Mean)
	}
}

// The newer of the two packages' seeds counts, and one that is given to a Run
// concerns it alone.
func TestSeedsOfBothPackages(t *testing.T) {
	mean := func(options ...Options) float64 { return Run(100, unit, options...).Mean.Mean }
	defer shuffle.Unseed()
	shuffle.Seed(5)
	a := mean()
	Seed(1)
	shuffle.Seed(5)
	if b := mean(); a != b {
		t.Error("shuffle.Seed doesn't count after trials.Seed")
	}
	shuffle.Seed(5)
	first := mean(Seed(1))
	if b := mean(); a != b {
		t.Error("a seed that was given to one run concerns the next")
	}
	Seed(1)
	if mean() != first || mean() == first {
		t.Error("the runs of a seed")
	}
}

// Without a seed of its own an experiment takes a stream of shuffle.Seed's.
func TestShuffleSeed(t *testing.T) {
	defaults.seeded = false
	defer shuffle.Unseed()
	shuffle.Seed(5)
	a := Run(10, unit).Mean.Mean
	shuffle.Seed(5)
	if b := Run(10, unit).Mean.Mean; a != b {
		t.Errorf("means %v and %v after the same Seed", a, b)
	}
	shuffle.Unseed()
	if b := Run(10, unit).Mean.Mean; a == b {
		t.Error("an unseeded experiment repeats")
	}
}

func TestKinds(t *testing.T) {
	type suit uint8
	o := Options{Seeded: true}
	for _, c := range []struct {
		trial any
		want  int // different outcomes
		mean  bool
	}{
		{func(shuffle.PRNG) {}, 0, false},
		{six, 2, false},
		{die, 6, true},
		{unit, 0, true},
		{func(rng shuffle.PRNG) float32 { return 2 }, 0, true},
		{func(any) {}, 0, false},
		{func(rng any) bool { return six(rng.(shuffle.PRNG)) }, 2, false},
		{func(rng any) int { return die(rng.(shuffle.PRNG)) }, 6, true},
		{func(rng shuffle.PRNG) suit { return suit(rng.IntN(4)) }, 4, true},
		{func(rng shuffle.PRNG) shuffle.Card { return shuffle.NewDeck()[rng.IntN(52)] }, 52, false},
		{func(rng shuffle.PRNG) [2]bool { return [2]bool{six(rng), six(rng)} }, 4, false},
		{func(rng shuffle.PRNG) int { return int(rng.Uint32()) }, 0, true}, // too many
	} {
		r := Run(20_000, c.trial, o)
		if len(r.Outcomes) != c.want || r.Numbers != c.mean || r.Runs != 20_000 {
			t.Errorf("%T: %d outcomes, numbers %v, %d runs", c.trial, len(r.Outcomes), r.Numbers, r.Runs)
		}
		for _, line := range strings.Split(r.String(), "\n") {
			if n := len([]rune(line)); n > 80 {
				t.Errorf("%d columns: %s", n, line)
			}
		}
	}
	if s := Run(600, die, o).Share(9); s != (Share{0, 600}) {
		t.Errorf("share of what never comes up: %v", s)
	}
}

func TestStop(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	var made atomic.Int64
	r := Run(1<<40, func(rng shuffle.PRNG) int {
		if made.Add(1) == 10_000 {
			cancel()
		}
		return die(rng)
	}, Options{Context: ctx, Seeded: true})
	if !r.Stopped() || r.Runs < 9_000 || int64(r.Runs) != made.Load() {
		t.Errorf("stopped %v after %d of %d runs", r.Stopped(), r.Runs, made.Load())
	}
	sum := 0
	for _, o := range r.Outcomes {
		sum += o.Hits
	}
	if sum != r.Runs {
		t.Errorf("%d outcomes of %d runs", sum, r.Runs)
	}
	if !strings.Contains(r.String(), "stopped before the 1,099,511,627,776 asked for") {
		t.Errorf("the result doesn't say that it was stopped:\n%v", r)
	}
	if r := Run(1000, die, Options{Context: ctx}); r.Runs != 0 {
		t.Errorf("%d runs after the end", r.Runs)
	}
}

func TestPanic(t *testing.T) {
	defer func() {
		if got := recover(); got != "mine" {
			t.Errorf("recovered %v, want mine", got)
		}
	}()
	Run(10_000, func(rng shuffle.PRNG) bool {
		if rng.IntN(100) == 0 {
			panic("mine")
		}
		return true
	})
}

// A panic comes with its way through the trial, if the trial does the same again.
func TestPanicAgain(t *testing.T) {
	stackOf := func(trial func(rng shuffle.PRNG) int) (value any, stack string) {
		defer func() { value, stack = recover(), string(debug.Stack()) }()
		Run(5000, trial, Options{Workers: 3})
		return nil, ""
	}
	value, stack := stackOf(fails)
	if value != "seven" || !strings.Contains(stack, "trials.fails") {
		t.Errorf("%v\n%s", value, stack)
	}
	var once sync.Once
	value, _ = stackOf(func(rng shuffle.PRNG) int {
		once.Do(func() { panic("once") })
		return 0
	})
	if value != "once" {
		t.Error(value)
	}
}

// fails panics in one of a hundred trials.
func fails(rng shuffle.PRNG) int {
	if rng.IntN(100) == 7 {
		panic("seven")
	}
	return 0
}

func TestProgress(t *testing.T) {
	var last Progress
	calls := 0
	restore := Watch(Options{Label: "sleep", Progress: func(p Progress) {
		if p.Done < last.Done || p.Total != 100 || p.Label != "dice" || last.Over {
			t.Errorf("progress %+v after %+v", p, last)
		}
		last = p
		calls++
	}})
	m := Begin("dice", 100)
	m.due = time.Time{} // as if it had run for long
	for m.Next() {
		if m.Done() == 50 {
			m.due = time.Time{}
		}
	}
	m.End()
	m.End()
	restore()
	if calls < 2 || !last.Over || last.Done != 100 {
		t.Errorf("%d reports, the last %+v", calls, last)
	}
	m = Begin("dice", 3)
	for m.Next() {
	}
	m.End()
	if m.Done() != 3 || m.Stopped() || last.Total == 3 {
		t.Errorf("a quick loop: %d done, last report %+v", m.Done(), last)
	}
}

func TestRunReportsItsEnd(t *testing.T) {
	var over atomic.Bool
	blocked := make(chan struct{})
	Run(2, func(shuffle.PRNG) { <-blocked }, Options{Label: "x", Progress: func(p Progress) {
		if !p.Over {
			select {
			case <-blocked:
			default:
				close(blocked)
			}
		}
		over.Store(p.Over)
	}})
	if !over.Load() {
		t.Error("the end was not reported")
	}
}

func TestShareInterval(t *testing.T) {
	for _, c := range []struct {
		s         Share
		low, high float64
	}{
		{Share{0, 0}, 0, 1}, {Share{0, 10}, 0, 0.27753279}, {Share{10, 10}, 0.72246721, 1},
		{Share{1, 10}, 1 - math.Pow(0.95, 0.1), 0.40415003}, {Share{500, 1000}, 0.46906960, 0.53093040},
	} {
		if low, high := c.s.Interval(); math.Abs(low-c.low) > 1e-8 || math.Abs(high-c.high) > 1e-8 {
			t.Errorf("%d of %d: %.8f to %.8f, want %.8f to %.8f", c.s.Hits, c.s.Runs, low, high, c.low, c.high)
		}
	}
}

// The texts have an interval's ends, and never share ± error.
func TestShareTexts(t *testing.T) {
	for _, c := range []struct {
		s    Share
		want string
	}{
		{Share{0, 30}, "0.0 % (95 % interval 0 to 11.4 %)"}, {Share{30, 30}, "100.0 % (95 % interval 88.6 to 100 %)"},
		{Share{1, 30}, "3.3 % (95 % interval 0.2 to 16.7 %)"}, {Share{0, 0}, "no runs"}, {Share{16_671, 100_000}, "16.67 % (95 % interval 16.44 to 16.90 %)"},
	} {
		if got := c.s.String(); got != c.want {
			t.Errorf("%d of %d: %s, want %s", c.s.Hits, c.s.Runs, got, c.want)
		}
	}
}

// What Usual calls unusual comes in under 5 of 100 samples, and is what it says.
func TestUsual(t *testing.T) {
	if low, high := Usual(0.5, 10); low != 0.2 || high != 0.8 {
		t.Errorf("10 coins: %g to %g", low, high)
	}
	if low, high := Usual(0, 10); low != 0 || high != 0 {
		t.Errorf("what never comes: %g to %g", low, high)
	}
	if low, high := Usual(0.5, 0); low != 0 || high != 1 {
		t.Errorf("no runs: %g to %g", low, high)
	}
}

// Of all intervals about 95 % hold the true value, and tests raise false alarms
// about as often as they say.
func TestCoverage(t *testing.T) {
	share, mean, seldom, alarms := 0, 0, 0, 0
	const experiments = 1000
	for i := range int64(experiments) {
		o := Options{Seeded: true, Seed: i, Workers: 1}
		s := Run(600, six, o).Share(true)
		if low, high := s.Interval(); low <= 1.0/6 && 1.0/6 <= high {
			share++
		}
		if low, high := Run(600, unit, o).Mean.Interval(); low <= 0.5 && 0.5 <= high {
			mean++
		}
		v := s.Against(1.0 / 6)
		if v.P < 0.05 {
			seldom++
		}
		if v.Differs() {
			alarms++
		}
	}
	if share < 930 || share > 970 || mean < 930 || mean > 970 || seldom < 30 || seldom > 65 || alarms > 0 {
		t.Errorf("of 1000: shares %d, means %d, P below 5 %% %d, false alarms %d", share, mean, seldom, alarms)
	}
}

// The runs that an effect needs are what they claim: nine of ten tests see it.
func TestRunsToSee(t *testing.T) {
	n := int(RunsToSee(0.5, 0.55))
	seen := 0
	for i := range int64(400) {
		r := Run(n, func(rng shuffle.PRNG) bool { return rng.IntN(100) < 55 }, Options{Seeded: true, Seed: i, Workers: 1})
		if r.Share(true).Against(0.5).Differs() {
			seen++
		}
	}
	if n != 3803 || seen < 340 || seen > 380 { // by SciPy's norm.isf
		t.Errorf("with %d runs %d of 400 tests see it, want 3803 and 360", n, seen)
	}
	if !math.IsInf(RunsToSee(0.3, 0.3), 1) || !math.IsInf(RunsToSee(0, 0), 1) || !math.IsInf(RunsToSee(1, 1), 1) || RunsToSee(0, 1) != 1 {
		t.Error("the edges of RunsToSee")
	}
}

func TestAgainst(t *testing.T) {
	// As binom.test(k, n, p) in R and binomtest(k, n, p) in SciPy.
	for _, c := range []struct {
		share   Share
		p, want float64
	}{
		{Share{8, 10}, 0.5, 0.109375}, {Share{7, 20}, 0.25, 0.305478485}, {Share{682, 925}, 0.75, 0.38249156}, {Share{3, 100}, 1.0 / 13, 0.0890688491}, {Share{0, 10}, 1.0 / 6, 0.386278785},
	} {
		if got := c.share.Against(c.p).P; math.Abs(got-c.want) > 5e-9 {
			t.Errorf("%v against %g: P = %.7f, want %.7f", c.share, c.p, got, c.want)
		}
	}
	if got := (Share{7, 5}).String(); got != "7 of 5 runs, which is no share" {
		t.Error(got)
	}
	e := Estimate{Mean: 3.6, Deviation: 1.7, Runs: 10_000}
	if v := e.Against(3.5); !v.Differs() || v.Needed != 11014 {
		t.Errorf("%+v", v)
	}
	if v := e.Against(3.6); v.Differs() || !math.IsInf(v.Needed, 1) {
		t.Errorf("%+v", v)
	}
	// Student's test: t = 2 with 4 degrees of freedom.
	if v := (Estimate{Mean: 5, Deviation: math.Sqrt(5), Runs: 5}).Against(3); math.Abs(v.P-0.116116524) > 1e-8 || v.Differs() {
		t.Errorf("%+v", v)
	}
	// Of few runs nobody knows the spread, so an effect of five deviations takes nine, by
	// SciPy's t.isf.
	if v := (Estimate{Mean: 5, Deviation: 0.2, Runs: 5}).Against(4); v.Needed != 9 {
		t.Errorf("%+v", v)
	}
	// A rare event that 30 runs didn't see says nothing against its mean of 0.01.
	if v := (Estimate{Runs: 30}).Against(0.01); v.Differs() || v.P != 1 || v.String() != "0.0000, the same in all 30 runs, expected 0.0100.\nOutcomes that are all alike don't show how far off their mean may be." {
		t.Error(v)
	}
	if low, high := (Estimate{Mean: 2, Runs: 5}).Interval(); !math.IsInf(low, -1) || !math.IsInf(high, 1) {
		t.Errorf("outcomes that are all alike: %g to %g", low, high)
	}
	if v := (Estimate{}).Against(3); v.P != 1 {
		t.Errorf("%+v", v)
	}
	if v := (Share{0, 100}).Against(0); v.P != 1 || strings.Contains(v.String(), "unknown") {
		t.Errorf("%+v", v)
	}
	if v := (Share{}).Against(0.5); v.P != 1 || v.Differs() {
		t.Errorf("%+v", v)
	}
}

// A difference is told, suspected or left to chance by the rule of package fair.
func TestVerdicts(t *testing.T) {
	for _, c := range []struct {
		p       float64
		differs bool
		want    string
	}{
		{0.04, false, "Chance alone can make as large a difference (p = 0.04)."},
		{1e-3, false, "Chance alone can make as large a difference (p = 0.001)."},
		{9e-4, false, "That is suspicious, more runs tell: chance alone seldom makes as large a difference (p < 10^-3)."},
		{1e-6, false, "That is suspicious, more runs tell: chance alone seldom makes as large a difference (p < 10^-5)."},
		{9e-7, true, "That is more than chance explains (p < 10^-6)."},
	} {
		v := Verdict{Text: "a", P: c.p, Needed: math.Inf(1)}
		if got := v.String(); v.Differs() != c.differs || got != "a.\n"+c.want {
			t.Errorf("p = %g: %t\n%s", c.p, v.Differs(), got)
		}
	}
}

func TestRefusals(t *testing.T) {
	var none func(shuffle.PRNG) bool
	for _, c := range []struct {
		want string
		call func()
	}{
		{"trials.Run: n = -1, want at least 0", func() { Run(-1, die) }},
		{"trials.Run: the trial is func(string) int, want a function such as func(rng PRNG) bool", func() { Run(1, func(string) int { return 1 }) }},
		{"trials.Run: the trial is <nil>, want a function such as func(rng PRNG) bool", func() { Run(1, nil) }},
		{"trials.Run: the trial is nil, want a function such as func(rng PRNG) bool", func() { Run(1, none) }},
		{"trials.Run: the trial returns []int, which can't be counted: return a bool, a number, a string or an array",
			func() { Run(1, func(shuffle.PRNG) []int { return nil }) }},
		{"trials.Spread: Workers = 9223372036854775807, want 0 to 10000", func() {
			Spread(1<<40, func() func(shuffle.PRNG) { return func(shuffle.PRNG) {} }, Options{Workers: math.MaxInt})
		}},
		{"trials.Run: Workers = -2, want 0 to 10000", func() { Run(1, die, Options{Workers: -2}) }},
		{"Result.Share: the outcomes were not counted, because they are reals or too many; their Mean is known",
			func() { Run(1, unit).Share(0.5) }},
		{"Share.Against: Hits = 3, want 0 to 2", func() { Share{3, 2}.Against(0.5) }},
		{"Share.Against: Runs = -1, want at least 0", func() { Share{-1, -1}.Against(0.5) }},
		{"Share.Interval: Hits = -1, want 0 to 5", func() { Share{-1, 5}.Interval() }},
		{"Share.Interval: Hits = 1, want 0 to 0", func() { Share{1, 0}.Error() }},
		{"Share.Against: p = NaN, want 0 to 1", func() { Share{1, 2}.Against(math.NaN()) }},
		{"Estimate.Against: want = +Inf, want a finite number", func() { Estimate{}.Against(math.Inf(1)) }},
		{"trials.Usual: p = -1, want 0 to 1", func() { Usual(-1, 5) }},
		{"Share.Against: Runs = 1000000000001, want 0 to 1000000000000", func() { Share{1, 1e12 + 1}.Against(0.5) }},
		{"Estimate.Against: mean NaN and deviation 1 of 5 runs, which is no estimate", func() { Estimate{math.NaN(), 1, 5}.Against(1) }},
		{"Estimate.Against: mean 1 and deviation -1 of 5 runs, which is no estimate", func() { Estimate{1, -1, 5}.Against(1) }},
		{"Estimate.Against: mean 1 and deviation NaN of 5 runs, which is no estimate", func() { Estimate{1, math.NaN(), 5}.Against(1) }},
		{"trials.Usual: runs = -1, want 0 to 1000000000000", func() { Usual(0.5, -1) }},
		{"trials.RunsToSee: probability 2, want 0 to 1", func() { RunsToSee(0, 2) }},
		{"trials.Run: a trial returned NaN, want finite numbers, which have a mean", func() { Run(5, func(shuffle.PRNG) float64 { return math.NaN() }) }},
		{"trials.Run: a trial returned -Inf, want finite numbers, which have a mean", func() { Run(5, func(shuffle.PRNG) float32 { return float32(math.Inf(-1)) }) }},
		{"Result.Share: outcome is of type float64, want int as the trial returns", func() { Run(5, die).Share(3.0) }},
		{"Result.Share: outcome is of type <nil>, want int as the trial returns", func() { Run(5, die).Share(nil) }},
		{"trials.Spread: the worker is nil, want a function that returns one of a PRNG", func() { Spread(5, nil) }},
		{"trials.Spread: the worker returned nil, want a function of a PRNG", func() { Spread(5, func() func(shuffle.PRNG) { return nil }) }},
	} {
		func() {
			defer func() {
				var refused *shuffle.ArgError
				err, _ := recover().(error)
				if !errors.As(err, &refused) || err.Error() != c.want {
					t.Errorf("panic %v\n want %s", err, c.want)
				}
			}()
			c.call()
		}()
	}
}

func TestResultText(t *testing.T) {
	for _, r := range []*Result{
		Run(0, die, Options{Seeded: true}), Run(0, unit, Options{Seeded: true, Label: "nothing"}), Run(1, unit, Options{Seeded: true}),
		Run(100, func(rng shuffle.PRNG) float64 { return 1e24 * unit(rng) }, Options{Seeded: true}),
	} {
		s := fmt.Sprint(r)
		for _, line := range strings.Split(s, "\n") {
			if len([]rune(line)) > 80 {
				t.Errorf("too wide: %s", line)
			}
		}
		if s == "" || strings.Contains(s, "NaN") || strings.Contains(s, "Inf") {
			t.Errorf("%q", s)
		}
	}
}

// What a trial costs on one core, beside the loop that a program would have.
func BenchmarkTrials(b *testing.B) {
	const n = 100_000
	per := func(b *testing.B) {
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/trial")
	}
	b.Run("std", func(b *testing.B) {
		r, sixes := rand.New(rand.NewPCG(1, 2)), 0
		for b.Loop() {
			for range n {
				if r.IntN(6) == 0 {
					sixes++
				}
			}
		}
		per(b)
	})
	for _, kind := range []struct {
		name  string
		trial any
	}{{"bool", six}, {"int", die}, {"real", unit}} {
		b.Run(kind.name, func(b *testing.B) {
			for b.Loop() {
				Run(n, kind.trial, Options{Seeded: true, Workers: 1})
			}
			per(b)
		})
	}
}

// TestTrialOfNothing makes trials that take no generator: one after the other.
func TestTrialOfNothing(t *testing.T) {
	n := 0
	r := Run(1000, func() string {
		n++
		return []string{"heads", "tails"}[n%2]
	}, Options{Workers: 8})
	if n != 1000 || r.Runs != 1000 || r.Share("heads").Hits != 500 {
		t.Errorf("%d calls: %v", n, r)
	}
	if r := Run(4, func() float64 { return 0.25 }); r.Mean.Mean != 0.25 {
		t.Errorf("a mean of %v, want 0.25", r.Mean.Mean)
	}
}
