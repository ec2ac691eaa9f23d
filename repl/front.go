package repl

import (
	"context"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"riffle/internal/magic"
	"riffle/internal/past"
	"riffle/internal/proto"
	"riffle/internal/settings"
	"riffle/internal/tutorial"
)

// front is shared by the interactive and batch modes: it sends cells to the
// engine and shows the results.
type front struct {
	cfg        Config
	engine     Engine
	screen     *screen
	style      style
	lines      LineReader // nil in batch modes
	exits      bool       // os.Exit ends it
	n          int        // the number of the latest cell
	offer      string     // to be edited on the next line
	valueLines int        // how many lines of a value are shown, roughly; 0 for all
	// terminalColor is whether the terminal has colours, and nobody has forbidden them
	terminalColor bool
	started       bool   // the start-up file has run
	dir           string // the session's working directory; "" if unchanged
	magics        magic.Table
	done          []magic.Cell // the cells that ran, in order
	tour          tutorial.Tour
	lost          atomic.Bool // the session died between cells: run the start-up file again

	journal *past.Journal
	ends    []string // how the cells in done ended
	// what %restore restores: the cells done[from:over], and whose they were, if not this
	// session's
	from, over int
	former     string
}

// newFront sets up the screen; lines is nil if nobody is typing.
func newFront(cfg Config, lines LineReader) *front {
	if cfg.Err == nil {
		cfg.Err = cfg.Out
	}
	if cfg.Magics == nil {
		cfg.Magics = magic.All
	}
	if cfg.Settings == nil {
		cfg.Settings = settings.New()
	}
	f := &front{cfg: cfg, engine: cfg.Engine, magics: cfg.Magics, style: style{on: cfg.Color}, lines: lines, terminalColor: cfg.Color}
	f.screen = &screen{out: cfg.Out, err: cfg.Err, style: f.style, width: cfg.Width}
	if lines != nil {
		f.screen.live = true
		_, f.screen.fixed = lines.(*PlainReader)
		if e, ok := lines.(*Editor); ok {
			f.screen.reflows = e.tty.reflows
		}
		f.screen.out = lines
		f.screen.ask = f.askUser
	}
	f.applySettings()
	return f
}

// askUser answers a program's question with a line from the user. Ctrl-C at the
// question interrupts the cell.
func (f *front) askUser(prompt string, hidden bool) (string, error) {
	return f.lines.ReadLine(Line{Prompt: prompt, Answer: true, Hidden: hidden})
}

// rememberEntry adds an entry to the history. An unwritable history is no reason to
// stop; the user is told once, when it is opened.
func (f *front) rememberEntry(entry string) { _ = f.cfg.History.Add(entry) }

// answerEntry answers one entry: a question, a magic of the terminal, or a cell.
func (f *front) answerEntry(ctx context.Context, source string) error {
	if q, ok := parseQuestion(source); ok {
		return f.inspect(q)
	}
	if c, ok := f.parseMagic(source); ok {
		return f.answerMagic(ctx, c)
	}
	return f.runNumbered(ctx, source)
}

// runNumbered runs source as the next numbered cell and shows its result.
func (f *front) runNumbered(ctx context.Context, source string) error {
	f.n++
	if err := brokenText(source, f.n); err != nil {
		f.screen.showError(err)
		return ErrFailed
	}
	f.journal.Runs(f.n, source)
	r := f.execute(ctx, proto.Cell{Source: source, N: f.n})
	f.ran(f.n, source, r)
	if f.exits && r.Err != nil && r.Err.Name == proto.Exited {
		return Exit(r.Err.Exit)
	}
	f.showResult(r)
	f.answered(source, r)
	if r.Lost {
		f.runStartUp(ctx)
	}
	if r.Status != proto.OK {
		return ErrFailed
	}
	return nil
}

func (f *front) showResult(r proto.Result) {
	switch {
	case r.Err != nil:
		f.screen.showError(r.Err)
	case r.Status != proto.OK:
		f.screen.showError(&proto.CellError{Name: string(r.Status), Message: "the cell did not run"})
	default:
		f.showLongValue(r.Value)
	}
	if r.Offer != "" && (f.lines == nil || f.screen.fixed) {
		f.screen.showNote("nothing is edited here; %run runs a file")
	}
	if r.Lost {
		f.screen.showNote(newSession)
	}
}

const newSession = "a new session has begun; %restore brings back what the cells before had declared"

// mourn reports sessions that die between cells, until the returned function is
// called.
func (f *front) mourn() (stop func()) {
	ended := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			select {
			case <-ended:
				return
			case e := <-f.cfg.Deaths:
				f.screen.showError(e)
				f.screen.showNote(newSession)
				f.lost.Store(true)
			}
		}
	})
	return func() {
		close(ended)
		wg.Wait()
	}
}

// Roughly how many lines of a value a terminal shows, a screen or two, and the limit in
// bytes.
const (
	valueLines = 40
	shownLimit = 4000
)

// execute sends a cell to the engine and handles Ctrl-C while it runs.
func (f *front) execute(ctx context.Context, c proto.Cell) proto.Result {
	c.AllowInput = f.screen.ask != nil
	c.Color = f.cfg.Color
	if f.cfg.Width != nil {
		c.Width = f.valueWidth()
	}
	if c.Limit = f.valueLines * c.Width; f.valueLines <= valueLines {
		c.Limit = min(shownLimit, c.Limit)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	w := watch{front: f, cancel: cancel}
	f.screen.beginRun(cancel)
	defer f.screen.endRun()
	defer w.startWatch()()
	r := f.engine.Run(ctx, c, f.screen)
	f.dir, f.offer = r.Dir, r.Offer
	return r
}

// forceWithin is how soon a second Ctrl-C must follow to end the session, and
// how long a cell may ignore the first before the user is told so.
const forceWithin = time.Second

// watch turns the user's Ctrl-C into interrupts of the running cell.
type watch struct {
	front  *front
	cancel context.CancelFunc
	last   time.Time
}

// startWatch watches until the returned function is called. Signals from before
// belong to an earlier cell and are dropped.
func (w *watch) startWatch() (stop func()) {
	drainSignals(w.front.cfg.Interrupts)
	ended := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() { w.watchLoop(ended) })
	return func() {
		close(ended)
		wg.Wait()
	}
}

func (w *watch) watchLoop(ended <-chan struct{}) {
	var patience <-chan time.Time
	for {
		select {
		case <-ended:
			return
		case <-w.front.cfg.Interrupts:
			w.interrupt()
			patience = time.After(forceWithin)
		case <-patience:
			w.front.screen.showNote("the cell is still running; press Ctrl-C twice within a second to end the session and lose its variables")
		}
	}
}

func (w *watch) interrupt() {
	if e, ok := w.front.lines.(*Editor); ok {
		e.tty.forgetTyped()
	}
	w.front.screen.showInterrupt()
	if !w.last.IsZero() && time.Since(w.last) <= forceWithin {
		if r, ok := w.front.engine.(Restarter); ok {
			// An engine that can't restart says so when the next cell runs.
			_ = r.Restart()
		}
	}
	w.last = time.Now()
	w.cancel()
}

func drainSignals(signals <-chan os.Signal) {
	for {
		select {
		case <-signals:
		default:
			return
		}
	}
}
