package main

import (
	"bytes"
	"errors"
	"fmt"
	"image/color"
	"io"
	"io/fs"
	"math/big"
	"net/url"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing/fstest"
	"time"
)

// Types of every form, with and without methods that the library looks for.

type Shape interface{ Area() float64 }

type Square struct{ side float64 }

func (s Square) Area() float64  { return s.side * s.side }
func (s Square) String() string { return "square " + strconv.FormatFloat(s.side, 'g', -1, 64) }

type Disc struct{ R float64 }

func (d *Disc) Area() float64 { return 3 * d.R * d.R }

type (
	Mark  int
	Ratio float64
	Flag  bool
	Raw   []byte
	Word  string
	Suit  uint8
)

func (w Word) String() string { return "word " + string(w) }
func (s Suit) String() string { return [...]string{"clubs", "diamonds", "hearts"}[s%3] }

type Pair struct {
	X int
	y string
}

func (p Pair) Sum(n int) int { return p.X + n }
func (p *Pair) Grow()        { p.X++ }

type Place struct {
	Row  int
	Name string
}

type Fault struct{ Code int }

func (f Fault) Error() string { return "fault " + strconv.Itoa(f.Code) }

type Trouble struct {
	What  string
	Cause error
}

func (t *Trouble) Error() string {
	if t == nil {
		return "no trouble"
	}
	return "trouble: " + t.What
}
func (t *Trouble) Unwrap() error { return t.Cause }
func (t *Trouble) Is(target error) bool {
	other, ok := target.(*Trouble)
	return ok && t != nil && other.What == t.What
}

type Whole struct {
	Pair
	*Disc
	Any    any
	secret any
	shape  Shape
	Errs   []error
	ByName map[string]any
	call   func(int) int
	List   []any
	Tagged int `json:"tagged,omitempty" xml:"t,attr"`
}

type Formatted struct{ n int }

func (f Formatted) Format(s fmt.State, verb rune) { fmt.Fprintf(s, "<%c %d>", verb, f.n) }

type Literal struct{ n int }

func (l Literal) GoString() string { return "Literal#" + strconv.Itoa(l.n) }

type AsJSON struct{ n int }

func (j AsJSON) MarshalJSON() ([]byte, error) { return []byte(`{"n":` + strconv.Itoa(j.n) + `}`), nil }
func (j *AsJSON) UnmarshalJSON(b []byte) error {
	j.n = len(b)
	return nil
}

type AsText struct{ s string }

func (t AsText) MarshalText() ([]byte, error)  { return []byte("text " + t.s), nil }
func (t *AsText) UnmarshalText(b []byte) error { t.s = string(b); return nil }

type Box[T any] struct{ V T }

func (b Box[T]) Get() T         { return b.V }
func (b *Box[T]) Put(v T)       { b.V = v }
func (b Box[T]) String() string { return fmt.Sprintf("box of %v", b.V) }

type Node[T any] struct {
	Val  T
	Next *Node[T]
}

type Step func(int) int

func (s Step) Twice(n int) int { return s(s(n)) }

type (
	Anys   []any
	Errs   []error
	Shapes map[string]Shape
	Grid   [2][2]any
	Queue  chan any
)

type ByLength []string

func (b ByLength) Len() int           { return len(b) }
func (b ByLength) Less(i, j int) bool { return len(b[i]) < len(b[j]) }
func (b ByLength) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }

type Heap []*Pair

func (h Heap) Len() int           { return len(h) }
func (h Heap) Less(i, j int) bool { return h[i].X < h[j].X }
func (h Heap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *Heap) Push(x any)        { *h = append(*h, x.(*Pair)) }
func (h *Heap) Pop() any {
	old := *h
	last := old[len(old)-1]
	*h = old[:len(old)-1]
	return last
}

type Source struct {
	left int
	Log  []string
}

func (s *Source) Read(p []byte) (int, error) {
	s.Log = append(s.Log, "read")
	if s.left == 0 {
		return 0, io.EOF
	}
	n := copy(p, "one 2 three\n4 five"[:min(s.left, 18)])
	s.left -= n
	return n, nil
}

type Sink struct {
	Got  []byte
	Room int
}

func (s *Sink) Write(p []byte) (int, error) {
	if s.Room > 0 && len(s.Got)+len(p) > s.Room {
		return 0, Fault{28}
	}
	s.Got = append(s.Got, p...)
	return len(p), nil
}

