// Slices, arrays and maps of interfaces of the library in every construct of the language.
package main

import (
	"crypto/md5"
	"crypto/sha1"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/signal"
	"reflect"
	"slices"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
)

type E int

func (e E) Error() string { return fmt.Sprint("E", int(e)) }

type errs []error

func (e *errs) add(x error) *errs { *e = append(*e, x); return e }
func (e errs) first() error {
	if len(e) == 0 {
		return nil
	}
	return e[0]
}

type emb struct {
	errs
	pair [2]fmt.Stringer
	m    map[string]error
}

type S string

func (s S) String() string { return string(s) }

type multi interface {
	error
	Code() int
}

func (e E) Code() int { return int(e) }

type tree struct {
	kids map[string]*tree
	err  error
	all  []error
}

func two() (error, error)    { return E(1), E(2) }
func val(i int) (int, error) { return i, E(i) }
func sum(xs ...io.Reader) (n int) {
	for _, x := range xs {
		b, _ := io.ReadAll(x)
		n += len(b)
	}
	return
}

func collect[T error](xs ...T) []error {
	var out []error
	for _, x := range xs {
		out = append(out, x)
	}
	return out
}

func Filter[T any](xs []T, keep func(T) bool) (out []T) {
	for _, x := range xs {
		if keep(x) {
			out = append(out, x)
		}
	}
	return
}

func Keys[M ~map[K]V, K comparable, V any](m M) int { return len(m) }

type Stack[T any] struct{ items []T }

func (s *Stack[T]) Push(x T) { s.items = append(s.items, x) }
func (s *Stack[T]) Pop() (x T, ok bool) {
	if len(s.items) == 0 {
		return x, false
	}
	x = s.items[len(s.items)-1]
	s.items = s.items[:len(s.items)-1]
	return x, true
}

type Cache[K comparable, V any] struct{ m map[K]V }

func (c *Cache[K, V]) Get(k K, make func() V) V {
	if c.m == nil {
		c.m = map[K]V{}
	}
	if v, ok := c.m[k]; ok {
		return v
	}
	v := make()
	c.m[k] = v
	return v
}

var global = []error{E(1), nil}
var gmap = map[string]fmt.Stringer{"a": S("x")}
var garr [2]error

