// Command logo draws the kernel's logo: two cards in the middle of a riffle.
// It writes logo-svg.svg, logo-32x32.png and logo-64x64.png, the names that
// Jupyter looks for, into the current directory.
package main

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"log"
	"math"
	"os"
	"strings"
)

//go:generate go run .

func main() {
	for name, data := range logoFiles() {
		if err := os.WriteFile(name, data, 0o644); err != nil {
			log.Fatal(err)
		}
	}
}

// logoFiles are the logo's files by name.
func logoFiles() map[string][]byte {
	return map[string][]byte{
		"logo-svg.svg":   []byte(logoSVG()),
		"logo-32x32.png": raster(32),
		"logo-64x64.png": raster(64),
	}
}

// shape is one colour's part of a card, in units of a 64th of the logo, its
// origin in the middle of the card.
type shape interface {
	contains(x, y float64) bool
	svgElement() string
}

// card is a group of shapes, painted one over the other, turned and moved.
type card struct {
	x, y, degrees float64
	parts         []part
}

type part struct {
	color color.NRGBA
	shape shape
}

var (
	ink   = color.NRGBA{0x1b, 0x26, 0x31, 0xff}
	red   = color.NRGBA{0xb0, 0x1e, 0x36, 0xff}
	white = color.NRGBA{0xff, 0xff, 0xff, 0xff}
)

// logo is the picture: the back of one card below the ace of spades.
var logo = []card{
	{24, 31, -16, []part{
		{ink, box{34, 46, 5}},
		{white, box{31, 43, 3.5}},
		{red, box{26, 38, 2}},
	}},
	{39, 34, 12, []part{
		{ink, box{34, 46, 5}},
		{white, box{31, 43, 3.5}},
		{ink, polygon{{0, -14}, {11, 3}, {0, 5}, {-11, 3}}},
		{ink, disc{-5.6, 3.4, 6}},
		{ink, disc{5.6, 3.4, 6}},
		{ink, polygon{{0, 0}, {5, 14}, {-5, 14}}},
	}},
}

// box is a rectangle with round corners around the origin.
type box struct{ w, h, r float64 }

func (b box) contains(x, y float64) bool {
	dx := math.Max(0, math.Abs(x)-(b.w/2-b.r))
	dy := math.Max(0, math.Abs(y)-(b.h/2-b.r))
	return math.Hypot(dx, dy) <= b.r
}

func (b box) svgElement() string {
	return fmt.Sprintf(`<rect x="%g" y="%g" width="%g" height="%g" rx="%g"`, -b.w/2, -b.h/2, b.w, b.h, b.r)
}

// disc is a circle with its centre and radius.
type disc struct{ x, y, r float64 }

func (d disc) contains(x, y float64) bool { return math.Hypot(x-d.x, y-d.y) <= d.r }

func (d disc) svgElement() string {
	return fmt.Sprintf(`<circle cx="%g" cy="%g" r="%g"`, d.x, d.y, d.r)
}

// polygon is convex, its corners in clockwise order.
type polygon [][2]float64

func (p polygon) contains(x, y float64) bool {
	for i, a := range p {
		b := p[(i+1)%len(p)]
		if (b[0]-a[0])*(y-a[1])-(b[1]-a[1])*(x-a[0]) < 0 {
			return false
		}
	}
	return true
}

func (p polygon) svgElement() string {
	var points []string
	for _, c := range p {
		points = append(points, fmt.Sprintf("%g,%g", c[0], c[1]))
	}
	return `<polygon points="` + strings.Join(points, " ") + `"`
}

// logoSVG is the logo as a drawing.
func logoSVG() string {
	var b strings.Builder
	b.WriteString("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 64 64\">\n")
	for _, c := range logo {
		fmt.Fprintf(&b, "  <g transform=\"translate(%g %g) rotate(%g)\">\n", c.x, c.y, c.degrees)
		for _, p := range c.parts {
			fmt.Fprintf(&b, "    %s fill=\"#%02x%02x%02x\"/>\n", p.shape.svgElement(), p.color.R, p.color.G, p.color.B)
		}
		b.WriteString("  </g>\n")
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// raster is the logo as a PNG of size pixels a side.
func raster(size int) []byte {
	img := image.NewNRGBA(image.Rect(0, 0, size, size))
	for y := range size {
		for x := range size {
			img.SetNRGBA(x, y, pixel(x, y, 64/float64(size)))
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		panic(err) // a buffer takes everything
	}
	return b.Bytes()
}

// pixel is the mean of a grid of samples in one pixel.
func pixel(x, y int, unit float64) color.NRGBA {
	const grid = 8
	var r, g, b, covered int
	for i := range grid * grid {
		sx := (float64(x) + (float64(i%grid)+0.5)/grid) * unit
		sy := (float64(y) + (float64(i/grid)+0.5)/grid) * unit
		if c, ok := topmostAt(sx, sy); ok {
			r, g, b, covered = r+int(c.R), g+int(c.G), b+int(c.B), covered+1
		}
	}
	if covered == 0 {
		return color.NRGBA{}
	}
	return color.NRGBA{uint8(r / covered), uint8(g / covered), uint8(b / covered), uint8(covered * 255 / (grid * grid))}
}

// topmostAt is the topmost colour at a point, if there is one.
func topmostAt(x, y float64) (top color.NRGBA, ok bool) {
	for _, c := range logo {
		sin, cos := math.Sincos(-c.degrees * math.Pi / 180)
		dx, dy := x-c.x, y-c.y
		for _, p := range c.parts {
			if p.shape.contains(dx*cos-dy*sin, dx*sin+dy*cos) {
				top, ok = p.color, true
			}
		}
	}
	return top, ok
}
