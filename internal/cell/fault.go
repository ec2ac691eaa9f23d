package cell

import (
	"fmt"
	"go/token"

	"riffle/internal/lower"
)

// guard is the one boundary that no panic of the compiler passes: go/types and
// the rules of lowering are large, and a fault in them must not take a session
// down. The cell fails, at the statement that was lowered last if it came so far,
// and changes nothing. It is called by defer.
func (c *Compiler) guard(src *Source, unit **Unit, errs *Errors) {
	r := recover()
	if r == nil {
		return
	}
	d := src.Diagnostic(0, 0, "")
	if f, ok := r.(lower.Fault); ok && f.Pos.IsValid() {
		d = c.Diagnostic(f.Pos, token.NoPos, "")
	}
	d.Message = fmt.Sprintf("internal error: riffle can't compile this, which is a bug in riffle: %v", r)
	*unit, *errs = nil, Errors{d}
}
