package widget_test

import (
	"fmt"

	"riffle/stdlib/display/widget"
)

func ExampleIntSlider() {
	n := widget.IntSlider("cards", 1, 52)
	n.Observe(func(v int) { fmt.Println("now", v) })
	n.Set(60)
	fmt.Println(n)
	// Output:
	// now 52
	// cards: 52
}

// In a program without a page the controls can be moved by code only.
func ExampleInteractNamed() {
	i := widget.InteractNamed("n p", func(n int, p float64) float64 { return float64(n) * p }, widget.Range(0, 10), 0.25)
	i.Controls()[0].(*widget.Int).Set(8)
	fmt.Println(i)
	// Output:
	// n: 8
	// p: 0.25
	// 2
}
