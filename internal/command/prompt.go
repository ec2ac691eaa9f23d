package command

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"riffle/internal/past"
	"riffle/internal/proto"
	"riffle/internal/session"
	"riffle/internal/worker"
	"riffle/repl"
)

// batch runs cells non-interactively. Ctrl-C ends the whole batch.
func (a *app) batch(noInit bool, f func(context.Context, repl.Config) error) error {
	return a.heed(anySignal, func(ctx context.Context, e *ending) error {
		w, err := worker.Start(worker.Options{})
		if err != nil {
			return err
		}
		defer w.Close()
		e.own(w)
		cfg := repl.Config{Engine: w, In: a.stdin, Out: a.stdout, Err: a.stderr, Magics: session.Magics()}
		if out, ok := terminal(a.stdout); ok {
			_, both := terminal(a.stderr)
			cfg.Color = both && repl.ColorWanted(os.Getenv)
			cfg.Width = func() int { return repl.TerminalWidth(out) }
		}
		if !noInit {
			a.startUp(&cfg)
		}
		return f(ctx, cfg)
	})
}

// prompt runs the REPL.
func (a *app) prompt(tty *os.File, noInit bool) error {
	return a.heed(endings, func(ctx context.Context, e *ending) error { return a.interactive(ctx, e, tty, noInit) })
}

func (a *app) interactive(ctx context.Context, e *ending, tty *os.File, noInit bool) error {
	interrupts := make(chan os.Signal, 1)
	signal.Notify(interrupts, os.Interrupt)
	defer signal.Stop(interrupts)
	deaths := make(chan *proto.CellError, 1)
	_, drawn := terminal(a.stdout)
	// The session starts while the terminal is set up and the user reads the banner.
	w := worker.Launch(worker.Options{
		Notify: deathsTo(deaths),
		// The user decides how long to wait for a cell that ignores an
		// interrupt: a second Ctrl-C restarts the worker.
		Patience: func(time.Duration) time.Duration { return time.Minute },
	})
	defer w.Close()
	e.own(w)
	cfg := repl.Config{
		Engine: w, In: tty, Out: a.stdout, Err: a.stderr,
		Interrupts: interrupts,
		Deaths:     deaths,
		Color:      drawn && repl.ColorWanted(os.Getenv),
		Width:      func() int { return repl.TerminalWidth(tty) },
		Banner:     banner(),
		Editor:     editor(),
		Magics:     session.Magics(),
		Journals:   past.Journals{Dir: historyFile("sessions")},
		Tutorial:   historyFile("tutorial"),
	}
	if !noInit {
		a.startUp(&cfg)
	}
	readSettings(&cfg)
	cfg.History = a.history(cfg.Settings.Number("history"))
	lines, err := a.lineReader(tty, cfg)
	if err != nil {
		return err
	}
	defer lines.Close()
	e.own(lines)
	return repl.Interactive(ctx, cfg, lines)
}

// lineReader returns the full editor if the terminal can move its cursor.
func (a *app) lineReader(tty *os.File, cfg repl.Config) (repl.LineReader, error) {
	if _, ok := terminal(a.stdout); !ok || os.Getenv("TERM") == "dumb" {
		return repl.NewPlainReader(tty, a.stdout), nil
	}
	return repl.NewEditor(repl.EditorConfig{
		In: tty, Out: a.stdout,
		Complete:  cfg.Engine.Complete,
		Signature: cfg.Engine.Signature,
		History:   cfg.History,
		Color:     cfg.Color,
	})
}

// deathsTo reports why the session died between two cells. One death is enough: until the
// prompt has shown it, others are dropped.
func deathsTo(deaths chan<- *proto.CellError) func(worker.Notice) {
	return func(n worker.Notice) {
		if n.Err == nil {
			return
		}
		select {
		case deaths <- n.Err:
		default:
		}
	}
}

// history opens the history of all sessions.
func (a *app) history(limit int) *repl.History {
	file := historyFile("history")
	if file == "" {
		return &repl.History{}
	}
	h, err := repl.OpenHistory(file, limit)
	if err != nil {
		fmt.Fprintf(a.stderr, "riffle: %v\n", err)
	}
	return h
}

// historyFile is where a history is kept, empty if there is no such place. Cells of
// notebooks and lines of the prompt are kept apart: neither is a good answer to the
// other's arrow key.
func historyFile(name string) string {
	dir, err := stateDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "riffle", name)
}

// stateDir is where programs keep their state: as XDG specifies, or with the
// configuration on systems without such a folder.
func stateDir() (string, error) {
	if dir := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return dir, nil
	}
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		return os.UserConfigDir()
	}
	home, err := os.UserHomeDir()
	return filepath.Join(home, ".local", "state"), err
}

// startUp reads the start-up file, which need not exist.
func (a *app) startUp(cfg *repl.Config) {
	file, err := initFile()
	if err != nil {
		return
	}
	source, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		fmt.Fprintf(a.stderr, "riffle: start-up file: %v\n", err)
	}
	cfg.Init, cfg.InitFile = string(source), file
}

// editor returns the command line of the user's editor.
func editor() []string {
	for _, name := range []string{"VISUAL", "EDITOR"} {
		if words := strings.Fields(os.Getenv(name)); len(words) > 0 {
			return words
		}
	}
	if runtime.GOOS == "windows" {
		return []string{"notepad"}
	}
	return []string{"vi"}
}
