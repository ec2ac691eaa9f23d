package export

import (
	"go/ast"
	"go/scanner"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"
	"sync"

	"riffle/internal/cell"
	"riffle/internal/lower"
)

// change replaces bytes [start, end) of a source by another text.
type change struct {
	start, end int
	text       string
}

// editor rewrites a part of a source.
type editor struct {
	t          *translator
	u          *unit
	src        *cell.Source
	start, end int
	changes    []change
	selected   map[*ast.Ident]bool
}

const (
	displayPath = "riffle/stdlib/display"
	widgetPath  = displayPath + "/widget"
	commPath    = displayPath + "/comm"
	historyPath = "riffle/internal/history"
	showPath    = "riffle/internal/export/show"
	seededPath  = "riffle/internal/export/seeded"
	figuresPath = "riffle/internal/export/figures"
)

// edited is the text of a part of a cell with the program's names.
func (t *translator) edited(u *unit, p cell.Checkable, more ...change) string {
	return t.editedNode(u, p.Node, p.Source, p.Start, p.End, more...)
}

func (t *translator) editedNode(u *unit, n ast.Node, src *cell.Source, start, end int, more ...change) string {
	e := &editor{t: t, u: u, src: src, start: start, end: end, changes: more, selected: map[*ast.Ident]bool{}}
	ast.Inspect(n, e.visit)
	return e.apply()
}

func (e *editor) apply() string {
	slices.SortStableFunc(e.changes, func(a, b change) int { return a.start - b.start })
	var b strings.Builder
	at := e.start
	for _, c := range e.changes {
		if c.start < at {
			continue
		}
		b.WriteString(e.src.Text[at:c.start] + c.text)
		at = c.end
	}
	if at < e.end {
		b.WriteString(e.src.Text[at:e.end])
	}
	return b.String()
}

// place is where an identifier lies in the text, -1 if it isn't there.
func (e *editor) place(id *ast.Ident) int {
	src, at := e.t.compiler.At(id.Pos())
	if src != e.src || at < e.start || at >= e.end {
		return -1
	}
	return at
}

func (e *editor) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.SelectorExpr:
		e.selected[n.Sel] = true
		e.display(n)
		e.seeded(n)
	case *ast.Ident:
		e.ident(n)
	}
	return true
}

// display turns display.Show and its like into the program's own.
func (e *editor) display(s *ast.SelectorExpr) {
	x, ok := s.X.(*ast.Ident)
	if !ok {
		return
	}
	if _, pkg := e.u.Info.Uses[x].(*types.PkgName); !pkg {
		return
	}
	if o := e.u.Info.Uses[s.Sel]; e.shows(o) {
		if at := e.place(x); at >= 0 {
			e.changes = append(e.changes, change{at, at + len(x.Name), e.t.imports.of(figuresPath)})
			e.selected[x] = true
		}
	}
}

// shows reports whether a function displays values.
func (e *editor) shows(o types.Object) bool {
	if o == nil || o.Pkg() == nil || o.Pkg().Path() != displayPath || e.t.opts.Module == "" {
		return false
	}
	f, ok := o.(*types.Func)
	return ok && f.Signature().Recv() == nil && slices.Contains([]string{"Display", "Show", "Update", "Clear"}, o.Name())
}

// seeded turns functions of math/rand into those that a seed makes repeat.
func (e *editor) seeded(s *ast.SelectorExpr) {
	x, ok := s.X.(*ast.Ident)
	if !ok || !e.t.seeds || e.t.opts.Module == "" {
		return
	}
	if _, pkg := e.u.Info.Uses[x].(*types.PkgName); !pkg {
		return
	}
	o := e.u.Info.Uses[s.Sel]
	at, end := e.place(x), e.place(s.Sel)
	if at < 0 || end < 0 || o == nil {
		return
	}
	own := o.Pkg() != nil && o.Pkg().Path() == shufflePath && (o.Name() == "Seed" || o.Name() == "Unseed")
	if !own && randOf(o) == "" {
		return
	}
	text := e.t.imports.of(seededPath) + "." + o.Name()
	if !own {
		text = e.t.seededName(o)
	}
	e.changes = append(e.changes, change{at, end + len(o.Name()), text})
	e.selected[x] = true
}

// seededName is a function of math/rand, drawn from a seed.
func (t *translator) seededName(o types.Object) string {
	name := t.imports.of(seededPath)
	if o.Name() == "N" {
		return name + ".N"
	}
	return name + "." + randOf(o) + "()." + o.Name()
}

// randOf is where the functions of math/rand are that a seed makes repeat, empty for all
// other objects.
func randOf(o types.Object) string {
	f, ok := o.(*types.Func)
	if !ok || f.Pkg() == nil || f.Signature().Recv() != nil || strings.HasPrefix(f.Name(), "New") || f.Name() == "Seed" {
		return ""
	}
	return map[string]string{"math/rand": "V1", "math/rand/v2": "V2"}[f.Pkg().Path()]
}

