package cell

import (
	"cmp"
	"fmt"
	"go/types"
	"slices"
	"strings"

	"riffle/internal/help"
	"riffle/internal/proto"
)

// maxMembers bounds what a page lists: nobody reads the thousand names of a large
// package, and Tab finds them.
const maxMembers = 60

// contents are what a package exports: by topic if it is one of riffle's, then the rest
// by kind.
func (c *Compiler) contents(pkg *types.Package) []proto.List {
	var lists []proto.List
	listed := map[string]bool{}
	for _, g := range help.Contents(pkg.Path()) {
		var list []types.Object
		for _, name := range g.Names {
			if o := pkg.Scope().Lookup(name); o != nil {
				list, listed[name] = append(list, o), true
			}
		}
		lists = append(lists, proto.List{Title: g.Title, Rows: c.rows(list)})
	}
	kinds := make([][]types.Object, len(kindTitles))
	for _, name := range pkg.Scope().Names() {
		if o := pkg.Scope().Lookup(name); o.Exported() && !listed[name] && !(len(lists) > 0 && isValueOf(o, pkg)) {
			kinds[sortOf(o)] = append(kinds[sortOf(o)], o)
		}
	}
	left := maxMembers
	for i, list := range kinds {
		if len(list) > 0 {
			lists = append(lists, proto.List{Title: kindTitles[i], Rows: c.firstRows(list, max(left, 5))})
			left -= len(list)
		}
	}
	return lists
}

// isValueOf reports whether an object is a constant of a type of the package: the
// type's page has it.
func isValueOf(o types.Object, pkg *types.Package) bool {
	_, isConst := o.(*types.Const)
	n, named := types.Unalias(o.Type()).(*types.Named)
	return isConst && named && n.Obj().Pkg() == pkg
}

var kindTitles = []string{"Functions", "Types", "Variables and constants"}

func sortOf(o types.Object) int {
	switch o.(type) {
	case *types.Func:
		return 0
	case *types.TypeName:
		return 1
	}
	return 2
}

// moreOn says where to read on after a package's page.
func moreOn(pkg *types.Package) string {
	for _, name := range pkg.Scope().Names() {
		if f, ok := pkg.Scope().Lookup(name).(*types.Func); ok && f.Exported() {
			return fmt.Sprintf("?%s.%s documents one of them; Tab after %s. lists all.", pkg.Name(), example(pkg, f.Name()), pkg.Name())
		}
	}
	return ""
}

// example is the first name of a package's first topic, or another.
func example(pkg *types.Package, other string) string {
	if groups := help.Contents(pkg.Path()); len(groups) > 0 {
		return groups[0].Names[0]
	}
	return other
}

// rows are a line for each object.
func (c *Compiler) rows(list []types.Object) []proto.Row {
	var rows []proto.Row
	for _, o := range list {
		rows = append(rows, proto.Row{Name: c.usage(o), Doc: c.briefly(o)})
	}
	return rows
}

// firstRows are rows for at most that many objects, and a last one that counts the rest.
func (c *Compiler) firstRows(list []types.Object, most int) []proto.Row {
	if len(list) <= most {
		return c.rows(list)
	}
	return append(c.rows(list[:most]), proto.Row{Name: fmt.Sprintf("… and %d more", len(list)-most)})
}

// usage is how an object is used: a function with the names of its parameters.
func (c *Compiler) usage(o types.Object) string {
	f, ok := o.(*types.Func)
	if !ok {
		return o.Name()
	}
	var names []string
	for v := range f.Signature().Params().Variables() {
		names = append(names, cmp.Or(v.Name(), c.typeString(v.Type())))
	}
	if n := len(names); f.Signature().Variadic() && f.Signature().Params().At(n-1).Name() != "" {
		names[n-1] += "..."
	}
	return o.Name() + "(" + strings.Join(names, ", ") + ")"
}

// briefly is the first sentence about an object, without its name and "returns".
func (c *Compiler) briefly(o types.Object) string {
	text := strings.TrimSuffix(c.synopsis(o, ""), ".")
	for _, subject := range []string{o.Name() + " ", "A " + o.Name() + " ", "An " + o.Name() + " "} {
		if rest, ok := strings.CutPrefix(text, subject); ok {
			return strings.TrimPrefix(rest, "returns ")
		}
	}
	return text
}

// typeLists are a type's constructors, its methods and the functions that take one; none
// if o isn't a type.
func (p *probe) typeLists(o types.Object) []proto.List {
	tn, ok := o.(*types.TypeName)
	if !ok || tn.IsAlias() {
		return nil
	}
	var lists []proto.List
	add := func(title string, rows []proto.Row) {
		if len(rows) > 0 {
			lists = append(lists, proto.List{Title: title, Rows: rows})
		}
	}
	makers, takers := p.c.around(tn)
	add("What makes one", p.c.qualified(makers, tn.Pkg()))
	add("Methods", p.c.methodRows(p.typeMethods(tn)))
	add("What takes one", p.c.qualified(takers, tn.Pkg()))
	return lists
}

