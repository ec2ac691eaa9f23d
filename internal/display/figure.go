package display

import (
	"errors"
	"fmt"
	"math/big"
	"reflect"
	"runtime"
	"strings"

	"riffle/internal/display/draw"
	"riffle/shuffle/crack"
	"riffle/shuffle/fair"
	"riffle/shuffle/games"
	"riffle/shuffle/trials"
	std "riffle/stdlib/display"
)

// figure is the picture of a value of package shuffle's subpackages that has one, and
// of one that is a picture already; it is nil for any other value.
func figure(v any) *draw.Figure {
	if rv := reflect.ValueOf(v); rv.Kind() == reflect.Pointer && rv.IsNil() {
		return nil
	}
	if f := fairFigure(v); f != nil {
		return f
	}
	switch v := v.(type) {
	case *draw.Figure:
		return v
	case *std.Chart:
		return chart(v.Spec())
	case *games.Battle:
		return battle(v)
	case games.Fate:
		return fateFigure(v)
	case games.Rounds:
		return roundsFigure(v)
	case *games.BattleResult:
		return battleResult(v)
	case *games.ClockGame:
		return clock(v)
	case *trials.Result:
		return resultFigure(v)
	case trials.Share:
		return shareFigure(v)
	case trials.Estimate:
		return estimate(v)
	case *crack.Bet:
		return bet(v)
	case *crack.Seeds:
		return seeds(v)
	}
	return nil
}

// fairFigure is the picture of a result of package fair.
func fairFigure(v any) *draw.Figure {
	switch v := v.(type) {
	case *fair.Positions:
		return positionsFigure(v)
	case *fair.ExactPositions:
		return exactPositions(v)
	case *fair.Distribution:
		return distribution(v)
	case *fair.OrderCounts:
		return orderCounts(v)
	case *fair.Combinations:
		return combinations(v)
	case *fair.Tree:
		return drawTree(v)
	case *fair.Table:
		return trace(v)
	case fair.Curve:
		return curve(v)
	case fair.SampledCurve:
		return sampledCurve(v)
	case fair.CutSample:
		return cutSample(v)
	case *fair.Lattices:
		return lattices(v)
	case fair.PointSet:
		return pointSet(v)
	case fair.Cycle:
		return cycle(v)
	case *fair.GeneratorReport:
		return generatorReport(v)
	case *fair.JointReport:
		return jointReport(v)
	}
	return nil
}

// drawFigure is the picture as SVG, as HTML and as text. A value that can't be drawn, being made by hand and wrong, is a reason.
func drawFigure(v any) (data std.MIMEMap, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case runtime.Error:
			data, err = nil, errors.New("picture: the fields don't fit together")
		default:
			data, err = nil, fmt.Errorf("picture: %v", r)
		}
	}()
	f := figure(v)
	if f == nil {
		return nil, nil
	}
	data = std.MIMEMap{std.MIMETypeText: f.Text(false)}
	if f.Chart == nil {
		return data, nil
	}
	data[std.MIMETypeSVG], data[std.MIMETypeHTML] = f.SVG(), f.HTML()
	if c, ok := v.(*std.Chart); ok && c.Spec().Vega {
		delete(data, std.MIMETypeHTML) // which JupyterLab prefers
		data[mimeVega] = vega(c.Spec())
	}
	return data, nil
}

// figureText is the figure's text without colours and with them, and false if the
// value has none.
func figureText(v any) (plain, painted string, ok bool) {
	defer func() {
		if recover() != nil {
			plain, painted, ok = "", "", false
		}
	}()
	f := figure(v)
	if f == nil {
		return "", "", false
	}
	return f.Text(false), f.Text(true), true
}

// lead splits a summary into its first sentence and the others.
func lead(summary []string) (first string, rest []string) {
	if len(summary) == 0 {
		return "", nil
	}
	return summary[0], summary[1:]
}

// verdictOf writes a verdict as a sentence of its own.
func verdictOf(v string) string { return "Verdict: " + v + "." }

// nearestFloat is the nearest float64.
func nearestFloat(p *big.Rat) float64 {
	f, _ := p.Float64()
	return f
}

// fraction writes a fraction, or a decimal number if that is too long.
func fraction(p *big.Rat) string {
	if s := p.RatString(); len(s) <= 17 {
		return s
	}
	return fmt.Sprintf("%.4g", nearestFloat(p))
}

// shareText is a probability as a fraction, if it is a short one, and in percent.
func shareText(p *big.Rat) string {
	if s := p.RatString(); len(s) <= 17 {
		return fmt.Sprintf("%s = %.3g %%", s, 100*nearestFloat(p))
	}
	return fmt.Sprintf("%.4g %%", 100*nearestFloat(p))
}

// percentTick writes a share on an axis.
func percentTick(x float64) string { return draw.Number(100*x) + " %" }

// joinBlanks writes numbers with blanks between them.
func joinBlanks(numbers []int) string { return strings.Trim(fmt.Sprint(numbers), "[]") }
