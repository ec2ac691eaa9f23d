package command

import (
	"errors"
	"fmt"
	"os"

	"riffle/internal/parts"
	"riffle/internal/proto"
	"riffle/internal/session"
	"riffle/internal/watch"
	"riffle/internal/worker"
	"riffle/repl"
)

// deepest is the size of the stacks at which a cell is ended for endless recursion, early
// enough for the variables to survive.
const deepest = 256 << 20

// openSession opens the session that a worker's process serves. It fails only in a broken
// build; then the process's last words are the report.
func openSession(h *worker.Host) worker.Session {
	session.OwnProcess(os.Args[0]) // the rest is riffle's own
	watch.Lazy()
	s, err := session.New(session.Options{
		MemoryLimit: int64(h.MemoryLimit()),
		Restart:     h.Restart,
		Restarts:    h.Restarts(),
		Hold:        h.Hold,
		DebugEvent:  h.DebugEvent,
		Parts:       parts.Inherited(),
		Player:      inheritedPlayer(),
		Dial:        dialWorkers,
		Facts:       func() [][2]string { return facts(h.MemoryLimit()) },
	})
	if err != nil {
		panic(fmt.Sprintf("the session does not start: %v", err))
	}
	h.OnStacks(deepest, func(watch.Usage) { s.TooDeep() })
	return s
}

// machineCode says why cells can't run as machine code here, nil if they can.
func machineCode() error { return session.MachineCode() }

// runFile runs a program or a script in this process, whose streams are the
// program's own; by says how to play its experiments by files, if it does.
func runFile(file string, args []string, by *parts.Options) error {
	watch.Lazy()
	if status := session.RunFile(file, args, by); status != 0 {
		return exitStatus(status)
	}
	return nil
}

// lowered prints the normal form of a cell.
func (a *app) lowered(code string) error {
	session.OwnProcess(os.Args[0]) // the rest is riffle's own
	watch.Lazy()
	s, err := session.New(session.Options{})
	if err != nil {
		return err
	}
	text, err := s.Lowered(code)
	var cell *proto.CellError
	if errors.As(err, &cell) {
		fmt.Fprintln(a.stderr, cell.Format())
		return repl.ErrFailed
	}
	if err != nil {
		return err
	}
	fmt.Fprintln(a.stdout, text)
	return nil
}
