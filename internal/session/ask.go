package session

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"riffle/internal/cell"
	"riffle/internal/proto"
)

// Complete lists what may stand at pos, a byte offset in source.
func (s *Session) Complete(source string, pos int) proto.Completion {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.compiler.Complete(source, pos)
}

// Inspect documents the name at pos, with the value of a variable; detail 1 asks for
// its source too.
func (s *Session) Inspect(source string, pos, detail int) proto.Inspection {
	s.mu.Lock()
	i, variable := s.compiler.InspectAnd(source, pos, detail)
	names := s.compiler.Names()
	s.mu.Unlock()
	if variable == "" || !s.busy.TryLock() { // the cell that runs may be writing it
		return i
	}
	defer s.busy.Unlock()
	if value := s.glance(slices.DeleteFunc(names, func(n cell.Name) bool { return n.Name != variable })); value != "" {
		i.Value.Data = withValue(i.Value.Data, value)
	}
	return i
}

// glancing is how long a variable's value may take to be written: its method
// String may be the user's.
const glancing = 300 * time.Millisecond

// glance is a variable's value, cut short.
func (s *Session) glance(names []cell.Name) string {
	ctx, free := context.WithTimeout(context.Background(), glancing)
	defer free()
	values, cerr := s.values(ctx, names)
	if cerr != nil || len(names) == 0 {
		return ""
	}
	value := []rune(values[names[0].Name])
	if len(value) > maxGlance {
		return string(value[:maxGlance]) + "…"
	}
	return string(value)
}

const maxGlance = 200

// withValue puts a value below the declaration, the first paragraph of each text.
func withValue(data map[string]any, value string) map[string]any {
	out := maps.Clone(data)
	for mime, quoted := range map[string]string{"text/plain": value, "text/markdown": inCode(value)} {
		if text, ok := out[mime].(string); ok {
			declaration, rest, more := strings.Cut(text, "\n\n")
			text = declaration + "\n\nvalue: " + quoted
			if more {
				text += "\n\n" + rest
			}
			out[mime] = text
		}
	}
	return out
}

// inCode is a text as code in Markdown.
func inCode(text string) string {
	tick := "`"
	for strings.Contains(text, tick) {
		tick += "`"
	}
	return tick + " " + text + " " + tick
}

// IsComplete says whether source can run as it is.
func (s *Session) IsComplete(source string) proto.Completeness {
	return s.compiler.IsComplete(source)
}
