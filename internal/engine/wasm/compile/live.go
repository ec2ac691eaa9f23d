package compile

import (
	"go/token"
	"slices"

	"riffle/internal/core"
)

// Rule 5: a pointer is in the frame at every call that may reach a cleanup if it is used
// later, and not otherwise: a word that isn't updated would be stale. A variable that is
// live at a place has been live ever since it was assigned, so the collector has seen it
// all the time.

// set is a set of variables, by their index.
type set []uint64

func (s set) has(i int) bool { return i/64 < len(s) && s[i/64]>>(i%64)&1 != 0 }

func (s set) clone() set { return slices.Clone(s) }

func (s set) add(i int)    { s[i/64] |= 1 << (i % 64) }
func (s set) remove(i int) { s[i/64] &^= 1 << (i % 64) }

// union adds the variables of t, and reports whether there were new ones.
func (s set) union(t set) (grown bool) {
	for i, w := range t {
		if w&^s[i] != 0 {
			s[i] |= w
			grown = true
		}
	}
	return grown
}

// liveness is what variables are live where.
type liveness struct {
	vars    map[*core.Var]*variable
	n       int
	always  set // that a panic may use, wherever it comes from
	entry   set
	after   map[core.Stmt]set // of statements that call: after the call, before the assignment
	head    map[*core.For]set // where a round begins
	step    map[*core.For]set // after the condition
	inner   map[*core.For]set // of a rotated one: after the step
	past    map[*core.For]set // after the loop
	labels  map[string]set
	targets []liveTarget
	grown   bool
}

// liveTarget is where a break or continue goes.
type liveTarget struct {
	label     string
	brk, cont set  // cont is nil for a switch
	next      set  // where a fallthrough goes
	block     bool // only a break with its label leaves it
}

// analyse computes the function's liveness.
func (f *function) analyse() {
	l := &f.live
	*l = liveness{vars: f.vars, n: len(f.order), after: map[core.Stmt]set{}, head: map[*core.For]set{}, step: map[*core.For]set{}, inner: map[*core.For]set{}, past: map[*core.For]set{}, labels: map[string]set{}}
	l.always = make(set, (l.n+63)/64)
	if g := f.self.guard; g != nil {
		for _, v := range g.vars() {
			l.use(l.always, v)
		}
	}
	for again := true; again; again = l.grown {
		l.grown = false
		l.entry = l.block(f.src.Body, l.empty())
	}
}

// empty is what is live where nothing is used later.
func (l *liveness) empty() set { return l.always.clone() }

// use adds the variables that expressions mention.
func (l *liveness) use(s set, xs ...core.Expr) {
	for _, x := range xs {
		if x == nil {
			continue
		}
		if v, ok := x.(*core.Var); ok {
			if v := l.vars[v]; v != nil && v.index >= 0 {
				s.add(v.index)
			}
			continue
		}
		for _, p := range core.Parts(x) {
			l.use(s, *p)
		}
	}
}

// kill removes a variable that is assigned as a whole.
func (l *liveness) kill(s set, place core.Expr) {
	if v, ok := place.(*core.Var); ok {
		if v := l.vars[v]; v != nil && v.index >= 0 && !l.always.has(v.index) {
			s.remove(v.index)
		}
	}
}

// block computes what is live before statements from what is live after them. It takes
// over the set out.
func (l *liveness) block(body []core.Stmt, out set) set {
	for _, s := range slices.Backward(body) {
		out = l.stmt(s, out)
	}
	return out
}

