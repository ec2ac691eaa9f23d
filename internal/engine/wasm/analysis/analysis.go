// Package analysis finds what is true of a function in the normal form before machine
// code is made of it: New takes the function; what it returns answers for its variables,
// loops and statements. Nothing here makes code, or depends on where in the code it is
// asked; package compile decides with the answers, and emits.
package analysis

import (
	"reflect"

	"riffle/internal/core"
)

// Types tells how values of a type are kept.
type Types interface {
	// Kind is the kind of the type's Go type.
	Kind(*core.Type) reflect.Kind
	// HasPointers reports whether the collector looks into values.
	HasPointers(*core.Type) bool
	// PointsToNumber reports whether the type is a pointer to one number.
	PointsToNumber(*core.Type) bool
}

// Place is where a variable is.
type Place uint8

// A variable is outside the function, in memory of the function's own, or in locals.
const (
	Outside Place = iota
	InMemory
	InLocals
)

// Input is what the analysis of a function needs to know.
type Input struct {
	Source *core.Function
	Types  Types
	// Place is where a variable is, the same throughout.
	Place func(*core.Var) Place
	// Quick reports whether a call that looks like one of the host's is none.
	Quick func(*core.Call) bool
}

// Function is what is known of a function. Answers are computed when they are first asked
// for, but for Live, which FindLive computes.
type Function struct {
	Input
	Live  *Liveness
	uses  map[*core.Var]int
	defs  map[*core.Var]core.Expr
	loops map[*core.For]*Loop
}

// New begins to analyse a function.
func New(in Input) *Function { return &Function{Input: in} }

// FindLive computes the liveness of the variables that index numbers; those in always are
// live everywhere.
func (f *Function) FindLive(index map[*core.Var]int, always []*core.Var) {
	f.Live = liveness(f.Source.Body, index, always)
}

// Uses is how often a variable is used after its declaration.
func (f *Function) Uses(v *core.Var) int {
	if f.uses == nil {
		f.uses = map[*core.Var]int{}
		core.Inspect(f.Source.Body, func(core.Stmt) {}, func(x core.Expr) {
			if v, ok := x.(*core.Var); ok {
				f.uses[v]++
			}
		})
	}
	return f.uses[v]
}

// Definitions are the values of the variables that are assigned only where they are
// defined.
func (f *Function) Definitions() map[*core.Var]core.Expr {
	if f.defs == nil {
		f.defs = Definitions(f.Source.Body)
	}
	return f.defs
}

// Definitions are the values of variables that a body assigns only where it defines them.
func Definitions(body []core.Stmt) map[*core.Var]core.Expr {
	defs := map[*core.Var]core.Expr{}
	core.Inspect(body, func(s core.Stmt) {
		if d, ok := s.(*core.Define); ok && d.X != nil {
			defs[d.Var] = d.X
		}
	}, func(core.Expr) {})
	for v := range core.AssignedVars(body) {
		delete(defs, v)
	}
	return defs
}

// IsMap reports whether an expression is a map.
func (f *Function) IsMap(x core.Expr) bool { return f.Types.Kind(x.Type()) == reflect.Map }

// IsMapElement reports whether an expression is an element of a map.
func (f *Function) IsMapElement(x core.Expr) bool {
	ix, ok := x.(*core.Index)
	return ok && f.IsMap(ix.X)
}
