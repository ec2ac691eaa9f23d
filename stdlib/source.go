package stdlib

import "strings"

// Source returns the Go files, by name, from which the exported generic
// functions and types of a package are instantiated; ok is false if it has
// none. Constraints are in the type data alone.
//
// The files form a package with the path and the generics of the original, but none
// of its other exports: for those the files import the original itself, whose
// symbols are native. Their other imports are in
// Paths, no function lacks a body, and nothing in them needs unsafe. A type
// that they declare, as sync/atomic's Pointer, is the one of that name in the
// type data.
func Source(path string) (files map[string][]byte, ok bool) {
	dir := "src/" + path + "/"
	for name := range embedded() {
		base, in := strings.CutPrefix(name, dir)
		if !in || strings.Contains(base, "/") {
			continue
		}
		b, err := readEmbedded(name)
		if err != nil {
			return nil, false
		}
		if files == nil {
			files = map[string][]byte{}
		}
		files[base] = b
	}
	return files, files != nil
}
