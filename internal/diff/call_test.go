package diff

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
)

// callees are functions of two numbers with one result, and what they need. The compiler
// may put their bodies where they are called. N is a name of the check's own.
var callees = []struct{ name, decls, call string }{
	{"sum", "func N(a, b int) int { return a*3 + b }", "N(A, B)"},
	{"early return", "func N(a, b int) int {\nif a > b {\nreturn b\n}\nif a < -b {\nreturn -b\n}\nreturn a\n}", "N(A, B)"},
	{"loop", "func N(a, b int) int {\nt := 0\nfor i := 0; i < b&7; i++ {\nt += a + i\n}\nreturn t\n}", "N(A, B)"},
	{"return in a loop", "func N(a, b int) int {\nfor i := range 5 {\nfor j := range 4 {\nif i*j == b&7 {\nreturn a + i*10 + j\n}\n}\n}\nreturn -a\n}", "N(A, B)"},
	{"labels", "func N(a, b int) (t int) {\nouter:\nfor i := range 4 {\nfor j := range 4 {\nif j == a&3 {\ncontinue outer\n}\nif i+j > b&7 {\nbreak outer\n}\nt += i*5 + j\n}\n}\nreturn\n}", "N(A, B)"},
	{"switch", "func N(a, b int) int {\nswitch {\ncase a == b:\nreturn 0\ncase a > b:\na -= b\nfallthrough\ncase a > 3:\na *= 2\ndefault:\nbreak\n}\nreturn a\n}", "N(A, B)"},
	{"switch in a loop", "func N(a, b int) int {\nfor {\nswitch a & 3 {\ncase 0:\nreturn a\ncase 1:\na += 3\ncontinue\ncase 2:\nbreak\ncase 3:\na += b&1 | 1\n}\na++\n}\n}", "N(A, B)"},
	{"goto", "func N(a, b int) int {\nagain:\nif a < b&15 {\na++\ngoto again\n}\nreturn a\n}", "N(A, B)"},
	{"parameters that change", "func N(a, b int) int {\na, b = b, a\nb++\na -= b\nreturn a*2 + b\n}", "N(A, B)"},
	{"named result", "func N(a, b int) (r int) {\nr = a\nif b > 2 {\nr += b\nreturn\n}\nreturn r * 2\n}", "N(A, B)"},
	{"two results", "func N(a, b int) (int, int) {\nif a < b {\nreturn b, a\n}\nreturn a, b\n}\nfunc N2(a, b int) int {\nx, y := N(a, b)\nx, y = N(y, x)\nreturn x*7 + y\n}", "N2(A, B)"},
	{"results stored", "type N struct{ x, y int }\nfunc (n *N) both(a, b int) (int, int) { return a + n.y, b + n.x }\nfunc N2(a, b int) int {\nvar n N\nn.x, n.y = n.both(a, b)\nn.y, n.x = n.both(n.x, n.y)\nreturn n.x*3 + n.y\n}", "N2(A, B)"},
	{"a result and ok", "func N(a, b int) (int, bool) {\nif b == 0 {\nreturn 0, false\n}\nreturn a / b, true\n}\nfunc N2(a, b int) int {\nif q, ok := N(a, b); ok {\nreturn q\n}\nreturn -1\n}", "N2(A, B)"},
	{"an error", "func N(a, b int) (int, error) {\nif b&1 == 0 {\nreturn 0, fmt.Errorf(\"even\")\n}\nreturn a, nil\n}\nfunc N2(a, b int) int {\nx, err := N(a, b)\nif err != nil {\nreturn len(err.Error())\n}\nreturn x\n}", "N2(A, B)"},
	{"value method", "type N struct{ x, y int }\nfunc (n N) sum() int {\nn.x++\nreturn n.x + n.y*2\n}", "N{A, B}.sum()"},
	{"pointer method", "type N struct{ x, y int }\nfunc (n *N) add(d int) *N {\nn.x += d\nn.y -= n.x\nreturn n\n}", "(&N{A, B}).add(2).add(3).y"},
	{"object that stays", "type N struct{ x, y int }\nfunc (n *N) add(d int) { n.x += d }\nfunc N2(a, b int) int {\nn := &N{a, b}\nm := n\nm.add(b)\nn.add(1)\n*m = N{n.y, n.x}\nreturn n.x*100 + m.y\n}", "N2(A, B)"},
	{"object that leaves", "type N struct {\nx int\nnext *N\n}\nvar Nlast *N\nfunc (n *N) push(x int) *N { return &N{x, n} }\nfunc N2(a, b int) int {\nn := (*N)(nil).push(a).push(b)\nNlast = n\nn.next.x++\nreturn Nlast.next.x + n.x\n}", "N2(A, B)"},
	{"object of each round", "type N struct{ x int }\nfunc N2(a, b int) int {\nt := 0\nfor i := range 3 {\nn := &N{}\nt += n.x\nn.x = a + i\nt = t*2 + n.x\n}\nreturn t + b\n}", "N2(A, B)"},
	{"one of two objects", "type N struct{ x int }\nfunc N2(a, b int) int {\np, q := &N{a}, &N{b}\nr := p\nif a < b {\nr = q\n}\nr.x *= 2\nreturn p.x*100 + q.x\n}", "N2(A, B)"},
	{"large struct", "type N struct{ xs [20]int }\nfunc (n N) with(i, x int) N {\nn.xs[i&15] = x\nreturn n\n}\nfunc (n N) sum() (t int) {\nfor _, x := range n.xs {\nt += x\n}\nreturn\n}\nfunc N2(a, b int) int {\nvar n N\nm := n.with(1, a)\nn = m.with(2, b).with(1, 5)\nreturn n.sum()*1000 + m.sum()\n}", "N2(A, B)"},
	{"swapped structs", "type N struct{ x, y int }\nfunc (n N) swap() N { return N{n.y, n.x} }\nfunc N2(a, b int) int {\nn := N{a, b}\nn = n.swap()\nm := n.swap().swap()\nreturn n.x*5 + m.y\n}", "N2(A, B)"},
	{"variadic", "func N(xs ...int) (t int) {\nfor i, x := range xs {\nt = t*2 + x + i\n}\nreturn t + len(xs)\n}", "N(A, B, 3) + N() + N(B)"},
	{"variadic that keeps", "var Nkept []int\nfunc N(xs ...int) int {\nNkept = xs\nxs[0]++\nreturn len(xs)\n}", "N(A, B) + Nkept[0]"},
	{"variadic that appends", "func N(xs ...int) []int { return append(xs[:1], 7, 8) }", "len(N(A, B)) + N(B, A)[0]"},
	{"slice literal", "func N(a, b int) int {\nxs := []int{a, b, 3}\nys := xs\nys[1]++\nfor i := range xs {\nxs[i] *= 2\n}\nreturn xs[0] + ys[1]*3 + xs[a&1]\n}", "N(A, B)"},
	{"closure", "func N(a, b int) int {\nadd := func(x int) int { return x + b }\nreturn add(a) * add(1)\n}", "N(A, B)"},
	{"counter", "func N(a, b int) int {\nn := a\nnext := func() int {\nn += b\nreturn n\n}\nreturn next() + next()*2 + n\n}", "N(A, B)"},
	{"closure passed", "func N(a int, f func(int) int) int {\nt := 0\nfor i := range 3 {\nt += f(a + i)\n}\nreturn t\n}", "N(A, func(x int) int { return x*2 + B })"},
	{"function passed", "func N(a int, f func(int, int) int) int {\nif f == nil {\nreturn -a\n}\nfor i := range 3 {\na = f(a, i)\n}\nreturn a\n}\nfunc N2(a, b int) int {\nif b == 1 {\nreturn b\n}\nreturn a*2 - b\n}", "N(A, N2) + N(B, nil)"},
	{"function in a variable", "func N(a, b int) int { return a*2 - b }\nfunc N2(a, b int) int {\nf := N\nif b&1 == 0 {\nf = func(a, b int) int { return b - a }\n}\ng := N\nreturn f(a, b) + g(b, a)\n}", "N2(A, B)"},
	{"method passed", "type N struct{ x int }\nfunc (n *N) add(d int) { n.x += d }\nfunc N2(f func(int), n int) {\nfor i := range n & 3 {\nf(i)\n}\n}\nfunc N3(a, b int) int {\nn := &N{a}\nN2(n.add, b)\nN2((&N{b}).add, a)\nreturn n.x\n}", "N3(A, B)"},
	{"closure that counts passed", "func N(n int, f func(int)) {\nfor i := range n & 7 {\nf(i)\n}\n}\nfunc N2(a, b int) int {\nt := a\nN(b, func(i int) {\nif i == 5 {\nreturn\n}\nt += i\n})\nreturn t\n}", "N2(A, B)"},
	{"closure returned", "func N(a int) func() int { return func() int {\na++\nreturn a\n} }\nfunc N2(a, b int) int {\nf, g := N(a), N(b)\nreturn f() + f()*2 + g()*3\n}", "N2(A, B)"},
	{"closures of a loop", "func N(a, b int) int {\nt := 0\nfor i := a & 3; i < 5; i++ {\nf := func() int {\ni++\nreturn i + b\n}\nt += f()\n}\nreturn t\n}", "N(A, B)"},
	{"captured before a change", "func N(a, b int) int {\nx := a\nf := func() int { return x }\nx = b\ny := x\ng := func() int { return y }\nreturn f()*3 + g()\n}", "N(A, B)"},
	{"generic", "func N[T int | float64](a, b T) T {\nif a < b {\nreturn b\n}\nreturn a\n}", "N(A, B) + int(N(1.5, float64(B&7)))"},
	{"generic with a func", "func N[T, U any](xs []T, f func(T) U) (ys []U) {\nfor _, x := range xs {\nys = append(ys, f(x))\n}\nreturn\n}", "len(N([]int{A, B}, func(x int) string { return strings.Repeat(\"x\", x&3) })[0]) + B"},
	{"reduce", "func N[T, U any](xs []T, u U, f func(U, T) U) U {\nfor _, x := range xs {\nu = f(u, x)\n}\nreturn u\n}", "N([]int{A, B, 4}, 1, func(t, x int) int { return t*2 + x })"},
	{"panic", "func N(a, b int) int {\nif b&3 == 3 {\npanic(fmt.Sprint(\"no \", a))\n}\nreturn a\n}", "N(A, B)"},
	{"index", "func N(xs []int, i int) int { return xs[i] }", "N([]int{A, B, 5}, B&3)"},
	{"division", "func N(a, b int) int { return a/(b&3) + a%3 }", "N(A, B)"},
	{"nil pointer", "type N struct{ x int }\nfunc (n *N) get() int {\nif n == nil {\nreturn -1\n}\nreturn n.x\n}\nfunc N2(a, b int) int {\nvar n *N\nif a&1 == 0 {\nn = &N{b}\n}\nreturn n.get()\n}", "N2(A, B)"},
	{"nil pointer followed", "type N struct{ x int }\nfunc (n *N) get() int { return n.x }\nfunc N2(a, b int) int {\nvar n *N\nif a&1 == 0 {\nn = &N{b}\n}\nreturn n.get()\n}", "N2(A, B)"},
	{"recovered", "func N(a, b int) (r int) {\ndefer func() {\nif x := recover(); x != nil {\nr = -a\n}\n}()\nreturn a / (b & 3)\n}", "N(A, B)"},
	{"deferred", "func N(a, b int) (r int) {\ndefer func() { r += b }()\nreturn a * 2\n}", "N(A, B)"},
	{"calls calls", "func N(a, b int) int { return N2(a+1, b) * 2 }\nfunc N2(a, b int) int { return N3(b) - a }\nfunc N3(a int) int {\nif a > 3 {\nreturn 3\n}\nreturn a\n}", "N(A, N2(B, A))"},
	{"mutual", "func N(a, b int) int {\nif a <= 0 {\nreturn b\n}\nreturn N2(a&15-1, b+1)\n}\nfunc N2(a, b int) int {\nif a <= 0 {\nreturn b * 2\n}\nreturn N(a-1, b+2)\n}", "N(A, B)"},
	{"recursion", "func N(a, b int) int {\nif a <= 1 {\nreturn b\n}\nreturn N(a&15-1, b) + N(a&15-2, 1)\n}", "N(A, B)"},
	{"global", "var Ntotal int\nfunc N(a int) int {\nNtotal += a\nreturn Ntotal\n}", "N(A)*2 + Ntotal + N(B)"},
	{"global as an argument", "var Nx = 1\nfunc N(x, b int) int {\nNx += b\nreturn x*10 + Nx\n}", "N(Nx, A) + N(B, Nx)"},
	{"text", "func N(s string, n int) string {\nif n == 0 {\nreturn s\n}\nreturn s + strings.Repeat(\"ab\", n&3)\n}", "len(N(fmt.Sprint(A), B)) + len(N(\"\", 0))"},
	{"map", "func N(m map[int]int, k int) int {\nm[k]++\nreturn len(m) + m[k]\n}", "N(map[int]int{A: 1, B: 2}, A)"},
	{"interface", "type N interface{ area() int }\ntype Nsq int\nfunc (s Nsq) area() int { return int(s) * int(s) }\nfunc N2(n N) int {\nif n == nil {\nreturn 0\n}\nreturn n.area()\n}", "N2(Nsq(A)) + N2(nil) + N2(N(Nsq(B)))"},
	{"any", "func N(x any) int {\nswitch x := x.(type) {\ncase int:\nreturn x\ncase string:\nreturn len(x)\n}\nreturn -1\n}", "N(A) + N(\"abc\") + N(1.5)"},
	{"small numbers", "func N(a int8, b uint8) int8 { return a*3 + int8(b) }", "int(N(int8(A), uint8(B)))"},
	{"floats", "func N(a, b float64) float64 {\nif b == 0 {\nreturn a\n}\nreturn a / b\n}", "int(N(float64(A), float64(B&3)) * 8)"},
	{"bools", "func N(a, b bool) bool { return a != b || a && b }", "map[bool]int{true: A, false: B}[N(A > 2, B > 2)]"},
	{"shift", "func N(a int, n int) int { return a<<n | a>>n }", "N(A, B&3) + N(B, 2)"},
	{"array", "func N(a [3]int, i int) [3]int {\na[i]++\nreturn a\n}", "N([3]int{A, B, 1}, 1)[1] + N(N([3]int{}, 2), 2)[2]"},
	{"shadowed", "func N(a, b int) int {\nif a := a + 1; a > b {\nb := a - b\nreturn b\n} else {\na += b\nb = a\n}\nreturn a*10 + b\n}", "N(A, B)"},
	{"pointer argument", "func N(p *int, d int) { *p += d }\nfunc N2(a, b int) int {\nx := a\nN(&x, b)\ny := x\nN(&x, y)\nreturn x\n}", "N2(A, B)"},
	{"pointers swapped", "func N(p, q *int) { *p, *q = *q, *p }\nfunc N2(a, b int) int {\nx, y := a, b\nN(&x, &y)\nxs := []int{x, y}\nN(&xs[0], &y)\nreturn x*100 + y*10 + xs[0]\n}", "N2(A, B)"},
	{"channel", "func N(c chan int, x int) int {\nc <- x\nreturn <-c + 1\n}", "N(make(chan int, 1), A) + B"},
	{"iterator", "func N(n int) func(func(int) bool) {\nreturn func(yield func(int) bool) {\nfor i := range n & 7 {\nif !yield(i) {\nreturn\n}\n}\n}\n}\nfunc N2(a, b int) int {\nt := 0\nfor i := range N(a) {\nif i > b {\nbreak\n}\nt += i + 1\n}\nreturn t\n}", "N2(A, B)"},
	{"iterator with a return", "func N(n int) func(func(int, int) bool) {\nreturn func(yield func(int, int) bool) {\nfor i := range n & 7 {\nif !yield(i, i*i) {\nreturn\n}\n}\n}\n}\nfunc N2(a, b int) int {\nfor i, q := range N(a) {\nif q > b {\nreturn i\n}\n}\nreturn -1\n}", "N2(A, B)"},
	{"method value", "type N struct{ x int }\nfunc (n *N) add(d int) int {\nn.x += d\nreturn n.x\n}\nfunc N2(a, b int) int {\nn := N{a}\nf := n.add\nn.x = b\nreturn f(1) + f(2)*2 + n.x\n}", "N2(A, B)"},
	{"embedded", "type N struct{ x int }\nfunc (n *N) inc() { n.x++ }\ntype N2 struct {\nN\ny int\n}\nfunc N3(a, b int) int {\nn := &N2{N{a}, b}\nn.inc()\nn.N.inc()\nreturn n.x + n.y\n}", "N3(A, B)"},
	{"linked list", "type N struct {\nv int\nnext *N\n}\nfunc Nadd(n *N, v int) *N {\nif n == nil || v < n.v {\nreturn &N{v, n}\n}\nn.next = Nadd(n.next, v)\nreturn n\n}\nfunc N2(a, b int) (t int) {\nvar n *N\nfor _, v := range []int{a, b, 3, 1} {\nn = Nadd(n, v)\n}\nfor ; n != nil; n = n.next {\nt = t*3 + n.v\n}\nreturn\n}", "N2(A, B)"},
	{"tree", "type N struct {\nk int\nl, r *N\n}\nfunc (n *N) put(k int) *N {\nif n == nil {\nreturn &N{k: k}\n}\nif k < n.k {\nn.l = n.l.put(k)\n} else {\nn.r = n.r.put(k)\n}\nreturn n\n}\nfunc (n *N) each(f func(int)) {\nif n != nil {\nn.l.each(f)\nf(n.k)\nn.r.each(f)\n}\n}\nfunc N2(a, b int) (t int) {\nvar n *N\nn = n.put(a).put(b).put(4)\nn.each(func(k int) { t = t*3 + k })\nreturn\n}", "N2(A, B)"},
	{"stack", "type N struct{ xs []int }\nfunc (n *N) push(x int) { n.xs = append(n.xs, x) }\nfunc (n *N) pop() int {\nx := n.xs[len(n.xs)-1]\nn.xs = n.xs[:len(n.xs)-1]\nreturn x\n}\nfunc N2(a, b int) int {\nvar n N\nn.push(a)\nn.push(b)\nm := n\nm.push(3)\nreturn n.pop()*10 + n.pop() + len(m.xs)\n}", "N2(A, B)"},
}

