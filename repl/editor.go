package repl

import (
	"io"
	"os"
	"regexp"
	"runtime"
	"strings"
	"sync/atomic"
	"unicode/utf8"

	"github.com/chzyer/readline"

	"riffle/internal/magic"
	"riffle/internal/proto"
)

// EditorConfig is what an Editor works with; In and Out are needed.
type EditorConfig struct {
	// In is the terminal; Out is where the line is drawn.
	In  *os.File
	Out io.Writer
	// Complete answers the Tab key; nil completes nothing.
	Complete func(source string, pos int) proto.Completion
	// Magics are the magics to complete besides; nil means all of riffle's.
	Magics magic.Table
	// History is offered by the arrow keys and Ctrl-R.
	History *History
	// Color permits ANSI colours.
	Color bool
}

// Editor is the LineReader of a terminal: chzyer/readline with bracketed
// paste, multi-line history entries and described completions, which it lacks. Make one with NewEditor.
//
// The editor underneath runs its own goroutine, which calls change and paint.
// It hands each line over a channel, so that fields written before a line is
// asked for are safe to read there.
type Editor struct {
	cfg    EditorConfig
	style  style
	fd     int
	rl     *readline.Instance
	keys   *keys
	raw    *readline.State
	line   Line
	hidden atomic.Bool  // line.Hidden, for output that redraws the line
	prompt atomic.Int32 // the prompt's columns, for the same
	width  atomic.Int32
	active atomic.Bool // a line is being edited
	blank  atomic.Bool // nothing but the indentation stands in the line
	ended  bool        // Ctrl-D was pressed there
	folds  []string    // texts that stand as one rune in a line
	resize func()      // tells the line editor that the width changed
}

// NewEditor returns an Editor for a terminal. It must be closed.
func NewEditor(cfg EditorConfig) (*Editor, error) {
	if cfg.Magics == nil {
		cfg.Magics = magic.All
	}
	e := &Editor{cfg: cfg, style: style{cfg.Color}, fd: int(cfg.In.Fd())}
	e.keys = &keys{src: rawInput(cfg.In)}
	e.width.Store(int32(e.Width()))
	rl, err := readline.NewEx(&readline.Config{
		Stdin:                  e.keys,
		Stdout:                 cfg.Out,
		Stderr:                 cfg.Out,
		Painter:                e,
		Listener:               readline.FuncListener(e.change),
		AutoComplete:           noCompleter{},
		DisableAutoSaveHistory: true,
		HistoryLimit:           DefaultHistoryLimit + 1,
		HistorySearchFold:      true,
		FuncIsTerminal:         func() bool { return true },
		FuncGetWidth:           e.Width,
		FuncOnWidthChanged:     func(f func()) { e.resize = f },
		FuncFilterInputRune:    e.filter,
		FuncMakeRaw:            e.enterRaw,
		FuncExitRaw:            e.exitRaw,
	})
	if err != nil {
		return nil, err
	}
	e.rl = rl
	return e, nil
}

// rawInput is the source of keys: on Windows, the console's key events, which
// only the line editor can read.
func rawInput(in *os.File) io.ReadCloser {
	if runtime.GOOS == "windows" {
		return readline.NewCancelableStdin(readline.Stdin)
	}
	return readline.NewCancelableStdin(in)
}

// IsTerminal reports whether f is a terminal.
func IsTerminal(f *os.File) bool { return readline.IsTerminal(int(f.Fd())) }

// TerminalWidth returns the width of a terminal in columns, 0 if f isn't one.
func TerminalWidth(f *os.File) int {
	width, _, err := readline.GetSize(int(f.Fd()))
	if err != nil {
		return 0
	}
	return width
}

// ReadLine lets the user edit a line. When the terminal is gone, the line editor
// would return the text of its last line, and then wait forever.
func (e *Editor) ReadLine(l Line) (string, error) {
	if e.keys.over() {
		return "", io.EOF
	}
	l.Prompt = cleanPrompt(l.Prompt)
	e.line = l
	e.hidden.Store(l.Hidden)
	column, _ := cursorAt(l.Prompt, nil, 0)
	e.prompt.Store(int32(column))
	e.folds = nil
	e.ended = false
	e.checkWidth()
	e.offerHistory()
	e.rl.SetPrompt(l.Prompt)
	e.keys.expect()
	io.WriteString(e.cfg.Out, pasteOn)
	defer io.WriteString(e.cfg.Out, pasteOff)
	e.active.Store(true)
	defer e.active.Store(false)
	var text string
	var err error
	if strings.Contains(l.Text, "\n") { // an indentation stays as it is
		l.Text = e.encode(l.Text)
	}
	if l.Text != "" {
		text, err = e.rl.ReadlineWithDefault(l.Text)
	} else {
		text, err = e.rl.Readline()
	}
	switch {
	case e.keys.over() || e.ended:
		err = io.EOF
	case err == readline.ErrInterrupt:
		err = ErrInterrupt
	}
	if err != nil {
		return "", err
	}
	return e.decode(text), nil
}

