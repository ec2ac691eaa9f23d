package cell

import (
	"cmp"
	"fmt"
	"go/types"
	"slices"
)

// maxMembers bounds what a page lists: nobody reads the thousand names of a large
// package, and Tab finds them.
const maxMembers = 60

// methodLines are the methods of a type that can be called on its variables, a line
// each; none for what is no type.
func (p *probe) methodLines(o types.Object) []string {
	tn, ok := o.(*types.TypeName)
	if !ok || tn.IsAlias() || types.IsInterface(tn.Type()) { // whose declaration has them
		return nil
	}
	var list []types.Object
	for s := range types.NewMethodSet(types.NewPointer(tn.Type())).Methods() {
		f := s.Obj().(*types.Func)
		if _, gone := p.c.phantom[f.Origin()]; !gone && p.reaches(f) {
			list = append(list, f)
		}
	}
	return p.c.lines(list)
}

// contents are what a package exports: types, functions, then the rest.
func (c *Compiler) contents(pkg *types.Package) []string {
	var list []types.Object
	for _, name := range pkg.Scope().Names() {
		if o := pkg.Scope().Lookup(name); o.Exported() {
			list = append(list, o)
		}
	}
	slices.SortStableFunc(list, func(a, b types.Object) int { return cmp.Compare(rank(a), rank(b)) })
	return c.lines(list)
}

func rank(o types.Object) int {
	switch o.(type) {
	case *types.TypeName:
		return 0
	case *types.Func:
		return 1
	}
	return 2
}

func (c *Compiler) lines(list []types.Object) []string {
	var lines []string
	for i, o := range list {
		if i == maxMembers {
			return append(lines, fmt.Sprintf("// and %d more; Tab lists them", len(list)-i))
		}
		lines = append(lines, c.line(o))
	}
	return lines
}

// line is an object in one line: of a type what it is, not what it holds.
func (c *Compiler) line(o types.Object) string {
	tn, ok := o.(*types.TypeName)
	if !ok {
		return c.declare(o)
	}
	switch u := tn.Type().Underlying().(type) {
	case *types.Struct:
		return "type " + tn.Name() + " struct"
	case *types.Interface:
		return "type " + tn.Name() + " interface"
	default:
		return "type " + tn.Name() + " " + c.typeString(u)
	}
}
