package cell

import (
	"context"
	"go/ast"
	"maps"
	"slices"
	"strings"
)

// A source apart is for grading: whatever a student's cells have declared, a test's own
// names mean what its author meant, and of the student's names it sees only the answer's.
// And the helpers and imports that a test declares change no answer.

// scope is what names mean.
type scope struct {
	bindings map[string]*binding
	dots     []string // packages imported with a dot
}

// apart reduces the session's scope to these names, and the methods of the types among
// them, until back is called.
func (c *Compiler) apart(names []string) (back func()) {
	whole := c.scope
	part := scope{bindings: map[string]*binding{}}
	for key, b := range whole.bindings {
		if name, _, _ := strings.Cut(key, "."); slices.Contains(names, name) {
			part.bindings[key] = b
		}
	}
	c.scope, c.whole = part, &whole
	return func() { c.scope, c.whole = whole, nil }
}

// wholly restores the whole scope until back is called, to compile an earlier cell's
// declaration in the middle of a source apart.
func (c *Compiler) wholly() (back func()) {
	if c.whole == nil {
		return func() {}
	}
	part, whole := c.scope, c.whole
	c.scope, c.whole = *whole, nil
	return func() { c.scope, c.whole = part, whole }
}

// DeclaredNames are the names that a source declares for the session, imports included,
// sorted; none if the source doesn't parse.
func DeclaredNames(text string) []string {
	c := New(Config{})
	f, errs := c.read(context.Background(), Typed(text, 0))
	if errs != nil {
		return nil
	}
	names := slices.Concat(slices.Collect(maps.Keys(f.names)), slices.Collect(maps.Keys(importedNames(f.ast))))
	for _, d := range f.ast.Decls {
		if fd, ok := d.(*ast.FuncDecl); ok && fd.Recv == nil {
			names = append(names, fd.Name.Name)
		}
	}
	names = slices.DeleteFunc(names, func(name string) bool { return strings.HasPrefix(name, mark) || name == "_" })
	slices.Sort(names)
	return slices.Compact(names)
}
