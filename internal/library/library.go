// Package facts is the one table of what riffle knows of the library's functions and
// methods that their types don't say: what waits, what asks, what changes its arguments,
// what may be called quickly. The compiler of cells, the lowering, the engine, the
// session and the generator of the library's tables ask it.
//
// A fact that somebody has to know stands in table.go. What the Go compiler can prove of
// parameters is derived (params.txt, by go generate).
package library

import (
	"go/types"
	"strings"
	"sync"
)

//go:generate go run ./gen

// Facts are what is known of a function or method. A fact that isn't there isn't known.
type Facts uint16

// The facts.
const (
	// Blocks: it may wait for something outside the session, or compute for long, so that
	// an interrupt doesn't wait for it.
	Blocks Facts = 1 << iota
	// Waits: it may wait for any length of time, unlike for a lock, which is released soon.
	Waits
	// Asks: somebody outside the program has to answer.
	Asks
	// Reads: it reads from an argument, or one given earlier, which may ask.
	Reads
	// Wakes: it may call a function that it was given, or wake a goroutine, later and on a
	// goroutine of its own, without the run-time's knowledge.
	Wakes
	// CallsLater: it may call a function that it is given later, on a goroutine of its own.
	CallsLater
	// CallsBack: it calls functions that it is given on its caller's goroutine only, and
	// not after it has returned.
	CallsBack
	// Replaced: a native of the run-time takes its place, which is named by the type and
	// the method: MutexLock.
	Replaced
	// Lowered: its source is lowered with the user's code for arguments whose methods or
	// functions aren't native.
	Lowered
	// Harmless: it does nothing but make its results, and change what arguments refer to.
	// It ends, if functions and methods that it is given do.
	Harmless
	// Varies: its results depend on more than its arguments.
	Varies
	// Quick: it is over soon, and runs nothing of the user's but what its signature lets it
	// run. Nothing that the collector has to be told of becomes unreachable.
	Quick
	// Inert: and it runs nothing that it is given either.
	Inert
	// Changes: it changes what its receiver, or else its first argument, refers to.
	Changes
	// Fills: it changes what any of its arguments refers to.
	Fills
	// Leaves: it neither changes nor keeps what its arguments refer to.
	Leaves
)

// Has reports whether all of some facts are known.
func (f Facts) Has(g Facts) bool { return f&g == g }

// row is facts of some members of a package: of a function Name, or a method Type.Name.
// The path may end in "/...", for a package and those below it. A name may end in "*", and
// "*." is any type: "*" is all functions, "*.*" all methods, and "" all members.
type row struct {
	path, member string
	facts        Facts
}

// covers reports whether a row is about a member.
func (r row) covers(member string) bool {
	if r.member == "" {
		return true
	}
	typ, name := split(member)
	t, n := split(r.member)
	if t != typ && (t != "*" || typ == "") {
		return false
	}
	prefix, more := strings.CutSuffix(n, "*")
	return name == n || more && strings.HasPrefix(name, prefix)
}

// split takes a member apart; a function has no type.
func split(member string) (typ, name string) {
	if t, n, ok := strings.Cut(member, "."); ok {
		return t, n
	}
	return "", member
}

// rows are the rows of table by their paths.
var rows = sync.OnceValue(func() map[string][]row {
	by := map[string][]row{}
	for _, r := range table {
		by[r.path] = append(by[r.path], r)
	}
	return by
})

// Of returns what is known of a member of a package: Name for a function or variable,
// Type.Name for a method.
func Of(path, member string) Facts {
	f := in(path, member)
	for above := path; ; {
		f |= in(above+"/...", member)
		i := strings.LastIndexByte(above, '/')
		if i < 0 {
			return f
		}
		above = above[:i]
	}
}

func in(path, member string) Facts {
	var f Facts
	for _, r := range rows()[path] {
		if r.covers(member) {
			f |= r.facts
		}
	}
	return f
}

// Named returns the functions whose rows have a fact, each as its package's path, a dot and
// its name, in the table's order.
func Named(f Facts) []string {
	var names []string
	for _, r := range table {
		if r.facts.Has(f) {
			names = append(names, r.path+"."+r.member)
		}
	}
	return names
}

// OfFunc returns what is known of a function or method.
func OfFunc(f *types.Func) Facts {
	if f.Pkg() == nil {
		return 0
	}
	return Of(f.Pkg().Path(), Member(f))
}

// Member is the name of a function, or Type.Name of a method.
func Member(f *types.Func) string {
	recv := f.Signature().Recv()
	if recv == nil {
		return f.Name()
	}
	t := recv.Type()
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	typ := ""
	if n, ok := types.Unalias(t).(*types.Named); ok {
		typ = n.Obj().Name()
	}
	return typ + "." + f.Name()
}
