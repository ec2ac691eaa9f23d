package cell

import (
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"strings"

	"riffle/internal/proto"
)

// IsComplete says whether a source can run as it is. It is incomplete if more lines could
// complete it: a bracket, comment or raw string is open, or a statement has only begun;
// otherwise it is invalid. A magic ends with its line, except for Go that follows it.
// IsComplete may be called at any time.
func (c *Compiler) IsComplete(source string) proto.Completeness {
	if _, _, ok := proto.Question(source); ok {
		return proto.Completeness{Status: "complete"}
	}
	if _, faults := c.config.Magics.Cut(source); len(faults) > 0 {
		return proto.Completeness{Status: "invalid"}
	}
	code, parts := c.goOnly(source)
	for _, p := range parts {
		if p.Unfinished(source) {
			return proto.Completeness{Status: "incomplete"}
		}
		for _, g := range p.Go() {
			w := (&Source{Text: source}).Window(g.Start, g.End)
			if v := goComplete(w.Text); v.Status != "complete" {
				return v
			}
		}
	}
	return goComplete(code)
}

// goComplete says whether Go can run as it is.
func goComplete(src string) proto.Completeness {
	src = withoutClause(src)
	ps := split(src)
	if len(ps.errs) > 0 {
		return afterScanError(src, ps)
	}
	if len(ps.list) == 0 {
		return proto.Completeness{Status: "complete"}
	}
	switch headErr, lastErr := parsePieces(src, ps); {
	case headErr, lastErr == inside:
		return proto.Completeness{Status: "invalid"}
	case lastErr == atEnd || ps.open >= 0:
		return proto.Completeness{Status: "incomplete", Indent: indentAfter(src)}
	}
	return proto.Completeness{Status: "complete"}
}

// afterScanError judges a source that the scanner rejects: only an open comment
// or raw string can be continued.
func afterScanError(src string, ps pieces) proto.Completeness {
	switch ps.errs[0].message {
	case "comment not terminated":
		return proto.Completeness{Status: "incomplete", Indent: indentAfter(src)}
	case "raw string literal not terminated":
		return proto.Completeness{Status: "incomplete"}
	}
	return proto.Completeness{Status: "invalid"}
}

// fault is where a piece is wrong.
type fault int

const (
	none   fault = iota
	atEnd        // it stops too early
	inside       // whatever follows
)

// parsePieces parses the last piece of a source, the only one that can be unfinished,
// apart from those before it.
func parsePieces(src string, ps pieces) (head bool, last fault) {
	n := len(ps.list) - 1
	if n > 0 {
		y := lay(&Source{Text: src}, pieces{list: ps.list[:n]})
		if _, err := parser.ParseFile(token.NewFileSet(), "", y.b.String(), parser.SkipObjectResolution); err != nil {
			return true, none
		}
	}
	return false, lastFault(src, ps.list[n])
}

// lastFault parses a piece inside a wrapper: an error at the wrapper's end means that the
// piece is unfinished, not wrong.
func lastFault(src string, p piece) fault {
	before, after := "package main\n", "\n"
	if p.kind == statement {
		before, after = before+"func _() {\n", "\n}\n"
	}
	if p.list {
		before, after = before+"_(", ",)"+after
	}
	text := src[p.start:p.end]
	f, err := parser.ParseFile(token.NewFileSet(), "", before+text+after, parser.SkipObjectResolution)
	if list, ok := err.(scanner.ErrorList); ok && len(list) > 0 {
		if list[0].Pos.Offset < len(before)+lastToken(text) {
			return inside
		}
		return atEnd
	}
	if awaitsBody(f) {
		return atEnd
	}
	return none
}

// lastToken is the end of a text's last token, or its start if it is a semicolon, which
// may be in a header.
func lastToken(text string) int {
	file := token.NewFileSet().AddFile("", -1, len(text))
	var sc scanner.Scanner
	sc.Init(file, []byte(text), func(token.Position, string) {}, 0)
	end := 0
	for {
		pos, t, lit := sc.Scan()
		switch {
		case t == token.EOF:
			return end
		case t == token.SEMICOLON && lit == ";":
			end = file.Offset(pos)
		case t != token.SEMICOLON:
			end = file.Offset(pos) + width(t, lit)
		}
	}
}

// awaitsBody reports whether the file ends with the head of a function.
func awaitsBody(f *ast.File) bool {
	if f == nil || len(f.Decls) == 0 {
		return false
	}
	fd, ok := f.Decls[len(f.Decls)-1].(*ast.FuncDecl)
	if !ok {
		return false
	}
	if fd.Body == nil || fd.Name.Name != "_" || len(fd.Body.List) == 0 {
		return fd.Body == nil
	}
	e, ok := fd.Body.List[len(fd.Body.List)-1].(*ast.ExprStmt)
	if !ok {
		return false
	}
	_, head := e.X.(*ast.FuncType)
	return head
}

// indentAfter is the indentation that gofmt would give the line after a source.
func indentAfter(src string) string {
	d := indenter{open: []opened{{}}}
	file := token.NewFileSet().AddFile("", -1, len(src))
	var sc scanner.Scanner
	sc.Init(file, []byte(src), func(token.Position, string) {}, 0)
	for {
		pos, t, lit := sc.Scan()
		if t == token.EOF {
			return strings.Repeat("\t", d.depth())
		}
		d.token(t, lit, file.Line(pos))
	}
}

// indenter counts the tabs at the beginning of the next line.
type indenter struct {
	open []opened // brackets around; the first is the source itself
	last token.Token
}

// opened is an open bracket.
type opened struct {
	tok    token.Token
	line   int
	first  token.Token // of the statement being written in it
	cases  bool        // the block of a switch or select
	inCase bool        // one of its cases has begun
}

func (d *indenter) token(t token.Token, lit string, line int) {
	top := &d.open[len(d.open)-1]
	switch t {
	case token.SEMICOLON:
		if lit != ";" || !header(top.first) {
			top.first = token.ILLEGAL
		}
		if lit != ";" {
			return // the newline after a statement: d.last stays
		}
	case token.LPAREN, token.LBRACK, token.LBRACE:
		cases := t == token.LBRACE && (top.first == token.SWITCH || top.first == token.SELECT)
		d.open = append(d.open, opened{tok: t, line: line, cases: cases})
	case token.RPAREN, token.RBRACK, token.RBRACE:
		if len(d.open) > 1 {
			d.open = d.open[:len(d.open)-1]
		}
	case token.CASE, token.DEFAULT:
		top.inCase = top.cases
	}
	if top.first == token.ILLEGAL && t != token.SEMICOLON {
		top.first = t
	}
	d.last = t
}

// depth is a tab for each line with an open bracket, one less in a switch
// before its first case, one more after an operator.
func (d *indenter) depth() int {
	n, line := 0, 0
	for _, o := range d.open[1:] {
		if o.line != line && (!o.cases || o.inCase) {
			n++
		}
		line = o.line
	}
	if d.continues() {
		n++
	}
	return n
}

// continues reports whether the last line stopped in the middle of an expression.
func (d *indenter) continues() bool {
	switch d.last {
	case token.INC, token.DEC, token.RPAREN, token.RBRACK, token.RBRACE, token.LPAREN, token.LBRACK, token.LBRACE,
		token.COMMA, token.SEMICOLON, token.COLON, token.ILLEGAL:
		return d.last == token.COMMA && len(d.open) == 1
	}
	return d.last.IsOperator()
}
