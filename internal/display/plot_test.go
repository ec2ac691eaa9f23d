package display_test

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"

	gonum "gonum.org/v1/plot"

	"riffle/internal/display"
	"riffle/internal/display/draw"
)

type length float64

// plot has the method that gonum's plots have.
type plot struct{ err error }

func (p *plot) WriterTo(w, h length, format string) (io.WriterTo, error) {
	if p.err != nil && p.err.Error() == "panic" {
		panic("an axis without a range")
	}
	return strings.NewReader(fmt.Sprintf("<?xml?><svg viewBox>%v×%v %s</svg>", w, h, format)), p.err
}

// writer has a method of that name and another signature.
type writer struct{}

func (writer) WriterTo(w, h int, format string) (io.WriterTo, error) { panic("called") }

func TestOfPlot(t *testing.T) {
	card := draw.Card("A plot", "A plot. ", "360×252 svg", 360, 252)
	for _, c := range []struct {
		value any
		want  map[string]any
	}{
		{&plot{}, map[string]any{"text/plain": "p", "image/svg+xml": card, "text/html": draw.Image(card, "A plot. ")}},
		{&plot{errors.New("no data")}, map[string]any{"text/plain": "p\n(not shown: plot: no data)"}},
		{&plot{errors.New("panic")}, map[string]any{"text/plain": "p\n(not shown: plot: panic: an axis without a range)"}},
		{(*plot)(nil), map[string]any{"text/plain": "p"}},
		{writer{}, map[string]any{"text/plain": "p"}},
	} {
		if got := display.Of(c.value, "p").Data; !reflect.DeepEqual(got, c.want) {
			t.Errorf("%T: %v, want %v", c.value, got, c.want)
		}
	}
}

// A plot without a text of its own is not shown field by field.
func TestOfPlotText(t *testing.T) {
	fields := "&{Title:" + strings.Repeat("{Text: Padding:0}", 10) + "}"
	const want = "*display_test.plot, shown in notebooks"
	if got := display.Of(&plot{}, fields).Data["text/plain"]; got != want {
		t.Errorf("text %q, want %q", got, want)
	}
}

// A real plot lies on a card, names itself, and asks for fonts as wide as those it
// was measured with.
func TestOfGonumPlot(t *testing.T) {
	p := gonum.New()
	p.Title.Text, p.X.Label.Text = "Riffles & <fairness>", "riffles"
	svg, _ := display.Of(p, "p").Data["image/svg+xml"].(string)
	for _, part := range []string{
		"<title>Riffles &amp; &lt;fairness&gt;</title>", "x: riffles", `fill="#ffffff"`, `overflow="visible"`,
		"'Liberation Serif','Times New Roman',Times,serif",
	} {
		if !strings.Contains(svg, part) {
			t.Errorf("no %s in\n%s", part, svg)
		}
	}
}
