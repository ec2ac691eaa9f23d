package cell

import (
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"path"
	"slices"
	"strings"

	"riffle/internal/core"
	"riffle/internal/lower"
)

// An experiment that other processes play is sent as its own program: the text of its
// call and the parts of the session that it mentions. Names in declarations mean what
// they mean in the session now, since redeclaring a name recompiles what uses it
// (dependents.go). So names are enough to find all that is needed.

// Bundle collects what a text needs from the session.
type Bundle struct {
	c       *Compiler
	moment  int               // of the texts
	taken   map[string]bool   // names that the program mentions
	known   map[string]bool   // names that were queued
	queue   []string          // names still to be resolved
	decls   []string          // constants, types, functions
	given   []string          // variables whose functions are sent as text
	imports map[string]string // by path
	own     []string          // the user's own imports
}

// Bundle begins with the text of statements compiled at a moment, whose own variables are
// locals.
func (c *Compiler) Bundle(statements string, locals []string, moment int) *Bundle {
	b := &Bundle{c: c, moment: moment, taken: map[string]bool{}, known: map[string]bool{}, imports: map[string]string{}}
	for _, name := range locals {
		b.known[name], b.taken[name] = true, true
	}
	for _, path := range c.dots {
		b.own = append(b.own, fmt.Sprintf("import . %q", path))
	}
	b.text("func _() {\n" + statements + "\n}")
	return b
}

// text queues the names that a declaration mentions, and returns them.
func (b *Bundle) text(decl string) []string {
	f, err := parser.ParseFile(token.NewFileSet(), "", "package p\n"+decl, 0)
	if err != nil {
		return nil // the compiler will say so
	}
	ast.Inspect(f, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			b.taken[id.Name] = true
		}
		return true
	})
	names := slices.Sorted(maps.Keys(freeNames(&ast.File{Name: f.Name, Decls: f.Decls, FileStart: token.NoPos, FileEnd: token.NoPos})))
	b.need(names...)
	return names
}

// need queues names.
func (b *Bundle) need(names ...string) {
	for _, name := range names {
		if b.taken[name] = true; !b.known[name] {
			b.known[name] = true
			b.queue = append(b.queue, name)
		}
	}
}

// Next is a variable whose value is wanted, nil if there are no more. It fails for a name
// that no longer compiles or was redeclared since.
func (b *Bundle) Next() (*types.Var, error) {
	for len(b.queue) > 0 {
		name := b.queue[0]
		b.queue = b.queue[1:]
		bd := b.c.bindings[name]
		switch {
		case bd == nil || name[0] == '.':
		case bd.decl != nil && bd.decl.waits != "":
			return nil, errors.New(bd.decl.waits)
		case bd.broken != "":
			return nil, fmt.Errorf("%s no longer compiles: %s", name, bd.broken)
		case bd.moment > b.moment && !isMethod(bd.obj):
			return nil, fmt.Errorf("the function that calls it is older than the present declaration of %s: call one declared after it", name)
		case bd.path != "":
			b.own = append(b.own, fmt.Sprintf("import %s %q", name, bd.path))
		case bd.decl != nil:
			b.declare(bd.decl)
		default:
			if v, err := b.other(bd); v != nil || err != nil {
				return v, err
			}
		}
	}
	return nil, nil
}

// declare adds a function, or a type with its methods.
func (b *Bundle) declare(d *declared) {
	y := &layout{}
	y.addDecl(d)
	text := y.b.String()
	b.decls = append(b.decls, fromLine(d.src, d.start)+text)
	b.text(text)
	if d.recv != "" {
		return
	}
	for _, key := range slices.Sorted(maps.Keys(b.c.bindings)) {
		if m := b.c.bindings[key].decl; m != nil && m.recv == d.name {
			b.need(key)
		}
	}
}

// other adds a constant, or a variable whose function can be sent as text. It returns any
// other variable.
func (b *Bundle) other(bd *binding) (*types.Var, error) {
	switch o := bd.obj.(type) {
	case *types.Const:
		b.decls = append(b.decls, lower.ConstText(o, b.qualify)+"\n")
		b.Type(o.Type())
	case *types.Var:
		b.Type(o.Type())
		if bd.given == nil {
			return o, nil
		}
		text := bd.given.src.Text[bd.given.start:bd.given.end]
		b.given = append(b.given, fmt.Sprintf("var %s %s = %s%s\n", bd.name, b.TypeText(o.Type()), fromLine(bd.given.src, bd.given.start), text))
		for _, name := range b.text("var _ = " + text) {
			if now := b.c.bindings[name]; now != nil && now.moment > bd.moment && !isMethod(now.obj) {
				return nil, fmt.Errorf("the function in %s is older than the present declaration of %s: assign %[1]s a new function", bd.name, name)
			}
		}
	}
	return nil, nil
}