// typeMethods are the methods that can be called on variables of a type; none for an
// interface, whose declaration shows them.
func (p *probe) typeMethods(tn *types.TypeName) (list []types.Object) {
	if types.IsInterface(tn.Type()) {
		return nil
	}
	for s := range types.NewMethodSet(types.NewPointer(tn.Type())).Methods() {
		f := s.Obj().(*types.Func)
		if _, gone := p.c.phantom[f.Origin()]; !gone && p.reaches(f) {
			list = append(list, f)
		}
	}
	return list
}

// methodRows are methods with their types.
func (c *Compiler) methodRows(list []types.Object) []proto.Row {
	rows := c.firstRows(list, maxMembers)
	for i, o := range list[:min(len(list), maxMembers)] {
		rows[i].Name = o.Name() + strings.TrimPrefix(c.typeString(o.Type()), "func")
	}
	return rows
}

// maxAround bounds how many functions a type's page names.
const maxAround = 20

// qualified are rows with package names where cells need them.
func (c *Compiler) qualified(list []types.Object, home *types.Package) []proto.Row {
	rows := c.firstRows(list, maxAround)
	for i, o := range list[:min(len(list), maxAround)] {
		if q := c.qualifier(o.Pkg()); q != "" {
			rows[i].Name = q + "." + rows[i].Name
		}
	}
	return rows
}

// around are the functions and variables that yield a library's type, and the functions
// that take it, from its package and riffle's others.
func (c *Compiler) around(tn *types.TypeName) (makers, takers []types.Object) {
	if tn.Pkg() == nil || tn.Pkg() == c.pkg {
		return nil, nil
	}
	paths := []string{tn.Pkg().Path()}
	if all := help.Packages(); slices.Contains(all, paths[0]) {
		paths = append(paths, slices.DeleteFunc(all, func(p string) bool { return p == paths[0] })...)
	}
	for _, path := range paths {
		pkg, err := c.config.Importer.Import(path)
		if err != nil {
			continue
		}
		for _, name := range pkg.Scope().Names() {
			o := pkg.Scope().Lookup(name)
			switch {
			case !o.Exported():
			case makes(o, tn.Type()):
				makers = append(makers, o)
			case takes(o, tn.Type()) || c.takesByDoc(o, tn):
				takers = append(takers, o)
			}
		}
	}
	return makers, takers
}

// makes reports whether an object is a T, or a function that returns one.
func makes(o types.Object, t types.Type) bool {
	switch o := o.(type) {
	case *types.Var, *types.Const:
		return isOf(o.Type(), t)
	case *types.Func:
		for v := range o.Signature().Results().Variables() {
			if isOf(v.Type(), t) {
				return true
			}
		}
	}
	return false
}

// takes reports whether a function has a parameter of type T or *T.
func takes(o types.Object, t types.Type) bool {
	f, ok := o.(*types.Func)
	if !ok {
		return false
	}
	_, isFunc := t.Underlying().(*types.Signature)
	for v := range f.Signature().Params().Variables() {
		param := v.Type()
		if s, ok := param.(*types.Slice); ok && isOf(s.Elem(), t) {
			return true
		}
		if isOf(param, t) || isFunc && types.AssignableTo(t, param) && !types.IsInterface(param) {
			return true
		}
	}
	return false
}

// takesByDoc reports whether a function has a parameter of type any, and its documentation
// links to the type.
func (c *Compiler) takesByDoc(o types.Object, tn *types.TypeName) bool {
	f, ok := o.(*types.Func)
	if !ok {
		return false
	}
	link := "[" + tn.Name() + "]"
	if tn.Pkg() != o.Pkg() {
		link = "[" + tn.Pkg().Name() + "." + tn.Name() + "]"
	}
	for v := range f.Signature().Params().Variables() {
		if i, ok := v.Type().Underlying().(*types.Interface); ok && i.Empty() {
			return strings.Contains(c.doc(documentedAs(o, "")), link)
		}
	}
	return false
}

// isOf reports whether a type is T or *T.
func isOf(t, of types.Type) bool {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	return types.Identical(t, of)
}

// docLink matches a name in brackets, a link in documentation. After a letter or a
// bracket it would be an index.
var docLink = pattern(`(^|[\s(*"'])\[(\*?(?:[a-z]\w*\.)?[A-Z]\w*(?:\.[A-Z]\w*)?)\]`)

// unlinked removes the brackets of links.
func unlinked(text string) string { return docLink().ReplaceAllString(text, "$1$2") }
