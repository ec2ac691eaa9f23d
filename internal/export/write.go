package export

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"riffle/internal/cell"
	"riffle/internal/magic"
)

// page is the program as it is written: declarations, and main.
type page struct {
	decls, main lines
}

// lines is a text that knows which cell each line is of.
type lines struct {
	b     strings.Builder
	n     int
	cells []*unit // by line
}

// add appends a text of a unit, which may be nil, and ends the line.
func (l *lines) add(u *unit, text string) {
	if text == "" {
		return
	}
	if !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	l.b.WriteString(text)
	for range strings.Count(text, "\n") {
		l.cells = append(l.cells, u)
		l.n++
	}
}

// blank appends an empty line.
func (l *lines) blank() {
	if l.n > 0 && !strings.HasSuffix(l.b.String(), "\n\n") {
		l.add(nil, "\n")
	}
}

// write writes all cells.
func (t *translator) write() *page {
	p := &page{}
	text := ""
	for _, b := range t.blocks {
		if b.Source == nil {
			text += b.Text + "\n\n"
			continue
		}
		w := &blockWriter{translator: t, page: p, block: b, text: text}
		text = ""
		w.write()
	}
	if text != "" {
		p.main.blank()
		p.main.add(nil, comment(text))
	}
	return p
}

// blockWriter writes one cell.
type blockWriter struct {
	*translator
	page   *page
	block  *block
	text   string // Markdown above the cell
	headed [2]bool
	closed bool // the statements are those of a function literal
}

func (w *blockWriter) write() {
	var before, inside lines
	if w.fails() {
		w.closed = true
		for _, u := range w.block.units {
			before.add(u, w.predeclare(u))
		}
	}
	for _, u := range w.block.units {
		w.unit(u, &inside)
	}
	if inside.n == 0 {
		if w.text != "" { // above a cell that needs nothing here, such as an import
			w.page.main.blank()
			w.page.main.add(nil, comment(w.text))
		}
		return
	}
	w.head(&w.page.main, 1)
	w.append(&before)
	if !w.fails() {
		w.append(&inside)
		return
	}
	w.page.main.add(nil, fmt.Sprintf("%s(%q, func() {", w.mayFail(), w.block.Name))
	w.append(&inside)
	w.page.main.add(nil, "})")
}

// append adds lines to main.
func (w *blockWriter) append(l *lines) {
	if l.n > 0 {
		w.page.main.b.WriteString(l.b.String())
		w.page.main.cells = append(w.page.main.cells, l.cells...)
		w.page.main.n += l.n
	}
}

// fails reports whether the cell is meant to end in an error, and has statements
// that may.
func (w *blockWriter) fails() bool {
	return w.block.Source.MayFail && slices.ContainsFunc(w.block.units, func(u *unit) bool { return u.Checked != nil }) && w.hasStatements()
}

func (w *blockWriter) hasStatements() bool {
	for _, u := range w.block.units {
		if u.Checked == nil {
			if u.magic != nil || u.about != "" {
				return true
			}
			continue
		}
		for _, p := range u.Parts {
			if p.Node != nil && w.declOf(u, p.Node) == nil {
				return true
			}
		}
	}
	return false
}

// head writes what introduces a cell, once at its declarations and once at its
// statements.
func (w *blockWriter) head(l *lines, at int) {
	if w.headed[at] {
		return
	}
	w.headed[at] = true
	text := ""
	if at == 1 || !w.hasStatements() {
		text, w.text = w.text, ""
	}
	if text == "" && w.block.Name == "" {
		if at == 1 {
			return
		}
		l.blank()
		return
	}
	l.blank()
	if text != "" {
		l.add(nil, comment(text))
		l.blank()
	}
	if w.block.Name != "" {
		l.add(nil, "// "+w.block.Name)
		if at == 0 {
			l.add(nil, "\n")
		}
	}
}

// declared writes a declaration.
func (w *blockWriter) declared(u *unit, text string) {
	w.head(&w.page.decls, 0)
	if text != "" {
		w.page.decls.add(u, text)
		w.page.decls.add(nil, "\n")
	}
}

func (t *translator) declOf(u *unit, n ast.Node) *decl {
	for _, d := range t.decls {
		if d.unit == u && d.Node == n {
			return d
		}
	}
	if fd, ok := n.(*ast.FuncDecl); ok { // such as init
		return &decl{unit: u, gone: true, Checkable: cell.Checkable{Node: fd}}
	}
	return nil
}

// unit writes a stretch of a cell.
func (w *blockWriter) unit(u *unit, out *lines) {
	out.add(u, u.about)
	if u.magic != nil {
		out.add(u, u.magic(w.translator))
	}
	if u.Checked == nil {
		return
	}
	for _, path := range u.Blank {
		w.imports.blank(path)
	}
	closed := !w.closed && jumps(u)
	if closed {
		out.add(u, w.predeclare(u)+"func() {")
		w.closed = true
	}
	w.globals(u)
	w.carried(u, out)
	w.parts(u, out)
	if closed {
		out.add(u, "}()")
		w.closed = false
	}
}

