package main

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding"
	"encoding/base64"
	"encoding/gob"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"html/template"
	"io"
	"iter"
	"log"
	"maps"
	"math/rand"
	"net/textproto"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	ttemplate "text/template"
	"time"
)

type Buf struct {
	bytes.Buffer
	label string
}

type Logged struct {
	*log.Logger
	n int
}

func (l *Logged) Count(s string) { l.n++; l.Printf("%d %s", l.n, s) }

type Stamp time.Time

func (s Stamp) MarshalJSON() ([]byte, error) {
	return []byte(strconv.Quote(time.Time(s).Format("2006-01-02"))), nil
}
func (s *Stamp) UnmarshalJSON(b []byte) error {
	t, err := time.Parse(`"2006-01-02"`, string(b))
	*s = Stamp(t)
	return err
}
func (s Stamp) String() string { return time.Time(s).Format(time.DateOnly) }

type Event struct {
	At      Stamp         `json:"at"`
	Real    time.Time     `json:"real"`
	Wait    time.Duration `json:"wait"`
	Num     json.Number   `json:"num"`
	B       []byte        `json:"b"`
	F       float64       `json:"f,string"`
	Skip    int           `json:"-"`
	Opt     *int          `json:"opt,omitempty"`
	Zero    Stamp         `json:"zero,omitzero"`
	private string
	Status
}

func (s Stamp) IsZero() bool { return time.Time(s).IsZero() }

type Status struct {
	OK  bool
	Err error `json:"err"`
}

type IP [4]byte

func (ip IP) MarshalText() ([]byte, error) {
	return []byte(fmt.Sprintf("%d.%d.%d.%d", ip[0], ip[1], ip[2], ip[3])), nil
}
func (ip *IP) UnmarshalText(b []byte) error {
	_, err := fmt.Sscanf(string(b), "%d.%d.%d.%d", &ip[0], &ip[1], &ip[2], &ip[3])
	return err
}

var _ encoding.TextMarshaler = IP{}

type Shape interface {
	Area() float64
	Name() string
}
type Rect struct{ W, H float64 }
type Circle struct{ R float64 }

func (r Rect) Area() float64    { return r.W * r.H }
func (r Rect) Name() string     { return "rect" }
func (c *Circle) Area() float64 { return 3 * c.R * c.R }
func (c *Circle) Name() string  { return "circle" }

type Shapes []Shape

func (s Shapes) MarshalJSON() ([]byte, error) {
	var out []map[string]any
	for _, x := range s {
		out = append(out, map[string]any{"type": x.Name(), "data": x})
	}
	return json.Marshal(out)
}

func (s *Shapes) UnmarshalJSON(b []byte) error {
	var raw []struct {
		Type string
		Data json.RawMessage
	}
	if err := json.Unmarshal(b, &raw); err != nil {
		return err
	}
	for _, r := range raw {
		var sh Shape
		switch r.Type {
		case "rect":
			var x Rect
			if err := json.Unmarshal(r.Data, &x); err != nil {
				return err
			}
			sh = x
		case "circle":
			x := &Circle{}
			if err := json.Unmarshal(r.Data, x); err != nil {
				return err
			}
			sh = x
		}
		*s = append(*s, sh)
	}
	return nil
}

type Library struct {
	XMLName xml.Name `xml:"library"`
	Books   []Book   `xml:"shelf>book"`
	Note    string   `xml:",comment"`
}
type Book struct {
	ISBN  string  `xml:"isbn,attr"`
	Title string  `xml:"title"`
	Price float64 `xml:"price,omitempty"`
	By    Authors `xml:"author"`
	Text  string  `xml:",chardata"`
	Free  Yes     `xml:"free,attr"`
}
type Authors []string
type Yes bool

func (y Yes) MarshalXMLAttr(n xml.Name) (xml.Attr, error) {
	return xml.Attr{Name: n, Value: map[bool]string{true: "yes", false: "no"}[bool(y)]}, nil
}
func (y *Yes) UnmarshalXMLAttr(a xml.Attr) error { *y = a.Value == "yes"; return nil }

type Stack[T any] struct{ xs []T }

