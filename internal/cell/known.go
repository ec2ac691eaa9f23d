package cell

import (
	"cmp"
	"go/doc"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"riffle/internal/lower"
	"riffle/internal/proto"
)

// known is what completion remembers of the world outside the session, which doesn't
// change, so each listing is made once.
type known struct {
	session  *Compiler
	lower    *lower.Lowerer // for lookups only, never filled
	env      []proto.Candidate
	universe []proto.Candidate
	packages []proto.Candidate
	members  map[string][]proto.Candidate // of a package, by path
	synopses map[string]string            // by path and name
}

func (c *Compiler) known() *known {
	if c.seen == nil {
		c.seen = &known{
			session:  c,
			lower:    lower.New(lower.Natives{}),
			members:  map[string][]proto.Candidate{},
			synopses: map[string]string{},
		}
	}
	return c.seen
}

// environmentNames are the environment's candidates.
func (c *Compiler) environmentNames() []proto.Candidate {
	k := c.known()
	if k.env != nil {
		return k.env
	}
	var list []proto.Candidate
	for n, o := range c.wholeEnvironment() {
		list = append(list, c.candidate(n, o))
	}
	sortByText(list)
	if c.envWhole {
		k.env = list
	}
	return list
}

// universeNames are the predeclared names.
func (c *Compiler) universeNames() []proto.Candidate {
	k := c.known()
	if k.universe == nil {
		for _, n := range types.Universe.Names() {
			if token.IsIdentifier(n) {
				k.universe = append(k.universe, c.candidate(n, types.Universe.Lookup(n)))
			}
		}
		sortByText(k.universe)
	}
	return k.universe
}

// packageNames are the packages that are imported automatically.
func (c *Compiler) packageNames() []proto.Candidate {
	k := c.known()
	if k.packages == nil && c.config.Paths != nil && c.config.Auto != nil {
		for _, path := range c.config.Paths() {
			name := pathName(path)
			if paths := c.config.Auto(name); len(paths) > 0 && paths[0] == path {
				k.packages = append(k.packages, proto.Candidate{Text: name, Kind: "package", Type: strconv.Quote(path)})
			}
		}
		sortByText(k.packages)
	}
	return k.packages
}

// packageMembers are the exported names of a package.
func (c *Compiler) packageMembers(path string) []proto.Candidate {
	k := c.known()
	if list, ok := k.members[path]; ok {
		return list
	}
	p, err := c.config.Importer.Import(path)
	if err != nil {
		return nil
	}
	list := []proto.Candidate{}
	for _, n := range p.Scope().Names() {
		if o := p.Scope().Lookup(n); o.Exported() {
			list = append(list, c.candidate(n, o))
		}
	}
	sortByText(list)
	k.members[path] = list
	return list
}

// sortByText sorts candidates by name, ignoring case.
func sortByText(list []proto.Candidate) {
	slices.SortFunc(list, func(a, b proto.Candidate) int { return compareNames(a.Text, b.Text) })
}

func compareNames(a, b string) int {
	return cmp.Or(strings.Compare(strings.ToLower(a), strings.ToLower(b)), strings.Compare(a, b))
}

// candidate describes an object under the name it is offered as.
func (c *Compiler) candidate(name string, o types.Object) proto.Candidate {
	return proto.Candidate{Text: name, Kind: kindOf(o), Type: c.typeOf(o), Doc: c.synopsis(o, "")}
}

// kindOf is proto's word for an object.
func kindOf(o types.Object) string {
	switch o := o.(type) {
	case *types.Func:
		if o.Signature().Recv() != nil {
			return "method"
		}
		return "function"
	case *types.Builtin:
		return "function"
	case *types.TypeName:
		return "type"
	case *types.Const, *types.Nil:
		return "constant"
	case *types.PkgName:
		return "package"
	case *types.Var:
		if o.IsField() {
			return "field"
		}
	}
	return "variable"
}

// typeOf is an object's type as the user would write it.
func (c *Compiler) typeOf(o types.Object) string {
	switch o := o.(type) {
	case *types.Builtin:
		decl, _ := c.decl("builtin", o.Name())
		return strings.Replace(decl, " "+o.Name(), "", 1)
	case *types.Nil:
		return "untyped nil"
	case *types.PkgName:
		return strconv.Quote(o.Imported().Path())
	case *types.TypeName:
		return c.shape(o)
	}
	return c.typeString(o.Type())
}

// shape says what a type is, in one word if it is long.
func (c *Compiler) shape(o *types.TypeName) string {
	if o.IsAlias() {
		return "= " + c.typeString(types.Unalias(o.Type()))
	}
	switch t := o.Type().Underlying().(type) {
	case *types.Struct:
		return "struct"
	case *types.Interface:
		return "interface"
	default:
		return c.typeString(t)
	}
}

// typeString writes a type as a cell would: the user's own names and the
// environment's without a package.
func (c *Compiler) typeString(t types.Type) string {
	return demangle(types.TypeString(t, c.qualifier))
}

func (c *Compiler) qualifier(p *types.Package) string {
	if p.Path() == lower.UserPath || slices.Contains(c.config.Environment, p.Path()) {
		return ""
	}
	return p.Name()
}

// synopsis is the first sentence of an object's documentation; owner names the
// type of a member, see ownerOf.
func (c *Compiler) synopsis(o types.Object, owner string) string {
	path, name := documentedAs(o, owner)
	if path == lower.UserPath {
		return firstSentence(c.ownDoc(o))
	}
	k, key := c.known(), path+" "+name
	s, ok := k.synopses[key]
	if !ok {
		s = firstSentence(c.doc(path, name))
		k.synopses[key] = s
	}
	return s
}

func firstSentence(text string) string {
	if text == "" {
		return ""
	}
	return unlinked(new(doc.Package).Synopsis(text))
}

// documentedAs is the package and the name under which an object is
// documented: "Println", "Builder.WriteString".
func documentedAs(o types.Object, owner string) (path, name string) {
	if o.Pkg() == nil {
		if f, ok := o.(*types.Func); ok && f.Name() == "Error" {
			return "builtin", "error"
		}
		return "builtin", o.Name()
	}
	if f, ok := o.(*types.Func); ok && f.Signature().Recv() != nil {
		if recv := recvName(f); owner == "" || token.IsExported(recv) {
			owner = recv
		}
	}
	if owner != "" {
		return o.Pkg().Path(), owner + "." + o.Name()
	}
	return o.Pkg().Path(), o.Name()
}

func (c *Compiler) doc(path, name string) string {
	if c.config.Doc == nil {
		return ""
	}
	text, _ := c.config.Doc(path, c.original(path, name))
	return text
}

// original is the package and the name there of an object that the environment may
// rename.
func (c *Compiler) original(path, name string) string {
	if member, ok := c.config.Names[name]; ok && member[0] == path {
		return member[1]
	}
	return name
}

func (c *Compiler) decl(path, name string) (string, bool) {
	if c.config.Decl == nil {
		return "", false
	}
	return c.config.Decl(path, c.original(path, name))
}

// ownDoc is the comment above a declaration of the session.
func (c *Compiler) ownDoc(o types.Object) string {
	src, off := c.origin(o.Pos())
	if src == nil {
		return ""
	}
	return src.doc(off)
}

// origin finds a position in the unfinished cell or in the session's.
func (c *Compiler) origin(pos token.Pos) (*Source, int) {
	if src, off := c.locate(pos); src != nil {
		return src, off
	}
	return c.known().session.locate(pos)
}
