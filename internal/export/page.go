package export

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"riffle/internal/cell"
	"riffle/internal/lower"
)

// Widgets, such as a lesson's sliders, show nothing that a program could: the statements
// that use them become comments. Where others need what such a statement declares or
// changes, it is refused.

// leaveWidgets turns what needs a notebook's page into comments.
func (t *translator) leaveWidgets() {
	for i, b := range t.blocks {
		for _, u := range slices.Clone(b.units) {
			if u.Checked == nil {
				continue
			}
			var left, kept []cell.Checkable
			for _, p := range u.Parts {
				if u.uses(p, onPage) {
					left = append(left, p)
				} else {
					kept = append(kept, p)
				}
			}
			if len(left) > 0 && !t.needed(u.made(left), u, kept, t.blocks[i:]) {
				t.leaveParts(u, left, kept)
			}
		}
	}
}

// leaveParts makes a comment of parts of a unit.
func (t *translator) leaveParts(u *unit, left, kept []cell.Checkable) {
	t.leave(u.block, "widgets need a notebook's page; here as a comment")
	var text strings.Builder
	for _, p := range left {
		text.WriteString(p.Source.Text[p.Start:p.End] + "\n")
		if p.Node == ast.Node(u.Show) {
			u.shows = false
		}
	}
	c := *u.Checked
	c.Parts = kept
	if !u.shows {
		c.Show, c.Kept = nil, nil
	}
	u.Checked = &c
	about := &unit{block: u.block, about: "// This needs a notebook's page:\n" + comment(text.String())}
	u.block.units = slices.Insert(u.block.units, slices.Index(u.block.units, u)+1, about)
}

func onPage(o types.Object) bool {
	return o.Pkg() != nil && (o.Pkg().Path() == widgetPath || o.Pkg().Path() == commPath)
}

// uses reports whether a part uses an object of a kind.
func (u *unit) uses(p cell.Checkable, kind func(types.Object) bool) (found bool) {
	if p.Node == nil {
		return false
	}
	ast.Inspect(p.Node, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			o := u.Info.Uses[id]
			found = found || o != nil && kind(o)
		}
		return !found
	})
	return found
}

// made are the names that parts declare for others, or give values.
func (u *unit) made(parts []cell.Checkable) map[string]bool {
	names := map[string]bool{}
	for _, p := range parts {
		if p.Node == nil {
			continue
		}
		ast.Inspect(p.Node, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				for _, x := range n.Lhs {
					u.given(p, x, names)
				}
			case *ast.IncDecStmt:
				u.given(p, n.X, names)
			case *ast.UnaryExpr:
				if n.Op == token.AND {
					u.given(p, n.X, names)
				}
			}
			return true
		})
		ast.Inspect(p.Node, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && u.Info.Defs[id] != nil {
				names[id.Name] = true
			}
			_, inner := n.(*ast.FuncLit)
			return !inner
		})
	}
	return names
}

// given adds the variable that x is a part of, unless the part declares it.
func (u *unit) given(p cell.Checkable, x ast.Expr, names map[string]bool) {
	if id, ok := cell.Whole(x).(*ast.Ident); ok {
		if o := u.Info.Uses[id]; o != nil && !within(p, o) {
			names[id.Name] = true
		}
	}
}

func within(p cell.Checkable, o types.Object) bool {
	return p.Node.Pos() <= o.Pos() && o.Pos() < p.Node.End()
}

// needed reports whether names may be used by the parts that u keeps, or by what follows
// it and isn't left out itself.
func (t *translator) needed(names map[string]bool, u *unit, kept []cell.Checkable, blocks []*block) bool {
	after := false
	for _, b := range blocks {
		for _, v := range b.units {
			parts := kept
			if v != u {
				if !after || v.Checked == nil {
					continue
				}
				parts = v.Parts
			}
			after = true
			if slices.ContainsFunc(parts, func(p cell.Checkable) bool { return v.free(p, names) && !v.uses(p, onPage) }) {
				return true
			}
		}
	}
	return false
}

// free reports whether a part uses one of some names, which it doesn't declare itself.
func (u *unit) free(p cell.Checkable, names map[string]bool) bool {
	return u.uses(p, func(o types.Object) bool {
		return names[o.Name()] && !within(p, o) && (o.Pkg() == nil || o.Pkg().Path() == lower.UserPath)
	})
}
