package cell

import (
	"go/scanner"
	"go/token"
	"strings"

	"riffle/internal/proto"
)

// Complete lists what may stand at pos.
func (c *Compiler) Complete(source string, pos int) proto.Completion {
	return proto.Completion{Start: pos, End: pos}
}

// Inspect documents the name at pos.
func (c *Compiler) Inspect(source string, pos, detail int) proto.Inspection {
	return proto.Inspection{}
}

// IsComplete says whether a source can run as it is: incomplete is one with an
// open bracket, an open comment or raw string, or an operator at its end.
func (c *Compiler) IsComplete(source string) proto.Completeness {
	ps := split(source)
	for _, e := range ps.errs {
		if strings.Contains(e.message, "not terminated") && (strings.Contains(e.message, "comment") || strings.Contains(e.message, "raw string")) {
			return proto.Completeness{Status: "incomplete"}
		}
	}
	switch {
	case len(ps.errs) > 0:
		return proto.Completeness{Status: "invalid"}
	case ps.open >= 0 || wantsMore(source):
		return proto.Completeness{Status: "incomplete", Indent: indent(source)}
	}
	tmp := New(Config{})
	if _, errs := tmp.parse(&Source{Text: source}, ps); errs != nil {
		return proto.Completeness{Status: "invalid"}
	}
	return proto.Completeness{Status: "complete"}
}

// wantsMore: the last token is an operator or keyword that something must
// follow.
func wantsMore(source string) bool {
	file := token.NewFileSet().AddFile("", -1, len(source))
	var sc scanner.Scanner
	sc.Init(file, []byte(source), func(token.Position, string) {}, 0)
	last := token.SEMICOLON
	for {
		_, t, lit := sc.Scan()
		if t == token.EOF {
			break
		}
		if t == token.SEMICOLON && lit == "\n" {
			continue
		}
		last = t
	}
	switch last {
	case token.INC, token.DEC, token.SEMICOLON, token.RPAREN, token.RBRACK, token.RBRACE:
		return false
	case token.BREAK, token.CONTINUE, token.FALLTHROUGH, token.RETURN:
		return false
	}
	return last.IsOperator() || last == token.ELSE || last == token.FUNC || last == token.TYPE || last == token.VAR || last == token.CONST || last == token.IMPORT
}

// indent is the white space for the next line: a tab for each open bracket.
func indent(source string) string {
	depth := 0
	file := token.NewFileSet().AddFile("", -1, len(source))
	var sc scanner.Scanner
	sc.Init(file, []byte(source), func(token.Position, string) {}, 0)
	for {
		_, t, _ := sc.Scan()
		switch t {
		case token.LBRACE, token.LPAREN, token.LBRACK:
			depth++
		case token.RBRACE, token.RPAREN, token.RBRACK:
			depth--
		case token.EOF:
			return strings.Repeat("\t", max(depth, 0))
		}
	}
}
