package session

import (
	"context"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"riffle/internal/proto"
	"riffle/internal/test/full"
	"riffle/stdlib"
)

// orders are cells that may run in any order, more than once: many declare the
// same names, differently.
var orders = append(slices.Clone(declarations), others...)

var declarations = []string{
	"type P struct{ X int }",
	"type P struct{ X, Y int }",
	"type P struct{ X int; tag string }\nfunc (p P) Own() int { return p.X + 100 }",
	"func (p P) Twice() int { return 2 * p.X }",
	"func (p *P) Twice() int { p.X++; return -2 * p.X }",
	"func (p P) Own() int { return p.X - 100 }",
	"type Q struct {\n\tP\n\tName string\n}",
	"func (q Q) Sum() int { return q.Twice() + q.X }",
	"func (q Q) Take(p P, i ID) int { return q.Own() + p.X + int(i) }",
	"type ID int8\nfunc (p P) With(i ID) ID { return i + ID(p.X) }",
	"func (s Stack[E]) Join(p P, e E) string { return fmt.Sprint(len(s.items), p.X) }",
	"type Taker interface{ Take(P, ID) int }\nfunc take(t Taker) int { return t.Take(P{X: 8}, 2) }",
	"type A = P\nfunc alias(a A) int { return a.Twice() }",
	"type R = Stack[P]",
	"func F[T any](x T) T { return x }",
	"func F[T any](x T) (y T) { y = x; return }",
	"func Map[T, U any](xs []T, f func(T) U) (out []U) {\n\tfor _, x := range xs {\n\t\tout = append(out, f(F(x)))\n\t}\n\treturn out\n}",
	"type Stack[T any] struct{ items []T }",
	"type Stack[T any] struct {\n\titems []T\n\tn     int\n}\nfunc (s *Stack[T]) Grow() { s.n++ }",
	"func (s *Stack[T]) Push(x T) { s.items = append(s.items, x) }",
	"func (s *Stack[T]) Push(xs ...T) { s.items = append(s.items, xs...) }",
	"func (s *Stack[T]) Len() int { return len(s.items) }",
	"func (s Stack[E]) Len() int { return 10 * len(s.items) }",
	"func stacked() int {\n\tvar s Stack[P]\n\ts.Push(P{X: 1})\n\ts.Push(F(P{X: 2}))\n\treturn s.Len()\n}",
	"func deep() int {\n\tvar s Stack[Stack[Q]]\n\ts.Push(Stack[Q]{})\n\ts.items[0].Push(Q{Name: \"q\"})\n\treturn s.items[0].Len()\n}",
	"type Shape interface{ Area() float64 }",
	"type Shape interface {\n\tArea() float64\n\tName() string\n}",
	"type Sq float64\nfunc (s Sq) Area() float64 { return float64(s * s) }",
	"func (s Sq) Name() string { return \"square\" }",
	"func total(xs ...Shape) (t float64) {\n\tfor _, x := range xs {\n\t\tt += x.Area()\n\t}\n\treturn t\n}",
	"const K = 3",
	"const K = \"three\"",
	"var K = []int{4}",
	"func k() string { return fmt.Sprint(K, up(\"k\")) }",
	"import \"strings\"\nfunc up(s string) string { return strings.ToUpper(s) }",
	"func up(s string) string { return s + s }",
	"type Num interface{ ~int | ~float64 }",
	"type Num interface{ ~float64 }",
	"func Add[T Num](a, b T) T { return a + b }",
	"type ID int",
	"type ID float64\nfunc (i ID) String() string { return \"ID\" }",
	"func ids() string { return fmt.Sprint(Add(ID(1), ID(2))) }",
	"func even(n int) bool { return n == 0 || odd(n-1) }\nfunc odd(n int) bool { return n != 0 && even(n-1) }",
	"func NewLottery(n int) string { return fmt.Sprint(\"mine\", n) }",
	"func lottery() string { return fmt.Sprint(NewLottery(4)) }",
	"type List[T any] struct {\n\tnext *List[T]\n\tval  T\n}\nfunc (l *List[T]) All(yield func(T) bool) {\n\tfor ; l != nil; l = l.next {\n\t\tif !yield(l.val) {\n\t\t\treturn\n\t\t}\n\t}\n}",
	"func list() (n int) {\n\tl := &List[P]{val: P{X: 1}}\n\tl = &List[P]{l, P{X: 2}}\n\tfor p := range l.All {\n\t\tn += p.X\n\t}\n\treturn n\n}",
}

