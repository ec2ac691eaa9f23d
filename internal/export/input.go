package export

import (
	"context"
	"fmt"
	"strings"

	"riffle/internal/cell"
	"riffle/internal/magic"
	"riffle/internal/notebook"
)

// FromNotebook are the cells of a notebook, as riffle run runs them.
func FromNotebook(nb *notebook.Notebook) (cells []Cell) {
	n := 0
	for _, c := range nb.Cells {
		switch {
		case c.Type == notebook.Markdown:
			cells = append(cells, Cell{Text: c.Source})
		case c.Runs():
			n++
			src := cell.Typed(c.Source, n)
			src.MayFail = c.Tagged("raises-exception")
			cells = append(cells, Cell{Source: src, Name: fmt.Sprintf("cell %d", n)})
		}
	}
	return cells
}

// FromScript are the cells of a script.
func FromScript(name, text string, magics magic.Table) (cells []Cell) {
	list := cell.Script(name, text, magics)
	for i, src := range list {
		c := Cell{Source: src}
		if src.MayFail {
			c.Name = fmt.Sprintf("cell %d", i+1)
		}
		cells = append(cells, c)
	}
	return cells
}

// FromSession are cells of a session by their numbers.
func FromSession(list []magic.Cell) (cells []Cell) {
	for _, c := range list {
		cells = append(cells, Cell{Source: cell.Typed(strings.TrimRight(c.Source, "\n"), c.N)})
	}
	return cells
}

// Verbatim is a program that is one already, in a module.
func Verbatim(w World, name, text, module string) (*Program, error) {
	src := &cell.Source{Text: text, File: name}
	if _, errs := w.Compiler(nil).Program(context.Background(), src); errs != nil {
		return nil, Refused(errs)
	}
	moved, paths, err := moveImports([]byte(text), module)
	if err != nil {
		return nil, err
	}
	return &Program{Source: moved, Imports: paths}, nil
}

// IsProgram reports whether a text is a program and no script of cells.
func IsProgram(text string) bool { return cell.IsProgram(text) }
