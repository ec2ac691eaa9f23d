package cell

import (
	"go/scanner"
	"go/token"
	"slices"
	"strings"

	"riffle/internal/magic"
)

// Typed is the source of a cell. One that begins with a package clause is a whole Go file
// that was pasted: the clause is blanked, and the file's init functions and the main of
// package main run as in a program. Everything runs in source order, init functions
// included, whereas a program would sort its variables by dependency. A cell without the
// clause that declares main, and doesn't mention it again, runs it too: it is a program
// that was typed.
func Typed(text string, n int) *Source {
	s := &Source{Text: text, Cell: n}
	switch p := readPasted(text); {
	case p.name != "":
		s.Text, s.Typed = p.cell(), text
	case p.forgotten() && !hasMagic(text, magic.All):
		s.runMain()
	}
	return s
}

// hasMagic reports whether some of a text isn't Go.
func hasMagic(text string, magics magic.Table) bool {
	if !magic.May(text) {
		return false
	}
	parts, faults := magics.Cut(text)
	return len(faults) > 0 || slices.ContainsFunc(parts, magic.Part.IsMagic)
}

// runMain makes a source run its function main.
func (s *Source) runMain() { s.Text, s.Typed = s.Text+callMain, s.Text }

const callMain = "\nmain()"

// pasted is a text that may have a package clause.
type pasted struct {
	text  string
	name  string   // of the package, empty where there is no clause
	end   int      // of the clause, which begins the text's code
	start int      // of the clause
	inits [][2]int // the name init, and the end of the function
	main  bool     // it declares main
	calls bool     // a statement mentions main
	other bool     // so does a declaration
}

// forgotten reports whether nothing runs the function main that a text declares.
func (p *pasted) forgotten() bool { return p.main && !p.calls && !p.other }

// readPasted scans a text's tokens.
func readPasted(text string) (p pasted) {
	p.text = text
	if !strings.Contains(text, "package") && !strings.Contains(text, "main") {
		return p
	}
	file := token.NewFileSet().AddFile("", -1, len(text))
	var sc scanner.Scanner
	sc.Init(file, []byte(text), func(token.Position, string) {}, 0)
	var piece []tok     // of the declaration, its first tokens
	depth, last := 0, 0 // where the last token in braces ended
	first, before, mentioned := true, token.ILLEGAL, false
	for {
		pos, t, lit := sc.Scan()
		off := file.Offset(pos)
		switch t {
		case token.LPAREN, token.LBRACK, token.LBRACE:
			depth++
		case token.RPAREN, token.RBRACK, token.RBRACE:
			depth--
			last = off + 1
		}
		ends := t == token.EOF || t == token.SEMICOLON && depth == 0
		if mentioned && t != token.COLON { // not the key of a field
			inside := len(piece) > 0 && piece[0].tok == token.FUNC
			p.calls, p.other = p.calls || !inside, p.other || inside
		}
		mentioned = t == token.IDENT && lit == "main" && before != token.PERIOD && !named(piece)
		before = t
		switch {
		case !ends && len(piece) < 6:
			piece = append(piece, tok{off, t, lit})
		case ends && first && len(piece) == 2 && piece[0].tok == token.PACKAGE && piece[1].tok == token.IDENT:
			p.start, p.end, p.name = piece[0].pos, piece[1].pos+len(piece[1].lit), piece[1].lit
		case ends && opens(piece, "init"):
			p.inits = append(p.inits, [2]int{piece[1].pos, last})
		case ends && opens(piece, "main"):
			p.main = true
		}
		if t == token.EOF {
			return p
		}
		if ends {
			piece, first = piece[:0], false
		}
	}
}

// named reports whether a declaration so far is one of a type, or the beginning of one
// whose name follows: a name in it is no use of a function.
func named(piece []tok) bool {
	switch len(piece) {
	case 0:
		return false
	case 1:
		return piece[0].tok == token.PACKAGE || piece[0].tok == token.FUNC || piece[0].tok == token.TYPE
	case 5: // func (t T) main
		if piece[0].tok == token.FUNC && piece[1].tok == token.LPAREN && piece[4].tok == token.RPAREN {
			return true
		}
	}
	return piece[0].tok == token.TYPE
}

// opens reports whether a declaration begins as func name() {.
func opens(piece []tok, name string) bool {
	return len(piece) > 4 && piece[0].tok == token.FUNC && piece[1].lit == name &&
		slices.Equal([]token.Token{piece[2].tok, piece[3].tok, piece[4].tok}, []token.Token{token.LPAREN, token.RPAREN, token.LBRACE})
}

// withoutClause blanks a text's package clause.
func withoutClause(text string) string {
	p := readPasted(text)
	return text[:p.start] + strings.Repeat(" ", p.end-p.start) + text[p.end:]
}

// cell is the text as a cell, on the same lines: an init function becomes a call of a
// function literal, as init declares no name.
func (p *pasted) cell() string {
	var b strings.Builder
	at := 0
	until := func(end int) {
		b.WriteString(p.text[at:end])
		at = end
	}
	blank := func(start, end int) {
		until(start)
		b.WriteString(strings.Repeat(" ", end-start))
		at = end
	}
	blank(p.start, p.end)
	for _, f := range p.inits {
		blank(f[0], f[0]+len("init"))
		until(f[1])
		b.WriteString("()")
	}
	until(len(p.text))
	if p.main && p.name == "main" && !p.calls {
		b.WriteString(callMain)
	}
	return b.String()
}
