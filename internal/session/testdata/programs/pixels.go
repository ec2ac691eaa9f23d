package main

import (
	"fmt"
	"image"
	"image/color"
)

// Pixels are set and read one by one, also outside of the picture.

func main() {
	img := image.NewRGBA(image.Rect(0, 0, 3, 2))
	n := image.NewNRGBA(image.Rect(0, 0, 3, 2))
	g := image.NewGray(image.Rect(0, 0, 3, 2))
	p := image.NewPaletted(image.Rect(0, 0, 3, 2), color.Palette{color.Black, color.White})
	a := image.NewAlpha(image.Rect(0, 0, 3, 2))
	for x := -1; x < 4; x++ {
		for y := range 3 {
			c := color.RGBA{uint8(x), uint8(y), uint8(200 + x*y), 255}
			img.SetRGBA(x, y, c)
			n.SetNRGBA(x, y, color.NRGBA(c))
			g.SetGray(x, y, color.Gray{c.B})
			a.SetAlpha(x, y, color.Alpha{A: uint8(x * 100)})
			p.SetColorIndex(x, y, uint8(x+y))
			d := img.RGBAAt(x, y)
			fmt.Println(x, y, d, n.NRGBAAt(x, y), g.GrayAt(x, y), g.GrayAt(x, y).Y, a.AlphaAt(x, y), p.ColorIndexAt(x, y), d.R, d.B, img.PixOffset(x, y))
			if d != c {
				fmt.Println("outside", d == color.RGBA{})
			}
		}
	}
	fmt.Println(img.Pix, n.Pix, g.Pix, p.Pix, a.Pix)
	b := img.Bounds()
	for i := range 2 {
		b = b.Add(image.Pt(i, 2*i)).Inset(-i)
		fmt.Println(b, b.Dx(), b.Min.Add(b.Max).Mul(3), b.Min.In(b), b.Size())
	}
	defer func() { fmt.Println(recover()) }()
	for i := range 9 {
		p.Pix = p.Pix[:5-i]
		p.SetColorIndex(2, 1, 3)
	}
}
