package magic

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// exitMagic leaves the prompt.
func exitMagic(context.Context, Terminal, *Call) error { return ErrExit }

// terminalHistory lists the cells of this session, those that ranges choose, or with a text the
// remembered entries of all sessions that contain it.
func terminalHistory(_ context.Context, t Terminal, c *Call) error {
	ranges, text := cutRanges(c.Arg)
	if text == "" {
		cells := t.Cells()
		if len(ranges) > 0 {
			var err error
			if cells, err = chooseCells(cells, ranges); err != nil {
				return err
			}
		}
		for _, cell := range cells {
			t.Print(Numbered(cell.N, cell.Source))
		}
		return nil
	}
	for _, entry := range t.Remembered() {
		if strings.Contains(entry, c.Arg) {
			t.Print(entry)
		}
	}
	return nil
}

// edit opens the latest cell, or cell number n, in an editor and runs what the
// user made of it.
func edit(ctx context.Context, t Terminal, c *Call) error {
	source, err := numberedCell(t.Cells(), c.Arg)
	if err != nil {
		return err
	}
	edited, err := t.Edit(ctx, source)
	if err != nil {
		return err
	}
	edited = strings.TrimRight(edited, " \t\r\n")
	switch {
	case edited == "":
		return nil
	case edited == strings.TrimRight(source, " \t\r\n"):
		t.Note("nothing was changed, so nothing runs; %rerun runs an input again")
		return nil
	}
	return t.Enter(ctx, edited)
}

// rerun runs earlier cells again, up to the first that fails.
func rerun(ctx context.Context, t Terminal, c *Call) error {
	ranges, rest := cutRanges(c.Arg)
	if rest != "" {
		return c.usage()
	}
	cells := t.Cells()
	if len(ranges) == 0 {
		cells = withoutMagics(cells)
		ranges = []string{"-1"}
	}
	chosen, err := chooseCells(cells, ranges)
	if err != nil {
		return err
	}
	for _, cell := range chosen {
		if err := t.Enter(ctx, cell.Source); err != nil {
			return err
		}
	}
	return nil
}

// withoutMagics are the cells that are more than a line with a magic.
func withoutMagics(cells []Cell) []Cell {
	return slices.DeleteFunc(slices.Clone(cells), func(c Cell) bool {
		source := strings.TrimSpace(c.Source)
		return strings.HasPrefix(source, "%") && !strings.HasPrefix(source, "%%") && !strings.Contains(source, "\n")
	})
}

// numberedCell is the source of cell n, of the latest for "", nothing before the
// first.
func numberedCell(cells []Cell, n string) (string, error) {
	if n == "" && len(cells) == 0 {
		return "", nil
	}
	last := cells[max(len(cells)-1, 0):]
	if n == "" {
		for _, c := range slices.Backward(withoutMagics(cells)) {
			return c.Source, nil
		}
		return "", nil
	}
	number, err := strconv.Atoi(n)
	if err == nil {
		for _, c := range cells {
			if c.N == number {
				return c.Source, nil
			}
		}
	}
	if len(last) == 0 {
		return "", fmt.Errorf("no cell %s: none has run yet", n)
	}
	return "", fmt.Errorf("no cell %s, want a number from 1 to %d", n, last[0].N)
}

// restoreMagic brings back an earlier session.
func restoreMagic(ctx context.Context, t Terminal, c *Call) error {
	return t.Restore(ctx, c.Arg == "all")
}

// noRestore is %restore where the front end has the cells.
func noRestore(context.Context, Session, *Call) error {
	return errors.New("a notebook keeps its cells: run the ones above this one again; at the prompt of a terminal %restore does it")
}
