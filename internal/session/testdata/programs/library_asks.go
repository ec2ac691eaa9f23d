package main

import (
	"bytes"
	"database/sql"
	"database/sql/driver"
	"encoding/gob"
	"encoding/json"
	"encoding/xml"
	"errors"
	"expvar"
	"fmt"
	"io"
	"math/rand"
	"os"
	"reflect"
	"strings"
	"testing/quick"
)

type Temp float64

func (t Temp) GobEncode() ([]byte, error) { return []byte(fmt.Sprintf("%.1f", float64(t))), nil }
func (t *Temp) GobDecode(b []byte) error {
	_, err := fmt.Sscanf(string(b), "%f", (*float64)(t))
	return err
}

type Shape interface{ Area() float64 }
type Sq struct{ Side float64 }
type Ci struct{ R float64 }

func (s Sq) Area() float64 { return s.Side * s.Side }
func (c Ci) Area() float64 { return 3 * c.R * c.R }

type Doc struct {
	Name   string
	T      Temp
	Shapes []Shape
	Main   Shape
	M      map[string]int
	Next   *Doc
}

func gobs() {
	gob.Register(Sq{})
	gob.Register(Ci{})
	var buf bytes.Buffer
	d := Doc{"d", 36.6, []Shape{Sq{2}, Ci{1}}, Sq{3}, map[string]int{"a": 1}, &Doc{Name: "n", T: 1.5}}
	if err := gob.NewEncoder(&buf).Encode(d); err != nil {
		fmt.Println("enc", err)
		return
	}
	var e Doc
	if err := gob.NewDecoder(&buf).Decode(&e); err != nil {
		fmt.Println("dec", err)
		return
	}
	fmt.Println(e.Name, e.T, e.Shapes, e.Main.Area(), e.M, e.Next.Name, e.Next.T)
}

type Hex int

func (h Hex) MarshalXML(e *xml.Encoder, s xml.StartElement) error {
	return e.EncodeElement(fmt.Sprintf("0x%x", int(h)), s)
}
func (h *Hex) UnmarshalXML(d *xml.Decoder, s xml.StartElement) error {
	var t string
	if err := d.DecodeElement(&t, &s); err != nil {
		return err
	}
	_, err := fmt.Sscanf(t, "0x%x", (*int)(h))
	return err
}

type Up string

func (u Up) MarshalText() ([]byte, error)  { return []byte(strings.ToUpper(string(u))), nil }
func (u *Up) UnmarshalText(b []byte) error { *u = Up(strings.ToLower(string(b))); return nil }

type Node struct {
	XMLName xml.Name `xml:"node"`
	ID      Up       `xml:"id,attr"`
	V       Hex      `xml:"v"`
	Kids    []*Node  `xml:"node"`
}

func xmls() {
	n := Node{ID: "a", V: 255, Kids: []*Node{{ID: "b", V: 16}, {ID: "c", Kids: []*Node{{ID: "d"}}}}}
	b, err := xml.MarshalIndent(n, "", " ")
	fmt.Println(string(b), err)
	var m Node
	err = xml.Unmarshal(b, &m)
	fmt.Println(m.ID, int(m.V), len(m.Kids), err)
	if len(m.Kids) == 2 {
		fmt.Println(m.Kids[0].ID, int(m.Kids[0].V), m.Kids[1].Kids[0].ID)
	}
}

type Money int64

func (m Money) Value() (driver.Value, error) { return fmt.Sprintf("$%d", int64(m)), nil }
func (m *Money) Scan(v any) error {
	_, err := fmt.Sscanf(fmt.Sprint(v), "$%d", (*int64)(m))
	return err
}

type drv struct{}
type conn struct{}
type stmt struct{ q string }
type rows struct{ i int }

