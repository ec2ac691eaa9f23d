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

// Restored is what restoring the cells of an earlier session has done so far. A Source
// that has one is checked as a whole, but only declares: the only statements that run are
// those that initialise a variable and can have no other effect. The zero value is ready
// to use.
type Restored struct {
	// Declared counts what was declared: imports, types, constants, functions, and
	// variables that have their values.
	Declared int
	// Skipped counts statements that didn't run.
	Skipped int
	// Fatal is set for a cell that ended its session: nothing in it runs.
	Fatal bool

	missing map[string]int      // variables without a value, and their cells
	changed map[string]bool     // variables that a skipped statement may have changed
	linked  map[string][]string // variables that may share memory
	lazy    map[string]*effects // what running the functions in variables would do
	live    map[string]string   // names that stay as they are, and the paths of imports
	kept    map[string]bool     // those of live that a cell declares
}

// Restoring begins to restore cells: the session's names stay as they are, unless anew is
// set.
func (c *Compiler) Restoring(anew bool) Restored {
	r := Restored{live: map[string]string{}}
	for name, bd := range c.bindings {
		if !anew && bd.broken == "" {
			r.live[name] = bd.path
		}
	}
	return r
}

// Kept are the names that restored cells declare but that stay as they are.
func (r *Restored) Kept() []string { return slices.Sorted(maps.Keys(r.kept)) }

// Changed are the variables that were restored with their first values but may have
// changed later.
func (r *Restored) Changed() []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(r.changed)), func(name string) bool {
		_, live := r.live[name]
		_, missing := r.missing[name]
		return live || missing
	})
}

// Missing are the names of the variables that have no value.
func (r *Restored) Missing() []string { return slices.Sorted(maps.Keys(r.missing)) }

// lacks records that variables have no value.
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

// keep records that a name stays as it is although a cell declares it.
func (r *Restored) keep(name string) {
	if r.kept == nil {
		r.kept = map[string]bool{}
	}
	r.kept[name] = true
}

// fresh records that a name is declared, and forgets what was known of its older meaning.
func (r *Restored) fresh(name string) {
	delete(r.changed, name)
	delete(r.lazy, name)
	for _, other := range r.linked[name] {
		r.linked[other] = slices.DeleteFunc(r.linked[other], func(n string) bool { return n == name })
	}
	delete(r.linked, name)
}

// change records that a variable, and those that share memory with it, may have changed.
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

// doubtful reports whether a name may not mean what it did.
func (r *Restored) doubtful(name string) bool {
	_, missing := r.missing[name]
	return missing || r.changed[name] || r.kept[name]
}

// skip counts a statement that doesn't run, and records what it would have changed.
func (c *Compiler) skip(r *Restored, pkg *types.Package, n ast.Node) {
	r.Skipped++
	c.without(r, pkg, n)
}

// without records what running a tree would have changed, directly and through the
// functions it uses.
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

// Skip records that a source doesn't run because it declares nothing or doesn't compile.
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

// restored selects the statements of a restored cell that run, and counts.
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

// link records which variables share memory with newly initialised ones, and what
// functions in those would do.
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

// holdsFunc reports whether variables are initialised with function literals.
func holdsFunc(spec *ast.ValueSpec) bool {
	found := false
	ast.Inspect(spec, func(n ast.Node) bool {
		_, is := n.(*ast.FuncLit)
		found = found || is
		return !found
	})
	return found
}

// declarations counts the cell's declarations other than variables.
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

// Abandon records that the variables of a source have no value: initialising them failed.
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

// Pieces are the declarations and statements of a source, each as its own source.
func (c *Compiler) Pieces(src *Source) (list []*Source) {
	for _, p := range split(src.Text).list {
		list = append(list, src.Window(p.start, p.end))
	}
	return list
}

// Declares reports whether a source declares anything.
func (c *Compiler) Declares(src *Source) bool {
	f, errs := c.read(context.Background(), src)
	if errs != nil {
		return false
	}
	f.layout.passing = true
	return len(f.names)+len(f.dots)+len(f.ast.Decls) > 0
}

// Results returns a function that restores the present meaning of _ and Out[n].
func (c *Compiler) Results() (back func()) {
	last, outs := c.last, maps.Clone(c.outs)
	return func() { c.last, c.outs = last, outs }
}

// Undefine ends restoring: variables without a value become undefined, and what uses them
// is kept as no longer compiling. The unit is nil if there are none.
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
