package trials

import (
	"cmp"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"riffle/shuffle/internal/arg"
	"riffle/shuffle/internal/prose"
)

// Result is the outcome of a Run.
type Result struct {
	// Label is the label of the options.
	Label string
	// Runs is how many trials were made, of the Asked ones.
	Runs, Asked int
	// Seed gives the same result again, as Options.Seed.
	Seed int64
	// Outcomes are the different outcomes in order, and how often each came up:
	// nil for reals, and if there are more than 10,000 different ones.
	Outcomes []Outcome
	// Mean is the mean of the outcomes, if they are numbers.
	Mean Estimate
	// Numbers says that they are.
	Numbers bool
	// Shard says which shard this is, if it isn't the whole experiment.
	Shard Shard
}

// Outcome is one of the outcomes.
type Outcome struct {
	Value any
	Share
}

// Stopped reports whether the experiment was stopped before its end, or is a shard.
func (r *Result) Stopped() bool { return r.Runs < r.Asked }

// Share returns how often the outcome came up, which may be never. It panics when
// the outcome has another type than the trial returns, and when outcomes weren't
// counted.
func (r *Result) Share(outcome any) Share {
	if r.Outcomes == nil {
		arg.Refuse("Result.Share", "the outcomes were not counted, because they are reals or too many; their Mean is known")
	}
	for _, o := range r.Outcomes {
		if got, want := reflect.TypeOf(outcome), reflect.TypeOf(o.Value); got != want {
			arg.Refuse("Result.Share", "outcome is of type %v, want %v as the trial returns", got, want)
		}
		if o.Value == outcome {
			return o.Share
		}
	}
	return Share{0, r.Runs}
}

// fill fills in what was counted.
func (s *sample[T]) fill(r *Result) {
	times := s.times()
	if r.Numbers = s.add != nil; r.Numbers {
		r.Mean = Estimate{s.numbers.Mean(), s.numbers.Deviation(), r.Runs}
	}
	if times == nil {
		return
	}
	r.Outcomes = make([]Outcome, 0, len(times))
	for v, n := range times {
		r.Outcomes = append(r.Outcomes, Outcome{plain(s.outcome, v), Share{n, r.Runs}})
	}
	slices.SortFunc(r.Outcomes, func(a, b Outcome) int { return compare(a.Value, b.Value) })
}

// compare orders outcomes of one type: numbers and strings naturally, true before
// false, anything else as printed.
func compare(a, b any) int {
	x, y := reflect.ValueOf(a), reflect.ValueOf(b)
	switch {
	case x.Kind() == reflect.Bool:
		return cmp.Compare(fmt.Sprint(b), fmt.Sprint(a))
	case x.CanInt():
		return cmp.Compare(x.Int(), y.Int())
	case x.CanUint():
		return cmp.Compare(x.Uint(), y.Uint())
	}
	return cmp.Compare(fmt.Sprint(a), fmt.Sprint(b))
}

// maxRows is how many outcomes are listed.
const maxRows = 24

// Summary says in sentences what was done and what came of it.
func (r *Result) Summary() []string {
	lines := []string{r.heading()}
	if r.Numbers && r.Runs > 0 {
		lines = append(lines, r.mean())
	}
	if len(r.Outcomes) > maxRows {
		lines = append(lines, prose.Int(len(r.Outcomes))+" different outcomes")
	} else if len(r.Outcomes) > 0 {
		lines = append(lines, fmt.Sprintf("95 %% intervals; half as wide takes %s runs.", prose.Int(4*r.Runs)))
	}
	return lines
}

// String returns the Summary with the outcomes and their 95 % intervals, in lines
// of at most 80 columns.
func (r *Result) String() string {
	lines := r.Summary()
	for i := range lines {
		lines[i] = prose.Wrap(lines[i])
	}
	if n := len(r.Outcomes); n > 0 && n <= maxRows {
		lines = slices.Insert(lines, len(lines)-1, r.rows()...)
	}
	return strings.Join(lines, "\n")
}

// mean writes the mean, with its error if that is known.
func (r *Result) mean() string {
	if math.IsInf(r.Mean.Error(), 1) {
		return fmt.Sprintf("mean %v", r.Mean)
	}
	return fmt.Sprintf("mean %v (95 %% interval), standard deviation %s", r.Mean, prose.Real(r.Mean.Deviation, 4))
}

func (r *Result) heading() string {
	s := prose.Plural(r.Runs, "run")
	if r.Label != "" {
		s = r.Label + ": " + s
	}
	switch {
	case r.Shard != Shard{}:
		s += fmt.Sprintf(", shard %v of %s", r.Shard, prose.Int(r.Asked))
	case r.Stopped():
		s += fmt.Sprintf(", stopped before the %s asked for", prose.Int(r.Asked))
	}
	return s
}

// rows writes a line for each outcome: value, share, interval.
func (r *Result) rows() []string {
	width := 0
	for _, o := range r.Outcomes {
		width = max(width, min(24, utf8.RuneCountInString(fmt.Sprint(o.Value))))
	}
	rows := make([]string, len(r.Outcomes))
	for i, o := range r.Outcomes {
		rows[i] = fmt.Sprintf("%-*.24s %10s  %s", width, fmt.Sprint(o.Value), o.Percent(), o.Range())
	}
	return rows
}
