package session

import (
	"context"
	"slices"
	"time"

	"riffle/internal/cell"
	"riffle/internal/help"
	"riffle/internal/proto"
)

// Complete lists what fits at pos, a byte offset in source.
func (s *Session) Complete(source string, pos int) proto.Completion {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.compiler.Complete(source, pos)
}

// Signature finds the call among whose arguments pos is, a byte offset in source.
func (s *Session) Signature(source string, pos int) proto.Signature {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.compiler.Signature(source, pos)
}

// Inspect documents the name at pos, with the value of a variable; detail 1 asks for
// its source too.
func (s *Session) Inspect(source string, pos, detail int) proto.Inspection {
	s.mu.Lock()
	i, variable := s.compiler.InspectAnd(source, pos, detail)
	names := s.compiler.Names()
	s.mu.Unlock()
	if variable == "" || !s.busy.TryLock() { // the running cell may be writing it
		return i
	}
	defer s.busy.Unlock()
	if value := s.glance(slices.DeleteFunc(names, func(n cell.Name) bool { return n.Name != variable })); value != "" {
		i.Page.Value = value
		i.Value = help.Bundle(i.Page)
	}
	return i
}

// glancing is how long it may take to print a variable's value: its String method may be
// the user's.
const glancing = 300 * time.Millisecond

// glance is a variable's value, cut short.
func (s *Session) glance(names []cell.Name) string {
	ctx, free := context.WithTimeout(context.Background(), glancing)
	defer free()
	values, cerr := s.shortTexts(ctx, names)
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

// IsComplete says whether source can run as it is.
func (s *Session) IsComplete(source string) proto.Completeness {
	return s.compiler.IsComplete(source)
}
