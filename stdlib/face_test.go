package stdlib

import (
	"bufio"
	"bytes"
	"container/heap"
	"errors"
	"fmt"
	"go/types"
	"io"
	"io/fs"
	"reflect"
	"slices"
	"sort"
	"testing"

	"riffle/stdlib/internal/extract"
)

// methods is a Caller made of functions.
type methods struct {
	byName map[string]func(args []any) []any
}

func (m *methods) CallMethod(name string, args ...any) []any { return m.byName[name](args) }

// adapt makes a T of functions: its face has the methods of T.
func adapt[T any](t *testing.T, byName map[string]func([]any) []any) T {
	t.Helper()
	v, ok := face(reflect.TypeFor[T](), &methods{byName}).(T)
	if !ok {
		t.Fatalf("the face of %v lacks methods", reflect.TypeFor[T]())
	}
	return v
}

// face is a value with the methods of an interface type.
func face(t reflect.Type, c Caller) any {
	ms := map[string]reflect.Type{}
	for i := range t.NumMethod() {
		ms[t.Method(i).Name] = t.Method(i).Type
	}
	return FaceOf("main.T", ms).Value(c)
}

// numbers are the methods of heap.Interface on a slice.
func numbers(s *[]int) map[string]func([]any) []any {
	return map[string]func([]any) []any{
		"Len":  func([]any) []any { return []any{len(*s)} },
		"Less": func(a []any) []any { return []any{(*s)[a[0].(int)] < (*s)[a[1].(int)]} },
		"Swap": func(a []any) []any {
			i, j := a[0].(int), a[1].(int)
			(*s)[i], (*s)[j] = (*s)[j], (*s)[i]
			return nil
		},
		"Push": func(a []any) []any { *s = append(*s, a[0].(int)); return nil },
		"Pop": func([]any) []any {
			last := (*s)[len(*s)-1]
			*s = (*s)[:len(*s)-1]
			return []any{last}
		},
	}
}

func TestAdaptSort(t *testing.T) {
	s := []int{3, 1, 2}
	sort.Sort(adapt[sort.Interface](t, numbers(&s)))
	if !slices.Equal(s, []int{1, 2, 3}) {
		t.Errorf("sorted %v", s)
	}
}

func TestAdaptHeap(t *testing.T) {
	s := []int{5, 2, 8}
	h := adapt[heap.Interface](t, numbers(&s))
	heap.Init(h)
	heap.Push(h, 1)
	var got []int
	for h.Len() > 0 {
		got = append(got, heap.Pop(h).(int))
	}
	if !slices.Equal(got, []int{1, 2, 5, 8}) {
		t.Errorf("popped %v", got)
	}
}

func TestAdaptReader(t *testing.T) {
	src := bytes.NewBufferString("two\nlines\n")
	r := adapt[io.Reader](t, map[string]func([]any) []any{
		"Read": func(a []any) []any {
			n, err := src.Read(a[0].([]byte))
			if err != nil {
				return []any{n, err}
			}
			return []any{n, nil}
		},
	})
	var got []string
	for sc := bufio.NewScanner(r); sc.Scan(); {
		got = append(got, sc.Text())
	}
	if !slices.Equal(got, []string{"two", "lines"}) {
		t.Errorf("scanned %q", got)
	}
}

func TestAdaptError(t *testing.T) {
	text := func([]any) []any { return []any{"out of cards"} }
	err := adapt[error](t, map[string]func([]any) []any{"Error": text})
	if got := fmt.Errorf("deal: %w", err); got.Error() != "deal: out of cards" || !errors.Is(got, err) {
		t.Errorf("got %v", got)
	}
}

// A face has the methods that the type has and no others, also those that
// libraries ask for without an exported interface.
func TestFace(t *testing.T) {
	none := func([]any) []any { return []any{nil} }
	err := adapt[interface {
		error
		Is(error) bool
		Unwrap() error
	}](t, map[string]func([]any) []any{
		"Error":  func([]any) []any { return []any{"lost"} },
		"Is":     func(a []any) []any { return []any{a[0] == fs.ErrNotExist} },
		"Unwrap": none,
	})
	if !errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrExist) {
		t.Error("errors.Is doesn't ask the face")
	}
	if _, ok := err.(fmt.Stringer); ok {
		t.Error("a face with a method too many")
	}
	if _, ok := err.(interface{ Timeout() bool }); ok {
		t.Error("a face with a method too many")
	}
	if _, ok := any(adapt[interface{ Unwrap() []error }](t, nil)).(interface{ Unwrap() error }); ok {
		t.Error("a face with a method of another type")
	}
}

func TestAdapted(t *testing.T) {
	c := &methods{}
	v, w := face(reflect.TypeFor[fmt.Stringer](), c), face(reflect.TypeFor[fmt.Stringer](), c)
	if got := v.(interface{ Adapted() any }).Adapted(); got != c {
		t.Errorf("Adapted = %v", got)
	}
	if v != w {
		t.Error("one Caller, two values")
	}
}

// TestAdaptors checks that the methods of every interface are in a face.
func TestAdaptors(t *testing.T) {
	im := Importer()
	for _, path := range Paths() {
		for _, o := range extract.Exported(load(t, im, path)) {
			name, ok := o.(*types.TypeName)
			if ok && types.IsInterface(o.Type()) && !name.IsAlias() && implementable(o.Type()) {
				checkAdaptor(t, path, o.Name())
			}
		}
	}
}

// implementable reports whether a non-empty interface has exported methods only.
func implementable(t types.Type) bool {
	i := t.Underlying().(*types.Interface)
	for m := range i.Methods() {
		if !m.Exported() {
			return false
		}
	}
	return i.NumMethods() > 0 && i.IsMethodSet()
}

// checkAdaptor makes an adaptor of one interface.
func checkAdaptor(t *testing.T, path, name string) {
	t.Helper()
	sym, ok := Symbol(path, name)
	if !ok {
		t.Errorf("no symbol %s.%s", path, name)
		return
	}
	typ := sym.Type().Elem()
	if v := face(typ, &methods{}); !reflect.TypeOf(v).Implements(typ) {
		t.Errorf("the face of %v lacks methods", typ)
	}
}
