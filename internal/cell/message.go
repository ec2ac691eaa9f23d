package cell

import (
	"fmt"
	"go/token"
	"go/types"
	"regexp"
	"strings"

	"riffle/internal/near"
	"riffle/internal/proto"
)

// Messages are go/types' and go/parser's own, without what only we know:
// package main, marked names. Hints are added for the classic mistakes.

var mainPrefix = regexp.MustCompile(`\bmain\.`)

// plain is a checker's message without our names.
func plain(msg string) string {
	return declaredAt.ReplaceAllString(mainPrefix.ReplaceAllString(demangle(msg), ""), "")
}

// declaredAt is a place in the laid-out file, which says nothing to the user.
var declaredAt = regexp.MustCompile(` \(declared at [^()]*\)`)

// plainSyntax is a parser's message without what the laid-out file adds.
func plainSyntax(msg string) string {
	msg = demangle(msg)
	return strings.ReplaceAll(msg, "found 'EOF'", "found the end of the cell")
}

// syntaxHint advises on a syntax error.
func syntaxHint(msg, line string) string {
	switch {
	case strings.Contains(msg, "expected boolean expression"), strings.Contains(msg, "cannot use") && strings.Contains(msg, "as value"):
		return "a condition compares with ==; = assigns"
	case strings.Contains(line, ":= ="), strings.Contains(line, "= :="):
		return "x := 1 declares a new variable; x = 1 assigns to one that exists"
	case strings.HasPrefix(strings.TrimSpace(line), "package "):
		return "a cell has no package clause: leave it out, or save the program in a file and use riffle run"
	case strings.HasPrefix(strings.TrimSpace(line), "while"):
		return "Go's only loop is for: for condition { … }"
	case strings.Contains(msg, "expected ';'") && strings.Contains(msg, "found '{'"), strings.Contains(msg, "unexpected newline"):
		return "the opening brace { stands at the end of the line, not on the next"
	}
	return ""
}

// explain adds a hint to a checker's error.
func (b *builder) explain(d *proto.Diagnostic, e types.Error) {
	msg := d.Message
	switch {
	case strings.HasPrefix(msg, "undefined: "):
		b.explainUndefined(d, strings.TrimPrefix(msg, "undefined: "))
	case strings.Contains(msg, "is not used"):
		d.Hint = "only the last expression of a cell is displayed; use fmt.Println to print, or assign the value"
	case strings.Contains(msg, "no new variables on left side"):
		d.Hint = "use = to give an existing variable a new value; a variable can be declared again in another cell"
	case strings.Contains(msg, "mismatched types int and float64"), strings.Contains(msg, "mismatched types float64 and int"):
		d.Hint = "Go doesn't mix the types by itself: convert one side, as in float64(n)"
	case strings.Contains(msg, "(untyped float constant) truncated to int"), strings.Contains(msg, "truncated"):
		d.Hint = "an int holds whole numbers only; declare the variable as float64"
	case strings.Contains(msg, "non-boolean condition"):
		d.Hint = "a condition is a comparison, as in n != 0"
	case strings.Contains(msg, "used as value"):
		d.Hint = "this function returns nothing"
	case strings.HasPrefix(msg, "too many return values") && b.inMain(e.Pos):
		d.Message = "the statements of a cell return nothing"
		d.Hint = "the last expression of a cell is displayed; return values from a function"
	case sameTypeName(msg):
		d.Hint = "the type was declared again since this value was made: make a new value of the newest type"
	case strings.Contains(msg, "missing return"):
		d.Hint = "every way through the function must end in a return"
	}
}

// inMain: the position is in the cell's statements.
func (b *builder) inMain(pos token.Pos) bool {
	return b.f.main != nil && pos > b.f.main.Body.Lbrace && pos < b.f.main.Body.Rbrace
}

var assignedTypes = regexp.MustCompile(`type (\S+)\) as (\S+) value`)

// sameTypeName: the message says that a T is no T, two types of one name.
func sameTypeName(msg string) bool {
	m := assignedTypes.FindStringSubmatch(msg)
	return m != nil && m[1] == m[2]
}

// explainUndefined says where an undefined name may come from.
func (b *builder) explainUndefined(d *proto.Diagnostic, name string) {
	if bd := b.c.bindings[name]; bd != nil && bd.broken != "" {
		d.Message = fmt.Sprintf("%s no longer compiles %s", name, bd.broken)
		d.Hint = "declare " + name + " again"
		return
	}
	if _, later := b.f.names[name]; later {
		d.Hint = name + " is declared further down in this cell"
		return
	}
	if like := b.c.similar(name); like != "" {
		d.Hint = "did you mean " + like + "?"
	}
}

// similar is a name of the session or the environment that differs by a slip.
func (c *Compiler) similar(name string) string {
	best, least := "", 1+len(name)/3
	try := func(n string) {
		if d := near.Distance(strings.ToLower(name), strings.ToLower(n), least+1); d < least || d == least && n < best && best != "" {
			best, least = n, d
		}
	}
	for n, b := range c.bindings {
		if b.broken == "" && !strings.Contains(n, ".") {
			try(n)
		}
	}
	c.environment("")
	for n := range c.env {
		try(n)
	}
	for _, n := range types.Universe.Names() {
		try(n)
	}
	return best
}
