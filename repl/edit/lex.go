package edit

import (
	"go/scanner"
	"go/token"
	"strings"
	"unicode/utf8"
)

// Kind is the kind of a part of a line, as shown by colours.
type Kind uint8

const (
	Plain Kind = iota
	Keyword
	Predeclared // a name of Go's own: int, len, true
	String
	Number
	Comment
	Magic
)

// Span is a part of a line: the runes up to End after the previous span.
type Span struct {
	End  int
	Kind Kind
}

// state is what a line begins in: one of the kinds below, and how many braces of an
// interface are open.
type state uint8

const (
	code state = iota
	inComment
	inRaw
	inText // below a magic whose lines aren't Go
	kinds  = 4
)

// kindOnly is the kind of state, without the braces.
func (s state) kindOnly() state { return s % kinds }

// braces are those of an interface that are open.
func (s state) braces() int { return int(s / kinds) }

func (s state) withBraces(braces int) state {
	return s.kindOnly() + kinds*state(min(braces, 255/kinds))
}

// lexed is what the lexer remembers of a line: that it leads from one state to another. A
// long cell is rescanned only where it changed.
type lexed struct {
	in, out state
	open    int // brackets opened, less those closed
	low     int // the least of that at any place of the line, at most 0
	known   bool
}

// longLine is the length from which a line isn't scanned: no code has such lines, and
// data doesn't need colours.
const longLine = 10_000

// Spans returns the stretches of a line.
func (b *Buffer) Spans(row int) []Span {
	in := b.stateAt(row)
	var spans []Span
	b.scanLine(b.Row(row).Text, in, func(t lexeme) {
		if t.start > 0 && (len(spans) == 0 || spans[len(spans)-1].End < t.start) {
			spans = append(spans, Span{t.start, Plain})
		}
		spans = append(spans, Span{t.end, t.kind})
	})
	return spans
}

// stateAt is the state that a line begins in.
func (b *Buffer) stateAt(row int) state {
	in := code
	for _, l := range b.lines[:row] {
		if !l.known || l.in != in {
			l.lexed = lexed{in: in, known: true}
			l.out = b.scanLine(l.Text, in, func(t lexeme) {
				switch {
				case t.bracket == 0:
				case strings.ContainsRune(openers, t.bracket):
					l.open++
				default:
					l.open--
					l.low = min(l.low, l.open)
				}
			})
		}
		in = l.out
	}
	return in
}

// lexeme is a token of a line, in runes.
type lexeme struct {
	start, end int
	kind       Kind
	bracket    rune // if it is one
}

// scanLine passes yield the tokens of a line that begins in a state, and returns the state of
// the next line. go/scanner decides what they are; the rest of a raw string or a comment
// from an earlier line is found here, as are magics.
func (b *Buffer) scanLine(line []rune, in state, yield func(lexeme)) (out state) {
	if len(line) == 0 || len(line) > longLine || in.kindOnly() == inText {
		return in
	}
	src := string(line)
	s := lineScanner{src: src, ascii: len(src) == len(line), yield: yield, braces: in.braces()}
	if in.kindOnly() != code {
		mark, kind := "*/", Comment
		if in.kindOnly() == inRaw {
			mark, kind = "`", String
		}
		end := strings.Index(src, mark)
		if end < 0 {
			s.give(0, len(src), kind, 0)
			return in
		}
		end += len(mark)
		s.give(0, end, kind, 0)
		return s.scanCode(end)
	}
	if rest := strings.TrimLeft(src, " \t"); rest != "" && strings.ContainsRune("%$", rune(rest[0])) {
		start := len(src) - len(rest)
		end := len(src)
		if i := strings.IndexAny(rest, " \t"); i >= 0 {
			end = start + i
		}
		s.give(start, end, Magic, 0)
		return b.scanMagic(&s, rest[:end-start], end, in)
	}
	return s.scanCode(0)
}

