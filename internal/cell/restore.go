package cell

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
)

// Restored is what restoring the cells of a session that is over has done so far. A
// Source that has one is checked as a whole, but declares only: of its statements those
// run that give a variable its first value and can have no other effect. The zero value
// is ready.
type Restored struct {
	// Declared counts what was declared: imports, types, constants, functions, and
	// variables that have their values.
	Declared int
	// Skipped counts statements that didn't run.
	Skipped int
	// Fatal is set for a cell that ended its session: nothing in it runs.
	Fatal bool

	missing map[string]int      // variables without a value, and their cells
	changed map[string]bool     // variables that something which didn't run may have changed
	linked  map[string][]string // variables that may share what they hold
	lazy    map[string]*effects // what running the functions in variables would do
	live    map[string]string   // names that stay as they are, and the paths of imports
	kept    map[string]bool     // those of them that were to be declared
}

// Restoring begins to restore cells: the names that the session has stay as they are,
// unless they are to be declared anew.
func (c *Compiler) Restoring(anew bool) Restored {
	r := Restored{live: map[string]string{}}
	for name, bd := range c.bindings {
		if !anew && bd.broken == "" {
			r.live[name] = bd.path
		}
	}
	return r
}

// Kept are the names that were to be declared and stay as they are.
func (r *Restored) Kept() []string { return slices.Sorted(maps.Keys(r.kept)) }

// Changed are the names of the variables that are as they began, but weren't always.
func (r *Restored) Changed() []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(r.changed)), func(name string) bool {
		_, live := r.live[name]
		_, missing := r.missing[name]
		return live || missing
	})
}

// Missing are the names of the variables that have no value.
func (r *Restored) Missing() []string { return slices.Sorted(maps.Keys(r.missing)) }

// lacks notes that variables have no value.
func (r *Restored) lacks(spec *ast.ValueSpec, cell int) {
	for _, id := range spec.Names {
		if own(id) {
			if r.missing == nil {
				r.missing = map[string]int{}
			}
			r.missing[id.Name] = cell
		}
	}
}

// keeps reports whether a name stays as it is.
func (r *Restored) keeps(name string) bool {
	_, live := r.live[name]
	return live
}

// keep notes that a name was to be declared and stays as it is.
func (r *Restored) keep(name string) {
	if r.kept == nil {
		r.kept = map[string]bool{}
	}
	r.kept[name] = true
}

// fresh notes that a name is declared: what was known of another is over.
func (r *Restored) fresh(name string) {
	delete(r.changed, name)
	delete(r.lazy, name)
	for _, other := range r.linked[name] {
		r.linked[other] = slices.DeleteFunc(r.linked[other], func(n string) bool { return n == name })
	}
	delete(r.linked, name)
}

// change notes that a variable, and what shares something with it, may have changed.
func (r *Restored) change(name string) {
	if r.changed[name] {
		return
	}
	if r.changed == nil {
		r.changed = map[string]bool{}
	}
	r.changed[name] = true
	for _, other := range r.linked[name] {
		r.change(other)
	}
}

// doubtful reports whether a name doesn't mean what it did.
func (r *Restored) doubtful(name string) bool {
	_, missing := r.missing[name]
	return missing || r.changed[name] || r.kept[name]
}

// skip counts a statement that doesn't run, and notes what it would have changed.
func (c *Compiler) skip(r *Restored, pkg *types.Package, n ast.Node) {
	r.Skipped++
	c.without(r, pkg, n)
}

// without notes what a tree would have changed, itself and by the functions it uses.
func (c *Compiler) without(r *Restored, pkg *types.Package, n ast.Node) {
	seen := map[string]bool{}
	var note func(e *effects)
	note = func(e *effects) {
		for name := range e.changes {
			r.change(name)
		}
		for name := range e.uses {
			if seen[name] {
				continue
			}
			seen[name] = true
			if lazy := r.lazy[name]; lazy != nil {
				note(lazy)
			}
			for key, bd := range c.bindings {
				if bd.decl != nil && bd.isFunc() && (key == name || name[0] == '.' && strings.HasSuffix(key, name)) {
					if n := bd.decl.tree(); n != nil {
						note(c.effectsOf(nil, n, true))
					}
				}
			}
		}
	}
	note(c.effectsOf(pkg, n, true))
}

// tree is the syntax of a function, nil for anything else.
func (d *declared) tree() ast.Node {
	f, err := parser.ParseFile(token.NewFileSet(), "", "package main\n"+d.src.Text[d.start:d.end], 0)
	if err != nil || len(f.Decls) == 0 {
		return nil
	}
	fd, ok := f.Decls[0].(*ast.FuncDecl)
	if !ok || fd.Body == nil {
		return nil
	}
	return fd
}

