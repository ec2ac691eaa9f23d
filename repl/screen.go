package repl

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"riffle/internal/display/cols"
	"riffle/internal/help"
	"riffle/internal/proto"
	"riffle/repl/view"
)

// maxTail bounds how much is remembered of an unfinished line of output.
const maxTail = 1 << 10

// screen shows a session's output. It is the proto.Output of every cell and
// outlives them, because goroutines left behind by a cell may write later.
//
// On a live screen, one with a user at it, it keeps output and the line being edited
// apart: a prompt begins on a fresh line, output that arrives while a line is edited is
// held until its own line is complete, and the progress bar stays below what is printed.
type screen struct {
	out, err io.Writer
	style    style
	width    func() int
	live     bool
	fixed    bool // the cursor cannot be moved: no bar, nothing cleared
	reflows  bool // rows that are too wide for a narrower terminal become several
	// ask answers Input; nil if nobody can.
	ask func(prompt string, hidden bool) (string, error)

	mu        sync.Mutex
	interrupt context.CancelFunc // of the running cell
	waiting   bool               // a line is being edited
	tail      []byte             // what is on the current line; after a \r, what was drawn over it
	held      []byte             // begun lines that arrived while waiting
	bar       string             // the progress line shown now, below tail
	barWidth  int                // of the terminal when it was drawn
	clearing  bool               // Clear(true) waits for the next output
}

// Stream writes text to the terminal, or to the two outputs of a batch.
func (s *screen) Stream(name string, text []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if name == "stderr" && !s.live {
		s.err.Write(text)
		return
	}
	s.writeOutput(text)
}

// Display prints the text of a bundle. A terminal cannot replace what has
// scrolled by, so an update is printed as well.
func (s *screen) Display(b proto.Bundle, _ bool) {
	s.printLines(bundleText(&b))
}

// Clear clears the unfinished line of output: the rest has scrolled by.
func (s *screen) Clear(wait bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.live || s.fixed {
		return
	}
	s.clearing = wait
	if !wait {
		s.hideBar()
		s.clearLine()
	}
}

// Comm does nothing: a terminal has no widgets.
func (s *screen) Comm(proto.Comm) {}

// Input reads a line for the program. What the program printed on the current
// line is the prompt, which the line editor needs to know to redraw it.
func (s *screen) Input(prompt string, password bool) (string, error) {
	if s.ask == nil {
		return "", proto.ErrNoInput
	}
	s.mu.Lock()
	s.hideBar()
	prompt = string(s.tail) + prompt
	s.tail = nil
	interrupt := s.interrupt
	s.mu.Unlock()
	s.idle(true)
	defer s.idle(false)
	line, err := s.ask(prompt, password)
	if errors.Is(err, ErrInterrupt) && interrupt != nil {
		interrupt()
	}
	return line, err
}

// Progress draws a bar on a live screen and keeps a batch quiet.
func (s *screen) Progress(p proto.Progress) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.live || s.fixed || s.waiting {
		return
	}
	bar := ""
	if p.Total > 0 {
		bar = progressBar(p, s.columnCount())
	}
	if bar != s.bar {
		s.drawNow(s.withoutBar() + s.withBar(bar))
	}
}

// beginRun and end bracket a running cell, which interrupt cancels.
func (s *screen) beginRun(interrupt context.CancelFunc) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.interrupt = interrupt
}

func (s *screen) endRun() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hideBar()
	s.interrupt = nil
	s.clearing = false
}

// showInterrupt shows that Ctrl-C was pressed. A line-based terminal has already shown it.
func (s *screen) showInterrupt() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hideBar()
	if s.live && !s.fixed {
		io.WriteString(s.out, "^C")
	}
	s.tail = append(s.tail, "^C"...)
}

// idle records whether a line is being edited from now on.
func (s *screen) idle(on bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if on {
		s.freshLine()
	}
	s.waiting = on
	if !on && len(s.held) > 0 {
		held := s.held
		s.held = nil
		s.writeOutput(held)
	}
}

// finishLine leaves the terminal on a fresh line.
func (s *screen) finishLine() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hideBar()
	s.freshLine()
}

// showValue shows the value of a cell: its text alone.
func (s *screen) showValue(b *proto.Bundle) {
	if b == nil {
		return
	}
	if text := bundleText(b); text != "" {
		s.printLines(s.currentStyle().paintValue(text))
	}
}

// currentStyle is the current style: the watcher of lost sessions writes too.
func (s *screen) currentStyle() style {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.style
}

// showError shows an error; in a batch it goes to the error output.
func (s *screen) showError(e *proto.CellError) {
	s.message(s.currentStyle().formatError(e, s.wrapsAt()))
}

// showNote shows a remark of ours.
func (s *screen) showNote(text string) {
	if width := s.wrapsAt(); width > 0 && !strings.Contains(text, "\n") && cols.Of(text) > width {
		text = help.Wrap(text, width)
	}
	s.message(s.currentStyle().dim(text))
}

// wrapsAt is the width at which sentences are wrapped, 0 for none.
func (s *screen) wrapsAt() int {
	if !s.live || s.width == nil {
		return 0
	}
	return s.width()
}