// scanMagic scans what follows a magic on its line.
func (b *Buffer) scanMagic(s *lineScanner, name string, end int, in state) (out state) {
	below := strings.HasPrefix(name, "%%")
	switch isText := name == "$" || b.IsText != nil && b.IsText(strings.TrimLeft(name, "%")); {
	case isText && below:
		return in - in.kindOnly() + inText
	case isText:
		return in
	}
	return s.scanCode(end)
}

// lineScanner scans the rest of a line with go/scanner.
type lineScanner struct {
	src          string
	ascii        bool // bytes are runes
	yield        func(lexeme)
	bytes, runes int // a place in both, for lines that aren't ASCII
	braces       int // of an interface that are open
	last         token.Token
}

func (s *lineScanner) scanCode(from int) (out state) {
	text := s.src[from:]
	file := token.NewFileSet().AddFile("", -1, len(text))
	var sc scanner.Scanner
	sc.Init(file, []byte(text), func(token.Position, string) {}, scanner.ScanComments)
	for {
		pos, tok, lit := sc.Scan()
		at := from + file.Offset(pos)
		switch {
		case tok == token.EOF:
			return out.withBraces(s.braces)
		case tok == token.SEMICOLON && lit == "\n":
			continue
		case lit == "":
			lit = tok.String()
		}
		end := min(at+len(lit), len(s.src))
		kind, bracket := s.tokenKind(tok, lit), rune(0)
		s.track(tok)
		switch tok {
		case token.COMMENT:
			if strings.HasPrefix(lit, "/*") && (len(lit) < 4 || !strings.HasSuffix(lit, "*/")) {
				out = inComment
			}
		case token.STRING:
			if lit[0] == '`' && (len(lit) < 2 || !strings.HasSuffix(lit, "`")) {
				out = inRaw
			}
		case token.LPAREN, token.RPAREN, token.LBRACK, token.RBRACK, token.LBRACE, token.RBRACE:
			bracket = rune(lit[0])
		}
		s.give(at, end, kind, bracket)
	}
}

func (s *lineScanner) give(start, end int, kind Kind, bracket rune) {
	t := lexeme{kind: kind, bracket: bracket}
	t.start, t.end = s.rune(start), s.rune(end)
	if t.start < t.end {
		s.yield(t)
	}
}

// rune is the number of runes before a byte; at only grows.
func (s *lineScanner) rune(at int) int {
	if s.ascii {
		return at
	}
	s.runes += utf8.RuneCountInString(s.src[s.bytes:at])
	s.bytes = at
	return s.runes
}

// track counts the braces of an interface.
func (s *lineScanner) track(tok token.Token) {
	switch {
	case tok == token.LBRACE && (s.braces > 0 || s.last == token.INTERFACE):
		s.braces++
	case tok == token.RBRACE && s.braces > 0:
		s.braces--
	}
	s.last = tok
}

// tokenKind is the kind of a token. Fields and methods may have the names of Go's own
// functions.
func (s *lineScanner) tokenKind(tok token.Token, lit string) Kind {
	switch {
	case tok.IsKeyword():
		return Keyword
	case tok == token.STRING, tok == token.CHAR:
		return String
	case tok == token.INT, tok == token.FLOAT, tok == token.IMAG:
		return Number
	case tok == token.COMMENT:
		return Comment
	case tok != token.IDENT || !predeclared[lit] || s.last == token.PERIOD:
		return Plain
	case functions[lit] && (s.braces > 0 || s.last == token.RPAREN || s.last == token.FUNC):
		return Plain
	}
	return Predeclared
}

// predeclared are Go's predeclared names.
var predeclared = wordSet(`any bool byte comparable complex64 complex128 error float32 float64 int int8 int16 int32
	int64 rune string uint uint8 uint16 uint32 uint64 uintptr true false iota nil ` + builtins)

// functions are those of them that are functions.
var functions = wordSet(builtins)

const builtins = `append cap clear close complex copy delete imag len make max min new panic print println real recover`

func wordSet(text string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(text) {
		set[w] = true
	}
	return set
}
