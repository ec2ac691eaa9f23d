package analysis

import (
	"go/token"
	"reflect"
	"slices"
	"testing"

	"riffle/internal/core"
)

// plain are types of normal forms without natives.
type plain struct{}

func (plain) Kind(t *core.Type) reflect.Kind {
	switch t.Kind {
	case core.Pointer:
		return reflect.Pointer
	case core.Slice:
		return reflect.Slice
	case core.Map:
		return reflect.Map
	}
	if t == core.String {
		return reflect.String
	}
	return reflect.Int
}

func (plain) HasPointers(t *core.Type) bool { return t.Kind != core.Basic || t == core.String }

func (plain) PointsToNumber(t *core.Type) bool { return t.Kind == core.Pointer && t.Elem == core.Int }

var (
	pointer = &core.Type{Kind: core.Pointer, Elem: core.Int}
	ints    = &core.Type{Kind: core.Slice, Elem: core.Int}
	table   = &core.Type{Kind: core.Map, Key: core.Int, Elem: core.Int}

	i, n, k    = temp("i", core.Int), temp("n", core.Int), temp("k", core.Int)
	p, q       = temp("p", pointer), temp("q", pointer)
	s, m, flag = temp("s", ints), temp("m", table), temp("flag", core.Bool)
	global     = &core.Var{Name: "g", Kind: core.Global, T: pointer}
)

func temp(name string, t *core.Type) *core.Var {
	return &core.Var{Name: name, Kind: core.Temp, T: t}
}

// analyse analyses a body in which all but globals is in locals. Pointers have the
// indices of pointers.
func analyse(body []core.Stmt, pointers ...*core.Var) *Function {
	index := map[*core.Var]int{}
	for i, v := range pointers {
		index[v] = i
	}
	f := New(Input{
		Source: &core.Function{Body: body},
		Types:  plain{},
		Place: func(v *core.Var) Place {
			if v.Kind == core.Global {
				return Outside
			}
			return InLocals
		},
		Quick: func(x *core.Call) bool { return x.Fun == core.Expr(core.Rt("Is")) },
	})
	f.FindLive(index, nil)
	return f
}

func call(args ...core.Expr) *core.Do {
	f := &core.FuncName{Name: "f", T: &core.Type{Kind: core.Func}}
	return &core.Do{X: &core.Call{Fun: f, Args: args}}
}

func set(l, r core.Expr) *core.Assign {
	return &core.Assign{L: []core.Expr{l}, R: []core.Expr{r}}
}

func binary(x core.Expr, op token.Token, y core.Expr) *core.Binary {
	t := core.Int
	if op != token.ADD && op != token.SUB {
		t = core.Bool
	}
	return &core.Binary{Op: op, X: x, Y: y, T: t}
}

func element(x, i core.Expr) *core.Index { return &core.Index{X: x, I: i, T: core.Int, Checked: true} }

func deref(v *core.Var) *core.Deref { return &core.Deref{X: v} }

// check is an if that panics.
func check(cond core.Expr) *core.If {
	return &core.If{Cond: cond, Then: []core.Stmt{&core.Do{X: &core.Call{Fun: core.Rt("Panic")}}}}
}

// names are those of pointers that are in a set.
func names(s Set, pointers ...*core.Var) (in string) {
	for i, v := range pointers {
		if s.Has(i) {
			in += v.Name
		}
	}
	return in
}

func TestLiveAcrossCalls(t *testing.T) {
	first, second, third := call(), call(), call()
	body := []core.Stmt{
		&core.Define{Var: p, X: &core.New{T: pointer}},
		first, // p is used by the second call
		call(p),
		&core.Define{Var: q, X: p},
		second,    // q is used later, p is assigned first
		set(p, q), // the last use of q
		third,
		&core.Return{Xs: []core.Expr{p}},
	}
	live := analyse(body, p, q).Live
	for s, want := range map[core.Stmt]string{first: "p", second: "q", third: "p"} {
		if got := names(live.After[s], p, q); got != want {
			t.Errorf("after the call are live %q, want %q", got, want)
		}
	}
}

