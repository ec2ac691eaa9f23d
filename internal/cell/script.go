package cell

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strings"
	"sync"

	"riffle/internal/magic"
)

// Script cuts a script into cells, which keep their places in the file: at lines that
// begin with "// %%", as jupytext and %save write them. A script without such lines is
// one cell, unless it can't be: then it is what nbconvert makes of a notebook, whose
// cells are separated by blank lines.
//
// A script that declares main, and doesn't mention it again, runs it where the cell with
// the declaration ends.
func Script(name, text string, magics magic.Table) []*Source {
	cells := cellsOf(name, text, magics)
	var main *Source
	for _, src := range cells {
		switch p := readPasted(src.Text); {
		case p.calls, p.other:
			return cells
		case p.main:
			main = src
		}
	}
	if main != nil && !hasMagic(main.Text, magics) {
		main.runMain()
	}
	return cells
}

func cellsOf(name, text string, magics magic.Table) []*Source {
	s := script{name: name, text: stripShebang(text), magics: magics}
	s.jupytext = strings.Contains("\n"+s.text, "\n// jupyter:\n")
	marks := s.marks()
	if len(marks) > 1 || s.marked(0) {
		for i, at := range marks {
			end := len(s.text)
			if i+1 < len(marks) {
				end = marks[i+1]
			}
			s.cell(at, end)
		}
		return s.cells
	}
	if !s.joined() {
		s.add(0, len(s.text), s.text)
		return s.cells
	}
	s.blocks()
	return s.cells
}

type script struct {
	name, text string
	magics     magic.Table
	jupytext   bool // written by it
	cells      []*Source
}

// add adds a cell of bytes [start, end), perhaps with another text of as many lines.
func (s *script) add(start, end int, text string) *Source {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	src := &Source{Text: strings.Repeat("\n", strings.Count(s.text[:start], "\n")) + text, File: s.name}
	s.cells = append(s.cells, src)
	return src
}

func (s *script) marked(at int) bool { return strings.HasPrefix(s.text[at:], magic.CellMark) }

// marks are the beginning of the file and the lines that begin cells.
func (s *script) marks() []int {
	marks := []int{0}
	for at := range lines(s.text) {
		if at > 0 && s.marked(at) {
			marks = append(marks, at)
		}
	}
	return marks
}

// lines yields where each line begins and ends.
func lines(text string) func(yield func(at, end int) bool) {
	return func(yield func(at, end int) bool) {
		for at := 0; at < len(text); {
			end := len(text)
			if i := strings.IndexByte(text[at:], '\n'); i >= 0 {
				end = at + i
			}
			if !yield(at, end) {
				return
			}
			at = end + 1
		}
	}
}

// cell adds a cell that begins with a mark, after which jupytext may say what it is:
// [markdown], tags=["raises-exception"], language="html".
func (s *script) cell(start, end int) {
	text := s.text[start:end]
	head, body, _ := strings.Cut(text, "\n")
	if !strings.HasPrefix(head, magic.CellMark) {
		head, body = "", text
	}
	switch rest := strings.TrimSpace(strings.TrimPrefix(head, magic.CellMark)); {
	case strings.HasPrefix(rest, "[markdown]"), strings.HasPrefix(rest, "[md]"), strings.HasPrefix(rest, "[raw]"):
		return
	case strings.Contains(rest, `"skip-execution"`):
		return
	}
	if m := language().FindStringSubmatch(head); m != nil {
		if _, ok := s.magics.Find(m[1]); ok { // its lines are comments, and the mark names its magic
			s.add(start, end, strings.TrimSpace("%%"+m[1]+" "+m[2])+"\n"+uncommented(body, func(string) bool { return true }))
			return
		}
	}
	if head != "" {
		head += "\n"
	}
	if src := s.add(start, end, head+uncommented(body, s.isMagic)); src != nil {
		src.MayFail = strings.Contains(head, `"raises-exception"`)
	}
}

