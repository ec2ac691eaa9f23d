package repl

import (
	"io"
	"os"
	"sync"
	"time"

	"riffle/internal/magic"
	"riffle/internal/proto"
	"riffle/internal/settings"
	"riffle/repl/edit"
	"riffle/repl/keys"
	"riffle/repl/view"
)

// EditorConfig configures an Editor; In and Out are required.
type EditorConfig struct {
	// In is the terminal; Out is where the text is drawn.
	In  *os.File
	Out io.Writer
	// Complete answers the Tab key; nil completes nothing.
	Complete func(source string, pos int) proto.Completion
	// Signature finds the call being written; nil shows none.
	Signature func(source string, pos int) proto.Signature
	// Magics are the magics that are completed too; nil means all of riffle's.
	Magics magic.Table
	// History is offered by the arrow keys and Ctrl-R.
	History *History
	// Color permits ANSI colours.
	Color bool
}

// Editor is the LineReader of a terminal that can move its cursor: it edits cells as
// lines. Make one with NewEditor.
//
// The goroutine that called ReadCell or ReadLine handles the keys. Output and changes
// of the terminal's size come from others. What they share is guarded by mu, which nobody
// holds while asking the session: its answer may come after output that waits to be
// shown.
type Editor struct {
	cfg       EditorConfig
	style     style
	tty       *terminal
	questions questions

	mu     sync.Mutex
	active bool // a text is being edited
	screen view.Screen
	layout view.Layout

	draft   Draft
	answer  bool // the text is an answer to a program
	hidden  bool
	vi      *edit.Vi        // nil for the keys of Emacs
	failed  map[string]bool // entries that failed in this session
	shape   string          // of the cursor
	sought  string          // what was last searched for
	enter   string          // what Enter does inside a cell that could run: line or run
	buf     edit.Buffer
	recall  *edit.Recall
	shown   string // the entry that was last recalled
	ghost   string // the suggestion after the text
	panel   panel
	hint    hint
	chord   string // the first key of two
	queue   []keys.Key
	bulk    bool // the queue came in one large piece: nobody types that fast
	closing bool // the text is complete, or err says why not
	text    string
	err     error
}

// panel is what is shown below the text: completions, a search, a message.
type panel interface {
	// popupRows returns what is shown, at most height rows. Those that are
	// too wide are cut.
	popupRows(width, height int) []string
	// press gets each key first, and reports whether it has handled it; otherwise the
	// panel is closed, and the key has its usual effect.
	press(e *Editor, k keys.Key) bool
}

// NewEditor returns an Editor for a terminal. It must be closed.
func NewEditor(cfg EditorConfig) (*Editor, error) {
	if cfg.Magics == nil {
		cfg.Magics = magic.All
	}
	e := &Editor{cfg: cfg, style: style{on: cfg.Color}, screen: view.Screen{Out: cfg.Out}}
	e.buf.IsText = cfg.Magics.IsText
	e.tty = newTerminal(cfg.In, cfg.Out)
	e.tty.hush()
	e.measureTerminal()
	e.tty.onResize(e.resized)
	return e, nil
}

// ReadCell lets the user edit a cell.
func (e *Editor) ReadCell(d Draft) (string, error) { return e.readEntry(d, Line{}) }

// ReadLine lets the user edit a line.
func (e *Editor) ReadLine(l Line) (string, error) {
	return e.readEntry(Draft{Prompt: l.Prompt, Text: l.Text}, l)
}

