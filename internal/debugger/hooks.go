package debugger

import (
	"go/token"
	"strconv"

	"riffle/internal/core"
)

// twins compiles functions for the debugger. A function's twin does the same, and reports
// its place at each statement. All of the user's functions that a twin calls are twins,
// so that a step leads into them and the stack has all of them.
type twins struct {
	d    *Debugger
	of   map[*core.FuncName]*core.FuncName
	ptrs map[*core.Type]*core.Type
}

func newTwins(d *Debugger) *twins {
	return &twins{d: d, of: map[*core.FuncName]*core.FuncName{}, ptrs: map[*core.Type]*core.Type{}}
}

// programTwin is a cell's program for the debugger: its main function, which mentions the
// others.
func (t *twins) programTwin(p *core.Program) *core.Program {
	main := p.Main()
	if main == nil {
		return p
	}
	twin := t.functionTwin(main, nil)
	twin.Symbol = &core.FuncName{Name: main.Symbol.Name, Kind: core.Main, T: main.Symbol.T, Func: twin}
	return &core.Program{Imports: p.Imports, Structs: p.Structs, Globals: p.Globals, Funcs: []*core.Function{twin}, Wakes: p.Wakes}
}

// nameTwin is the twin of a function, or the function itself if it is a library's.
func (t *twins) nameTwin(f *core.FuncName) *core.FuncName {
	if twin := t.of[f]; twin != nil {
		return twin
	}
	if f.Func == nil || t.isForeign(f.Func) {
		t.of[f] = f
		return f
	}
	twin := &core.FuncName{Name: "d" + strconv.Itoa(len(t.of)) + "_" + f.Name, Kind: f.Kind, T: f.T}
	t.of[f] = twin // it may mention itself
	twin.Func = t.functionTwin(f.Func, nil)
	twin.Func.Symbol = twin
	return twin
}

// isForeign reports whether a function has places, but none of the user's.
func (t *twins) isForeign(f *core.Function) bool {
	marks, own := 0, false
	var look func(body []core.Stmt)
	look = func(body []core.Stmt) {
		core.Inspect(body, func(s core.Stmt) {
			if m, ok := s.(*core.Mark); ok {
				marks++
				own = own || t.d.knowsPlace(m.Pos)
			}
		}, func(x core.Expr) {
			if lit, ok := x.(*core.FuncLit); ok {
				look(lit.Func.Body)
			}
		})
	}
	look(f.Body)
	return marks > 0 && !own
}

// functionTwin is the twin of a function, or of a closure that shares captured variables
// with the function around it.
func (t *twins) functionTwin(f *core.Function, captured []*core.Var) *core.Function {
	g := *f
	g.Hooked = true
	c := &coder{twins: t, cells: map[*core.Var]*core.Var{}, index: map[*core.Var]int{}, from: f.From}
	if f.Symbol != nil && f.Symbol.Kind == core.Factory {
		c.captured = f.Params
	}
	c.guarded = len(f.Params) > 0 && f.Params[0].T == core.Defers
	if f.Symbol != nil && f.Symbol.Kind == core.Main || hasPlaces(f.Body) || guards(f.Body) {
		c.beginFunction(f, captured)
		g.Params = c.twinParameters(f.Params)
	}
	c.twinBlock(f.Body)
	if c.fn != nil {
		if len(f.Results) == 0 {
			c.leaveCall()
		}
		t.d.enterFunction(c.fn)
	}
	g.Body = c.out
	return &g
}

// hasPlaces reports whether statements of the function itself have places.
func hasPlaces(body []core.Stmt) bool {
	found := false
	core.Inspect(body, func(s core.Stmt) {
		_, ok := s.(*core.Mark)
		found = found || ok
	}, func(core.Expr) {})
	return found
}

// guards reports whether statements run the body of a function with defers.
func guards(body []core.Stmt) bool {
	found := false
	core.Inspect(body, func(core.Stmt) {}, func(x core.Expr) {
		n, ok := x.(*core.NativeName)
		found = found || ok && n.Path == core.RuntimePath && n.Name == "Guard"
	})
	return found
}