func TestLiveInLoops(t *testing.T) {
	last := call()
	loop := &core.For{Cond: binary(i, token.LSS, n), Body: []core.Stmt{call(p), last, set(p, q)}}
	live := analyse([]core.Stmt{loop, &core.Return{Xs: []core.Expr{p}}}, p, q).Live
	if got := names(live.After[last], p, q); got != "q" {
		t.Errorf("before the assignment at the end of a round are live %q, want q", got)
	}
	if got := names(live.Head[loop], p, q); got != "pq" {
		t.Errorf("where a round begins are live %q, want pq", got)
	}
	if got := names(live.Past[loop], p, q); got != "p" {
		t.Errorf("after the loop are live %q, want p", got)
	}
}

func TestLiveAcrossJumps(t *testing.T) {
	one := call()
	inner := &core.For{Body: []core.Stmt{
		&core.If{Cond: flag, Then: []core.Stmt{one, &core.Branch{Tok: token.BREAK, Label: "out"}}},
		set(p, q),
	}}
	outer := &core.Block{Label: "out", Body: []core.Stmt{inner, call(q)}}
	live := analyse([]core.Stmt{outer, call(p)}, p, q).Live
	if got := names(live.After[one], p, q); got != "p" {
		t.Errorf("before a break to the end are live %q, want p", got)
	}
}

func TestLiveAlways(t *testing.T) {
	first := call()
	f := analyse([]core.Stmt{first, set(p, q)})
	f.FindLive(map[*core.Var]int{p: 0, q: 1}, []*core.Var{p})
	if got := names(f.Live.After[first], p, q); got != "pq" {
		t.Errorf("live are %q, want pq: a panic may use p", got)
	}
}

func TestLoop(t *testing.T) {
	for _, tt := range []struct {
		name string
		body []core.Stmt
		want Loop
	}{
		{"an assignment", []core.Stmt{set(n, i)}, Loop{Innermost: true, CallFree: true, Within: true}},
		{"a check", []core.Stmt{check(flag)}, Loop{Innermost: true, CallFree: true, Within: true}},
		{"a call", []core.Stmt{call()}, Loop{Innermost: true, Within: true, Calls: true, Unlinks: true}},
		{"a return", []core.Stmt{&core.Return{}}, Loop{Innermost: true, Within: true, Returns: true}},
		{"a loop", []core.Stmt{&core.For{Body: []core.Stmt{&core.Branch{Tok: token.BREAK}}}}, Loop{CallFree: true, Within: true}},
		{"a continue", []core.Stmt{&core.Branch{Tok: token.CONTINUE}}, Loop{Innermost: true, CallFree: true, Within: true, Continues: true}},
		{"a break of a loop around it", []core.Stmt{&core.Branch{Tok: token.BREAK, Label: "outer"}}, Loop{Innermost: true}},
		{"a goto", []core.Stmt{&core.Branch{Tok: token.GOTO, Label: "there"}}, Loop{Innermost: true}},
		{"a label", []core.Stmt{&core.Label{Name: "there"}}, Loop{}},
		{"an element of a map", []core.Stmt{set(n, element(m, i))}, Loop{Innermost: true, CallFree: true, Within: true, Makes: true}},
		{"an element of a slice", []core.Stmt{set(n, element(s, i))}, Loop{Innermost: true, CallFree: true, Within: true}},
		{"a global pointer", []core.Stmt{set(global, p)}, Loop{Innermost: true, CallFree: true, Within: true, Unlinks: true}},
		{"a pointer to a number", []core.Stmt{set(n, deref(p))}, Loop{Innermost: true, CallFree: true, Within: true, Follows: true}},
	} {
		s := &core.For{Body: tt.body}
		got := *analyse([]core.Stmt{s}).Loop(s)
		got.Assigned, got.Mentioned = nil, nil
		if !reflect.DeepEqual(got, tt.want) {
			t.Errorf("a loop with %s: %+v, want %+v", tt.name, got, tt.want)
		}
	}
}

