package compile

import (
	"go/token"

	"riffle/internal/core"
)

// term is the number of an expression: equal expressions have the same, and 0 is that of
// what no fact can be about.
type term int32

// terms numbers expressions by their parts.
type terms struct {
	numbers map[node]term
	sizes   []int // of terms, from 1 on
}

// node is an expression whose parts are terms. Variables and types are themselves,
// constants their texts.
type node struct {
	form form
	op   token.Token
	of   any
	x, y term
}

// form is the kind of an expression.
type form uint8

const (
	formVariable form = iota
	formConstant
	formBinary
	formUnary
	formConversion
	formDeref
	formField
	formIndex
	formBuiltin
)

// of is an expression's number.
func (ts *terms) of(x core.Expr) term {
	switch x := x.(type) {
	case *core.Var:
		return ts.leaf(node{form: formVariable, of: x})
	case *core.Const:
		return ts.leaf(node{form: formConstant, of: core.Text(x)})
	case *core.Binary:
		return ts.pair(node{form: formBinary, op: x.Op, x: ts.of(x.X), y: ts.of(x.Y)})
	case *core.Unary:
		return ts.single(node{form: formUnary, op: x.Op, x: ts.of(x.X)})
	case *core.Conv:
		return ts.single(node{form: formConversion, of: x.T, x: ts.of(x.X)})
	case *core.Deref:
		return ts.single(node{form: formDeref, x: ts.of(x.X)})
	case *core.Field:
		return ts.field(ts.of(x.X), x.Name)
	case *core.Index:
		return ts.index(ts.of(x.X), ts.of(x.I))
	case *core.Call:
		if b, ok := x.Fun.(*core.Builtin); ok && len(x.Args) == 1 {
			return ts.single(node{form: formBuiltin, of: b.Op, x: ts.of(x.Args[0])})
		}
	}
	return 0
}

// field is a field of a term.
func (ts *terms) field(x term, name string) term {
	return ts.single(node{form: formField, of: name, x: x})
}

// index is an element of a term.
func (ts *terms) index(x, i term) term { return ts.pair(node{form: formIndex, x: x, y: i}) }

// size is how many nodes a term has.
func (ts *terms) size(t term) int {
	if t == 0 {
		return 0
	}
	return ts.sizes[t-1]
}

func (ts *terms) single(n node) term {
	if n.x == 0 {
		return 0
	}
	return ts.leaf(n)
}

func (ts *terms) pair(n node) term {
	if n.x == 0 || n.y == 0 {
		return 0
	}
	return ts.leaf(n)
}

// leaf numbers a node.
func (ts *terms) leaf(n node) term {
	t := ts.numbers[n]
	if t == 0 {
		ts.sizes = append(ts.sizes, 1+ts.size(n.x)+ts.size(n.y))
		t = term(len(ts.sizes))
		ts.numbers[n] = t
	}
	return t
}
