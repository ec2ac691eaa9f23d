package session

import (
	"errors"
	"go/types"
	"strings"
	"sync/atomic"

	"riffle/internal/cell"
	"riffle/stdlib"
)

// The smaller program for browsers lacks packages that the larger one has. A cell that
// needs one can be run again there, so its error names the package.

// larger is the path of the package that an error is about, if the larger program has it.
func larger(err error) string {
	var l *stdlib.Lacking
	if !errors.As(err, &l) {
		return ""
	}
	if where, _ := stdlib.Place(l.Path); where != stdlib.Larger {
		return ""
	}
	return l.Path
}

// noting is an importer that records the last package that this program lacks.
type noting struct {
	types.Importer
	lacking atomic.Pointer[stdlib.Lacking]
}

// Import finds a package by its path.
func (n *noting) Import(path string) (*types.Package, error) {
	p, err := n.Importer.Import(path)
	var l *stdlib.Lacking
	if errors.As(err, &l) {
		n.lacking.Store(l)
	}
	return p, err
}

// importError is the importer's last error, if a compilation's errors mention it.
func (n *noting) importError(errs cell.Errors) error {
	l := n.lacking.Load()
	for _, e := range errs {
		if l != nil && strings.Contains(e.Message, l.Error()) {
			return l
		}
	}
	return nil
}
