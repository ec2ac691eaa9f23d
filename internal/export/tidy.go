package export

import (
	"context"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"runtime"
	"slices"
	"sort"
	"strings"

	"riffle/internal/proto"
)

// tidy checks the program as the toolchain will, adds uses of unused variables, drops
// unused imports, and formats it.
func (t *translator) tidy(ctx context.Context, p *page) ([]byte, error) {
	var all lines
	all.add(nil, p.decls.b.String())
	all.cells = slices.Clone(p.decls.cells)
	all.n = len(all.cells)
	all.blank()
	all.add(nil, "func main() {")
	all.b.WriteString(p.main.b.String())
	all.cells = append(all.cells, p.main.cells...)
	all.n += p.main.n
	all.add(nil, "}")
	all.add(nil, t.helperText())
	body, unneeded := all.b.String(), map[imported]bool{}
	for range 20 {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		head := t.head(unneeded)
		c := t.check(head + body)
		fixed, again := t.fix(c, len(head), body, unneeded)
		if !again {
			t.faults(c, strings.Count(head, "\n"), all.cells)
			out, err := format.Source([]byte(head + body))
			if err != nil && len(t.refused) == 0 {
				return nil, fmt.Errorf("export: the program that was made isn't Go: %w\n%s", err, numbered(head+body))
			}
			return out, nil
		}
		body = fixed
	}
	return nil, fmt.Errorf("export: the program doesn't become tidy")
}

func numbered(text string) string {
	var b strings.Builder
	for i, line := range strings.Split(text, "\n") {
		fmt.Fprintf(&b, "%d\t%s\n", i+1, line)
	}
	return b.String()
}

// head is what stands above the declarations.
func (t *translator) head(unneeded map[imported]bool) string {
	from := ""
	if t.opts.From != "" {
		from = comment(t.opts.From)
	}
	if t.heedsRandSeed {
		from += "//go:debug randseednop=0\n\n"
	}
	return from + "package main\n\n" + t.imports.text(unneeded) + "\n"
}

// checked is a program and what is wrong with it.
type checkedProgram struct {
	fset *token.FileSet
	file *ast.File
	errs []types.Error
	err  error // of the parser
}

func (t *translator) check(source string) *checkedProgram {
	c := &checkedProgram{fset: token.NewFileSet()}
	if c.file, c.err = parser.ParseFile(c.fset, "main.go", source, parser.SkipObjectResolution); c.err != nil {
		return c
	}
	conf := types.Config{
		Importer: &finder{t: t, made: map[string]*types.Package{}},
		Sizes:    types.SizesFor("gc", runtime.GOARCH),
		Error: func(err error) {
			if e, ok := err.(types.Error); ok && !strings.HasPrefix(e.Msg, "\t") {
				c.errs = append(c.errs, e)
			}
		},
	}
	conf.Check("main", c.fset, []*ast.File{c.file}, nil)
	return c
}

// finder finds packages by their places in the module.
type finder struct {
	t    *translator
	made map[string]*types.Package
}

// Import finds a package.
func (f *finder) Import(path string) (*types.Package, error) {
	if p := f.made[path]; p != nil {
		return p, nil
	}
	for _, own := range f.t.imports.list {
		if f.t.imports.place(own.path) != path {
			continue
		}
		if source, ok := ours[own.path]; ok {
			p, err := f.ours(own.path, source)
			f.made[path] = p
			return p, err
		}
		return f.t.world.Importer.Import(own.path)
	}
	return f.t.world.Importer.Import(path)
}

// ours are the packages that only programs have, as far as they call them.
var ours = map[string]string{
	seededPath: `package seeded
import (
	randv1 "math/rand"
	"math/rand/v2"
)
// Seed makes what is drawn repeat.
func Seed(n int64) {}
// Unseed ends that.
func Unseed() {}
// V1 draws for math/rand.
func V1() Rand { return Rand{} }
// Rand has the functions of math/rand as methods.
type Rand struct { *randv1.Rand }
// V2 draws for math/rand/v2.
func V2() *rand.Rand { return nil }
// N draws below n.
func N[Int interface { ~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr }](n Int) Int { return n }
`,
	showPath: `package show
// Values prints what a cell displays.
func Values(values ...any) {}
// Results prints several values of one expression.
func Results(values ...any) {}
`,
	figuresPath: `package figures
import "riffle/stdlib/display"
// Values prints what a cell displays, pictures as text.
func Values(values ...any) {}
// Results prints several values of one expression.
func Results(values ...any) {}
// Display prints values from the middle of a cell.
func Display(values ...any) error { return nil }
// Show prints a value that may be updated.
func Show(value any) *display.Handle { return nil }
// Update prints a value that takes another one's place.
func Update(id string, value any) error { return nil }
// Clear does nothing: what is printed stays.
func Clear(wait bool) error { return nil }
`,
}

func (f *finder) ours(path, source string) (*types.Package, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, path, source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	conf := types.Config{Importer: f.t.world.Importer}
	return conf.Check(path, fset, []*ast.File{file}, nil)
}

