package proto

import (
	"image/color"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

func TestPainted(t *testing.T) {
	e := &CellError{Name: "compile error", Diagnostics: []Diagnostic{
		{Message: "undefined: x", Cell: 1, Line: 1, Column: 2, Text: "\tx", Hint: "try y"},
	}}
	want := "\x1b[1mcell 1:1:2: undefined: x\x1b[0m\n" +
		"    \tx\n" +
		"    \t\x1b[1;38;5;231;48;5;124m^\x1b[0m\n" +
		"    \x1b[38;5;16;48;5;220mhint:\x1b[0m try y"
	if got := e.Painted(); got != want {
		t.Errorf("got\n%q, want\n%q", got, want)
	}
	plain := regexp.MustCompile("\x1b\\[[0-9;]*m").ReplaceAllString(e.Painted(), "")
	if plain != e.Format() {
		t.Errorf("colours change the text: %q", plain)
	}
}

// grounds are where an error is read, with the colour of text without one: the
// error background of JupyterLab 4.6's themes (--jp-rendermime-error-background,
// the dark ones' with 28 % over --jp-layout-color0) and --jp-content-font-color1,
// and a terminal's.
var grounds = []struct {
	name         string
	ground, text color.RGBA
}{
	{"JupyterLab Light", rgb("ffdddd"), rgb("211d1d")}, // black with 87 %
	{"JupyterLab Dark", over(rgb("f44336"), .28, rgb("111111")), rgb("ffffff")},
	{"JupyterLab Dark High Contrast", over(rgb("f44336"), .28, rgb("111111")), rgb("ffffff")},
	{"black terminal", rgb("000000"), rgb("e5e5e5")},
	{"white terminal", rgb("ffffff"), rgb("000000")},
}

// TestContrast: all parts of an error have the contrast that WCAG 2.2 asks of text,
// on every ground.
func TestContrast(t *testing.T) {
	for _, style := range []string{messageStyle, caretStyle, hintStyle} {
		for _, g := range grounds {
			text, ground := g.text, g.ground
			codes := strings.Split(style, ";")
			for i := 0; i < len(codes); i++ {
				switch codes[i] {
				case "1":
				case "38":
					text = indexed(t, codes[i+2])
					i += 2
				case "48":
					ground = indexed(t, codes[i+2])
					i += 2
				default:
					t.Fatalf("%s: unknown code %s: its colour depends on the screen", style, codes[i])
				}
			}
			if c := contrast(text, ground); c < 4.5 {
				t.Errorf("%s on %s: a contrast of %.2f", style, g.name, c)
			}
		}
	}
}

// indexed is a colour of xterm's cube, 16 to 231, whose levels are 0, 95, 135, …
func indexed(t *testing.T, code string) color.RGBA {
	n, err := strconv.Atoi(code)
	if err != nil || n < 16 || n > 231 {
		t.Fatalf("colour %s isn't of the cube", code)
	}
	level := func(i int) uint8 {
		if i == 0 {
			return 0
		}
		return uint8(55 + 40*i)
	}
	n -= 16
	return color.RGBA{level(n / 36), level(n / 6 % 6), level(n % 6), 255}
}

func rgb(hex string) color.RGBA {
	n, _ := strconv.ParseUint(hex, 16, 32)
	return color.RGBA{uint8(n >> 16), uint8(n >> 8), uint8(n), 255}
}

// over is a colour laid over another with an opacity.
func over(c color.RGBA, alpha float64, ground color.RGBA) color.RGBA {
	mix := func(a, b uint8) uint8 { return uint8(math.Round(alpha*float64(a) + (1-alpha)*float64(b))) }
	return color.RGBA{mix(c.R, ground.R), mix(c.G, ground.G), mix(c.B, ground.B), 255}
}

// contrast is WCAG's ratio of two colours.
func contrast(a, b color.RGBA) float64 {
	x, y := luminance(a)+.05, luminance(b)+.05
	return max(x, y) / min(x, y)
}

func luminance(c color.RGBA) float64 {
	linear := func(v uint8) float64 {
		s := float64(v) / 255
		if s <= .04045 {
			return s / 12.92
		}
		return math.Pow((s+.055)/1.055, 2.4)
	}
	return .2126*linear(c.R) + .7152*linear(c.G) + .0722*linear(c.B)
}