// jumps reports whether statements of the cell leave the function that they are in,
// defer something in it, or go elsewhere in it.
func jumps(u *unit) (found bool) {
	for _, p := range u.Parts {
		if _, ok := p.Node.(ast.Stmt); !ok {
			continue
		}
		ast.Inspect(p.Node, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				return false
			case *ast.ReturnStmt, *ast.DeferStmt:
				found = true
			case *ast.BranchStmt:
				found = found || n.Tok == token.GOTO
			}
			return !found
		})
	}
	return found
}

// predeclare declares the variables of statements that become a function literal.
func (w *blockWriter) predeclare(u *unit) string {
	var b strings.Builder
	for _, e := range w.order {
		if e.unit == u && e.decl == nil && !e.global && !e.standing && e.name != "" {
			b.WriteString(w.variable(e))
			e.standing = true
		}
	}
	return b.String()
}

// variable declares a variable without a value.
func (t *translator) variable(e *entity) string {
	text, ok := t.typeText(e.obj.Type())
	if !ok {
		src, at := t.compiler.At(e.obj.Pos())
		if src == nil {
			src = e.unit.Source
		}
		t.refuse(src.Diagnostic(at, at+len(e.base), fmt.Sprintf("%s has a type that has no name at the top level of a program, and must be declared there: declare the type outside of the function", e.base)))
	}
	return fmt.Sprintf("var %s %s\n", e.name, text)
}

// globals declares the variables of a cell that functions use.
func (w *blockWriter) globals(u *unit) {
	text := ""
	for _, e := range w.order {
		if e.unit == u && e.decl == nil && e.global && !e.standing && e.name != "" {
			text += w.variable(e)
			e.standing = true
		}
	}
	if text != "" {
		w.declared(u, text)
	}
}

// carried writes declarations of earlier cells that mean something else from this cell
// on.
func (w *blockWriter) carried(u *unit, out *lines) {
	for _, p := range u.Carried {
		d := w.declOf(u, p.Node)
		if d == nil || d.gone {
			continue
		}
		text := w.declText(d)
		if len(d.objs) > 0 && !d.late {
			name, _ := w.nameOf(d.objs[0])
			text = fmt.Sprintf("// %s is %s as it is from %s on.\n%s", name, d.objs[0].Name(), w.where(), text)
		}
		w.declared(u, text)
		out.add(u, w.switchTo(d))
	}
}

// where is the cell in words.
func (w *blockWriter) where() string {
	if w.block.Name == "" {
		return "here"
	}
	return w.block.Name
}

// parts writes the declarations and statements of a cell, each with its comments.
func (w *blockWriter) parts(u *unit, out *lines) {
	src := u.Source.Text
	end, skipped := 0, true
	var pending *lines
	for i, p := range u.Parts {
		trailing, leading := gap(withoutMarks(src[end:max(end, p.Start)]))
		if trailing != "" && pending != nil && !skipped {
			pending.endLine(trailing)
		} else if trailing != "" && i == 0 {
			leading = strings.TrimSpace(trailing) + "\n" + leading
		}
		end = max(end, p.End)
		pending, skipped = w.part(u, p, leading, out)
	}
	trailing, leading := gap(withoutMarks(src[end:]))
	if trailing != "" && pending != nil && !skipped {
		pending.endLine(trailing)
		trailing = ""
	}
	out.add(u, strings.TrimSpace(strings.TrimSpace(trailing)+"\n"+leading))
}

// endLine appends a comment to the last line that isn't empty.
func (l *lines) endLine(comment string) {
	text := strings.TrimRight(l.b.String(), "\n")
	rest := l.b.String()[len(text):]
	l.b.Reset()
	l.b.WriteString(text + comment + rest)
}

// part writes one declaration or statement, and returns where.
func (w *blockWriter) part(u *unit, p cell.Checkable, leading string, out *lines) (at *lines, skipped bool) {
	if p.Node == nil {
		return nil, true
	}
	d := w.declOf(u, p.Node)
	if d == nil {
		out.add(u, leading+w.statement(u, p))
		return out, false
	}
	if d.gone {
		return nil, true
	}
	w.declared(u, leading+w.declText(d))
	out.add(u, w.switchTo(d))
	return &w.page.decls, false
}

// withoutMarks leaves out what separates the cells of a script.
func withoutMarks(text string) string {
	if !strings.Contains(text, magic.CellMark) && !strings.Contains(text, "// jupyter:") {
		return text
	}
	var b strings.Builder
	inHead := strings.Contains(text, "// jupyter:")
	for line := range strings.Lines(text) {
		switch {
		case strings.HasPrefix(line, magic.CellMark):
		case inHead && strings.HasPrefix(line, "//"):
		default:
			b.WriteString(line)
		}
	}
	return b.String()
}
