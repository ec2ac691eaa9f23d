package compile

import (
	"reflect"
	"slices"
	"sync/atomic"
	"unsafe"

	"riffle/internal/core"
	"riffle/internal/engine/wasm/analysis"
	"riffle/internal/engine/wasm/machine"
	"riffle/internal/rt"
	"riffle/shuffle"
)

// What draws from a generator may run any code, since the generator may be the user's. So
// might the shuffle in a library variable such as FisherYates: cells can't assign it, but
// nothing here relies on that. Mostly both are the library's, and the deck is short: then
// the call is brief and runs nothing else. Whether it is can be seen when the call is made, so only if it
// isn't are the frames logged (rule 4) and the run-time told.

// libraryShuffles are the library's shuffles, as its variables have them at first.
var libraryShuffles = [...]shuffle.Shuffler{
	shuffle.FisherYates, shuffle.EfficientSelection, shuffle.EfficientSelectionDown, shuffle.Selection,
	shuffle.SortShuffle, shuffle.Pickup, shuffle.RandomComparator, shuffle.PerfectOut, shuffle.PerfectIn, shuffle.Naive,
	shuffle.OffByOne, shuffle.Sattolo,
}

// isLibraryShuffle reports whether a func, by its word, is one of them.
func isLibraryShuffle(word unsafe.Pointer) bool {
	return slices.ContainsFunc(libraryShuffles[:], func(s shuffle.Shuffler) bool {
		return *(*unsafe.Pointer)(unsafe.Pointer(&s)) == word
	})
}

// briefDeck is the longest deck that all of them shuffle in a few microseconds: a loop of
// such calls still polls within some milliseconds.
const briefDeck = 128

// ownWords are the first words of PRNGs that are the library's own.
func ownWords() (ws []uint64) {
	for _, t := range ownGenerators {
		ws = append(ws, uint64(typeWordOf(t)))
	}
	return ws
}

// shuffleVariable skips taking the address of a library variable that holds a shuffle,
// and its value, if they are only for a following call: the host function reads the
// variable, which is outside the window. It returns how many statements it has skipped
// besides the first.
func (f *function) shuffleVariable(body []core.Stmt) (more int) {
	if len(body) < 4 || f.c.rt == nil {
		return 0
	}
	address, ok1 := body[0].(*core.Define)
	do, ok2 := body[1].(*core.Do)
	value, ok3 := body[2].(*core.Define)
	if !ok1 || !ok2 || !ok3 || address.X != nil || f.flow.Uses(address.Var) != 2 || f.flow.Uses(value.Var) != 1 || !calledNext(value.Var, body[3:]) {
		return 0
	}
	from, ok1 := value.X.(*core.Deref)
	x, ok2 := do.X.(*core.Call)
	if !ok1 || !ok2 || from.X != core.Expr(address.Var) || runtimeName(x.Fun) != "VarAddress" || f.c.layout(value.Var.T).typ != reflect.TypeFor[shuffle.Shuffler]() {
		return 0
	}
	d, p := f.c.libraryVariable(x)
	if p == nil || d.x != core.Expr(address.Var) {
		return 0
	}
	if f.variables == nil {
		f.variables = map[*core.Var]unsafe.Pointer{}
	}
	f.variables[value.Var] = p
	return 2
}

// loadVariable sets a temporary that shuffleVariable has skipped, for a call of another
// kind.
func (f *function) loadVariable(x core.Expr) {
	v, ok := x.(*core.Var)
	if p := f.variables[v]; ok && p != nil {
		f.load(f.constantPlace(p, f.c.layout(v.T)))
		f.setLocals(f.vars[v].locals)
	}
}

// runtimeName is the name of a function of the run-time's, empty for others.
func runtimeName(fun core.Expr) string {
	if n, ok := fun.(*core.NativeName); ok && n.Path == core.RuntimePath {
		return n.Name
	}
	return ""
}

// calledNext reports whether the run-time calls a variable's func before anything can
// have changed its source.
func calledNext(v *core.Var, body []core.Stmt) bool {
	for _, s := range body {
		switch s := s.(type) {
		case *core.Mark:
		case *core.Define:
			if analysis.MakesCalls([]core.Stmt{s}) {
				return false
			}
		case *core.Do:
			x, ok := s.X.(*core.Call)
			if ok && runtimeName(x.Fun) == "ToInterface" { // of an argument
				continue
			}
			return ok && runtimeName(x.Fun) == "Native" && x.Args[0] == core.Expr(v)
		default:
			return false
		}
	}
	return false
}

// heldShuffle is a shuffle that a variable held when it was called.
type heldShuffle struct {
	word    unsafe.Pointer
	library bool
	host    machine.HostFunc // calls it,
	noted   machine.HostFunc // calls it, and tells the run-time
}

// byVariable is the host function that calls the shuffle in the variable.
func (c called) byVariable(r *rt.Runtime, call caller) machine.HostFunc {
	const length, generator = 1, 3 // among the words of a deck and a PRNG
	var last atomic.Pointer[heldShuffle]
	own := ownWords()
	return func(ctx *machine.Context, sp uint32, a []uint64) {
		word := *(*unsafe.Pointer)(c.variable)
		if word == nil {
			rt.NilDereference()
		}
		h := last.Load()
		if h == nil || h.word != word {
			host := call(word)
			h = &heldShuffle{word, isLibraryShuffle(word), host, c.noted(r, host)}
			last.Store(h)
		}
		if h.library && a[length] <= briefDeck && slices.Contains(own, a[generator]) {
			h.host(ctx, sp, a)
			return
		}
		ctx.Sync(sp)
		h.noted(ctx, sp, a)
	}
}

// syncedUnlessOwn is synced, except for methods of a Dealer or a Lottery whose generator,
// when they are called, is one of the library's own: it changes no pointer that others
// can have loaded.
func syncedUnlessOwn(t reflect.Type, host machine.HostFunc) machine.HostFunc {
	if t.NumIn() == 0 || !keepsGenerator(t.In(0)) {
		return synced(host)
	}
	f, _ := t.In(0).Elem().FieldByName("rng")
	own := ownInterfaces()
	return func(c *machine.Context, sp uint32, a []uint64) {
		if p := c.Ptr(a[0]); p == nil || !slices.Contains(own, *(*uintptr)(unsafe.Add(p, f.Offset))) {
			c.Sync(sp)
		}
		host(c, sp, a)
	}
}

// keepsGenerator reports whether a type is a Dealer or a Lottery, whose methods use
// nothing of the user's but the generator.
func keepsGenerator(t reflect.Type) bool {
	if t != reflect.TypeFor[*shuffle.Dealer]() && t != reflect.TypeFor[*shuffle.Lottery]() {
		return false
	}
	f, ok := t.Elem().FieldByName("rng")
	return ok && f.Type == prngType
}

// ownInterfaces are the first words of PRNGs in memory that are the library's own.
func ownInterfaces() (ws []uintptr) {
	for _, t := range ownGenerators {
		g := reflect.Zero(t).Interface().(shuffle.PRNG)
		ws = append(ws, *(*uintptr)(unsafe.Pointer(&g)))
	}
	return ws
}
