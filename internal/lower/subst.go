package lower

import (
	"fmt"
	"go/types"
	"sort"
	"strings"
)

// Generic functions and types are lowered once for each instance: l.sub maps
// the type parameters in force, and st substitutes them.

// st is t with the type parameters in force replaced.
func (l *declLowerer) st(t types.Type) types.Type {
	if t == nil || len(l.sub) == 0 {
		return t
	}
	return l.subst(t)
}

func (l *declLowerer) subst(t types.Type) types.Type {
	switch t := t.(type) {
	case *types.TypeParam:
		if r := l.sub[t]; r != nil {
			return r
		}
	case *types.Alias:
		return l.subst(types.Unalias(t))
	case *types.Pointer:
		return types.NewPointer(l.subst(t.Elem()))
	case *types.Slice:
		return types.NewSlice(l.subst(t.Elem()))
	case *types.Array:
		return types.NewArray(l.subst(t.Elem()), t.Len())
	case *types.Map:
		return types.NewMap(l.subst(t.Key()), l.subst(t.Elem()))
	case *types.Chan:
		return types.NewChan(t.Dir(), l.subst(t.Elem()))
	case *types.Tuple:
		return l.substTuple(t)
	case *types.Signature:
		return types.NewSignatureType(nil, nil, nil, l.substTuple(t.Params()), l.substTuple(t.Results()), t.Variadic())
	case *types.Struct:
		return l.substStruct(t)
	case *types.Interface:
		return l.substInterface(t)
	case *types.Named:
		return l.substNamed(t)
	}
	return t
}

func (l *declLowerer) substTuple(t *types.Tuple) *types.Tuple {
	var vs []*types.Var
	for v := range t.Variables() {
		vs = append(vs, types.NewVar(v.Pos(), v.Pkg(), v.Name(), l.subst(v.Type())))
	}
	return types.NewTuple(vs...)
}

func (l *declLowerer) substStruct(t *types.Struct) types.Type {
	var fs []*types.Var
	var tags []string
	for i := range t.NumFields() {
		f := t.Field(i)
		fs = append(fs, types.NewField(f.Pos(), f.Pkg(), f.Name(), l.subst(f.Type()), f.Embedded()))
		tags = append(tags, t.Tag(i))
	}
	return types.NewStruct(fs, tags)
}

func (l *declLowerer) substInterface(t *types.Interface) types.Type {
	if t.NumMethods() == 0 {
		return t
	}
	var ms []*types.Func
	for i := range t.NumMethods() {
		m := t.Method(i)
		ms = append(ms, types.NewFunc(m.Pos(), m.Pkg(), m.Name(), l.subst(m.Type()).(*types.Signature)))
	}
	return types.NewInterfaceType(ms, nil).Complete()
}

func (l *declLowerer) substNamed(t *types.Named) types.Type {
	if t.TypeArgs().Len() > 0 {
		var as []types.Type
		for a := range t.TypeArgs().Types() {
			as = append(as, l.subst(a))
		}
		r, err := types.Instantiate(l.ctx, t.Origin(), as, false)
		if err != nil {
			return t
		}
		return r
	}
	if !isLocal(t.Obj()) || !l.mentions(t, map[types.Type]bool{}) {
		return t
	}
	// a type declared in a generic function is another one in each instance
	k := localKey{t, l.subKey()}
	if n := l.types.locals[k]; n != nil {
		return n
	}
	o := types.NewTypeName(t.Obj().Pos(), t.Obj().Pkg(), t.Obj().Name()+"["+l.subKey()+"]", nil)
	n := types.NewNamed(o, nil, nil)
	l.types.locals[k] = n
	n.SetUnderlying(l.subst(t.Underlying()).Underlying())
	return n
}

// localKey is a type declared in a generic function, and the function's arguments.
type localKey struct {
	t    *types.Named
	args string
}

func isLocal(o *types.TypeName) bool {
	p := o.Parent()
	return p != nil && o.Pkg() != nil && p != o.Pkg().Scope()
}

// mentions reports whether a type parameter occurs in t.
func (l *Lowerer) mentions(t types.Type, seen map[types.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	sub := func(t types.Type) bool { return l.mentions(t, seen) }
	tuple := func(t *types.Tuple) bool {
		for v := range t.Variables() {
			if sub(v.Type()) {
				return true
			}
		}
		return false
	}
	switch t := t.(type) {
	case *types.TypeParam:
		return true
	case *types.Alias:
		return sub(types.Unalias(t))
	case interface{ Elem() types.Type }:
		if m, ok := t.(*types.Map); ok && sub(m.Key()) {
			return true
		}
		return sub(t.Elem())
	case *types.Signature:
		return tuple(t.Params()) || tuple(t.Results())
	case *types.Struct:
		for f := range t.Fields() {
			if sub(f.Type()) {
				return true
			}
		}
	case *types.Interface:
		for m := range t.Methods() {
			if sub(m.Type()) {
				return true
			}
		}
	case *types.Named:
		for a := range t.TypeArgs().Types() {
			if sub(a) {
				return true
			}
		}
		return isLocal(t.Obj()) && sub(t.Underlying())
	}
	return false
}

// subKey identifies the substitution.
func (l *declLowerer) subKey() string {
	var ks []string
	for p, t := range l.sub {
		ks = append(ks, fmt.Sprintf("%d:%s", p.Index(), l.key(t)))
	}
	sort.Strings(ks)
	return strings.Join(ks, ",")
}

// coreType is the type that operations on t work on: the underlying type, or for a type
// parameter its constraint's.
func (l *declLowerer) coreType(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	t = l.st(t)
	tp, ok := types.Unalias(t).(*types.TypeParam)
	if !ok {
		return t.Underlying()
	}
	u, ok := tp.Constraint().Underlying().(*types.Interface)
	if !ok || u.NumEmbeddeds() == 0 {
		return t.Underlying()
	}
	if un, ok := u.EmbeddedType(0).(*types.Union); ok {
		return un.Term(0).Type().Underlying()
	}
	return u.EmbeddedType(0).Underlying()
}

// largest is how many types a type argument may consist of.
const largest = 200

// bounded refuses a type argument of an infinite instantiation, as in func f[T any](x T)
// { f(&x) }. The checker finds those only in sources without other errors, not even an
// unused variable.
func (l *cellLowerer) bounded(t types.Type) {
	if size(t, largest) > largest {
		panic(Refusal{Pos: l.at, Why: "instantiation cycle: the instance needs ever larger instances"})
	}
}

// size counts the types that t is made of; it stops above most.
func size(t types.Type, most int) int {
	n := 1
	in := func(t types.Type) {
		if n <= most {
			n += size(t, most-n)
		}
	}
	switch t := types.Unalias(t).(type) {
	case *types.Pointer:
		in(t.Elem())
	case *types.Slice:
		in(t.Elem())
	case *types.Array:
		in(t.Elem())
	case *types.Chan:
		in(t.Elem())
	case *types.Map:
		in(t.Key())
		in(t.Elem())
	case *types.Signature:
		in(t.Params())
		in(t.Results())
	case *types.Tuple:
		for v := range t.Variables() {
			in(v.Type())
		}
	case *types.Struct:
		for f := range t.Fields() {
			in(f.Type())
		}
	case *types.Named:
		for a := range t.TypeArgs().Types() {
			in(a)
		}
	}
	return n
}