func (drv) Open(name string) (driver.Conn, error)  { return conn{}, nil }
func (conn) Prepare(q string) (driver.Stmt, error) { return stmt{q}, nil }
func (conn) Close() error                          { return nil }
func (conn) Begin() (driver.Tx, error)             { return nil, errors.New("no tx") }
func (stmt) Close() error                          { return nil }
func (s stmt) NumInput() int                       { return strings.Count(s.q, "?") }
func (s stmt) Exec(a []driver.Value) (driver.Result, error) {
	fmt.Printf("exec %s %v\n", s.q, a)
	return driver.RowsAffected(1), nil
}
func (s stmt) Query(a []driver.Value) (driver.Rows, error) { return &rows{}, nil }
func (r *rows) Columns() []string                          { return []string{"name", "money", "n"} }
func (r *rows) Close() error                               { return nil }
func (r *rows) Next(dest []driver.Value) error {
	if r.i == 2 {
		return io.EOF
	}
	r.i++
	dest[0], dest[1], dest[2] = fmt.Sprint("row", r.i), fmt.Sprintf("$%d", r.i*10), int64(r.i)
	return nil
}

type Count int
type Label string

func sqls() {
	sql.Register("fake", drv{})
	db, err := sql.Open("fake", "x")
	if err != nil {
		fmt.Println(err)
		return
	}
	res, err := db.Exec("insert ? ?", Money(5), Count(3))
	if err != nil {
		fmt.Println(err)
		return
	}
	n, _ := res.RowsAffected()
	fmt.Println("affected", n)
	rs, err := db.Query("select")
	if err != nil {
		fmt.Println(err)
		return
	}
	for rs.Next() {
		var l Label
		var m Money
		var c Count
		if err := rs.Scan(&l, &m, &c); err != nil {
			fmt.Println("scan", err)
			return
		}
		fmt.Println(l, int64(m), c)
	}
	_, err = db.Begin()
	fmt.Println(err)
	fmt.Println(db.Close())
}

type Even int

func (Even) Generate(r *rand.Rand, size int) reflect.Value {
	return reflect.ValueOf(Even(2 * r.Intn(100)))
}

type Pt struct{ X, Y int }

func quicks() {
	fmt.Println(quick.Check(func(e Even) bool { return e%2 == 0 }, nil))
	fmt.Println(quick.Check(func(a, b int) bool { return a+b == b+a }, nil))
	fmt.Println(quick.Check(func(p Pt, xs []string) bool { return p.X == p.X && len(xs) >= 0 }, &quick.Config{MaxCount: 20}))
	err := quick.Check(func(x uint8) bool { return x < 10 }, &quick.Config{Rand: rand.New(rand.NewSource(1))})
	var ce *quick.CheckError
	fmt.Println(errors.As(err, &ce), ce != nil && ce.Count > 0)
	fmt.Println(quick.CheckEqual(func(a int) int { return a * 2 }, func(a int) int { return a + a }, nil))
}

type Gauge struct{ n int }

func (g *Gauge) String() string { return fmt.Sprint(g.n) }

func expvars() {
	g := &Gauge{4}
	expvar.Publish("gauge", g)
	g.n++
	fmt.Println(expvar.Get("gauge"))
	expvar.Publish("fn", expvar.Func(func() any { return map[string]any{"a": Sq{2}} }))
	fmt.Println(expvar.Get("fn"))
	expvar.Publish("fn2", expvar.Func(func() any { return Sq{2} }))
	fmt.Println(expvar.Get("fn2"))
}

type Key struct{ A, B int }

func (k Key) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "%d-%d", k.A, k.B), nil }
func (k *Key) UnmarshalText(b []byte) error {
	_, err := fmt.Sscanf(string(b), "%d-%d", &k.A, &k.B)
	return err
}

type Tree struct {
	Name  Up
	Left  *Tree `json:",omitempty"`
	Right *Tree `json:",omitempty"`
	By    map[Key]Up
}

func jsons() {
	t := Tree{Name: "a", Left: &Tree{Name: "b", By: map[Key]Up{{1, 2}: "z"}}}
	b, err := json.Marshal(t)
	fmt.Println(string(b), err)
	var u Tree
	err = json.Unmarshal(b, &u)
	fmt.Println(u.Name, u.Left.Name, u.Left.By[Key{1, 2}], err)
}

func main() {
	gobs()
	xmls()
	sqls()
	quicks()
	expvars()
	jsons()
	_ = os.Stdout
}
