package draw

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

var (
	nan = math.NaN()
	inf = math.Inf(1)
)

const nasty = `</text><script>alert(1)</script>&"'` + "\x00\x1b[31m\n\xff"

// hostile are charts of what may come.
func hostile() map[string]Chart {
	long := strings.Repeat("wide ", 2000)
	big := make([][]float64, 60)
	for r := range big {
		big[r] = make([]float64, 60)
	}
	many := make([]float64, 100_000)
	for i := range many {
		many[i] = math.Sin(float64(i))
	}
	deep := &Node{Label: nasty}
	for range 60 {
		deep = &Node{Label: long, Children: []*Node{deep, {Ends: []string{nasty, long}}}}
	}
	scale := Steps{Edges: []float64{-1, 1}, Colors: []Color{Blue, Paper, Orange}, Glyphs: []rune("<·>"), Low: long, High: nasty, Legend: long, Key: nasty}
	rows := make([]Bar, 10_000)
	for i := range rows {
		rows[i] = Bar{Label: fmt.Sprint(i), Value: float64(-i)}
	}
	return map[string]Chart{
		"heat of nothing":     &Heat{},
		"heat of empty rows":  &Heat{Values: [][]float64{{}, {}}, Steps: scale},
		"heat of one":         &Heat{Values: [][]float64{{1}}, Steps: scale, Cell: func(int, int) string { return nasty }, Tip: func(int, int) string { return nasty }, Name: func(int, int, int) string { return nasty }},
		"heat of NaN":         &Heat{Values: [][]float64{{nan, inf}, {-inf}}, Steps: scale, X: Numbering{Label: nasty}, Y: Numbering{Label: long}},
		"large heat":          &Heat{Values: big, Steps: scale, Tip: func(r, c int) string { return fmt.Sprint(r, c) }, Name: func(r, from, to int) string { return fmt.Sprint(r, from, to) }},
		"no bars":             &Bars{},
		"bar of NaN":          &Bars{Rows: []Bar{{Value: nan, Low: nan, High: inf}, {Value: inf}, {Value: -inf}, {Value: 1e308}}, Expected: inf},
		"bars with words":     &Bars{Rows: []Bar{{Label: nasty, Cells: []string{long, nasty}, Tip: nasty}, {Label: long, Value: 2, Break: nasty}}, Legend: long, Expected: 1, Intervals: nasty, Axis: Axis{Label: long}},
		"negative bars":       &Bars{Rows: []Bar{{Value: -3}, {Value: 2}, {}}},
		"10,000 bars":         &Bars{Rows: rows},
		"no marks":            &Plot{},
		"marks of nothing":    &Plot{Marks: []Mark{Points{}, Line{}, Ribbon{}, Stacks{}, Rule{X: nan, Y: nan}, Label{X: nan, Y: nan}}},
		"marks of one":        &Plot{Marks: []Mark{Points{X: []float64{1}, Y: []float64{2}}, Line{X: []float64{1}, Y: []float64{2}}, Ribbon{X: []float64{1}, Low: []float64{1}, High: []float64{2}}, Stacks{X: []float64{1}, Y: []float64{-2}}}},
		"marks of NaN":        &Plot{Marks: []Mark{Points{X: []float64{nan, 1, 2, inf}, Y: []float64{1, nan, inf, -inf}, Low: []float64{nan}}, Line{X: []float64{1, 2, 3}, Y: []float64{nan, 1, inf}}}},
		"lengths that differ": &Plot{Marks: []Mark{Points{X: []float64{1, 2, 3}, Y: []float64{1}}, Line{X: []float64{1, 2}}, Stacks{X: []float64{1, 2}, Y: []float64{1}, Tips: []string{nasty}}, Ribbon{X: []float64{1, 2}}}},
		"huge numbers":        &Plot{Marks: []Mark{Line{X: []float64{-1e308, 1e308}, Y: []float64{-1e308, 1e308}}}},
		"tiny numbers":        &Plot{Marks: []Mark{Line{X: []float64{0, 5e-324}, Y: []float64{1, 1 + 1e-16}}}},
		"many points":         &Plot{Marks: []Mark{Points{X: many, Y: many}, Line{X: many, Y: many}}},
		"words in a plot":     &Plot{X: Axis{Label: long, Ticks: []Tick{{0, long}}}, Y: Axis{Label: nasty, Ticks: []Tick{{0, nasty}}}, Marks: []Mark{Points{X: []float64{0, 1}, Y: []float64{0, 1}, Name: long, Tips: []string{nasty}}, Rule{X: 0, Y: nan, Label: long}, Label{X: 1, Y: 1, Text: nasty}}},
		"square":              &Plot{Square: true, Marks: []Mark{Points{X: []float64{0, 1e6}, Y: []float64{0, 1}}}},
		"bare":                &Plot{Bare: true, Marks: []Mark{Label{Text: nasty}}},
		"axis upside down":    &Plot{X: Axis{Min: 5, Max: -5}, Marks: []Mark{Points{X: []float64{0, 1}, Y: []float64{0, 1}}}},
		"no tree":             &Tree{},
		"bare root":           &Tree{Root: &Node{}},
		"deep tree":           &Tree{Root: deep, Ends: []string{long}},
		"no boxes":            &Boxes{},
		"boxes":               &Boxes{Columns: []string{nasty, long}, Head: []string{long}, Rows: []BoxRow{{Cells: []string{nasty, long, "x"}, Struck: []string{nasty, long}, Boxes: []Box{{Text: long}, {Text: nasty, Empty: true}}, Border: 7}, {}}},
		"rho of nothing":      &Rho{},
		"rho of one":          &Rho{Cycle: 1, Step: nasty, Mark: 5, Marked: nasty},
		"huge rho":            &Rho{Tail: math.MaxInt / 4, Cycle: math.MaxInt / 4, Step: long, Start: nasty},
		"negative rho":        &Rho{Tail: -3, Cycle: -1, Mark: -1},
		"gauge of NaN":        &Gauge{Value: nan, Low: nan, High: inf},
		"gauge of one":        &Gauge{Value: 1, Low: 1, High: 1, Name: nasty},
		"gauge without end":   &Gauge{Value: 1, Low: -inf, High: inf},
		"no row":              Row{},
		"no stack":            Stack{},
		"stack":               Stack{{Title: nasty, Chart: &Bars{}}, {Title: long, Chart: Row{{Title: nasty, Chart: &Plot{}}}}},
	}
}

