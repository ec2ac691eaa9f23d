// Syntax trees, type information, palettes and templates: containers of interfaces in the
// structs of the library, read, changed and made.
package main

import (
	"fmt"
	"go/ast"
	"go/format"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"image"
	"image/color"
	"io/fs"
	"maps"
	"net"
	"os"
	"slices"
	"sort"
	"strings"
	"testing/fstest"
	"text/template"
	"text/template/parse"
)

type tint uint8

func (t tint) RGBA() (r, g, b, a uint32) { x := uint32(t) * 257; return x, x, x, 0xffff }

type imp struct{ asked []string }

func (i *imp) Import(path string) (*types.Package, error) {
	i.asked = append(i.asked, path)
	if path == "none" {
		return nil, fmt.Errorf("no %s", path)
	}
	return types.NewPackage(path, path), nil
}

type visitor struct{ kinds map[string]int }

func (v visitor) Visit(n ast.Node) ast.Visitor {
	if n != nil {
		v.kinds[fmt.Sprintf("%T", n)]++
	}
	return v
}

type myNet struct{}

func (myNet) Network() string { return "my" }
func (myNet) String() string  { return "here" }

const src = `// Package a is.
package a

// x is.
var x, y = 1, "s"

// F does.
func F[T any](a T, bs ...int) (int, error) {
	switch v := any(a).(type) {
	case int, string:
		return x, nil
	default:
		_ = v
	}
	for i := range bs { x += i }
	return len(y), nil
}
`

