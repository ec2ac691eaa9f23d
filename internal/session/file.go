package session

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"riffle/internal/cell"
	"riffle/internal/parts"
	"riffle/internal/proto"
	"riffle/internal/rt"
	"riffle/internal/shim"
	"riffle/shuffle/trials"
)

// The statuses of a program that doesn't choose its own.
const (
	statusError = 1
	statusPanic = 2
)

// StatusLater is the status of a shard that must be run again when others have ended:
// EX_TEMPFAIL of sysexits. A notebook's cell that must wait has it in its error.
const StatusLater = 75

// RunFile runs a program or a script, "-" for standard input, in this process, as go run
// does: it has the process's streams. It returns the exit status; errors are on the
// standard error. Its experiments are played by files if by is set.
func RunFile(name string, args []string, by *parts.Options) int {
	text, err := readFile(name)
	if err != nil {
		fmt.Fprintf(os.Stderr, "riffle: %v\n", err)
		return statusError
	}
	if by != nil {
		by.Program = parts.Digest(append([]string{string(text)}, args...)...)
	}
	return runFile(name, text, args, Options{Parts: by})
}

// RunPlayed runs the text of a program or a script as RunFile does, but a player
// plays its experiments.
func RunPlayed(name string, text []byte, args []string, player trials.Player) int {
	return runFile(name, text, args, Options{Player: player})
}

func runFile(name string, text []byte, args []string, o Options) int {
	OwnProcess(name, args...)
	o.Direct = true
	s, err := New(o)
	if err != nil {
		fmt.Fprintf(os.Stderr, "riffle: %v\n", err)
		return statusError
	}
	defer s.echo.turnOn()
	s.endWithParts(name)
	base := filepath.Base(name)
	if name == "-" {
		base = "stdin"
	} else if path, err := filepath.Abs(name); err == nil {
		s.path = filepath.ToSlash(path)
	}
	if cell.IsProgram(string(text)) {
		return s.runFileProgram(&cell.Source{Text: string(text), File: base})
	}
	if cerr := s.runText(context.Background(), base, string(text)); cerr != nil {
		return reportError(cerr)
	}
	return 0
}

// OwnProcess makes the process look like the program's or the session's own: its
// arguments, and the flags that are defined.
func OwnProcess(name string, args ...string) {
	os.Args = append([]string{name}, args...)
	shim.OwnFlags()
}

// readFile reads a file, or for "-" the standard input, as other tools do.
func readFile(name string) ([]byte, error) {
	if name == "-" {
		return io.ReadAll(os.Stdin)
	}
	return os.ReadFile(name)
}

// endWithParts ends the process when an experiment can't be played by files.
func (s *Session) endWithParts(name string) {
	play := s.player
	if play == nil {
		return
	}
	s.player = func(e *trials.Experiment) (*trials.Part, error) {
		part, err := play(e)
		if err == nil {
			return part, nil
		}
		fmt.Fprintf(os.Stderr, "riffle: %s: %v\n", name, err)
		if errors.Is(err, parts.ErrLater) {
			s.echo.exitWith(StatusLater)
		}
		s.echo.exitWith(statusError)
		return nil, err
	}
}

// runFileProgram runs a file of package main.
func (s *Session) runFileProgram(src *cell.Source) int {
	s.beginProgram(src.Text)
	unit, errs := s.compiler.Program(context.Background(), src)
	if errs != nil {
		return reportError(compileError(errs))
	}
	s.flow = unit.Partial
	s.engine.TakeWhole()
	code, cerr := s.loadProgram(unit, s.followedProgram(unit))
	if cerr != nil {
		return reportError(cerr)
	}
	if s.player != nil {
		defer trials.Watch(trials.Options{Player: s.player})()
	}
	s.rt.Begin()
	if cerr := s.callGuarded(code); cerr != nil {
		return reportError(cerr)
	}
	return 0
}

// stackLimit is what the Go run-time says before a stack overflow, whatever its limit.
const stackLimit = "runtime: goroutine stack exceeds 1000000000-byte limit"

// reportError prints an error on the standard error and returns its exit status.
func reportError(e *proto.CellError) int {
	shown := *e
	switch e.Name { // as the Go run-time words it: no session continues
	case "deadlock":
		shown.Name, shown.Message = fatalError, rt.ErrDeadlock.Error()
	case fatalError:
		shown.Message, _, _ = strings.Cut(e.Message, ", which ends")
	case stackOverflow:
		advice, _, _ := strings.Cut(e.Message, "; the variables")
		shown.Name, shown.Message = stackLimit+"\n"+fatalError, stackOverflow+": "+advice
	}
	fmt.Fprintln(os.Stderr, shown.Format())
	switch e.Name {
	case "panic", "deadlock", fatalError, stackOverflow:
		return statusPanic
	case proto.Exited:
		return e.Exit
	}
	return statusError
}

// connectStreams gives cells the process's own streams.
func (s *Session) connectStreams(c *rt.Config, l *shim.Config) {
	l.Stdout, c.Stderr, l.ReadLine, l.Capture = os.Stdout, os.Stderr, nil, nil
	c.Exit, l.Direct, l.Random = s.echo.exitWith, true, nil
	c.Deadlock = func() { s.echo.exitWith(reportError(deadlock("a channel, a lock or the other end of a pipe"))) }
	c.GoPanic = func(v any, fatal bool) {
		e := s.panicError(v, s.engine.Left())
		if status := reportError(e); fatal {
			s.echo.exitWith(status)
		}
	}
}
