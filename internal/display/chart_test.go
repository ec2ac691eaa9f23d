package display

import (
	"encoding/json"
	"math"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"riffle/internal/test/golden"
	std "riffle/stdlib/display"
)

// waves are a million numbers with a single peak.
func waves() []float64 {
	ys := make([]float64, 1_000_000)
	for i := range ys {
		ys[i] = math.Sin(float64(i) / 1e5)
	}
	ys[777_777] = 3
	return ys
}

var nan, inf = math.NaN(), math.Inf(1)

// charts are one-liners, by the names of their golden files.
var charts = map[string]*std.Chart{
	"line":        std.Line([]int{1, 4, 2, 8, 5, 7}),
	"line-xy":     std.Line([]float32{0, 0.5, 2}, []uint8{3, 1, 2}).Title("Three <points>").Labels("seconds", "metres & more"),
	"line-map":    std.Line(map[int]float64{3: 9, 1: 1, 2: 4}),
	"line-log":    std.Line([]float64{1, 10, 1000, 0, 1e6}).Log().Labels("n", "steps"),
	"line-loglog": std.Line([]int{1, 10, 100}, []int{2, 20, 50}).Log().LogX(),
	"line-two":    std.Line([]int{1, 2, 3}).Name("up").Line([]int{3, 2, 1}).Name("down").Scatter([]float64{2, 2, 2}).Name("level"),
	"line-gaps":   std.Line([]float64{1, nan, 3, 4, inf, 5, 6}),
	"line-many":   std.Line(waves()),
	"line-one":    std.Line([]int{5}),
	"line-big":    std.Line([]*big.Int{big.NewInt(1), new(big.Int).Lsh(big.NewInt(1), 70), nil}[:2]),
	"scatter":     std.Scatter([]int{1, 2, 3, 4}, []float64{2.5, 1, 4, 3}),
	"bar-map":     std.Bar(map[string]int{"tails": 512, "heads": 488}).Title("Tosses"),
	"bar-names":   std.Bar([]string{"<a>", "b"}, []float64{833_333.25, -2}),
	"bar-numbers": std.Bar(map[int]int{10: 3, 2: 5, 1: 1}),
	"bar-nan":     std.Bar([]float64{1, nan, 2}),
	"hist-dice":   std.Hist([]int{1, 2, 2, 3, 3, 3, 6}),
	"hist-reals":  std.Hist([]float64{0.1, 0.2, 0.25, 0.7, 0.9, 1.5, nan}).Bins(4).Labels("seconds", "runs"),
	"hist-same":   std.Hist([]float64{0.5, 0.5}),
	"func":        std.Func(math.Sin, -3, 3).Title("sin"),
	"func-over":   std.Hist([]int{1, 2, 2, 3}).Func(func(x float64) float64 { return 2 * math.Exp(-(x-2)*(x-2)) }),
	"func-poles":  std.Func(func(x float64) float64 { return 1 / x }, -1, 1),
	"empty":       std.Line([]int{}),
	"empty-bars":  std.Bar(map[string]int{}),
	"empty-hist":  std.Hist([]float64{nan}),
}

// TestCharts compares each chart with its golden file, as SVG and as text.
func TestCharts(t *testing.T) {
	for name, c := range charts {
		t.Run(name, func(t *testing.T) {
			data := Of(c, "").Data
			if data[std.MIMETypeSVG] == nil {
				t.Fatalf("no picture: %v", data)
			}
			golden.Check(t, filepath.Join("testdata", "charts", name+".svg"), data[std.MIMETypeSVG].(string))
			golden.Check(t, filepath.Join("testdata", "charts", name+".txt"), data[std.MIMETypeText].(string)+"\n")
			if n := len(data[std.MIMETypeSVG].(string)); n > 200_000 {
				t.Errorf("%d bytes", n)
			}
		})
	}
}

// TestVega: the specification is for front ends that know it, and a picture is beside it.
func TestVega(t *testing.T) {
	for name, c := range charts {
		data := Of(c.Vega(), "").Data
		raw, ok := data[mimeVega].(json.RawMessage)
		if !ok || data[std.MIMETypeSVG] == nil || data[std.MIMETypeText] == nil {
			t.Errorf("%s: %v", name, data)
		}
		if dir := os.Getenv("VEGA"); dir != "" {
			os.WriteFile(filepath.Join(dir, name+".json"), raw, 0o644)
		}
	}
}

// TestChartsWrong: a chart that can't be drawn is reported.
func TestChartsWrong(t *testing.T) {
	for want, f := range map[string]func(){
		"2 xs and 1 ys":          func() { std.Line([]int{1, 2}, []int{1}) },
		"3 arguments":            func() { std.Scatter(1, 2, 3) },
		"int holds no numbers":   func() { std.Line(3) },
		"element 1 is x":         func() { std.Hist([]any{1, "x"}) },
		"1 names and 2 numbers":  func() { std.Bar([]string{"a"}, []int{1, 2}) },
		"the smaller first":      func() { std.Func(math.Sin, 1, 1) },
		"n = 0, want 1 to 1000":  func() { std.Hist([]int{1}).Bins(0) },
		"<nil> holds no numbers": func() { std.Line(nil) },
	} {
		func() {
			defer func() {
				if err, ok := recover().(error); !ok || !strings.Contains(err.Error(), want) {
					t.Errorf("got %v, want %q", err, want)
				}
			}()
			f()
		}()
	}
}
