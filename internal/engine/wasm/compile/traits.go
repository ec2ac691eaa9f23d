package compile

import (
	"go/token"
	"reflect"

	"riffle/internal/core"
)

// traits are often needed facts about a loop, found in one walk through it.
type traits struct {
	assigned  []*core.Var // as assigned finds them, repeated if assigned repeatedly
	mentioned []*core.Var // in the order of their first mention; not those it declares
	innermost bool        // no loop, and no label, in its body
	callFree  bool        // only it and the loops in it take fuel, and it is left only at its end
	returns   bool
	continues bool
	within    bool // it is left only at its end, by breaks of its own, and by returns
	calls     bool // functions, or natives that may return
	makes     bool // objects of any size, after which a poll may be due at once
	unlinks   bool // it may change slices in memory
	follows   bool // pointers to numbers
}

// traitsOf is a loop's traits.
func (f *function) traitsOf(s *core.For) *traits {
	tr := f.traits[s]
	if tr == nil {
		tr = f.lookAt(s)
		if f.traits == nil {
			f.traits = map[*core.For]*traits{}
		}
		f.traits[s] = tr
	}
	return tr
}

// look is a walk through a loop.
type look struct {
	*traits
	f      *function
	loop   *core.For
	seen   map[*core.Var]bool // declared or mentioned
	labels map[string]bool    // of loops and switches in it
	blocks map[string]bool    // of blocks in it
	jumps  []string           // where breaks and continues go
}

func (f *function) lookAt(s *core.For) *traits {
	l := look{&traits{innermost: true, callFree: true, within: true}, f, s, map[*core.Var]bool{}, map[string]bool{"": true}, map[string]bool{"": true}, nil}
	core.Inspect([]core.Stmt{s}, l.stmt, l.expr)
	for _, label := range l.jumps {
		l.within = l.within && l.labels[label]
		l.callFree = l.callFree && l.blocks[label]
	}
	l.unlinks = l.unlinks || l.calls
	return l.traits
}

func (l *look) stmt(s core.Stmt) {
	switch s := s.(type) {
	case *core.Define:
		l.seen[s.Var] = true
		l.assigned = append(l.assigned, s.Var)
	case *core.Assign:
		for _, x := range s.L {
			l.assigns(x)
		}
	case *core.Update:
		l.assigns(s.L)
	case *core.For:
		l.labels[s.Label] = true
		l.innermost = l.innermost && s == l.loop
	case *core.Switch:
		l.labels[s.Label] = true
	case *core.Block:
		if s.Label != "" {
			l.blocks[s.Label], l.labels[s.Label] = true, true
		}
	case *core.Label:
		l.innermost, l.within, l.callFree = false, false, false
	case *core.Return:
		l.returns, l.callFree = true, false
	case *core.Branch:
		l.jumps = append(l.jumps, s.Label)
		l.continues = l.continues || s.Tok == token.CONTINUE
		l.within = l.within && s.Tok != token.GOTO
	}
}

func (l *look) assigns(x core.Expr) {
	v := core.AssignedVar(x)
	if v != nil {
		l.assigned = append(l.assigned, v)
	}
	if (v == nil || l.f.vars[v] == nil) && l.f.c.layout(x.Type()).scanned {
		l.unlinks = true
	}
}

func (l *look) expr(x core.Expr) {
	switch x := x.(type) {
	case *core.Var:
		if !l.seen[x] {
			l.seen[x] = true
			l.mentioned = append(l.mentioned, x)
		}
	case *core.Addr: // an out-parameter
		if v := core.AssignedVar(x.X); v != nil {
			l.assigned = append(l.assigned, v)
		}
	case *core.Deref:
		l.follows = l.follows || l.f.leadsToNumber(x.X)
	case *core.Field:
		l.follows = l.follows || kindOf(l.f.c, x.X.Type()) == reflect.Pointer && l.f.leadsToNumber(x.X)
	case *core.Call:
		b, builtin := x.Fun.(*core.Builtin)
		switch {
		case builtin && b.Op <= core.Cap || ends(x):
		case builtin || l.f.asksFace(x):
			l.calls = true
		default:
			l.calls, l.callFree = true, false
		}
	case *core.Make:
		l.makes = true
	case *core.Conv:
		to := kindOf(l.f.c, x.T)
		l.makes = l.makes || to == reflect.String || to == reflect.Slice
	case *core.Binary:
		l.makes = l.makes || x.Op == token.ADD && kindOf(l.f.c, x.T) == reflect.String
	case *core.Index:
		l.makes = l.makes || l.f.isMap(x.X)
	}
}
