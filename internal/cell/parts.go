package cell

import (
	"fmt"
	"go/ast"
	"go/types"
)

// mostParts bounds how many parts a declared type has. go/types visits every part of a
// type, and the parts of each part's type again, whenever it meets the declaration:
// twenty-six structs that each hold the previous one twice keep it busy for hours.
const mostParts = 1 << 18

// tooLarge reports the first type of a cell that has too many parts. It counts on the
// syntax tree, before anything visits them all.
func (b *builder) tooLarge() Errors {
	m := &measure{c: b.c, specs: map[specIn]int{}, types: map[typeIn]int{}, open: map[any]bool{}}
	for _, f := range b.files {
		var found *ast.TypeSpec
		ast.Inspect(f, func(n ast.Node) bool {
			if s, ok := n.(*ast.TypeSpec); ok && found == nil && max(m.expr(s.Type, nil, true), m.expr(s.Type, nil, false)) >= mostParts {
				found = s
			}
			return found == nil
		})
		if found != nil {
			msg := fmt.Sprintf("the type %s has more than %d parts, with the parts of its parts", found.Name.Name, mostParts)
			d := b.c.Diagnostic(found.Name.Pos(), found.Name.End(), msg)
			d.Hint = "hold pointers or slices of the other types, whose parts don't count"
			return Errors{d}
		}
	}
	return nil
}

// measure counts the parts of types, up to mostParts. A declared type held by value
// counts with all its parts; behind a pointer it counts as one, but aliases and type
// arguments are expanded.
type measure struct {
	c     *Compiler
	specs map[specIn]int
	types map[typeIn]int
	open  map[any]bool // types being counted: one that holds itself is an error for later
}

type specIn struct {
	spec    *ast.TypeSpec
	args    string
	byValue bool
}

type typeIn struct {
	t       types.Type
	byValue bool
}

// sizes are the parts of a generic type's arguments.
type sizes map[*ast.Object]int

func sum(n, more int) int { return min(n+more, mostParts) }

// expr counts a type in the cell's source.
func (m *measure) expr(x ast.Expr, args sizes, byValue bool) int {
	switch x := x.(type) {
	case *ast.Ident:
		return m.name(x, nil, args, byValue)
	case *ast.IndexExpr:
		return m.name(x.X, []ast.Expr{x.Index}, args, byValue)
	case *ast.IndexListExpr:
		return m.name(x.X, x.Indices, args, byValue)
	case *ast.ParenExpr:
		return m.expr(x.X, args, byValue)
	case *ast.StarExpr:
		return sum(1, m.expr(x.X, args, false))
	case *ast.ArrayType:
		return sum(1, m.expr(x.Elt, args, byValue && x.Len != nil))
	case *ast.ChanType:
		return sum(1, m.expr(x.Value, args, false))
	case *ast.MapType:
		return sum(m.expr(x.Key, args, false), m.expr(x.Value, args, false))
	case *ast.StructType:
		return sum(1, m.fields(x.Fields, args, byValue))
	case *ast.InterfaceType:
		return sum(1, m.fields(x.Methods, args, byValue)) // embedded types are visited too
	case *ast.FuncType:
		return sum(m.fields(x.Params, args, false), m.fields(x.Results, args, false))
	case *ast.BinaryExpr: // a union
		return sum(m.expr(x.X, args, byValue), m.expr(x.Y, args, byValue))
	}
	return 1
}

func (m *measure) fields(list *ast.FieldList, args sizes, byValue bool) (n int) {
	if list == nil {
		return 0
	}
	for _, f := range list.List {
		one := m.expr(f.Type, args, byValue)
		for range max(1, len(f.Names)) {
			n = sum(n, one)
		}
	}
	return n
}

// name counts a named type with its arguments.
func (m *measure) name(x ast.Expr, given []ast.Expr, args sizes, byValue bool) int {
	id, ok := x.(*ast.Ident)
	if !ok {
		return 1
	}
	if n, ok := args[id.Obj]; ok && id.Obj != nil {
		return n
	}
	n := 1
	counts := make([]int, len(given))
	for i, g := range given {
		counts[i] = m.expr(g, args, byValue)
		n = sum(n, counts[i])
	}
	if id.Obj == nil {
		if o, _ := m.c.lookup(id.Name); o != nil {
			if t, ok := o.(*types.TypeName); ok {
				return sum(n, m.instance(t.Type(), counts, byValue))
			}
		}
		return n
	}
	spec, ok := id.Obj.Decl.(*ast.TypeSpec)
	if !ok || !byValue && !spec.Assign.IsValid() {
		return n
	}
	key := specIn{spec, fmt.Sprint(counts), byValue}
	if known, ok := m.specs[key]; ok {
		return sum(n, known)
	}
	if m.open[spec] {
		return n
	}
	m.open[spec] = true
	defer delete(m.open, spec)
	inner := sizes{}
	if spec.TypeParams != nil {
		i := 0
		for _, f := range spec.TypeParams.List {
			for _, p := range f.Names {
				if i < len(counts) {
					inner[p.Obj] = counts[i]
				}
				i++
			}
		}
	}
	m.specs[key] = m.expr(spec.Type, inner, byValue)
	return sum(n, m.specs[key])
}

// instance counts a type of an earlier cell or of a library with type arguments;
// args are the counts of these.
func (m *measure) instance(t types.Type, args []int, byValue bool) int {
	g, ok := t.(interface{ TypeParams() *types.TypeParamList })
	if !ok || g.TypeParams().Len() != len(args) || len(args) == 0 {
		return m.typ(t, byValue)
	}
	inner := &measure{c: m.c, types: map[typeIn]int{}, open: map[any]bool{}}
	for i, n := range args {
		inner.types[typeIn{g.TypeParams().At(i), true}] = n
		inner.types[typeIn{g.TypeParams().At(i), false}] = n
	}
	return inner.typ(t, byValue)
}

// typ counts a type of an earlier cell or of a library.
func (m *measure) typ(t types.Type, byValue bool) (n int) {
	key := typeIn{t, byValue}
	if n, ok := m.types[key]; ok {
		return n
	}
	if m.open[key] {
		return 1
	}
	m.open[key] = true
	defer func() {
		delete(m.open, key)
		m.types[key] = n
	}()
	switch t := t.(type) {
	case *types.Alias:
		return m.typ(types.Unalias(t), byValue)
	case *types.Pointer:
		return sum(1, m.typ(t.Elem(), false))
	case *types.Slice:
		return sum(1, m.typ(t.Elem(), false))
	case *types.Array:
		return sum(1, m.typ(t.Elem(), byValue))
	case *types.Map:
		return sum(m.typ(t.Key(), false), m.typ(t.Elem(), false))
	case *types.Struct:
		n := 1
		for f := range t.Fields() {
			n = sum(n, m.typ(f.Type(), byValue))
		}
		return n
	case *types.Signature:
		n := 1
		for _, list := range []*types.Tuple{t.Params(), t.Results()} {
			for v := range list.Variables() {
				n = sum(n, m.typ(v.Type(), false))
			}
		}
		return n
	case *types.Interface:
		n := 1
		for e := range t.EmbeddedTypes() {
			n = sum(n, m.typ(e, byValue))
		}
		return n
	case *types.Union:
		n := 0
		for term := range t.Terms() {
			n = sum(n, m.typ(term.Type(), byValue))
		}
		return n
	case *types.Named:
		n := 1
		for a := range t.TypeArgs().Types() {
			n = sum(n, m.typ(a, false))
		}
		if byValue {
			n = sum(n, m.typ(t.Underlying(), true))
		}
		return n
	}
	return 1
}
