package cell

import (
	"cmp"
	"go/ast"
	"go/types"
	"slices"

	"riffle/internal/lower"
	"riffle/internal/proto"
)

// member is a field or method, with the embedding steps that lead to it.
type member struct {
	proto.Candidate
	depth int
}

func (m member) rank() int {
	rank := 2 * min(m.depth, 1)
	if m.Kind == "method" {
		rank++
	}
	return rank
}

// byRank sorts members: fields before methods, the type's own before promoted
// ones, then by name.
func byRank(list []member) {
	slices.SortStableFunc(list, func(a, b member) int {
		return cmp.Or(cmp.Compare(a.rank(), b.rank()), compareNames(a.Text, b.Text))
	})
}

// members are what may follow the dot of a selector.
func (p *probe) members(s *ast.SelectorExpr) []proto.Candidate {
	if id, ok := s.X.(*ast.Ident); ok {
		if pn, ok := p.info.Uses[id].(*types.PkgName); ok {
			return p.packageMembers(id, pn)
		}
	}
	tv, ok := p.info.Types[s.X]
	if !ok || tv.Type == nil {
		return nil
	}
	list := p.methodsOf(tv)
	if !tv.IsType() || p.asked {
		list = append(list, p.fieldsOf(tv.Type)...)
	}
	byRank(list)
	out := make([]proto.Candidate, len(list))
	for i, m := range list {
		out[i] = m.Candidate
	}
	return pick(out, p.prefix)
}

// packageMembers are the members of a package. If several packages are possible, it is
// the first with members that have the prefix.
func (p *probe) packageMembers(id *ast.Ident, pn *types.PkgName) []proto.Candidate {
	for _, path := range p.paths(id, pn) {
		if list := pick(p.c.packageMembers(path), p.prefix); len(list) > 0 {
			return list
		}
	}
	return nil
}

// paths are the packages that a name may mean, the likeliest first.
func (p *probe) paths(id *ast.Ident, pn *types.PkgName) []string {
	path := pn.Imported().Path()
	b := p.c.bindings[id.Name]
	if p.imports(id.Name) || b != nil && b.path != "" || p.c.config.Auto == nil {
		return []string{path}
	}
	used := map[string]bool{}
	whole := *p.f.ast
	whole.Decls = append(slices.Clip(whole.Decls), p.f.main)
	for m := range selected(&whole)[id.Name] {
		if m != cursorName {
			used[m] = true
		}
	}
	paths := slices.Clone(p.c.config.Auto(id.Name))
	slices.SortStableFunc(paths, func(a, b string) int { return p.misses(a, used) - p.misses(b, used) })
	return paths
}

// misses is 1 for a package that lacks one of the members that the cell uses.
func (p *probe) misses(path string, used map[string]bool) int {
	if len(used) == 0 || p.c.hasAll(path, used) {
		return 0
	}
	return 1
}

// methodsOf are the methods that can be called on an expression; for a type, its method
// expressions. A question about a type includes the methods of its pointers.
func (p *probe) methodsOf(tv types.TypeAndValue) []member {
	t := tv.Type
	addressable := tv.Addressable() || tv.IsType() && p.asked
	if _, pointer := t.Underlying().(*types.Pointer); !pointer && !types.IsInterface(t) && addressable {
		t = types.NewPointer(t)
	}
	var out []member
	for s := range types.NewMethodSet(t).Methods() {
		f := s.Obj().(*types.Func)
		if _, gone := p.c.phantom[f.Origin()]; gone || !p.reaches(f) {
			continue
		}
		item := p.c.candidate(f.Name(), f)
		if item.Doc == "" {
			item.Doc = p.c.synopsis(f, ownerOf(f, t, s.Index()))
		}
		out = append(out, member{item, len(s.Index()) - 1})
	}
	return append(out, p.lateMethods(typeName(t), out)...)
}

// lateMethods are the methods that the unfinished cell adds to an earlier cell's type.
func (p *probe) lateMethods(recv string, have []member) []member {
	var out []member
	for _, l := range p.late {
		f, ok := p.info.Defs[l.fd.Name].(*types.Func)
		known := slices.ContainsFunc(have, func(m member) bool { return m.Text == l.name })
		if !ok || l.recv != recv || known || f.Signature().Params().Len() == 0 {
			continue
		}
		params := slices.Collect(f.Signature().Params().Variables())
		sig := types.NewSignatureType(nil, nil, nil, types.NewTuple(params[1:]...), f.Signature().Results(), f.Signature().Variadic())
		out = append(out, member{Candidate: proto.Candidate{Text: l.name, Kind: "method", Type: p.c.typeString(sig), Doc: firstSentence(p.c.ownDoc(f))}})
	}
	return out
}

// reaches reports whether the cell may name a field or method: it is exported or the
// user's own.
func (p *probe) reaches(o types.Object) bool {
	return o.Exported() || o.Pkg() != nil && o.Pkg().Path() == lower.UserPath && o.Name() != "_"
}

// fieldsOf are the fields of a struct or of a pointer to one, with those of
// embedded structs that are not hidden.
func (p *probe) fieldsOf(t types.Type) []member {
	var out []member
	level, seen := []types.Type{t}, map[*types.Struct]bool{}
	for depth := 0; len(level) > 0; depth++ {
		var next []types.Type
		for _, owner := range level {
			st, ok := structOf(owner)
			if !ok || seen[st] {
				continue
			}
			seen[st] = true
			for f := range st.Fields() {
				if f.Embedded() {
					next = append(next, f.Type())
				}
				if p.reaches(f) && (depth == 0 || promoted(t, f)) {
					out = append(out, member{p.field(f, owner), depth})
				}
			}
		}
		level = next
	}
	return out
}

// promoted: t.f is the embedded struct's field f.
func promoted(t types.Type, f *types.Var) bool {
	o, _, _ := types.LookupFieldOrMethod(t, true, f.Pkg(), f.Name())
	return o == f
}

// field describes a field of a struct type.
func (p *probe) field(f *types.Var, owner types.Type) proto.Candidate {
	return proto.Candidate{Text: f.Name(), Kind: "field", Type: p.c.typeString(f.Type()), Doc: p.c.synopsis(f, typeName(owner))}
}

// typeName is the name of a type or of what it points to, empty for none.
func typeName(t types.Type) string {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := types.Unalias(t).(*types.Named); ok {
		return n.Obj().Name()
	}
	return ""
}

// structOf is the struct behind a type or a pointer.
func structOf(t types.Type) (*types.Struct, bool) {
	if t == nil {
		return nil, false
	}
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	st, ok := t.Underlying().(*types.Struct)
	return st, ok
}