var outUse = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^Out\s*\[\s*\w+\s*\]`) })

// ident replaces a name.
func (e *editor) ident(id *ast.Ident) {
	at := e.place(id)
	if at < 0 {
		return
	}
	o := e.u.Info.Uses[id]
	if o == nil {
		o = e.u.Info.Defs[id]
	}
	if o == nil {
		return
	}
	length := identLength(e.src.Text[at:])
	if m := outUse().FindString(e.src.Text[at:]); m != "" && strings.HasPrefix(id.Name, "ᐧout") {
		length = len(m)
	}
	text, ok := e.meaning(id, o)
	if ok && length > 0 && text != e.src.Text[at:at+length] {
		e.changes = append(e.changes, change{at, at + length, text})
	}
}

// identLength is the length of the name that a text begins with.
func identLength(s string) int {
	var sc scanner.Scanner
	sc.Init(token.NewFileSet().AddFile("", -1, len(s)), []byte(s), func(token.Position, string) {}, 0)
	_, tok, lit := sc.Scan()
	if tok != token.IDENT {
		return 0
	}
	return len(lit)
}

// meaning is the program's name for what an identifier means.
func (e *editor) meaning(id *ast.Ident, o types.Object) (string, bool) {
	t := e.t
	switch o := o.(type) {
	case *types.PkgName:
		if e.selected[id] {
			return "", false
		}
		e.offered(id, o.Imported().Path())
		return t.imports.as(id.Name, o.Imported().Path()), true
	case *types.Label:
		name := t.labels[o]
		return name, name != ""
	case *types.Var:
		if o.IsField() {
			return t.fieldName(o)
		}
	case *types.Func:
		if o.Signature().Recv() != nil {
			return "", false
		}
	}
	if name, ok := t.nameOf(o); ok {
		return name, true
	}
	if o.Pkg() == nil || o.Pkg().Path() == lower.UserPath || e.selected[id] {
		return "", false
	}
	e.offered(id, o.Pkg().Path())
	if o.Pkg().Path() == unsafePath || o.Parent() != nil && o.Parent() != o.Pkg().Scope() {
		return "", false
	}
	from := o.Pkg().Path()
	switch {
	case e.shows(o):
		from = figuresPath
	case e.t.seeds && t.opts.Module != "" && from == shufflePath && (o.Name() == "Seed" || o.Name() == "Unseed"):
		from = seededPath
	case e.t.seeds && t.opts.Module != "" && randOf(o) != "":
		return t.seededName(o), true
	}
	return t.imports.of(from) + "." + o.Name(), true
}

const unsafePath = "unsafe"

// offered refuses packages that only a session has.
func (e *editor) offered(id *ast.Ident, path string) {
	why := ""
	switch path {
	case widgetPath, commPath:
		why = "widgets need a notebook's page: call the function with values of your choice"
	case historyPath:
		why = "In and Out are a session's memory: give the value a name where it is made"
	default:
		return
	}
	src, at := e.t.compiler.At(id.Pos())
	e.t.refuse(src.Diagnostic(at, at+len(id.Name), why))
}

// fieldName is the name of an embedded field, which is its type's.
func (t *translator) fieldName(f *types.Var) (string, bool) {
	if !f.Embedded() {
		return "", false
	}
	typ := f.Type()
	if p, ok := types.Unalias(typ).(*types.Pointer); ok {
		typ = p.Elem()
	}
	switch typ := typ.(type) {
	case *types.Named:
		return t.nameOf(typ.Obj())
	case *types.Alias:
		return t.nameOf(typ.Obj())
	}
	return "", false
}

// gap is the text between two parts of a cell: the comment at the end of the line
// of the first, and the comments above the second.
func gap(text string) (trailing, leading string) {
	var b strings.Builder
	firstLine := true
	for i := 0; i < len(text); {
		switch {
		case strings.HasPrefix(text[i:], "//"), strings.HasPrefix(text[i:], "/*"):
			end := commentEnd(text, i)
			c := strings.TrimRight(text[i:end], " \t\r")
			if firstLine && !strings.Contains(c, "\n") {
				trailing += " " + c
			} else {
				b.WriteString(c)
			}
			i = end
		case text[i] == '\n':
			if !firstLine || b.Len() > 0 {
				b.WriteByte('\n')
			}
			firstLine = false
			i++
		default:
			i++
		}
	}
	leading = strings.Trim(b.String(), "\n")
	if leading != "" {
		after := text[strings.LastIndex(text, lastLine(leading))+len(lastLine(leading)):]
		leading += strings.Repeat("\n", min(2, max(1, strings.Count(after, "\n"))))
	}
	return trailing, leading
}

func lastLine(s string) string { return s[strings.LastIndexByte(s, '\n')+1:] }

func commentEnd(text string, i int) int {
	mark, size := "\n", 0
	if text[i+1] == '*' {
		mark, size = "*/", 2
	}
	if n := strings.Index(text[i+2:], mark); n >= 0 {
		return i + 2 + n + size
	}
	return len(text)
}
