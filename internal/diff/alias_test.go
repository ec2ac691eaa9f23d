package diff

import (
	"math/rand/v2"
	"strings"
)

// aliases are numbers that are read by one way and changed by another. The compiler keeps
// some of what it has read in locals.
var aliases = []struct{ name, declare, read, change string }{
	{"pointer", "x := 1\np := &x", "x", "*p += 3"},
	{"variable of a pointer", "x := 1\np := &x", "*p", "x += 3"},
	{"pointers", "x := 1\np, q := &x, &x", "*p", "*q += 2"},
	{"pointer that moves", "x, y := 1, 7\np := &x\nq := &p", "*p", "*q = &y\ny++"},
	{"elements", "s := []int{1, 2}\nt := s", "s[0]", "t[0] += 3"},
	{"part of a slice", "s := []int{1, 2, 3}\nt := s[1:]", "s[1]", "t[0] += 3"},
	{"behind the end", "s := make([]int, 1, 9)\nt := s[:2]", "s[0]", "t = append(t[:0], t[0]+2)"},
	{"array", "a := [3]int{1, 2, 3}\np := &a", "a[1]", "p[1]++"},
	{"slice of an array", "a := [3]int{1, 2, 3}\ns := a[:]", "a[1]", "s[1]++"},
	{"array of a slice", "s := []int{1, 2, 3}\na := (*[3]int)(s)", "s[1]", "a[1]++"},
	{"array copied", "a := [3]int{1, 2, 3}\nb := a", "a[1]", "b[1]++\na[1] += b[1]"},
	{"row's length", "r := [][]int{{1}, {2}}\nq := r", "len(r[0])", "q[0] = append(q[0], 1)"},
	{"row", "r := [][]int{{1}, {2}}\nq := r", "r[0][0]", "q[0] = []int{q[0][0] + 2}"},
	{"row's element", "r := [][]int{{1}, {2}}\nq := r[0]", "r[0][0]", "q[0]++"},
	{"slice in an array", "var r [2][]int\nr[0], r[1] = []int{1}, []int{2}\nj := 0", "r[0][0]", "r[j] = []int{r[0][0] + 2}"},
	{"slice in an array's length", "r := [2][]int{{1}, {2}}", "len(r[0])", "r[0] = append(r[0], 3)"},
	{"slice in a struct", "v := struct{ a [12]int; xs []int }{xs: []int{1}}", "v.xs[0]", "v.xs = []int{v.xs[0] + 2}"},
	{"slice in an array of arrays", "var r [2][2][]int\nr[1][0] = []int{1}", "r[1][0][0]", "r[1] = [2][]int{{r[1][0][0] + 2}}"},
	{"slices of a literal", "r := [][]int{{1}, {2}}", "r[0][0]", "r[0], r[1] = []int{r[0][0] + 2}, r[0]"},
	{"row of an array", "r := [2][2]int{{1}, {2}}\nq := &r[1]", "r[1][0]", "q[0]++"},
	{"field", "v := &struct{ a, b int }{1, 2}\nw := v", "v.a", "w.a++"},
	{"field's pointer", "v := struct{ a, b int }{1, 2}\np := &v.b", "v.b", "*p += 2"},
	{"field's slice", "v := &struct{ xs []int }{[]int{1}}\nw := v", "len(v.xs)", "w.xs = append(w.xs, 2)"},
	{"field's element", "v := &struct{ xs []int }{[]int{1}}\nw := v", "v.xs[0]", "w.xs = []int{w.xs[0] + 2}"},
	{"field's text", "v := &struct{ s string }{\"a\"}\nw := v", "len(v.s)", "w.s += \"bc\""},
	{"field of an element", "s := []struct{ a, b int }{{1, 2}}\np := &s[0]", "s[0].a", "p.a++"},
	{"whole element", "s := []struct{ a, b int }{{1, 2}}\nt := s", "s[0].b", "t[0] = struct{ a, b int }{3, s[0].b + 2}"},
	{"whole struct", "v := struct{ a, b int }{1, 2}\np := &v", "v.b", "*p = struct{ a, b int }{p.b, p.a + p.b}"},
	{"nested struct", "v := struct{ in struct{ n int } }{}\np := &v.in", "v.in.n", "p.n += 2"},
	{"chain", "type node struct {\nn int\nnext *node\n}\nv := &node{1, &node{2, nil}}\nw := v.next", "v.next.n", "w.n++"},
	{"chain that is relinked", "type node struct {\nn int\nnext *node\n}\nv := &node{1, &node{2, nil}}\nw := v", "v.next.n", "w.next = &node{w.next.n + 3, w.next}"},
	{"map", "m := map[string]int{\"a\": 1}\nn := m", "m[\"a\"]", "n[\"a\"] += 2"},
	{"slice in a map", "m := map[string][]int{\"a\": {1}}\nn := m", "len(m[\"a\"])", "n[\"a\"] = append(n[\"a\"], 1)"},
	{"pointer in a map", "m := map[string]*int{\"a\": new(int)}\np := m[\"a\"]", "*m[\"a\"]", "*p += 2"},
	{"interface", "var v any = 1\np := &v", "v.(int)", "*p = (*p).(int) + 2"},
	{"pointer in an interface", "x := 1\nvar v any = &x", "*v.(*int)", "x += 2"},
	{"slice's header", "s := []int{1}\np := &s", "len(s)", "*p = append(*p, 2)"},
	{"text", "s := \"a\"\np := &s", "len(s)", "*p += \"bc\""},
	{"captured", "x := 1\ninc := func() { x += 2 }", "x", "inc()"},
	{"captured slice", "s := []int{1}\ngrow := func() { s = append(s, 2) }", "len(s)", "grow()"},
	{"captured element", "s := []int{1}\ninc := func() { s[0] += 2 }", "s[0]", "inc()"},
	{"closure's own", "next := func() func(int) int {\nn := 0\nreturn func(d int) int {\nn += d\nreturn n\n}\n}()", "next(0)", "next(2)"},
	{"method", "var v Level", "int(v)", "func(p *Level) { *p += 2 }(&v)"},
	{"argument", "s := []int{1}\ninc := func(t []int) { t[0] += 2 }", "s[0]", "inc(s)"},
	{"pointer as an argument", "x := 1\ninc := func(p *int) { *p += 2 }", "x", "inc(&x)"},
	{"swap", "s := []int{1, 5, 2}", "s[0]", "s[0], s[1], s[2] = s[1], s[2], s[0]"},
	{"copy", "s := []int{5, 1, 2}", "s[1]", "copy(s[1:], s)\ns[0]++"},
	{"clear", "s := []int{5, 1, 2}", "s[1]", "clear(s[1:2])\ns[1] += s[0]\ns[0]++"},
	{"goroutine", "x := 1\ndone := make(chan bool)", "x", "go func() {\nx += 2\ndone <- true\n}()\n<-done"},
	{"sorted", "s := []int{9, 5, 7}", "s[0]", "sort.Ints(s)\ns[0] += 4"},
	{"float", "x := 1.5\np := &x", "int(x)", "*p *= 2"},
	{"small number", "x := int8(100)\np := &x", "int(x)&127", "*p += 20"},
	{"bool", "x := false\np := &x", "map[bool]int{true: 3, false: 1}[x]", "*p = !*p"},
}

