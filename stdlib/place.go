package stdlib

import (
	"fmt"
	"slices"

	"riffle/stdlib/internal/covered"
	"riffle/stdlib/internal/std"
)

// Where says which of the programs for browsers has a package.
type Where = covered.Where

// The places of a package in a browser. A program for computers has all packages.
const (
	Here   = covered.Here   // in riffle.wasm and in riffle-all.wasm
	Larger = covered.Larger // in riffle-all.wasm alone
	Never  = covered.Never  // in neither
)

// Place is the place in browsers of a package in Paths; for Never with the reason.
func Place(path string) (Where, string) {
	if path == unsafePath {
		return Here, ""
	}
	reason, _ := covered.Reason(covered.NotInBrowsers, path)
	return covered.InBrowsers(path), reason
}

// Lacking is the error for a package in Paths that this program lacks.
type Lacking struct{ Path string }

// Error says why, and what to do.
func (l *Lacking) Error() string {
	if where, reason := Place(l.Path); where == Never {
		return fmt.Sprintf("package %q can't be used here: %s; riffle on a computer has it", l.Path, reason)
	}
	return fmt.Sprintf("package %q is in the larger riffle for browsers, not in this one", l.Path)
}

// lacks reports whether this program lacks a package in Paths.
func lacks(path string) bool {
	_, ok := slices.BinarySearch(std.Lacking, path)
	return ok
}
