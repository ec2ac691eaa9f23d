package stdlib

import (
	"riffle/internal/library"
)

// Source returns the Go files, by name, from which the exported generic functions and
// types of a package are instantiated, and its Callers lowered; none if it has
// neither. Constraints are in the type data alone.
//
// The files form a package with the path and these functions of the original, but none
// of its other exports: for those the files import the original itself, whose
// symbols are native. Their other imports are in
// Paths, no function lacks a body, and nothing in them needs unsafe. A type
// that they declare, as sync/atomic's Pointer, is the one of that name in the
// type data.
func Source(path string) (files map[string][]byte, err error) { return sources(path) }

// IsCaller reports whether a function's work is little more than calls of its first
// argument's methods, or of an argument that is a function. It has both a symbol and a
// source: the source, compiled with a cell's own methods or function, calls them up to a
// hundred times faster than native code can. A source with a type parameter E has a []E
// where the function has an any.
func IsCaller(path, name string) bool { return library.Of(path, name).Has(library.Lowered) }
