package magic

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"
)

// clock runs code once and says how long it ran; compiling it isn't counted.
func clock(ctx context.Context, s Session, c *Call) error {
	if c.Arg != "" && c.Body > 0 {
		return errors.New("%%time must be alone on its line; it times the lines below")
	}
	value, took, err := s.Go(ctx, c.Code())
	if err != nil {
		return err
	}
	fmt.Fprintf(s.Stdout(), "time: %s\n", briefTime(took))
	c.Value = value
	return nil
}

// loweredMagic prints the normal form of Go, and runs it: compiled code becomes the session's,
// so it must run.
func loweredMagic(ctx context.Context, s Session, c *Call) (err error) {
	if c.Unfinished(c.Text) {
		return c.usage()
	}
	c.Value, err = s.Lowered(ctx, c.Code())
	return err
}

// timeit runs code in loops, several times. The loop is compiled with the code, as one
// function, so that a run costs only the code and the counting. With %%timeit, code on
// the first line runs once before.
func timeit(ctx context.Context, s Session, c *Call) error {
	o := timing{runs: 7}
	for letter, n := range c.Options {
		switch {
		case n < 1:
			return errors.New("want at least one loop and one run")
		case letter == "n":
			o.loops = n
		default:
			o.runs = n
		}
	}
	code := c.Code()
	if len(code) != 1 || !code[0].IsGo() {
		return errors.New("the lines below must be Go, without magics")
	}
	if c.Body > 0 && c.Arg != "" {
		if _, _, err := s.Go(ctx, []Part{{Start: c.Start, End: c.End}}); err != nil {
			return err
		}
	}
	loop, err := s.Loop(ctx, code[0])
	switch {
	case err != nil:
		return err
	case loop == nil:
		return errors.New("there are no statements to time")
	}
	runs, err := o.measureRuns(loop)
	if err == nil {
		fmt.Fprintln(s.Stdout(), o.reportRuns(runs))
	}
	return err
}

// timing says how often %timeit runs; 0 loops means as many as take a measurable time.
type timing struct{ loops, runs int }

// enough is the time that a run should take at least, to be measured well.
const enough = 100 * time.Millisecond

// measureRuns times the runs.
func (o *timing) measureRuns(loop func(n int) (time.Duration, error)) ([]time.Duration, error) {
	if o.loops == 0 {
		if err := o.findLoops(loop); err != nil {
			return nil, err
		}
	}
	var runs []time.Duration
	for range o.runs {
		took, err := loop(o.loops)
		if err != nil {
			return nil, err
		}
		runs = append(runs, took)
	}
	return runs, nil
}

// findLoops tries 1, 2, 5, 10, 20 … loops until they take long enough.
func (o *timing) findLoops(loop func(n int) (time.Duration, error)) error {
	o.loops = 1
	for steps := 1; o.loops < math.MaxInt32/10; steps++ {
		took, err := loop(o.loops)
		if err != nil || took >= enough {
			return err
		}
		o.loops = []int{1, 2, 5}[steps%3] * int(math.Pow10(steps/3))
	}
	return nil
}

// reportRuns sums up the runs: mean and sample deviation of a loop's time, and the
// best, which is the least disturbed.
func (o timing) reportRuns(runs []time.Duration) string {
	each := make([]float64, len(runs))
	mean := 0.0
	for i, r := range runs {
		each[i] = float64(r) / float64(o.loops)
		mean += each[i] / float64(len(runs))
	}
	sum := 0.0
	for _, x := range each {
		sum += (x - mean) * (x - mean)
	}
	if len(runs) == 1 {
		return fmt.Sprintf("%s per loop (1 run of %s)", briefTime(mean), countedThings(o.loops, "loop"))
	}
	deviation := math.Sqrt(sum / float64(len(runs)-1))
	return fmt.Sprintf("%s ± %s per loop (mean ± deviation of %d runs of %s; best %s)",
		briefTime(mean), briefTime(deviation), len(runs), countedThings(o.loops, "loop"), briefTime(slices.Min(each)))
}

// countedThings is a number of things.
func countedThings(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// briefTime is a time, in nanoseconds, with three digits and its unit.
func briefTime[T time.Duration | float64](t T) string {
	x := float64(t)
	unit := "ns"
	for _, u := range []string{"µs", "ms", "s"} {
		if x < 999.5 {
			break
		}
		x, unit = x/1000, u
	}
	if unit == "s" && x >= 100 {
		return time.Duration(t).Round(time.Second).String()
	}
	return strconv.FormatFloat(round(x), 'f', -1, 64) + " " + unit
}

// round rounds to three digits; below a hundredth of a nanosecond is nothing.
func round(x float64) float64 {
	if x < 0.005 {
		return 0
	}
	scale := math.Pow(10, 2-math.Floor(math.Log10(x)))
	return math.Round(x*scale) / scale
}
