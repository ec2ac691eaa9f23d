package cell

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"riffle/internal/help"
	"riffle/internal/magic"
	"riffle/internal/near"
	"riffle/internal/proto"
)

// Inspect documents the name at pos, a byte offset of a source that may be unfinished:
// its declaration and documentation; with detail 1 its source too. Where there is no
// name, it documents the function whose arguments pos is among. It runs nothing and
// changes nothing.
func (c *Compiler) Inspect(source string, pos, detail int) proto.Inspection {
	inspection, _ := c.InspectAnd(source, pos, detail)
	return inspection
}

// InspectAnd is Inspect, and the session's variable that the name means, "" for none.
func (c *Compiler) InspectAnd(source string, pos, detail int) (out proto.Inspection, variable string) {
	defer func() {
		if recover() != nil { // as in Complete
			out, variable = proto.Inspection{}, ""
		}
	}()
	pos = clampOffset(source, pos)
	if name, more, ok := proto.Question(source); ok {
		source, pos, detail = name, len(name), max(detail, more)
		if name == "" {
			return topicPage(help.Map), ""
		}
	}
	if len(source) > longest {
		return proto.Inspection{}, ""
	}
	code, parts := c.goOnly(source)
	if p, ok := magic.At(parts, pos); ok && p.Magic != nil && pos <= p.Named {
		return c.magicPage(p.Magic.Name), ""
	}
	if p := c.pageAt(code, pos); p != nil {
		return p.inspection(detail), p.variable
	}
	if i := c.magicPage(source); i.Found { // a magic, asked about without its %
		return i, ""
	}
	if i := topicPage(source); i.Found {
		return i, ""
	}
	return proto.Inspection{Page: &proto.Page{Note: c.similar(strings.TrimSpace(source))}}, ""
}

// maxSimilar bounds the suggested names.
const maxSimilar = 4

// similar suggests names that an unknown one may stand for; "" if there are none.
func (c *Compiler) similar(name string) string {
	if !token.IsIdentifier(name) {
		return ""
	}
	names := slices.Collect(maps.Keys(c.wholeEnvironment()))
	names = append(slices.AppendSeq(names, maps.Keys(c.bindings)), help.Topics()...)
	for _, path := range help.Packages() {
		names = append(names, path[strings.LastIndexByte(path, '/')+1:])
	}
	var like []string
	for _, n := range names {
		if strings.Contains(strings.ToLower(n), strings.ToLower(name)) && len(name) > 1 {
			like = append(like, "?"+n)
		}
	}
	like = append(like, c.inPackages(name)...)
	if n := near.Word(name, names); len(like) == 0 && n != "" {
		like = append(like, "?"+n)
	}
	if len(like) == 0 {
		return ""
	}
	slices.SortFunc(like, func(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) })
	return "did you mean " + enumerateOr(like[:min(len(like), maxSimilar)]) + "?"
}

// inPackages are the questions about a name in riffle's own packages: ?display.Line.
func (c *Compiler) inPackages(name string) []string {
	var found []string
	for _, path := range help.Packages() {
		pkg, err := c.config.Importer.Import(path)
		if err != nil || slices.Contains(c.config.Environment, path) {
			continue
		}
		for _, n := range pkg.Scope().Names() {
			if strings.EqualFold(n, name) && token.IsExported(n) {
				found = append(found, "?"+pkg.Name()+"."+n)
			}
		}
	}
	return found
}

