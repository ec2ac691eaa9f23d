package diff

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"riffle/stdlib"
)

// check is a labelled piece of Go that prints something.
type check struct {
	label string // words with slashes between them, from the kind down to the one
	decls string // declarations beside it, with names of its own
	body  string // statements

	later func() string // makes the body of a check that is run, if that takes long
}

// prelude is a file of testdata that the checks of a kind share: types, and functions
// that make values.
type prelude struct {
	name, text string
}

// batch is checks of one kind that make one program.
type batch struct {
	prelude *prelude
	checks  []check
}

// runner runs the checks of a program, from the one on whose number is an argument. The
// argument behind it moves what the program allocates to other addresses, so that a line
// which shows one differs.
const runner = `
func run(label string, f func()) {
	fmt.Println("\n=== " + label)
	defer func() {
		switch x := recover().(type) {
		case nil:
		case error:
			fmt.Println("PANIC", x.Error())
		default:
			fmt.Printf("PANIC %v\n", x)
		}
	}()
	f()
}

var moved [][]*int

func moveAddresses(n int) {
	for size := 1; size < 200; size += size/4 + 1 {
		for range 37 * n {
			moved = append(moved, make([]*int, size))
			moved[len(moved)-1][0] = new(int)
		}
	}
}
`

// span is the lines of a program that belong to a check.
type span struct{ from, to int }

// program lays a batch out as a program for the toolchain and for riffle run.
func (b batch) program() (text string, spans []span) {
	var body strings.Builder
	body.WriteString(b.prelude.text)
	body.WriteString(runner)
	for i, c := range b.checks {
		from := strings.Count(body.String(), "\n") + 1
		fmt.Fprintf(&body, "%s\nfunc check%d() {\n%s\n}\n\n", c.decls, i, c.body)
		spans = append(spans, span{from, strings.Count(body.String(), "\n")})
	}
	body.WriteString("func main() {\n\tfrom, _ := strconv.Atoi(os.Args[1])\n\tmove, _ := strconv.Atoi(os.Args[2])\n\tmoveAddresses(move)\n\tfor i, f := range []func(){\n")
	for i := range b.checks {
		fmt.Fprintf(&body, "\t\tfunc() { run(%q, check%d) },\n", b.checks[i].label, i)
	}
	body.WriteString("\t} {\n\t\tif i >= from {\n\t\t\tf()\n\t\t}\n\t}\n}\n")
	head := "package main\n\n" + imports(body.String()) + "\n"
	n := strings.Count(head, "\n")
	for i := range spans {
		spans[i].from += n
		spans[i].to += n
	}
	return head + body.String(), spans
}

// otherNames are packages that go by another name in checks, where two have the same.
var otherNames = map[string]string{
	"math/rand":              "mrand",
	"crypto/rand":            "crand",
	"html/template":          "htmltemplate",
	"text/scanner":           "tscanner",
	"math/rand/v2":           "rand",
	"text/template":          "template",
	"text/template/parse":    "parse",
	"runtime/pprof":          "",
	"net/http/pprof":         "",
	"gonum.org/v1/plot":      "",
	"encoding/json/v2":       "",
	"runtime/trace":          "",
	"encoding/json/jsontext": "",
}

// packages are the paths of the packages that checks may use, by their names in checks.
var packages = sync.OnceValue(func() map[string]string {
	names := map[string]string{}
	for _, p := range stdlib.Paths() {
		if strings.Contains(p, ".") || strings.HasPrefix(p, "riffle/") && p != "riffle/shuffle" {
			continue
		}
		name, ok := otherNames[p]
		if !ok {
			name = path.Base(p)
		}
		if _, twice := names[name]; name != "" && (!twice || ok) {
			names[name] = p
		}
	}
	return names
})

// imports declares what a text without imports needs.
func imports(text string) string {
	f, err := parser.ParseFile(token.NewFileSet(), "", "package main\n"+text, 0)
	if f == nil {
		return fmt.Sprintf("// %v\n", err)
	}
	free := map[*ast.Ident]bool{}
	for _, id := range f.Unresolved {
		free[id] = true
	}
	used := map[string]bool{}
	ast.Inspect(f, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := s.X.(*ast.Ident); ok && free[id] && packages()[id.Name] != "" {
				used[id.Name] = true
			}
		}
		return true
	})
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(used)) {
		if p := packages()[name]; path.Base(p) == name {
			fmt.Fprintf(&b, "import %q\n", p)
		} else {
			fmt.Fprintf(&b, "import %s %q\n", name, p)
		}
	}
	return b.String()
}

// wrong are the checks of a batch that aren't Go, by their index, with the reason. The
// generators don't avoid all that Go refuses, such as a constant that overflows.
func (b batch) wrong() (reasons map[int]error, other error) {
	text, spans := b.program()
	fset := token.NewFileSet()
	reasons = map[int]error{}
	note := func(err error, line int) {
		for i, s := range spans {
			if s.from <= line && line <= s.to {
				if reasons[i] == nil {
					reasons[i] = err
				}
				return
			}
		}
		if other == nil {
			other = err
		}
	}
	f, err := parser.ParseFile(fset, "", text, parser.SkipObjectResolution|parser.AllErrors)
	if err != nil {
		line, _ := strconv.Atoi(strings.SplitN(strings.TrimPrefix(err.Error(), ":"), ":", 2)[0])
		note(err, line)
		return reasons, other
	}
	conf := types.Config{Importer: importer(), Error: func(err error) {
		e := err.(types.Error)
		note(err, e.Fset.Position(e.Pos).Line)
	}}
	conf.Check("main", fset, []*ast.File{f}, nil)
	return reasons, other
}

// right leaves out the checks that aren't Go.
func (b batch) right() (batch, error) {
	for range 10 {
		reasons, other := b.wrong()
		if len(reasons) == 0 {
			return b, other
		}
		var left []check
		for i, c := range b.checks {
			if reasons[i] == nil {
				left = append(left, c)
			}
		}
		b.checks = left
	}
	return b, nil
}
