package yaegi

import (
	"go/token"
	"slices"
	"strconv"

	"riffle/internal/core"
)

// Of a panic, yaegi reports only the functions that it leaves. So before a statement that
// may panic, or call something that may, a function stores the number of the statement's
// site in a global variable of its own: once for all that one statement of the user's has
// become, again after a call, since the function may have called itself, and after each
// round of a loop whose head may panic.

// site is where in a function a panic may begin or pass through.
type site struct {
	pos token.Pos
	// calls are the functions of the session that it calls by name; open says that it may
	// also call others, through a value or a native.
	calls []string
	open  bool
}

func (s site) isOpen() bool { return s.open }

// sites are those of a function, by number. Number 0 is its entry.
type sites struct {
	all   []site
	place *core.Var // where it stores the number
	now   token.Pos // of the statements that come next
	noted token.Pos // whose site was stored last
	loops []loop    // the enclosing ones, the innermost last
}

// loop is a loop, with the statement that stores its site after a round, nil if its head
// can't panic.
type loop struct {
	label string
	again core.Stmt
}

// withSites is a function that stores its sites, and what they are. The variable has the
// number n in its name.
func withSites(f *core.Function, n int) (*core.Function, *sites) {
	s := &sites{
		all:   make([]site, 1),
		place: &core.Var{Name: "at" + strconv.Itoa(n), Kind: core.Global, T: core.Int, Memory: new(any(new(int)))},
	}
	g := *f
	g.Body = s.block(f.Body)
	return &g, s
}

func (s *sites) block(body []core.Stmt) []core.Stmt {
	out := make([]core.Stmt, 0, len(body)+len(body)/2)
	s.noted = token.NoPos
	for _, x := range body {
		if m, ok := x.(*core.Mark); ok {
			s.mark(m.Pos)
			continue
		}
		for _, n := range []core.Stmt{s.note(x), s.next(x)} {
			if n != nil {
				out = append(out, n)
			}
		}
		if f, ok := x.(*core.For); ok {
			out = append(out, s.loop(f))
		} else {
			out = append(out, core.WithBlocks(x, s.block))
		}
	}
	s.noted = token.NoPos
	return out
}

func (s *sites) mark(pos token.Pos) {
	s.now = pos
	if !s.all[0].pos.IsValid() {
		s.all[0].pos = pos
	}
}

// note is the statement that stores the site of another, nil if that needs none.
func (s *sites) note(x core.Stmt) core.Stmt {
	r := riskOf(x)
	if r == safe || !s.now.IsValid() && !s.all[0].pos.IsValid() { // nothing has a place yet
		return nil
	}
	var n core.Stmt
	if s.noted != s.now || !s.now.IsValid() {
		s.all = append(s.all, site{pos: s.now})
		n = noting(s.place, len(s.all)-1)
		s.noted = s.now
	}
	if r == calls {
		for _, p := range core.Operands(x) {
			s.all[len(s.all)-1].calling(*p)
		}
		s.noted = token.NoPos
	}
	return n
}

// loop is a loop that stores its site after each round, if needed.
func (s *sites) loop(f *core.For) core.Stmt {
	l := loop{label: f.Label}
	if riskOf(f) > safe && s.now.IsValid() && !walks(f) {
		l.again = noting(s.place, len(s.all)-1)
	}
	s.loops = append(s.loops, l)
	body := s.block(f.Body)
	s.loops = s.loops[:len(s.loops)-1]
	if l.again != nil {
		body = append(body, l.again)
	}
	return &core.For{Label: f.Label, Cond: f.Cond, Post: f.Post, Body: body}
}

// next is the note before a continue, nil if the loop needs none.
func (s *sites) next(x core.Stmt) core.Stmt {
	b, ok := x.(*core.Branch)
	if !ok || b.Tok != token.CONTINUE {
		return nil
	}
	for _, l := range slices.Backward(s.loops) {
		if b.Label == "" || b.Label == l.label {
			return l.again
		}
	}
	return nil
}

// calling adds what an expression calls.
func (t *site) calling(x core.Expr) {
	if x == nil {
		return
	}
	if c, ok := x.(*core.Call); ok {
		switch f := c.Fun.(type) {
		case *core.FuncName:
			t.calls = append(t.calls, f.Name)
		case *core.Builtin:
		default:
			t.open = true
		}
	}
	for _, p := range core.Parts(x) {
		t.calling(*p)
	}
}