func (e *Editor) readEntry(d Draft, l Line) (string, error) {
	if e.tty.isClosed() {
		return "", io.EOF
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.draft, e.answer, e.hidden = d, l.Answer, l.Hidden
	var entries []string
	if !e.answer {
		entries = e.cfg.History.Entries()
	}
	e.recall = edit.NewRecall(entries)
	e.recall.Failed = e.failed
	e.buf.Reset(d.Text)
	e.hint.forgetHint()
	e.shown, e.panel, e.chord, e.closing, e.text, e.err = "", nil, "", false, "", nil
	if e.vi != nil {
		e.vi.Begin()
	}
	e.openTerminal()
	defer e.shut()
	if e.hidden {
		defer func() { e.buf = edit.Buffer{IsText: e.buf.IsText} }() // Ctrl-Y must not show what was cut
	}
	for !e.closing {
		e.drawText()
		e.inform()
		e.unlocked(e.waitKeys)
		if e.closing { // what uses the terminal next begins on a new row
			e.drawLast("")
		}
		e.pressAll()
	}
	return e.text, e.err
}

// openTerminal takes the terminal, and shut gives it back.
func (e *Editor) openTerminal() {
	e.tty.enterRaw()
	e.measureTerminal()
	e.screen.Forget()
	e.active = true
}

func (e *Editor) shut() {
	e.active = false
	e.shapeCursor(false)
	e.hint.forgetHint()
	e.tty.leaveRaw()
}

// unlocked lets others draw while f runs.
func (e *Editor) unlocked(f func()) {
	e.mu.Unlock()
	defer e.mu.Lock()
	f()
}

// waitKeys waits for keys. When the terminal has ended there are none.
func (e *Editor) waitKeys() {
	if len(e.queue) > 0 {
		return
	}
	var ok bool
	if e.queue, e.bulk, ok = e.tty.keys(); !ok {
		e.err, e.closing = io.EOF, true
	}
}

// pressAll handles the keys that have come. Those after the last key of a text wait for
// the next text.
func (e *Editor) pressAll() {
	for len(e.queue) > 0 && !e.closing {
		k := e.queue[0]
		e.queue = e.queue[1:]
		e.press(k)
	}
}

// closeEntry ends the editing, with the text as it is on the screen.
func (e *Editor) closeEntry(text string, err error) {
	e.text, e.err, e.closing = text, err, true
	mark := ""
	if err == ErrInterrupt {
		mark = "^C"
	}
	e.drawLast(mark)
}

// Write shows output above the text being edited, if there is one.
func (e *Editor) Write(p []byte) (int, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.active {
		return e.cfg.Out.Write(p)
	}
	e.screen.Erase()
	n, err := e.cfg.Out.Write(p)
	if len(p) > 0 && p[len(p)-1] != '\n' {
		io.WriteString(e.cfg.Out, "\r\n")
	}
	e.drawText()
	return n, err
}

// Lend gives the terminal to another program while f runs.
func (e *Editor) Lend(f func()) { e.tty.lend(f) }

// closePatience is longer than nearly all answers take.
const closePatience = 100 * time.Millisecond

// Close restores the terminal. It waits a moment for open questions to the session.
func (e *Editor) Close() error {
	e.tty.closeInput()
	e.questions.endQuestions(closePatience)
	return nil
}

// Width is the terminal's width in columns.
func (e *Editor) Width() int {
	w, _ := e.tty.sizeOrUsual()
	return w
}

// measureTerminal makes what is drawn next fit the terminal.
func (e *Editor) measureTerminal() {
	w, h := e.tty.sizeOrUsual()
	e.layout.Width, e.layout.Height = w, h
	e.screen.Width = w
}

// resized redraws the text in a terminal of another size.
func (e *Editor) resized() {
	e.mu.Lock()
	defer e.mu.Unlock()
	w, h := e.tty.sizeOrUsual()
	if !e.active || w == e.layout.Width && h == e.layout.Height {
		return
	}
	e.screen.Resize(w, h, e.tty.reflows)
	e.measureTerminal()
	e.drawText()
}

// useSettings does what the settings say of the editor.
func (e *Editor) useSettings(s *settings.Settings) {
	e.enter = s.Text("enter")
	switch vi := s.Text("keys") == "vi"; {
	case !vi:
		e.vi = nil
	case e.vi == nil:
		e.vi = &edit.Vi{}
	}
}

// judge records whether an entry failed when it ran last: what failed isn't suggested.
func (e *Editor) judge(entry string, failed bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.failed == nil {
		e.failed = map[string]bool{}
	}
	e.failed[entry] = failed
}