type Ink uint8

func (i Ink) RGBA() (r, g, b, a uint32) { return uint32(i) * 257, 0, 0, 0xffff }

type Dice struct{ state uint64 }

func (d *Dice) Uint64() uint64 {
	d.state = d.state*6364136223846793005 + 1442695040888963407
	return d.state
}
func (d *Dice) Int63() int64 { return int64(d.Uint64() >> 1) }
func (d *Dice) Seed(n int64) { d.state = uint64(n) }

// Values: each function whose name begins with new makes one, which arguments and sinks
// draw from.

func newInt() int                  { return 7 }
func newSmall() int                { return 2 }
func newText() string              { return "grüße, 世界" }
func newFloat() float64            { return 2.5 }
func newMark() Mark                { return 3 }
func newRatio() Ratio              { return 1.5 }
func newFlag() Flag                { return true }
func newRaw() Raw                  { return Raw{'r', 'a', 'w'} }
func newWord() Word                { return "w" }
func newSuit() Suit                { return 1 }
func newSquare() Square            { return Square{2} }
func newSquareP() *Square          { return &Square{3} }
func newDisc() *Disc               { return &Disc{1} }
func newPair() Pair                { return Pair{1, "p"} }
func newPairP() *Pair              { return &Pair{2, "q"} }
func newNoPair() *Pair             { return nil }
func newPlace() Place              { return Place{1, "here"} }
func newFault() Fault              { return Fault{4} }
func newTrouble() *Trouble         { return &Trouble{"t", Fault{5}} }
func newErr() error                { return Fault{6} }
func newPlainErr() error           { return errors.New("plain") }
func newWrapped() error            { return fmt.Errorf("wrapped: %w", &Trouble{"in", io.EOF}) }
func newFormatted() Formatted      { return Formatted{8} }
func newLiteral() Literal          { return Literal{9} }
func newAsJSON() AsJSON            { return AsJSON{1} }
func newAsText() AsText            { return AsText{"t"} }
func newBoxInt() Box[int]          { return Box[int]{5} }
func newBoxP() *Box[string]        { return &Box[string]{"s"} }
func newBoxAny() Box[any]          { return Box[any]{Square{7}} }
func newNode() *Node[Mark]         { return &Node[Mark]{1, &Node[Mark]{2, nil}} }
func newStep() Step                { return func(n int) int { return n + 1 } }
func newAnys() []any               { return []any{Mark(3), "s", Square{1}, nil, 2, Suit(0)} }
func newMarksAny() []any           { return []any{Mark(3), Mark(1), Mark(2)} }
func newErrs() []error             { return []error{Fault{3}, errors.New("e"), &Trouble{What: "z"}} }
func newShapes() []Shape           { return []Shape{Square{3}, &Disc{1}, Square{2}} }
func newStringers() []fmt.Stringer { return []fmt.Stringer{Square{3}, Word("b"), Suit(1)} }
func newNamedAnys() Anys           { return Anys{Mark(3), Square{1}} }
func newNamedErrs() Errs           { return Errs{Fault{1}, errors.New("end")} }
func newNamedShapes() Shapes       { return Shapes{"a": Square{1}} }
func newGrid() Grid                { return Grid{{Mark(1), Square{1}}, {nil, "x"}} }
func newMapAny() map[string]any    { return map[string]any{"a": Mark(1), "b": []any{Square{1}}, "c": nil} }
func newMapShape() map[Place]Shape { return map[Place]Shape{{1, "a"}: Square{1}, {2, "b"}: &Disc{2}} }
func newMapKeys() map[any]int      { return map[any]int{Mark(1): 1, Mark(3): 2, Mark(2): 3} }
func newMapErr() map[string]error  { return map[string]error{"x": Fault{1}} }
func newArray() [3]any             { return [3]any{Mark(1), Square{2}, "x"} }
func newArrayP() *[3]any           { return &[3]any{Mark(1), Square{2}, "x"} }
func newAnysP() *[]any             { x := newAnys(); return &x }
func newAnyP() *any                { var x any = Square{4}; return &x }
func newErrP() *error              { var x error = Fault{4}; return &x }
func newShapeP() *Shape            { var x Shape = Square{4}; return &x }
func newPairPs() []*Pair           { return []*Pair{{3, "c"}, {1, "a"}} }
func newAnyss() [][]any            { return [][]any{{Mark(1)}, {Square{1}, nil}} }
func newPairs() []Pair             { return []Pair{{3, "c"}, {1, "a"}, {2, "b"}} }
func newSquares() []Square         { return []Square{{3}, {1}, {2}} }
func newMarks() []Mark             { return []Mark{3, 1, 2} }
func newWords() []Word             { return []Word{"c", "a", "b"} }
func newInts() []int               { return []int{3, 1, 2} }
func newTexts() []string           { return []string{"c", "a", "b"} }
func newFloats() []float64         { return []float64{3, 1, 2} }
func newBytes() []byte             { return []byte("bytes, more") }
func newChanAny() chan any         { c := make(chan any, 2); c <- Square{1}; return c }
func newChanInt() chan int         { c := make(chan int, 2); c <- 1; return c }
func newFuncs() []func(int) int    { return []func(int) int{func(x int) int { return x * 2 }, nil} }
func newWhole() Whole {
	return Whole{Pair: Pair{1, "x"}, Disc: &Disc{2}, Any: Square{1}, secret: Mark(4), shape: Square{5},
		Errs: []error{Fault{1}}, ByName: map[string]any{"k": Word("v")}, List: []any{Mark(1), Suit(1), nil, Pair{9, "z"}}}
}
func newWholeP() *Whole { w := newWhole(); return &w }
func newAnonymous() struct {
	A any
	b Shape
} {
	return struct {
		A any
		b Shape
	}{Mark(1), Square{2}}
}
func newByLength() ByLength        { return ByLength{"ccc", "a", "bb"} }
func newHeap() *Heap               { return &Heap{{3, "c"}, {1, "a"}, {2, "b"}} }
func newSource() *Source           { return &Source{left: 30} }
func newSink() *Sink               { return &Sink{} }
func newFullSink() *Sink           { return &Sink{Room: 3} }
func newInk() color.Color          { return Ink(4) }
func newDice() *Dice               { return &Dice{1} }
func newBuffer() *bytes.Buffer     { return bytes.NewBufferString("buf fer\nline 2\n") }
func newReader() *strings.Reader   { return strings.NewReader("reader text\n{\"X\":1}") }
func newBuilder() *strings.Builder { b := &strings.Builder{}; b.WriteString("sb"); return b }
func newBig() *big.Int             { return big.NewInt(12) }
func newRat() *big.Rat             { return big.NewRat(3, 4) }
func newTime() time.Time           { return time.Unix(86400*365, 5).UTC() }
func newDuration() time.Duration   { return 1500 * time.Millisecond }
func newURL() *url.URL             { u, _ := url.Parse("http://u@h.x:80/p/q?a=1&b=2#f"); return u }
func newRegexp() *regexp.Regexp    { return regexp.MustCompile(`(\w)(\d|e)`) }

