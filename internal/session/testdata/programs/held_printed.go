// Every kind of value, held in every way, printed with every verb.
package main

import (
	"fmt"
	"regexp"
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
			for _, verb := range []string{"%v", "%+v", "%#v", "%T", "%s", "%q", "%x", "%d", "%t", "%6.2f", "%-6v|", "%z"} {
				say(verb, w)
			}
			say("%v %[1]T", w)
			say("%[2]*[1]v|%[3]T|", w, 8, w)
			fmt.Println(address.ReplaceAllString(fmt.Sprint(w, w, " s ", w), " ADDRESS "))
			say("nothing", w, w)
			say("%!")
			say("%d %[5]v %[1]*v", w)
		}
		say("%p %p", ws[0], struct{ P any }{1})
		say("%w", ws[0])
		say("%s", []*Point{{1, 2}})
		say("%#v %t %d", fmt.Errorf("it: %w", Failure{1}), fmt.Errorf("it: %w", Failure{2}), fmt.Errorf("it: %w", &Failure{2}))
	}
	mixed := map[any]int{N(2): 1, N(1): 2, Suit(1): 3, Suit(0): 4}
	same := true
	for range 20 {
		same = same && fmt.Sprint(mixed) == fmt.Sprint(mixed)
	}
	fmt.Println(same, map[any]int{3: 1, "b": 2, 2.5: 3, true: 4, "a": 5, 1: 6, nil: 7})
	_, err := fmt.Sscan("1", &Point{})
	fmt.Println(err)
	_, err = fmt.Sscan("1", Point{})
	fmt.Println(err)
}