// readings are statements that read a number, change it, and read it again.
var readings = []struct{ name, do string }{
	{"loop", "for range 3 {\nsum = sum*3 + READ\nCHANGE\nsum = sum*3 + READ\n}"},
	{"while", "for k := 0; READ < 40 && k < 9; k++ {\nCHANGE\nsum += READ\n}"},
	{"limit", "for i := 0; i < READ && i < 6; i++ {\nsum += i + READ\nCHANGE\n}"},
	{"range", "for i := range READ & 7 {\nCHANGE\nsum += i * READ\n}"},
	{"if", "if READ > 0 {\nCHANGE\nif READ > 1 {\nsum += READ\n}\n}"},
	{"closure", "f := func() int { return READ }\nsum += f()\nCHANGE\nsum += f() * 10"},
	{"loops in a loop", "for range 3 {\nfor range 2 {\nsum += READ\n}\nCHANGE\nfor range 2 {\nsum = sum*2 + READ\n}\n}"},
	{"changed in a function", "sum += READ\nfunc() {\nCHANGE\n}()\nsum += READ * 5"},
	{"changed in a loop", "before := READ\nfor range 3 {\nCHANGE\n}\nsum += before*100 + READ"},
	{"deferred", "defer func() { fmt.Println(READ) }()\nCHANGE"},
	{"after a panic", "func() {\ndefer func() { recover() }()\nCHANGE\npanic(READ)\n}()\nsum += READ"},
	{"switch", "switch READ {\ncase 1:\nCHANGE\nsum += READ\ndefault:\nCHANGE\nsum -= READ\n}"},
	{"index", "xs := make([]int, 200)\nxs[READ&127]++\nCHANGE\nxs[READ&127] += 5\nsum += slices.Index(xs, 5)"},
	{"goto", "n := 0\nagain:\nsum = sum*2 + READ\nCHANGE\nif n++; n < 3 {\ngoto again\n}"},
	{"early end", "for i := range 5 {\nif READ > 4 && i > 1 {\nbreak\n}\nCHANGE\nif i == 1 {\ncontinue\n}\nsum += READ\n}"},
}

// aliasReads is each way of changing in each statement.
func aliasReads(*rand.Rand) (checks []check) {
	for _, a := range aliases {
		for _, r := range readings {
			body := "sum := 0\n" + a.declare + "\n" + strings.NewReplacer("READ", a.read, "CHANGE", a.change).Replace(r.do) + "\nfmt.Println(sum, " + a.read + ")\n"
			checks = append(checks, check{label: "alias/" + slashed(a.name, r.name), body: body})
		}
	}
	return checks
}
