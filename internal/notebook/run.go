package notebook

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"riffle/internal/proto"
)

// Engine runs cells one after the other; a session or a worker is one.
type Engine interface {
	Run(ctx context.Context, cell proto.Cell, out proto.Output) proto.Result
}

// Options are the options of Run; the zero Options run the notebook as it is.
type Options struct {
	// Parameters are set as by SetParameters.
	Parameters []Parameter
	// Store, if set, gets a copy of the notebook each time a cell has ended, on its own
	// goroutine. The notebook keeps running meanwhile; of the states that arise, Store
	// gets the newest next. Run returns after it.
	Store func(*Notebook)
}

// CellError says which cell of a notebook failed, and how.
type CellError struct {
	// Index is the cell's among all cells, from 0; Count is the number in
	// In[…].
	Index, Count int
	// Cells is how many cells the notebook has.
	Cells int
	Err   *proto.CellError
}

// Error names the cell as the notebook shows it and by its place in the file.
func (e *CellError) Error() string {
	return fmt.Sprintf("In[%d], cell %d of %d: %s", e.Count, e.Index+1, e.Cells, e.Err.Format())
}

// Unwrap gives the cell's own error.
func (e *CellError) Unwrap() error { return e.Err }

// UnsolvedError says in which cells of a notebook, which ran to its end, exercises weren't
// solved.
type UnsolvedError struct {
	// Counts are the numbers in In[…].
	Counts []int
}

// Error names the cells.
func (e *UnsolvedError) Error() string {
	var cells []string
	for _, n := range e.Counts {
		cells = append(cells, fmt.Sprintf("In[%d]", n))
	}
	return proto.NotSolved + ": " + strings.Join(cells, ", ")
}

// Run executes the code cells in order and fills in their outputs and counts.
// It stops at the first cell that fails, unless the cell is tagged
// "raises-exception", and when ctx is done, both with a *CellError. It goes on after
// exercises that aren't solved, and ends with an *UnsolvedError. Cells without source, and
// those tagged "skip-execution", do not run. What a cell's goroutines write after it has
// ended, until Run returns, goes to that cell's outputs.
//
// The states of widgets go to the notebook's metadata, beside those that outputs of an
// earlier run refer to.
//
// A run that comes to its end, or to a cell that fails, empties the cells that it did not
// run, so that everything in the notebook is from this run. One that is cancelled leaves
// them as they were.
func Run(ctx context.Context, nb *Notebook, engine Engine, opts Options) error {
	if err := nb.CheckLanguage(); err != nil {
		return err
	}
	if err := nb.SetParameters(opts.Parameters); err != nil {
		return err
	}
	var p page
	k := newKeeper(opts.Store)
	defer k.closeKeeper()
	last, err := nb.runCells(ctx, engine, &p, k)
	p.closePage()
	if ctx.Err() == nil {
		nb.emptyAfter(last)
	}
	p.widgets.storeStates(nb)
	return err
}

// Empty removes the outputs and counts of all cells.
func (nb *Notebook) Empty() {
	for _, c := range nb.Cells {
		c.emptyOutputs()
	}
}

// emptyAfter empties the cells after the one at index last, and those before it that do
// not run.
func (nb *Notebook) emptyAfter(last int) {
	for i, c := range nb.Cells {
		if i > last || !c.Runs() {
			c.emptyOutputs()
		}
	}
}

func (c *Cell) emptyOutputs() { c.Count, c.Outputs = 0, nil }

// runCells runs the cells, and returns the index of the last that ran.
func (nb *Notebook) runCells(ctx context.Context, engine Engine, p *page, k *keeper) (last int, err error) {
	count, last := 0, -1
	var unsolved []int
	for i, c := range nb.Cells {
		if !c.Runs() {
			continue
		}
		count++
		if ctx.Err() != nil {
			return last, &CellError{Index: i, Count: count, Cells: len(nb.Cells), Err: neverBegan}
		}
		last = i
		c.emptyOutputs()
		c.Count = count
		err := c.runOne(ctx, engine, p.recorder(c))
		switch {
		case err == nil:
		case ctx.Err() == nil && c.Tagged("raises-exception"):
		case ctx.Err() == nil && err.Unsolved():
			unsolved = append(unsolved, count)
		default:
			return last, &CellError{Index: i, Count: count, Cells: len(nb.Cells), Err: err}
		}
		k.keepState(p.snapshot(nb))
	}
	if unsolved != nil {
		return last, &UnsolvedError{unsolved}
	}
	return last, nil
}

// CheckLanguage refuses notebooks of other languages, whose first cell would
// give an error that explains nothing.
func (nb *Notebook) CheckLanguage() error {
	for _, at := range [...]struct{ object, field string }{{"kernelspec", "language"}, {"language_info", "name"}} {
		o, _ := nb.Metadata[at.object].(object)
		lang, _ := o[at.field].(string)
		if lang != "" && !strings.EqualFold(lang, "go") {
			return fmt.Errorf("the notebook's language is %s, want go", lang)
		}
	}
	return nil
}

// Runs reports whether Run executes a cell.
func (c *Cell) Runs() bool {
	return c.Type == Code && strings.TrimSpace(c.Source) != "" && !c.Tagged("skip-execution")
}

// shownLimit is how many bytes of a value's text are stored, as in the kernel.
const shownLimit = 10_000

// runOne executes one cell and records what it says.
func (c *Cell) runOne(ctx context.Context, engine Engine, rec *recorder) *proto.CellError {
	res := engine.Run(ctx, proto.Cell{Source: c.Source, N: c.Count, Limit: shownLimit}, rec)
	if res.Status == proto.OK {
		rec.recordResult(c.Count, res.Value)
		return nil
	}
	err := failureOf(ctx, res)
	rec.recordError(err)
	return err
}

// failureOf is the error of a cell that did not end well, whether the engine
// says why or not.
func failureOf(ctx context.Context, res proto.Result) *proto.CellError {
	switch {
	case res.Err != nil:
		return res.Err
	case res.Status == proto.Aborted:
		return &proto.CellError{Name: "aborted", Message: "the cell never ran"}
	case ctx.Err() != nil:
		return &proto.CellError{Name: "interrupted", Message: context.Cause(ctx).Error()}
	}
	return &proto.CellError{Name: "error", Message: errUnknown.Error()}
}

var neverBegan = &proto.CellError{Name: "interrupted", Message: "the notebook was stopped before this cell"}

var errUnknown = errors.New("the cell failed and did not say why")