// coder makes the body of one twin. The user's variables become cells, whose
// addresses are reported to the debugger.
type coder struct {
	*twins
	fn       *function // nil for one without places
	guarded  bool      // it is the body of a function with defers
	frame    *core.Var
	from     string
	captured []*core.Var             // of a factory: what its closure shares
	cells    map[*core.Var]*core.Var // of variables that weren't cells
	index    map[*core.Var]int       // of cells among the function's variables
	out      []core.Stmt
	n        int
	visible  []int // the variables in scope
	pos      token.Pos
}

// beginFunction begins a function of its own on the stack.
func (c *coder) beginFunction(f *core.Function, captured []*core.Var) {
	c.fn = c.d.newFunction(f.From, f.Symbol != nil && f.Symbol.Kind == core.Main)
	c.fn.compiled = f.Go
	c.frame = &core.Var{Name: "frame" + strconv.Itoa(c.fn.number), Kind: core.Temp, T: core.Frame}
	c.emitStmt(&core.Define{Var: c.frame, X: &core.Call{Fun: core.Rt("Called"), Args: []core.Expr{core.IntConst(int64(c.fn.number))}, T: core.Frame}})
	for _, v := range captured {
		switch {
		case v.User == nil:
		case v.Cell:
			c.reportLocal(v, v, false)
		default: // handed over by value, as nobody assigns it
			c.reportLocal(v, c.declareCell(v, v), true)
		}
	}
}

// twinParameters are those of the twin: the user's are copied into cells.
func (c *coder) twinParameters(ps []*core.Var) []*core.Var {
	out := make([]*core.Var, len(ps))
	for i, p := range ps {
		if out[i] = p; p.User != nil && !p.Cell {
			in := &core.Var{Name: c.tmpName(), Kind: core.Param, T: p.T}
			out[i] = in
			c.reportLocal(p, c.declareCell(p, in), false)
		}
	}
	return out
}

func (c *coder) emitStmt(s core.Stmt) { c.out = append(c.out, s) }

func (c *coder) tmpName() string { c.n++; return "h" + strconv.Itoa(c.n) }

// hook emits a call of one of the debugger's natives.
func (c *coder) hook(native string, args ...core.Expr) {
	c.emitStmt(&core.Do{X: &core.Call{Fun: core.Rt(native), Args: append([]core.Expr{c.frame}, args...)}})
}

// leaveCall ends a call. The body of a function with defers isn't over until these have run:
// the enclosing function, which runs both, ends with them.
func (c *coder) leaveCall() {
	if !c.guarded {
		c.hook("Returned")
	}
}

// declareCell declares a cell in place of a variable, with a first value.
func (c *coder) declareCell(v *core.Var, x core.Expr) *core.Var {
	name := v.Name
	if v.Kind == core.Param {
		name = c.tmpName() + "_" + v.User.Name
	}
	p := &core.Var{Name: name, Kind: core.Local, Cell: true, T: c.pointerTo(v.T)}
	c.cells[v] = p
	if x != nil && !isSimple(x) {
		x = c.spillValue(v.T, x)
	}
	c.emitStmt(&core.Define{Var: p, X: &core.New{T: p.T}})
	if x != nil {
		c.emitStmt(&core.Assign{L: []core.Expr{&core.Deref{X: p}}, R: []core.Expr{x}})
	}
	return p
}

func (c *coder) pointerTo(t *core.Type) *core.Type {
	if c.ptrs[t] == nil {
		c.ptrs[t] = core.PointerTo(t)
	}
	return c.ptrs[t]
}

// reportLocal tells the debugger where a variable of the user's is.
func (c *coder) reportLocal(v, address *core.Var, fixed bool) {
	if c.fn == nil || v.User.Name == "_" {
		return
	}
	i := len(c.fn.locals)
	c.index[address] = i
	c.fn.locals = append(c.fn.locals, local{v.User.Name, v.User.Type, fixed})
	c.visible = append(c.visible[:len(c.visible):len(c.visible)], i)
	c.hook("Local", core.IntConst(int64(i)), address)
}

