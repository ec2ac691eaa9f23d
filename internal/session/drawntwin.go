package session

import (
	"cmp"
	"fmt"
	"go/token"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"riffle/internal/core"
	"riffle/internal/engine"
	"riffle/shuffle/drawn"
)

// A cell that measures runs as its twin, and what it calls of the user's as theirs, where
// that draws: a twin does the same, but by the natives of drawn.go. So code that isn't
// measured pays nothing, and machine code draws as fast as ever.

// measuring are the packages whose functions measure others, and the names of those that do:
// none for all.
var measuring = map[string][]string{
	"riffle/shuffle/fair": nil, "riffle/shuffle/check": nil, "riffle/shuffle/crack": nil,
	"riffle/shuffle/games": {"BattleStatsOf", "ClockStatsOf"},
}

// measures reports whether a native function measures functions.
func measures(n *core.NativeName) bool {
	names, ok := measuring[n.Path]
	return ok && (names == nil || slices.Contains(names, n.Name))
}

// drawnTypes are the generators whose methods are replaced, and how the natives' names
// begin.
var drawnTypes = map[string]string{
	"math/rand.Rand": "R1", "math/rand/v2.Rand": "R2", "riffle/shuffle.Xoshiro": "X",
}

// drawnPackages are the packages whose functions are replaced.
var drawnPackages = map[string]string{
	"math/rand": "V1", "math/rand/v2": "V2", "crypto/rand": "Crypto", "riffle/shuffle": "X",
}

// The types of natives.
var (
	noSignature   = &core.Type{Kind: core.Func}
	bindSignature = &core.Type{Kind: core.Func, Params: []*core.Type{core.Empty, core.Empty, core.Empty}}
	atSignature   = &core.Type{Kind: core.Func, Params: []*core.Type{core.Int}}
)

// drawnTwins makes the twins of one program.
type drawnTwins struct {
	natives func() map[string]reflect.Value
	uses    map[*core.FuncName]*engine.Uses // of all that the program reaches
	draws   map[*core.FuncName]bool
	of      map[*core.FuncName]*core.FuncName
	globals []*core.Var
	place   token.Pos
	methods map[[2]*core.Type]*core.Type
	temps   int
}

// measured is a program as it should run: its twin if it measures.
func (s *Session) measured(p *core.Program) *core.Program {
	main := p.Main()
	s.measures = s.measures || slices.ContainsFunc(p.Imports, func(path string) bool { _, ok := measuring[path]; return ok })
	if main == nil || !s.measures {
		return p
	}
	t := &drawnTwins{
		natives: s.drawnNatives, uses: map[*core.FuncName]*engine.Uses{},
		draws: map[*core.FuncName]bool{}, of: map[*core.FuncName]*core.FuncName{},
	}
	if !t.reach(main) {
		return p
	}
	s.reached = t.globals
	twin := *main
	twin.Body = append([]core.Stmt{&core.Do{X: &core.Call{Fun: drawnNative("Enter", noSignature)}}}, t.body(main.Body)...)
	twin.Symbol = &core.FuncName{Name: main.Symbol.Name, Kind: core.Main, T: main.Symbol.T, Func: &twin}
	q := *p
	q.Funcs = []*core.Function{&twin}
	for _, f := range p.Funcs {
		if f != main {
			q.Funcs = append(q.Funcs, f)
		}
	}
	for _, f := range slices.SortedFunc(maps.Values(t.of), func(a, b *core.FuncName) int { return cmp.Compare(a.Name, b.Name) }) {
		q.Funcs = append(q.Funcs, f.Func)
	}
	q.Imports = slices.Compact(slices.Sorted(slices.Values(append(slices.Clone(p.Imports), drawnPath))))
	return &q
}

