package export

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"riffle/internal/cell"
	"riffle/internal/lower"
)

// entity is an object of the session: a function, type, constant or variable that a
// cell declared at its top level.
type entity struct {
	obj  types.Object
	base string // the name in the cells
	unit *unit
	decl *decl // nil for a variable

	name     string // in the program
	kept     bool   // the value that a cell displayed, for _ and Out[n]
	global   bool   // a variable that functions use
	valued   bool   // a variable that is declared with a value
	captured bool   // by a closure or a pointer: it must stay itself
	uses     int
	standing bool // a variable that is declared already, as the program is written
}

// decl is a declaration at package level, as one cell compiled it.
type decl struct {
	cell.Checkable
	unit    *unit
	carried bool
	late    bool // what a function of an earlier cell used was declared only now
	objs    []types.Object
	recv    types.Object // the type of a method
	method  string
	uses    map[types.Object]bool
	live    bool
	gone    bool // another has replaced it, or nothing needs it
	version int  // of a method, from 1, if there are several
}

// key tells what a declaration declares.
func (d *decl) key() string {
	if d.recv != nil {
		return d.recv.Name() + "." + d.method
	}
	if len(d.objs) == 0 {
		return ""
	}
	return d.objs[0].Name()
}

// collect finds what the cells declare.
func (t *translator) collect() {
	t.session, t.canon, t.defined = map[types.Object]*entity{}, map[types.Object]types.Object{}, map[string]bool{}
	t.labels = map[types.Object]string{}
	for _, b := range t.blocks {
		for _, u := range b.units {
			if u.Checked == nil {
				continue
			}
			for _, o := range u.Info.Uses {
				t.seeds = t.seeds || o.Name() == "Seed" && o.Pkg() != nil && o.Pkg().Path() == shufflePath
				t.draws = t.draws || randOf(o) != ""
			}
			for id, o := range u.Info.Defs {
				if _, pkg := o.(*types.PkgName); o != nil && !pkg {
					t.defined[id.Name] = true
				}
			}
			for _, p := range u.Carried {
				t.declaration(u, p, true)
			}
			for _, p := range u.Parts {
				t.part(u, p)
			}
			if u.Kept != nil {
				t.enter(&entity{obj: u.Kept, base: "out", kept: true, unit: u, valued: true})
			}
		}
	}
	t.seeds = t.seeds && t.draws
	for _, d := range t.decls {
		d.uses = t.usesOf(d.unit, d.Node)
	}
	t.countUses()
}

func (t *translator) part(u *unit, p cell.Checkable) {
	switch n := p.Node.(type) {
	case *ast.FuncDecl:
		t.declaration(u, p, false)
	case *ast.GenDecl:
		if n.Tok != token.VAR {
			t.declaration(u, p, false)
			return
		}
		for _, s := range n.Specs {
			s := s.(*ast.ValueSpec)
			t.variables(u, s.Names, len(s.Values) > 0)
		}
	case *ast.AssignStmt:
		if n.Tok == token.DEFINE {
			var ids []*ast.Ident
			for _, e := range n.Lhs {
				if id, ok := e.(*ast.Ident); ok {
					ids = append(ids, id)
				}
			}
			t.variables(u, ids, true)
		}
	case *ast.LabeledStmt:
		t.label(u, n)
	}
}

// variables enters the variables that names declare.
func (t *translator) variables(u *unit, ids []*ast.Ident, valued bool) {
	for _, id := range ids {
		if o, ok := u.Info.Defs[id].(*types.Var); ok && id.Name != "_" {
			t.enter(&entity{obj: o, base: id.Name, unit: u, valued: valued})
		}
	}
}

func (t *translator) enter(e *entity) {
	t.session[e.obj] = e
	t.order = append(t.order, e)
}

// label gives a label of a cell's top level a unique name: different cells may use the
// same one.
func (t *translator) label(u *unit, s *ast.LabeledStmt) {
	if o := u.Info.Defs[s.Label]; o != nil {
		name := s.Label.Name
		for i := 2; slices.Contains(labelNames(t.labels), name); i++ {
			name = fmt.Sprintf("%s_%d", s.Label.Name, i)
		}
		t.labels[o] = name
	}
	if inner, ok := s.Stmt.(*ast.LabeledStmt); ok {
		t.label(u, inner)
	}
}

