// Arguments of methods and functions in templates: values, pointers to them and the other way round.
package main

import (
	"errors"
	"fmt"
	htmltemplate "html/template"
	"os"
	"sync"
	"text/template"
	"time"
)

type T struct {
	Name string
	Kids []T
	Up   *T
	M    map[string]T
	Any  any
}

func (t *T) Tag() string         { return "<" + t.Name + ">" }
func (t T) Val(x any) string     { return fmt.Sprintf("%T", x) }
func (t *T) Ptr(x *T) string     { return "p" + x.Name }
func (t *T) Both(a, b T) T       { return T{Name: a.Name + b.Name} }
func (t *T) Self() *T            { return t }
func (t T) Copy() T              { return t }
func (t T) Err() (string, error) { return "", errors.New("bad " + t.Name) }
func (t T) Many(xs ...T) int     { return len(xs) }
func (t T) Iface() fmt.Stringer  { return nil }

type Num float64

func (n *Num) Twice() float64 { return float64(*n) * 2 }

type W struct {
	N  Num
	Ns []Num
	A  [2]T
	P  *Num
	PP **Num
}

func main() {
	kid := T{Name: "k", Any: 3}
	t := &T{Name: "t", Kids: []T{kid, {Name: "l"}}, Up: &kid, M: map[string]T{"a": kid}, Any: kid}
	n := Num(2)
	pn := &n
	w := &W{3, []Num{1, 2}, [2]T{kid, kid}, pn, &pn}
	try := func(s string, x any) {
		fmt.Print(s, " => ")
		fm := template.FuncMap{"ty": func(x any) string { return fmt.Sprintf("%T", x) }, "f": func(n Num) Num { return n + 1 }, "g": func(n *Num) Num { return *n }, "id": func(t T) T { return t }, "pid": func(t *T) *T { return t }, "kids": func(t []T) int { return len(t) }}
		fmt.Println(template.Must(template.New("x").Funcs(fm).Parse(s)).Execute(os.Stdout, x))
		h, err := htmltemplate.New("x").Funcs(htmltemplate.FuncMap(fm)).Parse(s)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(h.Execute(os.Stdout, x))
	}
	for _, s := range []string{"{{.Tag}} {{range .Kids}}{{.Tag}} {{.Val .}} {{.Ptr .}} {{end}}", "{{(.Both (index .Kids 0) (index .Kids 1)).Name}}", "{{(.Both (index .Kids 0) .Up).Name}}", "{{.Self.Tag}} {{.Self.Self.Name}} {{.Copy.Name}}", "{{.Copy.Tag}}", "{{.M.a.Name}} {{.M.a.Tag}}", "{{.Any.Name}}", "{{.Any.Tag}}", "{{.Up.Tag}} {{.Up.Any}}", "{{.Err}}", "{{.Many}} {{.Many .Copy}} {{.Many (index .Kids 0) (index .Kids 1)}}", "{{.Iface}}", "{{with .Up}}{{.Tag}}{{ty .}}{{end}}", "{{range $k, $v := .M}}{{$k}}{{$v.Name}}{{ty $v}}{{end}}", "{{range $i, $v := .Kids}}{{$i}}{{$v.Tag}}{{ty $v}}{{end}}", "{{(id .Up).Name}} {{(id (index .Kids 0)).Name}} {{(pid (index .Kids 0)).Tag}} {{(pid .).Name}}", "{{kids .Kids}} {{len .Kids}} {{len (slice .Kids 1)}} {{(index (slice .Kids 1) 0).Tag}}", "{{eq .Name \"t\"}} {{eq .Up .Up}}", "{{.Kids}}", "{{printf \"%v\" .Up.Any}} {{print .Up.Any 1}}", "{{block \"b\" .Up}}{{.Tag}}{{end}}", "{{if and .Up .Up.Up}}x{{else}}y{{end}}", "{{.Up.Up.Name}}", "{{range .Kids}}{{break}}{{end}}{{range .Kids}}{{continue}}{{end}}", "{{$x := index .Kids 0}}{{$x.Tag}}{{$x = index .Kids 1}}{{$x.Tag}}"} {
		try(s, t)
	}
	try("{{.Tag}}", *t)
	try("{{range .Kids}}{{.Tag}}{{end}}", *t)
	try("{{.Tag}}", any(t))
	for _, s := range []string{"{{.N.Twice}} {{range .Ns}}{{.Twice}} {{f .}} {{g .}} {{ty .}}{{end}}", "{{range .A}}{{.Tag}}{{end}}", "{{(index .A 1).Tag}}", "{{.P.Twice}} {{.PP}}", "{{.PP.Twice}}", "{{f .N}} {{f .P}} {{f 3}} {{f 1.5}} {{g .N}} {{g .P}}", "{{lt .N 4.0}} {{eq .N 3.0}}", "{{range .Ns}}{{if .}}y{{end}}{{if lt . 1.5}}small{{end}}{{end}}"} {
		try(s, w)
	}
	try("{{range .A}}{{.Tag}}{{end}}", *w)
	try("{{.N.Twice}}", *w)
	try("{{range .}}{{.Twice}}{{end}}", []Num{1})
	try("{{range .}}{{.Twice}}{{end}}", [1]Num{1})
	try("{{range .}}{{.Twice}}{{end}}", &[1]Num{1})
	for _, s := range []string{"{{.At.Year}} {{.At.Format \"2006\"}}", "{{.At.Format}}", "{{.At.Format 1 2}}", "{{.At.Format 3}}", "{{.At.Add .D}}", "{{.At.Add .I8}}", "{{.F 3}} {{.G 2}} {{.G 2.5}} {{.H .D}} {{.H 5}} {{.K 4}} {{.K .N}}", "{{.F .I8}}", "{{.F .N}}", "{{.F .D}}", "{{.K .I8}}", "{{.V \"a\" 1 .N}} {{.V \"b\"}}", "{{.V 1}}", "{{.V}}", "{{.F 1 2}}"} {
		err := template.Must(template.New("x").Parse(s)).Execute(os.Stdout, Day{At: time.Unix(0, 0).UTC(), D: 3, I8: 2, N: 4})
		fmt.Println(s, err != nil)
	}
	tm := template.Must(template.New("x").Funcs(template.FuncMap{"ty": func(t T) string { return t.Name }}).Parse("{{range .Kids}}{{ty .}}{{.Tag}}{{end}}"))
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 20 {
				tm.Execute(new(nop), t)
			}
		})
	}
	wg.Wait()
}

type Day struct {
	At time.Time
	D  time.Duration
	I8 int8
	N  Count
}

type Count int

func (t Day) F(x int) int                    { return x }
func (t Day) G(x float64) float64            { return x }
func (t Day) H(d time.Duration) string       { return d.String() }
func (t Day) K(n Count) Count                { return n }
func (t Day) V(p string, ns ...Count) string { return fmt.Sprint(p, ns) }

type nop struct{}

func (*nop) Write(p []byte) (int, error) { return len(p), nil }
