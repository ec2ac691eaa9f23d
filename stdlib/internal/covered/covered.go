// Package covered says which packages a cell may import. It is read by the
// generator, which builds tables for them, and by package stdlib, whose error
// messages say why a package is missing.
package covered

import (
	"strings"

	"riffle/internal/library"
)

// Entry pairs a package path, or path.Name for one object, with the reason
// why it is left out.
type Entry struct{ Name, Reason string }

// Modules are the patterns, besides the standard library and the project's
// own packages, that the generator covers.
var Modules = []string{
	"gonum.org/v1/gonum/floats",
	"gonum.org/v1/gonum/mat",
	"gonum.org/v1/gonum/stat",
	"gonum.org/v1/gonum/stat/distuv",
	"gonum.org/v1/plot",
	"gonum.org/v1/plot/font",
	"gonum.org/v1/plot/palette",
	"gonum.org/v1/plot/palette/brewer",
	"gonum.org/v1/plot/palette/moreland",
	"gonum.org/v1/plot/plotter",
	"gonum.org/v1/plot/plotutil",
	"gonum.org/v1/plot/text",
	"gonum.org/v1/plot/vg",
	"gonum.org/v1/plot/vg/draw",
	"gonum.org/v1/plot/vg/recorder",
	"gonum.org/v1/plot/vg/vgeps",
	"gonum.org/v1/plot/vg/vgimg",
	"gonum.org/v1/plot/vg/vgpdf",
	"gonum.org/v1/plot/vg/vgsvg",
	"gonum.org/v1/plot/vg/vgtex",
}

// LeftOut lists the public packages of the standard library, and of riffle, that a cell can't
// import, in alphabetical order.
var LeftOut = []Entry{
	{"arena", "it is an experiment that the toolchain leaves out by default"},
	{"crypto/mlkem/mlkemtest", "it serves only the tests of cryptographic packages"},
	{"embed", "a cell has no files to embed; read them with os.ReadFile"},
	{"log/syslog", "it doesn't exist on Windows; use log or log/slog"},
	{"plugin", "it loads only what a Go toolchain has built, and not on Windows"},
	{"riffle/shuffle/drawn", "it serves sessions, which answer draws with it"},
	{"runtime/cgo", "cells can't call C"},
	{"runtime/coverage", "it works only in programs built with -cover"},
	{"runtime/race", "it works only in programs built with -race"},
	{"syscall/js", "it exists only in a browser"},
	{"testing/cryptotest", "it serves only tests run by go test"},
	{"testing/synctest", "it works only in tests run by go test"},
	{"weak", "interpreted values can't be tracked by the garbage collector"},
}

// Excluded lists the exported objects of covered packages that have neither a
// native symbol nor a source to instantiate, in alphabetical order.
var Excluded = []Entry{
	{"database/sql.Null", "use NullString, NullInt64 and the like"},
	{"runtime.AddCleanup", "interpreted values can't be tracked by the garbage collector; use defer"},
}

// NotEverywhere lists the packages that have more on some systems than on others, with
// what is said of that: cells can use only the constants and what all systems have.
var NotEverywhere = []Entry{
	{"syscall", "not every operating system has it; os, os/signal and os/exec have what all need"},
}

// Callers lists the functions whose work is little more than calls of their first
// argument's methods, or of an argument that is a function, and some that do nothing
// without an error, in alphabetical order. They have a source beside their symbol, for
// arguments that aren't native, and for errors. One of a slice of any type has a source for slices of a known type, with a parameter for the elements'.
func Callers() []string { return library.Named(library.Lowered) }

// Reason looks a name up in LeftOut or Excluded.
func Reason(table []Entry, name string) (string, bool) {
	for _, e := range table {
		if e.Name == name {
			return e.Reason, true
		}
	}
	return "", false
}

// Public reports whether programs outside the tree of path may import it.
func Public(path string) bool {
	for _, elem := range strings.Split(path, "/") {
		if elem == "internal" || elem == "vendor" {
			return false
		}
	}
	return path != "cmd" && !strings.HasPrefix(path, "cmd/")
}
