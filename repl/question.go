package repl

import (
	"regexp"
	"strings"
)

// question asks for the documentation of a name, or for its source.
type question struct {
	name   string
	detail int // 0 documentation, 1 source
}

// A question has its marks before or after the name; a name may be qualified
// or that of a magic.
var (
	marksBefore = regexp.MustCompile(`^(\?\??)\s*(%?[\pL_][\pL\pN_.]*)$`)
	marksAfter  = regexp.MustCompile(`^(%?[\pL_][\pL\pN_.]*)\s*(\?\??)$`)
)

// parseQuestion recognizes ?name, ??name, name? and name??, and a lone ?.
func parseQuestion(source string) (q question, ok bool) {
	source = strings.TrimSpace(source)
	if source == "?" {
		return question{}, true
	}
	if m := marksBefore.FindStringSubmatch(source); m != nil {
		return question{m[2], len(m[1]) - 1}, true
	}
	if m := marksAfter.FindStringSubmatch(source); m != nil {
		return question{m[1], len(m[2]) - 1}, true
	}
	return question{}, false
}

// inspect shows what the engine knows about a name.
func (f *front) inspect(q question) error {
	if q.name == "" {
		text, _ := Help("repl")
		f.screen.line(text)
		return nil
	}
	found := f.engine.Inspect(q.name, len(q.name), q.detail)
	if text := bundleText(&found.Value); found.Found && text != "" {
		f.screen.line(text)
		return nil
	}
	return f.refuse("no documentation for %s; Tab completes what there is", q.name)
}
