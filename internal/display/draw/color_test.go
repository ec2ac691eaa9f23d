package draw

import (
	"math"
	"testing"
)

// Text needs a contrast of 4.5:1 by WCAG 2.2, 1.4.3, and what carries meaning 3:1,
// 1.4.11.
func TestContrast(t *testing.T) {
	for _, c := range []struct {
		name   string
		color  Color
		ground Color
		want   float64
	}{
		{"ink", Ink, Paper, 7}, {"muted", Muted, Paper, 4.5}, {"blue as text", Blue, Paper, 4.5},
		{"orange as text", Orange, Paper, 4.5}, {"violet as text", Violet, Paper, 4.5}, {"teal", Teal, Paper, 3},
		{"plain", Plain, Paper, 3}, {"ink on a ribbon", Ink, Pale, 7},
	} {
		if got := contrast(c.color, c.ground); got < c.want {
			t.Errorf("%s: contrast %.2f, want %v", c.name, got, c.want)
		}
	}
	for i, ground := range append([]Color{None, Plain}, Diverging...) {
		if got := contrast(textColorOn(ground), ground); got < 4.5 && i > 1 {
			t.Errorf("text on %s has a contrast of %.2f, want 4.5", ground, got)
		}
	}
}

// vision is how colours look to an eye: a matrix for linear RGB, from Gustavo M.
// Machado, Manuel M. Oliveira and Leandro A. F. Fernandes, "A physiologically-based
// model for simulation of color vision deficiency", IEEE Transactions on
// Visualization and Computer Graphics 15 (2009) 1291-1298, severity 1.
var visions = map[string][3][3]float64{
	"normal":       {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protanopia":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"deuteranopia": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"tritanopia":   {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
	"none":         {{0.2126, 0.7152, 0.0722}, {0.2126, 0.7152, 0.0722}, {0.2126, 0.7152, 0.0722}},
}

// lab is a colour in CIE L*a*b*, as an eye sees it.
func lab(c Color, eye [3][3]float64) [3]float64 {
	r, g, b := c.rgb()
	in, seen := [3]float64{linear(r), linear(g), linear(b)}, [3]float64{}
	for i, row := range eye {
		for j, f := range row {
			seen[i] += f * in[j]
		}
		seen[i] = math.Max(0, math.Min(1, seen[i]))
	}
	xyz := [3]float64{
		(0.4124*seen[0] + 0.3576*seen[1] + 0.1805*seen[2]) / 0.9505,
		0.2126*seen[0] + 0.7152*seen[1] + 0.0722*seen[2],
		(0.0193*seen[0] + 0.1192*seen[1] + 0.9505*seen[2]) / 1.089,
	}
	for i, v := range xyz {
		if v > 216.0/24389 {
			xyz[i] = math.Cbrt(v)
		} else {
			xyz[i] = (24389.0/27*v + 16) / 116
		}
	}
	return [3]float64{116*xyz[1] - 16, 500 * (xyz[0] - xyz[1]), 200 * (xyz[1] - xyz[2])}
}

// apart is the perceived distance of two colours: about 2 can just be told apart side by
// side.
func apart(a, b Color, eye [3][3]float64) float64 {
	p, q := lab(a, eye), lab(b, eye)
	return math.Sqrt((p[0]-q[0])*(p[0]-q[0]) + (p[1]-q[1])*(p[1]-q[1]) + (p[2]-q[2])*(p[2]-q[2]))
}

// Every kind of eye tells apart what differs in meaning. Without any colours, light
// and dark remain: neighbours of a scale differ, and the marks say what they are.
func TestColorVision(t *testing.T) {
	for name, eye := range visions {
		check := func(a, b Color, want float64) {
			t.Helper()
			if got := apart(a, b, eye); got < want {
				t.Errorf("%s: %s and %s are %.1f apart, want %v", name, a, b, got, want)
			}
		}
		for i := range len(Diverging) - 1 {
			check(Diverging[i], Diverging[i+1], 9)
		}
		if name == "none" {
			continue
		}
		for i := range len(Diverging) / 2 {
			check(Diverging[i], Diverging[len(Diverging)-1-i], 22)
		}
		for i, a := range Series {
			for _, b := range Series[i+1:] {
				check(a, b, 12)
			}
		}
		check(Blue, Orange, 40)
		check(Blue, Plain, 15)
		check(Orange, Plain, 25)
	}
}

func TestXterm(t *testing.T) {
	for c, want := range map[Color]int{"#000000": 16, "#ffffff": 231, "#ff0000": 196, "#5f87af": 67} {
		if got := c.xterm(); got != want {
			t.Errorf("%s is %d, want %d", c, got, want)
		}
	}
}
