package session

import (
	"go/scanner"
	"go/token"
	"strings"
	"unicode"

	"riffle/internal/cell"
	"riffle/internal/proto"
)

// part is a stretch of a cell: Go, or one magic. Offsets are bytes of the
// source.
type part struct {
	// start and end delimit the Go, or a magic's argument.
	start, end int
	magic      *magic // nil for Go
	at, named  int    // where a magic begins and its name ends
	// body begins what a magic takes of the lines below it, to the end of
	// the source; 0 for none.
	body int
}

// cut takes a source apart from offset start on. Go's own scanner tells where
// statements begin; it never sees what a magic is given, which may be no Go.
func cut(src *cell.Source, start int) ([]part, cell.Errors) {
	c := cutter{src: src, text: src.Text}
	c.cut(start)
	return c.parts, c.errs
}

// mayHaveMagic is a quick test.
func mayHaveMagic(text string) bool { return strings.ContainsAny(text, "%$") }

type cutter struct {
	src   *cell.Source
	text  string
	parts []part
	errs  cell.Errors
}

// cut reads Go and magics in turn.
func (c *cutter) cut(pos int) {
	for pos < len(c.text) {
		at, tokens := c.scan(pos)
		if tokens > 0 {
			c.parts = append(c.parts, part{start: pos, end: at})
		}
		if at < len(c.text) {
			at = c.magic(at)
		}
		pos = at
	}
}

// scan reads Go to the next magic or the end; tokens counts what it saw.
func (c *cutter) scan(pos int) (at, tokens int) {
	sc := newScanner(c.text[pos:])
	begins, depth := true, 0 // begins: a statement may begin here
	for {
		off, tok, lit := sc.next()
		off += pos
		switch {
		case tok == token.EOF:
			return len(c.text), tokens
		case !begins || !c.beginsMagic(off, tok, lit):
		case depth == 0:
			return off, tokens
		default:
			c.fail(off, c.nameEnd(off), "a magic stands outside of all brackets")
		}
		depth = max(0, depth+nesting(tok))
		begins = tok == token.SEMICOLON || tok == token.LBRACE
		if tok != token.SEMICOLON {
			tokens++
		}
	}
}

// beginsMagic reports whether the token at the begin of a statement is a
// magic's.
func (c *cutter) beginsMagic(off int, tok token.Token, lit string) bool {
	if tok == token.ILLEGAL && lit == "$" {
		return true
	}
	return tok == token.REM && c.nameEnd(off) > off+c.marks(off)
}

// marks is the length of the magic's mark: % or %% or $.
func (c *cutter) marks(off int) int {
	if strings.HasPrefix(c.text[off:], "%%") {
		return 2
	}
	return 1
}

// nameEnd is where the name of the magic at off ends.
func (c *cutter) nameEnd(off int) int {
	off += c.marks(off)
	rest := c.text[off:]
	n := strings.IndexFunc(rest, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if n < 0 {
		n = len(rest)
	}
	return off + n
}

func (c *cutter) fail(start, end int, message string) {
	c.errs = append(c.errs, c.src.Diagnostic(start, end, message))
}

// magic reads the magic at off and returns where the text goes on.
func (c *cutter) magic(off int) int {
	p := part{at: off, named: c.nameEnd(off)}
	name := c.text[off+c.marks(off) : p.named]
	if c.text[off] == '$' {
		p.named, name = off+1, "sh"
	}
	p.start, p.end = p.named, c.lineEnd(off)
	m, ok := findMagic(name)
	if !ok {
		c.errs = append(c.errs, c.unknown(p, name))
		return p.end
	}
	p.magic = &m
	if m.want == code {
		p.end = c.statementEnd(p.start, p.end)
	}
	blank := strings.TrimSpace(c.text[p.start:p.end]) == ""
	whole := c.marks(off) == 2 // $ is one byte, so never
	switch {
	case whole && !m.cell:
		c.fail(p.at, p.named, "there is no %%"+name+"; %"+name+" is for one line")
	case whole && len(c.parts) > 0:
		c.fail(p.at, p.named, "%%"+name+" stands on the first line of a cell")
	case whole || m.rest && blank:
		p.end, p.body = c.lineEnd(off), c.lineEnd(off)
		c.parts = append(c.parts, p)
		return len(c.text)
	}
	c.parts = append(c.parts, p)
	return p.end
}

func (c *cutter) unknown(p part, name string) proto.Diagnostic {
	return c.src.Diagnostic(p.at, p.named, unknownMagic(name))
}

func (c *cutter) lineEnd(off int) int {
	if n := strings.IndexByte(c.text[off:], '\n'); n >= 0 {
		return off + n
	}
	return len(c.text)
}

// statementEnd is the end of the statements that begin on a line: the line's
// end, or a later one's when a bracket is open there or an operator ends it.
func (c *cutter) statementEnd(pos, lineEnd int) int {
	sc := newScanner(c.text[pos:])
	depth := 0
	for first := true; ; first = false {
		off, tok, lit := sc.next()
		off += pos
		switch {
		case first && off >= lineEnd:
			return lineEnd
		case tok == token.EOF:
			return len(c.text)
		case tok == token.SEMICOLON && lit == "\n" && depth <= 0:
			return off
		}
		depth += nesting(tok)
	}
}

// nesting is what a token adds to the depth of brackets.
func nesting(tok token.Token) int {
	switch tok {
	case token.LPAREN, token.LBRACK, token.LBRACE:
		return 1
	case token.RPAREN, token.RBRACK, token.RBRACE:
		return -1
	}
	return 0
}

// goScanner is Go's scanner on a text whose errors others report.
type goScanner struct {
	file *token.File
	sc   scanner.Scanner
}

func newScanner(text string) *goScanner {
	s := &goScanner{file: token.NewFileSet().AddFile("", -1, len(text))}
	s.sc.Init(s.file, []byte(text), func(token.Position, string) {}, 0)
	return s
}

func (s *goScanner) next() (off int, tok token.Token, lit string) {
	pos, tok, lit := s.sc.Scan()
	return s.file.Offset(pos), tok, lit
}

// window is a stretch of a source as a source of its own: all else is blank, so
// that lines and columns stay.
func window(src *cell.Source, start, end int) *cell.Source {
	blank := func(r rune) rune {
		if r == '\n' || r == '\r' || r == '\t' {
			return r
		}
		return ' '
	}
	w := *src
	if w.Typed == "" {
		w.Typed = src.Text
	}
	w.Text = strings.Map(blank, src.Text[:start]) + src.Text[start:end]
	return &w
}
