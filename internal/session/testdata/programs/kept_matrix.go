// What the library permutes, keeps and hands back is the program's own slice: interfaces
// of the library's and of the program's, in containers of all sorts, looked at in all ways.
package main

import (
	"container/list"
	"container/ring"
	"context"
	"errors"
	"fmt"
	"image/color"
	"io"
	"io/fs"
	"math/rand"
	"reflect"
	"slices"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

type num int

type fault struct{ Code int }

func (f fault) Error() string { return fmt.Sprint("fault ", f.Code) }

type lost struct{ code int }

func (l *lost) Error() string { return fmt.Sprint("lost ", l.code) }

type name string

func (n name) String() string { return "<" + string(n) + ">" }

type shape interface{ area() int }

type square struct{ side int }

func (s square) area() int { return s.side * s.side }

type tint struct{ level uint8 }

func (t tint) RGBA() (r, g, b, a uint32) { x := uint32(t.level) * 257; return x, x, x, 0xffff }

type entry struct{ n int }

func (e *entry) Name() string               { return fmt.Sprint("file", e.n) }
func (e *entry) IsDir() bool                { return false }
func (e *entry) Type() fs.FileMode          { return 0 }
func (e *entry) Info() (fs.FileInfo, error) { return nil, fault{e.n} }

type source struct{ left int }

func (s *source) Read(p []byte) (int, error) {
	if s.left == 0 {
		return 0, fault{7}
	}
	p[0], s.left = 'x', s.left-1
	return 1, nil
}

// kind is an element type: n is a value for a number, show tells it.
type kind[T comparable] struct {
	name string
	n    func(int) T
	show func(T) string
}

type holder[T any] struct {
	plain []T
	by    map[string][]T
	two   [2][]T
	array [4]T
	to    *[]T
}

// containers are slices of four elements, in places of all sorts.
func containers[T comparable](k kind[T]) map[string]func() []T {
	four := func() []T { return []T{k.n(3), k.n(1), k.n(4), k.n(2)} }
	return map[string]func() []T{
		"slice":  four,
		"part":   func() []T { return append([]T{k.n(9)}, four()...)[1:5] },
		"array":  func() []T { h := &holder[T]{}; h.array = [4]T(four()); return h.array[:] },
		"map":    func() []T { h := holder[T]{by: map[string][]T{"a": four()}}; return h.by["a"] },
		"behind": func() []T { xs := four(); h := holder[T]{to: &xs}; return *h.to },
		"loose":  func() []T { return rest(k.n(3), k.n(1), k.n(4), k.n(2)) },
	}
}

func rest[T any](xs ...T) []T { return xs }

type sorted[T comparable] struct {
	xs   []T
	show func(T) string
}

func (s sorted[T]) Len() int           { return len(s.xs) }
func (s sorted[T]) Less(i, j int) bool { return s.show(s.xs[i]) < s.show(s.xs[j]) }
func (s sorted[T]) Swap(i, j int)      { s.xs[i], s.xs[j] = s.xs[j], s.xs[i] }

// acts are what the library does with a slice.
func acts[T comparable](k kind[T]) map[string]func([]T) {
	less := func(xs []T) func(i, j int) bool {
		return func(i, j int) bool { return k.show(xs[i]) < k.show(xs[j]) }
	}
	compare := func(a, b T) int { return strings.Compare(k.show(a), k.show(b)) }
	return map[string]func([]T){
		"sort.Slice":       func(xs []T) { sort.Slice(xs, less(xs)) },
		"sort.SliceStable": func(xs []T) { sort.SliceStable(xs, less(xs)) },
		"sort.Sort":        func(xs []T) { sort.Sort(sort.Reverse(sorted[T]{xs, k.show})) },
		"slices.SortFunc":  func(xs []T) { slices.SortFunc(xs, compare) },
		"slices.Reverse":   func(xs []T) { slices.Reverse(xs) },
		"Swapper":          func(xs []T) { reflect.Swapper(xs)(0, 3) },
		"reflect.Set":      func(xs []T) { v := reflect.ValueOf(xs); v.Index(0).Set(v.Index(2)) },
		"reflect.Copy":     func(xs []T) { reflect.Copy(reflect.ValueOf(xs), reflect.ValueOf(xs[1:])) },
		"rand.Shuffle": func(xs []T) {
			rand.New(rand.NewSource(4)).Shuffle(len(xs), func(i, j int) { xs[i], xs[j] = xs[j], xs[i] })
		},
		"sync.Map": func(xs []T) {
			var m sync.Map
			m.Store("k", xs)
			v, _ := m.Load("k")
			v.([]T)[1] = k.n(8)
			m.Range(func(_, v any) bool { v.([]T)[2] = k.n(7); return true })
		},
		"list": func(xs []T) {
			l := list.New()
			l.PushBack(xs)
			l.Front().Value.([]T)[0] = k.n(6)
		},
		"ring": func(xs []T) {
			r := ring.New(2)
			r.Value = xs
			r.Do(func(x any) {
				if ys, ok := x.([]T); ok {
					ys[3] = k.n(5)
				}
			})
		},
		"context": func(xs []T) {
			context.WithValue(context.Background(), "k", xs).Value("k").([]T)[0] = k.n(8)
		},
		"atomic.Value": func(xs []T) {
			var v atomic.Value
			v.Store(xs)
			v.Load().([]T)[3] = k.n(9)
		},
		"Pool": func(xs []T) {
			p := sync.Pool{New: func() any { return xs }}
			p.Get().([]T)[2] = k.n(0)
		},
		"panic": func(xs []T) {
			defer func() { recover().([]T)[1] = k.n(5) }()
			panic(xs)
		},
		"nil": func(xs []T) { clear(xs[1:3]) },
	}
}

// look tells a slice in different ways, which must agree.
func look[T comparable](k kind[T], xs []T) string {
	var zero T
	var b strings.Builder
	places := map[T]int{}
	for i, x := range xs {
		if x == zero {
			b.WriteString("nil,")
			continue
		}
		places[x] += i + 1
		b.WriteString(k.show(x) + ",")
	}
	for i := range xs {
		at := slices.Index(xs, xs[i])
		if _, ok := places[xs[i]]; !ok && xs[i] != zero || at > i || xs[at] != xs[i] {
			b.WriteString(" lost ")
		}
		v := reflect.ValueOf(xs).Index(i)
		if v.IsNil() != (xs[i] == zero) || !v.IsNil() && v.Interface() != any(xs[i]) {
			b.WriteString(" reflected ")
		}
	}
	fmt.Fprintf(&b, " %T %d", xs, len(places))
	return b.String()
}

func try[T comparable](k kind[T]) {
	cs, as, before := containers(k), acts(k), ""
	for _, c := range slices.Sorted(func(yield func(string) bool) {
		for name := range cs {
			if !yield(name) {
				return
			}
		}
	}) {
		told := map[string][]string{} // the acts after which it looks so
		for act, do := range as {
			xs := cs[c]()
			kept := xs[:2]
			do(xs)
			text := look(k, xs)
			if kept[0] != xs[0] || kept[1] != xs[1] {
				text += " parted"
			}
			told[text] = append(told[text], act)
		}
		var lines []string
		for text, names := range told {
			slices.Sort(names)
			lines = append(lines, fmt.Sprintf("%s: %s", text, strings.Join(names, " ")))
		}
		slices.Sort(lines)
		text := strings.Join(lines, "\n")
		if text == before {
			fmt.Println("--", k.name, c, "is as the one before")
			continue
		}
		fmt.Println("--", k.name, c)
		fmt.Println(text)
		before = text
	}
}

func main() {
	losses := []*lost{{0}, {1}, {2}, {3}, {4}, {5}, {6}, {7}, {8}, {9}}
	entries := []*entry{{0}, {1}, {2}, {3}, {4}, {5}, {6}, {7}, {8}, {9}}
	sources := []*source{{0}, {1}, {2}, {3}, {4}, {5}, {6}, {7}, {8}, {9}}
	builders := make([]strings.Builder, 10)
	for i := range builders {
		fmt.Fprint(&builders[i], i)
	}
	printed := func(x any) string { return fmt.Sprint(x) }
	try(kind[any]{"any", func(n int) any {
		if n%2 == 0 {
			return n
		}
		return num(n)
	}, printed})
	try(kind[error]{"error", func(n int) error {
		switch n % 3 {
		case 0:
			return fault{n}
		case 1:
			return losses[n]
		}
		return []error{io.EOF, io.ErrNoProgress, io.ErrShortWrite}[n/3]
	}, func(e error) string { return e.Error() }})
	try(kind[fmt.Stringer]{"fmt.Stringer", func(n int) fmt.Stringer {
		if n%2 == 0 {
			return time.Duration(n)
		}
		return name(fmt.Sprint(n))
	}, func(s fmt.Stringer) string { return s.String() }})
	try(kind[shape]{"shape", func(n int) shape { return square{n} }, func(s shape) string { return fmt.Sprint(s, s.area()) }})
	try(kind[color.Color]{"color.Color", func(n int) color.Color {
		if n%2 == 0 {
			return color.Gray{uint8(n)}
		}
		return tint{uint8(n)}
	}, func(c color.Color) string { r, _, _, _ := c.RGBA(); return fmt.Sprintf("%T %d", c, r) }})
	try(kind[fs.DirEntry]{"fs.DirEntry", func(n int) fs.DirEntry { return entries[n] }, func(e fs.DirEntry) string {
		_, err := e.Info()
		return e.Name() + " " + fmt.Sprint(errors.Is(err, fault{e.(*entry).n}))
	}})
	try(kind[io.Reader]{"io.Reader", func(n int) io.Reader {
		if n%2 == 0 {
			return sources[n]
		}
		return io.LimitReader(sources[n], int64(n))
	}, func(r io.Reader) string {
		if s, ok := r.(*source); ok {
			return fmt.Sprint("source ", s.left)
		}
		return fmt.Sprint("limited ", r.(*io.LimitedReader).N)
	}})
	try(kind[io.Writer]{"io.Writer", func(n int) io.Writer { return &builders[n] }, func(w io.Writer) string { return w.(*strings.Builder).String() }})
}
