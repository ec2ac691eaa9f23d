package repl

import (
	"io"
	"strings"

	"riffle/repl/edit"
	"riffle/repl/keys"
)

// bindings are the keys of readline's Emacs mode, and those that terminals have for
// the same. Two keys of a chord are separated by a space.
var bindings = map[string]func(e *Editor){
	"C-a": does((*edit.Buffer).Home), "Home": does((*edit.Buffer).Home),
	"C-e": accepting((*edit.Buffer).End), "End": accepting((*edit.Buffer).End),
	"C-b": does((*edit.Buffer).Left), "Left": does((*edit.Buffer).Left),
	"C-f": accepting((*edit.Buffer).Right), "Right": accepting((*edit.Buffer).Right),
	"M-b": does((*edit.Buffer).WordLeft), "C-Left": does((*edit.Buffer).WordLeft), "M-Left": does((*edit.Buffer).WordLeft),
	"M-f": does((*edit.Buffer).WordRight), "C-Right": does((*edit.Buffer).WordRight), "M-Right": does((*edit.Buffer).WordRight),
	"M-<": does((*edit.Buffer).First), "C-Home": does((*edit.Buffer).First),
	"M->": does((*edit.Buffer).Last), "C-End": does((*edit.Buffer).Last),
	"C-p": (*Editor).lineUp, "Up": (*Editor).lineUp,
	"C-n": (*Editor).down, "Down": (*Editor).down,
	"M-p": (*Editor).older, "PageUp": (*Editor).older,
	"M-n": (*Editor).newer, "PageDown": (*Editor).newer,

	"Backspace": does((*edit.Buffer).Backspace),
	"Delete":    does((*edit.Buffer).Delete),
	"C-d":       (*Editor).deleteOrEnd,
	"C-k":       does((*edit.Buffer).KillToEnd),
	"C-u":       does((*edit.Buffer).KillToStart),
	"C-w":       does((*edit.Buffer).KillBack),
	"M-d":       does((*edit.Buffer).KillWord), "C-Delete": does((*edit.Buffer).KillWord),
	"M-Backspace": does((*edit.Buffer).KillWordBack),
	"C-y":         does((*edit.Buffer).Yank),
	"M-y":         does((*edit.Buffer).YankOlder),
	"C-t":         does((*edit.Buffer).Transpose),
	"C-_":         does((*edit.Buffer).Undo), "C-x C-u": does((*edit.Buffer).Undo),
	"M-_": does((*edit.Buffer).Redo), "C-x C-r": does((*edit.Buffer).Redo),

	"Enter":   (*Editor).enterKey,
	"M-Enter": (*Editor).insertLine,
	"C-Enter": (*Editor).run, "C-x Enter": (*Editor).run,
	"Tab": (*Editor).tab,
	"C-r": func(e *Editor) { e.search(false) },
	"C-s": func(e *Editor) { e.search(true) },
	"C-l": (*Editor).clearScreen,
	"C-z": (*Editor).suspend,
	"C-g": (*Editor).bell,
	"F2":  (*Editor).openEditor, "C-x C-e": (*Editor).openEditor,
}

// does makes a binding of a command of the buffer. If the command can't do anything, the
// bell rings.
func does(command func(*edit.Buffer) bool) func(*Editor) {
	return func(e *Editor) {
		if !command(&e.buf) {
			e.bell()
		}
	}
}

// accepting makes a binding of a movement to the right. At the end of the text it
// takes the suggestion.
func accepting(command func(*edit.Buffer) bool) func(*Editor) {
	return func(e *Editor) {
		if e.suggest(); e.ghost != "" {
			e.buf.Insert(e.ghost)
			return
		}
		command(&e.buf)
	}
}

func (e *Editor) bell() { io.WriteString(e.cfg.Out, "\a") }

// press handles a key.
func (e *Editor) press(k keys.Key) {
	if e.panel != nil {
		if e.panel.press(e, k) {
			return
		}
		e.panel = nil
	}
	if k.Name == "C-c" || k.Name == "C-M-c" { // an Escape may precede it
		e.closeEntry("", ErrInterrupt)
		return
	}
	if e.vi != nil && e.chord == "" && (e.normal() && e.viNormal(k) || !e.vi.Normal && e.viInsert(k)) {
		return
	}
	if e.hint.press(k) {
		return
	}
	if e.chord != "" {
		k.Name, e.chord = e.chord+" "+k.Name, ""
	}
	switch k.Name {
	case "":
		e.buf.Type(k.Text)
	case keys.Paste:
		e.paste(k.Text)
	case "C-x":
		e.chord = k.Name
	default:
		if command := bindings[k.Name]; command != nil {
			command(e)
		}
	}
}