// files are a folder's, in memory.
func files() []fs.DirEntry {
	all, err := fs.ReadDir(fstest.MapFS{"c": {}, "a/x": {}, "b": {}}, ".")
	if err != nil {
		panic(err)
	}
	all[0], all[1], all[2] = all[2], all[0], all[1]
	return all
}

func pointer[T any](x T) *T { return &x }

// withoutType is an error of package gob about one of a map's values, which chance selects.
func withoutType(err error) string {
	text, _, _ := strings.Cut(fmt.Sprint(err), "interface: ")
	return text
}

// show prints a value in ways that tell its type, what it is and what its methods are.
func show(what string, x any) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println(what, "can't be shown:", r)
		}
	}()
	fmt.Printf("%s %T %v | %+v\n", what, x, x, x)
	switch x := x.(type) {
	case *Pair:
		if x != nil {
			fmt.Println("  a pair", *x, x.Sum(1))
		}
	case *any:
		fmt.Println("  at it", *x)
	case *error:
		fmt.Println("  at it", *x)
	case *Shape:
		fmt.Println("  at it", *x)
	case []*Pair:
		for _, p := range x {
			if p != nil {
				fmt.Println("  a pair", *p)
			}
		}
	case *Heap:
		for _, p := range *x {
			fmt.Println("  a pair", *p)
		}
	case error:
		fmt.Println("  an error", x.Error())
	case Shape:
		fmt.Println("  a shape", x.Area())
	case fmt.Stringer:
		fmt.Println("  a stringer", x.String())
	}
}

