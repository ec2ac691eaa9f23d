package lower

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"

	"riffle/internal/core"
)

// The body of a range over a function becomes the yield function. A statement that
// leaves the body early sets a code and returns false; after the
// iterator's call the code says what to do: go on, return, or jump to an outer
// label.

// iterFrame is the body of a range over a function.
type iterFrame struct {
	label string
	code  string // the cell with the code of the exit, an int
	done  string // the cell that says whether the loop has ended
	exits []exit
	inner map[string]bool // the targets of gotos in the body
	cells []core.Expr     // where a return puts its values
}

// exit is one way out of the body: code n is exits[n-1].
type exit struct {
	tok   token.Token // RETURN, BREAK, CONTINUE or GOTO
	label string
}

func (f *iterFrame) codeFor(e exit) int {
	for i, x := range f.exits {
		if x == e {
			return i + 1
		}
	}
	f.exits = append(f.exits, e)
	return len(f.exits)
}

func (l *funcLowerer) rangeFunc(s *ast.RangeStmt, u *types.Signature, label string) {
	x := l.spillUnlessTmp(l.underlying(s.X))
	it := &iterFrame{label: label, cells: l.returnCells(), inner: gotosIn(s.Body)}
	it.code = l.newCell("code", core.Int).Name
	it.done = l.newCell("done", core.Bool).Name
	yield := l.coreType(u.Params().At(0).Type()).(*types.Signature)
	f := l.closure(l.sig)
	f.iter = it
	l.ranges++
	f.here += "-range" + strconv.Itoa(l.ranges)
	lit := f.iterBody(s, yield)
	lit.Go = f.here
	call := l.wrap(l.factory(f, lit), u.Params().At(0).Type())
	l.do(x, l.spillUnlessTmp(call))
	l.setCell(it.done, core.BoolConst(true))
	l.iterExits(it)
}

// cell is the variable in a cell of this or an enclosing function.
func (l *funcLowerer) cell(name string) core.Expr { return &core.Deref{X: l.use(name)} }

func (l *funcLowerer) setCell(name string, x core.Expr) {
	l.emit(&core.Assign{L: []core.Expr{l.cell(name)}, R: []core.Expr{x}})
}

// returnCells are the places through which a return in the body passes its values to the
// enclosing function.
func (l *funcLowerer) returnCells() []core.Expr {
	if l.iter != nil {
		return l.iter.cells
	}
	if l.sig == nil {
		return nil
	}
	var cells []core.Expr
	for i, v := range varsOf(l.sig.Results()) {
		if i < len(l.results) {
			if d, ok := l.results[i].(*core.Deref); ok {
				cells = append(cells, d)
				continue
			}
		}
		cells = append(cells, &core.Deref{X: l.newCell("rc", l.lt(v.Type()))})
	}
	return cells
}

func varsOf(t *types.Tuple) []*types.Var {
	var vs []*types.Var
	for v := range t.Variables() {
		vs = append(vs, v)
	}
	return vs
}

func (l *funcLowerer) iterBody(s *ast.RangeStmt, yield *types.Signature) *core.Function {
	lit := &core.Function{Results: []*core.Type{core.Bool}}
	it := l.iter
	var vals [2]core.Expr
	var ts [2]types.Type
	for i, v := range varsOf(yield.Params()) {
		p := l.parameter(l.name("y"), l.lt(v.Type()))
		lit.Params = append(lit.Params, p)
		vals[i], ts[i] = p, l.st(v.Type())
	}
	l.emit(&core.If{Cond: l.cell(it.done), Then: []core.Stmt{&core.Do{X: &core.Call{Fun: core.Rt("IteratorDone")}}}})
	l.setCell(it.done, core.BoolConst(true))
	r := &ranger{l: l, s: s}
	r.set(vals[0], ts[0], vals[1], ts[1])
	l.block(s.Body)
	l.nextRound()
	lit.Body = l.cur
	return lit
}

// nextRound ends the body so that the iterator continues.
func (l *funcLowerer) nextRound() {
	l.setCell(l.iter.done, core.BoolConst(false))
	l.emit(&core.Return{Xs: []core.Expr{core.BoolConst(true)}})
}

// leave ends the body so that the iterator stops.
func (l *funcLowerer) leave() {
	l.emit(&core.Return{Xs: []core.Expr{core.BoolConst(false)}})
}

// iterReturn is a return statement in the body.
func (l *funcLowerer) iterReturn(s *ast.ReturnStmt) {
	fn := l
	for fn.iter != nil {
		fn = fn.parent
	}
	vs := l.returned(s, l.sig)
	if vs == nil {
		for _, r := range fn.results {
			vs = append(vs, l.resultPlace(r))
		}
	}
	for i, v := range vs {
		p := l.resultPlace(l.iter.cells[i])
		if core.Text(p) != core.Text(v) {
			l.set(p, v)
		}
	}
	l.exit(exit{tok: token.RETURN})
}

// exit leaves the body with the code of e.
func (l *funcLowerer) exit(e exit) {
	n := l.iter.codeFor(e)
	l.setCell(l.iter.code, core.IntConst(int64(n)))
	l.leave()
}

// gotosIn are the targets of gotos in a body, not in its closures.
func gotosIn(body *ast.BlockStmt) map[string]bool {
	labels := map[string]bool{}
	ast.Inspect(body, func(n ast.Node) bool {
		if s, ok := n.(*ast.LabeledStmt); ok {
			labels[gotoName(s.Label)] = true
		}
		_, closure := n.(*ast.FuncLit)
		return !closure
	})
	return labels
}

// iterBranch is a break, continue or goto in the body; it reports whether it was
// one that leaves a round.
func (l *funcLowerer) iterBranch(s *ast.BranchStmt) bool {
	label := ""
	switch {
	case s.Tok == token.GOTO:
		label = gotoName(s.Label)
	case s.Label != nil:
		label = labelName(s.Label)
	}
	return l.jumpOut(s.Tok, label)
}

func (l *funcLowerer) jumpOut(tok token.Token, label string) bool {
	switch {
	case tok == token.GOTO:
		if l.iter.inner[label] {
			return false
		}
		l.exit(exit{tok, label})
	case label != "" && l.labels[label]:
		return false
	case label == "" && (tok == token.BREAK && l.breakable > 0 || tok == token.CONTINUE && l.loops > 0):
		return false
	case label == "" || label == l.iter.label:
		if tok == token.BREAK {
			l.leave()
		} else {
			l.nextRound()
		}
	default:
		l.exit(exit{tok, label})
	}
	return true
}

// iterExits acts on the code after the iterator's call.
func (l *funcLowerer) iterExits(it *iterFrame) {
	for i, e := range it.exits {
		then := l.collect(func() { l.iterExit(it, e) })
		cond := &core.Binary{Op: token.EQL, X: l.cell(it.code), Y: core.IntConst(int64(i + 1)), T: core.Bool}
		l.emit(&core.If{Cond: cond, Then: then})
	}
}

func (l *funcLowerer) iterExit(it *iterFrame, e exit) {
	switch {
	case e.tok == token.RETURN && l.iter != nil:
		l.exit(e)
	case e.tok == token.RETURN && (l.inBody || len(it.cells) == 0):
		l.emit(&core.Return{})
	case e.tok == token.RETURN:
		l.returnPlaces(it.cells)
	case l.iter != nil && l.jumpOut(e.tok, e.label):
	default:
		l.emit(&core.Branch{Tok: e.tok, Label: e.label})
	}
}