// reach finds the functions that the program reaches, and which of them draw. It reports
// whether the program measures.
func (t *drawnTwins) reach(main *core.Function) (measured bool) {
	seen := map[*core.Var]bool{}
	queue := []*core.FuncName{main.Symbol}
	callers := map[*core.FuncName][]*core.FuncName{}
	for len(queue) > 0 {
		f := queue[0]
		queue = queue[1:]
		if t.uses[f] != nil || f.Func == nil {
			continue
		}
		u := engine.UsesOf(f.Func)
		t.uses[f] = u
		for _, n := range u.Natives {
			measured = measured || measures(n)
		}
		for _, g := range u.Globals {
			if !seen[g] {
				seen[g] = true
				t.globals = append(t.globals, g)
			}
		}
		for _, g := range u.Funcs {
			callers[g] = append(callers[g], f)
			queue = append(queue, g)
		}
	}
	if !measured {
		return false
	}
	for f := range t.uses {
		if f.Func != nil && t.drawsItself(f) {
			t.mark(f, callers)
		}
	}
	return true
}

// mark records that a function and its callers draw.
func (t *drawnTwins) mark(f *core.FuncName, callers map[*core.FuncName][]*core.FuncName) {
	if t.draws[f] {
		return
	}
	t.draws[f] = true
	for _, g := range callers[f] {
		t.mark(g, callers)
	}
}

// drawsItself reports whether a function has draws, or method values that a measure wants
// to know.
func (t *drawnTwins) drawsItself(f *core.FuncName) bool {
	found := replacedSource(f) != ""
	var look func(f *core.Function)
	look = func(f *core.Function) {
		core.Inspect(f.Body, func(core.Stmt) {}, func(x core.Expr) {
			switch x := x.(type) {
			case *core.NativeName:
				found = found || t.native(x) != nil
			case *core.Method:
				found = found || t.method(x) != ""
			case *core.FuncName:
				found = found || boundMethod(x) != nil
			case *core.FuncLit:
				look(x.Func)
			case *core.Call:
				found = found || t.reflective(x) != nil
			}
		})
	}
	look(f.Func)
	return found
}

// replacedSource is the native for a function of the library's that is lowered from
// source.
func replacedSource(f *core.FuncName) string {
	if f.Func == nil {
		return ""
	}
	switch f.Func.Go {
	case "math/rand.Shuffle":
		return "V1Shuffle"
	case "math/rand/v2.Shuffle":
		return "V2Shuffle"
	}
	return ""
}

func drawnNative(name string, t *core.Type) *core.NativeName {
	return &core.NativeName{Path: drawnPath, Name: name, T: t}
}

// native is what replaces a native, nil for none.
func (t *drawnTwins) native(n *core.NativeName) *core.NativeName {
	prefix, ok := drawnPackages[n.Path]
	if name := prefix + n.Name; ok && n.T != nil && t.natives()[name].IsValid() {
		return drawnNative(name, n.T)
	}
	return nil
}

// method is the name of what replaces a method, empty for none.
func (t *drawnTwins) method(m *core.Method) string {
	return t.methodOf(m.X.Type(), m.Name)
}

func (t *drawnTwins) methodOf(recv *core.Type, name string) string {
	if recv == nil || recv.Kind != core.Pointer || recv.Elem.Kind != core.Native {
		return ""
	}
	if prefix, ok := drawnTypes[recv.Elem.Path+"."+recv.Elem.Name]; ok && t.natives()[prefix+name].IsValid() {
		return prefix + name
	}
	return ""
}

// reflective is the call that replaces one of a method by the run-time, nil for none.
func (t *drawnTwins) reflective(x *core.Call) *core.Call {
	n, ok := x.Fun.(*core.NativeName)
	if !ok || n.Path != core.RuntimePath || n.Name != "NativeMethod" {
		return nil
	}
	name, ok := x.Args[1].(*core.Const)
	if !ok {
		return nil
	}
	to := t.methodOf(x.Args[0].Type(), strings.Trim(name.Value.ExactString(), `"`))
	if to == "" {
		return nil
	}
	spread, nout := x.Args[2], x.Args[3]
	outs := 4 + int(intValue(nout))
	args := []core.Expr{drawnNative(to, noSignature), spread, nout}
	args = append(append(args, x.Args[4:outs]...), x.Args[0])
	return &core.Call{Fun: core.Rt("Native"), Args: append(args, x.Args[outs:]...), T: x.T}
}

