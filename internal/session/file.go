package session

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"riffle/internal/cell"
	"riffle/internal/proto"
	"riffle/internal/rt"
	"riffle/internal/shim"
)

// The statuses of a program that doesn't choose its own.
const (
	statusError = 1
	statusPanic = 2
)

// RunFile runs a program or a script, "-" for that on the standard input, in this
// process, as go run does: the
// process's streams are its own. It returns the exit status; what went wrong is
// on the standard error.
func RunFile(name string, args []string) int {
	text, err := readFile(name)
	if err != nil {
		fmt.Fprintf(os.Stderr, "riffle: %v\n", err)
		return statusError
	}
	os.Args = append([]string{name}, args...)
	s, err := New(Options{Direct: true})
	if err != nil {
		fmt.Fprintf(os.Stderr, "riffle: %v\n", err)
		return statusError
	}
	defer s.echo.restore()
	base := filepath.Base(name)
	if name == "-" {
		base = "stdin"
	}
	if cell.IsProgram(string(text)) {
		return s.program(&cell.Source{Text: string(text), File: base})
	}
	if cerr := s.runText(context.Background(), base, string(text)); cerr != nil {
		return report(cerr)
	}
	return 0
}

// readFile reads a file, or for "-" the standard input, as other tools do.
func readFile(name string) ([]byte, error) {
	if name == "-" {
		return io.ReadAll(os.Stdin)
	}
	return os.ReadFile(name)
}

// program runs a file of package main.
func (s *Session) program(src *cell.Source) int {
	s.random.program.Store(true)
	unit, errs := s.compiler.Program(context.Background(), src)
	if errs != nil {
		return report(compileError(errs))
	}
	code, cerr := s.load(unit, unit.Program)
	if cerr != nil {
		return report(cerr)
	}
	s.rt.Begin()
	if cerr := s.guarded(code); cerr != nil {
		return report(cerr)
	}
	return 0
}

// report prints an error on the standard error and returns its exit status.
func report(e *proto.CellError) int {
	shown := *e
	switch e.Name { // as the Go run-time words it: no session goes on
	case "deadlock":
		shown.Name, shown.Message = fatalError, rt.ErrDeadlock.Error()
	case fatalError:
		shown.Message, _, _ = strings.Cut(e.Message, ", which ends")
	}
	fmt.Fprintln(os.Stderr, shown.Format())
	switch e.Name {
	case "panic", "deadlock", fatalError:
		return statusPanic
	case proto.Exited:
		return e.Exit
	}
	return statusError
}

// direct gives cells the process's own streams.
func (s *Session) direct(c *rt.Config, l *shim.Config) {
	l.Stdout, c.Stderr, l.ReadLine, l.Capture = os.Stdout, os.Stderr, nil, nil
	c.Exit, l.Direct, l.Random = s.echo.exit, true, nil
	c.GoPanic = func(v any, fatal bool) {
		e := s.panicError(v, s.engine.Left())
		if status := report(e); fatal {
			s.echo.exit(status)
		}
	}
}
