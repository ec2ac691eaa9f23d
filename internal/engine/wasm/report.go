package wasm

import (
	"errors"

	"riffle/internal/core"
	"riffle/internal/engine"
)

// Use says how a function of the last program runs.
type Use struct {
	// From is the function's name as the user wrote it, empty for the cell itself.
	From string
	// Machine says that it is machine code. Otherwise Why is the reason, nil if nothing
	// tried to compile it: nothing repeats in it, or it wasn't called.
	Machine bool
	Why     error
}

// Last says how the functions of the last program run, the cell first.
func (e *Engine) Last() []Use {
	p := e.last.Load()
	if p == nil || p.Main() == nil {
		return nil
	}
	e.compiling.Lock()
	defer e.compiling.Unlock()
	var uses []Use
	at := map[string]int{}
	for _, f := range reach(p.Main(), func(*core.Function) bool { return false }) {
		from := f.From
		switch {
		case from != "" || f.Symbol.Kind == core.Main:
		case f.Symbol.Kind == core.Factory:
			from = "a function literal of the cell"
		default:
			continue
		}
		i, ok := at[from]
		if !ok {
			i = len(uses)
			at[from] = i
			uses = append(uses, Use{From: from})
		}
		if u, ok := f.Symbol.Code.(*unit); ok {
			uses[i].Machine = uses[i].Machine || u.compiled != nil && e.On()
			if u.refused != nil {
				uses[i].Why = u.refused
			}
		}
	}
	return uses
}

// reach are a function and those reachable from it, except through those that are without.
func reach(f *core.Function, without func(*core.Function) bool) []*core.Function {
	all := []*core.Function{f}
	seen := map[*core.Function]bool{f: true}
	for i := 0; i < len(all); i++ { // it grows meanwhile
		for _, g := range engine.UsesOf(all[i]).Funcs {
			if seen[g.Func] {
				continue
			}
			if seen[g.Func] = true; !without(g.Func) {
				all = append(all, g.Func)
			}
		}
	}
	return all
}

// Off is why there is no machine code, nil if there is, or if it wasn't tried.
func (e *Engine) Off() error {
	if e.full() {
		return errors.New("values of more than 4 GiB are in use; it is on again when they are fewer")
	}
	if e.tried.Load() {
		_, err := e.machine()
		return err
	}
	return nil
}
