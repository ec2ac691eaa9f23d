package cell

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"riffle/internal/magic"
	"riffle/internal/proto"
)

// longest is the longest source, in bytes, that questions are answered about.
const longest = 1 << 20

// Complete lists what fits at pos, a byte offset of an unfinished source.
// It runs nothing and changes nothing.
func (c *Compiler) Complete(source string, pos int) (out proto.Completion) {
	pos = clampOffset(source, pos)
	defer func() {
		// go/parser may make trees of a broken source that go/types or the layout can't
		// handle. Then there is no answer.
		if recover() != nil {
			out = proto.Completion{Start: pos, End: pos}
		}
	}()
	if len(source) > longest {
		return proto.Completion{Start: pos, End: pos}
	}
	code, parts := c.goOnly(source)
	if p, ok := magic.At(parts, pos); ok {
		return c.completeMagic(source, pos, p)
	}
	at := newCursor(code, pos)
	at.asked = strings.HasPrefix(strings.TrimLeft(source, " "), "?")
	return at.replacing(c.describePackages(c.fitting(at)))
}

// maxDescribed is how many packages are described at once: a description requires reading
// the documentation of all the package's names.
const maxDescribed = 16

// describePackages adds synopses of packages, if there are few.
func (c *Compiler) describePackages(list []proto.Candidate) []proto.Candidate {
	isPackage := func(item proto.Candidate) bool { return item.Kind == "package" }
	first := slices.IndexFunc(list, isPackage)
	if first < 0 {
		return list
	}
	list = slices.Clone(list) // others remember it
	left := maxDescribed
	for i := first; i < len(list) && left > 0; i++ {
		if !isPackage(list[i]) {
			continue
		}
		path, err := strconv.Unquote(list[i].Type)
		if err != nil {
			path = list[i].Text
		}
		list[i].Doc = c.packageSynopsis(path)
		left--
	}
	return list
}

// packageSynopsis is the first sentence of a package's documentation.
func (c *Compiler) packageSynopsis(path string) string {
	k := c.known()
	s, ok := k.synopses[path]
	if !ok {
		s = firstSentence(c.doc(path, ""))
		k.synopses[path] = s
	}
	return s
}

// fitting are the candidates for a cursor, by the kind of text it is in.
func (c *Compiler) fitting(at *cursor) []proto.Candidate {
	switch at.in {
	case inCode:
		return c.candidates(at)
	case inImport:
		return c.importPaths(at.prefix)
	case inString:
		return c.paths(at)
	}
	at.start, at.end = at.pos, at.pos
	return nil
}

// replacing offers candidates for the text at the cursor.
func (c *cursor) replacing(items []proto.Candidate) proto.Completion {
	return proto.Completion{Start: c.start, End: c.end, Items: items}
}

// clampOffset moves an offset into the text and to the start of a character.
func clampOffset(text string, pos int) int {
	pos = max(0, min(pos, len(text)))
	for pos > 0 && pos < len(text) && text[pos]&0xC0 == 0x80 {
		pos--
	}
	return pos
}

// candidates are what fits at a cursor in code.
func (c *Compiler) candidates(at *cursor) []proto.Candidate {
	p := c.probe(at)
	switch {
	case p == nil:
		return c.withoutTypes(at)
	case p.selector() != nil:
		return p.members(p.selector())
	case at.prev == token.PERIOD:
		return nil
	}
	return pick(p.names(), at.prefix)
}

// withoutTypes are the candidates if the source can't be parsed.
func (c *Compiler) withoutTypes(at *cursor) []proto.Candidate {
	if at.prev == token.PERIOD {
		return nil
	}
	list := append(c.sessionNames(nil), c.environmentNames()...)
	return pick(unique(append(list, c.universeNames()...)), at.prefix)
}

// pick are the candidates that begin with a prefix, ignoring case if none does exactly.
func pick(list []proto.Candidate, prefix string) []proto.Candidate {
	out := []proto.Candidate{}
	for _, c := range list {
		if strings.HasPrefix(c.Text, prefix) {
			out = append(out, c)
		}
	}
	if len(out) > 0 {
		return out
	}
	for _, c := range list {
		if len(c.Text) >= len(prefix) && strings.EqualFold(c.Text[:len(prefix)], prefix) {
			out = append(out, c)
		}
	}
	return out
}

// unique keeps the first candidate of each name.
func unique(list []proto.Candidate) []proto.Candidate {
	seen := make(map[string]bool, len(list))
	return slices.DeleteFunc(list, func(c proto.Candidate) bool {
		again := seen[c.Text]
		seen[c.Text] = true
		return again
	})
}

// importPaths are the importable paths that begin with the prefix, or whose last element
// does.
func (c *Compiler) importPaths(prefix string) []proto.Candidate {
	if c.config.Paths == nil {
		return nil
	}
	out := []proto.Candidate{}
	for _, byName := range []bool{false, true} {
		for _, path := range c.config.Paths() {
			begins := strings.HasPrefix(path, prefix)
			if !byName && begins || byName && !begins && strings.HasPrefix(pathName(path), prefix) {
				out = append(out, proto.Candidate{Text: path, Kind: "package"})
			}
		}
	}
	return out
}

// pathName is the name of the package at a path.
func pathName(path string) string {
	return importName(&ast.ImportSpec{Path: &ast.BasicLit{Kind: token.STRING, Value: strconv.Quote(path)}})
}

