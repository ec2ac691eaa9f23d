package magic

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"riffle/internal/notebook"
)

// terminalSave writes the cells of the prompt that ran without error.
func terminalSave(_ context.Context, t Terminal, c *Call) error {
	name := unquoted(c.Arg)
	said, err := store(t.Path(name), name, t.Cells())
	if err == nil {
		t.Note(said)
	}
	return err
}

// save writes the cells of a notebook that ran without error, in the order in
// which they ran.
func save(_ context.Context, s Session, c *Call) error {
	name, err := FileName(c.Arg)
	if err != nil {
		return err
	}
	said, err := store(name, name, s.Done())
	if err == nil {
		fmt.Fprintln(s.Stdout(), said)
	}
	return err
}

// store writes cells to a file that must not exist yet, and says what it wrote
// under the name by which the user knows the file.
func store(path, name string, cells []Cell) (said string, err error) {
	var good []string
	for _, c := range cells {
		if c.OK && !savesOrLoads(c.Source) {
			good = append(good, strings.TrimRight(c.Source, "\n"))
		}
	}
	if len(good) == 0 {
		return "", fmt.Errorf("%s: no cell has run without error yet", name)
	}
	text, runs := asFile(filepath.Ext(name), good)
	if err := writeNew(path, text); err != nil {
		return "", err
	}
	said = fmt.Sprintf("wrote %s to %s", counted(len(good), "cell"), name)
	switch {
	case !runs:
		return said, nil
	case len(good) == 1:
		return fmt.Sprintf("%s; riffle run %s runs it", said, name), nil
	}
	return fmt.Sprintf("%s; riffle run %s runs them", said, name), nil
}

// savesOrLoads reports whether a cell is about the cells, and not one of them: in
// a saved file it would fail, as the file is there.
func savesOrLoads(source string) bool {
	word, _, _ := strings.Cut(strings.TrimSpace(source), " ")
	return word == "%save" || word == "%load"
}

// cellMark separates the cells of a script.
const cellMark = "// %%"

// asFile is the text of a file with cells; runs says whether riffle run takes it.
func asFile(ext string, cells []string) (text string, runs bool) {
	switch ext {
	case ".md":
		var b strings.Builder
		for i, c := range cells {
			if i > 0 {
				b.WriteString("\n")
			}
			f := fence(c)
			b.WriteString(f + "go\n" + c + "\n" + f + "\n")
		}
		return b.String(), false
	case ".ipynb":
		return asNotebook(cells), true
	}
	return strings.Join(cells, "\n"+cellMark+"\n") + "\n", true
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

// maxLoad bounds what %load offers: a front end chokes on more, and nobody edits it.
const maxLoad = 1 << 20

// load offers the text of a file as the next input.
func load(_ context.Context, s Session, c *Call) error {
	name, err := FileName(c.Arg)
	if err != nil {
		return err
	}
	if filepath.Ext(name) == ".ipynb" {
		return fmt.Errorf("%s is a notebook; open it beside this one", name)
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
	s.Offer("// %load " + c.Arg + "\n" + strings.TrimRight(string(text), "\n"))
	return nil
}
