package debugger

import (
	"go/token"

	"riffle/internal/rt"
)

// A cell may ask itself which functions are called at the moment. Functions that are
// followed are known, so from then on all are.

// Call is a call of a function of the user's, or what a panic calls.
type Call struct {
	Func  string    // the function's name in compiled Go
	Pos   token.Pos // the statement that runs
	Panic any       // nil for a function of the user's
}

// Keep makes programs be compiled for the debugger from now on, whether one is attached
// or not.
func (d *Debugger) Keep() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.keeps = true
}

// Calls are those of the calling goroutine, the innermost first, and whether it is the
// cell's own.
func (d *Debugger) Calls() (calls []Call, own bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	th := d.threads[rt.GoroutineID()]
	if th == nil {
		return nil, false
	}
	for f := th.top; f != nil; f = f.Parent {
		if f.Panic != nil {
			calls = append(calls, Call{Panic: f.Panic})
			continue
		}
		fn, at := d.funcs[f.Func], f.Site.Load()
		if fn != nil && at >= 0 && fn.compiled != "" {
			calls = append(calls, Call{Func: fn.compiled, Pos: fn.sites[at].pos})
		}
	}
	return calls, th.id == cellThread
}