// spillValue puts a value in a temporary.
func (c *coder) spillValue(t *core.Type, x core.Expr) core.Expr {
	v := &core.Var{Name: c.tmpName(), Kind: core.Temp, T: t}
	c.emitStmt(&core.Define{Var: v, X: x})
	return v
}

// isSimple reports whether a value can be assigned to any place as it is.
func isSimple(x core.Expr) bool {
	switch x.(type) {
	case *core.Var, *core.Const, *core.Nil, *core.Unary, *core.Binary, *core.Deref, *core.Field:
		return true
	}
	return false
}

// reportSite tells the debugger that a statement begins, for a loop's again in each round.
func (c *coder) reportSite(pos token.Pos) {
	if c.fn == nil || !c.d.knowsPlace(pos) {
		return
	}
	c.fn.sites = append(c.fn.sites, c.d.newSite(pos, c.visible))
	c.hook("At", core.IntConst(int64(len(c.fn.sites)-1)))
}

// inner are the statements of a block of its own.
func (c *coder) inner(body []core.Stmt, first func()) []core.Stmt {
	out, visible := c.out, c.visible
	c.out = nil
	first()
	c.twinBlock(body)
	body, c.out, c.visible = c.out, out, visible
	return body
}

func doNothing() {}

func (c *coder) twinBlock(body []core.Stmt) {
	for i, s := range body {
		if m, ok := s.(*core.Mark); ok {
			c.twinMark(m, body[i+1:])
			continue
		}
		c.twinStmt(s)
	}
}

// twinMark marks a place. Statements that follow at the same place count as one.
func (c *coder) twinMark(m *core.Mark, rest []core.Stmt) {
	c.pos = m.Pos
	c.emitStmt(m)
	if len(rest) > 0 {
		switch s := rest[0].(type) {
		case *core.Mark:
			return
		case *core.Block:
			if len(s.Body) > 0 {
				if _, again := s.Body[0].(*core.Mark); again {
					return
				}
			}
		}
	}
	c.reportSite(m.Pos)
}

func (c *coder) twinStmt(s core.Stmt) {
	switch s := s.(type) {
	case *core.Define:
		c.twinDefine(s)
	case *core.Assign:
		c.twinAssign(s)
	case *core.Update:
		c.emitStmt(c.twinUpdate(s))
	case *core.Do:
		c.emitStmt(&core.Do{X: c.twinExpr(s.X)})
	case *core.If:
		cond := c.twinExpr(s.Cond)
		c.emitStmt(&core.If{Cond: cond, Then: c.inner(s.Then, doNothing), Else: c.inner(s.Else, doNothing)})
	case *core.For:
		c.twinLoop(s)
	case *core.Switch:
		x := c.twinExpr(s.X)
		cases := make([][]core.Stmt, len(s.Cases))
		for i, b := range s.Cases {
			cases[i] = c.inner(b, doNothing)
		}
		c.emitStmt(&core.Switch{Label: s.Label, X: x, Cases: cases})
	case *core.Block:
		c.emitStmt(&core.Block{Label: s.Label, Body: c.inner(s.Body, doNothing)})
	case *core.Return:
		c.twinReturn(s)
	default: // a label or a branch
		c.emitStmt(s)
	}
}

func (c *coder) twinLoop(s *core.For) {
	pos := c.pos
	again := func() {
		if pos.IsValid() {
			c.emitStmt(&core.Mark{Pos: pos})
			c.reportSite(pos)
		}
	}
	f := &core.For{Label: s.Label, Cond: c.twinExpr(s.Cond), Body: c.inner(s.Body, again)}
	if s.Post != nil {
		out := c.out
		c.out = nil
		c.twinStmt(s.Post)
		f.Post, c.out = c.out[0], out
	}
	c.emitStmt(f)
}

