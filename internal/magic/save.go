package magic

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"riffle/internal/notebook"
)

// Programmer makes a Go program of cells. The words say how to run it.
type Programmer func(ctx context.Context, cells []Cell) (source, words string, err error)

// WithPrograms is the table with a %save that writes programs.
func (t Table) WithPrograms(p Programmer) Table {
	t = slices.Clone(t)
	if m, ok := t.Find("save"); ok {
		m.Session = func(ctx context.Context, s Session, c *Call) error { return save(ctx, s, c, p) }
		m.Terminal = func(ctx context.Context, t Terminal, c *Call) error { return terminalSave(ctx, t, c, p) }
	}
	return t
}

// saveScript and terminalSaveScript are %save where programs can't be made.
func saveScript(ctx context.Context, s Session, c *Call) error { return save(ctx, s, c, nil) }

func terminalSaveScript(ctx context.Context, t Terminal, c *Call) error {
	return terminalSave(ctx, t, c, nil)
}

// terminalSave writes the cells of the prompt that ran without error.
func terminalSave(ctx context.Context, t Terminal, c *Call, p Programmer) error {
	arg, over := forced(c.Arg)
	ranges, arg := cutRanges(arg)
	if arg == "" {
		return c.usage()
	}
	cells, err := someCells(t.Cells(), ranges)
	if err != nil {
		return err
	}
	name := unquoted(arg)
	return t.Interruptible(ctx, func(ctx context.Context) error {
		said, err := storeCells(ctx, t.Path(name), name, over, cells, p)
		if err == nil {
			t.Note(said)
		}
		return err
	})
}

// save writes the cells of a notebook that ran without error, in the order in
// which they ran.
func save(ctx context.Context, s Session, c *Call, p Programmer) error {
	arg, over := forced(c.Arg)
	ranges, arg := cutRanges(arg)
	if arg == "" {
		return c.usage()
	}
	name, err := FileName(arg)
	if err != nil {
		return err
	}
	cells, err := someCells(s.Done(), ranges)
	if err != nil {
		return err
	}
	said, err := storeCells(ctx, name, name, over, cells, p)
	switch {
	case err == nil:
		fmt.Fprintln(s.Stdout(), said)
	case ctx.Err() != nil:
		return s.Interrupted(ctx)
	}
	return err
}

// someCells are the cells that ranges choose, all if there are none.
func someCells(cells []Cell, ranges []string) ([]Cell, error) {
	if len(ranges) == 0 {
		return cells, nil
	}
	return chooseCells(cells, ranges)
}

// forced is a file's name without the -f before it, which has the file replaced.
func forced(arg string) (name string, over bool) {
	rest, over := strings.CutPrefix(arg+" ", "-f ")
	if !over {
		return arg, false
	}
	return strings.TrimSpace(rest), true
}

// storeCells writes cells to a file that must not exist yet, unless it is to be replaced, and
// says what it wrote under the name by which the user knows the file.
func storeCells(ctx context.Context, path, name string, over bool, cells []Cell, p Programmer) (said string, err error) {
	var good []Cell
	for _, c := range cells {
		if c.OK && !savesOrLoads(c.Source) {
			c.Source = strings.TrimRight(c.Source, "\n")
			good = append(good, c)
		}
	}
	if len(good) == 0 {
		return "", fmt.Errorf("%s: no cell has run without error yet", name)
	}
	if _, err := os.Stat(path); err == nil && !over {
		return "", exists(name) // before all the work
	}
	text, runs, err := asFile(ctx, filepath.Ext(name), name, good, p)
	if err != nil {
		return "", err
	}
	if over {
		err = replaceFile(path, text)
	} else {
		err = writeNew(path, name, text)
	}
	if err != nil {
		return "", err
	}
	said = fmt.Sprintf("wrote %s to %s", countedThings(len(good), "cell"), name)
	if runs != "" {
		said += "; " + runs
	}
	return said, nil
}

// savesOrLoads reports whether a cell saves or loads cells: in a saved file it would
// fail, since the file exists.
func savesOrLoads(source string) bool {
	word, _, _ := strings.Cut(strings.TrimSpace(source), " ")
	return word == "%save" || word == "%load"
}

// CellMark begins the lines that separate the cells of a script, as jupytext writes them.
const CellMark = "// %%"