func labelNames(m map[types.Object]string) (list []string) {
	for _, n := range m {
		list = append(list, n)
	}
	return list
}

// declaration enters functions, types and constants.
func (t *translator) declaration(u *unit, p cell.Checkable, carried bool) {
	d := &decl{Checkable: p, unit: u, carried: carried}
	switch n := p.Node.(type) {
	case *ast.FuncDecl:
		if p.Func == nil {
			return
		}
		if recv := p.Func.Signature().Recv(); recv != nil {
			named := namedOf(recv.Type())
			if named == nil {
				return
			}
			d.recv, d.method = named.Origin().Obj(), p.Func.Name()
		} else if p.Func.Name() == "init" {
			t.leave(u.block, "func init doesn't run in a cell; left out")
			return
		} else {
			d.objs = []types.Object{p.Func}
		}
	case *ast.GenDecl:
		for _, s := range n.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				d.objs = append(d.objs, u.Info.Defs[s.Name])
			case *ast.ValueSpec:
				for _, id := range s.Names {
					if o := u.Info.Defs[id]; o != nil && id.Name != "_" {
						d.objs = append(d.objs, o)
					}
				}
			}
		}
	default:
		return
	}
	if carried {
		t.complete(d)
	}
	t.decls = append(t.decls, d)
	for _, o := range d.objs {
		if o != nil && o.Name() != "_" {
			t.enter(&entity{obj: o, base: o.Name(), unit: u, decl: d})
		}
	}
}

// complete lets a function that was compiled again take the place of the one that waited
// for what this cell declares.
func (t *translator) complete(d *decl) {
	for _, old := range t.decls {
		if !old.Waits || old.gone || old.Source != d.Source || old.Start != d.Start {
			continue
		}
		old.gone, d.carried, d.late = true, false, true
		for i, o := range old.objs {
			t.canon[o] = d.objs[i]
			t.order = slices.DeleteFunc(t.order, func(e *entity) bool { return e.obj == o })
			delete(t.session, o)
		}
	}
}

func namedOf(t types.Type) *types.Named {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	n, _ := types.Unalias(t).(*types.Named)
	return n
}

// object is what an identifier means, nil for nothing of the session's or a
// library's.
func (t *translator) object(u *unit, id *ast.Ident) types.Object {
	o := u.Info.Uses[id]
	if o == nil {
		o = u.Info.Defs[id]
	}
	if o == nil {
		return nil
	}
	return t.resolve(o)
}

// resolve follows the compiler's aliases and our own.
func (t *translator) resolve(o types.Object) types.Object {
	o = t.compiler.Original(o)
	for t.canon[o] != nil {
		o = t.canon[o]
	}
	return o
}

// usesOf are the session's objects that a tree uses.
func (t *translator) usesOf(u *unit, n ast.Node) map[types.Object]bool {
	out := map[types.Object]bool{}
	ast.Inspect(n, func(m ast.Node) bool {
		if id, ok := m.(*ast.Ident); ok {
			if o := u.Info.Uses[id]; o != nil {
				if o = t.resolve(o); t.session[o] != nil {
					out[o] = true
				}
			}
		}
		return true
	})
	return out
}

// statements yields the statements of all units.
func (t *translator) statements(yield func(u *unit, p cell.Checkable)) {
	for _, b := range t.blocks {
		for _, u := range b.units {
			if u.Checked == nil {
				continue
			}
			for _, p := range u.Parts {
				switch n := p.Node.(type) {
				case nil, *ast.FuncDecl:
				case *ast.GenDecl:
					if n.Tok == token.VAR {
						yield(u, p)
					}
				default:
					yield(u, p)
				}
			}
		}
	}
}