func main() {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "a.go", src, parser.ParseComments)
	fmt.Println(err)
	cm := ast.NewCommentMap(fset, f, f.Comments)
	n := 0
	for node, groups := range cm {
		n += len(groups) + len(fmt.Sprintf("%T", node))
		if d, ok := node.(*ast.FuncDecl); ok {
			fmt.Println(d.Name, groups[0].Text(), cm[d] != nil, len(cm[node]), len(cm[ast.Node(d)]))
		}
	}
	fmt.Println(n, len(cm), cm[nil] == nil)
	delete(cm, f.Decls[0])
	_, ok := cm[f.Decls[0]]
	cm[f.Decls[1]] = append(cm[f.Decls[1]], f.Comments[0])
	fmt.Println(ok, len(cm), len(cm[f.Decls[1]]), len(cm.Comments()))
	lit := ast.CommentMap{f.Decls[0]: f.Comments[:1], f.Name: nil}
	mk := make(ast.CommentMap)
	maps.Copy(mk, lit)
	fmt.Println(len(lit), len(mk), len(mk[f.Decls[0]]))
	var stack []string
	ast.PreorderStack(f, nil, func(x ast.Node, s []ast.Node) bool {
		if id, ok := x.(*ast.Ident); ok && id.Name == "v" {
			for _, p := range s {
				stack = append(stack, fmt.Sprintf("%T", p))
			}
			s[0] = nil
		}
		return true
	})
	fmt.Println(stack)
	v := visitor{map[string]int{}}
	ast.Walk(v, f)
	fmt.Println(v.kinds["*ast.Ident"], v.kinds["*ast.CallExpr"], len(v.kinds))
	fd := f.Decls[1].(*ast.FuncDecl)
	fd.Body.List = slices.DeleteFunc(fd.Body.List, func(s ast.Stmt) bool { _, ok := s.(*ast.RangeStmt); return ok })
	fd.Body.List = append(fd.Body.List[:1:1], append([]ast.Stmt{&ast.ExprStmt{X: &ast.CallExpr{Fun: ast.NewIdent("println"), Args: []ast.Expr{&ast.BasicLit{Kind: token.INT, Value: "7"}, fd.Name}}}}, fd.Body.List[1:]...)...)
	ast.Inspect(fd, func(x ast.Node) bool {
		if a, ok := x.(*ast.ReturnStmt); ok && len(a.Results) == 2 {
			a.Results[0], a.Results[1] = a.Results[1], a.Results[0]
		}
		return true
	})
	f.Comments = nil
	var w strings.Builder
	fmt.Println(format.Node(&w, fset, f))
	fmt.Println(w.String())
	f, _ = parser.ParseFile(fset, "b.go", src, 0)
	im := &imp{}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Implicits: map[ast.Node]types.Object{}, Scopes: map[ast.Node]*types.Scope{}, Instances: map[*ast.Ident]types.Instance{}}
	conf := types.Config{Importer: im, Error: func(err error) { fmt.Println("error", err) }}
	pkg, err := conf.Check("a", fset, []*ast.File{f}, info)
	fmt.Println(pkg, err, len(info.Scopes), len(info.Implicits), info.Scopes[f] != nil, info.Defs[f.Decls[1].(*ast.FuncDecl).Name])
	var names []string
	for id, o := range info.Defs {
		if o != nil {
			switch o := o.(type) {
			case *types.Var:
				names = append(names, "var "+o.Name())
			case *types.Func:
				names = append(names, "func "+o.Name())
			default:
				names = append(names, fmt.Sprintf("%T %s", o, id.Name))
			}
		}
	}
	sort.Strings(names)
	fmt.Println(names)
	implicit := map[string]int{}
	for nd, o := range info.Implicits {
		implicit[fmt.Sprintf("%T %v", nd, o != nil)]++
	}
	fmt.Println(implicit, im.asked)
	g := pkg.Scope().Lookup("F").(*types.Func)
	inst, err := types.Instantiate(nil, g.Type(), []types.Type{types.Typ[types.Int]}, true)
	fmt.Println(inst, err)
	it := types.NewInterfaceType(nil, []types.Type{types.Universe.Lookup("error").Type()})
	fmt.Println(it, it.NumEmbeddeds(), types.NewTuple().Len())
	ts := []types.Type{types.Typ[types.Bool], types.NewSlice(types.Typ[types.Int]), it}
	sort.Slice(ts, func(i, j int) bool { return ts[i].String() < ts[j].String() })
	tm := map[types.Type]int{ts[0]: 1}
	fmt.Println(ts, tm[types.Typ[types.Bool]], tm[ts[0]])
	_ = importer.Default
	p := color.Palette{2: tint(9), 0: color.White}
	q := make(color.Palette, 2, 5)
	q[1] = tint(3)
	q = append(q, p...)
	q = append(q, p[2], nil)
	fmt.Println(len(p), p[1] == nil, q, cap(q) >= 6, q[1:3], q[4] == p[2])
	img := image.NewPaletted(image.Rect(0, 0, 1, 1), []color.Color{tint(1), tint(200)})
	img.Palette = append(img.Palette, tint(100))
	img.Palette[0] = tint(2)
	img.Set(0, 0, tint(99))
	c := img.At(0, 0).(tint)
	fmt.Println(c, img.Pix, len(img.Palette), img.Palette[img.ColorIndexAt(0, 0)] == tint(100))
	for i := range img.Palette {
		img.Palette[i] = color.GrayModel.Convert(img.Palette[i])
	}
	fmt.Println(img.Palette, img.At(0, 0))
	sort.Slice(img.Palette, func(i, j int) bool {
		r, _, _, _ := img.Palette[i].RGBA()
		s, _, _, _ := img.Palette[j].RGBA()
		return r > s
	})
	fmt.Println(img.Palette)
	addrs := []net.Addr{myNet{}, &net.TCPAddr{Port: 4}}
	fmt.Println(addrs, addrs[0].Network(), addrs[1].(*net.TCPAddr).Port)
	es, err := fstest.MapFS{"z": {Data: []byte("abc")}, "b": {}, "d/e": {}}.ReadDir(".")
	es = slices.DeleteFunc(es, func(e fs.DirEntry) bool { return e.IsDir() })
	slices.Reverse(es)
	fmt.Println(es[0], len(es), err, fs.FormatDirEntry(es[1]))
	tr := template.Must(template.New("t").Parse("a{{if .X}}b{{.Y | printf \"%d\" 1}}{{end}}"))
	for _, nd := range tr.Tree.Root.Nodes {
		if i, ok := nd.(*parse.IfNode); ok {
			for _, k := range i.List.Nodes {
				fmt.Printf("%T ", k)
				if a, ok := k.(*parse.ActionNode); ok {
					fmt.Printf("%v ", a.Pipe.Cmds[1].Args)
				}
			}
		}
	}
	tr.Tree.Root.Nodes = append(tr.Tree.Root.Nodes, &parse.TextNode{NodeType: parse.NodeText, Text: []byte("!")})
	fmt.Println(tr.Execute(os.Stdout, map[string]any{"X": false}))
}
