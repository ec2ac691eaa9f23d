package cell

import (
	"fmt"
	"go/scanner"
	"go/token"
	"strings"
)

// kind says where a piece of a cell goes in the laid-out file.
type kind int

const (
	statement kind = iota // also type, var and const declarations
	function              // a function or method declaration
	imports
)

// piece is one declaration or statement of a cell: bytes [start, end).
type piece struct {
	kind       kind
	start, end int
	// list is set for a last piece like "x, y", a list of expressions.
	list bool
}

// pieces is a cell taken apart.
type pieces struct {
	list []piece
	// silent: the last token is a semicolon, so nothing is displayed.
	silent bool
	errs   []placed
	// open is the offset of the innermost bracket that is not closed, -1 for
	// none.
	open int
}

// placed is a message at an offset of the source.
type placed struct {
	offset, end int
	message     string
	hint        string
}

// split cuts a cell at the ends of its outermost declarations and statements, using only
// the scanner: the parser has no grammar for the mixture.
func split(src string) pieces {
	s := splitter{src: src, mostNested: mostNested}
	s.scan()
	return s.out
}

type tok struct {
	pos int
	tok token.Token
	lit string
}

type splitter struct {
	src   string
	out   pieces
	cur   []tok // of the piece being read
	stack []tok // open brackets
	last  token.Token
	// header: between for, if or switch and its block, where semicolons separate clauses
	header bool

	nesting    nesting
	mostNested int // 0 for no bound
}

func (s *splitter) scan() {
	s.out.open = -1
	text, errs := hashComments(s.src)
	s.out.errs = errs
	file := token.NewFileSet().AddFile("", -1, len(text))
	var sc scanner.Scanner
	sc.Init(file, []byte(text), func(pos token.Position, msg string) {
		s.out.errs = append(s.out.errs, placed{offset: pos.Offset, message: msg})
	}, 0)
	for {
		pos, t, lit := sc.Scan()
		off := file.Offset(pos)
		if t == token.EOF {
			break
		}
		s.token(tok{off, t, lit})
		if s.mostNested > 0 && s.nesting.token(t, s.mostNested) {
			s.out.errs = append(s.out.errs, tooNested(tok{off, t, lit}, s.mostNested))
		}
	}
	s.flush(len(s.src))
	s.out.silent = s.last == token.SEMICOLON
	if n := len(s.stack); n > 0 {
		s.out.open = s.stack[n-1].pos
	}
	if n := len(s.out.list); n > 0 {
		s.markList(&s.out.list[n-1])
	}
}

func (s *splitter) token(t tok) {
	switch t.tok {
	case token.FOR, token.IF, token.SWITCH:
		s.header = s.header || len(s.stack) == 0 && s.beginsStatement()
	case token.LPAREN, token.LBRACK, token.LBRACE:
		if t.tok == token.LBRACE && len(s.stack) == 0 {
			s.header = false
		}
		s.stack = append(s.stack, t)
	case token.RPAREN, token.RBRACK, token.RBRACE:
		s.closeBracket(t)
	case token.SEMICOLON:
		if t.lit == ";" {
			s.last = token.SEMICOLON
		}
		if len(s.stack) == 0 && !(s.header && t.lit == ";") {
			s.flush(t.pos)
			return
		}
	}
	if t.tok != token.SEMICOLON {
		s.last = t.tok
	}
	s.cur = append(s.cur, t)
}

// beginsStatement reports whether the next token is the first of its statement, or
// follows a label or else.
func (s *splitter) beginsStatement() bool {
	if len(s.cur) == 0 {
		return true
	}
	t := s.cur[len(s.cur)-1].tok
	return t == token.COLON || t == token.ELSE
}

var closes = map[token.Token]token.Token{token.RPAREN: token.LPAREN, token.RBRACK: token.LBRACK, token.RBRACE: token.LBRACE}

