// Literals with keys of slices that the library declares.
package main

import (
	"fmt"
	"image/color"
	"net/url"
	"sort"
	"text/template"
)

type tint uint8

func (t tint) RGBA() (r, g, b, a uint32) { return uint32(t) << 8, 0, 0, 0xffff }

type clock struct{ hour int }

func main() {
	fmt.Println(sort.IntSlice{2: 7}, sort.StringSlice{1: "b", 0: "a"}, len(sort.Float64Slice{4: 1}))
	p := color.Palette{2: tint(9), 0: color.White}
	fmt.Println(len(p), p[1] == nil, p[2])
	fmt.Println(url.Values{"k": {1: "v"}}, template.FuncMap{"f": fmt.Sprint}["f"] != nil)
	m := map[string]clock{"noon": {12}}
	fmt.Println(m["noon"].hour, map[string]sort.IntSlice{"x": {3, 1}}["x"].Len())
}
