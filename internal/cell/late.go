package cell

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"riffle/internal/lower"
)

// A method of a type of an earlier cell is checked and lowered as a function
// with the receiver first, generic if its type is. Its object belongs to the
// type: a new one is added, and one whose signature or receiver changes is
// overwritten, so that all values of the type have it, including old ones.

// lateMethod is such a method in the cell.
type lateMethod struct {
	fd   *ast.FuncDecl
	name string
	base *types.Named
}

// lateMethods finds the cell's methods of types of earlier cells and adds them to their
// types before the cell is checked, so that it can call them.
func (b *builder) lateMethods() Errors {
	for _, d := range b.f.ast.Decls {
		fd, ok := d.(*ast.FuncDecl)
		if !ok || fd.Recv == nil || len(fd.Recv.List) == 0 {
			continue
		}
		name := b.f.aliased(baseName(fd.Recv))
		if _, own := b.f.names[name]; own {
			continue
		}
		base, errs := b.c.lateBase(fd, name)
		if errs != nil {
			return errs
		}
		if base != nil {
			b.lates = append(b.lates, lateMethod{fd, fd.Name.Name, base})
		}
	}
	if len(b.lates) == 0 {
		return nil
	}
	for _, l := range b.lates {
		if errs := b.c.asFunction(l.fd); errs != nil {
			return errs
		}
	}
	sigs := b.signatures(b.f.ast)
	for _, l := range b.lates {
		if m := b.enter(l, sigs[l.fd]); m != nil {
			b.late[l.fd] = m
		}
	}
	b.refreshInstances()
	return nil
}

// lateBase is the earlier cell's type that gets a method, nil for a name that the checker
// will complain about.
func (c *Compiler) lateBase(fd *ast.FuncDecl, name string) (*types.Named, Errors) {
	refuse := func(at ast.Node, why string) (*types.Named, Errors) {
		return nil, Errors{c.Diagnostic(at.Pos(), at.End(), why)}
	}
	bd := c.bindings[name]
	if bd == nil || bd.obj == nil || bd.obj.Pkg() == nil || bd.obj.Pkg().Path() != lower.UserPath {
		// go/types assumes that a method's type is in the package or nowhere
		if o, _ := c.lookup(name); o != nil {
			return refuse(fd.Recv, "cannot define new methods on non-local type "+name)
		}
		return nil, nil
	}
	n, ok := types.Unalias(bd.obj.Type()).(*types.Named)
	if !ok {
		return nil, nil
	}
	if n.TypeArgs().Len() > 0 {
		return refuse(fd.Recv, "cannot define new methods on instantiated type "+c.typeString(n))
	}
	if why := cannotHave(n, fd.Name.Name); why != "" {
		if _, clash := n.Underlying().(*types.Struct); clash {
			return refuse(fd.Name, why)
		}
		return refuse(fd.Recv.List[0].Type, why)
	}
	return n, nil
}

// cannotHave says why a type can't have a method of that name, "" if it can.
func cannotHave(n *types.Named, method string) string {
	switch u := n.Underlying().(type) {
	case *types.Interface, *types.Pointer:
		return "invalid receiver type " + n.Obj().Name() + " (pointer or interface type)"
	case *types.Struct:
		for f := range u.Fields() {
			if f.Name() == method && method != "_" {
				return "field and method with the same name " + method
			}
		}
	}
	return ""
}

// aliased is the name of the type that a name is an alias of in the cell, or the name
// itself.
func (f *file) aliased(name string) string {
	for range f.ast.Decls { // the checker reports cycles
		next := f.aliasOf(name)
		if next == "" {
			break
		}
		name = next
	}
	return name
}

func (f *file) aliasOf(name string) string {
	for _, d := range f.ast.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, s := range g.Specs {
			if t, ok := s.(*ast.TypeSpec); ok && t.Name.Name == name && t.Assign.IsValid() && t.TypeParams == nil {
				if id, ok := t.Type.(*ast.Ident); ok {
					return id.Name
				}
			}
		}
	}
	return ""
}

// asFunction turns a method declaration into a function with the receiver
// first. The type parameters in the receiver become the function's, with the constraints
// that the type declares.
func (c *Compiler) asFunction(fd *ast.FuncDecl) Errors {
	if args := receiverArgs(fd.Recv); len(args) > 0 {
		params, errs := c.constraints(baseName(fd.Recv), args)
		if errs != nil {
			return errs
		}
		fd.Type.TypeParams = params
	}
	fd.Type.Params = &ast.FieldList{
		Opening: fd.Type.Params.Opening,
		List:    append(append([]*ast.Field{}, fd.Recv.List...), fd.Type.Params.List...),
		Closing: fd.Type.Params.Closing,
	}
	nameAll(fd.Type.Params.List)
	name := *fd.Name
	name.Name = mark + "m" + fmt.Sprint(int(fd.Pos())) + fd.Name.Name
	fd.Recv, fd.Name = nil, &name
	return nil
}

