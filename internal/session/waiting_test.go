package session

import (
	"go/ast"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"riffle/internal/proto"
	"riffle/internal/test/full"
)

// TestFunctionsInAnyOrder types programs with a function or method a cell, in any order,
// so that most use what comes later: what was main, called last, prints what the compiled program
// prints. Types and constants come first, since signatures need them, with the variables whose
// values use no functions and methods; the others come last.
func TestFunctionsInAnyOrder(t *testing.T) {
	for i, file := range programs(t) {
		if !full.On() && i%4 != 0 {
			continue
		}
		want, ok := printedAlone(t, file)
		if !ok {
			continue
		}
		t.Run(strings.TrimSuffix(filepath.Base(file), ".go"), func(t *testing.T) {
			t.Parallel()
			for seed := range uint64(full.Or(1, 3)) {
				cells, ok := inAnyOrder(t, file, rand.New(rand.NewPCG(seed, uint64(i))))
				if !ok {
					return
				}
				if got := printedBy(t, cells); strings.TrimRight(got, "\n") != strings.TrimRight(want, "\n") {
					t.Errorf("seed %d: %s", seed, firstDifference(got, want))
				}
			}
		})
	}
}

// printedAlone is what a program prints, false if it reads, fails or asks for its
// arguments.
func printedAlone(t *testing.T, file string) (string, bool) {
	base := strings.TrimSuffix(file, ".go")
	if _, err := os.Stat(base + ".in"); err == nil {
		return "", false
	}
	out, err := os.ReadFile(base + ".out")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text, ok := strings.CutPrefix(string(out), "-- stdout --\n")
	return text, ok && !strings.Contains(text, "\n-- status --") && !strings.HasPrefix(text, "-- ") && !dependent().Match(source)
}

// dependent finds what can't be the same in these cells: the process's own output and
// arguments, its end, what is registered once in a process, names of functions and
// places, variables that are given values in the order of their use, and a name of the
// environment or of Go that a function uses until the program's own comes; measures, of which a
// process has one at a time; a method as a value with a name like another's, which is taken
// for misspelt.
var dependent = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`os\.Std|os\.Args|\bRegister\(|TypeOf\(main\)|runtime\.Caller|\bprintln?\(|\.go:|os\.Exit|testing\.Main|= initial\(\)|\bNewDeck\b|fair\.Exact|go:debug|o\.Deeper\b|func make\(`)
})

// inAnyOrder are a program's declarations as cells, its functions shuffled; false if it
// has functions that run by themselves, or depends on its own place.
func inAnyOrder(t *testing.T, file string, rng *rand.Rand) (cells []string, ok bool) {
	t.Helper()
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, file, source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	text := func(n ast.Node) string {
		return string(source[fset.Position(n.Pos()).Offset:fset.Position(n.End()).Offset])
	}
	names := map[string]bool{} // of functions, and types with methods
	for _, d := range f.Decls {
		if fd, ok := d.(*ast.FuncDecl); ok {
			names[fd.Name.Name] = true
			if fd.Recv != nil {
				ast.Inspect(fd.Recv.List[0].Type, func(n ast.Node) bool {
					if id, ok := n.(*ast.Ident); ok {
						names[id.Name] = true
					}
					return true
				})
			}
		}
	}
	var imports, types, functions, variables []string
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Name.Name == "init" || d.Body == nil {
				return nil, false
			}
			functions = append(functions, strings.Replace(text(d), "func main()", "func program()", 1)) // a cell with main runs it
		case *ast.GenDecl:
			switch d.Tok {
			case token.IMPORT:
				imports = append(imports, text(d))
			case token.VAR:
				if mentions(d, names) {
					variables = append(variables, text(d))
				} else {
					types = append(types, text(d))
				}
			default:
				types = append(types, text(d))
			}
		}
	}
	rng.Shuffle(len(functions), func(i, j int) { functions[i], functions[j] = functions[j], functions[i] })
	cells = append(cells, strings.Join(imports, "\n"), strings.Join(types, "\n"))
	cells = append(cells, functions...)
	return append(cells, strings.Join(variables, "\n"), "program()"), true
}

// mentions reports whether a tree has one of some names in it.
func mentions(n ast.Node, names map[string]bool) (yes bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			yes = yes || names[id.Name]
		}
		return !yes
	})
	return yes
}

// printedBy is what cells print to the standard output; none may fail.
func printedBy(t *testing.T, cells []string) string {
	t.Helper()
	s := newSession(t, Options{})
	var out printed
	for i, source := range cells {
		r := s.Run(t.Context(), proto.Cell{Source: source, N: i + 1}, &out)
		if r.Err != nil {
			t.Errorf("%s\n%s", r.Err.Format(), source)
			break
		}
	}
	out.mu.Lock()
	defer out.mu.Unlock()
	return out.text.String()
}

// printed is the standard output.
type printed struct {
	proto.Discard
	mu   sync.Mutex
	text strings.Builder
}

func (o *printed) Stream(name string, text []byte) {
	if name == "stdout" {
		o.mu.Lock()
		defer o.mu.Unlock()
		o.text.Write(text)
	}
}

// firstDifference shows where two texts begin to differ.
func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return "got line " + g[i] + "\nwant " + w[i]
		}
	}
	return "the texts have different lengths"
}