func (s *splitter) closeBracket(t tok) {
	n := len(s.stack)
	if n > 0 && s.stack[n-1].tok == closes[t.tok] {
		s.stack = s.stack[:n-1]
		return
	}
	for i := n - 1; i >= 0; i-- {
		if s.stack[i].tok == closes[t.tok] { // those inside are left open
			s.out.errs = append(s.out.errs, neverClosed(s.src, s.stack[i+1].pos))
			s.stack = s.stack[:i]
			return
		}
	}
	msg := fmt.Sprintf("unexpected %s: nothing is open here", t.tok)
	if n > 0 {
		msg = fmt.Sprintf("unexpected %s: the %s before it is still open", t.tok, s.stack[n-1].tok)
	}
	s.out.errs = append(s.out.errs, placed{offset: t.pos, end: t.pos + 1, message: msg})
}

// neverClosed is the error about an opening bracket.
func neverClosed(src string, open int) placed {
	b := src[open : open+1]
	return placed{open, open + 1, fmt.Sprintf("this %s is never closed", b),
		"add the missing " + map[string]string{"(": ")", "[": "]", "{": "}"}[b]}
}

// flush ends the piece at an offset.
func (s *splitter) flush(end int) {
	if len(s.cur) > 0 {
		s.out.list = append(s.out.list, piece{kind: s.kind(), start: s.cur[0].pos, end: end})
	}
	s.cur, s.header = nil, false
}

func (s *splitter) kind() kind {
	switch s.cur[0].tok {
	case token.IMPORT:
		return imports
	case token.FUNC:
		if s.isFuncDecl() {
			return function
		}
	}
	return statement
}

// isFuncDecl distinguishes func f(…) and func (r T) m(…) from a function literal.
func (s *splitter) isFuncDecl() bool {
	if len(s.cur) < 2 {
		return true
	}
	if s.cur[1].tok == token.IDENT {
		return true
	}
	depth := 0
	for i, t := range s.cur[1:] {
		switch t.tok {
		case token.LPAREN:
			depth++
		case token.RPAREN:
			depth--
		}
		if depth == 0 { // after the receiver: a name and its parameters
			rest := s.cur[i+2:]
			return len(rest) > 1 && rest[0].tok == token.IDENT && (rest[1].tok == token.LPAREN || rest[1].tok == token.LBRACK)
		}
	}
	return false
}

// markList marks a piece like "x, y".
func (s *splitter) markList(p *piece) {
	if p.kind != statement {
		return
	}
	var sc scanner.Scanner
	text := s.src[p.start:p.end]
	file := token.NewFileSet().AddFile("", -1, len(text))
	sc.Init(file, []byte(text), func(token.Position, string) {}, 0)
	depth, comma := 0, false
	for first := true; ; first = false {
		_, t, lit := sc.Scan()
		switch {
		case t == token.EOF:
			p.list = comma
			return
		case first && t.IsKeyword() && t != token.FUNC && t != token.MAP && t != token.CHAN && t != token.STRUCT && t != token.INTERFACE:
			return
		case t == token.LPAREN || t == token.LBRACK || t == token.LBRACE:
			depth++
		case t == token.RPAREN || t == token.RBRACK || t == token.RBRACE:
			depth--
		case depth == 0 && t == token.COMMA:
			comma = true
		case depth == 0 && (t == token.ASSIGN || t == token.DEFINE || t == token.SEMICOLON && lit == ";"):
			return
		}
	}
}

// Names that a laid-out file uses for itself. They begin with a letter that nobody types,
// and messages drop them.
const (
	mark      = "ᐧ"
	mainFunc  = mark + "cell"
	listFunc  = mark + "list"
	oldMark   = mark + "old"
	loopCount = mark + "n"
)

// demangle removes our own names from a message; those of displayed values
// become what the user wrote.
func demangle(msg string) string {
	for {
		i := strings.Index(msg, mark)
		if i < 0 {
			return msg
		}
		j := i + len(mark)
		for j < len(msg) && (msg[j] >= 'a' && msg[j] <= 'z' || msg[j] >= '0' && msg[j] <= '9') {
			j++
		}
		msg = msg[:i] + typed(msg[i:j]) + msg[j:]
	}
}

// typed is what the user wrote in place of one of our names, if anything.
func typed(name string) string {
	if n, ok := strings.CutPrefix(name, outName); ok && n != "" {
		return "Out[" + n + "]"
	}
	if name == lastName {
		return "_"
	}
	return ""
}
