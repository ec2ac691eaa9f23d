package library

import (
	_ "embed"
	"strings"
)

// params has a line for each function and method of the standard library of which the Go
// compiler knows something: the package's path, a dot, the member, and a letter for each
// parameter, the receiver first, as package main in gen has them.
//
//go:embed params.txt
var params string

// The letters of params that are asked for.
const (
	onlyRead = '.' // what the parameter refers to is neither changed nor kept
	changed  = 'c' // it may be changed
)

// letters are the letters of a member, empty if the compiler knows nothing.
func letters(path, member string) string {
	_, rest, _ := strings.Cut(params, "\n"+path+"."+member+" ")
	s, _, _ := strings.Cut(rest, "\n")
	return s
}

// MayChange reports whether a function or method is known to change what a parameter
// refers to; parameter 0 is the receiver of a method, and the last one may stand for many.
func MayChange(path, member string, parameter int) bool {
	f, known := Of(path, member), letters(path, member)
	if f.Has(Fills) || parameter == 0 && f.Has(Changes) {
		return true
	}
	return known != "" && known[min(parameter, len(known)-1)] == changed
}

// LeavesAll reports whether a function or method is known to neither change nor keep what
// its parameters refer to. Functions among them may.
func LeavesAll(path, member string) bool {
	known := letters(path, member)
	if Of(path, member).Has(Leaves) {
		return !strings.ContainsRune(known, changed)
	}
	return known != "" && strings.Trim(known, string(onlyRead)) == ""
}