func (c *coder) twinDefine(s *core.Define) {
	v := s.Var
	switch {
	case v.User == nil || c.fn == nil:
		c.emitStmt(&core.Define{Var: v, X: c.twinExpr(s.X)})
	case v.Cell:
		c.emitStmt(&core.Define{Var: v, X: c.twinExpr(s.X)})
		c.reportLocal(v, v, false)
	default:
		c.reportLocal(v, c.declareCell(v, c.twinExpr(s.X)), false)
	}
}

func (c *coder) twinAssign(s *core.Assign) {
	a := &core.Assign{L: c.twinExprs(s.L), R: c.twinExprs(s.R)}
	if len(a.R) == 1 && !isSimple(a.R[0]) {
		var after []core.Stmt
		for i, l := range s.L {
			if v, ok := l.(*core.Var); ok && c.cells[v] != nil {
				t := &core.Var{Name: c.tmpName(), Kind: core.Temp, T: v.T}
				c.emitStmt(&core.Define{Var: t})
				after = append(after, &core.Assign{L: []core.Expr{a.L[i]}, R: []core.Expr{t}})
				a.L[i] = t
			}
		}
		c.emitStmt(a)
		c.out = append(c.out, after...)
		return
	}
	c.emitStmt(a)
	for _, l := range a.L { // a loop's variable is a new cell in each round
		if v, ok := l.(*core.Var); ok && v.Cell {
			if i, ok := c.index[v]; ok {
				c.hook("Local", core.IntConst(int64(i)), v)
			}
		}
	}
}

// twinUpdate is x += y, spelled out where x has become a cell.
func (c *coder) twinUpdate(s *core.Update) core.Stmt {
	l, r := c.twinExpr(s.L), c.twinExpr(s.R)
	v, ok := s.L.(*core.Var)
	if !ok || c.cells[v] == nil {
		return &core.Update{L: l, Op: s.Op, R: r}
	}
	op := s.Op
	switch op {
	case token.INC:
		op, r = token.ADD, &core.Const{Value: core.IntConst(1).Value, T: v.T}
	case token.DEC:
		op, r = token.SUB, &core.Const{Value: core.IntConst(1).Value, T: v.T}
	}
	return &core.Assign{L: []core.Expr{l}, R: []core.Expr{&core.Binary{Op: op, X: c.twinExpr(s.L), Y: r, T: v.T}}}
}

// twinReturn ends the function, unless it is what a factory does.
func (c *coder) twinReturn(s *core.Return) {
	if len(s.Xs) == 1 {
		if lit, ok := s.Xs[0].(*core.FuncLit); ok {
			f := *lit.Func
			if f.From = c.from + ".func"; len(f.Params) > 0 && f.Params[0].T == core.Defers {
				f.From = c.from
			}
			c.emitStmt(&core.Return{Xs: []core.Expr{&core.FuncLit{Func: c.twins.functionTwin(&f, c.captured)}}})
			return
		}
	}
	r := &core.Return{Xs: c.twinExprs(s.Xs)}
	if c.fn != nil {
		c.leaveCall()
	}
	c.emitStmt(r)
}

func (c *coder) twinExprs(xs []core.Expr) []core.Expr {
	if xs == nil {
		return nil
	}
	out := make([]core.Expr, len(xs))
	for i, x := range xs {
		out[i] = c.twinExpr(x)
	}
	return out
}

// twinExpr is an expression with cells and twins in it.
func (c *coder) twinExpr(x core.Expr) core.Expr {
	switch x := x.(type) {
	case nil:
		return nil
	case *core.Var:
		if p := c.cells[x]; p != nil {
			return &core.Deref{X: p}
		}
		return x
	case *core.FuncName:
		return c.nameTwin(x)
	case *core.Addr:
		inner := c.twinExpr(x.X)
		if d, ok := inner.(*core.Deref); ok {
			if p, ok := d.X.(*core.Var); ok && p.Cell {
				return p
			}
		}
		return &core.Addr{X: inner, T: x.T}
	}
	y := core.Shallow(x)
	for _, part := range core.Parts(y) {
		*part = c.twinExpr(*part)
	}
	return y
}