func (s *Stack[T]) Push(x T) { s.xs = append(s.xs, x) }
func (s *Stack[T]) All() iter.Seq2[int, T] {
	return func(yield func(int, T) bool) {
		for i, x := range slices.Backward(s.xs) {
			if !yield(i, x) {
				return
			}
		}
	}
}
func (s Stack[T]) String() string { return fmt.Sprintf("Stack%v", s.xs) }

type Page struct {
	Title string
	Items []Line
	HTML  template.HTML
	Fn    func(int) string
	M     map[string]Line
}
type Line struct {
	Name string
	Qty  int
	p    int
}

func (l Line) Total() int   { return l.Qty * l.p }
func (l *Line) Inc() string { l.Qty++; return "" }
func (l Line) Times(n int) (int, error) {
	if n < 0 {
		return 0, errors.New("negative")
	}
	return l.Qty * n, nil
}
func (p *Page) Count() int { return len(p.Items) }

type Grid [2][2]int

func (g Grid) Format(f fmt.State, verb rune) {
	w, ok := f.Width()
	fmt.Fprintf(f, "<%c %d %v %v %v>", verb, w, ok, f.Flag('+'), f.Flag('#'))
}

type GS struct{ a int }

func (GS) GoString() string { return "GS!" }

type pt struct{ x, y int }

func (p *pt) Scan(s fmt.ScanState, verb rune) error {
	_, err := fmt.Fscanf(s, "%d,%d", &p.x, &p.y)
	return err
}

type src struct{ n int64 }

func (s *src) Int63() int64    { s.n += 1 << 40; return s.n }
func (s *src) Seed(seed int64) { s.n = seed }

type upper struct{ w io.Writer }

func (u upper) Write(p []byte) (int, error) { return u.w.Write(bytes.ToUpper(p)) }

