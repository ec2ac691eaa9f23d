package cell

import (
	"context"
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

// stopped is the error of a cell whose compilation is to end, nil while it may
// go on. It is asked between the stages, and between statements while they are
// lowered: go/parser and go/types can't be stopped within their stages.
func stopped(ctx context.Context, src *Source) Errors {
	if ctx.Err() == nil {
		return nil
	}
	return Errors{src.Diagnostic(0, 0, "interrupted before the cell was compiled: it declares nothing")}
}
