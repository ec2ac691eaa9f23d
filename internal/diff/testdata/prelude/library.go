package main

import (
	"bufio"
	"container/list"
	"container/ring"
	"context"
	"database/sql/driver"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"hash"
	"hash/crc32"
	"image"
	"image/color"
	"io"
	"iter"
	"log"
	"log/slog"
	mrand "math/rand"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing/fstest"
	"text/tabwriter"
	"text/template"
	"unique"
)

// Values of the library's own types, for the methods and arguments of its functions.

func newList() *list.List {
	l := list.New()
	l.PushBack(Square{1})
	l.PushBack(Mark(2))
	l.PushFront(nil)
	return l
}
func newElement() *list.Element   { return newList().Back() }
func newRing() *ring.Ring         { r := ring.New(3); r.Value = Square{1}; r.Next().Value = Mark(2); return r }
func newBufReader() *bufio.Reader { return bufio.NewReader(&Source{left: 30}) }
func newBufWriter() *bufio.Writer { return bufio.NewWriter(&Sink{}) }
func newScanner() *bufio.Scanner  { return bufio.NewScanner(&Source{left: 30}) }
func newJSONDecoder() *json.Decoder {
	return json.NewDecoder(strings.NewReader(`{"X":1,"Any":[1,{"a":"b"}],"R":2}`))
}
func newJSONEncoder() *json.Encoder { return json.NewEncoder(os.Stdout) }
func newXMLDecoder() *xml.Decoder   { return xml.NewDecoder(strings.NewReader(`<Pair><X>5</X></Pair>`)) }
func newXMLEncoder() *xml.Encoder   { return xml.NewEncoder(os.Stdout) }
func newCSVReader() *csv.Reader     { return csv.NewReader(strings.NewReader("a,b\nc,d\n")) }
func newCSVWriter() *csv.Writer     { return csv.NewWriter(os.Stdout) }
func newTemplate() *template.Template {
	return template.Must(template.New("t").Parse("{{.}}|{{printf \"%v\" .}}\n"))
}
func newTabs() *tabwriter.Writer { return tabwriter.NewWriter(os.Stdout, 3, 4, 1, '.', 0) }
func newLogger() *log.Logger     { return log.New(os.Stdout, "p: ", 0) }

func timeless() *slog.HandlerOptions {
	return &slog.HandlerOptions{ReplaceAttr: func(g []string, a slog.Attr) slog.Attr {
		if a.Key == "time" {
			return slog.Attr{}
		}
		return a
	}}
}
func newSlogger() *slog.Logger { return slog.New(slog.NewTextHandler(os.Stdout, timeless())) }
func newHandler() slog.Handler { return slog.NewJSONHandler(os.Stdout, timeless()) }
func newAttr() slog.Attr       { return slog.Any("k", Square{3}) }
func newSlogValue() slog.Value { return slog.AnyValue(Mark(3)) }
func newFlags() *flag.FlagSet {
	f := flag.NewFlagSet("fs", flag.ContinueOnError)
	f.SetOutput(os.Stdout)
	f.Var(&Names{}, "v", "a flag")
	f.Int("n", 3, "a number")
	return f
}

type Names struct{ all []string }

func (n *Names) String() string     { return strings.Join(n.all, "+") }
func (n *Names) Set(s string) error { n.all = append(n.all, s); return nil }

func newNames() *Names { return &Names{} }
func newContext() context.Context {
	return context.WithValue(context.Background(), Place{1, "c"}, Square{3})
}
func newSyncMap() *sync.Map {
	m := &sync.Map{}
	m.Store(Place{1, "k"}, Square{1})
	return m
}
func newPool() *sync.Pool      { return &sync.Pool{New: func() any { return Square{8} }} }
func newAtomic() *atomic.Value { v := &atomic.Value{}; v.Store(Square{1}); return v }
func newValue1() reflect.Value { return reflect.ValueOf(newWhole()) }
func newValue2() reflect.Value { return reflect.ValueOf(newAnysP()).Elem() }
func newValue3() reflect.Value { return reflect.ValueOf(newWholeP()).Elem().FieldByName("Any") }
func newValue4() reflect.Value { return reflect.ValueOf(map[Place]Shape{{1, "a"}: Square{1}}) }
func newValue5() reflect.Value { return reflect.ValueOf(newMark()) }
func newValue6() reflect.Value { return reflect.ValueOf(newStep()) }
func newValue7() reflect.Value { return reflect.ValueOf(newErrP()).Elem() }
func newValue8() reflect.Value { return reflect.ValueOf(newChanAny()) }
func newValue9() reflect.Value { return reflect.ValueOf(newPairP()) }
func newType1() reflect.Type   { return reflect.TypeFor[Whole]() }
func newType2() reflect.Type   { return reflect.TypeFor[*Disc]() }
func newType3() reflect.Type   { return reflect.TypeFor[Shape]() }
func newType4() reflect.Type   { return reflect.TypeFor[map[Place]Shape]() }
func newType5() reflect.Type   { return reflect.TypeFor[[]any]() }
func newType6() reflect.Type   { return reflect.TypeFor[Step]() }
func newType7() reflect.Type   { return reflect.TypeFor[Mark]() }
func newHeader() http.Header   { return http.Header{"A": {"b", "c"}} }
func newQuery() url.Values     { return url.Values{"a": {"1", "2"}} }
func newImage() *image.RGBA    { return image.NewRGBA(image.Rect(0, 0, 2, 2)) }

