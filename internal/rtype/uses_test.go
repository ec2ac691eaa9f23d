package rtype_test

import (
	"bytes"
	"container/heap"
	"container/list"
	"encoding/gob"
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"reflect"
	"runtime"
	"slices"
	"sort"
	"strings"
	"sync"
	"testing"
	"text/template"
	"time"
	"unsafe"

	"riffle/internal/rtype"
)

// samples are values of the compiler's types.
func samples() map[string]any {
	x := 7
	return map[string]any{
		"Rank": Rank(3), "Suit": Suit(9), "Card": Card{3, 9, "a<b"}, "*Card": &Card{4, 1, ""}, "Hand": Hand{{5, 0, "x"}, {2, 1, "y"}},
		"Percent": Percent(1.25), "Title": Title("hi"), "Toggle": Toggle(true), "Board": Board{{1, 2}, {}, {3}}, "Trie": Trie{"a": {"b": nil}, "c": {}},
		"Stack": Stack[int]{[]int{1, 2}}, "Pair": Pair[string, Rank]{"k", 4}, "Circle": Circle{2}, "NotFound": &NotFound{"it"}, "Code": Code(4), "Void": Void{},
		"Blank": Blank{A: 1, B: "z"}, "Calc": Calc{1.5, "t"}, "Tower": Tower{{}, {{}}}, "Me": Me{3}, "One": One{&x}, "Ref": Ref{&Node{Value: 4}},
		"Derived": Derived{Base: Base{3}, hidden: hidden{5}, Name: "d", Stringer: Rank(8), Duration: time.Second},
		"Nested":  Pair[Card, Stack[int]]{Card{1, 2, "n"}, Stack[int]{[]int{3}}}, "Node": Node{1, &Node{2, nil}}, "Stamp": Stamp(time.Unix(0, 0).UTC()),
		"Wide":    Wide{F1: 1, F3: 2, F4: io.EOF, F6: map[Card][]Node{{1, 2, "m"}: {{Value: 3}}}},
		"no Trie": Trie(nil), "no Hand": Hand(nil), "no *Card": (*Card)(nil), "no *NotFound": (*NotFound)(nil),
	}
}

