package session

import "riffle/internal/proto"

// Complete lists what may stand at pos, a byte offset in source.
func (s *Session) Complete(source string, pos int) proto.Completion {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.compiler.Complete(source, pos)
}

// Inspect documents the name at pos; detail 1 asks for its source too.
func (s *Session) Inspect(source string, pos, detail int) proto.Inspection {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.compiler.Inspect(source, pos, detail)
}

// IsComplete says whether source can run as it is.
func (s *Session) IsComplete(source string) proto.Completeness {
	return s.compiler.IsComplete(source)
}
