// Package notebook reads, executes and writes Jupyter notebooks without
// Jupyter. Begin with ReadFile, then Run over an Engine, then WriteFile.
//
// Files are written as nbformat writes them, byte for byte, so that a notebook
// that goes through here and through Jupyter in turn has small diffs. Fields
// that the package does not know are kept.
package notebook

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// Notebook is a notebook of format 4.
type Notebook struct {
	Cells    []*Cell
	Metadata map[string]any
	// Minor is the format's minor version; from 5 on every cell has an ID.
	Minor int

	extra map[string]any // fields unknown to this package
}

// The types of cells.
const (
	Code     = "code"
	Markdown = "markdown"
	Raw      = "raw"
)

// Cell is one cell of a notebook.
type Cell struct {
	// Type is Code, Markdown, Raw or any other type in the file.
	Type string
	// ID is empty in notebooks before format 4.5.
	ID       string
	Source   string
	Metadata map[string]any
	// Count is the number in In[…], 0 for a cell that never ran, and Outputs
	// are its outputs; only code cells have them.
	Count   int
	Outputs []Output

	extra map[string]any
}

// Output is one output of a cell, with the field names of the file format.
// Text that the file holds as a list of lines is one string here.
type Output map[string]any

// Type is the kind of output: "stream", "display_data", "execute_result" or
// "error".
func (o Output) Type() string {
	s, _ := o["output_type"].(string)
	return s
}

// Tagged reports whether a cell carries a tag.
func (c *Cell) Tagged(tag string) bool {
	tags, _ := c.Metadata["tags"].([]any)
	return slices.Contains(tags, any(tag))
}

// Attachment is a file that a Markdown cell carries, by MIME type, as base64 text; nil if
// there is none of that name.
func (c *Cell) Attachment(name string) map[string]any {
	files, _ := c.extra["attachments"].(object)
	file, _ := files[name].(object)
	return file
}

// ReadFile reads a notebook from a file.
func ReadFile(name string) (*Notebook, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	nb, err := Decode(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return nb, nil
}

// WriteFile writes a notebook to a file atomically: a reader of the file sees the old
// contents or the new.
func WriteFile(name string, nb *Notebook) error {
	data, err := nb.Encode()
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	// A link is kept: the file that it points to is replaced.
	if target, err := filepath.EvalSymlinks(name); err == nil {
		name = target
	}
	mode := fs.FileMode(0o644)
	if info, err := os.Stat(name); err == nil {
		if !info.Mode().IsRegular() {
			return os.WriteFile(name, data, mode) // a terminal, a pipe
		}
		mode = info.Mode().Perm()
	}
	return replaceFile(name, data, mode)
}

// Save is WriteFile that loses nothing: a notebook that can't be written to its file goes
// to a new file in the folder for temporary files, which the error names.
func Save(name string, nb *Notebook) error {
	err := WriteFile(name, nb)
	if err == nil {
		return nil
	}
	data, encodeErr := nb.Encode()
	if encodeErr != nil {
		return err
	}
	f, tempErr := os.CreateTemp("", "riffle-*.ipynb")
	if tempErr != nil {
		return errors.Join(err, tempErr)
	}
	_, tempErr = f.Write(data)
	if tempErr = errors.Join(tempErr, f.Close()); tempErr != nil {
		return errors.Join(err, tempErr)
	}
	return fmt.Errorf("%w; the notebook with its outputs is now %s", err, f.Name())
}

// replaceFile writes beside the file and renames.
func replaceFile(name string, data []byte, mode fs.FileMode) error {
	f, err := os.CreateTemp(filepath.Dir(name), ".riffle-*.ipynb")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // fails, as it should, after the rename
	_, err = f.Write(data)
	if err == nil {
		err = f.Chmod(mode)
	}
	if err == nil {
		err = f.Sync()
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}