// Whatever is in a figure, it stays a picture: XML without scripts or numbers that
// aren't numbers, not too large for a notebook; and lines that fit in a terminal,
// without escape sequences of others.
func TestHostileFigures(t *testing.T) {
	for name, chart := range hostile() {
		t.Run(name, func(t *testing.T) {
			f := &Figure{Title: nasty, Lead: strings.Repeat("word ", 300), Chart: chart, Notes: []string{nasty, ""}, Verdict: strings.Repeat("x", 5000)}
			checkXML(t, f.SVG(), " svg title desc g rect line circle path text ")
			checkXML(t, strings.Replace(f.HTML(), `height:auto">`, `height:auto"/>`, 1), " div img i ")
			for line := range strings.Lines(f.Text(false)) {
				if line = strings.TrimSuffix(line, "\n"); utf8.RuneCountInString(line) > Columns || strings.ContainsAny(line, "\x00\x1b") {
					t.Errorf("the line %q has more than %d columns, or control characters", line, Columns)
				}
			}
			f.Text(true)
		})
	}
}

// checkXML wants well-formed XML with harmless elements only.
func checkXML(t *testing.T, text, elements string) {
	t.Helper()
	const most = 800_000
	if len(text) > most {
		t.Errorf("%d bytes, want at most %d", len(text), most)
	}
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatalf("%v in\n%.2000s", err, text)
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		if !strings.Contains(elements, " "+e.Name.Local+" ") {
			t.Errorf("an element %s", e.Name.Local)
		}
		for _, a := range e.Attr {
			if strings.Contains(a.Value, "NaN") || strings.Contains(a.Value, "Inf") || strings.HasPrefix(a.Name.Local, "on") {
				t.Errorf("%s has %s=%q", e.Name.Local, a.Name.Local, a.Value)
			}
		}
	}
}