// paste inserts pasted text; of a transcript, its inputs.
func (e *Editor) paste(text string) {
	if !e.answer {
		text = cleanTranscript(text)
	}
	e.buf.Insert(text)
}

// enterKey ends the text, or begins a new line if it isn't complete, or if the cursor is
// above its last line.
func (e *Editor) enterKey() {
	text := e.buf.Text()
	if inside := e.enter == "line" && e.buf.Cursor().Row < e.buf.Rows()-1; !inside && !e.lacksLine(text) || e.answer {
		e.closeEntry(text, nil)
		return
	}
	e.insertLine()
}

// run ends the text wherever the cursor is.
func (e *Editor) run() { e.closeEntry(e.buf.Text(), nil) }

// lacksLine asks the session, unless the text is open anyway and more keys are waiting:
// text pasted without marks may have many lines.
func (e *Editor) lacksLine(text string) (more bool) {
	if strings.TrimSpace(text) == "" || e.draft.More == nil {
		return false
	}
	if e.bulk && len(e.queue) > 0 && e.buf.Open() {
		return true
	}
	e.unlocked(func() { more, _ = e.draft.More(text) })
	return more
}

// insertLine begins a line, indented as it should be. Text that brings its own indentation
// in the same piece, pasted without marks, keeps that.
func (e *Editor) insertLine() {
	if e.bulk && len(e.queue) == 0 { // what follows comes in another piece
		e.buf.BareNewline()
		return
	}
	if len(e.queue) > 0 {
		next := e.queue[0]
		if next.Name == "Tab" || next.Name == "" && strings.TrimLeft(next.Text[:1], " ") == "" {
			e.buf.BareNewline()
			return
		}
	}
	e.buf.Newline()
}

// deleteOrEnd is Ctrl-D: it deletes; on an empty text it ends the session, and on an
// empty last line the text, complete or not.
func (e *Editor) deleteOrEnd() {
	switch {
	case e.buf.Empty():
		e.closeEntry("", io.EOF)
	case e.buf.AtEnd() && e.buf.Fresh():
		e.buf.ClearLine()
		e.closeEntry(strings.TrimSuffix(e.buf.Text(), "\n"), nil)
	case !e.buf.Delete():
		e.bell()
	}
}

// clearScreen clears the screen.
func (e *Editor) clearScreen() {
	io.WriteString(e.cfg.Out, "\x1b[H\x1b[2J")
	e.screen.Forget()
}

// suspend stops the program as Ctrl-Z does elsewhere, with the terminal as the
// shell expects it.
func (e *Editor) suspend() {
	e.drawLast("")
	e.away(stopProcess)
}

// away gives up the terminal while f runs.
func (e *Editor) away(f func()) {
	e.shut()
	e.unlocked(func() { e.Lend(f) })
	e.openTerminal()
}

// openEditor opens the text in the user's own editor.
func (e *Editor) openEditor() {
	if e.draft.Open == nil {
		e.bell()
		return
	}
	text, err := "", error(nil)
	e.screen.Erase()
	e.away(func() { text, err = e.draft.Open(e.buf.Text()) })
	if err != nil {
		e.panel = notice(err.Error())
		return
	}
	e.buf.Set(strings.TrimRight(text, "\n"))
}

// notice is a panel with a message.
type notice string

func (n notice) popupRows(int, int) []string  { return []string{oneLine(string(n))} }
func (n notice) press(*Editor, keys.Key) bool { return false }

// lineUp goes to the line above; from the first, to an earlier entry.
func (e *Editor) lineUp() {
	if !e.buf.Up() {
		e.older()
	}
}

// down goes to the line below; from the last, to a later entry.
func (e *Editor) down() {
	if !e.buf.Down() {
		e.newer()
	}
}

func (e *Editor) older() { e.recalled(e.recall.Older) }
func (e *Editor) newer() { e.recalled(e.recall.Newer) }

// recalled shows another entry that begins with the typed text.
func (e *Editor) recalled(step func(text, prefix string) (string, bool)) {
	text, prefix := e.buf.Text(), ""
	if text != e.shown {
		e.recall.Settle()
		if e.buf.AtEnd() && e.buf.Rows() == 1 {
			prefix = text
		}
	}
	entry, ok := step(text, prefix)
	if !ok {
		e.bell()
		return
	}
	e.showEntry(entry)
}

// showEntry puts an entry in place of the text.
func (e *Editor) showEntry(entry string) {
	e.buf.Set(entry)
	e.shown = entry
}