func intValue(x core.Expr) int64 {
	n, _ := strconv.ParseInt(x.(*core.Const).Value.ExactString(), 10, 64)
	return n
}

// boundMethod is the method of a factory that makes method values, nil for others.
func boundMethod(f *core.FuncName) *core.FuncName {
	if f.Kind != core.Factory || f.Func == nil || len(f.Func.Params) != 1 {
		return nil
	}
	lit := core.Literal(f.Func)
	if lit == nil {
		return nil
	}
	var method *core.FuncName
	calls := 0
	core.Inspect(lit.Body, func(core.Stmt) {}, func(x core.Expr) {
		c, ok := x.(*core.Call)
		if !ok {
			return
		}
		calls++
		if m, ok := c.Fun.(*core.FuncName); ok && len(c.Args) == 1+len(lit.Params) && c.Args[0] == core.Expr(f.Func.Params[0]) {
			method = m
			for i, p := range lit.Params {
				if c.Args[1+i] != core.Expr(p) {
					method = nil
				}
			}
		}
	})
	if calls != 1 || method == nil || method.Func == nil || method.Func.From == "" || lit.From != "" {
		return nil
	}
	return method
}

// name is the twin of a function, or the function itself if it doesn't draw.
func (t *drawnTwins) name(f *core.FuncName) *core.FuncName {
	if twin := t.of[f]; twin != nil {
		return twin
	}
	if !t.draws[f] {
		return f
	}
	twin := &core.FuncName{Name: "w" + strconv.Itoa(len(t.of)) + "_" + f.Name, Kind: f.Kind, T: f.T}
	t.of[f] = twin // it may mention itself
	g := *f.Func
	g.Symbol = twin
	twin.Func = &g
	place := t.place
	g.Body = t.body(g.Body)
	t.place = place
	return twin
}

// body is a twin's.
func (t *drawnTwins) body(body []core.Stmt) []core.Stmt {
	var out []core.Stmt
	for _, s := range body {
		if m, ok := s.(*core.Mark); ok {
			t.place = m.Pos
		}
		out = append(out, t.stmt(s)...)
	}
	return out
}

// stmt is a statement of a twin.
func (t *drawnTwins) stmt(s core.Stmt) []core.Stmt {
	s = core.WithBlocks(s, t.body)
	switch s := s.(type) {
	case *core.Define:
		x, draws := t.expr(s.X)
		return t.placed(draws, &core.Define{Var: s.Var, X: x}, t.bind(s))
	case *core.Assign:
		l, draws1 := t.list(s.L)
		r, draws2 := t.list(s.R)
		return t.placed(draws1 || draws2, &core.Assign{L: l, R: r}, nil)
	case *core.Update:
		l, draws1 := t.expr(s.L)
		r, draws2 := t.expr(s.R)
		return t.placed(draws1 || draws2, &core.Update{L: l, Op: s.Op, R: r}, nil)
	case *core.Do:
		x, draws := t.expr(s.X)
		return t.placed(draws, &core.Do{X: x}, nil)
	case *core.Return:
		if core.Literal(&core.Function{Body: []core.Stmt{s}}) != nil {
			return []core.Stmt{s}
		}
		xs, draws := t.list(s.Xs)
		return t.placed(draws, &core.Return{Xs: xs}, nil)
	}
	return []core.Stmt{s}
}

// placed is a statement with a note of its place before it if it draws.
func (t *drawnTwins) placed(draws bool, s core.Stmt, after []core.Stmt) (out []core.Stmt) {
	if draws {
		at := &core.Call{Fun: drawnNative("At", atSignature), Args: []core.Expr{core.IntConst(int64(t.place))}}
		out = append(out, &core.Do{X: at})
	}
	return append(append(out, s), after...)
}