// Skip notes that a source doesn't run that declares nothing, or doesn't compile.
func (c *Compiler) Skip(src *Source, r *Restored) {
	r.Skipped++
	f, errs := c.read(context.Background(), src)
	if errs != nil {
		return
	}
	f.layout.passing = true
	for name := range f.names {
		r.change(name)
	}
	for _, s := range f.body {
		if spec := f.inits[s]; spec != nil {
			c.without(r, nil, spec)
		} else {
			c.without(r, nil, s)
		}
	}
}

// leaveOut takes the declarations out of a file whose names stay as they are.
func (c *Compiler) leaveOut(f *file, r *Restored) {
	keeps := func(name string) bool {
		if r.keeps(name) && name != "_" {
			r.keep(name)
			delete(f.names, name)
			return true
		}
		return false
	}
	f.dots = slices.DeleteFunc(f.dots, func(s *ast.ImportSpec) bool {
		return r.live != nil && s.Name.Name == "." && slices.Contains(c.dots, importPath(s))
	})
	f.ast.Decls = slices.DeleteFunc(f.ast.Decls, func(d ast.Decl) bool {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv != nil {
				return r.keeps(baseName(d.Recv))
			}
			return keeps(d.Name.Name)
		case *ast.GenDecl:
			d.Specs = slices.DeleteFunc(d.Specs, func(s ast.Spec) bool { return c.leavesOut(f, r, s, keeps) })
			return len(d.Specs) == 0
		}
		return false
	})
	f.body = slices.DeleteFunc(f.body, func(s ast.Stmt) bool {
		spec := f.inits[s]
		if spec == nil || slices.ContainsFunc(spec.Names, own) || !slices.ContainsFunc(spec.Names, func(id *ast.Ident) bool { return id.Name == left }) {
			return false
		}
		delete(f.inits, s)
		return true
	})
	f.eachName(func(id *ast.Ident) {
		if id.Name == left {
			id.Name = "_"
		}
	})
}

// left is the name, for a moment, of a variable that isn't declared.
const left = mark + "left"

// eachName visits the names of the variables and constants that a file declares.
func (f *file) eachName(visit func(*ast.Ident)) {
	for _, d := range f.ast.Decls {
		if g, ok := d.(*ast.GenDecl); ok {
			for _, s := range g.Specs {
				if s, ok := s.(*ast.ValueSpec); ok {
					for _, id := range s.Names {
						visit(id)
					}
				}
			}
		}
	}
}

// leavesOut reports whether nothing of a specification is declared.
func (c *Compiler) leavesOut(f *file, r *Restored, s ast.Spec, keeps func(string) bool) bool {
	switch s := s.(type) {
	case *ast.ImportSpec:
		name := importName(s)
		return r.keeps(name) && (r.live[name] == importPath(s) || keeps(name))
	case *ast.TypeSpec:
		return keeps(s.Name.Name)
	case *ast.ValueSpec:
		kept := false
		for _, id := range s.Names {
			if keeps(id.Name) {
				id.Name, kept = left, true
			}
		}
		if !kept || slices.ContainsFunc(s.Names, own) {
			return false
		}
		if !f.initialises(s) { // a constant, on which the next may depend
			return false
		}
		c.without(r, nil, s)
		return true
	}
	return false
}

// initialises reports whether a specification is of variables.
func (f *file) initialises(spec *ast.ValueSpec) bool {
	for _, s := range f.inits {
		if s == spec {
			return true
		}
	}
	return false
}

// own reports whether a name is the user's.
func own(id *ast.Ident) bool { return id.Name != "_" && !strings.HasPrefix(id.Name, mark) }

// restored chooses what runs of a cell that is restored, and counts.
func (b *builder) restored(r *Restored) (run []ast.Stmt) {
	r.Declared += b.declarations()
	for name := range b.f.names {
		r.fresh(name)
	}
	for _, s := range b.f.body {
		spec := b.f.inits[s]
		switch {
		case spec == nil:
			if _, empty := s.(*ast.EmptyStmt); !empty {
				b.c.skip(r, b.pkg, s)
			}
		case len(spec.Values) > 0 && (r.Fatal || !b.harmless(r, spec)):
			b.c.skip(r, b.pkg, spec)
			r.lacks(spec, b.f.src.Cell)
		default:
			for _, id := range spec.Names {
				if own(id) {
					r.Declared++
					delete(r.missing, id.Name)
				}
			}
			b.link(r, spec)
			run = append(run, s)
		}
	}
	return run
}

