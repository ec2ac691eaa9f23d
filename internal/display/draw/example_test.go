package draw_test

import (
	"fmt"
	"strings"

	"riffle/internal/display/draw"
)

// A figure is data; SVG and text come from it.
func ExampleFigure() {
	f := &draw.Figure{
		Title: "Cards left",
		Lead:  "two players, four tricks",
		Chart: &draw.Plot{
			X: draw.Axis{Label: "trick", Whole: true},
			Y: draw.Axis{Label: "cards", Min: 0, Max: 4},
			Marks: []draw.Mark{
				draw.Line{X: []float64{0, 1, 2, 3, 4}, Y: []float64{2, 3, 2, 3, 4}, Name: "Ann"},
				draw.Line{X: []float64{0, 1, 2, 3, 4}, Y: []float64{2, 1, 2, 1, 0}, Name: "Bob", Color: draw.Orange},
			},
		},
		Verdict: "Ann wins.",
	}
	fmt.Println(strings.HasPrefix(f.SVG(), "<svg "))
	fmt.Println(f.Text(false))
	// Output:
	// true
	// two players, four tricks
	// ↑ cards
	// 4 │                                                            ⣀⠤⠒⠉
	//   │                                                        ⣀⠤⠒⠉
	//   │                                                    ⣀⠤⠒⠉
	// 3 │                                                ⣀⠤⠒⠉
	//   │            ⢀⡠⠔⠊⠉⠒⠤⣀                        ⣀⠤⠒⠉
	//   │        ⢀⡠⠔⠊⠁       ⠉⠒⠤⣀                ⣀⠤⠒⠉
	//   │    ⢀⡠⠔⠊⠁               ⠉⠒⠤⣀        ⣀⠤⠒⠉
	// 2 │⢀⡠⠔⠊⠁                       ⠉⠒⠤⣀⣀⠤⠒⠉
	//   │⠉⠑⠢⢄⡀                       ⣀⠤⠒⠉⠉⠒⠤⣀
	//   │    ⠈⠑⠢⢄⡀               ⣀⠤⠒⠉        ⠉⠒⠤⣀
	//   │        ⠈⠑⠢⢄⡀       ⣀⠤⠒⠉                ⠉⠒⠤⣀
	// 1 │            ⠈⠑⠢⢄⣀⠤⠒⠉                        ⠉⠒⠤⣀
	//   │                                                ⠉⠒⠤⣀
	//   │                                                    ⠉⠒⠤⣀
	//   │                                                        ⠉⠒⠤⣀
	// 0 │                                                            ⠉⠒⠤⣀
	//   └┴──────────────┴───────────────┴───────────────┴───────────────┴
	//    0              1               2               3               4
	//                                                             trick →
	// — Ann   — Bob
	// Ann wins.
}

func ExampleBars() {
	f := &draw.Figure{
		Lead: "1,000 flips",
		Chart: &draw.Bars{
			Rows:     []draw.Bar{{Label: "heads", Cells: []string{"52 %"}, Value: 52}, {Label: "tails", Cells: []string{"48 %"}, Value: 48}},
			Axis:     draw.Axis{Max: 100},
			Expected: 50, Legend: "fair",
		},
	}
	fmt.Println(f.Text(false))
	// Output:
	// 1,000 flips
	// heads  52 %  ████████████████████▊
	// tails  48 %  ███████████████████▎│
	// │ fair
}
