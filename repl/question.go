package repl

import (
	"riffle/internal/help"
	"riffle/internal/proto"
)

// question asks for the documentation of a name, or for its source.
type question struct {
	name   string
	detail int // 0 documentation, 1 source
}

// parseQuestion recognizes ?name, ??name, name? and name??, and a lone ?.
func parseQuestion(source string) (q question, ok bool) {
	q.name, q.detail, ok = proto.Question(source)
	return q, ok
}

// inspect shows what the engine knows about a name; without one, an overview.
func (f *front) inspect(q question) error {
	name := q.name
	if name == "" {
		name = "?"
	}
	found := f.engine.Inspect(name, len(name), q.detail)
	text := bundleText(&found.Value)
	if found.Found && found.Page != nil {
		text = help.Text(found.Page, f.terminalWidth())
	}
	if found.Found && text != "" {
		f.showLong(text)
		return nil
	}
	advice := "Tab completes what there is"
	if found.Page != nil && found.Page.Note != "" {
		advice = found.Page.Note
	}
	return f.refuseWhy("no documentation for %s; %s", q.name, advice)
}

// terminalWidth is the terminal's width, 0 if there is none.
func (f *front) terminalWidth() int {
	if f.cfg.Width == nil {
		return 0
	}
	return f.cfg.Width()
}