var language = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^` + magic.CellMark + `.*\blanguage="(\w+)"(?:.*\bmagic_args="([^"]*)")?`)
})

// isMagic reports whether a comment is a magic: jupytext turns magics into comments, and
// also what looks like a command of Python's kernel.
func (s *script) isMagic(line string) bool {
	name, ok := strings.CutPrefix(line, "%")
	if !ok {
		return s.jupytext && strings.HasPrefix(line, "!")
	}
	name = strings.TrimLeft(name, "%")
	if i := strings.IndexFunc(name, func(r rune) bool { return !isWordRune(r) }); i >= 0 {
		name = name[:i]
	}
	_, known := s.magics.Find(name)
	return known && name != ""
}

// uncommented removes the comment marks of the lines that which selects.
func uncommented(text string, which func(line string) bool) string {
	list := strings.Split(text, "\n")
	for i, l := range list {
		if rest, ok := strings.CutPrefix(l, "//"); ok && which(strings.TrimPrefix(rest, " ")) {
			list[i] = strings.TrimPrefix(rest, " ")
		}
	}
	return strings.Join(list, "\n")
}

// joined reports whether a script is several cells in one: a magic for the lines below
// isn't the first line, a value in the middle is displayed, or a name is declared twice.
// None of that is valid in one cell.
func (s *script) joined() bool {
	parts, _ := s.magics.Cut(s.text)
	seen := map[string]bool{}
	for i, p := range parts {
		if p.IsMagic() {
			if i > 0 && p.Body > 0 && strings.HasPrefix(s.text[p.At:], "%%") {
				return true
			}
			continue
		}
		if !p.IsGo() {
			continue
		}
		code := s.text[p.Start:p.End]
		list := split(code).list
		for k, piece := range list {
			text := code[piece.start:piece.end]
			last := k == len(list)-1 && i == len(parts)-1
			if !last && piece.kind == statement && displayed(text) || again(text, seen) {
				return true
			}
		}
	}
	return false
}

// displayed reports whether a statement is an expression that does nothing.
func displayed(text string) bool {
	x, err := parser.ParseExpr(text)
	if err != nil {
		return false
	}
	switch x := ast.Unparen(x).(type) {
	case *ast.CallExpr:
		return false
	case *ast.UnaryExpr:
		return x.Op != token.ARROW
	}
	return true
}

var declares = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:(?:func|type|var|const)\s+(\w+)|([\w\s,]+?)\s*:=)`)
})

// again records the names that a statement declares, and reports whether all of them were
// declared before.
func again(text string, seen map[string]bool) bool {
	m := declares().FindStringSubmatch(text)
	if m == nil {
		return false
	}
	old := true
	for _, name := range strings.Split(m[1]+m[2], ",") {
		name = strings.TrimSpace(name)
		if name != "_" && name != "init" {
			old = old && seen[name]
			seen[name] = true
		}
	}
	return old
}

// blocks adds the stretches between blank lines as cells, as long as no bracket,
// string or comment goes on over one.
func (s *script) blocks() {
	start, text := 0, false
	for at, end := range lines(s.text) {
		if strings.TrimSpace(s.text[at:end]) != "" {
			text = true
			continue
		}
		if text && s.whole(s.text[start:at]) {
			s.add(start, at, s.text[start:at])
			start, text = at, false
		}
	}
	s.add(start, len(s.text), s.text[start:])
}

// whole reports whether a text is complete: no bracket is open in its Go.
func (s *script) whole(text string) bool {
	parts, _ := s.magics.Cut(text)
	if len(parts) == 0 { // a comment
		return len(split(text).errs) == 0
	}
	for _, p := range parts {
		for _, g := range p.Go() {
			if ps := split(text[g.Start:g.End]); ps.open >= 0 || len(ps.errs) > 0 {
				return false
			}
		}
	}
	return true
}