// countUses notes which variables are used, and which are captured.
func (t *translator) countUses() {
	look := func(u *unit, n ast.Node) {
		depth := 0
		var walk func(n ast.Node)
		capture := func(e ast.Expr) {
			if id := root(e); id != nil {
				if en := t.session[t.ownObject(u, id)]; en != nil {
					en.captured = true
				}
			}
		}
		walk = func(n ast.Node) {
			ast.Inspect(n, func(m ast.Node) bool {
				switch m := m.(type) {
				case *ast.FuncLit:
					depth++
					walk(m.Body)
					depth--
					return false
				case *ast.UnaryExpr:
					if m.Op == token.AND {
						capture(m.X)
					}
				case *ast.SliceExpr:
					if tv, ok := u.Info.Types[m.X]; ok && tv.Type != nil {
						if _, array := tv.Type.Underlying().(*types.Array); array {
							capture(m.X)
						}
					}
				case *ast.Ident:
					if en := t.session[t.ownObject(u, m)]; en != nil && u.Info.Uses[m] != nil {
						en.uses++
						en.captured = en.captured || depth > 0
					}
				}
				return true
			})
		}
		walk(n)
	}
	t.statements(func(u *unit, p cell.Checkable) { look(u, p.Node) })
	for _, d := range t.decls {
		look(d.unit, d.Node)
	}
}

// ownObject is object without what isn't of the session.
func (t *translator) ownObject(u *unit, id *ast.Ident) types.Object {
	o := t.object(u, id)
	if o == nil || o.Pkg() == nil || o.Pkg().Path() != lower.UserPath {
		return nil
	}
	return o
}

// root is the variable of which an expression is a part.
func root(e ast.Expr) *ast.Ident {
	for {
		switch x := e.(type) {
		case *ast.Ident:
			return x
		case *ast.ParenExpr:
			e = x.X
		case *ast.SelectorExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		default:
			return nil
		}
	}
}

// merge merges objects that needn't be separate: a variable that a later cell declares
// again with the same type, if nothing holds on to the first, and a function that was
// compiled again and is still the same.
func (t *translator) merge() {
	last := map[string]*entity{}
	for _, e := range t.order {
		if e.kept {
			continue
		}
		was := last[e.base]
		last[e.base] = e
		if was == nil || was.decl != nil || e.decl != nil || !e.valued || was.captured || t.held(was) {
			continue
		}
		if types.Identical(was.obj.Type(), e.obj.Type()) {
			first := t.resolve(was.obj)
			t.canon[e.obj] = first
			t.session[first].captured = t.session[first].captured || e.captured
			t.session[first].uses += e.uses
		}
	}
	for t.mergeDecls() {
	}
	for _, d := range t.decls {
		d.uses = t.usesOf(d.unit, d.Node)
	}
}

// held reports whether a function that uses the variable is used as a value: it may
// outlive the variable.
func (t *translator) held(v *entity) bool {
	for _, d := range t.decls {
		if !d.uses[v.obj] {
			continue
		}
		for _, o := range d.objs {
			if e := t.session[o]; e != nil && t.usedAsValue(o) {
				return true
			}
		}
	}
	return false
}

func (t *translator) usedAsValue(f types.Object) (found bool) {
	look := func(u *unit, n ast.Node) {
		called := map[*ast.Ident]bool{}
		ast.Inspect(n, func(m ast.Node) bool {
			switch m := m.(type) {
			case *ast.CallExpr:
				if id, ok := ast.Unparen(m.Fun).(*ast.Ident); ok {
					called[id] = true
				}
			case *ast.Ident:
				if u.Info.Uses[m] != nil && t.resolve(u.Info.Uses[m]) == f && !called[m] {
					found = true
				}
			}
			return !found
		})
	}
	t.statements(func(u *unit, p cell.Checkable) { look(u, p.Node) })
	for _, d := range t.decls {
		look(d.unit, d.Node)
	}
	return found
}

// mergeDecls drops declarations that were compiled again and mean the same as before.
func (t *translator) mergeDecls() (again bool) {
	before := map[string][]*decl{}
	for _, d := range t.decls {
		if d.gone || d.key() == "" {
			continue
		}
		if d.carried {
			for _, old := range before[d.key()] {
				if t.same(old, d) {
					d.gone, again = true, true
					if len(d.objs) == 1 {
						t.canon[d.objs[0]] = t.resolve(old.objs[0])
					}
					break
				}
			}
		}
		if !d.gone {
			before[d.key()] = append(before[d.key()], d)
		}
	}
	return again
}

