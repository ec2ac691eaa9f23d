package corpus

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing/fstest"
	"text/template"
)

// HeaderMap reads, sets, deletes and ranges over elements of an http.Header.
func HeaderMap(n int) (string, int, bool, int) {
	h := http.Header{}
	for i := range n {
		k := "K" + strconv.Itoa(i%3)
		h[k] = append(h[k], strconv.Itoa(i))
	}
	v, ok := h["K1"]
	var keys []string
	total := 0
	for k, vs := range h {
		keys = append(keys, k)
		total += len(vs)
	}
	slices.Sort(keys)
	delete(h, "K0")
	h["K2"][0] = "zero"
	return strings.Join(keys, ",") + strings.Join(v, "") + h.Get("K2"), len(h), ok, total
}

// ValuesMap changes elements of a url.Values.
func ValuesMap(s string) string {
	q, err := url.ParseQuery(s)
	if err != nil {
		return err.Error()
	}
	for k := range q {
		q[k+"x"], q[k] = q[k], nil
		break
	}
	q["z"] = []string{"1", "2"}
	return q.Encode()
}

// FuncMap has interface values as elements of a template.FuncMap.
func FuncMap(n int) (int, string) {
	m := template.FuncMap{"a": 1}
	for i := range n {
		m[strconv.Itoa(i)] = i * i
	}
	x, _ := m["2"].(int)
	_, ok := m["nope"]
	return len(m) + x, fmt.Sprint(m["a"], ok)
}

// FileMap has pointers as elements of an fstest.MapFS.
func FileMap(n int) (string, error) {
	fs := fstest.MapFS{}
	for i := range n {
		fs["f"+strconv.Itoa(i)] = &fstest.MapFile{Data: []byte{'a' + byte(i)}}
	}
	all := ""
	for i := range n {
		all += string(fs["f"+strconv.Itoa(i)].Data)
	}
	b, err := fs.ReadFile("f1")
	return all + string(b), err
}

type broad struct{ a, b, c, d, e, f, g, h, i, j, k, l int }

type entitled struct {
	name [3]string
	at   [2]broad
}

// SwapsLarge assigns several large values at once, to each other's places.
func SwapsLarge(n int) ([3]int, [3]int, string) {
	a, b := [3]int{1, 2, 3}, [3]int{4, 5, 6}
	v, w := broad{a: 1, l: 2}, broad{a: 3, l: 4}
	x, y := entitled{name: [3]string{"x"}}, entitled{name: [3]string{"y", "z"}}
	grid := [2][3]int{{1, 1, 1}, {2, 2, 2}}
	rows := [][3]int{{7}, {8}}
	for range n {
		a, b = b, a
		v, w = w, v
		x, y = y, x
		grid[0], grid[1] = grid[1], grid[0]
		rows[0], rows[1], a = a, rows[0], rows[1]
	}
	x.at[0] = v
	return a, grid[0], fmt.Sprint(v, w, x)
}

func pairOf(i int) (int, error)         { return i, fmt.Errorf("e%d", i) }
func threes(i int) ([3]int, broad, any) { return [3]int{i, i + 1}, broad{b: i, k: 3}, i }

// SeveralPlaces puts the results of one call into elements of maps and arrays, and into
// interfaces.
func SeveralPlaces(n int) (int, string, string, [3]int, string) {
	m, e := map[string]int{}, map[int]error{}
	var x, y any
	arrays := map[int][3]int{}
	var wides [2]broad
	var anys [2]any
	oks := map[int]bool{}
	for i := range n {
		m["a"], e[i] = pairOf(i)
		x, y = pairOf(i)
		arrays[i], wides[i%2], anys[i%2] = threes(i)
		m["b"], x = i, "s"
		m["c"], oks[i] = m["zz"]
	}
	return m["a"] + m["b"] + m["c"], fmt.Sprint(e[1], x, y), fmt.Sprint(anys, oks), arrays[1], fmt.Sprint(wides[0])
}

func sum3(a [3]int, w broad) int { return a[0] + a[1]*10 + a[2]*100 + w.l }

