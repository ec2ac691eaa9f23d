package cell

import (
	"go/scanner"
	"go/token"
	"strings"
)

// place is the kind of text around a cursor.
type place int

const (
	inCode    place = iota
	inString        // a string literal
	inOther         // a rune literal or a number
	inComment       // a comment
	inImport        // the path of an import
)

// frame is what is open around a cursor: a bracket, or the cell itself.
type frame struct {
	tok   token.Token // the bracket; ILLEGAL for the cell
	pos   int
	first token.Token // begins the statement that is being written in it
	// arg is where the latest part of a list begins: after the bracket or a comma.
	arg int
	// fn: the part has the word func, so that a brace begins a body.
	fn bool
}

// cursor is a place in an unfinished source, as the scanner sees it.
type cursor struct {
	src string
	pos int
	in  place
	// asked: the source asks for documentation, as ?Lottery.Pick does.
	asked bool
	// start and end delimit the identifier at the cursor, which may be empty,
	// or the literal, or the path of an import.
	start, end int
	prefix     string
	word       string
	prev       token.Token // before the identifier, ILLEGAL for none
	prevEnd    int
	frames     []frame // the outermost first
}

// newCursor looks at a source up to pos.
func newCursor(src string, pos int) *cursor {
	c := &cursor{src: src, pos: pos, start: pos, end: pos, prev: token.ILLEGAL, frames: []frame{{tok: token.ILLEGAL}}}
	file := token.NewFileSet().AddFile("", -1, len(src))
	var sc scanner.Scanner
	sc.Init(file, []byte(src), func(token.Position, string) {}, scanner.ScanComments)
	for {
		p, t, lit := sc.Scan()
		off := file.Offset(p)
		if t == token.EOF || off > pos || off == pos && !isName(t) {
			break
		}
		end := off + width(t, lit)
		if pos <= end && c.touches(t, lit, off, end, pos) {
			break
		}
		if t != token.COMMENT {
			c.pass(t, lit, off, end)
		}
	}
	c.prefix, c.word = src[c.start:pos], src[c.start:c.end]
	return c
}

func isName(t token.Token) bool { return t == token.IDENT || t.IsKeyword() }

// width is the length of a token's text.
func width(t token.Token, lit string) int {
	switch {
	case t == token.SEMICOLON && lit != ";":
		return 0
	case lit != "":
		return len(lit)
	}
	return len(t.String())
}

// touches records the token that the cursor is in or at the end of, and reports whether
// it is a word or a literal.
func (c *cursor) touches(t token.Token, lit string, off, end, pos int) bool {
	switch {
	case isName(t):
		c.start, c.end = off, end
	case t == token.COMMENT:
		if pos == end && strings.HasPrefix(lit, "/*") && len(lit) > 3 && strings.HasSuffix(lit, "*/") {
			return false
		}
		c.in = inComment
	case t == token.STRING && pos > off && (pos < end || !closed(lit)):
		c.in, c.start, c.end = inString, off, end
		if c.frames[len(c.frames)-1].first == token.IMPORT || c.importing() {
			c.in, c.start, c.end = inImport, off+1, max(pos, end-len(lit)+len(strings.TrimRight(lit, "\"`")))
		}
	case t == token.CHAR && pos > off && pos < end, t == token.INT, t == token.FLOAT, t == token.IMAG:
		c.in, c.start, c.end = inOther, off, end
	default:
		return false
	}
	return true
}

// importing: the cursor is in the brackets of an import declaration.
func (c *cursor) importing() bool {
	return len(c.frames) == 2 && c.frames[1].tok == token.LPAREN && c.frames[0].first == token.IMPORT
}

// closed: a string literal has its closing quote.
func closed(lit string) bool {
	return len(lit) > 1 && lit[len(lit)-1] == lit[0] && (lit[0] == '`' || !strings.HasSuffix(lit, `\"`) || strings.HasSuffix(lit, `\\"`))
}

// pass goes over a token before the cursor.
func (c *cursor) pass(t token.Token, lit string, off, end int) {
	top := &c.frames[len(c.frames)-1]
	switch t {
	case token.SEMICOLON:
		if lit != ";" || !header(top.first) {
			top.first = token.ILLEGAL
		}
	case token.RPAREN, token.RBRACK, token.RBRACE:
		if len(c.frames) > 1 {
			c.frames = c.frames[:len(c.frames)-1]
		}
	default:
		if top.first == token.ILLEGAL {
			top.first = t
		}
		switch t {
		case token.COMMA:
			top.arg, top.fn = end, false
		case token.FUNC:
			top.fn = true
		case token.LPAREN, token.LBRACK, token.LBRACE:
			c.frames = append(c.frames, frame{tok: t, pos: off, arg: end})
		}
	}
	if t == token.COLON && (top.first == token.CASE || top.first == token.DEFAULT) {
		top.first = token.ILLEGAL
	}
	c.prev, c.prevEnd = t, end
}

// header: a statement with the keyword has a block, and semicolons before it.
func header(t token.Token) bool {
	return t == token.IF || t == token.FOR || t == token.SWITCH || t == token.SELECT
}

// owner is the first token of the statement whose block the cursor is in.
func (c *cursor) owner() token.Token {
	if n := len(c.frames); n > 1 && c.frames[n-1].tok == token.LBRACE {
		return c.frames[n-2].first
	}
	return token.ILLEGAL
}

// brackets maps what opens to what closes.
var brackets = map[token.Token]string{token.LPAREN: ")", token.LBRACK: "]", token.LBRACE: "}"}

// tail is what closes the brackets that were opened at or after an offset. The
// innermost statement is finished first if finish is set.
func (c *cursor) tail(from int, finish bool) string {
	var b strings.Builder
	for i := len(c.frames) - 1; i >= 0; i-- {
		f := c.frames[i]
		if finish && (f.tok == token.LBRACE || f.tok == token.ILLEGAL) {
			b.WriteString(finishes[f.first])
			finish = f.first == token.ILLEGAL
		}
		if f.tok == token.ILLEGAL || f.pos < from {
			break
		}
		b.WriteString(brackets[f.tok])
	}
	return b.String()
}

// finishes are what a statement needs after its first expression.
var finishes = map[token.Token]string{
	token.IF: " {}", token.FOR: " {}", token.SWITCH: " {}", token.SELECT: " {}",
	token.CASE: ":", token.GO: "()", token.DEFER: "()",
}

// cursorName replaces the identifier at the cursor.
const cursorName = mark + "cursor"

// repairs are the source with cursorName at the cursor, completed in several ways, the
// most faithful first: as it is; with what the cursor's line opened closed; without all
// that follows the cursor; the line on its own.
func (c *cursor) repairs() []string {
	before, after := c.src[:c.start], c.src[c.end:]
	line := strings.LastIndexByte(before, '\n') + 1
	rest := ""
	if i := strings.IndexByte(after, '\n'); i >= 0 {
		rest = after[i:]
	}
	alone := newCursor(before[line:], len(before)-line)
	return []string{
		before + cursorName + after,
		before + cursorName + c.tail(line, false) + rest,
		before + cursorName + c.tail(line, true) + rest,
		before + cursorName + c.tail(0, false),
		before + cursorName + c.tail(0, true),
		before + ";" + cursorName + c.tail(0, false),
		before[line:] + cursorName + alone.tail(0, false),
	}
}
