package stdlib

import (
	"fmt"
	"go/types"
	"strings"
	"sync"

	"riffle/internal/near"
	"riffle/stdlib/internal/covered"
)

// Importer returns an importer of the packages in Paths for go/types. It reads
// each package's embedded type data when it is first asked for, remembers it,
// and is safe for concurrent use. Types of different importers are different:
// a session needs one.
func Importer() types.Importer {
	return &typeImporter{base: exportData()}
}

// typeImporter guards the standard importer, whose packages share a map.
type typeImporter struct {
	mu   sync.Mutex
	base types.Importer
}

// Import implements types.Importer.
func (im *typeImporter) Import(path string) (*types.Package, error) {
	if path == unsafePath {
		return types.Unsafe, nil
	}
	if lacks(path) {
		return nil, &Lacking{path}
	}
	if find(path) == nil {
		return nil, unknown(path)
	}
	im.mu.Lock()
	defer im.mu.Unlock()
	return im.base.Import(path)
}

// instead says what a cell has in the place of well-known packages of other modules.
var instead = map[string]string{
	"golang.org/x/crypto/ssh/terminal": "display.Password asks for a line that isn't shown",
	"golang.org/x/term":                "display.Password asks for a line that isn't shown",
}

// unknown is the error for a path that can't be imported.
func unknown(path string) error {
	if reason, ok := covered.Reason(covered.LeftOut, path); ok {
		return fmt.Errorf("package %q can't be used in a cell: %s", path, reason)
	}
	if why, ok := instead[path]; ok {
		return fmt.Errorf("package %q is not part of riffle: %s", path, why)
	}
	if !covered.Public(path) {
		return fmt.Errorf("package %q is internal to others and can't be imported", path)
	}
	if like := similar(path); like != "" {
		return fmt.Errorf("no package %q; did you mean %q?", path, like)
	}
	if first, _, _ := strings.Cut(path, "/"); strings.Contains(first, ".") {
		return fmt.Errorf("package %q is not part of riffle: a cell can import the standard library, gonum's mat, stat, distuv, floats and plot, and riffle's own packages", path)
	}
	return fmt.Errorf("no package %q in the standard library or in riffle", path)
}

// similar finds the importable path that a wrong one most likely means: one
// with that package name, else one that differs by a typing mistake or two.
func similar(path string) string {
	wrong := strings.ToLower(path)
	if like := Auto(wrong[strings.LastIndex(wrong, "/")+1:]); len(like) > 0 {
		return like[0]
	}
	return near.Word(wrong, Paths())
}
