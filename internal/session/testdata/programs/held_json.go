// Every kind of value, held in every way, as JSON and back.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strings"
)

type N int
type Name string

func (n Name) String() string { return "Name(" + string(n) + ")" }

type Suit int

func (s Suit) String() string { return [...]string{"clubs", "hearts"}[s] }

type Point struct {
	X int
	y int
}
type Circle struct{ R float64 }

func (c *Circle) String() string { return fmt.Sprint("circle ", c.R) }

type Failure struct{ Code int }

func (f Failure) Error() string { return fmt.Sprint("failure ", f.Code) }

type Grade struct{ points int }

func (g Grade) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "grade-%d", g.points), nil }
func (g *Grade) UnmarshalText(b []byte) error {
	_, err := fmt.Sscanf(string(b), "grade-%d", &g.points)
	return err
}

type Shape interface{ Area() float64 }
type Square struct{ Side float64 }

func (s Square) Area() float64 { return s.Side * s.Side }

type base struct{ ID int }
type Player struct {
	base
	Name   string `json:"name" xml:"name,attr"`
	secret string `json:"secret" xml:"secret"`
	Best   *Point `json:",omitempty"`
	Any    any
	hidden any
	Err    error
	Hand   []Suit
}
type Pair[T any] struct {
	First  T
	second T
}
type Names []Name
type Scores map[Name]N

// wrapped are the ways to hold a value.
func wrapped[T any](v T) []any {
	return []any{v, &v, []T{v}, []any{v, nil, &v}, [2]any{v}, map[string]T{"k": v}, map[string]any{"k": v}, Pair[T]{v, v},
		struct {
			A any
			b any
			C T
			d T
		}{v, v, v, v}, &Pair[any]{v, []any{v}}}
}

// values are one of each kind, wrapped.
func values() [][]any {
	return [][]any{wrapped(7), wrapped("text"), wrapped(N(3)), wrapped(Name("eve")), wrapped(Suit(1)), wrapped(Point{1, 2}), wrapped(Circle{2}),
		wrapped(Failure{4}), wrapped(error(Failure{5})), wrapped(Grade{6}), wrapped(Shape(Square{3})),
		wrapped(Player{base{1}, "ann", "s", &Point{3, 4}, Suit(0), N(1), Failure{9}, []Suit{0, 1}}), wrapped(Player{}),
		wrapped(Names{"a", "b"}), wrapped(Scores{"a": 1, "b": 2}), wrapped([]Shape{Square{1}, nil}), wrapped(map[Suit]Point{1: {5, 6}}), wrapped(2.5), wrapped([]byte("by"))}
}

var address = regexp.MustCompile(` *\b(0x)?[0-9a-fA-F]{9,}\b *`)

// say prints without addresses.
func say(format string, args ...any) {
	fmt.Print(address.ReplaceAllString(fmt.Sprintf(format, args...), " ADDRESS "), "\n")
}

func main() {
	for _, ws := range values() {
		for _, w := range ws {
			b, err := json.Marshal(w)
			say("%s %v", b, err)
			p := reflect.New(reflect.TypeOf(w))
			err = json.Unmarshal(b, p.Interface())
			say("%v %+v", err, p.Elem())
			for _, wrong := range []string{`"text"`, `[{"X":"a"}]`, `{"First":[1]}`, `null`, `{"name":1`} {
				p.Elem().Set(reflect.ValueOf(w))
				err = json.Unmarshal([]byte(wrong), p.Interface())
				say("%T %v %+v", err, err, p.Elem())
			}
			err = json.Unmarshal(b, w)
			say("%v", err)
		}
	}
	places()
	refused()
}

