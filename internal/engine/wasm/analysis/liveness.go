package analysis

import (
	"go/token"
	"slices"

	"riffle/internal/core"
)

// Rule 5 of doc/machine-code.md: a pointer is in the frame at every call that may reach a
// cleanup if it is used later, and not otherwise: a word that isn't updated would be stale.
// A variable that is live at a place has been live ever since it was assigned, so the
// collector has seen it all the time.

// Set is a set of variables, by their index.
type Set []uint64

// Has reports whether the variable of index i is in the set.
func (s Set) Has(i int) bool { return i/64 < len(s) && s[i/64]>>(i%64)&1 != 0 }

// Clone is a copy.
func (s Set) Clone() Set { return slices.Clone(s) }

// Add adds the variable of index i.
func (s Set) Add(i int) { s[i/64] |= 1 << (i % 64) }

// Remove removes the variable of index i.
func (s Set) Remove(i int) { s[i/64] &^= 1 << (i % 64) }

// Union adds the variables of t, and reports whether there were new ones.
func (s Set) Union(t Set) (grown bool) {
	for i, w := range t {
		if w&^s[i] != 0 {
			s[i] |= w
			grown = true
		}
	}
	return grown
}

// Liveness is what variables are live where.
type Liveness struct {
	Entry  Set
	After  map[core.Stmt]Set // of statements that call: after the call, before the assignment
	Head   map[*core.For]Set // where a round begins
	Step   map[*core.For]Set // after the condition
	Past   map[*core.For]Set // after the loop
	Labels map[string]Set

	index   map[*core.Var]int
	always  Set               // that a panic may use, wherever it comes from
	inner   map[*core.For]Set // of a rotated one: after the step
	targets []liveTarget
	grown   bool
}

// liveTarget is where a break or continue goes.
type liveTarget struct {
	label     string
	brk, cont Set  // cont is nil for a switch
	next      Set  // where a fallthrough goes
	block     bool // only a break with its label leaves it
}

// liveness computes it for a body. index numbers the variables.
func liveness(body []core.Stmt, index map[*core.Var]int, always []*core.Var) *Liveness {
	l := &Liveness{index: index, always: make(Set, (len(index)+63)/64), After: map[core.Stmt]Set{}, Head: map[*core.For]Set{}, Step: map[*core.For]Set{}, inner: map[*core.For]Set{}, Past: map[*core.For]Set{}, Labels: map[string]Set{}}
	for _, v := range always {
		l.use(l.always, v)
	}
	for again := true; again; again = l.grown {
		l.grown = false
		l.Entry = l.block(body, l.Empty())
	}
	return l
}

// Empty is what is live where nothing is used later.
func (l *Liveness) Empty() Set { return l.always.Clone() }

// use adds the variables that expressions mention.
func (l *Liveness) use(s Set, xs ...core.Expr) {
	for _, x := range xs {
		if x == nil {
			continue
		}
		if v, ok := x.(*core.Var); ok {
			if i, ok := l.index[v]; ok {
				s.Add(i)
			}
			continue
		}
		for _, p := range core.Parts(x) {
			l.use(s, *p)
		}
	}
}

// kill removes a variable that is assigned as a whole.
func (l *Liveness) kill(s Set, place core.Expr) {
	if v, ok := place.(*core.Var); ok {
		if i, ok := l.index[v]; ok && !l.always.Has(i) {
			s.Remove(i)
		}
	}
}

// block computes what is live before statements from what is live after them. It takes
// over the set out.
func (l *Liveness) block(body []core.Stmt, out Set) Set {
	for _, s := range slices.Backward(body) {
		out = l.stmt(s, out)
	}
	return out
}

func (l *Liveness) stmt(s core.Stmt, out Set) Set {
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
		other := l.block(s.Else, out.Clone())
		out = l.block(s.Then, out)
		out.Union(other)
		l.use(out, s.Cond)
	case *core.For:
		out = l.loop(s, out)
	case *core.Switch:
		out = l.switchStmt(s, out)
	case *core.Block:
		l.targets = append(l.targets, liveTarget{label: s.Label, brk: out.Clone(), block: true})
		out = l.block(s.Body, out)
		l.targets = l.targets[:len(l.targets)-1]
	case *core.Label:
		if at := l.Labels[s.Name]; at == nil {
			l.Labels[s.Name], l.grown = out.Clone(), true
		} else if at.Union(out) {
			l.grown = true
		}
	case *core.Branch:
		out = l.branch(s)
	case *core.Return:
		out = l.Empty()
		l.use(out, s.Xs...)
	}
	return out
}

// place adds what assigning a place needs: if a part of a variable is assigned, its
// liveness doesn't change.
func (l *Liveness) place(s Set, p core.Expr) {
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
func (l *Liveness) call(s core.Stmt, out Set) { l.After[s] = out.Clone() }

// loop repeats until what is live where a round begins stays the same.
func (l *Liveness) loop(s *core.For, out Set) Set {
	l.Past[s] = out.Clone()
	head := l.Head[s]
	if head == nil {
		head = l.Empty()
		l.Head[s] = head
	}
	for {
		next := head.Clone()
		if s.Post != nil {
			next = l.stmt(s.Post, next)
		}
		l.targets = append(l.targets, liveTarget{label: s.Label, brk: out, cont: next})
		begin := l.body(s, next.Clone())
		l.targets = l.targets[:len(l.targets)-1]
		if s.Cond != nil {
			begin.Union(out)
			l.Step[s] = begin.Clone()
			l.use(begin, s.Cond)
		}
		if !head.Union(begin) {
			return head.Clone()
		}
	}
}

// body computes what is live before a loop's body, and in a rotated loop before the body
// that follows its step.
func (l *Liveness) body(s *core.For, out Set) Set {
	r, ok := Rotate(s)
	if !ok {
		return l.block(s.Body, out)
	}
	out = l.block(r.Body, out)
	l.inner[s] = out.Clone()
	return l.block(s.Body[:len(s.Body)-len(r.Body)], out)
}

// Round is what is live where a round of a loop begins, after its condition.
func (l *Liveness) Round(s *core.For, r Rotated) Set {
	switch {
	case r.Flag != nil:
		return l.inner[s]
	case s.Cond != nil:
		return l.Step[s]
	}
	return l.Head[s]
}

func (l *Liveness) switchStmt(s *core.Switch, out Set) Set {
	all := out.Clone() // if no case matches
	next := out
	for _, body := range slices.Backward(s.Cases) {
		l.targets = append(l.targets, liveTarget{label: s.Label, brk: out, next: next})
		begin := l.block(body, out.Clone())
		l.targets = l.targets[:len(l.targets)-1]
		all.Union(begin)
		next = begin.Clone()
	}
	l.use(all, s.X)
	return all
}

func (l *Liveness) branch(s *core.Branch) Set {
	switch s.Tok {
	case token.GOTO:
		if at := l.Labels[s.Label]; at != nil {
			return at.Clone()
		}
		l.Labels[s.Label], l.grown = l.Empty(), true
		return l.Empty()
	case token.FALLTHROUGH:
		for _, t := range slices.Backward(l.targets) {
			if !t.block {
				return t.next.Clone()
			}
		}
	}
	for _, t := range slices.Backward(l.targets) {
		if s.Label != "" && s.Label != t.label || s.Label == "" && t.block || s.Tok == token.CONTINUE && t.cont == nil {
			continue
		}
		if s.Tok == token.CONTINUE {
			return t.cont.Clone()
		}
		return t.brk.Clone()
	}
	return l.Empty()
}