// Write shows output above the line being edited, if there is one. For a
// moment after a line is read the line editor still believes that there is one, and
// would draw a prompt below the first output of a cell.
func (e *Editor) Write(p []byte) (int, error) {
	if e.active.Load() {
		return e.rl.Stdout().Write(p)
	}
	return e.cfg.Out.Write(p)
}

// Close restores the terminal.
func (e *Editor) Close() error {
	e.keys.Close()
	return e.rl.Close()
}

// Width is the terminal's width in columns.
func (e *Editor) Width() int {
	w, _ := e.size()
	return w
}

// size falls back to the usual size if the terminal doesn't know its own.
func (e *Editor) size() (width, height int) {
	width, height, err := readline.GetSize(e.fd)
	if err != nil || width <= 0 {
		width = 80
	}
	if err != nil || height <= 0 {
		height = 24
	}
	return width, height
}

// checkWidth tells the line editor of a new width. It is checked at every
// prompt and key instead of on a signal: the line editor redraws at no other
// time, and its fields belong to the goroutine that handles keys.
func (e *Editor) checkWidth() {
	if w := int32(e.Width()); w != e.width.Swap(w) {
		e.resize()
	}
}

// filter sees each key before the line editor does. Ctrl-D on a line with nothing
// but its indentation ends the input, as on an empty line; the line editor
// would look for a character to delete.
func (e *Editor) filter(r rune) (rune, bool) {
	e.checkWidth()
	if r == readline.CharDelete && e.blank.Load() && e.line.Before != "" {
		e.ended = true
		return readline.CharEnter, true
	}
	if e.hidden.Load() {
		return r, true
	}
	return e.stand(r), true
}

func (e *Editor) enterRaw() error {
	state, err := readline.MakeRaw(e.fd)
	if err == nil {
		e.raw = state
	}
	return err
}

func (e *Editor) exitRaw() error {
	if e.raw == nil {
		return nil
	}
	return readline.Restore(e.fd, e.raw)
}

// offerHistory resets the line editor's history for each line: left to itself,
// the editor would save the original of an entry that was recalled and changed.
// The blank entry keeps its search from failing on an empty list.
func (e *Editor) offerHistory() {
	e.rl.ResetHistory()
	e.rl.SaveHistory("")
	if e.line.Answer {
		return
	}
	for _, entry := range e.cfg.History.Entries() {
		e.rl.SaveHistory(e.encode(entry))
	}
}

// foldLines and foldRunes bound the text that is edited as it is. More would
// wrap over the whole screen, so the excess is folded into one rune.
const (
	foldLines = 12
	foldRunes = 600
)

// encode makes text one line: newlines and tabs become private runes, and the
// lines after the first of a long text become one folded rune.
func (e *Editor) encode(text string) string {
	if strings.Count(text, "\n") < foldLines && utf8.RuneCountInString(text) < foldRunes {
		return e.flatten(text)
	}
	first, rest, _ := strings.Cut(text, "\n")
	if rest == "" {
		return e.flatten(text)
	}
	fold, ok := e.fold("\n" + rest)
	if !ok {
		return e.flatten(text)
	}
	return e.flatten(first) + string(fold)
}

// fold returns a rune that represents text in this line, if any are left.
func (e *Editor) fold(text string) (rune, bool) {
	r := firstFold + rune(len(e.folds))
	if r > lastFold {
		return 0, false
	}
	e.folds = append(e.folds, text)
	return r, true
}

var flattener = strings.NewReplacer("\n", string(newlineRune), "\t", string(tabRune))

func (e *Editor) flatten(text string) string { return strings.Map(e.stand, flattener.Replace(text)) }

// stand returns the rune that represents r in the edited line, usually r itself.
// One that could be mistaken for a placeholder is folded.
func (e *Editor) stand(r rune) rune {
	if letter, ok := standIn(r); ok {
		return letter
	}
	if _, taken := signOf(r); taken {
		if fold, ok := e.fold(string(r)); ok {
			return fold
		}
	}
	return r
}

// decode returns the text that a line represents.
func (e *Editor) decode(line string) string {
	var b strings.Builder
	for _, r := range line {
		b.WriteString(e.decodeRune(r))
	}
	return b.String()
}

func (e *Editor) decodeRune(r rune) string {
	switch {
	case r == newlineRune:
		return "\n"
	case r == tabRune:
		return "\t"
	case r >= firstFold && int(r-firstFold) < len(e.folds):
		return e.folds[r-firstFold]
	}
	sign, _ := signOf(r)
	return string(sign)
}

// Paint shows private runes as characters one column wide, and a hidden answer as
// bullets. Colours take no columns.
func (e *Editor) Paint(line []rune, pos int) []rune {
	painted := make([]rune, 0, len(line))
	for _, r := range line {
		painted = append(painted, e.paintRune(r)...)
	}
	if !e.hidden.Load() {
		painted = append(painted, e.stepBack(line, pos)...)
	}
	return painted
}

