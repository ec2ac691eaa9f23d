package proto

import (
	"strings"
	"unicode"
)

// Question recognizes a request for help: ?name and name? ask for the
// documentation (detail 0), ??name and name?? for the source too (detail 1). A name may
// be qualified, or a magic's. A lone ? has no name.
func Question(source string) (name string, detail int, ok bool) {
	source = strings.TrimSpace(source)
	if source == "?" {
		return "", 0, true
	}
	name = strings.TrimLeft(source, "?")
	marks := len(source) - len(name)
	if marks == 0 {
		name = strings.TrimRight(source, "?")
		marks = len(source) - len(name)
	}
	name = strings.TrimSpace(name)
	if marks < 1 || marks > 2 || !askable(name) {
		return "", 0, false
	}
	return name, marks - 1, true
}

// askable reports whether text is a name, qualified or not, perhaps a magic's.
func askable(name string) bool {
	name = strings.TrimPrefix(name, "%")
	for i, r := range name {
		letter := r == '_' || unicode.IsLetter(r)
		if !letter && (i == 0 || r != '.' && !unicode.IsNumber(r)) {
			return false
		}
	}
	return name != ""
}