// bind tells what a method value is made of, after the statement that makes it.
func (t *drawnTwins) bind(s *core.Define) []core.Stmt {
	c, ok := s.X.(*core.Call)
	if !ok {
		return nil
	}
	f, ok := c.Fun.(*core.FuncName)
	if !ok {
		return nil
	}
	m := boundMethod(f)
	if m == nil {
		return nil
	}
	var out []core.Stmt
	call := &core.Call{Fun: drawnNative("Bind", bindSignature)}
	for _, x := range []core.Expr{s.Var, c.Args[0], t.name(m)} {
		t.temps++
		v := &core.Var{Name: "wb" + strconv.Itoa(t.temps), Kind: core.Temp, T: core.Empty}
		out = append(out, &core.Define{Var: v, X: x})
		call.Args = append(call.Args, v)
	}
	return append(out, &core.Do{X: call})
}

// withReceiver is the type of a method as a function.
func (t *drawnTwins) withReceiver(m *core.Method) *core.Type {
	key := [2]*core.Type{m.X.Type(), m.T}
	if t.methods[key] == nil {
		if t.methods == nil {
			t.methods = map[[2]*core.Type]*core.Type{}
		}
		params := append([]*core.Type{m.X.Type()}, m.T.Params...)
		t.methods[key] = &core.Type{Kind: core.Func, Params: params, Results: m.T.Results, Variadic: m.T.Variadic}
	}
	return t.methods[key]
}

func (t *drawnTwins) list(xs []core.Expr) (out []core.Expr, draws bool) {
	for _, x := range xs {
		y, d := t.expr(x)
		out, draws = append(out, y), draws || d
	}
	return out, draws
}

// expr is an expression of a twin; draws says that it has a draw in it.
func (t *drawnTwins) expr(x core.Expr) (y core.Expr, draws bool) {
	switch x := x.(type) {
	case nil:
		return nil, false
	case *core.FuncName:
		return t.name(x), false
	case *core.NativeName:
		if n := t.native(x); n != nil {
			return n, true
		}
		return x, false
	case *core.Call:
		return t.call(x)
	}
	y = core.Shallow(x)
	for _, part := range core.Parts(y) {
		d := false
		*part, d = t.expr(*part)
		draws = draws || d
	}
	return y, draws
}

// call is a call of a twin.
func (t *drawnTwins) call(x *core.Call) (y core.Expr, draws bool) {
	if r := t.reflective(x); r != nil {
		args, _ := t.list(r.Args)
		return &core.Call{Fun: r.Fun, Args: args, T: x.T}, true
	}
	args, draws := t.list(x.Args)
	switch f := x.Fun.(type) {
	case *core.Method:
		if to := t.method(f); to != "" {
			recv, _ := t.expr(f.X)
			sig := t.withReceiver(f)
			return &core.Call{Fun: drawnNative(to, sig), Args: append([]core.Expr{recv}, args...), Spread: x.Spread, T: x.T}, true
		}
	case *core.FuncName:
		if to := replacedSource(f); to != "" {
			args = append([]core.Expr{drawnNative(to, noSignature), core.BoolConst(false), core.IntConst(0)}, args...)
			return &core.Call{Fun: core.Rt("Native"), Args: args}, true
		}
	}
	fun, d := t.expr(x.Fun)
	return &core.Call{Fun: fun, Args: args, Spread: x.Spread, T: x.T}, draws || d
}

// drawnVariables are the variables that the running cell can reach by names.
func (s *Session) drawnVariables() (vs []drawn.Variable) {
	for _, g := range s.reached {
		name := g.Name
		if _, after, ok := strings.Cut(name, "_"); ok {
			name = after
		}
		vs = append(vs, drawn.Variable{Name: name, Value: s.store.Global(g)})
	}
	return vs
}

// drawnLine is the place of a draw in the user's source, and its line there.
func (s *Session) drawnLine(place int) (where, source string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.compiler.Diagnostic(token.Pos(place), token.Pos(place), "")
	if d.Line == 0 {
		return "", ""
	}
	name := cmp.Or(d.File, "cell "+strconv.Itoa(d.Cell))
	return fmt.Sprintf("%s:%d", name, d.Line), strings.TrimSpace(d.Text)
}