// link notes which variables share something with those that get their values, and what
// functions in these would do.
func (b *builder) link(r *Restored, spec *ast.ValueSpec) {
	e := b.c.effectsOf(b.pkg, spec, false)
	for _, id := range spec.Names {
		for name := range e.changes {
			if name != id.Name && own(id) {
				if r.linked == nil {
					r.linked = map[string][]string{}
				}
				r.linked[id.Name] = append(r.linked[id.Name], name)
				r.linked[name] = append(r.linked[name], id.Name)
			}
		}
		if own(id) && holdsFunc(spec) {
			if r.lazy == nil {
				r.lazy = map[string]*effects{}
			}
			r.lazy[id.Name] = b.c.effectsOf(b.pkg, spec, true)
		}
	}
}

// holdsFunc reports whether variables get functions that are written with them.
func holdsFunc(spec *ast.ValueSpec) bool {
	found := false
	ast.Inspect(spec, func(n ast.Node) bool {
		_, is := n.(*ast.FuncLit)
		found = found || is
		return !found
	})
	return found
}

// declarations counts those of the cell that aren't variables.
func (b *builder) declarations() (n int) {
	for _, d := range b.f.ast.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			n++
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.ImportSpec:
					if s.Path.ValuePos.IsValid() { // the user's own
						n++
					}
				case *ast.TypeSpec:
					n++
				case *ast.ValueSpec:
					for _, id := range s.Names {
						if d.Tok == token.CONST && own(id) {
							n++
						}
					}
				}
			}
		}
	}
	return n + len(b.f.dots)
}

// harmless reports whether giving variables their values can have no other effect, and
// always ends: it calls only functions of the library that are known to be so.
func (b *builder) harmless(r *Restored, spec *ast.ValueSpec) bool {
	ok := true
	for _, v := range spec.Values {
		ast.Inspect(v, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Ident:
				ok = ok && !(r.doubtful(n.Name) && b.global(n)) && !strings.HasPrefix(n.Name, mark)
			case *ast.CallExpr:
				ok = ok && b.harmlessCall(n)
			case *ast.UnaryExpr:
				ok = ok && n.Op != token.ARROW
			case *ast.FuncLit:
				ok = ok && !b.mentions(n, r.missing)
				return false // it doesn't run
			}
			return ok
		})
	}
	return ok
}

// global reports whether a name is used for something that the session has declared.
func (b *builder) global(id *ast.Ident) bool {
	o := b.info.Uses[id]
	v, isVar := o.(*types.Var)
	f, isFunc := o.(*types.Func)
	return o != nil && !(isVar && v.IsField()) && !(isFunc && f.Signature().Recv() != nil)
}

// mentions reports whether a function uses one of some variables, whose value it would
// keep.
func (b *builder) mentions(f *ast.FuncLit, names map[string]int) bool {
	found := false
	ast.Inspect(f, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			_, is := names[id.Name]
			found = found || is || strings.HasPrefix(id.Name, mark)
		}
		return !found
	})
	return found
}

// harmlessCall: a conversion, a function of Go's that makes something, or one of the
// library's that only makes something of its arguments. A function that is given
// may run.
func (b *builder) harmlessCall(call *ast.CallExpr) bool {
	tv := b.info.Types[call.Fun]
	if tv.IsType() {
		return true
	}
	for _, a := range call.Args {
		if _, isFunc := b.info.Types[a].Type.Underlying().(*types.Signature); isFunc {
			return false
		}
	}
	name := calleeName(call)
	if name == nil {
		return false
	}
	if tv.IsBuiltin() {
		return slices.Contains([]string{"append", "cap", "complex", "imag", "len", "make", "max", "min", "new", "real"}, name.Name)
	}
	f, ok := b.info.Uses[name].(*types.Func)
	if !ok || f.Pkg() == nil || f.Signature().Results().Len() == 0 {
		return false
	}
	return b.harmlessFunc(f, call.Args)
}

// makers are the packages of which functions with these beginnings only make something;
// a "" stands for all.
var makers = map[string][]string{
	"bufio": {"New"}, "bytes": {""}, "cmp": {""}, "container/list": {"New"}, "container/ring": {"New"},
	"errors": {"Join", "New"}, "fmt": {"Sprint", "Errorf"}, "html": {""}, "maps": {""}, "math": {""}, "math/big": {"New"},
	"math/bits": {""}, "math/cmplx": {""}, "math/rand": {"New"}, "math/rand/v2": {"New"}, "path": {""},
	"path/filepath": {"Base", "Clean", "Dir", "Ext", "Join"}, "regexp": {"Compile", "MustCompile"}, "slices": {""},
	"strconv": {""}, "strings": {""}, "time": {"Date", "Now", "Parse", "Unix"}, "unicode": {""}, "unicode/utf8": {""},
	"gonum.org/v1/gonum/mat": {"New"},
	"riffle/shuffle": {"New", "Parse", "DeckOf", "BorlandRandom", "ChaCha8", "Commons", "CryptoRandom", "Exchange",
		"FromSource", "Insertion", "JavaRandom", "LCG", "MT19937", "PCG", "PythonRandom", "Riffle", "Shufflers", "SortShuffleKeys"},
	"riffle/shuffle/count": {""},
}

