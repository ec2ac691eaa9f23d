package session

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"riffle/internal/cell"
	"riffle/internal/proto"
)

// runDepth bounds scripts that run scripts.
const runDepth = 20

// magicRun runs the cells of a script as if they were typed, without displaying
// their values. A program is compiled as one and leaves no names.
func (s *Session) magicRun(ctx context.Context, c *call) (*proto.Bundle, *proto.CellError) {
	if c.arg == "" {
		return nil, c.usage()
	}
	name, err := fileName(c.arg)
	if err != nil {
		return nil, c.errorf("%v", err)
	}
	if filepath.Ext(name) == ".ipynb" {
		return nil, c.errorf("%s is a notebook; the command riffle run executes it", name)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, c.errorf("%v", err)
	}
	if s.depth++; s.depth > runDepth {
		s.depth--
		return nil, c.errorf("%s: scripts run each other %d deep, probably without end", name, runDepth)
	}
	defer func() { s.depth-- }()
	return nil, s.runText(ctx, filepath.Base(name), string(text))
}

// runText runs a file's text in the session.
func (s *Session) runText(ctx context.Context, name, text string) *proto.CellError {
	if cell.IsProgram(text) {
		return s.runProgram(ctx, &cell.Source{Text: text, File: name})
	}
	for _, src := range cell.Script(name, text) {
		if _, cerr := s.runCell(ctx, src); cerr != nil || s.leaving {
			return cerr
		}
	}
	return nil
}

// runProgram runs a program in the session's process. That it ends with status
// 0 is no error.
func (s *Session) runProgram(ctx context.Context, src *cell.Source) *proto.CellError {
	s.random.program.Store(true)
	defer s.random.program.Store(false)
	s.mu.Lock()
	unit, errs := s.compiler.Program(ctx, src)
	s.mu.Unlock()
	if errs != nil {
		return notCompiled(ctx, errs)
	}
	program, cerr := s.install(unit)
	if cerr == nil {
		cerr = s.execute(ctx, program)
	}
	if cerr != nil && cerr.Name == "exit" && cerr.Exit == 0 {
		return nil
	}
	return cerr
}

// magicLowered prints the normal form of Go, and runs it: what is compiled
// becomes the session's, so that it must have run.
func (s *Session) magicLowered(ctx context.Context, c *call) (*proto.Bundle, *proto.CellError) {
	if strings.TrimSpace(c.src.Text[c.start:]) == "" {
		return nil, c.usage()
	}
	s.show = func(u *cell.Unit) { fmt.Fprintln(s.stdout, strings.TrimRight(u.Print(), "\n")) }
	defer func() { s.show = nil }()
	return s.runCode(ctx, c)
}