// walk prints what reflection sees of a value, down to a depth.
func walk(path string, v reflect.Value, deep int) {
	if deep == 0 {
		return
	}
	if !v.IsValid() {
		fmt.Println(path, "invalid")
		return
	}
	t := v.Type()
	fmt.Println(path, t, t.Kind(), t.Name(), t.PkgPath(), t.NumMethod(), v.CanAddr(), v.CanSet(), v.CanInterface(), t.Comparable())
	for i := range t.NumMethod() {
		fmt.Println("  method", t.Method(i).Name, t.Method(i).Type)
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			fmt.Println("  field", f.Name, f.Type, f.Tag, f.Anonymous, f.PkgPath, f.Index)
			walk(path+"."+f.Name, v.Field(i), deep-1)
		}
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			walk("*"+path, v.Elem(), deep-1)
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			walk(path+"[i]", v.Index(i), deep-1)
		}
	case reflect.Map:
		if v.Len() == 1 {
			for _, k := range v.MapKeys() {
				walk(path+" key", k, deep-1)
				walk(path+" value", v.MapIndex(k), deep-1)
			}
		}
	case reflect.Func:
		fmt.Println("  takes", t.NumIn(), "gives", t.NumOut(), t.IsVariadic())
	case reflect.Chan:
		fmt.Println("  holds", t.ChanDir(), v.Len(), v.Cap())
	default:
		fmt.Println("  is", v)
	}
}

// told is a text that tells values apart, by type and contents, and says nothing of
// addresses.
func told(x any) string {
	switch x := x.(type) {
	case *Pair:
		if x != nil {
			return fmt.Sprintf("*Pair of %v %s", x.X, x.y)
		}
	case *Disc:
		return fmt.Sprintf("*Disc of %v", x.R)
	case *Trouble:
		return "*Trouble " + x.Error()
	case *any:
		return "*any of " + told(*x)
	case *int:
		return fmt.Sprintf("*int of %d", *x)
	case func() any:
		return "func of " + told(x())
	case fs.DirEntry:
		return "entry " + x.Name()
	case []any:
		return "anys " + all(x)
	case Box[any]:
		return "box " + told(x.V)
	case [2]any:
		return "two " + all(x[:])
	case error:
		return fmt.Sprintf("%T %s", x, x.Error())
	}
	return fmt.Sprintf("%T %+v", x, x)
}

// all tells of each element.
func all[T any](xs []T) string {
	var b strings.Builder
	for _, x := range xs {
		b.WriteString("[" + told(x) + "]")
	}
	return b.String()
}

// kinds tells what a type switch and assertions see of each element.
func kinds[T any](xs []T) string {
	var b strings.Builder
	for _, x := range xs {
		switch x := any(x).(type) {
		case nil:
			b.WriteString(" nil")
		case Shape:
			fmt.Fprint(&b, " shape ", x.Area())
		case error:
			fmt.Fprint(&b, " error ", errors.Is(x, io.EOF))
		case fmt.Stringer:
			b.WriteString(" stringer")
		case int, string, Mark, Pair:
			fmt.Fprintf(&b, " %T", x)
		default:
			b.WriteString(" other")
		}
	}
	return b.String()
}

// sorter orders by what told says, through the methods that package sort calls.
type sorter[T any] []T

func (s sorter[T]) Len() int           { return len(s) }
func (s sorter[T]) Less(i, j int) bool { return told(s[i]) < told(s[j]) }
func (s sorter[T]) Swap(i, j int)      { s[i], s[j] = s[j], s[i] }
func (s *sorter[T]) Push(x any)        { *s = append(*s, x.(T)) }
func (s *sorter[T]) Pop() any {
	old := *s
	last := old[len(old)-1]
	*s = old[:len(old)-1]
	return last
}

func compareTold[T any](a, b T) int { return strings.Compare(told(a), told(b)) }

func spread[T any](xs ...T) []T { return xs }

// Carrier is an error that carries a value.
type Carrier struct{ x any }

func (c Carrier) Error() string { return "carried" }

// unencoded is a page without the note in a script's comment that an error comes from a
// value's own method: all of the user's values have one in riffle.
func unencoded(page string) string { return encoded.ReplaceAllString(page, "") }

var encoded = regexp.MustCompile(`json: error calling Marshal\w+ for type [^:]*: `)
