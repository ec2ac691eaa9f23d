package stdlib

import (
	"bytes"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/gcexportdata"
)

// exportData reads the compiler's type data, as go/importer does, which brings the
// readers of all object files with it: half a megabyte of program.
func exportData() types.Importer {
	return &reader{fset: token.NewFileSet(), packages: map[string]*types.Package{}}
}

type reader struct {
	fset     *token.FileSet
	packages map[string]*types.Package // those that others only mention are incomplete
}

// Import implements types.Importer.
func (im *reader) Import(path string) (*types.Package, error) {
	if p := im.packages[path]; p != nil && p.Complete() {
		return p, nil
	}
	b, err := typeData(path)
	if err != nil {
		return nil, err
	}
	r, err := gcexportdata.NewReader(bytes.NewReader(b))
	if err != nil {
		return nil, err
	}
	return gcexportdata.Read(r, im.fset, im.packages, path)
}