// others are what isn't part of a program: values, magics, errors.
var others = []string{
	"p, q := P{X: 5}, Q{}",
	"p.Twice(), q.Sum()",
	"var boxes = []any{P{X: 1}, Sq(2), ID(3), Stack[P]{}, &Stack[ID]{}}",
	"boxes, p, q",
	"var shape Shape = Sq(3)",
	"shape.Area()",
	"for _, b := range boxes {\n\tif s, ok := b.(Shape); ok {\n\t\tfmt.Println(s.Area())\n\t}\n}",
	"s := Stack[P]{}\ns.Push(P{X: 1})\ns.Len()",
	"s.Push(p)\ns",
	"later := func() int { return stacked() }",
	"later()",
	"%del P", "%del F", "%del Stack", "%del NewLottery", "%del K", "%del nosuch",
	"func bad() { nosuch() }",
	"func (p P) Twice() nosuch { return 1 }",
	"func (s *Stack[T]) Len() (int, nosuch) { return 1 }",
	"x := (",
	"import . \"math\"\nSqrt2 > 1",
	"_, Out[2]",
}

// asks are asked at the end: the newest declarations must answer as they do in
// a compiled program that has only these.
var asks = []string{
	"stacked()", "deep()", "Q{}.Take(P{X: 2}, 3)", "P{X: 3}.With(4)", "Stack[int]{}.Join(P{X: 5}, 6)", "take(Q{})", "k()", `up("x")`, "total(Sq(2), Sq(3))", "ids()", "even(7)", "lottery()", "list()", "alias(A{X: 4})",
	"func() int { p := P{X: 3}; return p.Twice() }()", "P{X: 1}.Own()", "func() int { q := Q{P: P{X: 2}}; return q.Sum() }()",
	"Map([]P{{X: 1}, {X: 2}}, func(p P) int { return p.X })", "F(P{X: 9}).X", "Add(ID(2), ID(3))", "R{}.items == nil",
}

// never is what no cell may say.
var never = regexp.MustCompile(`internal error|bug in riffle|not supported|yaegi|reflect|ᐧ|runtime error: invalid memory`)

var orderRuns = flag.Int("orders", full.Or(15, 60), "how many sessions TestOrders runs")

// TestOrders runs the cells in random orders. None may fail in a way that is
// riffle's fault, and what is declared in the end must mean what it means to
// the compiler.
func TestOrders(t *testing.T) {
	runs := 8
	if !testing.Short() {
		runs = *orderRuns
	}
	programs := map[string]string{} // and what they print
	asked := 0
	for seed := range runs {
		m := newModel()
		s := newSession(t, Options{})
		r := rand.New(rand.NewPCG(7, uint64(seed)))
		n := 0
		for _, i := range slices.Concat(r.Perm(len(orders)), r.Perm(len(declarations)), r.Perm(len(declarations))) {
			n++
			ok, said := tell(s, n, orders[i])
			if never.MatchString(said) {
				t.Fatalf("seed %d, cell %d, %s\n%s\nafter\n%s", seed, n, orders[i], said, m.program(nil).text)
			}
			if ok {
				m.run(orders[i])
			}
		}
		source, known := m.asking()
		var answers strings.Builder
		for _, ask := range known {
			_, said := tell(s, 200, "fmt.Println("+ask+")")
			asked++
			answers.WriteString(said)
		}
		programs[source] = answers.String()
	}
	if asked < runs {
		t.Errorf("%d sessions could answer %d questions only", runs, asked)
	}
	t.Log(asked, "answers of", runs, "sessions")
	compareCompiled(t, programs)
}

// tell runs a cell and returns whether it was accepted and what it said.
func tell(s *Session, n int, source string) (ok bool, said string) {
	r := &recorder{}
	res := s.Run(context.Background(), proto.Cell{Source: source, N: n, Width: 72}, r)
	return res.Err == nil || res.Err.Name != "compile error", answer(r, res)
}

