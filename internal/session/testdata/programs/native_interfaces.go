// The user's types behind interfaces of the library whose methods return such
// interfaces again.
package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"image"
	"image/color"
	"io"
	"io/fs"
	"strings"
	"time"
)

// depths prints the names in a tree.
type depths struct{ depth int }

func (d depths) Visit(n ast.Node) ast.Visitor {
	if n == nil {
		return nil
	}
	if id, ok := n.(*ast.Ident); ok {
		fmt.Print(strings.Repeat(" ", d.depth), id.Name, "\n")
	}
	return depths{d.depth + 1}
}

// grey is a colour of the user's own.
type grey uint8

func (g grey) RGBA() (r, g2, b, a uint32) {
	v := uint32(g) * 0x101
	return v, v, v, 0xffff
}

type ramp struct{ n int }

func (r ramp) ColorModel() color.Model { return color.GrayModel }
func (r ramp) Bounds() image.Rectangle { return image.Rect(0, 0, r.n, 1) }
func (r ramp) At(x, y int) color.Color { return grey(x * 100) }

// memory is a file system in a map.
type memory map[string]string

type file struct {
	*strings.Reader
	name string
}

func (m memory) Open(name string) (fs.File, error) {
	s, ok := m[name]
	if !ok {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return &file{strings.NewReader(s), name}, nil
}

func (f *file) Stat() (fs.FileInfo, error) { return info{f}, nil }
func (f *file) Close() error               { return nil }

type info struct{ f *file }

func (i info) Name() string       { return i.f.name }
func (i info) Size() int64        { return int64(i.f.Len()) }
func (i info) Mode() fs.FileMode  { return 0o444 }
func (i info) ModTime() time.Time { return time.Time{} }
func (i info) IsDir() bool        { return false }
func (i info) Sys() any           { return nil }

func main() {
	tree, err := parser.ParseExpr("add(a, b*2)")
	ast.Walk(depths{}, tree)
	fmt.Println(err)

	gray := image.NewGray(image.Rect(0, 0, 3, 1))
	for x := range 3 {
		gray.Set(x, 0, ramp{3}.At(x, 0))
	}
	var img image.Image = ramp{3}
	fmt.Println(gray.Pix, img.At(1, 0) == grey(100), color.GrayModel.Convert(img.At(2, 0)))

	fsys := memory{"a.txt": "hello", "b.txt": ""}
	b, err := fs.ReadFile(fsys, "a.txt")
	fmt.Println(string(b), err)
	_, err = fs.ReadFile(fsys, "c.txt")
	fmt.Println(err)
	st, err := fs.Stat(fsys, "a.txt")
	fmt.Println(st.Name(), st.Size(), st.Mode(), err)
	f, _ := fsys.Open("a.txt")
	own, ok := f.(*file)
	fmt.Println(own.name, ok)
	io.Copy(io.Discard, f)
	fmt.Println(own.Len())
}