func main() {
	var e errs
	e.add(E(1)).add(io.EOF)
	fmt.Println(e, e.first() == E(1), errs(nil).first() == nil)
	x := emb{errs: e, m: map[string]error{}}
	x.add(E(3))
	x.errs[1] = E(9)
	x.pair[1] = S("p")
	x.m["k"], x.pair[0] = x.errs[0], S("q")
	fmt.Println(x.first(), len(x.errs), x.pair, x.m, e)
	es := make([]error, 4)
	es[0], es[1] = two()
	var n int
	n, es[2] = val(7)
	ch := make(chan error, 2)
	ch <- E(5)
	es[3] = <-ch
	fmt.Println(es, n)
	var ok bool
	es[0], ok = x.m["zz"]
	fmt.Println(es, ok)
	es[0], ok = x.m["k"]
	fmt.Println(es, ok)
	var a any = E(3)
	es[1], ok = a.(error)
	es[2], ok = a.(multi)
	fmt.Println(es, ok)
	var i int
	for i, es[0] = range []error{E(10), E(11)} {
		_ = i
	}
	fmt.Println(es)
	select {
	case es[3] = <-ch:
	default:
		es[3] = nil
	}
	ch <- E(6)
	select {
	case es[2], ok = <-ch:
	}
	fmt.Println(es, ok)
	switch y := any(es).(type) {
	case []any:
		fmt.Println("anys", y)
	case errs:
		fmt.Println("errs", y)
	case []error:
		fmt.Println("errors", y)
	}
	switch any(x.m).(type) {
	case map[string]any:
		fmt.Println("any")
	case map[string]error:
		fmt.Println("error")
	}
	z := errs(es)
	z[0] = nil
	fmt.Println(es[0], []error(z)[1], cap(z[:2:3]))
	fmt.Println(copy(z, es[2:]), z)
	z = append(errs(nil), es...)
	z = append(z, global...)
	z = append(z, nil, E(4))
	fmt.Println(z, len(z))
	fmt.Println(sum(), sum(strings.NewReader("ab")), sum([]io.Reader{strings.NewReader("abc"), io.LimitReader(strings.NewReader("zzzz"), 2)}...))
	f := sum
	fmt.Println(f(strings.NewReader("q")))
	defer func(xs ...error) { fmt.Println("deferred", xs) }(es...)
	var wg sync.WaitGroup
	wg.Add(1)
	go func(xs ...error) { defer wg.Done(); xs[1] = E(77) }(es...)
	wg.Wait()
	fmt.Println(es[1], collect(E(1), E(2)), Filter(es, func(e error) bool { return e != nil }))
	var st Stack[error]
	st.Push(E(1))
	st.Push(nil)
	p1, o1 := st.Pop()
	p2, o2 := st.Pop()
	_, o3 := st.Pop()
	fmt.Println(p1, o1, p2, o2, o3)
	var c Cache[string, fmt.Stringer]
	fmt.Println(c.Get("a", func() fmt.Stringer { return S("made") }), c.Get("a", nil))
	var c2 Cache[error, []error]
	fmt.Println(c2.Get(E(1), func() []error { return []error{E(2)} }), c2.Get(E(1), nil), Keys(c2.m))
	garr[1] = E(2)
	gmap["b"] = S("y")
	global[1] = garr[1]
	fmt.Println(global, gmap, garr, garr == [2]error{nil, E(2)})
	ks := slices.SortedFunc(maps.Keys(map[error]int{E(2): 1, E(1): 2}), func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	fmt.Println(ks, maps.Clone(gmap), maps.Equal(map[string]error{"a": E(1)}, map[string]error{"a": E(1)}))
	mm := map[string]error{"a": E(1)}
	maps.Copy(mm, map[string]error{"b": E(2)})
	maps.DeleteFunc(mm, func(k string, v error) bool { return v == E(1) })
	fmt.Println(mm, slices.Equal([]error{E(1)}, []error{E(1)}), slices.Compact([]error{E(1), E(1), nil, nil}), slices.Concat(es[:1], es[1:2]))
	xs := slices.Insert([]error{E(1), E(2)}, 1, error(E(5)), nil)
	xs = slices.Replace(xs, 0, 2, error(E(8)))
	xs = slices.Delete(xs, 1, 2)
	xs = slices.Grow(xs, 5)
	fmt.Println(xs, len(slices.Repeat(xs, 2)), slices.IndexFunc(xs, func(e error) bool { return e == E(2) }))
	for c := range slices.Chunk(xs, 1) {
		fmt.Print(c)
	}
	for i, v := range slices.Backward(xs) {
		fmt.Print(i, v)
	}
	fmt.Println(slices.Collect(slices.Values(xs)))
	hs := map[string]hash.Hash{"md5": md5.New(), "sha1": sha1.New()}
	for _, k := range slices.Sorted(maps.Keys(hs)) {
		h := hs[k]
		io.WriteString(h, "abc")
		fmt.Printf("%s %x\n", k, h.Sum(nil))
	}
	for _, h := range []hash.Hash{md5.New(), crc32.NewIEEE()} {
		h.Write([]byte("x"))
		fmt.Printf("%x %d %T\n", h.Sum(nil), h.Size(), h)
	}
	mux := map[string]http.Handler{"a": http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "hi "+r.URL.Path) })}
	rec := httptest.NewRecorder()
	mux["a"].ServeHTTP(rec, httptest.NewRequest("GET", "/q", nil))
	fmt.Println(rec.Body)
	type mw func(http.Handler) http.Handler
	var h http.Handler = mux["a"]
	for _, m := range []mw{func(n http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			fmt.Fprint(w, "<")
			n.ServeHTTP(w, r)
			fmt.Fprint(w, ">")
		})
	}} {
		h = m(h)
	}
	hl := []http.Handler{h, http.NotFoundHandler()}
	rec = httptest.NewRecorder()
	hl[0].ServeHTTP(rec, httptest.NewRequest("GET", "/z", nil))
	fmt.Println(rec.Body)
	sigs := []os.Signal{os.Interrupt, syscall.SIGTERM}
	sc := make(chan os.Signal, 1)
	signal.Notify(sc, sigs...)
	signal.Stop(sc)
	fmt.Println(sigs)
	ts := []reflect.Type{reflect.TypeOf(1), reflect.TypeOf(E(1))}
	tm := map[reflect.Type]string{ts[0]: "int", reflect.TypeFor[E](): "E"}
	fmt.Println(ts, tm[reflect.TypeOf(2)], tm[ts[1]], len(tm))
	var ap atomic.Pointer[[]error]
	ap.Store(&es)
	(*ap.Load())[0] = E(100)
	ov := sync.OnceValues(func() ([]error, error) { return es, E(1) })
	r1, r2 := ov()
	r1[1] = E(101)
	fmt.Println(es, r2, *ap.Load())
	t := &tree{kids: map[string]*tree{"a": {err: E(1)}}}
	t.all = append(t.all, t.kids["a"].err, t.err)
	pe := &t.err
	*pe = E(55)
	pp := &t.all
	(*pp)[1] = *pe
	fmt.Println(t.all, t.err)
	ss := []sort.Interface{sort.IntSlice{3, 1}, sort.StringSlice{"b", "a"}}
	for _, s := range ss {
		sort.Sort(s)
	}
	fmt.Println(ss)
	js, err := json.Marshal(map[string][]error{"a": {errors.New("x"), nil}})
	fmt.Println(string(js), err)
	fn := []func() error{func() error { return E(1) }, func() error { return nil }}
	fe := map[string]func(error) []error{"w": func(e error) []error { return []error{e, e} }}
	fmt.Println(fn[0](), fn[1]() == nil, fe["w"](E(4)))
	var np *[2]error
	func() { defer func() { fmt.Println(recover()) }(); _ = np[1] }()
	func() { defer func() { fmt.Println(recover()) }(); np[1] = nil }()
	func() { defer func() { fmt.Println(recover()) }(); var nn errs; nn[0] = E(1) }()
	func() {
		defer func() { fmt.Println(recover(), es[3]) }()
		i := 9
		es[3], es[i] = E(1), E(2)
	}()
	lit := []error{3: E(3), 1: E(1)}
	am := [...]error{2: E(2)}
	mmm := map[string][]error{"a": {E(1)}, "b": nil}
	nest := [][2]error{{E(1)}, {1: E(2)}}
	nest[0][1] = nest[1][1]
	fmt.Println(lit, am, mmm, nest, len(lit), len(am))
	type K struct {
		e error
		n int
	}
	km := map[K]string{{E(1), 2}: "x"}
	ka := map[[2]error]int{{E(1)}: 5}
	fmt.Println(km[K{E(1), 2}], km[K{es[3], 2}], ka[[2]error{E(1)}], ka[nest[0]])
	fmt.Printf("%v %+v %T %T\n", nest, lit, nest, ka)
}