// nameAll names the parameters that have none, if others have names.
func nameAll(list []*ast.Field) {
	if !slices.ContainsFunc(list, func(f *ast.Field) bool { return len(f.Names) > 0 }) {
		return
	}
	for _, f := range list {
		if len(f.Names) == 0 {
			f.Names = []*ast.Ident{{NamePos: f.Pos(), Name: "_"}}
		}
	}
}

// receiverArgs are the type parameters that a receiver names: T in *Stack[T].
func receiverArgs(recv *ast.FieldList) (args []*ast.Ident) {
	t := recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.ParenExpr:
			t = x.X
			continue
		case *ast.StarExpr:
			t = x.X
			continue
		case *ast.IndexExpr:
			if id, ok := x.Index.(*ast.Ident); ok {
				return []*ast.Ident{id}
			}
		case *ast.IndexListExpr:
			for _, e := range x.Indices {
				id, ok := e.(*ast.Ident)
				if !ok {
					return nil
				}
				args = append(args, id)
			}
		}
		return args
	}
}

// constraints are a type's parameters as its source declares them, with the receiver's
// names.
func (c *Compiler) constraints(name string, args []*ast.Ident) (*ast.FieldList, Errors) {
	bd := c.bindings[name]
	if bd == nil || bd.decl == nil {
		return nil, nil
	}
	y := &layout{}
	y.glue("package main\n")
	y.addDecl(bd.decl)
	f, err := c.parseLayout(y)
	if err != nil {
		return nil, c.parseErrors(y, err)
	}
	spec := f.Decls[0].(*ast.GenDecl).Specs[0].(*ast.TypeSpec)
	if n := spec.TypeParams.NumFields(); n != len(args) {
		msg := fmt.Sprintf("receiver declares %d type parameters, but receiver base type declares %d", len(args), n)
		return nil, Errors{c.Diagnostic(args[0].Pos(), args[len(args)-1].End(), msg)}
	}
	i, renamed := 0, map[string]string{}
	for _, field := range spec.TypeParams.List {
		for k, id := range field.Names {
			to := *args[i]
			if to.Name == "_" {
				to.Name = fmt.Sprintf("%st%d", mark, i)
				args[i].Name = to.Name
			}
			renamed[id.Name] = to.Name
			field.Names[k] = &to
			i++
		}
	}
	for _, field := range spec.TypeParams.List {
		ast.Inspect(field.Type, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && renamed[id.Name] != "" && id.Obj != nil {
				id.Name = renamed[id.Name]
			}
			return true
		})
	}
	return spec.TypeParams, nil
}

// signatures checks the declarations of files without their bodies.
func (b *builder) signatures(files ...*ast.File) map[*ast.FuncDecl]*types.Signature {
	b.pkg = b.c.freshPackage()
	var resolved []*ast.File
	for _, f := range files {
		f := *f
		b.c.resolve(b.pkg, &f, b.declared())
		resolved = append(resolved, &f)
	}
	info := newInfo()
	conf := types.Config{Importer: b.c.config.Importer, Error: func(error) {}, IgnoreFuncBodies: true, DisableUnusedImportCheck: true}
	types.NewChecker(&conf, b.c.fset, b.pkg, info).Files(resolved)
	out := map[*ast.FuncDecl]*types.Signature{}
	for _, f := range resolved {
		for _, d := range f.Decls {
			if fd, ok := d.(*ast.FuncDecl); ok {
				if o, ok := info.Defs[fd.Name].(*types.Func); ok && o != nil {
					out[fd] = o.Signature()
				}
			}
		}
	}
	return out
}

// enter returns the method that a function implements: the type's own if it has
// one of that name, with the new signature, or a new one.
func (b *builder) enter(l lateMethod, sig *types.Signature) *types.Func {
	if sig == nil || sig.Params().Len() == 0 || mentionsInvalid(sig) || sig.TypeParams().Len() != l.base.TypeParams().Len() {
		return nil // checking the body reports it
	}
	pkg := l.base.Obj().Pkg()
	for m := range l.base.Methods() {
		if m.Name() != l.name {
			continue
		}
		now := asMethod(sig, m.Signature().RecvTypeParams())
		if !types.Identical(m.Type(), now) || !samePointer(m.Signature(), now) {
			b.changed = append(b.changed, changedMethod{m, *m, l.base})
			*m = *types.NewFunc(l.fd.Name.Pos(), pkg, l.name, asMethod(sig, nil))
		}
		return m
	}
	m := types.NewFunc(l.fd.Name.Pos(), pkg, l.name, asMethod(sig, nil))
	l.base.AddMethod(m)
	b.added = append(b.added, m)
	if l.base.TypeParams().Len() > 0 {
		b.grown = append(b.grown, l.base)
	}
	return m
}

// changedMethod is a method that the cell gives another signature, and what it
// was before.
type changedMethod struct {
	m    *types.Func
	was  types.Func
	base *types.Named
}

