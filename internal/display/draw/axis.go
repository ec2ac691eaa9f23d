package draw

import (
	"math"
	"strconv"
	"strings"
)

// Axis is one of a chart's axes. The zero Axis fits itself to the marks.
type Axis struct {
	// Label names what is measured.
	Label string
	// Min and Max bound the axis; both 0 means as far as the marks go.
	Min, Max float64
	// Ticks are the numbers to write; nil means round ones.
	Ticks []Tick
	// Format writes the numbers of automatic ticks; nil means Number.
	Format func(x float64) string
	// Whole says that there is nothing between two integers.
	Whole bool
}

// Tick is a labelled position on an axis.
type Tick struct {
	At    float64
	Label string
}

// extent is the range of some numbers; the zero extent is empty.
type extent struct {
	low, high float64
	some      bool
}

// widenBy extends it to xs, ignoring what isn't finite.
func (e *extent) widenBy(xs ...float64) {
	for _, x := range xs {
		switch {
		case math.IsNaN(x) || math.IsInf(x, 0):
		case !e.some:
			*e = extent{x, x, true}
		default:
			e.low, e.high = math.Min(e.low, x), math.Max(e.high, x)
		}
	}
}

// scale maps numbers to pixels or columns.
type scale struct{ low, high, from, to float64 }

func (s scale) posOf(x float64) float64 {
	return s.from + (x-s.low)/(s.high-s.low)*(s.to-s.from)
}

// onScale reports whether a number is on the scale.
func (s scale) onScale(x float64) bool {
	slack := 1e-9 * (s.high - s.low)
	return x >= s.low-slack && x <= s.high+slack
}

// huge bounds the numbers that are drawn: beyond, differences overflow.
const huge = 1e300

// axisScale is the axis over an extent, from one position to another.
func (a Axis) axisScale(e extent, from, to float64) scale {
	low, high := e.low, e.high
	if a.Min != 0 || a.Max != 0 {
		low, high = a.Min, a.Max
	}
	low, high = max(-huge, low), min(huge, high)
	if !(high > low) {
		wide := max(1, math.Abs(low)*0.1)
		low, high = low-wide/2, low+wide/2
	}
	return scale{low, high, from, to}
}

// ticks are the axis' own, or about count round numbers.
func (a Axis) ticks(s scale, count int) []Tick {
	if a.Ticks != nil {
		var seen []Tick
		for _, t := range a.Ticks {
			if s.onScale(t.At) {
				seen = append(seen, t)
			}
		}
		return seen
	}
	step := roundStep((s.high-s.low)/float64(max(1, count)), a.Whole)
	format := a.Format
	if format == nil {
		unit, suffix := unitOf(max(math.Abs(s.low), math.Abs(s.high)))
		format = func(x float64) string {
			if x == 0 && suffix != "" {
				return "0"
			}
			return stepped(x/unit, step/unit) + suffix
		}
	}
	var list []Tick
	first := math.Ceil(s.low/step - 1e-9)
	for i := range 4 * (count + 1) {
		x := (first + float64(i)) * step
		if !s.onScale(x) {
			break
		}
		list = append(list, Tick{x, format(x + 0)})
	}
	return list
}

// roundStep is the least of 1, 2 and 5 times a power of ten that is at least x.
func roundStep(x float64, whole bool) float64 {
	if whole && x < 1 {
		return 1
	}
	unit := math.Pow(10, math.Floor(math.Log10(x)))
	for _, m := range []float64{1, 2, 5} {
		if m*unit >= x*(1-1e-9) {
			return m * unit
		}
	}
	return 10 * unit
}

// unitOf is the unit in which the numbers of an axis are written, and its sign. Numbers
// below ten million have none.
func unitOf(most float64) (unit float64, sign string) {
	for _, u := range []struct {
		unit float64
		sign string
	}{{1e12, " T"}, {1e9, " G"}, {1e6, " M"}} {
		if most >= 10*u.unit && most < 1e15 {
			return u.unit, u.sign
		}
	}
	return 1, ""
}

// Short writes a number of any size in the space that an axis has for it.
func Short(x float64) string {
	unit, sign := unitOf(math.Abs(x))
	return Number(x/unit) + sign
}

// stepped writes a tick with the decimals that its step needs.
func stepped(x, step float64) string {
	if math.Abs(x) >= maxWritten || step < 1e-5 {
		return Number(x)
	}
	return groupDigits(strconv.FormatFloat(x, 'f', max(0, int(-math.Floor(math.Log10(step)+1e-9))), 64))
}

// maxWritten is where numbers are no longer written out.
const maxWritten = 1e15

// Number writes a number as pictures do: four digits, or all of a large one, with commas
// and a true minus; a power of ten if that is too long.
func Number(x float64) string {
	switch {
	case math.IsNaN(x):
		return "no number"
	case math.IsInf(x, 0):
		if x < 0 {
			return "−∞"
		}
		return "∞"
	case math.Abs(x) >= maxWritten || x != 0 && math.Abs(x) < 1e-4:
		digits, power, _ := strings.Cut(strconv.FormatFloat(x, 'e', -1, 64), "e")
		if len(digits) > 5 {
			digits, power, _ = strings.Cut(strconv.FormatFloat(x, 'e', 3, 64), "e")
		}
		e, _ := strconv.Atoi(power)
		return strings.Replace(digits, "-", "−", 1) + "×10^" + strings.Replace(strconv.Itoa(e), "-", "−", 1)
	case math.Abs(x) >= 1e7:
		return groupDigits(strconv.FormatFloat(math.Round(x), 'f', -1, 64))
	case math.Abs(x) >= 1000:
		return groupDigits(strconv.FormatFloat(x, 'f', -1, 64))
	}
	return groupDigits(strconv.FormatFloat(x, 'g', 4, 64))
}

// groupDigits puts commas into an integer part.
func groupDigits(s string) string {
	sign := ""
	if rest, ok := strings.CutPrefix(s, "-"); ok {
		sign, s = "−", rest
	}
	whole, fraction, point := strings.Cut(s, ".")
	var b strings.Builder
	for i, d := range whole {
		if i > 0 && (len(whole)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(d)
	}
	if point {
		b.WriteString("." + fraction)
	}
	return sign + b.String()
}
