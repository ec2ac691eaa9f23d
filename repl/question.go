package repl

import "riffle/internal/proto"

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