func (l *liveness) stmt(s core.Stmt, out set) set {
	switch s := s.(type) {
	case *core.Define:
		l.kill(out, s.Var)
		l.call(s, out)
		l.use(out, s.X)
	case *core.Assign:
		for _, p := range s.L {
			l.kill(out, p)
		}
		for _, p := range s.L {
			if _, ok := p.(*core.Var); !ok {
				l.place(out, p)
			}
		}
		l.call(s, out)
		l.use(out, s.R...)
	case *core.Update:
		l.use(out, s.L, s.R)
	case *core.Do:
		l.call(s, out)
		l.use(out, s.X)
	case *core.If:
		other := l.block(s.Else, out.clone())
		out = l.block(s.Then, out)
		out.union(other)
		l.use(out, s.Cond)
	case *core.For:
		out = l.loop(s, out)
	case *core.Switch:
		out = l.switchStmt(s, out)
	case *core.Block:
		l.targets = append(l.targets, liveTarget{label: s.Label, brk: out.clone(), block: true})
		out = l.block(s.Body, out)
		l.targets = l.targets[:len(l.targets)-1]
	case *core.Label:
		if at := l.labels[s.Name]; at == nil {
			l.labels[s.Name], l.grown = out.clone(), true
		} else if at.union(out) {
			l.grown = true
		}
	case *core.Branch:
		out = l.branch(s)
	case *core.Return:
		out = l.empty()
		l.use(out, s.Xs...)
	}
	return out
}

// place adds what assigning a place needs: if a part of a variable is assigned, its
// liveness doesn't change.
func (l *liveness) place(s set, p core.Expr) {
	switch p := p.(type) {
	case *core.Var:
	case *core.Field:
		l.place(s, p.X)
	case *core.Index:
		l.use(s, p.I)
		if p.X.Type().Kind == core.Array {
			l.place(s, p.X)
		} else {
			l.use(s, p.X)
		}
	default:
		l.use(s, p)
	}
}

// call records what is live across a statement's call.
func (l *liveness) call(s core.Stmt, out set) { l.after[s] = out.clone() }

// loop repeats until what is live where a round begins stays the same.
func (l *liveness) loop(s *core.For, out set) set {
	l.past[s] = out.clone()
	head := l.head[s]
	if head == nil {
		head = l.empty()
		l.head[s] = head
	}
	for {
		next := head.clone()
		if s.Post != nil {
			next = l.stmt(s.Post, next)
		}
		l.targets = append(l.targets, liveTarget{label: s.Label, brk: out, cont: next})
		begin := l.body(s, next.clone())
		l.targets = l.targets[:len(l.targets)-1]
		if s.Cond != nil {
			begin.union(out)
			l.step[s] = begin.clone()
			l.use(begin, s.Cond)
		}
		if !head.union(begin) {
			return head.clone()
		}
	}
}

// body computes what is live before a loop's body, and in a rotated loop before the body
// that follows its step.
func (l *liveness) body(s *core.For, out set) set {
	r, ok := rotate(s)
	if !ok {
		return l.block(s.Body, out)
	}
	out = l.block(r.body, out)
	l.inner[s] = out.clone()
	return l.block(s.Body[:len(s.Body)-len(r.body)], out)
}

// round is what is live where a round of a loop begins, after its condition.
func (l *liveness) round(s *core.For, r rotated) set {
	switch {
	case r.flag != nil:
		return l.inner[s]
	case s.Cond != nil:
		return l.step[s]
	}
	return l.head[s]
}

func (l *liveness) switchStmt(s *core.Switch, out set) set {
	all := out.clone() // if no case matches
	next := out
	for _, body := range slices.Backward(s.Cases) {
		l.targets = append(l.targets, liveTarget{label: s.Label, brk: out, next: next})
		begin := l.block(body, out.clone())
		l.targets = l.targets[:len(l.targets)-1]
		all.union(begin)
		next = begin.clone()
	}
	l.use(all, s.X)
	return all
}

func (l *liveness) branch(s *core.Branch) set {
	switch s.Tok {
	case token.GOTO:
		if at := l.labels[s.Label]; at != nil {
			return at.clone()
		}
		l.labels[s.Label], l.grown = l.empty(), true
		return l.empty()
	case token.FALLTHROUGH:
		for _, t := range slices.Backward(l.targets) {
			if !t.block {
				return t.next.clone()
			}
		}
	}
	for _, t := range slices.Backward(l.targets) {
		if s.Label != "" && s.Label != t.label || s.Label == "" && t.block || s.Tok == token.CONTINUE && t.cont == nil {
			continue
		}
		if s.Tok == token.CONTINUE {
			return t.cont.clone()
		}
		return t.brk.clone()
	}
	return l.empty()
}
