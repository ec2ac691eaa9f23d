package session

import (
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"riffle/internal/cell"
	"riffle/internal/proto"
	"riffle/internal/test/full"
	"riffle/stdlib"
)

// FuzzRun gives any cell or program to the engine without running it: what the
// type checker accepts, lowering and the engine must accept too.
func FuzzRun(f *testing.F) {
	for _, src := range seeds(f) {
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src string) {
		if len(src) > 1<<14 {
			t.Skip("a long text is only slower")
		}
		s, err := New(Options{})
		if err != nil {
			t.Fatal(err)
		}
		if fault := accept(s, src); fault != "" {
			t.Fatalf("%s\n%s", fault, src)
		}
	})
}

// accept compiles a cell or a program, all of its functions included, and says
// what riffle refuses of valid Go; empty for nothing.
func accept(s *Session, src string) string {
	unit, cerr := checked(s, src+"\n"+useAll(src))
	switch {
	case cerr == nil:
		_, cerr = s.loadProgram(unit, unit.Program)
		if cerr == nil {
			return ""
		}
	case !ours(cerr):
		return ""
	}
	return cerr.Format()
}

func checked(s *Session, src string) (*cell.Unit, *proto.CellError) {
	compile := s.compiler.Compile
	if cell.IsProgram(src) {
		compile = s.compiler.Program
	}
	unit, errs := compile(context.Background(), &cell.Source{Text: src})
	if errs != nil {
		return nil, compileError(errs)
	}
	return unit, nil
}

// ours reports whether a compile error is riffle's fault.
func ours(e *proto.CellError) bool {
	for _, d := range e.Diagnostics {
		if strings.Contains(d.Message, "internal error") {
			return true
		}
		what, ok := strings.CutPrefix(d.Message, "not supported here: ")
		if ok && !leftOut(what) && !slices.ContainsFunc(refused, func(r string) bool { return strings.Contains(what, r) }) {
			return true
		}
	}
	return false
}

// refused is what riffle doesn't support, and says so.
var refused = []string{"no body", "unsafe."}

// leftOut reports whether a refusal is of a name that cells can't use, told with the
// reason that stdlib has for it.
func leftOut(what string) bool {
	name, reason, _ := strings.Cut(what, "; ")
	dot := strings.LastIndex(name, ".")
	if dot < 0 {
		return false
	}
	want, ok := stdlib.Missing(name[:dot], name[dot+1:])
	return ok && reason == want
}

// useAll is a declaration that mentions all functions and methods of a source,
// as only those are lowered that something uses.
func useAll(src string) string {
	if !cell.IsProgram(src) {
		src = "package main\n" + src
	}
	file, err := parser.ParseFile(token.NewFileSet(), "", src, parser.SkipObjectResolution)
	if err != nil {
		return ""
	}
	var uses []string
	for _, d := range file.Decls {
		if fd, ok := d.(*ast.FuncDecl); ok {
			if name := plainName(fd); name != "" {
				uses = append(uses, name)
			}
		}
	}
	if len(uses) == 0 {
		return ""
	}
	return "var _ = []any{" + strings.Join(uses, ", ") + "}"
}

// plainName is how a function without type parameters is mentioned.
func plainName(fd *ast.FuncDecl) string {
	if fd.Type.TypeParams != nil || fd.Name.Name == "_" {
		return ""
	}
	if fd.Recv == nil {
		if fd.Name.Name == "init" || fd.Name.Name == "main" {
			return ""
		}
		return fd.Name.Name
	}
	if len(fd.Recv.List) != 1 {
		return ""
	}
	t := ast.Unparen(fd.Recv.List[0].Type)
	if p, ok := t.(*ast.StarExpr); ok {
		t = p.X
	}
	if _, ok := ast.Unparen(t).(*ast.Ident); !ok {
		return ""
	}
	return "(*" + types.ExprString(t) + ")." + fd.Name.Name
}

// seeds are the cells and programs of the tests.
func seeds(t testing.TB) (srcs []string) {
	t.Helper()
	read := func(pattern string, each func(text string)) {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			each(string(text))
		}
	}
	read("testdata/cells/*.txt", func(text string) {
		for _, c := range strings.Split("\n"+text, "\n>>> ")[1:] {
			source, _, _ := strings.Cut(c, "\n---\n")
			srcs = append(srcs, source)
		}
	})
	read("testdata/programs/*.go", func(text string) { srcs = append(srcs, text) })
	return srcs
}

// TestAccept gives Go's own programs to the engine, those too that are only
// compiled there. Packages become programs.
func TestAccept(t *testing.T) {
	files := suite(t)
	files = full.Sample(files, 5)
	if testing.Short() {
		files = files[:len(files)/2]
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		s, err := New(Options{})
		if err != nil {
			t.Fatal(err)
		}
		if fault := accept(s, asProgram(string(text))); fault != "" {
			t.Errorf("%s: %s", name, fault)
		}
	}
}

// suite lists the programs of Go's tests that must compile.
func suite(t *testing.T) (files []string) {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "go", "env", "GOROOT").Output()
	if err != nil {
		t.Skipf("no Go installation, whose programs this test compiles: %v", err)
	}
	root := filepath.Join(strings.TrimSpace(string(out)), "test")
	filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" {
			return nil
		}
		if text, err := os.ReadFile(path); err == nil && compiles.Match(text[:min(len(text), 600)]) {
			files = append(files, path)
		}
		return nil
	})
	if len(files) == 0 {
		t.Skip("the Go installation has no test programs")
	}
	return files
}

var (
	compiles      = regexp.MustCompile(`(?m)^// (run|compile)\b`)
	packageClause = regexp.MustCompile(`(?m)^package \w+`)
)

func asProgram(src string) string {
	src = packageClause.ReplaceAllString(src, "package main")
	if !strings.Contains(src, "func main()") {
		src += "\nfunc main() {}\n"
	}
	return src
}
