package lower

import "riffle/internal/core"

// dropCopies removes a function's temporaries that only copy a variable which never
// changes. Each is one variable less at every call, for any engine.
func dropCopies(f *core.Function) {
	c := &copies{writes: map[*core.Var]int{}, local: map[*core.Var]bool{}, of: map[*core.Var]*core.Var{}}
	c.function(f)
	c.find(f.Body)
	if len(c.of) > 0 {
		f.Body = c.stmts(f.Body)
	}
}

// copies is what dropCopies knows of the variables of a function and of the closure
// in it.
type copies struct {
	local  map[*core.Var]bool      // declared here
	writes map[*core.Var]int       // besides the declaration; taking the address counts
	of     map[*core.Var]*core.Var // what a temporary is a copy of
}

// function counts the declarations and writes of variables.
func (c *copies) function(f *core.Function) {
	for _, p := range f.Params {
		c.local[p] = true
	}
	core.Inspect(f.Body, func(s core.Stmt) {
		switch s := s.(type) {
		case *core.Define:
			c.local[s.Var] = true
		case *core.Assign:
			for _, l := range s.L {
				c.written(l)
			}
		case *core.Update:
			c.written(s.L)
		}
	}, func(x core.Expr) {
		switch x := x.(type) {
		case *core.Addr:
			c.written(x.X)
		case *core.FuncLit:
			c.function(x.Func)
		}
	})
}

// written records a write to a place, that is, to the variable that holds it.
func (c *copies) written(place core.Expr) {
	switch x := place.(type) {
	case *core.Var:
		c.writes[x]++
	case *core.Field:
		c.written(x.X)
	case *core.Index:
		if x.X.Type().Kind == core.Array {
			c.written(x.X)
		}
	}
}

// find looks for copies. A copy of a copy is a copy of the original.
func (c *copies) find(body []core.Stmt) {
	core.Inspect(body, func(s core.Stmt) {
		d, ok := s.(*core.Define)
		if !ok || d.Var.Kind != core.Temp || c.writes[d.Var] > 0 {
			return
		}
		v, ok := d.X.(*core.Var)
		if !ok || !c.local[v] || v.T != d.Var.T || c.writes[v] > 0 {
			return
		}
		if first := c.of[v]; first != nil {
			v = first
		}
		c.of[d.Var] = v
	}, func(x core.Expr) {
		if lit, ok := x.(*core.FuncLit); ok {
			c.find(lit.Func.Body)
		}
	})
}

// stmts removes the copies from statements.
func (c *copies) stmts(body []core.Stmt) []core.Stmt {
	out := body[:0:0]
	for _, s := range body {
		if d, ok := s.(*core.Define); ok && c.of[d.Var] != nil {
			continue
		}
		c.stmt(s)
		out = append(out, s)
	}
	return out
}

// stmt replaces copies in a statement by the originals.
func (c *copies) stmt(s core.Stmt) {
	switch s := s.(type) {
	case *core.If:
		s.Then, s.Else = c.stmts(s.Then), c.stmts(s.Else)
	case *core.For:
		s.Body = c.stmts(s.Body)
		if s.Post != nil {
			c.stmt(s.Post)
		}
	case *core.Switch:
		for i := range s.Cases {
			s.Cases[i] = c.stmts(s.Cases[i])
		}
	case *core.Block:
		s.Body = c.stmts(s.Body)
	}
	for _, x := range core.Operands(s) {
		c.expr(x)
	}
}

// expr replaces copies in an expression by the originals.
func (c *copies) expr(place *core.Expr) {
	switch x := (*place).(type) {
	case nil:
	case *core.Var:
		if v := c.of[x]; v != nil {
			*place = v
		}
	case *core.FuncLit:
		x.Func.Body = c.stmts(x.Func.Body)
	default:
		for _, part := range core.Parts(x) {
			c.expr(part)
		}
	}
}
