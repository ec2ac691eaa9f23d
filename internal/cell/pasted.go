package cell

import (
	"go/scanner"
	"go/token"
	"slices"
	"strings"
)

// Typed is the source of a cell. One that begins with a package clause is a whole Go file
// that was pasted: the clause is blanked, and the file's init functions and the main of
// package main run as in a program. Everything runs in source order, init functions
// included, whereas a program would sort its variables by dependency.
func Typed(text string, n int) *Source {
	s := &Source{Text: text, Cell: n}
	p := readPasted(text)
	if p.name == "" {
		return s
	}
	s.Text, s.Typed = p.cell(), text
	return s
}

// pasted is a text with a package clause.
type pasted struct {
	text  string
	name  string   // of the package, empty where there is no clause
	end   int      // of the clause, which begins the text's code
	start int      // of the clause
	inits [][2]int // the name init, and the end of the function
	main  bool
}

// readPasted scans a text's tokens.
func readPasted(text string) (p pasted) {
	p.text = text
	if !strings.Contains(text, "package") {
		return p
	}
	file := token.NewFileSet().AddFile("", -1, len(text))
	var sc scanner.Scanner
	sc.Init(file, []byte(text), func(token.Position, string) {}, 0)
	var piece []tok     // of the declaration, its first tokens
	depth, last := 0, 0 // where the last token in braces ended
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
		switch {
		case !ends && len(piece) < 6:
			piece = append(piece, tok{off, t, lit})
		case ends && p.name == "":
			if len(piece) != 2 || piece[0].tok != token.PACKAGE || piece[1].tok != token.IDENT {
				return p
			}
			p.start, p.end, p.name = piece[0].pos, piece[1].pos+len(piece[1].lit), piece[1].lit
		case ends && opens(piece, "init"):
			p.inits = append(p.inits, [2]int{piece[1].pos, last})
		case ends && opens(piece, "main"):
			p.main = p.name == "main"
		}
		if t == token.EOF {
			return p
		}
		if ends {
			piece = piece[:0]
		}
	}
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
	if p.main {
		b.WriteString("\nmain()")
	}
	return b.String()
}
