package magic

import (
	"go/scanner"
	"go/token"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode"
)

// Part is a part of a cell: Go, or one magic. Offsets are bytes of the cell.
type Part struct {
	// Start and End delimit the Go, or a magic's argument after its options.
	Start, End int
	// At and Named are where a magic begins and its name ends; Named is 0 for
	// Go.
	At, Named int
	Magic     *Magic // nil for Go, and for a magic that is unknown
	// Options are the numbers given with the options, by their letters.
	Options map[string]int
	// Body begins the lines below that the magic takes, to the end of the
	// cell; 0 for none. Below are their parts if they are code.
	Body  int
	Below []Part
}

// Fault is a mistake in the use of a magic, whatever the cell's Go means.
type Fault struct {
	Start, End int
	Message    string
}

// May reports whether a text may hold magics: a quick test.
func May(text string) bool { return strings.ContainsAny(text, "%$") }

// Cut takes a cell apart. Magics are found where a statement begins, never in
// brackets, strings or comments: Go's own scanner tells where. It never sees a magic's
// argument, which may not be Go. The parts are in order, and those with faults among
// them.
func (t Table) Cut(text string) ([]Part, []Fault) {
	return t.cutMagics(text, 0)
}

func (t Table) cutMagics(text string, start int) ([]Part, []Fault) {
	c := cutter{table: t, text: text}
	c.cutParts(start)
	return c.parts, c.faults
}

type cutter struct {
	table  Table
	text   string
	parts  []Part
	faults []Fault
}

// cutParts reads Go and magics in turn.
func (c *cutter) cutParts(pos int) {
	for pos < len(c.text) {
		at, tokens := c.scanGo(pos)
		if tokens > 0 {
			c.parts = append(c.parts, Part{Start: pos, End: at})
		}
		if at < len(c.text) {
			at = c.readMagic(at)
		}
		pos = at
	}
}

// scanGo reads Go to the next magic or the end; tokens counts what it saw.
func (c *cutter) scanGo(pos int) (at, tokens int) {
	sc := newScanner(c.text[pos:])
	begins, depth := true, 0 // begins: a statement may begin here
	for {
		off, tok, lit := sc.nextToken()
		off += pos
		switch {
		case tok == token.EOF:
			return len(c.text), tokens
		case !begins || !c.beginsMagic(off, tok, lit):
		case depth == 0:
			return off, tokens
		default:
			c.addFault(off, c.nameEnd(off), "a magic can't appear inside brackets")
		}
		depth = max(0, depth+nesting(tok))
		begins = tok == token.SEMICOLON || tok == token.LBRACE
		if tok != token.SEMICOLON {
			tokens++
		}
	}
}

// beginsMagic reports whether the token at the begin of a statement is a
// magic's: a % with a name behind it, or alone on its line.
func (c *cutter) beginsMagic(off int, tok token.Token, lit string) bool {
	if tok == token.ILLEGAL && lit == "$" {
		return true
	}
	end := c.nameEnd(off)
	return tok == token.REM && (end > off+c.marks(off) || strings.TrimSpace(c.text[end:c.lineEnd(end)]) == "")
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

func (c *cutter) addFault(start, end int, message string) {
	c.faults = append(c.faults, Fault{start, end, message})
}

// readMagic reads the magic at off and returns where the text continues.
func (c *cutter) readMagic(off int) int {
	p := Part{At: off, Named: c.nameEnd(off)}
	name := c.text[off+c.marks(off) : p.Named]
	if c.text[off] == '$' {
		p.Named, name = off+1, "sh"
	}
	p.Start, p.End = p.Named, c.lineEnd(off)
	if m, ok := c.table.Find(name); ok && name != "" {
		p.Magic = m
		c.readArgument(&p)
		c.checkPlace(p, name)
	} else {
		c.addFault(p.At, p.Named, c.table.unknownMagic(name))
	}
	c.parts = append(c.parts, p)
	if p.Body > 0 {
		return len(c.text)
	}
	return p.End
}

// readArgument reads a magic's argument: options and code, and the lines below.
func (c *cutter) readArgument(p *Part) {
	whole := c.marks(p.At) == 2 && p.Magic.Below != Alone
	if p.Magic.Takes == Code {
		c.readOptions(p)
		if !whole {
			p.End = c.statementEnd(p.Start, p.End)
		}
	}
	if whole || p.Magic.Below == Rest && strings.TrimSpace(c.text[p.Start:p.End]) == "" {
		p.End = c.lineEnd(p.At)
		p.Body = p.End
	}
	if p.Body > 0 && p.Magic.Takes == Code {
		var faults []Fault
		p.Below, faults = c.table.cutMagics(c.text, p.Body)
		c.faults = append(c.faults, faults...)
	}
}

// checkPlace reports a magic that is in a wrong place.
func (c *cutter) checkPlace(p Part, name string) {
	whole := c.marks(p.At) == 2
	switch {
	case p.Magic.Session == nil:
		c.addFault(p.At, p.Named, "%"+name+" works only at the prompt of a terminal, on a line of its own")
	case !whole && p.Magic.Below == Required:
		c.addFault(p.At, p.Named, "%"+name+" takes the lines below it: want "+p.Magic.Usage()+" on the first line of a cell")
	case whole && p.Magic.Below == Alone:
		c.addFault(p.At, p.Named, "there is no %%"+name+"; %"+name+" is for one line")
	case whole && len(c.parts) > 0:
		c.addFault(p.At, p.Named, "%%"+name+" must be the first line of a cell")
	}
}

var option = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\s*-([a-z])\s*(\d+)(\s+|$)`) })

// readOptions reads the options before code. Those out of range are -1.
func (c *cutter) readOptions(p *Part) {
	for {
		m := option().FindStringSubmatch(c.text[p.Start:p.End])
		if m == nil || !strings.Contains(p.Magic.Options, m[1]) {
			break
		}
		n, err := strconv.Atoi(m[2])
		if err != nil {
			n = -1
		}
		if p.Options == nil {
			p.Options = map[string]int{}
		}
		p.Options[m[1]] = n
		p.Start += len(m[0])
	}
	for p.Start < p.End && (c.text[p.Start] == ' ' || c.text[p.Start] == '\t') {
		p.Start++
	}
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
		off, tok, lit := sc.nextToken()
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

// goScanner is Go's scanner on a text whose errors are reported elsewhere.
type goScanner struct {
	file *token.File
	sc   scanner.Scanner
}

func newScanner(text string) *goScanner {
	s := &goScanner{file: token.NewFileSet().AddFile("", -1, len(text))}
	s.sc.Init(s.file, []byte(text), func(token.Position, string) {}, 0)
	return s
}

func (s *goScanner) nextToken() (off int, tok token.Token, lit string) {
	pos, tok, lit := s.sc.Scan()
	return s.file.Offset(pos), tok, lit
}
