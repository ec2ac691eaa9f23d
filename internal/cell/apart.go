package cell

import (
	"context"
	"go/ast"
	"maps"
	"slices"
	"strings"
)

// A source apart is for who grades: whatever names a student's cells have declared,
// a test means by its own what its author meant, and by the student's only those of
// the answer. And what a test declares, helpers and imports, changes no answer.

// scope is what names mean.
type scope struct {
	bindings map[string]*binding
	dots     []string // packages imported with a dot
}

// apart leaves of the session's scope these names, with the methods of those that are
// types, until back is called.
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

// wholly gives all names their meaning until back is called, to compile what an earlier
// cell declared in the middle of a source apart.
func (c *Compiler) wholly() (back func()) {
	if c.whole == nil {
		return func() {}
	}
	part, whole := c.scope, c.whole
	c.scope, c.whole = *whole, nil
	return func() { c.scope, c.whole = part, whole }
}

// DeclaredNames are the names that a source declares for the session, imports included,
// in alphabetical order; none of a source that doesn't parse.
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