// Literals has large literals as operands and arguments.
func Literals(n int) (int, [3]int, string, string, bool) {
	total := 0
	byName := map[string][3]int{"a": {1, 2, 3}}
	wides := map[int]broad{}
	var boxes []any
	ch := make(chan [3]int, n+1)
	rows := [][3]int{{1, 2, 3}, {4, 5, 6}}
	for i := range n {
		total += sum3([3]int{i, 2, 3}, broad{l: i})
		total += [...]int{1, 2, 4, 8}[i%4]
		for j, k := range [...]int{5, 6, 7} {
			total += j * k
		}
		byName[strconv.Itoa(i)] = [3]int{i}
		wides[i] = broad{a: i, l: i}
		boxes = append(boxes, [2]int{i, i})
		ch <- [3]int{i, i, i}
		rows = append(rows, [3]int{i, 9})
		rows = append(rows, rows[i%2], [3]int{1})
		func(a [3]int) { total += a[1] }([3]int{1, i})
		if rows[i] == [3]int{4, 5, 6} {
			total++
		}
	}
	x := <-ch
	return total + byName["1"][0] + wides[2].l + x[2], rows[len(rows)-2], fmt.Sprint(wides[1]), fmt.Sprint(boxes...), [2]int{1, n} == [2]int{1, 2}
}

func threeOf(i int) ([3]int, broad, [0]int, []broad) {
	for i > 5 {
		i--
	}
	return [3]int{i, i}, broad{c: i}, [0]int{}, []broad{{a: i}, {b: i}}
}

// Returned hands on several large results.
func Returned(i int) string { return fmt.Sprint(threeOf(i)) }

// Variadics calls variadic functions, its own and values of native ones.
func Variadics(n int) (int, string) {
	add := func(by int, xs ...int) (t int) {
		for _, x := range xs {
			t += x * by
		}
		return t
	}
	join := strings.Join
	say := fmt.Sprint
	t := 0
	for i := range n {
		t += add(2, i, i+1) + add(3) + add(i, []int{1, 2, 3}...)
	}
	return t, join([]string{"a", "b"}, "-") + say(1, "x", nil, t)
}

type lofty struct {
	a [1 << 13]int
	b int
	c [1 << 13]string
	d string
}

// Tall works on a struct of thousands of words, by value and through pointers.
func Tall(n int) (int, string) {
	t := &lofty{}
	ts := make([]lofty, 2)
	for i := range n {
		t.a[i] = i
		t.b += i
		t.d += "x"
		t.c[1<<13-1] = t.d
		ts[1].b += t.b
		ts[1].d += "y"
	}
	u := *t
	u.b++
	return t.b + u.b + u.a[1] + ts[1].b, u.d + u.c[1<<13-1] + ts[1].d
}

func legion(a, b, c, d, e, f, g, h string, i, j, k, l, m, n, o, p []int, q, r, s, t, u, v, w, x any, y broad) (string, []int, any, broad, int) {
	if len(a) > 3 {
		return a + h, append(i, p...), x, y, len(b) + len(c)
	}
	return legion(a+"1", b+"2", c+"3", d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y)
}

// Many calls a function of many parameters, which recurs.
func Many(n int) string {
	is := []int{n}
	return fmt.Sprint(legion("", "b", "c", "", "", "", "", "h", is, is, is, is, is, is, is, is, 1, 2, 3, 4, 5, 6, 7, 8, broad{a: n}))
}

// CapturesMany has a closure that captures many variables.
func CapturesMany(n int) (int, string) {
	a, b, c, d := [3]int{1, 2}, broad{a: 1}, []int{n}, "d"
	e, f, g, h := []int{1}, []string{"x"}, map[int]int{1: 2}, any(3)
	i, j, k, l := []int{2}, []int{3}, "k", "l"
	o, p, q, r := []int{2}, []int{3}, "o", "r"
	fn := func(i2 int) int {
		return a[1] + b.a + c[0] + len(d) + e[0] + len(f) + g[1] + h.(int) + i[0] + j[0] + len(k+l) + o[0] + p[0] + len(q+r) + i2
	}
	t := 0
	for m := range n {
		t += fn(m)
	}
	return t, d
}

// NativeInterface assigns to an interface variable of a native package.
func NativeInterface(n int) (bool, bool) {
	old := http.DefaultTransport
	none := false
	for range n {
		http.DefaultTransport = nil
		none = http.DefaultTransport == nil
		http.DefaultTransport = old
	}
	return none, http.DefaultTransport == old
}
