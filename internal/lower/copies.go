package lower

import (
	"strings"

	"riffle/internal/core"
)

// dropCopies removes the temporaries of a function that only copy a variable which
// never changes: the engine makes each variable anew at every call. Pointers stay,
// as the name of a pointer tells whether it may be nil.
func dropCopies(f *core.Function) {
	c := &copies{writes: map[string]int{}, local: map[string]*core.Type{}, of: map[string]*core.Var{}}
	c.function(f)
	c.find(f.Body)
	if len(c.of) > 0 {
		f.Body = c.stmts(f.Body)
	}
}

// copies is what dropCopies knows of the variables of a function and of the closure
// in it. Their names are all different.
type copies struct {
	local  map[string]*core.Type // declared here
	writes map[string]int        // beside the declaration; an address counts
	of     map[string]*core.Var  // what a temporary is a copy of
}

// function counts what happens to variables.
func (c *copies) function(f *core.Function) {
	for _, p := range f.Params {
		c.local[p.Name] = p.T
	}
	core.Inspect(f.Body, func(s core.Stmt) {
		switch s := s.(type) {
		case *core.Define:
			if _, again := c.local[s.Name]; again {
				c.writes[s.Name]++
			}
			c.local[s.Name] = s.T
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

// written notes a write to a place: to the variable that holds it.
func (c *copies) written(place core.Expr) {
	switch x := place.(type) {
	case *core.Var:
		c.writes[x.Name]++
	case *core.Field:
		if t := x.X.Type(); t == nil || t.Kind != core.Pointer {
			c.written(x.X)
		}
	case *core.Index:
		if t := x.X.Type(); t == nil || t.Kind == core.Array {
			c.written(x.X)
		}
	}
}

// find looks for copies. A copy of a copy is one of the original.
func (c *copies) find(body []core.Stmt) {
	core.Inspect(body, func(s core.Stmt) {
		d, ok := s.(*core.Define)
		if !ok || !temporary(d.Name) || c.writes[d.Name] > 0 || d.T.Kind == core.Pointer {
			return
		}
		v, ok := d.X.(*core.Var)
		if !ok || c.local[v.Name] != d.T || c.writes[v.Name] > 0 {
			return
		}
		if first := c.of[v.Name]; first != nil {
			v = first
		}
		c.of[d.Name] = v
	}, func(x core.Expr) {
		if lit, ok := x.(*core.FuncLit); ok {
			c.find(lit.Func.Body)
		}
	})
}

// temporary reports whether a name is one that lowering made: t and a number.
func temporary(name string) bool {
	return len(name) > 1 && name[0] == 't' && strings.Trim(name[1:], "0123456789") == ""
}

// stmts are statements without the copies.
func (c *copies) stmts(body []core.Stmt) []core.Stmt {
	out := body[:0:0]
	for _, s := range body {
		if d, ok := s.(*core.Define); ok && c.of[d.Name] != nil {
			continue
		}
		c.stmt(s)
		out = append(out, s)
	}
	return out
}

// stmt puts the originals into a statement.
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

// expr puts the originals into an expression.
func (c *copies) expr(place *core.Expr) {
	switch x := (*place).(type) {
	case nil:
	case *core.Var:
		if v := c.of[x.Name]; v != nil {
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
