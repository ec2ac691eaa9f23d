package cell

import (
	"go/types"
	"maps"
	"riffle/internal/core"
	"slices"
	"strings"
)

// Name is a name of the session and what it means.
type Name struct {
	Name string
	// Cell is the cell that declared it.
	Cell int
	// At is where in its cell a function or type is declared, in bytes.
	At int
	// Kind is "variable", "constant", "function", "type" or "package", and
	// "broken" where only Broken is known.
	Kind string
	// Type is the type as Go writes it: a variable's or constant's type, a function's
	// signature, a type's underlying type.
	Type string
	// Value is a constant's value, a package's import path, what a function waits for.
	Value string
	// Broken says why the declaration no longer compiles.
	Broken string
}

// Names lists the session's names in alphabetical order, without methods.
func (c *Compiler) Names() []Name {
	var names []Name
	for _, key := range slices.Sorted(maps.Keys(c.bindings)) {
		if !strings.Contains(key, ".") {
			names = append(names, c.bindings[key].describe())
		}
	}
	return names
}

// describe says what a name means.
func (b *binding) describe() Name {
	n := Name{Name: b.name, Cell: b.cell, Broken: b.broken}
	if b.decl != nil {
		n.At = b.decl.start
	}
	switch o := b.obj.(type) {
	case nil:
		n.Kind, n.Value = "package", b.path
		if b.broken != "" {
			n.Kind = "broken"
		}
	case *types.Var:
		n.Kind, n.Type = "variable", typeText(o.Type())
	case *types.Const:
		n.Kind, n.Type, n.Value = "constant", typeText(o.Type()), o.Val().String()
	case *types.Func:
		n.Kind, n.Type = "function", typeText(o.Type())
		if b.decl != nil {
			n.Value = strings.TrimPrefix(b.decl.waits, b.name+" ")
		}
	case *types.TypeName:
		n.Kind, n.Type = "type", typeText(o.Type().Underlying())
	}
	return n
}

// typeText is a type as the user writes it: the session's and the environment's
// names unqualified.
func typeText(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string {
		if p.Path() == "main" || strings.HasSuffix(p.Path(), "/shuffle") {
			return ""
		}
		return p.Name()
	})
}

// Forget drops a name of the session, with its methods if it is a type; the environment's
// meaning, if any, returns. It reports whether there was one.
func (c *Compiler) Forget(name string) bool {
	if _, ok := c.bindings[name]; !ok {
		return false
	}
	delete(c.bindings, name)
	maps.DeleteFunc(c.bindings, func(key string, _ *binding) bool { return strings.HasPrefix(key, name+".") })
	return true
}

// Reset drops all names and imports of the session.
func (c *Compiler) Reset() {
	clear(c.bindings)
	c.dots = nil
}

// InEnvironment reports whether a name is one of the environment's.
func (c *Compiler) InEnvironment(name string) bool { return c.environment(name) != nil }

// Result tells the compiler that the unit's value was displayed: it is _ and
// Out[n] from now on, if the cell has a number.
func (c *Compiler) Result(u *Unit) {
	if u.out == nil || u.n == 0 {
		return
	}
	c.last = u.out
	c.outs[u.n] = u.out
}

// HasResult reports whether what the unit displays can be _ and Out[n].
func (u *Unit) HasResult() bool { return u.out != nil && u.n > 0 }

// ForgetResult makes Out[n] unknown. It returns the variable of the normal form that
// holds the value, nil if that must be kept because it is also _.
func (c *Compiler) ForgetResult(n int) *core.Var {
	v := c.outs[n]
	delete(c.outs, n)
	if v == nil || v == c.last {
		return nil
	}
	return c.lower.Global(v)
}

// ForgetResults makes _ and all Out[n] unknown and returns the variables of the
// normal form that hold their values.
func (c *Compiler) ForgetResults() (variables []*core.Var) {
	last := c.last
	c.last = nil
	if last != nil {
		variables = append(variables, c.lower.Global(last))
	}
	for n, v := range c.outs {
		if held := c.ForgetResult(n); v != last {
			variables = append(variables, held)
		}
	}
	return variables
}
