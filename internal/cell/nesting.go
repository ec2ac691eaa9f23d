package cell

import (
	"fmt"
	"go/token"
)

// Code that walks a syntax tree is recursive. In a browser the stack is small, and when
// it overflows the program dies, with all variables. So there a cell whose tree would be
// too deep isn't even parsed.

// nesting measures from tokens how deep a tree is: it counts open brackets and the
// operators in a row, each of which has all that precedes it as an operand.
type nesting struct {
	rows []int // tokens that nest, since the last comma or semicolon in each open bracket
	deep int   // their sum
	told bool
}

// token counts a token, and reports whether it made the tree deeper than most, for the
// first time.
func (n *nesting) token(t token.Token, most int) bool {
	if len(n.rows) == 0 {
		n.rows = append(n.rows, 0)
	}
	last := len(n.rows) - 1
	switch t {
	case token.RPAREN, token.RBRACK, token.RBRACE:
		if last > 0 {
			n.deep -= n.rows[last]
			n.rows = n.rows[:last]
		}
		return false
	case token.COMMA, token.SEMICOLON:
		n.deep -= n.rows[last]
		n.rows[last] = 0
		return false
	}
	if !t.IsOperator() && t != token.ELSE {
		return false
	}
	n.deep++
	n.rows[last]++
	if t == token.LPAREN || t == token.LBRACK || t == token.LBRACE {
		n.rows = append(n.rows, 0)
	}
	if n.told || n.deep <= most {
		return false
	}
	n.told = true
	return true
}

// tooNested is the error of a cell that is nested deeper than most.
func tooNested(t tok, most int) placed {
	return placed{
		offset:  t.pos,
		message: fmt.Sprintf("the cell is nested too deep here: more than %d brackets and operators around each other or in a row, which fill the stack of a browser", most),
		hint:    "compute parts of it first, and give them names",
	}
}