type Board struct{ n int }

func (b Board) ColorModel() color.Model { return color.GrayModel }
func (b Board) Bounds() image.Rectangle { return image.Rect(0, 0, b.n, b.n) }
func (b Board) At(x, y int) color.Color { return color.Gray{uint8(x*16 + y)} }

func newBoard() Board                { return Board{2} }
func newRand() *rand.Rand            { return rand.New(rand.NewPCG(1, 2)) }
func newUserRand() *rand.Rand        { return rand.New(&Dice{3}) }
func newOldRand() *mrand.Rand        { return mrand.New(mrand.NewSource(1)) }
func newReplacer() *strings.Replacer { return strings.NewReplacer("l", "L", "o", "0") }
func newSyntax() *ast.File {
	f, _ := parser.ParseFile(token.NewFileSet(), "a.go", "package a\nfunc f(x int) int { return x + 1 }", parser.SkipObjectResolution)
	return f
}
func newFileSet() *token.FileSet { return token.NewFileSet() }
func newFS() fstest.MapFS {
	return fstest.MapFS{"a.txt": {Data: []byte("A")}, "d/b.txt": {Data: []byte("B")}}
}

type Greeting struct{ s string }

func (g Greeting) ServeHTTP(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, g.s, r.URL.Path) }

func newServer() http.Handler { return Greeting{"hi"} }
func newRequest() *http.Request {
	return httptest.NewRequest("GET", "/x?a=1", strings.NewReader("body"))
}
func newRecorder() *httptest.ResponseRecorder { return httptest.NewRecorder() }
func newSeqAny() iter.Seq[any]                { return func(y func(any) bool) { _ = y(Mark(1)) && y(Square{2}) } }
func newSeqShape() iter.Seq[Shape] {
	return func(y func(Shape) bool) { _ = y(&Disc{1}) && y(Square{2}) }
}
func newSeqInt() iter.Seq[int]   { return func(y func(int) bool) { _ = y(3) && y(1) } }
func newSeqMark() iter.Seq[Mark] { return func(y func(Mark) bool) { _ = y(3) && y(1) } }
func newSeq2() iter.Seq2[string, any] {
	return func(y func(string, any) bool) { _ = y("a", Mark(1)) && y("b", Square{2}) }
}

type Hash struct{ hash.Hash32 }

func (h Hash) Sum(b []byte) []byte { return append(h.Hash32.Sum(b), 'u') }

func newHash() hash.Hash            { return Hash{crc32.NewIEEE()} }
func newUnique() unique.Handle[any] { return unique.Make[any](Square{2}) }

type Column struct{ n int }

func (c Column) Value() (driver.Value, error) { return int64(c.n), nil }

func newColumn() Column { return Column{2} }

type Seeking struct{ *strings.Reader }

func newSeeker() io.ReadSeeker { return &Seeking{strings.NewReader("seekable text")} }

type Logged struct{ n int }

func (l Logged) LogValue() slog.Value {
	return slog.GroupValue(slog.Int("n", l.n), slog.Any("s", Square{1}))
}

func newLogged() Logged { return Logged{3} }

// printed is what package fmt returns, however long the addresses in it are.
func printed(x any) any {
	switch x := x.(type) {
	case int:
		return x > 0
	case []byte:
		return string(x)
	}
	return x
}

// tell shows a value, but for what is inside of the library's own.
func tell(what string, x any) {
	t := reflect.TypeOf(x)
	for t != nil && (t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice) {
		t = t.Elem()
	}
	switch x := x.(type) {
	case fmt.Stringer, error, []byte:
	case reflect.Value:
		fmt.Println(what, "value", x.IsValid())
		return
	default:
		if t != nil && t.Kind() == reflect.Struct && t.PkgPath() != "main" && t.PkgPath() != "" {
			fmt.Printf("%s %T\n", what, x)
			return
		}
	}
	show(what, x)
}