func TestLoopVariables(t *testing.T) {
	own := temp("own", core.Int)
	loop := &core.For{Cond: binary(i, token.LSS, n), Body: []core.Stmt{
		&core.Define{Var: own, X: k}, set(i, own), set(element(s, i), own),
		call(&core.Addr{X: k}),
	}}
	l := analyse([]core.Stmt{loop}).Loop(loop)
	has := func(vs []*core.Var, v *core.Var) bool { return slices.Contains(vs, v) }
	for _, v := range []*core.Var{own, i, k} {
		if !has(l.Assigned, v) {
			t.Errorf("%s isn't among the assigned", v.Name)
		}
	}
	if has(l.Assigned, n) || has(l.Mentioned, own) || !has(l.Mentioned, n) || !has(l.Mentioned, s) {
		t.Error("assigned are ", l.Assigned, ", mentioned ", l.Mentioned)
	}
}

func TestCounting(t *testing.T) {
	up := &core.Update{L: i, Op: token.INC}
	down := &core.Update{L: i, Op: token.SUB, R: core.IntConst(2)}
	length := &core.Call{Fun: &core.Builtin{Op: core.Len}, Args: []core.Expr{s}, T: core.Int}
	for _, tt := range []struct {
		name string
		cond core.Expr
		post core.Stmt
		body []core.Stmt
		ok   bool
	}{
		{"up to n", binary(i, token.LSS, n), up, nil, true},
		{"down to n", binary(i, token.GEQ, n), down, nil, true},
		{"to a length", binary(i, token.LSS, length), up, []core.Stmt{set(element(s, i), k)}, true},
		{"to a length that changes", binary(i, token.LSS, length), up, []core.Stmt{set(s, &core.Var{Name: "t", T: ints})}, false},
		{"the wrong way", binary(i, token.GEQ, n), up, nil, false},
		{"n changes", binary(i, token.LSS, n), up, []core.Stmt{set(n, k)}, false},
		{"i changes", binary(i, token.LSS, n), up, []core.Stmt{set(i, k)}, false},
		{"large steps", binary(i, token.LSS, n), &core.Update{L: i, Op: token.ADD, R: core.IntConst(9)}, nil, false},
		{"a step that isn't constant", binary(i, token.LSS, n), &core.Update{L: i, Op: token.ADD, R: k}, nil, false},
		{"a call", binary(i, token.LSS, n), up, []core.Stmt{call()}, false},
		{"until equal", binary(i, token.NEQ, n), up, nil, false},
	} {
		loop := &core.For{Cond: tt.cond, Post: tt.post, Body: tt.body}
		c, ok := analyse([]core.Stmt{loop}).Counting(loop, 8)
		if ok != tt.ok {
			t.Errorf("%s: counting %v, want %v", tt.name, ok, tt.ok)
		}
		if ok && (c.I != i || c.Down != (tt.post == down)) {
			t.Errorf("%s: %+v", tt.name, c)
		}
	}
}

func TestStable(t *testing.T) {
	twice := temp("twice", core.Int)
	loop := &core.For{Body: []core.Stmt{set(i, k)}}
	in := analyse([]core.Stmt{loop}).Steady(loop)
	in.Define(&core.Define{Var: twice, X: binary(n, token.ADD, n)})
	for _, tt := range []struct {
		x    core.Expr
		want string // empty for one that isn't stable
	}{
		{n, "n"}, {i, ""}, {global, ""},
		{binary(n, token.SUB, core.IntConst(1)), "n - 1"},
		{binary(n, token.SUB, i), ""},
		{binary(twice, token.GEQ, k), "n + n >= k"},
	} {
		x, ok := in.Stable(tt.x)
		got := ""
		if ok {
			got = core.Text(x)
		}
		if trim := func(s string) string {
			return string(slices.DeleteFunc([]byte(s), func(b byte) bool { return b == '(' || b == ')' }))
		}; trim(got) != tt.want {
			t.Errorf("%s is %q, want %q", core.Text(tt.x), got, tt.want)
		}
	}
}