// asMethod is the signature of the method that a function with the receiver
// first implements, with the receiver's type parameters or, for nil, new ones.
func asMethod(sig *types.Signature, recvParams *types.TypeParamList) *types.Signature {
	var params []*types.TypeParam
	if n := sig.TypeParams().Len(); n > 0 {
		var args []types.Type
		for i := range n {
			p := sig.TypeParams().At(i)
			fresh := types.NewTypeParam(types.NewTypeName(p.Obj().Pos(), p.Obj().Pkg(), p.Obj().Name(), nil), p.Constraint())
			if recvParams != nil {
				fresh = recvParams.At(i)
			}
			params, args = append(params, fresh), append(args, fresh)
		}
		if t, err := types.Instantiate(nil, sig, args, false); err == nil {
			sig = t.(*types.Signature)
		}
		if recvParams != nil {
			params = nil // they belong to the other signature
		}
	}
	var ps []*types.Var
	for i := 1; i < sig.Params().Len(); i++ {
		ps = append(ps, sig.Params().At(i))
	}
	return types.NewSignatureType(sig.Params().At(0), params, nil, types.NewTuple(ps...), sig.Results(), sig.Variadic())
}

func samePointer(x, y *types.Signature) bool {
	_, a := types.Unalias(x.Recv().Type()).(*types.Pointer)
	_, b := types.Unalias(y.Recv().Type()).(*types.Pointer)
	return a == b
}

func mentionsInvalid(sig *types.Signature) bool {
	for _, t := range []*types.Tuple{sig.Params(), sig.Results()} {
		for v := range t.Variables() {
			if strings.Contains(v.Type().String(), "invalid type") {
				return true
			}
		}
	}
	return false
}

// refreshInstances updates the methods of the instances of generic types to which the
// cell adds methods or whose methods it changes: go/types makes an instance's methods
// once, when first asked for one.
func (b *builder) refreshInstances() {
	of := map[*types.Named]bool{}
	for _, n := range b.grown {
		of[n] = true
	}
	for _, c := range b.changed {
		of[c.base] = c.base.TypeParams().Len() > 0
	}
	w := typeWalk{seen: map[types.Type]bool{}}
	for _, bd := range b.c.bindings {
		if bd.obj != nil {
			w.walk(bd.obj.Type())
		}
	}
	for _, v := range b.c.outs {
		w.walk(v.Type())
	}
	if b.c.last != nil {
		w.walk(b.c.last.Type())
	}
	for t := range b.c.lower.Described() {
		w.walk(t)
	}
	for t := range b.c.lower.Pending {
		w.walk(t)
	}
	for _, n := range w.instances {
		if !of[n.Origin()] {
			continue
		}
		var args []types.Type
		for a := range n.TypeArgs().Types() {
			args = append(args, a)
		}
		if fresh, err := types.Instantiate(nil, n.Origin(), args, false); err == nil {
			overwrite(n, fresh.(*types.Named))
		}
	}
}

// overwrite copies a value over another. It may hold a lock, which nobody has taken.
func overwrite[T any](old, now *T) { *old = *now }

// typeWalk finds the instances of generic types that types are made of.
type typeWalk struct {
	seen      map[types.Type]bool
	instances []*types.Named
}

func (w *typeWalk) walk(t types.Type) {
	if t == nil || w.seen[t] {
		return
	}
	w.seen[t] = true
	switch t := t.(type) {
	case *types.Alias:
		w.walk(types.Unalias(t))
	case *types.Pointer:
		w.walk(t.Elem())
	case *types.Slice:
		w.walk(t.Elem())
	case *types.Array:
		w.walk(t.Elem())
	case *types.Chan:
		w.walk(t.Elem())
	case *types.Map:
		w.walk(t.Key())
		w.walk(t.Elem())
	case *types.Tuple:
		for v := range t.Variables() {
			w.walk(v.Type())
		}
	case *types.Signature:
		w.walk(t.Params())
		w.walk(t.Results())
	case *types.Struct:
		for f := range t.Fields() {
			w.walk(f.Type())
		}
	case *types.Interface:
		for m := range t.ExplicitMethods() {
			w.walk(m.Type())
		}
		for e := range t.EmbeddedTypes() {
			w.walk(e)
		}
	case *types.Named:
		w.named(t)
	}
}

// named walks a type of the session's; library types hold none of those.
func (w *typeWalk) named(t *types.Named) {
	for a := range t.TypeArgs().Types() {
		w.walk(a)
	}
	if t.Obj().Pkg() == nil || t.Obj().Pkg().Path() != lower.UserPath {
		return
	}
	w.walk(t.Underlying())
	if t.TypeArgs().Len() > 0 {
		w.instances = append(w.instances, t)
		w.walk(t.Origin())
		return
	}
	for m := range t.Methods() {
		w.walk(m.Type())
	}
}

// abandon undoes what a failed cell did to types of earlier cells. A method can't be
// removed from its type: it counts as undefined until a cell declares it.
func (b *builder) abandon() {
	b.c.dots = b.c.dots[:b.dots]
	for _, m := range b.added {
		b.c.phantom[m] = ""
	}
	for _, c := range slices.Backward(b.changed) {
		*c.m = c.was
	}
	if len(b.changed)+len(b.grown) > 0 {
		b.refreshInstances()
	}
}
