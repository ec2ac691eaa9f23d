// Package notebooks holds the course. [Names] lists its lessons, and [Lesson] returns
// one as a teacher has it: with solutions and hidden tests, but without outputs and
// without the cells that check its text.
//
// What is embedded is made of the notebooks beside this file, by
//
//	go generate ./notebooks
package notebooks

import (
	"compress/gzip"
	"embed"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
)

//go:generate go test . -run TestPacked -update

//go:embed packed
var packed embed.FS

// ending is that of a packed lesson.
const ending = ".ipynb.gz"

// Names lists the lessons in the order of the course: "01-lottery" and so on.
func Names() []string {
	found, _ := fs.Glob(packed, "packed/*"+ending)
	for i, file := range found {
		found[i] = strings.TrimSuffix(path.Base(file), ending)
	}
	return found
}

// Lesson returns the notebook file of a lesson.
func Lesson(name string) ([]byte, error) {
	f, err := packed.Open("packed/" + name + ending)
	if err != nil {
		return nil, fmt.Errorf("there is no lesson %q", name)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}