// asFile is the text of a file with cells; runs says who takes it.
func asFile(ctx context.Context, ext, name string, cells []Cell, p Programmer) (text, runs string, err error) {
	var sources []string
	for _, c := range cells {
		sources = append(sources, c.Source)
	}
	it := "them"
	if len(cells) == 1 {
		it = "it"
	}
	runs = fmt.Sprintf("riffle run %s runs %s", name, it)
	switch {
	case ext == ".md":
		return asPage(sources), "", nil
	case ext == ".ipynb":
		return asNotebook(sources), runs, nil
	case ext == ".go" && p != nil:
		text, words, err := p(ctx, cells)
		if ctx.Err() != nil {
			return "", "", context.Cause(ctx)
		}
		if err != nil {
			return "", "", fmt.Errorf("%w\n%s would keep them as a script, for riffle run and %%run", err, strings.TrimSuffix(name, ext)+".txt")
		}
		return text, strings.ReplaceAll(words, "FILE", name), nil
	}
	return strings.Join(sources, "\n"+CellMark+"\n") + "\n", runs, nil
}

// asPage is a page of Markdown.
func asPage(cells []string) string {
	var b strings.Builder
	for i, c := range cells {
		if i > 0 {
			b.WriteString("\n")
		}
		f := fence(c)
		b.WriteString(f + "go\n" + c + "\n" + f + "\n")
	}
	return b.String()
}

// fence is a fence of Markdown that no line of the text closes.
func fence(text string) string {
	f := "```"
	for strings.Contains(text, f) {
		f += "`"
	}
	return f
}

// asNotebook is a notebook without outputs.
func asNotebook(cells []string) string {
	nb := &notebook.Notebook{Minor: 5, Metadata: map[string]any{
		"kernelspec":    map[string]any{"name": "riffle", "display_name": "Go (riffle)", "language": "go"},
		"language_info": map[string]any{"name": "go", "file_extension": ".go", "mimetype": "text/x-go"},
	}}
	for i, c := range cells {
		nb.Cells = append(nb.Cells, &notebook.Cell{Type: notebook.Code, ID: fmt.Sprintf("cell-%d", i+1), Source: c})
	}
	data, err := nb.Encode()
	if err != nil {
		panic(err) // strings and maps of strings are always JSON
	}
	return string(data)
}

// writeNew writes a file that must not exist yet: a typo shouldn't cost anybody their
// homework.
func writeNew(path, name, text string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, os.ErrExist) {
		return exists(name)
	}
	if err != nil {
		return err
	}
	_, err = io.WriteString(f, text)
	return errors.Join(err, f.Close())
}

func exists(name string) error {
	return fmt.Errorf("%s exists already; choose another name, or %%save -f %[1]s replaces it", name)
}

// replaceFile replaces a file, which stays complete until the new one is.
func replaceFile(path, text string) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s is no file that could be replaced", path)
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".riffle-")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = io.WriteString(f, text)
	if err = errors.Join(err, f.Chmod(0o644), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// maxLoad bounds the text that %load offers: a front end chokes on more, and nobody would
// edit it.
const maxLoad = 1 << 20

// loadMagic offers the text of a file as the next input.
func loadMagic(_ context.Context, s Session, c *Call) error {
	name, err := FileName(c.Arg)
	if err != nil {
		return err
	}
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	if info.Size() > maxLoad {
		return fmt.Errorf("%s has %d bytes, want at most %d", name, info.Size(), maxLoad)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	loaded := string(text)
	switch filepath.Ext(name) {
	case ".ipynb":
		loaded, err = ofNotebook(text)
	case ".md":
		loaded, err = ofPage(loaded)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	s.Offer("// %load " + c.Arg + "\n" + strings.TrimRight(loaded, "\n"))
	return nil
}

// ofNotebook are the cells of a notebook with code, as those of a script.
func ofNotebook(data []byte) (string, error) {
	nb, err := notebook.Decode(data)
	if err != nil {
		return "", err
	}
	var cells []string
	for _, c := range nb.Cells {
		if c.Type == notebook.Code && strings.TrimSpace(c.Source) != "" {
			cells = append(cells, c.Source)
		}
	}
	if len(cells) == 0 {
		return "", errors.New("the notebook has no code")
	}
	return strings.Join(cells, "\n"+CellMark+"\n"), nil
}

// ofPage are the blocks of a page of Markdown that are marked as Go, as the cells of a
// script. A block ends with as many backquotes as it begins with.
func ofPage(text string) (string, error) {
	var cells, lines []string
	end := ""
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		ticks := line[:len(line)-len(strings.TrimLeft(line, "`"))]
		switch {
		case end != "" && line == end:
			cells, lines, end = append(cells, strings.Join(lines, "\n")), nil, ""
		case end != "":
			lines = append(lines, line)
		case len(ticks) >= 3 && line[len(ticks):] == "go":
			end = ticks
		}
	}
	if len(cells) == 0 {
		return "", errors.New("the page has no block of code that begins with ```go")
	}
	return strings.Join(cells, "\n"+CellMark+"\n"), nil
}