func main() {
	var b Buf
	b.WriteString("hello ")
	fmt.Fprintf(&b, "%d", 5)
	fmt.Println(b.String(), b.Len(), &b.Buffer)
	var out strings.Builder
	l := &Logged{Logger: log.New(upper{&out}, "p: ", 0)}
	l.Count("one")
	l.Println("two", Stamp(time.Unix(0, 0).UTC()))
	fmt.Print(out.String())
	at := Stamp(time.Date(2024, 5, 6, 0, 0, 0, 0, time.UTC))
	e := Event{At: at, Real: time.Time(at), Wait: time.Second, Num: "12.50", B: []byte("bytes"), F: 1.5, Status: Status{true, nil}}
	j, err := json.Marshal(e)
	fmt.Println(string(j), err)
	var e2 Event
	err = json.Unmarshal(j, &e2)
	fmt.Println(e2.At, e2.Real.Year(), e2.Wait, e2.Num, string(e2.B), e2.F, e2.OK, err)
	m := map[IP]string{{1, 2, 3, 4}: "a", {5, 6, 7, 8}: "b"}
	j, err = json.Marshal(m)
	fmt.Println(string(j), err)
	var m2 map[IP]string
	fmt.Println(json.Unmarshal(j, &m2), m2[IP{5, 6, 7, 8}], len(m2))
	s := Shapes{Rect{2, 3}, &Circle{1}}
	j, err = json.Marshal(struct{ S Shapes }{s})
	fmt.Println(string(j), err)
	var s2 struct{ S Shapes }
	fmt.Println(json.Unmarshal(j, &s2), len(s2.S), s2.S[0].Area(), s2.S[1].Area(), reflect.TypeOf(s2.S[1]))
	dec := json.NewDecoder(strings.NewReader(`[{"W":1,"H":2},{"W":3,"H":4}]`))
	dec.Token()
	for dec.More() {
		var r Rect
		dec.Decode(&r)
		fmt.Print(r, " ")
	}
	tok, _ := dec.Token()
	fmt.Println(tok)
	lib := Library{Books: []Book{{ISBN: "1", Title: "Go & <x>", Price: 2.5, By: Authors{"a", "b"}, Free: true}, {ISBN: "2"}}, Note: "n"}
	x, err := xml.MarshalIndent(lib, "", " ")
	fmt.Println(string(x), err)
	var lib2 Library
	err = xml.Unmarshal(x, &lib2)
	fmt.Println(lib2.Books[0].Title, lib2.Books[0].By, lib2.Books[0].Free, lib2.Books[1].Free, lib2.XMLName.Local, err)
	st := &Stack[Stamp]{}
	st.Push(at)
	st.Push(Stamp(time.Unix(0, 0).UTC()))
	for i, v := range st.All() {
		fmt.Print(i, " ", v, " ")
	}
	fmt.Println(st, *st)
	var net bytes.Buffer
	gob.Register(Rect{})
	gob.Register(&Circle{})
	fmt.Println(gob.NewEncoder(&net).Encode(struct {
		S []Shape
		M map[string]Rect
	}{s, map[string]Rect{"k": {1, 1}}}))
	var g struct {
		S []Shape
		M map[string]Rect
	}
	fmt.Println(gob.NewDecoder(&net).Decode(&g), len(g.S), g.S[1].Name(), g.M)
	p := &Page{Title: "<T>", Items: []Line{{"a", 2, 3}, {"b", 1, 1}}, HTML: "<b>", Fn: func(i int) string { return fmt.Sprint("fn", i) }, M: map[string]Line{"k": {"z", 9, 1}}}
	ht := template.Must(template.New("h").Parse(`{{define "row"}}<li>{{.Name}}: {{.Total}}{{end}}<h1>{{.Title}}</h1>{{.HTML}}{{range .Items}}{{template "row" .}}{{.Times 2}}{{end}}{{call .Fn 3}} {{.Count}} {{.M.k.Name}} {{(index .Items 1).Qty}} {{with $x := .Title}}{{$x}}{{end}} {{not true}} {{slice .Title 1 2}} <script>var x = {{.M}}, y = {{.Items}};</script>` + "\n"))
	fmt.Println(ht.Execute(os.Stdout, p))
	err = ttemplate.Must(ttemplate.New("q").Parse("{{range .Items}}{{.Times -1}}{{end}}")).Execute(io.Discard, p)
	fmt.Println(err)
	fmt.Println(ttemplate.Must(ttemplate.New("q").Parse("{{range $i, $e := .}}{{if $i}}, {{end}}{{$e}}{{else}}empty{{end}}\n")).Execute(os.Stdout, []Shape{Rect{1, 2}}))
	fmt.Printf("%v %+d %#x %6s|%v %#v %v\n", Grid{}, Grid{}, Grid{}, Grid{}, []Grid{{}}, struct{ G GS }{}, GS{3})
	var pp pt
	n, err := fmt.Sscan("3,4", &pp)
	fmt.Println(n, err, pp)
	r := rand.New(&src{})
	fmt.Println(r.Intn(100), r.Intn(100), r.Perm(4))
	people := []Line{{"x", 3, 1}, {"y", 1, 1}, {"z", 2, 1}}
	slices.SortFunc(people, func(a, b Line) int { return cmp.Compare(a.Qty, b.Qty) })
	fmt.Println(people, slices.IndexFunc(people, func(l Line) bool { return l.Name == "x" }), slices.Sorted(maps.Keys(map[string]int{"b": 1, "a": 2})))
	f := sync.OnceValue(func() Line { fmt.Println("computed"); return Line{"o", 1, 1} })
	fmt.Println(f().Name, f().Qty)
	w := bufio.NewWriterSize(upper{os.Stdout}, 4)
	fmt.Fprintln(w, "buffered writer", Rect{1, 2})
	w.Flush()
	enc := base64.NewEncoder(base64.StdEncoding, upper{os.Stdout})
	enc.Write([]byte("data"))
	enc.Close()
	fmt.Println()
	tp := textproto.NewReader(bufio.NewReader(strings.NewReader("A: 1\r\nB: 2\r\n\r\n")))
	h, err := tp.ReadMIMEHeader()
	fmt.Println(h, err)
	fmt.Println(reflect.DeepEqual(lib, lib2), reflect.DeepEqual(s[0], Rect{2, 3}), reflect.DeepEqual(m, m2))
}