// Decoders write where pointers, slices and interfaces lead.
func places() {
	p := &Point{1, 2}
	held := struct {
		A any
		S fmt.Stringer
		L []any
		M map[string]any
		P *Point
	}{p, &Circle{1}, []any{p, Point{3, 4}, 5}, map[string]any{"p": p}, p}
	fmt.Println(json.Unmarshal([]byte(`{"A":{"X":10},"S":{"R":20},"L":[{"X":30},{"X":31},{"X":32}],"M":{"p":{"X":40}},"P":{"X":50}}`), &held))
	fmt.Println(*p, held.A == any(p), held.S, held.L[0] == any(p), held.L[1:], held.M, held.P == p)
	var x any = p
	fmt.Println(json.Unmarshal([]byte(`{"X":60}`), &x), x == any(p), p.X)
	fmt.Println(json.Unmarshal([]byte(`null`), &x), x)
	var e error = &Failure{1}
	fmt.Println(json.Unmarshal([]byte(`{"Code":70}`), &e), e)
	b, err := json.Marshal(&e)
	fmt.Println(string(b), err)
	list := make([]Point, 2, 4)
	list[0], list[1] = Point{1, 1}, Point{2, 2}
	alias := list
	fmt.Println(json.Unmarshal([]byte(`[{"X":8},{"X":"no"},{"X":9}]`), &list), list, alias)
	players := []Player{{Name: "a", secret: "s"}, {Name: "b", Err: Failure{1}}}
	fmt.Println(json.Unmarshal([]byte(`[{"name":"c","secret":"t","Err":null},{"name":7,"Err":{}},{}]`), &players))
	say("%+v", players)
	m := map[string]Point{"a": {1, 2}, "b": {3, 4}}
	fmt.Println(json.Unmarshal([]byte(`{"a":{"X":9},"c":{}}`), &m), m)
	d := json.NewDecoder(strings.NewReader(`{"X":1} {"X":2,"y":3} {"Z":4}`))
	d.DisallowUnknownFields()
	for range 4 {
		var q Point
		fmt.Println(d.Decode(&q), q)
	}
	var out bytes.Buffer
	en := json.NewEncoder(&out)
	en.SetIndent("", " ")
	fmt.Println(en.Encode(Pair[any]{players[0], list}), out.String())
}

type Key struct{ A, b int }
type Loop struct{ Next *Loop }
type Broken struct{}

func (Broken) MarshalJSON() ([]byte, error) { return nil, errors.New("broken") }

type Zero struct{ Empty bool }

func (z Zero) IsZero() bool { return !z.Empty }

type Options struct {
	A Zero   `json:",omitzero"`
	B Zero   `json:",omitempty"`
	C int    `json:"c,string"`
	D Point  `json:",omitzero"`
	E []N    `json:",omitempty"`
	F func() `json:"-"`
	*Point
	Shape
}

// Errors name the user's types.
func refused() {
	l := &Loop{}
	l.Next = l
	for _, x := range []any{map[Key]string{{1, 2}: "x"}, make(chan Point), func(Key) {}, []any{make(chan Key)}, struct{ F func(Point) }{}, Broken{},
		[]Broken{{}}, complex(1, 2), map[any]int{Key{}: 1}, map[Grade]int{{1}: 2}, map[Suit]string{1: "h"}, Options{}, Options{A: Zero{true}, Shape: Square{2}, Point: &Point{1, 2}}} {
		b, err := json.Marshal(x)
		var t *json.UnsupportedTypeError
		var m *json.MarshalerError
		fmt.Println(string(b), err, errors.As(err, &t), errors.As(err, &m))
	}
	_, err := json.Marshal(l)
	fmt.Println(err != nil && strings.HasPrefix(err.Error(), "json: unsupported value: encountered a cycle via *main.Loop"))
	var np *Point
	fmt.Println(json.Unmarshal([]byte(`{}`), Point{}), json.Unmarshal([]byte(`{}`), np), json.Unmarshal([]byte(`{}`), nil))
	var g []Grade
	fmt.Println(json.Unmarshal([]byte(`{}`), &g), json.Unmarshal([]byte(`[1]`), &g))
	var deep struct {
		P Pair[[]Grade]
		Q Pair[Shape]
	}
	fmt.Println(json.Unmarshal([]byte(`{"P":{"First":[5]}}`), &deep), json.Unmarshal([]byte(`{"Q":{"First":5}}`), &deep), json.Unmarshal([]byte(`{"P":[]}`), &deep))
	err = json.Unmarshal([]byte(`{"X":"a"}`), &Point{})
	var u *json.UnmarshalTypeError
	fmt.Println(errors.As(err, &u), u.Value, u.Type, u.Struct, u.Field, u.Offset)
}