// stepBack moves the cursor by the columns that the line editor misses when it
// goes back from the end of the line to pos: it counts one for each rune. Lines of
// several rows are left to it.
func (e *Editor) stepBack(line []rune, pos int) []rune {
	widths := readline.Runes{}
	if e.prompt.Load()+int32(widths.WidthAll(line)) >= e.width.Load() {
		return nil
	}
	columns := widths.WidthAll(line[pos:]) - len(line[pos:])
	return []rune(strings.Repeat("\b", max(columns, 0)))
}

func (e *Editor) paintRune(r rune) []rune {
	switch {
	case r == '\n':
		return []rune{r}
	case e.hidden.Load():
		return []rune{'•'}
	case r == newlineRune:
		return []rune(e.style.paint("2", "⏎"))
	case r == tabRune:
		return []rune(e.style.paint("2", "→"))
	case r >= firstFold:
		return []rune(e.style.paint("7", "⋯"))
	case r >= tabRune: // a key that change is about to take away
		return []rune{' '}
	}
	sign, _ := signOf(r)
	return []rune{sign}
}

// change is called after each key, and once with no line before the first. It
// may replace the line.
func (e *Editor) change(line []rune, pos int, key rune) ([]rune, int, bool) {
	newLine, newPos, ok := e.answer(line, pos, key)
	if ok {
		line = newLine
	}
	e.blank.Store(strings.Trim(string(line), blanks) == "")
	return newLine, newPos, ok
}

// blanks are the runes of an indentation while it is edited.
const blanks = " \t" + string(tabRune)

// answer handles one of our own keys.
func (e *Editor) answer(line []rune, pos int, key rune) ([]rune, int, bool) {
	switch key {
	case pasteKey:
		block := e.keys.take()
		if line, pos, ok := cutKey(line, pos, key); ok {
			return insert(line, pos, []rune(e.encode(block)))
		}
	case deleteKey:
		if line, pos, ok := cutKey(line, pos, key); ok {
			return remove(line, pos)
		}
	case suspendKey:
		if line, pos, ok := cutKey(line, pos, key); ok {
			e.suspend()
			return line, pos, true
		}
	case readline.CharTab:
		return e.complete(line, pos)
	case '}', ')', ']':
		return dedent(line, pos)
	}
	return nil, 0, false
}

// suspend stops the program as Ctrl-Z does elsewhere, with the terminal as the
// shell expects it.
func (e *Editor) suspend() {
	io.WriteString(e.cfg.Out, pasteOff+"\r\n")
	e.exitRaw()
	stopProcess()
	e.enterRaw()
	io.WriteString(e.cfg.Out, pasteOn)
}

// cutKey removes the rune of a key from the line it was inserted in. During a
// history search it isn't there.
func cutKey(line []rune, pos int, key rune) ([]rune, int, bool) {
	if pos < 1 || pos > len(line) || line[pos-1] != key {
		return nil, 0, false
	}
	return append(line[:pos-1:pos-1], line[pos:]...), pos - 1, true
}

func insert(line []rune, pos int, text []rune) ([]rune, int, bool) {
	changed := append(line[:pos:pos], text...)
	return append(changed, line[pos:]...), pos + len(text), true
}

// remove deletes the rune at pos.
func remove(line []rune, pos int) ([]rune, int, bool) {
	if pos < len(line) {
		line = append(line[:pos:pos], line[pos+1:]...)
	}
	return line, pos, true
}

// dedent removes a tab before a closing bracket that begins its line.
func dedent(line []rune, pos int) ([]rune, int, bool) {
	before := strings.TrimRight(string(line[:max(pos-1, 0)]), "\t")
	if before != "" || pos < 2 {
		return nil, 0, false
	}
	return line[1:], pos - 1, true
}

// noCompleter disables the line editor's own completion, which can't describe
// candidates: change handles the Tab key.
type noCompleter struct{}

func (noCompleter) Do([]rune, int) ([][]rune, int) { return nil, 0 }

var (
	colorCode   = regexp.MustCompile(`\x1b\[[0-9;]*m`)
	controlCode = regexp.MustCompile(`[\x00-\x08\x0a-\x1f\x7f]`)
)

// cleanPrompt keeps the text and colours of a prompt: other control characters,
// which a program may have printed, would confuse the line editor.
func cleanPrompt(prompt string) string {
	var b strings.Builder
	for prompt != "" {
		at := colorCode.FindStringIndex(prompt)
		if at == nil {
			at = []int{len(prompt), len(prompt)}
		}
		b.WriteString(controlCode.ReplaceAllString(prompt[:at[0]], ""))
		b.WriteString(prompt[at[0]:at[1]])
		prompt = prompt[at[1]:]
	}
	return b.String()
}