// names are all names that fit at the cursor, the nearest first: fields of the struct
// being written, local names, the cell's and the session's, the environment's, Go's own,
// packages.
func (p *probe) names() []proto.Candidate {
	list := p.literalFields()
	list = append(list, p.localNames()...)
	list = append(list, p.topNames()...)
	list = append(list, p.c.environmentNames()...)
	list = append(list, p.keywords()...)
	list = append(list, p.c.universeNames()...)
	if p.prefix != "" {
		list = append(list, p.c.packageNames()...)
	}
	return unique(list)
}

// localNames are the names in the scopes inside a function, the innermost first.
func (p *probe) localNames() []proto.Candidate {
	var out []proto.Candidate
	inner, pos := p.scope(), p.ident().Pos()
	for s := inner; s != nil && s != p.pkg.Scope() && s != types.Universe; s = s.Parent() {
		for _, n := range s.Names() {
			o := s.Lookup(n)
			if _, visible := inner.LookupParent(n, pos); visible != o || strings.Contains(n, mark) {
				continue
			}
			if _, imported := o.(*types.PkgName); imported && !p.imports(n) {
				continue
			}
			out = append(out, p.c.candidate(n, o))
		}
	}
	return out
}

// imports reports whether the cell itself imports a package by a name.
func (p *probe) imports(name string) bool {
	return slices.ContainsFunc(p.f.ast.Imports, func(s *ast.ImportSpec) bool {
		return s.Path.ValuePos.IsValid() && importName(s) == name
	})
}

// topNames are the names at the top level of the cell and of the session.
func (p *probe) topNames() []proto.Candidate {
	var out []proto.Candidate
	shadowed := map[string]bool{}
	for n := range p.f.names {
		o := p.pkg.Scope().Lookup(n)
		if o == nil || strings.Contains(n, mark) || !p.sees(o) {
			continue
		}
		shadowed[n] = true
		out = append(out, p.own(n, o))
	}
	out = append(out, p.c.sessionNames(shadowed)...)
	sortByText(out)
	return out
}

// own is a candidate declared by the unfinished cell, which also has its comments.
func (p *probe) own(name string, o types.Object) proto.Candidate {
	return proto.Candidate{Text: name, Kind: kindOf(o), Type: p.c.typeOf(o), Doc: firstSentence(p.c.ownDoc(o))}
}

// sessionNames are the names that earlier cells declared, except shadowed ones.
func (c *Compiler) sessionNames(shadowed map[string]bool) []proto.Candidate {
	var out []proto.Candidate
	for n, b := range c.bindings {
		switch {
		case shadowed[n] || strings.Contains(n, "."):
		case b.path != "":
			out = append(out, proto.Candidate{Text: n, Kind: "package", Type: strconv.Quote(b.path)})
		case b.obj != nil && b.broken == "":
			out = append(out, c.candidate(n, b.obj))
		}
	}
	sortByText(out)
	for _, path := range slices.Backward(c.dots) {
		out = append(out, c.packageMembers(path)...)
	}
	return out
}

// literalFields are the fields that a struct literal around the cursor can
// still name.
func (p *probe) literalFields() []proto.Candidate {
	lit := p.literal()
	if lit == nil {
		return nil
	}
	used := map[string]bool{}
	for _, e := range lit.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok && e != ast.Expr(p.ident()) {
			return nil // its values come in order
		}
		if ok {
			if id, ok := kv.Key.(*ast.Ident); ok {
				used[id.Name] = true
			}
		}
	}
	t := p.info.Types[lit].Type
	st, ok := structOf(t)
	if !ok {
		return nil
	}
	var out []proto.Candidate
	for f := range st.Fields() {
		if !used[f.Name()] && p.reaches(f) {
			out = append(out, p.field(f, t))
		}
	}
	return out
}

// literal is the composite literal that the cursor's identifier is a key or an
// element of.
func (p *probe) literal() *ast.CompositeLit {
	switch n := p.up(1).(type) {
	case *ast.CompositeLit:
		if n.Type != ast.Expr(p.ident()) {
			return n
		}
	case *ast.KeyValueExpr:
		if lit, ok := p.up(2).(*ast.CompositeLit); ok && n.Key == ast.Expr(p.ident()) {
			return lit
		}
	}
	return nil
}

// Keywords, by where they are allowed.
var (
	statementWords = []string{"const", "defer", "for", "func", "go", "goto", "if", "return", "select", "switch", "type", "var"}
	topWords       = []string{"const", "defer", "for", "func", "go", "if", "import", "select", "switch", "type", "var"}
	typeWords      = []string{"chan", "func", "interface", "map", "struct"}
	caseWords      = []string{"case", "default"}
	loopWords      = []string{"break", "continue"}
)

// keywords are the keywords allowed at the cursor.
func (p *probe) keywords() []proto.Candidate {
	words := typeWords
	if _, begins := p.up(1).(*ast.ExprStmt); begins {
		words = p.statementKeywords()
	}
	first := p.frames[len(p.frames)-1].first
	switch {
	case p.prev == token.RBRACE:
		words = []string{"else"}
	case first == token.FOR && (p.prev == token.FOR || p.prev == token.DEFINE || p.prev == token.ASSIGN):
		words = append([]string{"range"}, words...)
	case p.owner() == token.SWITCH || p.owner() == token.SELECT:
		words = append(words[:len(words):len(words)], caseWords...)
	}
	out := make([]proto.Candidate, len(words))
	for i, w := range words {
		out[i] = proto.Candidate{Text: w, Kind: "keyword"}
	}
	sortByText(out)
	return out
}

func (p *probe) statementKeywords() []string {
	words := topWords
	for _, n := range p.path {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Name.Name != mainFunc {
				words = statementWords
			}
		case *ast.FuncLit:
			words = statementWords
		case *ast.ForStmt, *ast.RangeStmt:
			return append(words[:len(words):len(words)], loopWords...)
		}
	}
	return words
}