func (s *screen) message(text string) {
	if s.live {
		s.printLines(text)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	fmt.Fprintln(s.err, text)
}

// printLines prints whole lines, beginning on a fresh one when live.
func (s *screen) printLines(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.live && !s.waiting {
		s.hideBar()
		s.freshLine()
	}
	s.writeOutput([]byte(strings.TrimSuffix(text, "\n") + "\n"))
}

func (s *screen) writeOutput(text []byte) {
	if !s.live {
		s.out.Write(text)
		return
	}
	if s.waiting {
		s.printWhole(text)
		return
	}
	bar := s.bar
	drawn := s.withoutBar()
	if s.clearing {
		s.clearing = false
		s.tail = nil
		drawn += eraseLine
	}
	s.track(text)
	s.drawNow(drawn + string(text) + s.withBar(bar))
}

// printWhole prints the whole lines of text above the line being edited and keeps
// the rest.
func (s *screen) printWhole(text []byte) {
	s.held = append(s.held, text...)
	end := bytes.LastIndexByte(s.held, '\n') + 1
	if end == 0 {
		return
	}
	s.out.Write(s.held[:end])
	s.held = slices.Clone(s.held[end:])
}

// track keeps the current line, after text, in tail.
func (s *screen) track(text []byte) {
	if i := bytes.LastIndexByte(text, '\n'); i >= 0 {
		s.tail = nil
		text = text[i+1:]
	}
	s.tail = append(s.tail, text...)
	if i := bytes.LastIndexByte(s.tail, '\r'); i > 0 {
		s.tail = s.tail[i:]
	}
	if over := len(s.tail) - maxTail; over > 0 {
		s.tail = s.tail[over:]
	}
}

func (s *screen) freshLine() {
	if s.live && len(s.tail) > 0 {
		io.WriteString(s.out, "\n")
		s.tail = nil
	}
}

func (s *screen) clearLine() {
	io.WriteString(s.out, eraseLine)
	s.tail = nil
}

func (s *screen) hideBar() { s.drawNow(s.withoutBar()) }

// drawNow writes immediately what must be seen immediately.
func (s *screen) drawNow(text string) {
	if text != "" {
		io.WriteString(s.out, text)
	}
}

// maxAboveBar is the maximum number of rows of an unfinished line above a bar.
const maxAboveBar = 4

// withBar is the text that shows a bar below the current line. A line that isn't only
// text, and so can't be returned to, has none.
func (s *screen) withBar(bar string) string {
	line := string(s.tail)
	width := s.columnCount()
	if bar == "" || len(line) >= maxTail || !view.IsText(line) || view.Rows(line, width) > maxAboveBar {
		return ""
	}
	s.bar, s.barWidth = bar, width
	if line != "" {
		return "\n" + bar
	}
	return bar
}

// withoutBar is the text that removes the bar and leaves the cursor after the current
// line, which is rewritten: no movement goes past a full row. In a terminal that has
// become narrower both may have more rows than before.
func (s *screen) withoutBar() string {
	if s.bar == "" {
		return ""
	}
	width, rise, line := s.barWidth, 0, string(s.tail)
	if s.reflows {
		width = s.columnCount()
		rise = view.Rows(s.bar, width) - 1
	}
	if line != "" {
		rise += view.Rows(line, width)
	}
	s.bar = ""
	up := ""
	if rise > 0 {
		up = fmt.Sprintf("\x1b[%dA", rise)
	}
	return "\r" + up + "\x1b[J" + line
}

func (s *screen) columnCount() int {
	if s.width != nil {
		if w := s.width(); w > 0 {
			return w
		}
	}
	return 80
}

// bundleText is a bundle as a terminal shows it: its text, or another readable text form,
// or else a note of what can be seen elsewhere.
func bundleText(b *proto.Bundle) string {
	for _, mime := range []string{"text/plain", "text/markdown", "text/latex"} {
		if text, ok := b.Data[mime].(string); ok {
			return text
		}
	}
	if len(b.Data) == 0 {
		return ""
	}
	var kinds []string
	for mime := range b.Data {
		kinds = append(kinds, mime)
	}
	slices.Sort(kinds)
	return fmt.Sprintf("[%s: shown in a notebook]", strings.Join(kinds, ", "))
}

// progressBar draws p on one line of at most width-1 columns.
func progressBar(p proto.Progress, width int) string {
	done := min(max(float64(p.Done)/float64(p.Total), 0), 1)
	text := fmt.Sprintf(" %3.0f%%%s", 100*done, timeLeft(p.Left))
	label := strings.Join(strings.Fields(p.Label), " ")
	if label != "" {
		label += " "
	}
	cells := min(width-1-cols.Of(label+text)-2, 40)
	if cells < 4 {
		return cols.Clip(label+strings.TrimSpace(text), width-1)
	}
	full := int(done * float64(cells))
	return label + "[" + strings.Repeat("#", full) + strings.Repeat(".", cells-full) + "]" + text
}

// timeLeft reads ", 12s left", or is empty if the time isn't known.
func timeLeft(seconds float64) string {
	if !(seconds >= 0 && seconds < 1e9) {
		return ""
	}
	s := int(seconds + 0.5)
	switch {
	case s < 60:
		return fmt.Sprintf(", %ds left", s)
	case s < 3600:
		return fmt.Sprintf(", %dm%02ds left", s/60, s%60)
	}
	return fmt.Sprintf(", %dh%02dm left", s/3600, s%3600/60)
}
