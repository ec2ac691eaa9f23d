package display

import (
	"bytes"
	"fmt"
	"io"
	"reflect"
	"strings"

	"riffle/internal/display/draw"
	std "riffle/stdlib/display"
)

// The size at which plots are drawn, in points: 5 by 3.5 inches.
const (
	plotWidth  = 360
	plotHeight = 252
)

// drawPlot draws a *plot.Plot of gonum, or anything else with its method
//
//	WriterTo(width, height vg.Length, format string) (io.WriterTo, error)
//
// as SVG. The method is found by reflection: importing gonum/plot would make
// every session load its fonts, plots or not.
func drawPlot(v any) (data std.MIMEMap, err error) {
	m := plotMethod(v)
	if !m.IsValid() {
		return nil, nil
	}
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("plot: panic: %v", r)
		}
	}()
	length := m.Type().In(0)
	out := m.Call([]reflect.Value{
		reflect.ValueOf(plotWidth).Convert(length),
		reflect.ValueOf(plotHeight).Convert(length),
		reflect.ValueOf("svg"),
	})
	if err, _ := out[1].Interface().(error); err != nil {
		return nil, fmt.Errorf("plot: %w", err)
	}
	var b bytes.Buffer
	if _, err := out[0].Interface().(io.WriterTo).WriteTo(&b); err != nil {
		return nil, fmt.Errorf("plot: %w", err)
	}
	return onCard(b.String(), reflect.ValueOf(v)), nil
}

// onCard puts a plot on a card like that of a figure, so that it has a ground in a
// dark theme and no text is cut off at its edges.
func onCard(svg string, v reflect.Value) std.MIMEMap {
	_, rest, ok := strings.Cut(svg, "<svg")
	_, shapes, ok2 := strings.Cut(rest, ">")
	end := strings.LastIndex(shapes, "</svg>")
	if !ok || !ok2 || end < 0 {
		return std.MIMEMap{std.MIMETypeSVG: svg}
	}
	title := wording(v, "Title")
	alt := "A plot. " + title
	for _, axis := range []string{"X", "Y"} {
		if label := wording(v, axis, "Label"); label != "" {
			alt += fmt.Sprintf("; %s: %s", strings.ToLower(axis), label)
		}
	}
	if title == "" {
		title = "A plot"
	}
	svg = draw.Card(title, alt, families.Replace(shapes[:end]), plotWidth, plotHeight)
	data := std.MIMEMap{std.MIMETypeSVG: svg}
	if len(svg) <= maxTwice {
		data[std.MIMETypeHTML] = draw.Image(svg, alt)
	}
	return data
}

// families add to the fonts by which gonum measures those of other systems that
// have the same widths.
var families = strings.NewReplacer(
	"font-family:Liberation Serif;", "font-family:'Liberation Serif','Times New Roman',Times,serif;",
	"font-family:Liberation Sans;", "font-family:'Liberation Sans',Arial,Helvetica,sans-serif;",
	"font-family:Liberation Mono;", "font-family:'Liberation Mono','Courier New',Courier,monospace;",
)

// wording is the Text in a part of a plot, empty if there is none.
func wording(v reflect.Value, path ...string) string {
	for _, name := range append(path, "Text") {
		v = reflect.Indirect(v)
		if v.Kind() != reflect.Struct {
			return ""
		}
		v = v.FieldByName(name)
	}
	if v.Kind() != reflect.String {
		return ""
	}
	return v.String()
}

// plotMethod is v's method WriterTo if it has the signature, else the zero
// Value.
func plotMethod(v any) reflect.Value {
	rv := reflect.ValueOf(v)
	if !rv.IsValid() || rv.Kind() == reflect.Pointer && rv.IsNil() {
		return reflect.Value{}
	}
	m := rv.MethodByName("WriterTo")
	if !m.IsValid() {
		return m
	}
	t := m.Type()
	if t.NumIn() != 3 || t.NumOut() != 2 || t.In(0).Kind() != reflect.Float64 || t.In(1) != t.In(0) ||
		t.In(2) != reflect.TypeFor[string]() || t.Out(0) != reflect.TypeFor[io.WriterTo]() || t.Out(1) != reflect.TypeFor[error]() {
		return reflect.Value{}
	}
	return m
}