// callings are statements that call a function with numbers.
var callings = []struct{ name, do string }{
	{"loop", "for i := range 5 {\nt = t*3 + CALL(i, 4-i)\n}"},
	{"of itself", "for i := range 3 {\nt += CALL(CALL(i, 2)&15, CALL(3, i)&15)\n}"},
	{"assigned to an argument", "x, y := 5, 2\nfor range 3 {\nx = CALL(x&15, y) & 15\ny = CALL(y, x) & 7\nt = t*2 + x - y\n}"},
	{"condition", "for i := 0; i < 6 && CALL(i, 4) < 1000; i++ {\nif CALL(i, i) > 2 || CALL(2, i) < 3 {\nt += i\n}\n}"},
	{"stored", "xs := []int{1, 2, 3}\nm := map[int]int{}\nv := struct{ n int }{4}\nfor i := range 3 {\nxs[i] = CALL(xs[i], v.n&7)\nm[i&1] += CALL(i, xs[0]&7)\nv.n = CALL(v.n&7, i)\nt += xs[i] + m[0] + v.n\n}"},
	{"captured", "x := 3\nf := func(y int) int {\nx = CALL(x&7, y)\nreturn x\n}\nfor i := range 4 {\nt += f(i)\n}"},
	{"in a function", "do := func(n int) (r int) {\nfor i := range n {\nif r = CALL(i, n); r > 20 {\nreturn r\n}\n}\nreturn -r\n}\nt = do(3)*10 + do(5)"},
	{"switch", "for i := range 5 {\nswitch CALL(i, 2) & 3 {\ncase 0:\nt++\ncase CALL(1, i) & 3:\nt += 10\ndefault:\nt += 100\n}\n}"},
	{"panics", "for i := range 6 {\nfunc() {\ndefer func() {\nif x := recover(); x != nil {\nfmt.Println(i, x)\n}\n}()\nt += CALL(i, 5-i)\n}()\n}"},
	{"deferred", "func() {\nfor i := range 4 {\ndefer func() { t = t*2 + CALL(i, t&3) }()\n}\n}()"},
	{"goroutine", "c := make(chan int)\ngo func() {\ndefer close(c)\ndefer func() { recover() }()\nfor i := range 4 {\nc <- CALL(i, 2)\n}\n}()\nfor x := range c {\nt = t*2 + x\n}"},
	{"ranged", "for i, x := range []int{CALL(1, 2), CALL(2, 1), CALL(4, 2)} {\nfor j := range CALL(i, 2) & 3 {\nt = t*2 + x + j\n}\n}"},
	{"both at once", "x, y := 1, 4\nfor range 3 {\nx, y = CALL(y&7, x&7), CALL(x&7, y&7)\nt = t*2 + x*3 + y\n}"},
	{"global", "for i := range 4 {\nglobal = CALL(global&7, i)\nt = t*2 + global\n}"},
	{"with constants", "for range 2 {\nt = t*2 + CALL(4, 1) + CALL(0, 2) - CALL(2, 0)\n}"},
}

