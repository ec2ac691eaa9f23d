package display

import (
	"bytes"
	"fmt"
	"io"
	"reflect"

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
	return std.MIMEMap{std.MIMETypeSVG: b.String()}, nil
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
