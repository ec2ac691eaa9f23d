package compile

import "riffle/internal/core"

// A variable that closures share is a cell, separate memory. If only a guard's closure
// shared it, whose body is now part of the function (open.go), only the function reads
// and writes it, and keeps it in locals.

// localCells finds such cells: each is mentioned, under its own or another name, only
// where it is dereferenced.
func (f *function) localCells() {
	made, same := f.madeCells()
	if len(made) == 0 {
		return
	}
	followed, mentioned, other := map[*core.Var]int{}, map[*core.Var]int{}, map[*core.Var]bool{}
	cell := func(x core.Expr) *core.Var {
		v, _ := x.(*core.Var)
		if root := same[v]; root != nil {
			return root
		}
		return v
	}
	core.Inspect(f.src.Body, func(s core.Stmt) {
		if d, ok := s.(*core.Define); ok && same[d.Var] != nil {
			followed[cell(d.X)]++
		}
	}, func(x core.Expr) {
		switch x := x.(type) {
		case *core.Var:
			mentioned[cell(x)]++
		case *core.Deref:
			followed[cell(x.X)]++
		case *core.Field:
			if x.X.Type().Kind == core.Pointer {
				followed[cell(x.X)]++
			}
		case *core.Addr:
			other[cell(pointerBehind(x.X))] = true
		}
	})
	for v := range made {
		if l := f.c.layout(v.T.Elem); followed[v] == mentioned[v] && !other[v] && !l.big {
			f.declare(v, l)
			f.vars[v].unboxed = true
		}
	}
	for v, root := range same {
		if k := f.vars[root]; k != nil && k.unboxed {
			f.vars[v] = k
		}
	}
}

// madeCells are the cells that the function makes, and their other names.
func (f *function) madeCells() (made map[*core.Var]bool, same map[*core.Var]*core.Var) {
	made, same = map[*core.Var]bool{}, map[*core.Var]*core.Var{}
	core.Inspect(f.src.Body, func(s core.Stmt) {
		d, ok := s.(*core.Define)
		if !ok || !d.Var.Cell {
			return
		}
		switch x := d.X.(type) {
		case *core.New:
			made[d.Var] = true
		case *core.Var:
			if made[x] {
				same[d.Var] = x
			}
		}
	}, func(core.Expr) {})
	return made, same
}

// pointerBehind is the pointer to the memory that a place is in, nil for a variable's.
func pointerBehind(x core.Expr) core.Expr {
	switch x := x.(type) {
	case *core.Deref:
		return x.X
	case *core.Field:
		if x.X.Type().Kind == core.Pointer {
			return x.X
		}
		return pointerBehind(x.X)
	case *core.Index:
		return pointerBehind(x.X)
	}
	return nil
}