var (
	ownName  = regexp.MustCompile(`\bN(\d|[a-z]\w*)?\b`)
	argument = regexp.MustCompile(`\b[AB]\b`)
)

// calls is each kind of function in each place.
func calls(*rand.Rand) (checks []check) {
	for i, c := range callees {
		for j, w := range callings {
			n := fmt.Sprintf("Call%dx%d_", i, j)
			own := func(s string) string { return ownName.ReplaceAllString(s, n+"${1}") }
			do := withCalls(w.do, func(a, b string) string {
				return argument.ReplaceAllStringFunc(own(c.call), func(x string) string {
					return "(" + map[string]string{"A": a, "B": b}[x] + ")"
				})
			})
			checks = append(checks, check{
				label: "call/" + slashed(c.name, w.name),
				decls: own(c.decls) + "\nvar " + n + "global = 1\n",
				body:  "t := 0\n" + strings.ReplaceAll(do, "global", n+"global") + "\nfmt.Println(t)\n",
			})
		}
	}
	return checks
}

// withCalls replaces each CALL(a, b), the inner ones first.
func withCalls(s string, call func(a, b string) string) string {
	for {
		i := strings.LastIndex(s, "CALL(")
		if i < 0 {
			return s
		}
		depth, comma, end := 0, 0, i+4
		for ; ; end++ {
			switch s[end] {
			case '(':
				depth++
			case ')':
				depth--
			case ',':
				if depth == 1 && comma == 0 {
					comma = end
				}
			}
			if depth == 0 {
				break
			}
		}
		s = s[:i] + "(" + call(s[i+5:comma], strings.TrimSpace(s[comma+1:end])) + ")" + s[end+1:]
	}
}
