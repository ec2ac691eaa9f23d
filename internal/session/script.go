package session

import (
	"context"
	"fmt"

	"riffle/internal/cell"
	"riffle/internal/proto"
)

// Script runs the text of a script or of a program.
func (m inCell) Script(ctx context.Context, name, text string) error {
	return asError(m.s.runText(ctx, name, text))
}

// runText runs a file's text in the session.
func (s *Session) runText(ctx context.Context, name, text string) *proto.CellError {
	if cell.IsProgram(text) {
		return s.runProgram(ctx, &cell.Source{Text: text, File: name})
	}
	for _, src := range cell.Script(name, text, s.magics) {
		_, cerr := s.runCell(ctx, src)
		switch {
		case s.leaving, ctx.Err() != nil, cerr != nil && !src.MayFail:
			return cerr
		case cerr != nil:
			fmt.Fprintln(s.stderr, cerr.Format())
		}
	}
	return nil
}

// runProgram runs a program in the session's process. That it ends with status
// 0 is no error.
func (s *Session) runProgram(ctx context.Context, src *cell.Source) *proto.CellError {
	defer s.beginProgram(src.Text)()
	s.mu.Lock()
	unit, errs := s.compiler.Program(ctx, src)
	s.mu.Unlock()
	if errs != nil {
		return notCompiled(ctx, errs)
	}
	program, cerr := s.loadProgram(unit, s.followedProgram(unit))
	if cerr == nil {
		cerr = s.executeCode(ctx, program)
	}
	if cerr != nil && cerr.Name == proto.Exited && cerr.Exit == 0 {
		return nil
	}
	return cerr
}