// same reports whether two compilations of one text mean the same.
func (t *translator) same(a, b *decl) bool {
	if a.Source != b.Source || a.Start != b.Start || a.End != b.End || len(a.objs) != len(b.objs) {
		return false
	}
	if a.recv != nil && t.resolve(a.recv) != t.resolve(b.recv) {
		return false
	}
	x, y := t.meanings(a), t.meanings(b)
	if len(x) != len(y) {
		return false
	}
	for at, o := range x {
		if y[at] != o {
			return false
		}
	}
	return true
}

// meanings are the objects that a declaration uses, by their places; itself is nil.
func (t *translator) meanings(d *decl) map[int]types.Object {
	out := map[int]types.Object{}
	ast.Inspect(d.Node, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || d.unit.Info.Uses[id] == nil {
			return true
		}
		src, at := t.compiler.At(id.Pos())
		o := t.resolve(d.unit.Info.Uses[id])
		if src != d.Source || at < d.Start || at >= d.End || t.session[o] == nil {
			return true
		}
		if slices.Contains(d.objs, o) {
			o = nil
		}
		out[at] = o
		return true
	})
	return out
}

// choose finds the declarations that the program needs: what statements reach, and what
// the user wrote and nothing has replaced.
func (t *translator) choose() {
	newest := map[string]*decl{}
	for _, d := range t.decls {
		if !d.gone && !d.carried {
			newest[d.key()] = d
		}
	}
	for _, d := range t.decls {
		if !d.gone && !d.carried && (newest[d.key()] == d || d.key() == "") && d.recv == nil {
			t.reach(d)
		}
	}
	t.statements(func(u *unit, p cell.Checkable) {
		for o := range t.usesOf(u, p.Node) {
			t.reachObject(o)
		}
	})
	for _, d := range t.decls {
		d.gone = d.gone || !d.live
	}
	for _, e := range t.order {
		if e.decl != nil || t.canon[e.obj] != nil {
			continue
		}
		e.global = slices.ContainsFunc(t.decls, func(d *decl) bool { return !d.gone && d.uses[e.obj] })
	}
	t.versions()
}

func (t *translator) reachObject(o types.Object) {
	if e := t.session[t.resolve(o)]; e != nil && e.decl != nil {
		t.reach(e.decl)
	}
}

func (t *translator) reach(d *decl) {
	if d.live || d.gone {
		return
	}
	d.live = true
	for o := range d.uses {
		t.reachObject(o)
	}
	for _, o := range d.objs {
		if _, ok := o.(*types.TypeName); !ok {
			continue
		}
		for _, m := range t.decls {
			if m.recv != nil && t.resolve(m.recv) == o {
				t.reach(m)
			}
		}
	}
}

// versions numbers the methods that a type has several of, one after the other.
func (t *translator) versions() {
	of := map[string][]*decl{}
	for _, d := range t.decls {
		if !d.gone && d.recv != nil {
			key := fmt.Sprintf("%p.%s", t.resolve(d.recv), d.method)
			of[key] = append(of[key], d)
		}
	}
	for _, list := range of {
		if len(list) < 2 {
			continue
		}
		for i, d := range list {
			d.version = i + 1
			if i > 0 {
				t.checkVersion(list[0], d)
			}
		}
	}
}

// checkVersion refuses a method that a program can't have twice.
func (t *translator) checkVersion(first, d *decl) {
	at := d.Source.Diagnostic(d.Start, d.Start, "")
	where := first.Source.Diagnostic(first.Start, first.Start, "").Place()
	name := d.recv.Name() + "." + d.method
	if n := namedOf(d.recv.Type()); n != nil && n.TypeParams().Len() > 0 {
		at.Message = fmt.Sprintf("the method %s of a generic type is declared again (first at %s): give it another name, or leave out the first", name, where)
		t.refuse(at)
		d.version, first.version = 0, 0
		return
	}
	if head(first) != head(d) {
		at.Message = fmt.Sprintf("the method %s has another signature than at %s: give it another name, or leave out the first", name, where)
		t.refuse(at)
	}
}

// head is a method's text up to its body.
func head(d *decl) string {
	text := d.Source.Text[d.Start:d.End]
	if fd, ok := d.Node.(*ast.FuncDecl); ok && fd.Body != nil {
		text = text[:min(len(text), int(fd.Body.Lbrace-fd.Pos()))]
	}
	return strings.Join(strings.Fields(text), " ")
}
