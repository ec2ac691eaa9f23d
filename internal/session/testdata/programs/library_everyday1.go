package main

import (
	"bufio"
	"bytes"
	"container/heap"
	"container/list"
	"container/ring"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"sort"
	"strings"
	"text/tabwriter"
	"text/template"
)

type Base struct {
	ID   int    `json:"id"`
	Note string `json:"note,omitempty"`
}

func (b Base) Describe() string { return fmt.Sprintf("#%d", b.ID) }

type Person struct {
	Base
	Name  string          `json:"name"`
	Tags  []string        `json:"tags"`
	Extra map[string]any  `json:"extra,omitempty"`
	Boss  *Person         `json:"boss,omitempty"`
	Raw   json.RawMessage `json:"raw,omitempty"`
	inner int
}

type ByName []Person

func (b ByName) Len() int           { return len(b) }
func (b ByName) Less(i, j int) bool { return b[i].Name < b[j].Name }
func (b ByName) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }

type Item struct {
	v string
	p int
}
type PQ []*Item

func (q PQ) Len() int           { return len(q) }
func (q PQ) Less(i, j int) bool { return q[i].p > q[j].p }
func (q PQ) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *PQ) Push(x any)        { *q = append(*q, x.(*Item)) }
func (q *PQ) Pop() any          { o := *q; n := len(o); x := o[n-1]; *q = o[:n-1]; return x }

func pairs(data []byte, atEOF bool) (int, []byte, error) {
	if len(data) >= 2 {
		return 2, data[:2], nil
	}
	if atEOF && len(data) > 0 {
		return len(data), data, bufio.ErrFinalToken
	}
	return 0, nil, nil
}

type Color int

const (
	Red Color = iota
	Green
)

func (c Color) String() string               { return [...]string{"red", "green"}[c] }
func (c Color) MarshalJSON() ([]byte, error) { return json.Marshal(c.String()) }
func (c *Color) UnmarshalJSON(b []byte) error {
	var s string
	if err := json.Unmarshal(b, &s); err != nil {
		return err
	}
	switch s {
	case "red":
		*c = Red
	case "green":
		*c = Green
	default:
		return fmt.Errorf("no color %q", s)
	}
	return nil
}

type Car struct {
	C    Color
	Cs   []Color
	M    map[string]Color
	P    *Color
	Any  any
	Next []Car
}

func main() {
	p := Person{Base: Base{ID: 1}, Name: "bob", Tags: []string{"x"}, Extra: map[string]any{"k": Base{ID: 9}, "c": Green}, Boss: &Person{Name: "al"}, Raw: json.RawMessage(`{"a":1}`)}
	b, err := json.MarshalIndent(p, "", " ")
	fmt.Println(string(b), err)
	var q Person
	fmt.Println(json.Unmarshal(b, &q), q.ID, q.Boss.Name, q.Extra, string(q.Raw), q.Describe())
	ps := []Person{{Name: "z"}, {Name: "a"}, {Name: "m"}}
	sort.Sort(sort.Reverse(ByName(ps)))
	for _, p := range ps {
		fmt.Print(p.Name, " ")
	}
	sort.Stable(ByName(ps))
	fmt.Println(ps[0].Name, sort.IsSorted(ByName(ps)))
	pq := &PQ{}
	heap.Init(pq)
	for i, w := range []string{"c", "a", "b"} {
		heap.Push(pq, &Item{w, i * 3 % 5})
	}
	for pq.Len() > 0 {
		x := heap.Pop(pq).(*Item)
		fmt.Print(x.v, x.p, " ")
	}
	fmt.Println()
	l := list.New()
	l.PushBack(Red)
	l.PushFront(Base{3, "n"})
	l.PushBack(&p)
	for e := l.Front(); e != nil; e = e.Next() {
		switch v := e.Value.(type) {
		case fmt.Stringer:
			fmt.Println("stringer", v)
		case Base:
			fmt.Println("base", v.Note)
		default:
			fmt.Printf("%T\n", v)
		}
	}
	r := ring.New(3)
	for i := range 3 {
		r.Value = Color(i % 2)
		r = r.Next()
	}
	r.Do(func(x any) { fmt.Print(x, " ") })
	fmt.Println()
	sc := bufio.NewScanner(strings.NewReader("abcde"))
	sc.Split(pairs)
	for sc.Scan() {
		fmt.Print(sc.Text(), ",")
	}
	fmt.Println(sc.Err())
	tw := tabwriter.NewWriter(os.Stdout, 0, 8, 2, ' ', tabwriter.AlignRight|tabwriter.Debug)
	fmt.Fprintln(tw, "name\tcolor\tid")
	fmt.Fprintf(tw, "%s\t%v\t%d\n", p.Name, Green, p.ID)
	tw.Flush()
	cw := csv.NewWriter(os.Stdout)
	cw.Write([]string{"a,b", fmt.Sprint(Red), `q"q`})
	cw.Flush()
	cr := csv.NewReader(strings.NewReader("x;y\n1;2\n"))
	cr.Comma = ';'
	recs, err := cr.ReadAll()
	fmt.Println(recs, err)
	c := Green
	car := Car{Red, []Color{Green}, map[string]Color{"k": Green}, &c, Green, []Car{{C: Green}}}
	b, err = json.Marshal(car)
	fmt.Println(string(b), err)
	var car2 Car
	err = json.Unmarshal(b, &car2)
	fmt.Println(car2.C, car2.Cs, car2.M, *car2.P, car2.Any, car2.Next[0].C, err)
	err = json.Unmarshal([]byte(`{"C":"blue"}`), &car2)
	fmt.Println(err)
	err = json.Unmarshal([]byte(`{"C":3}`), &car2)
	fmt.Println(err)
	dec := json.NewDecoder(strings.NewReader(`{"C":"red","Zork":1}`))
	dec.DisallowUnknownFields()
	fmt.Println(dec.Decode(&car2))
	t := template.Must(template.New("t").Funcs(template.FuncMap{
		"up":    strings.ToUpper,
		"desc":  func(p Person) string { return p.Describe() + p.Name },
		"color": func(i int) Color { return Color(i) },
		"add": func(xs ...int) (s int) {
			for _, x := range xs {
				s += x
			}
			return
		},
		"fail": func() (string, error) { return "", fmt.Errorf("failed") },
	}).Parse(`{{.Name | up}} {{.Describe}} {{.Base.ID}} {{desc .}} {{color 1}} {{add 1 2 3}}{{range $i, $t := .Tags}} {{$i}}={{$t}}{{end}}{{with .Boss}} boss {{.Name}}{{else}}none{{end}}{{range $k, $v := .Extra}} {{$k}}:{{$v}}{{end}} {{len .Tags}} {{index .Tags 0}} {{printf "%05.1f|%v" 3.14 .Base}} {{if and .Name (eq .ID 1)}}yes{{end}}
`))
	fmt.Println(t.Execute(os.Stdout, p))
	err = template.Must(template.New("e").Parse("{{.Nope}}")).Execute(io.Discard, p)
	fmt.Println(err)
	var buf bytes.Buffer
	buf.WriteString("x=")
	fmt.Fprint(&buf, Green, Red, p.Base)
	buf.WriteByte('!')
	fmt.Println(buf.String(), buf.Len())
}