// uses are what libraries do with a value.
var uses = map[string]func(v any) string{
	"verbs":  func(v any) string { return fmt.Sprintf("%T %v %+v %#v %d %s %q %x %t", v, v, v, v, v, v, v, v, v) },
	"inside": func(v any) string { return fmt.Sprintf("%v %+v", []any{v, v}, map[string]any{"k": v}) },
	"private": func(v any) string {
		return fmt.Sprintf("%v %+v %#v", struct{ v any }{v}, struct{ v any }{v}, struct{ v any }{v})
	},
	"json": func(v any) string {
		b, err := json.Marshal(map[string]any{"a": []any{v}})
		return fmt.Sprint(string(b), err)
	},
	"json back": func(v any) string {
		b, _ := json.Marshal(v)
		p := reflect.New(reflect.TypeOf(v))
		err := json.Unmarshal(b, p.Interface())
		return fmt.Sprintf("%+v %v", p.Elem(), err)
	},
	"json into an interface": func(v any) string {
		p := reflect.New(reflect.TypeOf(v))
		in := []any{p.Interface()}
		b, _ := json.Marshal([]any{v})
		err := json.Unmarshal(b, &in)
		return fmt.Sprintf("%T %v", in[0], err)
	},
	"xml": func(v any) string { b, err := xml.Marshal(v); return fmt.Sprint(string(b), err) },
	"gob": func(v any) string {
		if x := reflect.ValueOf(v); x.Kind() == reflect.Pointer && x.IsNil() {
			return "" // gob panics
		}
		var b bytes.Buffer
		err := gob.NewEncoder(&b).Encode(v)
		p := reflect.New(reflect.TypeOf(v))
		var back error
		if err == nil {
			back = gob.NewDecoder(&b).DecodeValue(p)
		}
		return fmt.Sprintf("%v %v %+v", err, back, p.Elem())
	},
	"slog": func(v any) string {
		var b strings.Builder
		slog.New(slog.NewTextHandler(&b, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == "time" {
				return slog.Attr{}
			}
			return a
		}})).Info("m", "v", v)
		return b.String()
	},
	"template": func(v any) string {
		var b strings.Builder
		err := template.Must(template.New("t").Parse(`{{.}} {{printf "%T" .}} {{if .}}set{{end}} {{.Rank}} {{.Beats .}}`)).Execute(&b, v)
		return fmt.Sprint(b.String(), err)
	},
	"assertions": func(v any) string {
		_, s := v.(fmt.Stringer)
		_, e := v.(error)
		_, l := v.(sort.Interface)
		_, r := v.(io.Reader)
		_, h := v.(Shape)
		return fmt.Sprint(s, e, l, r, h)
	},
	"failed assertion": func(v any) (s string) {
		defer func() { s = fmt.Sprint(recover()) }()
		return v.(io.ReadWriteSeeker).(fmt.Stringer).String()
	},
	"key": func(v any) (s string) {
		defer func() {
			if p := recover(); p != nil {
				s = fmt.Sprint(p)
			}
		}()
		m := map[any]int{v: 1}
		m[v]++
		return fmt.Sprint(m[v], len(m), v == v)
	},
	"copy": func(v any) string {
		p := reflect.New(reflect.TypeOf(v))
		p.Elem().Set(reflect.ValueOf(v))
		return fmt.Sprint(reflect.DeepEqual(p.Elem().Interface(), v), reflect.Zero(reflect.TypeOf(v)))
	},
	"methods": func(v any) (s string) {
		t := reflect.TypeOf(v)
		for i := range t.NumMethod() {
			m := t.Method(i)
			if m.Type.NumIn() > 1 || t.Kind() == reflect.Pointer && reflect.ValueOf(v).IsNil() {
				continue
			}
			s += fmt.Sprint(m.Name, shown(m.Func.Call([]reflect.Value{reflect.ValueOf(v)})), shown(reflect.ValueOf(v).Method(i).Call(nil)), ";")
		}
		return s
	},
}

// shown are results without addresses.
func shown(vs []reflect.Value) string {
	var parts []string
	for _, v := range vs {
		if v.Kind() == reflect.Pointer {
			parts = append(parts, fmt.Sprint(v.Type(), v.IsNil()))
			continue
		}
		parts = append(parts, fmt.Sprint(v))
	}
	return fmt.Sprint(parts)
}

func TestUses(t *testing.T) {
	n := 0
	for name, v := range samples() {
		for use, f := range uses {
			n++
			want, got := safely(f, v), safely(f, declared().mk(v))
			if want != got && !strings.Contains(want, "0x") {
				t.Errorf("%s of %s: %q, compiled Go has %q", use, name, got, want)
			}
		}
	}
	t.Log(n, "uses")
}

func safely(f func(any) string, v any) (s string) {
	defer func() {
		if p := recover(); p != nil {
			s = fmt.Sprint("panic: ", p)
		}
	}()
	return f(v)
}

