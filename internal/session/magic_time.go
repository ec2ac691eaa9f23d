package session

import (
	"context"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"time"

	"riffle/internal/proto"
	"riffle/internal/rt"
)

// magicTime runs code once and says how long it ran; compiling it isn't
// counted.
func (s *Session) magicTime(ctx context.Context, c *call) (*proto.Bundle, *proto.CellError) {
	if c.arg == "" && c.body == 0 {
		return nil, c.usage()
	}
	if c.arg != "" && c.body > 0 {
		return nil, c.errorf("%%%%time stands alone on its line; it times the lines below")
	}
	s.took = 0
	value, cerr := s.runCode(ctx, c)
	if cerr != nil {
		return nil, cerr
	}
	fmt.Fprintf(s.stdout, "time: %s\n", brief(s.took))
	return value, nil
}

// magicTimeit runs code in loops, several times. The loop is compiled with the
// code, as one function, so that a run costs nothing but the code and the
// counting. With %%timeit, code on the first line runs once before.
func (s *Session) magicTimeit(ctx context.Context, c *call) (*proto.Bundle, *proto.CellError) {
	o, start := options(c.src.Text, c.start, c.end)
	setup := start < c.end
	switch {
	case o.loops < 0 || o.runs < 1:
		return nil, c.errorf("want at least one loop and one run")
	case !setup && c.body == 0:
		return nil, c.usage()
	case c.body == 0:
		return s.bench(ctx, c, start, c.end, o)
	}
	if parts, _ := cut(c.src, c.body); len(parts) != 1 || parts[0].magic != nil {
		return nil, c.errorf("the lines below must be Go, without magics")
	}
	if setup {
		if _, cerr := s.runSource(ctx, window(c.src, start, c.end)); cerr != nil {
			return nil, cerr
		}
	}
	return s.bench(ctx, c, c.body, len(c.src.Text), o)
}

// timing are the options of %timeit; 0 loops are as many as take a while.
type timing struct{ loops, runs int }

var timeitOption = regexp.MustCompile(`^\s*-([nr])\s*(\d+)(\s+|$)`)

// options reads the options in text[start:end] and says where the code begins.
func options(text string, start, end int) (o timing, code int) {
	o.runs = 7
	for {
		m := timeitOption.FindStringSubmatch(text[start:end])
		if m == nil {
			break
		}
		n, err := strconv.Atoi(m[2])
		if err != nil || n == 0 {
			n = -1
		}
		if m[1] == "n" {
			o.loops = n
		} else {
			o.runs = n
		}
		start += len(m[0])
	}
	for start < end && (text[start] == ' ' || text[start] == '\t') {
		start++
	}
	return o, start
}

// bench makes a loop of the source's bytes from start to end, and times it.
func (s *Session) bench(ctx context.Context, c *call, start, end int, o timing) (*proto.Bundle, *proto.CellError) {
	src := window(c.src, start, end)
	src.Loop = true
	unit, program, cerr := s.compile(ctx, src)
	if cerr == nil {
		s.note(unit)
		cerr = s.execute(ctx, program)
	}
	if cerr != nil {
		return nil, cerr
	}
	loop := s.shownLoop()
	if loop == nil {
		return nil, c.errorf("there are no statements to time")
	}
	var runs []time.Duration
	cerr = s.perform(ctx, func(run *rt.Run) *proto.CellError {
		runs = o.measure(loop, run)
		return nil
	})
	if cerr != nil {
		return nil, cerr
	}
	fmt.Fprintln(s.stdout, o.report(runs))
	return nil, nil
}

// shownLoop is the loop that a program displayed.
func (s *Session) shownLoop() func(int) {
	if vs := s.rt.Shown(); len(vs) == 1 {
		loop, _ := rt.Unbox(vs[0]).(func(int))
		return loop
	}
	return nil
}

// enough is the time that a run should take at least, to be measured well.
const enough = 100 * time.Millisecond

// measure times the runs. An interrupt makes the loop return early, which is
// seen after it.
func (o *timing) measure(loop func(int), run *rt.Run) []time.Duration {
	once := func(n int) time.Duration {
		start := time.Now()
		loop(n)
		took := time.Since(start)
		if run.Interrupted() {
			panic(rt.ErrInterrupted)
		}
		return took
	}
	if o.loops == 0 {
		o.loops = 1
		for steps := 0; once(o.loops) < enough && o.loops < math.MaxInt32/10; steps++ {
			o.loops = []int{1, 2, 5}[(steps+1)%3] * int(math.Pow10((steps+1)/3))
		}
	}
	var runs []time.Duration
	for range o.runs {
		runs = append(runs, once(o.loops))
	}
	return runs
}

// report sums up the runs: mean and sample deviation of a loop's time, and the
// best, which is the least disturbed.
func (o timing) report(runs []time.Duration) string {
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
		return fmt.Sprintf("%s per loop (1 run of %s)", brief(mean), counted(o.loops, "loop"))
	}
	deviation := math.Sqrt(sum / float64(len(runs)-1))
	return fmt.Sprintf("%s ± %s per loop (mean ± deviation of %d runs of %s; best %s)",
		brief(mean), brief(deviation), len(runs), counted(o.loops, "loop"), brief(slices.Min(each)))
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// brief is a time, in nanoseconds, with three digits and its unit.
func brief[T time.Duration | float64](t T) string {
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