// No chart is endless.
func TestHeights(t *testing.T) {
	for name, chart := range hostile() {
		c := &canvas{}
		height := chart.drawSVG(c, Width-2*margin)
		if !(height >= 0 && height < 40_000) {
			t.Errorf("%s: height %v", name, height)
		}
	}
}

func TestTicks(t *testing.T) {
	for _, c := range []struct {
		axis      Axis
		low, high float64
		count     int
		want      string
	}{
		{Axis{}, 0, 1, 5, "0.0 0.2 0.4 0.6 0.8 1.0"},
		{Axis{}, 0, 52, 5, "0 20 40"},
		{Axis{Whole: true}, 0, 2, 10, "0 1 2"},
		{Axis{}, -3, 3, 3, "−2 0 2"},
		{Axis{}, 0, 1e6, 4, "0 500,000 1,000,000"},
		{Axis{}, 0, 4e7, 4, "0 10 M 20 M 30 M 40 M"},
		{Axis{}, -1e10, 2e10, 3, "−10 G 0 10 G 20 G"},
		{Axis{Ticks: []Tick{{1, "a"}, {9, "b"}}}, 0, 5, 4, "a"},
		{Axis{Format: func(x float64) string { return Number(100 * x) }}, 0, 0.5, 3, "0 20 40"},
	} {
		var got []string
		for _, tick := range c.axis.ticks(scale{c.low, c.high, 0, 100}, c.count) {
			got = append(got, tick.Label)
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%v to %v: %q, want %q", c.low, c.high, s, c.want)
		}
	}
}

func TestNumber(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0", 1234567: "1,234,567", -1234.5: "−1,234.5", 0.123456: "0.1235", 1e-9: "1×10^−9", 1e20: "1×10^20",
		86_400_000: "86,400,000", -12345678.25: "−12,345,678", 1.23456e-8: "1.235×10^−8",
		inf: "∞", -inf: "−∞",
	} {
		if got := Number(x); got != want {
			t.Errorf("%v is %q, want %q", x, got, want)
		}
	}
	if got := Number(nan); got != "no number" {
		t.Errorf("NaN is %q", got)
	}
}

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		text    string
		columns int
		want    []string
	}{
		{"", 10, nil},
		{"one two three", 11, []string{"one two", "  three"}},
		{"never (p < 10^-3).", 15, []string{"never", "  (p < 10^-3)."}},
		{"never (an aside that is far too long to stay on a line)", 30, []string{"never (an aside that is far", "  too long to stay on a line)"}},
		{strings.Repeat("x", 30), 10, []string{"xxxxxxx…"}},
	} {
		if got := wrapColumns(c.text, c.columns); fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%q in %d columns: %q, want %q", c.text, c.columns, got, c.want)
		}
	}
}

// TestLongLabels wants the names of axes cut where the picture ends.
func TestLongLabels(t *testing.T) {
	long := strings.Repeat("rather long ", 30)
	f := &Figure{Chart: &Plot{X: Axis{Label: long}, Y: Axis{Label: long}, Marks: []Mark{Points{X: []float64{1, 2}, Y: []float64{1, 2}}}}}
	for _, text := range regexp.MustCompile(`>([^<]*rather[^<]*)</text>`).FindAllStringSubmatch(f.SVG(), -1) {
		if w := boldWider * textWidth(text[1], labelSize); w > Width-2*margin || !strings.Contains(text[1], "…") {
			t.Errorf("%.0f pixels wide: %s", w, text[1])
		}
	}
}