func TestLibraryCallsMethods(t *testing.T) {
	o := declared()
	hand := reflect.New(o.made("Hand"))
	hand.Elem().Set(reflect.ValueOf(o.mk(Hand{{5, 0, "a"}, {2, 0, "b"}, {9, 0, "c"}, {1, 0, "d"}})))
	sort.Sort(hand.Elem().Interface().(sort.Interface))
	check(t, "sort.Sort", fmt.Sprint(hand.Elem()), "[{rank 1 0 d} {rank 2 0 b} {rank 5 0 a} {rank 9 0 c}]")

	anys := []any{o.mk(Rank(3)), o.mk(Rank(1)), o.mk(Rank(2))}
	sort.Slice(anys, func(i, j int) bool { return fmt.Sprint(anys[i]) < fmt.Sprint(anys[j]) })
	check(t, "sort.Slice", fmt.Sprint(anys), "[rank 1 rank 2 rank 3]")

	var reader io.Reader = o.mk(&Source{7}).(io.Reader)
	b, err := io.ReadAll(reader)
	check(t, "io.ReadAll", fmt.Sprint(string(b), err), "xxxxxxx<nil>")

	failed := o.mk(&NotFound{"k"}).(error)
	wrapped := fmt.Errorf("wrapped: %w", failed)
	as := reflect.New(reflect.PointerTo(o.made("NotFound")))
	check(t, "errors", fmt.Sprint(wrapped, errors.Is(wrapped, io.EOF), errors.Is(wrapped, io.ErrNoProgress), errors.As(wrapped, as.Interface()), as.Elem().Interface() == any(failed)),
		"wrapped: no k true true true true")

	toggle := reflect.New(o.made("Toggle"))
	flags := flag.NewFlagSet("t", flag.ContinueOnError)
	flags.Var(toggle.Interface().(flag.Value), "x", "")
	check(t, "flag", fmt.Sprint(flags.Parse([]string{"-x=on"}), toggle.Elem()), "<nil> true")

	route := reflect.New(o.made("Route")).Elem()
	route.Set(reflect.MakeFunc(o.made("Route"), func(in []reflect.Value) []reflect.Value {
		fmt.Fprint(in[0].Interface().(io.Writer), "served")
		return nil
	}))
	rec := httptest.NewRecorder()
	route.Interface().(http.Handler).ServeHTTP(rec, httptest.NewRequest("GET", "/", nil))
	check(t, "http", rec.Body.String(), "served")

	l := list.New()
	l.PushBack(o.mk(Card{Rank: 3}))
	check(t, "list", fmt.Sprint(l.Front().Value == o.mk(Card{Rank: 3})), "true")
	var sm sync.Map
	sm.Store(o.mk(Rank(3)), 1)
	_, found := sm.Load(o.mk(Rank(3)))
	check(t, "sync.Map", fmt.Sprint(found), "true")
}

// heaps of made types, whose Push and Pop pass interface values.
func TestHeap(t *testing.T) {
	m := declared().made("Hand")
	h := reflect.New(m).Interface().(heap.Interface)
	check(t, "empty heap", fmt.Sprint(h.Len()), "0")
}

func check(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s: %q, want %q", what, got, want)
	}
}

// deep has methods that only interfaces of this file have.
const deep = `package main
import "fmt"
type Deep struct { n int; s *string; in any }
func (d Deep) Sum(k int, p *int, x fmt.Stringer, s []string) (string, *int) { return "", nil }
func (d *Deep) Boom(v any) int { return 0 }
func (d *Deep) Recurse(n int, a [8]*int) int { return 0 }
func (d Deep) Yield(f func(int) bool) {}
`

type Deep struct {
	n  int
	s  *string
	in any
}

type (
	summer interface {
		Sum(k int, p *int, x fmt.Stringer, s []string) (string, *int)
	}
	boomer    interface{ Boom(v any) int }
	recurser  interface{ Recurse(n int, a [8]*int) int }
	yielder   interface{ Yield(func(int) bool) }
	deepValue interface {
		summer
		yielder
	}
)

// deepBody are compiled functions of the types that are asked for: by pointer, and by a
// made value, whose type no compiled function can name.
func deepBody(m rtype.Method) any {
	if m.Func.In(0) != reflect.TypeFor[unsafe.Pointer]() {
		return reflect.MakeFunc(m.Func, func([]reflect.Value) []reflect.Value { panic("by value") }).Interface()
	}
	switch m.Selection.Obj().Name() {
	case "Sum":
		return func(p unsafe.Pointer, k int, q *int, x fmt.Stringer, s []string) (string, *int) {
			d := (*Deep)(p)
			runtime.GC()
			v := *q + k + d.n
			return strings.Join(s, ",") + *d.s + x.String(), &v
		}
	case "Boom":
		return func(_ unsafe.Pointer, v any) int { panic(v) }
	case "Recurse":
		return func(p unsafe.Pointer, n int, a [8]*int) int {
			var pad [64]int
			pad[n%64] = *a[n%8]
			if n == 0 {
				return (*Deep)(p).n
			}
			return pad[n%64] + (*Deep)(p).in.(recurser).Recurse(n-1, a)
		}
	case "Yield":
		return func(p unsafe.Pointer, f func(int) bool) {
			for i := range (*Deep)(p).n {
				if !f(i) {
					return
				}
			}
		}
	}
	panic(m.Selection)
}

