package cell

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"
	"weak"
)

// Hints that need the types of an error, not only its words.

// outdated reports whether an error is about a value whose type, or a part of it, a later
// cell redeclared.
func (b *builder) outdated(pos token.Pos) (old bool) {
	is := func(x ast.Expr) {
		old = old || b.mentionsOld(b.info.Types[x].Type, 0)
	}
	for _, f := range b.files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch x := n.(type) {
			case *ast.BinaryExpr:
				if x.Pos() == pos || x.OpPos == pos || x.Y.Pos() == pos {
					is(x.X)
					is(x.Y)
				}
			case *ast.SelectorExpr:
				if x.Sel.Pos() == pos {
					is(x.X)
				}
			}
			if x, ok := n.(ast.Expr); ok && x.Pos() == pos {
				is(x)
			}
			return !old
		})
	}
	return old
}

var assignedTypes = pattern(`type (\S+)\) as (\S+) value`)

// sameTypeName reports whether a message says that a T isn't a T: two types share a name.
func sameTypeName(msg string) bool {
	m := assignedTypes().FindStringSubmatch(msg)
	return m != nil && m[1] == m[2]
}

// mentionsOld reports whether a type is made of one that was redeclared.
func (b *builder) mentionsOld(t types.Type, depth int) bool {
	if t == nil || depth > 8 {
		return false
	}
	sub := func(t types.Type) bool { return b.mentionsOld(t, depth+1) }
	switch t := types.Unalias(t).(type) {
	case *types.Pointer:
		return sub(t.Elem())
	case *types.Slice:
		return sub(t.Elem())
	case *types.Array:
		return sub(t.Elem())
	case *types.Chan:
		return sub(t.Elem())
	case *types.Map:
		return sub(t.Key()) || sub(t.Elem())
	case *types.Tuple:
		for v := range t.Variables() {
			if sub(v.Type()) {
				return true
			}
		}
	case *types.Signature:
		return sub(t.Params()) || sub(t.Results())
	case *types.Named:
		for a := range t.TypeArgs().Types() {
			if sub(a) {
				return true
			}
		}
		return b.replacedType(t.Origin().Obj())
	}
	return false
}

// replacedType reports whether a type of the session is no longer what its name
// means.
func (b *builder) replacedType(o *types.TypeName) bool {
	if _, known := b.c.typeCell[weak.Make(o)]; !known {
		return false
	}
	if now := b.meaning(o.Name()); now != nil {
		return now != o
	}
	bd := b.c.bindings[o.Name()]
	return bd == nil || bd.obj != o
}

// meaning is what a name means at the top level of the cell, nil if the cell
// neither declares nor uses it.
func (b *builder) meaning(name string) types.Object {
	_, o := b.pkg.Scope().LookupParent(name, token.NoPos)
	return o
}

var methodMissing = pattern(`: (\S+) does not implement (.+) \(missing method (\w+)\)$`)

// missingMethod is the hint for a type that lacks an interface's method: the
// method, if the user can declare it.
func (b *builder) missingMethod(msg string) string {
	m := methodMissing().FindStringSubmatch(msg)
	if m == nil {
		return ""
	}
	sig := b.methodOf(m[2], m[3])
	if sig == nil {
		return ""
	}
	written := m[3] + strings.TrimPrefix(b.c.typeString(sig), "func")
	base := strings.TrimPrefix(m[1], "*")
	if o, ok := b.meaning(base).(*types.TypeName); ok && o.Pkg() == b.pkg && !types.IsInterface(o.Type()) {
		return fmt.Sprintf("it becomes one with the method: func (x %s) %s { … }", m[1], written)
	}
	if o, ok := b.meaning(base).(*types.TypeName); ok && types.IsInterface(o.Type()) {
		return "a type assertion tells whether it holds one: v, ok := x.(" + m[2] + ")"
	}
	return fmt.Sprintf("only a type of your own can be given the method %s: type T %s, then func (x T) %s { … }", m[3], m[1], written)
}

// methodOf is the signature of an interface's method; the interface is known by
// its name in a message.
func (b *builder) methodOf(iface, method string) *types.Signature {
	for _, tv := range b.info.Types {
		if tv.Type == nil || !types.IsInterface(tv.Type) || b.c.typeString(tv.Type) != iface && plain(types.TypeString(tv.Type, nil)) != iface {
			continue
		}
		if o, _, _ := types.LookupFieldOrMethod(tv.Type, false, b.pkg, method); o != nil {
			if f, ok := o.(*types.Func); ok {
				return f.Signature()
			}
		}
	}
	return nil
}

var (
	addressWanted = pattern(`^cannot use (\S+) \((variable|value) of .*?type (\S+)\) as \*(\S+) value`)
	valueWanted   = pattern(`^cannot use (\S+) \(.* of .*?type \*(\S+)\) as (\S+) value`)
)

// pointerMissing is the hint for a T used as a *T, or vice versa.
func pointerMissing(msg string) string {
	if m := addressWanted().FindStringSubmatch(msg); m != nil && m[3] == m[4] {
		if m[2] == "variable" || strings.HasSuffix(m[1], "}") {
			return "a pointer is wanted: write " + strings.ReplaceAll("&"+m[1], "&*", "")
		}
		return "a pointer is wanted: put the value into a variable x, and write &x"
	}
	if m := valueWanted().FindStringSubmatch(msg); m != nil && m[2] == m[3] {
		return "the value is wanted, not the pointer: write *" + m[1]
	}
	return ""
}

var outOfBounds = pattern(`index \d+ (?:\(.*\) )?out of bounds \[0:(\d+)\]|index \d+ is out of bounds \(>= (\d+)\)`)

// lastIndex is the hint for a constant index that is too large.
func lastIndex(msg string) string {
	m := outOfBounds().FindStringSubmatch(msg)
	if m == nil {
		return ""
	}
	n, _ := strconv.Atoi(m[1] + m[2])
	if n == 0 {
		return "there are no elements"
	}
	return "the first index is 0, the last " + strconv.Itoa(n-1)
}

var conversion = pattern(`^(?:cannot convert .* to type|too many arguments in conversion to) (\w+)$`)

// braced is the hint for a struct made by a constructor call, as in other languages.
func (b *builder) braced(msg string) string {
	m := conversion().FindStringSubmatch(msg)
	if m == nil {
		return ""
	}
	o, ok := b.meaning(m[1]).(*types.TypeName)
	if !ok {
		return ""
	}
	if _, ok := o.Type().Underlying().(*types.Struct); !ok {
		return ""
	}
	return "a struct's values are in braces: " + m[1] + "{…}"
}
