package core

import (
	"go/token"
	"strconv"
)

// Printed is a printed program.
type Printed struct {
	Source string
	// Lines gives for each line of Source, from the first, its place in
	// the user's source and the user's function around it.
	Lines []Line
}

// Line is the origin of one printed line.
type Line struct {
	Pos token.Pos
	// In is the printed function that it is in, nil above all functions.
	In *PrintedFunc
	// Calls are the functions of the session that it calls by name, and Open
	// says that it may call others besides, through a value or a native.
	Calls []string
	Open  bool
}

// PrintedFunc is a function of a printed program.
type PrintedFunc struct {
	// Symbol is the function, From the name of the user's function it was made
	// of, empty for the cell itself.
	Symbol *FuncName
	From   string
	// Start is the number of its first line.
	Start int
	// Notes says that it notes the lines that run, in its PlaceVar.
	Notes bool
}

// PlaceVar is the global int that the function keeps at the number of its line that
// runs, if it may panic at all.
func (f *PrintedFunc) PlaceVar() string { return "at" + strconv.Itoa(f.Start) }

// PrintWithPlaces prints a program whose lines are numbered from first. Before
// a statement that may panic in the engine, or call what may, it sets the function's
// PlaceVar to the line's number, since a panic tells no more than the functions that
// it leaves. What is assigned to a global variable is in parentheses, which keeps
// the engine from making the variable the place of a call's result.
func PrintWithPlaces(prog *Program, first int) Printed {
	p := &printer{first: first, bound: true}
	n := &notes{p: p}
	p.before, p.blocks, p.after = n.note, n.forget, n.declare
	p.program(prog)
	return Printed{Source: p.b.String(), Lines: p.lines}
}

// notes prints the numbers of lines between statements.
type notes struct {
	p     *printer
	noted token.Pos // the place whose line was noted last
}

// note notes the line of a statement that may panic, once for all that come of
// one statement of the user's.
func (n *notes) note(s Stmt) {
	pos := n.p.now.Pos
	if !pos.IsValid() {
		return
	}
	r := riskOf(s)
	if r >= risky && n.noted != pos {
		n.p.line(n.p.now.In.PlaceVar() + " = " + strconv.Itoa(n.p.first+len(n.p.lines)+1))
		n.noted, n.p.now.In.Notes = pos, true
	}
	if r == calls {
		n.forget() // the callee notes lines of its own
	}
}

func (n *notes) forget() { n.noted = token.NoPos }

// declare declares the variable of a function that notes lines.
func (n *notes) declare() {
	if n.p.now.In.Notes {
		n.p.line("var " + n.p.now.In.PlaceVar() + " int")
	}
}
