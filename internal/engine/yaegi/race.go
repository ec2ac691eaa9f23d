//go:build race

package yaegi

import (
	"reflect"
	"regexp"
)

// A function that runs on several goroutines notes its lines in one place, and
// whichever comes last is as good as the other. The race detector can't know that,
// so under it the notes are calls.

const notePath = "note"

// prepareNotes lets programs call what notes a line.
func (in *instance) prepareNotes() error {
	note := func(function, line int) {
		if c := in.funcs.of(function); c != nil && c.place != nil {
			poke(c.place, line)
		}
	}
	if err := in.use(notePath, map[string]reflect.Value{"Line": reflect.ValueOf(note)}); err != nil {
		return err
	}
	_, err := in.interp.Eval("package main\nimport note \"" + notePath + "\"\n")
	return err
}

var noteLine = regexp.MustCompile(`(?m)^(\t*)at(\d+) = (\d+)$`)

// withNotes is a printed program that notes its lines.
func withNotes(source string) string {
	return noteLine.ReplaceAllString(source, "${1}note.Line($2, $3)")
}
