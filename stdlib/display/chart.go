package display

import (
	"fmt"
	"math"
	"strings"
)

// Chart is a picture of numbers: a line, points, bars, a histogram or a function, or
// several of them in one. Line, Scatter, Bar, Hist and Func make one; its methods add to
// it and return it, so that a picture takes one line:
//
//	display.Line(heads).Title("Heads so far").Labels("tosses", "heads")
//
// A terminal shows it in characters. Numbers that are NaN or infinite are left out, and
// the picture says how many; without any number it says that there is nothing to show.
type Chart struct{ spec ChartSpec }

// ChartSpec is what a Chart shows, as data, for front ends.
type ChartSpec struct {
	Title  string
	X, Y   string // the names of the axes
	Series []Series
	// LogX and LogY say that an axis is logarithmic.
	LogX, LogY bool
	// Vega says that the picture is for the front end's own renderer of
	// Vega-Lite, where it has one.
	Vega bool
}

// Series is one set of numbers of a Chart.
type Series struct {
	// Kind is "line", "points", "bars" or "histogram".
	Kind string
	Name string
	// X and Y are equally long. Those of a histogram are the middles and the counts
	// of its bins.
	X, Y []float64
	// Labels are the names of bars, nil if X are numbers.
	Labels []string
	// Width is that of a histogram's bins.
	Width float64
	// Missed are how many of a histogram's numbers are NaN or infinite.
	Missed int

	values []float64 // of a histogram, to count anew
}

// Spec is what the chart shows.
func (c *Chart) Spec() ChartSpec { return c.spec }

// String says what is drawn, for where nothing can be.
func (c *Chart) String() string {
	if c == nil {
		return "nil"
	}
	var parts []string
	for _, s := range c.spec.Series {
		text := fmt.Sprintf("%s of %d", s.Kind, len(s.X))
		if s.Name != "" {
			text = s.Name + ", " + text
		}
		parts = append(parts, text)
	}
	text := "a chart: " + strings.Join(parts, "; ")
	if c.spec.Title != "" {
		text = c.spec.Title + ", " + text
	}
	return text
}

// Line draws a line through numbers: Line(ys) or Line(xs, ys), each a slice of any type
// of number, or a map from numbers to numbers. NaN interrupts the line:
//
//	display.Line([]float64{1, 2, math.NaN(), 4, 3})
func Line(values ...any) *Chart { return new(Chart).add("display.Line", "line", values) }

// Scatter draws points: Scatter(xs, ys), or Scatter(ys) by their indices. A pair with
// NaN in it has no point.
//
//	display.Scatter([]int{1, 2, 3}, []float64{0.5, math.NaN(), 0.7})
func Scatter(values ...any) *Chart { return new(Chart).add("display.Scatter", "points", values) }

// Bar draws a bar for each number: Bar(counts) of a map or a slice, or Bar(names, counts).
// A bar that is NaN has its name and no number.
//
//	display.Bar(map[string]int{"heads": 52, "tails": 48})
//	display.Bar([]string{"a", "b"}, []float64{1, math.NaN()})
func Bar(values ...any) *Chart { return new(Chart).bars("display.Bar", values) }

// Hist draws how often numbers fall in each of some bins of equal width, one for each
// value where they are few integers. NaN falls in none.
//
//	display.Hist([]int{2, 7, 7, 12, 6}).Title("Sums of two dice")
func Hist(values any) *Chart { return new(Chart).hist("display.Hist", values) }

// Func draws a function from one number to another.
func Func(f func(float64) float64, from, to float64) *Chart {
	return new(Chart).function("display.Func", f, from, to)
}

// Line adds a line, as the function Line draws it.
func (c *Chart) Line(values ...any) *Chart { return c.add("Chart.Line", "line", values) }

// Scatter adds points, as the function Scatter draws them.
func (c *Chart) Scatter(values ...any) *Chart { return c.add("Chart.Scatter", "points", values) }

// Func adds a function, over the numbers that the chart shows already.
func (c *Chart) Func(f func(float64) float64) *Chart {
	from, to := math.Inf(1), math.Inf(-1)
	for _, s := range c.spec.Series {
		for _, x := range s.X {
			if usable(x) {
				from, to = min(from, x-s.Width/2), max(to, x+s.Width/2)
			}
		}
	}
	if from > to {
		from, to = 0, 1
	}
	return c.function("Chart.Func", f, from, to)
}

// Title sets the words above the picture.
func (c *Chart) Title(title string) *Chart {
	c.spec.Title = title
	return c
}

// Labels names the two axes.
func (c *Chart) Labels(x, y string) *Chart {
	c.spec.X, c.spec.Y = x, y
	return c
}

// Name names what was added last, for the legend.
func (c *Chart) Name(name string) *Chart {
	if n := len(c.spec.Series); n > 0 {
		c.spec.Series[n-1].Name = name
	}
	return c
}