// enumerateOr is "a, b or c".
func enumerateOr(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// topicPage is the help on a topic.
func topicPage(name string) proto.Inspection {
	text, ok := help.Topic(strings.TrimSpace(name))
	if !ok {
		return proto.Inspection{}
	}
	return inspected(&proto.Page{Text: text})
}

// inspected lays a page out.
func inspected(p *proto.Page) proto.Inspection {
	return proto.Inspection{Found: true, Value: help.Bundle(p), Page: p}
}

// page is what is known about a name.
type page struct {
	decl string // its declaration, as go doc shows it
	doc  string // in the markup of documentation comments
	note string // what the user should know besides
	// source is its declaration with its body; nil or "" for none.
	source func() string
	// lists are the members of a type or a package, and what else belongs to it.
	lists []proto.List
	more  string // where there is more
	// variable is the name of a variable of the session.
	variable string
}

// inspection is a page as front ends get it; detail 1 has the source.
func (p *page) inspection(detail int) proto.Inspection {
	decl := p.decl
	if detail > 0 && p.source != nil {
		decl = cmp.Or(p.source(), decl)
	}
	return inspected(&proto.Page{Decl: decl, Note: p.note, Doc: p.doc, Lists: p.lists, More: p.more})
}

// pageAt is the page of the name at an offset, else of the function that is
// called around it, else of the name before it on its line.
func (c *Compiler) pageAt(src string, pos int) *page {
	at := newCursor(src, pos)
	if at.in == inImport {
		return c.packagePage(src[at.start:at.end])
	}
	if at.in == inComment {
		return nil
	}
	if p := c.probe(at); p != nil {
		if token.IsIdentifier(at.word) {
			if found := p.wordPage(at.word); found != nil {
				return found
			}
		}
		if found := p.callee(); found != nil {
			return found
		}
	}
	if before := nameBefore(src, pos); before >= 0 && at.word == "" {
		return c.pageAt(src, before)
	}
	return nil
}

// nameBefore is the end of the nearest name before an offset on its line, -1
// for none.
func nameBefore(src string, pos int) int {
	line := strings.LastIndexByte(src[:pos], '\n') + 1
	for i := pos; i > line; {
		r, size := utf8.DecodeLastRuneInString(src[line:i])
		if isWordRune(r) && i < pos {
			return i
		}
		i -= size
	}
	return -1
}

// wordPage is the page of the identifier at the cursor, which the probe replaced.
func (p *probe) wordPage(name string) *page {
	if s := p.selector(); s != nil {
		return p.selected(s, name)
	}
	if f := p.literalField(name); f != nil {
		return f
	}
	if o := p.object(name); o != nil {
		return p.objectPage(o, "")
	}
	if b := p.c.bindings[name]; b != nil && b.path == "" {
		return p.c.brokenPage(b)
	}
	if path := p.packageOf(name); path != "" {
		return p.c.packagePage(path)
	}
	return nil
}

// object is what a name means at the cursor.
func (p *probe) object(name string) types.Object {
	if o := p.info.Defs[p.ident()]; o != nil {
		return renamed(o, name)
	}
	scope, o := p.scope().LookupParent(name, p.ident().Pos())
	if _, own := p.f.names[name]; o != nil && scope != types.Universe && (scope != p.pkg.Scope() || own && p.sees(o)) {
		if _, pkg := o.(*types.PkgName); !pkg {
			return o
		}
		return nil
	}
	if o, path := p.c.lookup(name); o != nil || path != "" {
		return o
	}
	return types.Universe.Lookup(name)
}

// renamed is a declared object under the name that the cursor's identifier replaced.
func renamed(o types.Object, name string) types.Object {
	switch o := o.(type) {
	case *types.Var:
		if o.IsField() {
			return types.NewField(o.Pos(), o.Pkg(), name, o.Type(), o.Embedded())
		}
		return types.NewVar(o.Pos(), o.Pkg(), name, o.Type())
	case *types.Const:
		return types.NewConst(o.Pos(), o.Pkg(), name, o.Type(), o.Val())
	case *types.Func:
		return types.NewFunc(o.Pos(), o.Pkg(), name, o.Signature())
	case *types.TypeName:
		return types.NewTypeName(o.Pos(), o.Pkg(), name, o.Type())
	}
	return nil
}

// packageOf is the package that a name means: one that is imported, or would be
// automatically.
func (p *probe) packageOf(name string) string {
	for _, s := range p.f.ast.Imports {
		if s.Path.ValuePos.IsValid() && importName(s) == name {
			return importPath(s)
		}
	}
	if b := p.c.bindings[name]; b != nil {
		return b.path
	}
	if p.c.config.Auto == nil {
		return ""
	}
	if paths := p.c.config.Auto(name); len(paths) > 0 {
		return paths[0]
	}
	return ""
}

// selected is the page of a member.
func (p *probe) selected(s *ast.SelectorExpr, name string) *page {
	if id, ok := s.X.(*ast.Ident); ok {
		if pn, ok := p.info.Uses[id].(*types.PkgName); ok {
			return p.packageMember(p.paths(id, pn), name)
		}
	}
	t := p.info.Types[s.X].Type
	if t == nil {
		return nil
	}
	return p.memberPage(t, name)
}

// packageMember is the page of an exported name, in the first package that has it.
func (p *probe) packageMember(paths []string, name string) *page {
	for _, path := range paths {
		pkg, err := p.c.config.Importer.Import(path)
		if err != nil {
			continue
		}
		if o := pkg.Scope().Lookup(name); o != nil && o.Exported() {
			return p.objectPage(o, "")
		}
	}
	return nil
}

// memberPage is the page of a field or method.
func (p *probe) memberPage(t types.Type, name string) *page {
	o, index, _ := types.LookupFieldOrMethod(t, true, p.pkg, name)
	if o == nil && len(index) == 0 {
		o, _, _ = types.LookupFieldOrMethod(t, true, types.NewPackage("main", "main"), name)
	}
	if o == nil || !p.reaches(o) {
		return nil
	}
	if f, ok := o.(*types.Func); ok {
		if _, gone := p.c.phantom[f.Origin()]; gone {
			return nil
		}
	}
	return p.objectPage(o, ownerOf(o, t, index))
}

// ownerOf is the type under which a member is documented, following a path of embedded
// fields: the type that declares it or, if a method's isn't exported, the one that
// promotes it.
func ownerOf(o types.Object, t types.Type, index []int) (owner string) {
	_, method := o.(*types.Func)
	for k, i := range index {
		if name := typeName(t); !method || token.IsExported(name) {
			owner = name
		}
		if k == len(index)-1 {
			break
		}
		st, ok := structOf(t)
		if !ok || i >= st.NumFields() {
			return ""
		}
		t = st.Field(i).Type()
	}
	return owner
}

// literalField is the page of a field that a struct literal names.
func (p *probe) literalField(name string) *page {
	lit := p.literal()
	if lit == nil {
		return nil
	}
	if kv, ok := p.up(1).(*ast.KeyValueExpr); !ok || kv.Key != ast.Expr(p.ident()) {
		return nil
	}
	if _, ok := structOf(p.info.Types[lit].Type); !ok {
		return nil
	}
	return p.memberPage(p.info.Types[lit].Type, name)
}

// callee is the page of the function among whose arguments the cursor is.
func (p *probe) callee() *page {
	for i := 1; p.up(i) != nil; i++ {
		call, ok := p.up(i).(*ast.CallExpr)
		if !ok || p.ident().Pos() < call.Lparen {
			continue
		}
		switch f := ast.Unparen(call.Fun).(type) {
		case *ast.Ident:
			if o := p.info.Uses[f]; o != nil {
				return p.objectPage(o, "")
			}
		case *ast.SelectorExpr:
			if found := p.selected(f, f.Sel.Name); found != nil {
				return found
			}
		}
	}
	return nil
}

// packagePage is a package's page.
func (c *Compiler) packagePage(path string) *page {
	pkg, err := c.config.Importer.Import(path)
	if err != nil {
		return nil
	}
	decl, ok := c.decl(path, "")
	if !ok {
		decl = fmt.Sprintf("package %s // import %q", pathName(path), path)
	}
	return &page{decl: decl, doc: c.doc(path, ""), lists: c.contents(pkg), more: moreOn(pkg)}
}

// brokenPage is that of a declaration that no longer compiles.
func (c *Compiler) brokenPage(b *binding) *page {
	if b.broken == "" || b.decl == nil {
		return nil
	}
	note := fmt.Sprintf("%s no longer compiles %s", b.name, b.broken)
	if b.held() {
		note = b.broken
	}
	return &page{decl: b.decl.text(), doc: b.decl.src.doc(b.decl.start), note: note}
}
