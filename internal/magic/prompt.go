package magic

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
)

// exit leaves the prompt.
func exit(context.Context, Terminal, *Call) error { return ErrExit }

// terminalHistory lists the cells of this session, or with a text the
// remembered entries of all sessions that contain it.
func terminalHistory(_ context.Context, t Terminal, c *Call) error {
	if c.Arg == "" {
		for _, cell := range t.Cells() {
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

// cellMark separates the cells of a script.
const cellMark = "// %%"

// save writes the cells that ran without error as a script for riffle run.
func save(_ context.Context, t Terminal, c *Call) error {
	var good []string
	for _, cell := range t.Cells() {
		if cell.OK {
			good = append(good, strings.TrimRight(cell.Source, "\n")+"\n")
		}
	}
	if len(good) == 0 {
		return fmt.Errorf("%s: no cell has run without error yet", c.Arg)
	}
	name := unquoted(c.Arg)
	if err := writeNew(t.Path(name), strings.Join(good, cellMark+"\n")); err != nil {
		return err
	}
	them := "them"
	if len(good) == 1 {
		them = "it"
	}
	t.Note(fmt.Sprintf("wrote %s to %s; riffle run %s runs %s", counted(len(good), "cell"), name, c.Arg, them))
	return nil
}

// writeNew writes a file that must not exist yet: a slip of the keyboard
// should not cost somebody their homework.
func writeNew(name, text string) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, os.ErrExist) {
		return fmt.Errorf("%s exists already; choose another name or remove it", name)
	}
	if err != nil {
		return err
	}
	_, err = io.WriteString(f, text)
	return errors.Join(err, f.Close())
}

// edit opens the latest cell, or cell number n, in an editor and runs what the
// user made of it.
func edit(ctx context.Context, t Terminal, c *Call) error {
	source, err := numbered(t.Cells(), c.Arg)
	if err != nil {
		return err
	}
	edited, err := t.Edit(ctx, source)
	if err != nil {
		return err
	}
	edited = strings.TrimRight(edited, " \t\r\n")
	if edited == "" {
		return nil
	}
	return t.Enter(ctx, edited)
}

// numbered is the source of cell n, of the latest for "", nothing before the
// first.
func numbered(cells []Cell, n string) (string, error) {
	if n == "" && len(cells) == 0 {
		return "", nil
	}
	last := cells[max(len(cells)-1, 0):]
	if n == "" {
		return last[0].Source, nil
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