// Type queues the types of the session that a type is made of.
func (b *Bundle) Type(t types.Type) {
	w := typeWalk{seen: map[types.Type]bool{}}
	w.walk(t)
	for t := range w.seen {
		if n, ok := t.(*types.Named); ok && b.ours(n.Obj()) {
			b.need(n.Obj().Name())
		}
		if a, ok := t.(*types.Alias); ok && b.ours(a.Obj()) {
			b.need(a.Obj().Name())
		}
	}
}

func (b *Bundle) ours(o types.Object) bool {
	return o.Pkg() != nil && o.Pkg().Path() == lower.UserPath
}

// Outdated is the first type of the session that a type is made of and that has since
// been redeclared.
func (b *Bundle) Outdated(t types.Type) (name string, outdated bool) {
	w := typeWalk{seen: map[types.Type]bool{}}
	w.walk(t)
	for t := range w.seen {
		if name, _, old := b.c.Outdated(t); old {
			return name, true
		}
	}
	return "", false
}

// TypeText is a type as the program spells it.
func (b *Bundle) TypeText(t types.Type) string { return types.TypeString(t, b.qualify) }

// qualify is the name of a package in the program.
func (b *Bundle) qualify(p *types.Package) string {
	if p.Path() == lower.UserPath {
		return ""
	}
	return b.Package(p.Path())
}

// Package is the name of a package in the program.
func (b *Bundle) Package(p string) string {
	if name, ok := b.imports[p]; ok {
		return name
	}
	name := path.Base(p) + "_"
	for b.taken[name] || b.c.bindings[name] != nil {
		name += "_"
	}
	b.imports[p], b.taken[name] = name, true
	return name
}

// Program is the program: values are the declarations of the variables, statements the
// code that runs.
func (b *Bundle) Program(values []string, statements string) string {
	var lines []string
	for path, name := range b.imports {
		lines = append(lines, fmt.Sprintf("import %s %q", name, path))
	}
	lines = append(lines, b.own...)
	slices.SortFunc(lines, cmp.Compare)
	all := strings.Join(slices.Compact(lines), "\n") + "\n"
	for _, list := range [][]string{b.decls, values, b.given} {
		all += strings.Join(list, "")
	}
	return all + "{\n" + statements + "\n}\n"
}

// Memory is where a variable of the session lives, nil if it has no value.
func (c *Compiler) Memory(v *types.Var) *core.Var { return c.lower.Global(v) }

// Draws reports whether a type is a generator or holds one.
func Draws(t types.Type) bool { return draws(t) }

// textOf is the text of a node, below a line that says where it is from; empty if the
// node isn't the user's.
func (c *Compiler) textOf(n ast.Node) string {
	src, start := c.locate(n.Pos())
	last, end := c.locate(n.End())
	if src == nil || src != last || start >= end || end > len(src.Text) {
		return ""
	}
	return fromLine(src, start) + src.Text[start:end]
}

// noteGiven records the text of functions in variables that the cell declares, and
// forgets that of variables that it may change.
func (b *builder) noteGiven() {
	for _, f := range b.files {
		for _, d := range f.Decls {
			if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.VAR {
				for _, s := range g.Specs {
					b.givenBy(s.(*ast.ValueSpec))
				}
			}
		}
	}
	for _, f := range b.files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				for _, x := range n.Lhs {
					b.forgetGiven(x)
				}
			case *ast.UnaryExpr:
				if n.Op == token.AND {
					b.forgetGiven(n.X)
				}
			case *ast.RangeStmt:
				if n.Tok == token.ASSIGN {
					b.forgetGiven(n.Key)
					b.forgetGiven(n.Value)
				}
			}
			return true
		})
	}
}

func (b *builder) givenBy(s *ast.ValueSpec) {
	if len(s.Names) != len(s.Values) {
		return
	}
	for i, id := range s.Names {
		o := b.info.Defs[id]
		bd := b.c.bindings[id.Name]
		if o == nil || bd == nil || bd.obj != o || !isFunc(o.Type()) || !lower.Portable(b.info, s.Values[i]) {
			continue
		}
		src, start := b.c.locate(s.Values[i].Pos())
		_, end := b.c.locate(s.Values[i].End())
		bd.given = &declared{src: src, start: start, end: end}
	}
}

func (b *builder) forgetGiven(x ast.Expr) {
	if id, ok := x.(*ast.Ident); ok {
		if bd := b.c.bindings[id.Name]; bd != nil && bd.obj == b.info.Uses[id] {
			bd.given = nil
		}
	}
}
