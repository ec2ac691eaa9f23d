// Package repl is the terminal front end: the interactive prompt, and the batch
// modes that read cells from a pipe or from the command line.
// Start with Interactive, Batch or Eval; each takes a Config with an Engine.
//
// The package knows no interpreter. Engine runs the cells and LineReader edits the
// lines, so both can be replaced by fakes.
package repl

import (
	"context"
	"errors"
	"io"
	"os"

	"riffle/internal/help"
	"riffle/internal/magic"
	"riffle/internal/past"
	"riffle/internal/proto"
	"riffle/internal/settings"
)

// Engine runs cells. A worker is one.
type Engine interface {
	// Run runs one cell and returns when it has ended. Cancelling ctx
	// interrupts the cell and keeps the variables.
	Run(ctx context.Context, c proto.Cell, out proto.Output) proto.Result
	// Complete lists what can be inserted at byte pos of source.
	Complete(source string, pos int) proto.Completion
	// Signature finds the call among whose arguments byte pos of source is.
	Signature(source string, pos int) proto.Signature
	// Inspect documents the name at byte pos; detail 1 shows its source.
	Inspect(source string, pos, detail int) proto.Inspection
	// IsComplete says whether source can run as it is.
	IsComplete(source string) proto.Completeness
	// Close ends the session.
	Close() error
}

// Restarter is an Engine whose session can be replaced by force. A second
// Ctrl-C within a second asks for it; Run then returns with Result.Lost set.
type Restarter interface {
	Restart() error
}

// Config configures a front end. Engine and Out are required; the rest has useful
// zero values.
type Config struct {
	Engine Engine
	// In is where Batch reads cells, where Eval's cell reads its input and
	// what an editor started by %edit reads.
	In io.Reader
	// Out receives output and values, Err errors and stderr. A nil Err is
	// Out.
	Out, Err io.Writer
	// Interrupts delivers the user's Ctrl-C while a cell of Interactive
	// runs. Batch and Eval are interrupted by their context.
	Interrupts <-chan os.Signal
	// Color permits ANSI colours.
	Color bool
	// Width returns the terminal's current width in columns; nil if there is
	// no terminal.
	Width func() int
	// Banner is printed above the first prompt.
	Banner string
	// Init is the start-up file, run quietly before the first cell and
	// again in a session that replaces a lost one.
	Init string
	// InitFile is its path.
	InitFile string
	// Editor is the command line of the editor that %edit opens.
	Editor []string
	// History remembers entries; nil keeps none.
	History *History
	// Journals keep the cells of Interactive's session as they run, and those of
	// earlier sessions, for %restore.
	Journals past.Journals
	// Tutorial is the file that records how far the user has come in the tutorial; empty
	// for none.
	Tutorial string
	// Settings are what the user has set; nil for the defaults. SettingsFile is where %config
	// save keeps them, and SettingsErrors is what is wrong in it.
	Settings       *settings.Settings
	SettingsFile   string
	SettingsErrors []error
	// Deaths delivers the reasons why sessions were lost while no cell ran.
	Deaths <-chan *proto.CellError
	// Magics are the magics that the prompt knows; nil means all of riffle's.
	Magics magic.Table
}

// Errors for which the caller sets an exit status.
var (
	// ErrFailed means that a cell failed; its error has been shown.
	ErrFailed = errors.New("a cell failed")
	// ErrInterrupted means that the context was cancelled.
	ErrInterrupted = errors.New("interrupted")
)

// Interactive reads cells from the user until the end of input or %quit, and runs
// each. It closes lines when ctx is cancelled.
func Interactive(ctx context.Context, cfg Config, lines LineReader) error {
	f := newFront(cfg, lines)
	defer f.screen.finishLine()
	stop := context.AfterFunc(ctx, func() { lines.Close() })
	defer stop()
	if cfg.Banner != "" {
		f.screen.printLines(f.style.dim(help.Wrap(cfg.Banner, f.terminalWidth())))
	}
	for _, err := range cfg.SettingsErrors {
		f.screen.showNote(err.Error())
	}
	f.runStartUp(ctx)
	f.journal = cfg.Journals.Begin()
	defer f.leaveJournal(ctx)
	f.offerRestore()
	defer f.mourn()()
	for {
		cells, err := f.readCells(ctx)
		if errors.Is(err, ErrInterrupt) {
			continue
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if f.doAll(ctx, cells) != nil {
			return nil
		}
	}
}

// doAll runs the cells of one entry in order. After a failure, the rest of a
// transcript would only repeat the error, so the first failure ends it.
func (f *front) doAll(ctx context.Context, cells []string) error {
	for _, c := range cells {
		f.rememberEntry(c)
	}
	if f.lost.Swap(false) {
		f.lose(len(f.done))
		f.runStartUp(ctx)
	}
	for _, c := range cells {
		err := f.answerEntry(ctx, c)
		if e, ok := f.lines.(*Editor); ok {
			e.judge(c, err != nil)
		}
		if errors.Is(err, magic.ErrExit) {
			return err
		}
		if err != nil {
			return nil
		}
	}
	return nil
}

// readCells reads one entry. A pasted transcript yields several cells.
func (f *front) readCells(ctx context.Context) ([]string, error) {
	f.screen.idle(true)
	defer f.screen.idle(false)
	first := promptOf(f.n + 1)
	text, err := f.lines.ReadCell(Draft{
		Prompt:       f.style.paintPrompt(first),
		Continuation: f.style.paintPrompt(continuation(first)),
		Text:         f.offer,
		More:         f.lacksLine,
		Open:         func(text string) (string, error) { return atPrompt{f}.Edit(ctx, text) },
	})
	f.offer = ""
	if err != nil {
		return nil, err
	}
	return entryCells(text), nil
}

// lacksLine reports whether the last cell of an entry needs another line.
func (f *front) lacksLine(text string) (more bool, indent string) {
	cells := entryCells(text)
	if len(cells) == 0 {
		return false, ""
	}
	return f.wantsMore(cells[len(cells)-1])
}

// wantsMore reports whether text needs another line, and returns its indentation.
func (f *front) wantsMore(text string) (more bool, indent string) {
	if _, ok := parseQuestion(text); ok {
		return false, ""
	}
	if _, ok := f.parseMagic(text); ok {
		return false, ""
	}
	c := f.engine.IsComplete(text)
	return c.Status == "incomplete", c.Indent
}