func TestRotate(t *testing.T) {
	step, body := &core.Update{L: i, Op: token.INC}, call()
	form := func(rest ...core.Stmt) *core.For {
		first := &core.If{Cond: flag, Then: []core.Stmt{step}}
		return &core.For{Body: append([]core.Stmt{&core.Mark{}, first, set(flag, core.BoolConst(true))}, rest...)}
	}
	r, ok := Rotate(form(body))
	if !ok || r.Flag != flag || len(r.Post) != 1 || r.Post[0] != core.Stmt(step) || len(r.Body) != 1 || r.Body[0] != core.Stmt(body) {
		t.Errorf("the form isn't recognised: %+v, %v", r, ok)
	}
	if _, ok := Rotate(form(call(flag))); ok {
		t.Error("the flag is used in the body")
	}
	if _, ok := Rotate(form(&core.Label{Name: "there"})); ok {
		t.Error("the body has a label")
	}
	if !ClearsFlag(&core.Define{Var: flag}, flag) || ClearsFlag(&core.Define{Var: flag, X: core.BoolConst(true)}, flag) {
		t.Error("a definition without a value, and only that, clears the flag")
	}
}

func TestSwitchTests(t *testing.T) {
	form := func(between ...core.Stmt) []core.Stmt {
		begin := &core.Define{Var: k, X: core.IntConst(-1)}
		return append(append([]core.Stmt{begin}, between...), &core.Switch{X: k})
	}
	choose := &core.If{Cond: flag, Then: []core.Stmt{set(k, core.IntConst(0))}}
	for _, tt := range []struct {
		name string
		body []core.Stmt
		want int
	}{
		{"a test", form(choose), 2},
		{"two tests", form(choose, choose), 3},
		{"another use", form(choose, set(n, k)), 0},
		{"a value that isn't constant", form(set(k, n)), 0},
		{"a label", form(choose, &core.Label{Name: "there"}), 0},
		{"no switch", form(choose)[:2], 0},
	} {
		if got := SwitchTests(tt.body); got != tt.want {
			t.Errorf("%s: the switch is statement %d, want %d", tt.name, got, tt.want)
		}
	}
}

func TestEffects(t *testing.T) {
	f := analyse(nil)
	store, lookup := set(element(m, i), n), set(n, element(m, i))
	for _, tt := range []struct {
		name                   string
		s                      core.Stmt
		calls, unlinks, steady bool
	}{
		{"an assignment", set(i, n), false, false, true},
		{"a call", call(), true, true, false},
		{"a check", check(flag), false, false, true},
		{"a store to a map", store, false, false, false},
		{"a look into a map", lookup, false, false, true},
		{"a global pointer", set(global, p), false, true, true},
		{"a local pointer", set(p, q), false, false, true},
	} {
		body := []core.Stmt{tt.s}
		if MakesCalls(body) != tt.calls || f.Unlinks(body) != tt.unlinks || f.LeavesMaps(body) != tt.steady {
			t.Errorf("%s: calls %v, unlinks %v, leaves maps %v", tt.name, MakesCalls(body), f.Unlinks(body), f.LeavesMaps(body))
		}
	}
	if !IsCheck(check(flag)) || IsCheck(&core.If{Cond: flag, Then: []core.Stmt{call()}}) {
		t.Error("a check is an if that only panics")
	}
	if inLoop := []core.Stmt{&core.For{Body: []core.Stmt{lookup}}}; !f.AsksHost([]core.Stmt{lookup}) || f.AsksHost(inLoop) {
		t.Error("a look into a map asks the host, but not for a loop around the one that has it")
	}
}

func TestUses(t *testing.T) {
	body := []core.Stmt{&core.Define{Var: k, X: n}, &core.Define{Var: n, X: k}, set(i, binary(k, token.ADD, k))}
	f := analyse(body)
	if f.Uses(k) != 3 || f.Uses(p) != 0 {
		t.Errorf("k is used %d times, p %d times, want 3 and 0", f.Uses(k), f.Uses(p))
	}
	defs := analyse(append(body, set(k, n))).Definitions()
	if _, again := defs[k]; again || defs[n] != core.Expr(k) {
		t.Error("n is defined once, k is assigned again")
	}
}