// compareCompiled compiles the programs as packages of one, and wants each to
// print what its session said.
func compareCompiled(t *testing.T, programs map[string]string) {
	if _, err := exec.LookPath("go"); err != nil || testing.Short() {
		return // what was run so far is the test
	}
	dir := t.TempDir()
	main := "package main\n\nimport (\n"
	calls := ""
	var want []string
	for i, source := range slices.Sorted(maps.Keys(programs)) {
		name := fmt.Sprintf("p%d", i)
		write(t, filepath.Join(dir, name, "p.go"), strings.Replace(source, "package main", "package "+name, 1))
		main += fmt.Sprintf("\t%q\n", "orders/"+name)
		calls += fmt.Sprintf("\t%s.Main()\n\tprintln()\n", name)
		want = append(want, programs[source])
	}
	write(t, filepath.Join(dir, "go.mod"), "module orders\n\ngo 1.26\n")
	write(t, filepath.Join(dir, "main.go"), main+")\n\nfunc main() {\n"+strings.ReplaceAll(calls, "println()", "print(\"\\x00\")")+"}\n")
	cmd := exec.Command("go", "run", ".")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	got := strings.Split(string(out), "\x00")
	for i, source := range slices.Sorted(maps.Keys(programs)) {
		if got[i] != want[i] {
			t.Errorf("compiled:\n%s\nthe session said:\n%s\nfor\n%s", got[i], want[i], source)
		}
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// model knows what is declared after each cell, by the rules of
// doc/redeclaring.md.
type model struct {
	decls map[string]declaredIn // by name, or type and method
	cells int
}

type declaredIn struct {
	text string
	cell int
}

func newModel() *model { return &model{decls: map[string]declaredIn{}} }

// run enters the declarations of a cell that was accepted.
func (m *model) run(source string) {
	m.cells++
	if name, ok := strings.CutPrefix(source, "%del "); ok {
		m.drop(name, func(declaredIn) bool { return true })
		delete(m.decls, name)
		return
	}
	f, err := parser.ParseFile(token.NewFileSet(), "", "package main\n"+source, parser.SkipObjectResolution)
	if err != nil {
		m.assign(source)
		return
	}
	text := func(n ast.Node) string { return ("package main\n" + source)[n.Pos()-1 : n.End()-1] }
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			name := d.Name.Name
			if d.Recv != nil {
				name = receiverName(d.Recv.List[0].Type) + "." + name
			}
			m.decls[name] = declaredIn{text(d), m.cells}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					old := m.decls[s.Name.Name]
					m.drop(s.Name.Name, func(method declaredIn) bool { return method.cell == old.cell })
					m.decls[s.Name.Name] = declaredIn{text(d), m.cells}
				case *ast.ValueSpec:
					m.decls[s.Names[0].Name] = declaredIn{text(d), m.cells}
				}
			}
		}
	}
}

var defines = regexp.MustCompile(`^([\w, ]+) := `)

// assign enters the variables that statements declare, which no program has: a
// name that is one of these is no longer a function or type.
func (m *model) assign(source string) {
	if d := defines.FindStringSubmatch(source); d != nil {
		for name := range strings.SplitSeq(d[1], ", ") {
			delete(m.decls, name)
		}
	}
}

// drop takes methods of a type out.
func (m *model) drop(typ string, which func(declaredIn) bool) {
	maps.DeleteFunc(m.decls, func(name string, d declaredIn) bool {
		return strings.HasPrefix(name, typ+".") && which(d)
	})
}

func receiverName(t ast.Expr) string {
	switch t := t.(type) {
	case *ast.StarExpr:
		return receiverName(t.X)
	case *ast.IndexExpr:
		return receiverName(t.X)
	}
	return t.(*ast.Ident).Name
}

// program is what is declared, with a function that prints the answers.
func (m *model) program(asked []string) program {
	p := program{starts: map[int]string{}}
	var b strings.Builder
	b.WriteString("package main\n\nimport (\n\t\"fmt\"\n\t\"os\"\n\t\"strings\"\n)\n\nvar _, _, _ = strings.ToUpper, fmt.Sprint, os.Stderr\n\n")
	for _, name := range slices.Sorted(maps.Keys(m.decls)) {
		p.starts[b.Len()] = name
		b.WriteString(m.decls[name].text + "\n\n")
	}
	p.starts[b.Len()] = "Main"
	b.WriteString("func Main() {\n")
	for _, ask := range asked {
		b.WriteString("\tfmt.Fprintln(os.Stderr, " + ask + ")\n")
	}
	b.WriteString("}\n")
	p.text = b.String()
	return p
}

// program is a source, and where each declaration begins.
type program struct {
	text   string
	starts map[int]string
}

// fault is the declaration that the compiler doesn't accept, empty for none.
func (p program) fault() string {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", p.text, parser.SkipObjectResolution)
	if err != nil {
		return "syntax"
	}
	at := -1
	conf := types.Config{Importer: stdlib.Importer(), Error: func(err error) {
		if at < 0 {
			at = fset.Position(err.(types.Error).Pos).Offset
		}
	}}
	conf.Check("main", fset, []*ast.File{f}, nil)
	if at < 0 {
		return ""
	}
	name, last := "", -1
	for start, n := range p.starts {
		if start <= at && start > last {
			name, last = n, start
		}
	}
	return name
}

// asking is the program with all questions that it can answer. Declarations that
// don't compile, as others that they need have changed or gone, are left out, as
// the session marks them.
func (m *model) asking() (source string, known []string) {
	for {
		broken := m.program(nil).fault()
		if broken == "" {
			break
		}
		delete(m.decls, broken)
	}
	for _, ask := range asks {
		if m.program([]string{ask}).fault() == "" {
			known = append(known, ask)
		}
	}
	return m.program(known).text, known
}
