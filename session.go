package main

import (
	"context"
	"fmt"
	"os"

	"riffle/internal/proto"
	"riffle/internal/session"
	"riffle/internal/watch"
	"riffle/internal/worker"
)

// stackLimit is how much stack all goroutines of a cell may use: half a million
// calls deep.
const stackLimit = 512 << 20

// openSession opens the session that a worker's process serves.
func openSession(h *worker.Host) worker.Session {
	s, err := session.New(session.Options{MemoryLimit: int64(h.MemoryLimit())})
	if err != nil {
		return brokenSession{err}
	}
	h.OnStacks(stackLimit, func(watch.Usage) { s.TooDeep() })
	return s
}

// runFile runs a program or a script in this process, whose streams are the
// program's own, and returns its exit status as an exitStatus.
func runFile(name string, args []string) error {
	if status := session.RunFile(name, args); status != 0 {
		return exitStatus(status)
	}
	return nil
}

// lowered prints the normal form of a cell.
func (a *app) lowered(code string) error {
	s, err := session.New(session.Options{})
	if err != nil {
		return err
	}
	text, err := s.Lowered(code)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return exitStatus(statusFailed)
	}
	_, err = fmt.Fprint(a.stdout, text)
	return err
}

// brokenSession answers every cell with the reason why there is no session.
type brokenSession struct{ err error }

func (b brokenSession) Run(_ context.Context, c proto.Cell, _ proto.Output) proto.Result {
	return proto.Result{Status: proto.Error, N: c.N, Err: &proto.CellError{Name: "no session", Message: b.err.Error()}}
}

func (brokenSession) Complete(_ string, pos int) proto.Completion {
	return proto.Completion{Start: pos, End: pos}
}

func (brokenSession) Inspect(string, int, int) proto.Inspection { return proto.Inspection{} }

func (brokenSession) IsComplete(string) proto.Completeness {
	return proto.Completeness{Status: "unknown"}
}

func (brokenSession) Comm(proto.Comm, proto.Output) {}