// Log makes the vertical axis logarithmic. Numbers that aren't above 0 are left out.
func (c *Chart) Log() *Chart {
	c.spec.LogY = true
	return c
}

// LogX makes the horizontal axis logarithmic.
func (c *Chart) LogX() *Chart {
	c.spec.LogX = true
	return c
}

// Bins sets the number of bins of a histogram.
func (c *Chart) Bins(n int) *Chart {
	if n < 1 || n > maxBins {
		panic(fmt.Errorf("Chart.Bins: n = %d, want 1 to %d", n, maxBins))
	}
	for i := range c.spec.Series {
		if s := &c.spec.Series[i]; s.Kind == "histogram" {
			s.count(n)
		}
	}
	return c
}

// Vega has the front end draw the chart itself, where it knows Vega-Lite: the picture
// can be saved and taken apart there. Others show the picture as it is.
func (c *Chart) Vega() *Chart {
	c.spec.Vega = true
	return c
}

// maxBins is how many bins can be told apart.
const maxBins = 1000

// samples is at how many places a function is drawn.
const samples = 400

func (c *Chart) function(call string, f func(float64) float64, from, to float64) *Chart {
	if f == nil || !usable(from) || !usable(to) || from >= to {
		panic(fmt.Errorf("%s: want a function and two numbers, the smaller first; got %g and %g", call, from, to))
	}
	s := Series{Kind: "line"}
	for i := range samples + 1 {
		x := from + (to-from)*float64(i)/samples
		s.X, s.Y = append(s.X, x), append(s.Y, f(x))
	}
	c.spec.Series = append(c.spec.Series, s)
	return c
}

// add adds numbers by other numbers.
func (c *Chart) add(call, kind string, values []any) *Chart {
	s := Series{Kind: kind}
	switch len(values) {
	case 1:
		var ok bool
		if s.X, s.Y, ok = pairs(values[0]); !ok {
			s.Y = numbers(call, values[0])
			for i := range s.Y {
				s.X = append(s.X, float64(i))
			}
		}
	case 2:
		s.X, s.Y = numbers(call, values[0]), numbers(call, values[1])
		if len(s.X) != len(s.Y) {
			panic(fmt.Errorf("%s: %d xs and %d ys, want as many of both", call, len(s.X), len(s.Y)))
		}
	default:
		panic(fmt.Errorf("%s: %d arguments, want ys, or xs and ys", call, len(values)))
	}
	c.spec.Series = append(c.spec.Series, s)
	return c
}

func (c *Chart) bars(call string, values []any) *Chart {
	s := Series{Kind: "bars"}
	switch len(values) {
	case 1:
		var ok bool
		if s.Labels, s.Y, ok = counts(values[0]); !ok {
			s.Y = numbers(call, values[0])
			for i := range s.Y {
				s.Labels = append(s.Labels, fmt.Sprint(i))
			}
		}
	case 2:
		s.Labels, s.Y = texts(call, values[0]), numbers(call, values[1])
		if len(s.Labels) != len(s.Y) {
			panic(fmt.Errorf("%s: %d names and %d numbers, want as many of both", call, len(s.Labels), len(s.Y)))
		}
	default:
		panic(fmt.Errorf("%s: %d arguments, want numbers, or names and numbers", call, len(values)))
	}
	for i := range s.Y {
		s.X = append(s.X, float64(i))
	}
	c.spec.Series = append(c.spec.Series, s)
	return c
}

func (c *Chart) hist(call string, values any) *Chart {
	s := Series{Kind: "histogram", values: numbers(call, values)}
	s.count(0)
	c.spec.Series = append(c.spec.Series, s)
	return c
}

// count counts the values in n bins, or in as many as suit their number (the square
// root, 40 at most); few different integers get a bin each.
func (s *Series) count(n int) {
	s.X, s.Y, s.Width = nil, nil, 0
	low, high, some, whole := math.Inf(1), math.Inf(-1), 0, true
	for _, v := range s.values {
		if usable(v) {
			low, high, some = min(low, v), max(high, v), some+1
			whole = whole && v == math.Trunc(v)
		}
	}
	s.Missed = len(s.values) - some
	if some == 0 {
		return
	}
	from := low
	switch {
	case n == 0 && whole && high-low < 60:
		from, n, s.Width = low-0.5, int(high-low)+1, 1
	case n == 0:
		n = max(1, min(40, int(math.Ceil(math.Sqrt(float64(some))))))
	}
	if s.Width == 0 {
		s.Width = (high - low) / float64(n)
	}
	if !(s.Width > 0) || math.IsInf(s.Width, 0) {
		from, n, s.Width = low-0.5, 1, 1
	}
	s.Y = make([]float64, n)
	for i := range n {
		s.X = append(s.X, from+(float64(i)+0.5)*s.Width)
	}
	for _, v := range s.values {
		if usable(v) {
			s.Y[max(0, min(n-1, int((v-from)/s.Width)))]++
		}
	}
}

func usable(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
