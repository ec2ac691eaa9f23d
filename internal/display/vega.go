package display

import (
	"strconv"

	"riffle/internal/display/draw"
	std "riffle/stdlib/display"
)

// mimeVega is the version of Vega-Lite that JupyterLab 4 draws by itself.
const mimeVega = "application/vnd.vegalite.v5+json"

type object = map[string]any

// vega is a chart as a specification of Vega-Lite.
func vega(c std.ChartSpec) object {
	var layers []object
	for i, s := range c.Series {
		layers = append(layers, vegaLayer(c, s, draw.Series[i%len(draw.Series)]))
	}
	spec := object{
		"$schema": "https://vega.github.io/schema/vega-lite/v5.json",
		"width":   400, "height": 240, "background": string(draw.Paper), "layer": layers,
	}
	if c.Title != "" {
		spec["title"] = c.Title
	}
	return spec
}

// vegaLayer is one series. It has at most as many numbers as the picture.
func vegaLayer(c std.ChartSpec, s std.Series, color draw.Color) object {
	kinds := map[string]string{"line": "line", "points": "point", "bars": "bar", "histogram": "bar"}
	mark := object{"type": kinds[s.Kind], "color": string(color), "tooltip": true}
	x := vegaAxis(c.X, c.LogX, "quantitative")
	y := vegaAxis(c.Y, c.LogY, "quantitative")
	x["field"], y["field"] = "x", "y"
	xs, ys, labels := s.X, s.Y, s.Labels
	switch s.Kind {
	case "line":
		xs, ys = peaks(xs, ys)
	case "points":
		xs, ys = everySo(xs, ys)
	case "bars":
		x["type"], x["sort"] = "nominal", nil
	case "histogram":
		x["bin"] = object{"binned": true, "step": s.Width}
	}
	values := []object{}
	for i := range xs {
		v := object{"x": plainNumber(xs[i]), "y": plainNumber(ys[i])}
		switch {
		case labels != nil:
			v["x"] = labels[i]
		case s.Kind == "histogram":
			v["x"], v["to"] = xs[i]-s.Width/2, xs[i]+s.Width/2
		}
		values = append(values, v)
	}
	encoding := object{"x": x, "y": y}
	if s.Kind == "histogram" {
		encoding["x2"] = object{"field": "to"}
	}
	if s.Name != "" {
		encoding["color"] = object{"datum": s.Name, "type": "nominal", "scale": object{"domain": seriesNames(c), "range": colors(c)}}
	}
	return object{"data": object{"values": values}, "mark": mark, "encoding": encoding}
}

// seriesNames are those of the series, and colors theirs, for the legend.
func seriesNames(c std.ChartSpec) (list []string) {
	for i, s := range c.Series {
		name := s.Name
		if name == "" {
			name = strconv.Itoa(i + 1)
		}
		list = append(list, name)
	}
	return list
}

func colors(c std.ChartSpec) (list []string) {
	for i := range c.Series {
		list = append(list, string(draw.Series[i%len(draw.Series)]))
	}
	return list
}

func vegaAxis(title string, log bool, kind string) object {
	axis := object{"type": kind, "title": nil}
	if title != "" {
		axis["title"] = title
	}
	if log {
		axis["scale"] = object{"type": "log"}
	}
	return axis
}

// plainNumber is a number as JSON has it: NaN and infinities are null.
func plainNumber(x float64) any {
	if !isFinite(x) {
		return nil
	}
	return x
}
