package cell

import (
	"go/ast"
	"slices"
	"strings"
)

// Restoring doesn't overwrite what the session has.

// leaveOut removes the declarations of names that the session keeps.
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

// left is the temporary name of a variable that isn't declared.
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
