// Interfaces in slices and maps go into the library and come out of it: sorted, reflected,
// encoded, printed, parsed, kept.
package main

import (
	"bytes"
	"container/list"
	"encoding/gob"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"html/template"
	"io"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"reflect"
	"slices"
	"sort"
	"strings"
	"sync"
	texttmpl "text/template"
	"text/template/parse"
)

type E int

func (e E) Error() string { return fmt.Sprint("E", int(e)) }

type Sq struct{ S int }

func (s Sq) String() string { return fmt.Sprint("sq", s.S) }
func (s Sq) Area() int      { return s.S * s.S }

type Shape interface{ Area() int }

type byAny []any

func (b byAny) Len() int           { return len(b) }
func (b byAny) Less(i, j int) bool { return fmt.Sprint(b[i]) < fmt.Sprint(b[j]) }
func (b byAny) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }

type errs []error

func (e errs) Len() int           { return len(e) }
func (e errs) Less(i, j int) bool { return e[i].Error() < e[j].Error() }
func (e errs) Swap(i, j int)      { e[i], e[j] = e[j], e[i] }
func (e errs) Error() string      { return errors.Join(e...).Error() }
func (e errs) Unwrap() []error    { return e }

type pack struct {
	In  struct{ L []any }
	M   map[string][]Shape
	P   *[]fmt.Stringer
	Err errs
}

type S2 struct {
	Name string
	E    []error `json:"e"`
	F    []fmt.Stringer
}

func perm(xs ...any) {
	sort.Slice(xs, func(i, j int) bool { return fmt.Sprint(xs[i]) < fmt.Sprint(xs[j]) })
}