// fix mends what a session allows and Go doesn't: unused variables and imports.
func (t *translator) fix(c *checkedProgram, head int, body string, unneeded map[imported]bool) (fixed string, again bool) {
	var changes []change
	for _, e := range c.errs {
		at := c.fset.Position(e.Pos).Offset - head
		if name, ok := strings.CutPrefix(e.Msg, "declared and not used: "); ok {
			if ch, ok := useOf(c.file, e.Pos, name, c.fset, head); ok {
				changes = append(changes, ch)
			}
			continue
		}
		if at < 0 && strings.Contains(e.Msg, "imported") && strings.Contains(e.Msg, "and not used") {
			if i, ok := t.importAt(c, e.Pos); ok {
				unneeded[i], again = true, true
			}
		}
	}
	sort.SliceStable(changes, func(i, j int) bool { return changes[i].start > changes[j].start })
	for _, ch := range changes {
		body, again = body[:ch.start]+ch.text+body[ch.end:], true
	}
	return body, again
}

// importAt is the import at a position.
func (t *translator) importAt(c *checkedProgram, pos token.Pos) (imported, bool) {
	for _, s := range c.file.Imports {
		if pos < s.Pos() || pos > s.End() {
			continue
		}
		for _, i := range t.imports.list {
			name := baseName(i.path)
			if s.Name != nil {
				name = s.Name.Name
			}
			if `"`+t.imports.place(i.path)+`"` == s.Path.Value && i.name == name {
				return i, true
			}
		}
	}
	return imported{}, false
}

// useOf is a use of a variable, placed where it is declared, on the same line, so that
// lines keep their numbers.
func useOf(f *ast.File, pos token.Pos, name string, fset *token.FileSet, head int) (change, bool) {
	at := func(p token.Pos, text string) (change, bool) {
		off := fset.Position(p).Offset - head
		return change{off, off, text}, true
	}
	path := enclosing(f, pos)
	for i := len(path) - 1; i > 0; i-- {
		s, ok := path[i].(ast.Stmt)
		if !ok {
			continue
		}
		switch s := s.(type) {
		case *ast.IfStmt:
			return at(s.Body.Lbrace+1, " _ = "+name+"; ")
		case *ast.ForStmt:
			return at(s.Body.Lbrace+1, " _ = "+name+"; ")
		case *ast.RangeStmt:
			return at(s.Body.Lbrace+1, " _ = "+name+"; ")
		case *ast.SwitchStmt:
			return at(s.Body.Lbrace+1, " case func() bool { _ = "+name+"; return false }(): ")
		case *ast.TypeSwitchStmt:
			a, ok := s.Assign.(*ast.AssignStmt)
			if !ok || pos < a.Pos() || pos >= a.End() {
				return change{}, false
			}
			from := fset.Position(a.Pos()).Offset - head
			return change{from, fset.Position(a.Rhs[0].Pos()).Offset - head, ""}, true
		case *ast.CommClause:
			return at(s.Colon+1, " _ = "+name+"; ")
		case *ast.LabeledStmt:
			continue
		}
		if inList(path[i-1], s) {
			return at(s.End(), "; _ = "+name)
		}
	}
	return change{}, false
}

// inList reports whether a statement is one of a list, in which another may follow.
func inList(parent ast.Node, s ast.Stmt) bool {
	switch p := parent.(type) {
	case *ast.BlockStmt:
		return slices.Contains(p.List, s)
	case *ast.CaseClause:
		return slices.Contains(p.Body, s)
	case *ast.CommClause:
		return slices.Contains(p.Body, s)
	case *ast.LabeledStmt:
		return true
	}
	return false
}

// enclosing are the nodes around a position, the outermost first.
func enclosing(f *ast.File, pos token.Pos) (path []ast.Node) {
	ast.Inspect(f, func(n ast.Node) bool {
		if n == nil || pos < n.Pos() || pos >= n.End() {
			return false
		}
		path = append(path, n)
		return true
	})
	return path
}

// faults refuses what is still wrong, at the cell that it is in.
func (t *translator) faults(c *checkedProgram, headLines int, cells []*unit) {
	report := func(line int, msg string) {
		var u *unit
		if k := line - headLines - 1; k >= 0 && k < len(cells) {
			u = cells[k]
		}
		msg = "the toolchain would refuse this: " + msg
		if u == nil || u.block == nil || u.block.Source == nil {
			t.refuse(t.anywhere(msg))
			return
		}
		t.refuse(u.block.Source.Diagnostic(0, 0, msg))
	}
	if list, ok := c.err.(interface{ Error() string }); ok && c.err != nil {
		report(lineOf(c.err), list.Error())
	}
	for _, e := range c.errs {
		if e.Soft && strings.Contains(e.Msg, "imported and not used") {
			continue
		}
		report(c.fset.Position(e.Pos).Line, e.Msg)
	}
}

// lineOf is the line of a parser's first error.
func lineOf(err error) int {
	if list, ok := err.(scanner.ErrorList); ok && len(list) > 0 {
		return list[0].Pos.Line
	}
	return 0
}

// anywhere is a message without a place.
func (t *translator) anywhere(msg string) proto.Diagnostic { return proto.Diagnostic{Message: msg} }