// harmlessFunc reports whether a function only makes something of its arguments. Of
// methods, those of times and durations do; printing calls methods of the user's.
func (b *builder) harmlessFunc(f *types.Func, args []ast.Expr) bool {
	path := f.Pkg().Path()
	if f.Signature().Recv() != nil {
		n := receiverType(f)
		return path == "time" && n != nil && slices.Contains([]string{"Time", "Duration", "Month", "Weekday"}, n.Obj().Name())
	}
	printed := func(a ast.Expr) bool {
		_, basic := types.Unalias(b.info.Types[a].Type).(*types.Basic)
		return !basic
	}
	if path == "fmt" && slices.ContainsFunc(args, printed) {
		return false
	}
	return begins(makers[path], f.Name()) && !b.givesMethods(f.Signature(), args)
}

// givesMethods reports whether a function is given something whose methods may be the
// user's, and can call them.
func (b *builder) givesMethods(sig *types.Signature, args []ast.Expr) bool {
	for i, a := range args {
		p := sig.Params().At(min(i, sig.Params().Len()-1)).Type()
		if s, ok := p.Underlying().(*types.Slice); ok && sig.Variadic() && i >= sig.Params().Len()-1 {
			p = s.Elem()
		}
		if _, generic := p.(*types.TypeParam); generic || !types.IsInterface(p) {
			continue
		}
		t := b.info.Types[a].Type
		if s, ok := t.Underlying().(*types.Slice); ok && i >= sig.Params().Len()-1 { // rngs...
			t = s.Elem()
		}
		_, made := ast.Unparen(a).(*ast.CallExpr) // by the library
		if types.IsInterface(t) && !made || b.ofUser(t) {
			return true
		}
	}
	return false
}

// ofUser reports whether a type may have methods of the user's.
func (b *builder) ofUser(t types.Type) bool {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := types.Unalias(t).(*types.Named); ok {
		return n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == b.pkg.Path()
	}
	_, embeds := t.Underlying().(*types.Struct)
	return embeds
}

// Abandon notes that the variables of a source have no value: giving them one failed.
func (c *Compiler) Abandon(src *Source, r *Restored) {
	f, errs := c.read(context.Background(), src)
	if errs != nil {
		return
	}
	f.layout.passing = true
	for _, spec := range f.inits {
		if len(spec.Values) > 0 {
			r.lacks(spec, src.Cell)
		}
	}
}

// Pieces are the declarations and statements of a source, each a source of its own.
func (c *Compiler) Pieces(src *Source) (list []*Source) {
	for _, p := range split(src.Text).list {
		list = append(list, src.Window(p.start, p.end))
	}
	return list
}

// Declares reports whether a source declares something.
func (c *Compiler) Declares(src *Source) bool {
	f, errs := c.read(context.Background(), src)
	if errs != nil {
		return false
	}
	f.layout.passing = true
	return len(f.names)+len(f.dots)+len(f.ast.Decls) > 0
}

// Results returns a function that gives _ and Out[n] the meaning back that they have
// now.
func (c *Compiler) Results() (back func()) {
	last, outs := c.last, maps.Clone(c.outs)
	return func() { c.last, c.outs = last, outs }
}

// Undefine ends restoring: variables without a value become undefined, and what uses
// them is kept as what no longer compiles. The unit is nil if there are none.
func (c *Compiler) Undefine(r *Restored) (unit *Unit, errs Errors) {
	// What uses a variable can't be compiled with a type of its name.
	var text strings.Builder
	for _, name := range r.Missing() {
		if bd := c.bindings[name]; bd == nil || bd.cell != r.missing[name] {
			delete(r.missing, name) // declared again, as something else
			continue
		}
		fmt.Fprintf(&text, "type %s struct{}\n", name)
	}
	if text.Len() == 0 {
		return nil, nil
	}
	unit, errs = c.Compile(context.Background(), &Source{Text: text.String(), undefines: true})
	if errs != nil {
		return nil, errs
	}
	for name, cell := range r.missing {
		where := ""
		if cell > 0 {
			where = fmt.Sprintf(" in cell %d", cell)
		}
		c.bindings[name] = &binding{name: name, cell: cell, lacking: true,
			broken: fmt.Sprintf("%s has no value: %%restore didn't run the statement%s that gives it one", name, where)}
	}
	return unit, nil
}