func deepType(t *testing.T, m *rtype.Maker) reflect.Type {
	p := source(t, deep)
	m.Native, m.Body = library, deepBody
	r, err := m.Type(p.Scope().Lookup("Deep").Type())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Stacks that grow, panics, collections and goroutines go through stubs.
func TestStubs(t *testing.T) {
	s := "!"
	r := deepType(t, &rtype.Maker{})
	p := reflect.NewAt(r, unsafe.Pointer(&Deep{n: 3, s: &s}))
	v, v2 := p.Interface(), p.Elem().Interface()
	(*Deep)(p.UnsafePointer()).in = v

	one := 1
	var a [8]*int
	for i := range a {
		a[i] = &one
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if got := v.(recurser).Recurse(5000, a); got != 5003 {
				t.Error(got)
			}
			for _, x := range []any{v, v2} {
				text, q := x.(summer).Sum(4, &one, time.Second, []string{"a", "b"})
				if text != "a,b!1s" || *q != 8 {
					t.Error(text, *q)
				}
			}
		})
	}
	wg.Wait()

	func() {
		defer func() { check(t, "panic", fmt.Sprint(recover()), "over") }()
		v.(boomer).Boom("over")
	}()
	check(t, "range", fmt.Sprint(slices.Collect(v2.(deepValue).Yield)), "[0 1 2]")
	f := v.(summer).Sum
	text, _ := f(0, &one, time.Second, nil)
	check(t, "method value", text, "!1s")
	func() {
		defer func() {
			check(t, "nil", fmt.Sprint(recover()), "runtime error: invalid memory address or nil pointer dereference")
		}()
		reflect.Zero(reflect.PointerTo(r)).Interface().(recurser).Recurse(0, a)
	}()
}

// There are as many stubs as the system has memory for.
func TestManyMethods(t *testing.T) {
	var b strings.Builder
	b.WriteString("package main\ntype Many int\n")
	const n = 10_000
	for i := range n {
		fmt.Fprintf(&b, "func (m Many) M%d() int { return 0 }\n", i)
	}
	p := source(t, b.String())
	m := rtype.Maker{Body: func(m rtype.Method) any {
		var i int
		fmt.Sscanf(m.Selection.Obj().Name(), "M%d", &i)
		if m.Func.In(0) == reflect.TypeFor[unsafe.Pointer]() {
			return func(p unsafe.Pointer) int { return i + *(*int)(p) }
		}
		return func(p int) int { return i + p }
	}}
	r, err := m.Type(p.Scope().Lookup("Many").Type())
	if runtime.GOOS == "js" {
		check(t, "error", fmt.Sprint(err), "no type at run time for main.Many: the program has no room for more methods")
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	v := reflect.New(r).Elem()
	v.SetInt(5)
	for i := 0; i < n; i += 7 {
		if got := v.MethodByName(fmt.Sprint("M", i)).Call(nil)[0].Int(); got != int64(i+5) {
			t.Fatal(i, got)
		}
	}
	type m9999 interface{ M9999() int }
	check(t, "by interface", fmt.Sprint(v.Interface().(m9999).M9999(), v.Addr().Interface().(m9999).M9999()), "10004 10004")
}

// Types that are made by several goroutines at a time are the same ones.
func TestTogether(t *testing.T) {
	p := source(t, deep)
	m := rtype.Maker{Native: library, Body: deepBody}
	var mu sync.Mutex
	seen := map[reflect.Type]bool{}
	var wg sync.WaitGroup
	for range 16 {
		wg.Go(func() {
			r, err := m.Type(p.Scope().Lookup("Deep").Type())
			mu.Lock()
			defer mu.Unlock()
			if seen[r] = true; err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	check(t, "types", fmt.Sprint(len(slices.Collect(maps.Keys(seen)))), "1")
}
