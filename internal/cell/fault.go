package cell

import (
	"context"
	"fmt"
	"go/token"

	"riffle/internal/lower"
)

// guard is the one boundary that no panic of the compiler passes: go/types and the rules
// of lowering are large, and a fault in them must not take a session down. The cell
// fails, at the statement last lowered if it got that far, and changes nothing. It is
// deferred.
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

// stopped is the error of a cell whose compilation was cancelled, nil while it may go on.
// It is called between stages, and between statements while lowering: go/parser and
// go/types can't be stopped midway.
func stopped(ctx context.Context, src *Source) Errors {
	if ctx.Err() == nil {
		return nil
	}
	return Errors{src.Diagnostic(0, 0, "interrupted before the cell was compiled: it declares nothing")}
}