func main() {
	b := byAny{Sq{3}, 2, Sq{1}, "a"}
	sort.Sort(b)
	fmt.Println(b, sort.IsSorted(b))
	sort.Sort(sort.Reverse(b))
	fmt.Println(b)
	sort.Slice(b, func(i, j int) bool { return fmt.Sprint(b[i]) < fmt.Sprint(b[j]) })
	fmt.Println(b)
	e := errs{E(3), E(1), io.EOF}
	sort.Sort(e)
	fmt.Println(e, len(e), e[0] == E(1), errors.Is(e, E(3)), errors.Is(e, E(4)))
	var x E
	fmt.Println(errors.As(e, &x), x)
	s := []fmt.Stringer{Sq{2}, Sq{1}}
	p := pack{M: map[string][]Shape{"a": {Sq{2}, Sq{1}}}, P: &s, Err: e}
	p.In.L = []any{Sq{5}, Sq{4}, 3}
	sort.Slice(p.In.L, func(i, j int) bool { return fmt.Sprint(p.In.L[i]) < fmt.Sprint(p.In.L[j]) })
	sort.Slice(p.M["a"], func(i, j int) bool { return p.M["a"][i].Area() < p.M["a"][j].Area() })
	sort.Slice(*p.P, func(i, j int) bool { return (*p.P)[i].String() < (*p.P)[j].String() })
	sort.SliceStable(p.Err, func(i, j int) bool { return p.Err[i].Error() > p.Err[j].Error() })
	fmt.Println(p.In.L, p.M, s, p.Err[0], e)
	xs := []any{Sq{2}, Sq{1}}
	perm(xs...)
	fmt.Println(xs)
	sw := reflect.Swapper(xs)
	sw(0, 1)
	fmt.Println(xs)
	rv := reflect.ValueOf(xs)
	rv.Index(0).Set(reflect.ValueOf(Sq{7}))
	fmt.Println(xs, rv.Index(1).Elem().Type(), rv.Index(1).Interface() == any(Sq{1}))
	re := reflect.ValueOf([]error(e))
	re.Index(0).Set(reflect.ValueOf(E(42)))
	fmt.Println(e, re.Index(0).Elem().Int(), re.Type(), re.Type().Elem().Kind(), re.Index(0).Type())
	re = reflect.Append(re, reflect.ValueOf(E(5)))
	fmt.Println(re.Len(), re.Interface().([]error)[3])
	mv := reflect.ValueOf(map[string]error{"a": E(1)})
	mv.SetMapIndex(reflect.ValueOf("b"), reflect.ValueOf(E(2)))
	fmt.Println(mv.MapIndex(reflect.ValueOf("b")).Elem().Type(), mv.Len(), mv.Interface())
	fmt.Println(reflect.DeepEqual([]error{E(1)}, []error{E(1)}), reflect.DeepEqual([]error{E(1)}, []error{E(2)}), reflect.TypeOf(map[error][]fmt.Stringer{}))
	st, _ := json.Marshal(S2{"n", []error{E(1), errors.New("x")}, []fmt.Stringer{Sq{1}, nil}})
	fmt.Println(string(st))
	st, err := xml.Marshal(S2{"n", nil, []fmt.Stringer{Sq{1}}})
	fmt.Println(string(st), err)
	st, err = json.Marshal(map[string]any{"e": []error{E(3)}, "s": []fmt.Stringer{Sq{2}}, "m": map[string]fmt.Stringer{"z": Sq{9}}})
	fmt.Println(string(st), err)
	var d S2
	fmt.Println(json.Unmarshal([]byte(`{"Name":"q","e":null}`), &d), d)
	fmt.Println(json.Unmarshal([]byte(`{"Name":"q","e":[]}`), &d), d.E != nil)
	gob.Register(Sq{})
	var w bytes.Buffer
	fmt.Println(gob.NewEncoder(&w).Encode(struct{ F []fmt.Stringer }{[]fmt.Stringer{Sq{3}}}))
	var dd struct{ F []fmt.Stringer }
	fmt.Println(gob.NewDecoder(&w).Decode(&dd), dd)
	texttmpl.Must(texttmpl.New("").Parse("{{range .E}}{{.}} {{end}}{{range .F}}{{.S}},{{.Area}},{{.}} {{end}}{{index .E 0}} {{len .E}}\n")).Execute(os.Stdout, S2{"n", []error{E(1), io.EOF}, []fmt.Stringer{Sq{1}, Sq{2}}})
	template.Must(template.New("").Parse("{{range .}}{{.}}<br>{{end}}\n")).Execute(os.Stdout, []error{E(1), io.EOF})
	texttmpl.Must(texttmpl.New("").Parse("{{range $k, $v := .}}{{$k}}={{$v}} {{end}}\n")).Execute(os.Stdout, map[string]error{"a": E(1)})
	slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{ReplaceAttr: func(g []string, a slog.Attr) slog.Attr {
		if a.Key == "time" {
			return slog.Attr{}
		}
		return a
	}})).Info("hi", "errs", []error{E(1)}, "any", []any{Sq{1}}, "m", map[string]error{"a": E(2)})
	fmt.Printf("%v %+v %#v %s %d %q\n", e, e, []error{nil}, []error{E(1)}, []error{E(1)}, []fmt.Stringer{Sq{1}})
	fmt.Printf("%T %T %T %v\n", e, []fmt.Stringer{}, map[string]error{}, map[error]string{E(1): "a"})
	src := "package a\nimport \"fmt\"\nvar x = 1\nfunc f() int { fmt.Println(x); return x }"
	fset := token.NewFileSet()
	f, _ := parser.ParseFile(fset, "a.go", src, 0)
	for _, dl := range f.Decls {
		if g, ok := dl.(*ast.GenDecl); ok {
			for _, sp := range g.Specs {
				fmt.Printf("%T ", sp)
			}
		}
	}
	fmt.Println(len(f.Decls))
	n := 0
	ast.Inspect(f, func(x ast.Node) bool {
		if c, ok := x.(*ast.CallExpr); ok {
			n += len(c.Args)
			for _, a := range c.Args {
				fmt.Printf("%T ", a)
			}
		}
		return true
	})
	fmt.Println(n)
	info := &types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}, Types: map[ast.Expr]types.TypeAndValue{}}
	conf := types.Config{Error: func(error) {}}
	conf.Check("a", fset, []*ast.File{f}, info)
	var names []string
	for id, o := range info.Defs {
		if o != nil {
			names = append(names, id.Name+" "+o.Name()+" "+o.Type().String())
		}
	}
	sort.Strings(names)
	fmt.Println(names)
	for ex, tv := range info.Types {
		if l, ok := ex.(*ast.BasicLit); ok && l.Value == "1" {
			fmt.Println(tv.Type, tv.Value)
		}
	}
	for id, o := range info.Uses {
		if id.Name == "x" {
			_, ok := info.Uses[id]
			fmt.Println(o.Name(), ok, info.Uses[id] == o)
			break
		}
	}
	tr, _ := parse.Parse("t", "a{{.X}}b", "", "")
	for _, nd := range tr["t"].Root.Nodes {
		fmt.Printf("%T %v %d|", nd, nd, nd.Type())
	}
	fmt.Println()
	des, _ := os.ReadDir("/")
	sort.Slice(des, func(i, j int) bool { return des[i].Name() > des[j].Name() })
	fmt.Println(len(des) > 1, sort.SliceIsSorted(des, func(i, j int) bool { return des[i].Name() > des[j].Name() }), des[0].Name() > des[1].Name())
	ds := slices.Collect(maps.Values(map[int]fs.DirEntry{1: des[0]}))
	fmt.Println(ds[0] == des[0], len(ds))
	l := list.New()
	l.PushBack(s)
	s[0] = Sq{77}
	fmt.Println(l.Front().Value, l.Front().Value.([]fmt.Stringer)[0])
	var m sync.Map
	m.Store(E(1), []error{E(1)})
	v, _ := m.Load(E(1))
	v.([]error)[0] = E(2)
	v2, _ := m.LoadOrStore(E(1), 1)
	fmt.Println(v2, map[any]int{v2.([]error)[0]: 5}[E(2)])
	mw := io.MultiWriter([]io.Writer{os.Stdout, &w}...)
	fmt.Fprintln(mw, strings.Repeat("z", 3))
	fmt.Print(w.String())
	func() {
		defer func() { r := recover(); fmt.Printf("%v\n", r) }()
		var nm map[string]error
		nm["a"] = E(1)
	}()
	func() {
		defer func() { r := recover(); fmt.Printf("%T %v\n", r, r) }()
		fmt.Println([]error{E(1)}[0].(*os.PathError))
	}()
	func() {
		defer func() { r := recover(); fmt.Printf("%T %v\n", r, r) }()
		_ = any(e).(fmt.Stringer)
	}()
	func() {
		defer func() { r := recover(); fmt.Printf("%T %v\n", r, r) }()
		i := -1
		_ = e[i:]
	}()
	func() {
		defer func() { r := recover(); fmt.Printf("%T %v\n", r, r) }()
		i := 10
		_ = "abc"[1:i]
	}()
}
