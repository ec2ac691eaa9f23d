package repl

import (
	"cmp"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"riffle/repl/edit"
	"riffle/repl/keys"
)

// viInsert handles a key of insert mode, and reports whether it was one of vi's.
func (e *Editor) viInsert(k keys.Key) bool {
	v := e.vi
	switch {
	case k.Name == "Esc":
		v.Leave(&e.buf)
	case strings.HasPrefix(k.Name, "M-") && utf8.RuneCountInString(k.Name) == 3: // Esc and a key, quickly
		v.Leave(&e.buf)
		e.viNormal(keys.Typed(k.Name[2:]))
	default:
		switch k.Name {
		case "", keys.Paste:
			v.Insert(k.Text)
		case "Backspace":
			v.Rub()
		case "Enter", "M-Enter":
			v.Insert("\n")
		default:
			v.Broke()
		}
		return false
	}
	return true
}

// viNames are the keys of normal mode that are the same as a character.
var viNames = map[string]rune{
	"Backspace": 'h', "Left": 'h', "Right": 'l', "Up": 'k', "Down": 'j', "C-p": 'k', "C-n": 'j', "C-h": 'h',
	"Home": '0', "End": '$', "Delete": 'x',
}

// viNormal handles a key of normal mode, and reports whether it was one of vi's. Text that
// comes in one piece is several keys, the rest of which may be typed text.
func (e *Editor) viNormal(k keys.Key) bool {
	r, known := viNames[k.Name]
	switch {
	case k.Name == "Esc":
		if !e.vi.Waiting() {
			e.bell()
		}
		e.vi.Leave(&e.buf)
	case k.Name == "C-r":
		if !e.vi.Redo(&e.buf) {
			e.bell()
		}
	case k.Name == "":
		for i, r := range k.Text {
			if !e.vi.Normal || e.panel != nil {
				e.press(keys.Typed(k.Text[i:]))
				break
			}
			e.viPress(r)
		}
	case known:
		e.viPress(r)
	default:
		return false
	}
	return true
}

// viPress presses a character in normal mode.
func (e *Editor) viPress(r rune) {
	switch e.vi.Press(&e.buf, r) {
	case edit.Ring:
		e.bell()
	case edit.Older:
		e.older()
		e.vi.Leave(&e.buf)
	case edit.Newer:
		e.newer()
		e.vi.Leave(&e.buf)
	case edit.Find:
		e.search(false)
	case edit.FindAgain:
		e.searchAgain(false)
	case edit.FindBack:
		e.searchAgain(true)
	case edit.OpenText:
		e.openEditor()
		e.vi.Leave(&e.buf)
	}
}

// searchAgain looks for what was sought last.
func (e *Editor) searchAgain(forward bool) {
	if e.answer || e.sought == "" {
		e.bell()
		return
	}
	before := e.buf.Text()
	s := e.recall.NewSearch(forward)
	s.Pattern = e.sought
	entry, _, ok := s.Next(forward)
	if !ok {
		e.bell()
		return
	}
	e.recall.Take(s, before)
	e.showEntry(entry)
	e.vi.Leave(&e.buf)
}

// normal reports whether the keys are those of vi's normal mode.
func (e *Editor) normal() bool { return e.vi != nil && e.vi.Normal }

// shapes are the terminals, by the beginnings of TERM, whose cursor has shapes.
var shapes = []string{"xterm", "screen", "tmux", "rxvt", "alacritty", "kitty", "foot", "vte", "konsole", "wezterm", "st-", "ghostty", "contour"}

// shapeCursor shows the mode by the cursor's shape: a block in normal mode, a bar in insert
// mode, and the user's own when nothing is edited.
func (e *Editor) shapeCursor(active bool) {
	shape := ""
	switch {
	case e.vi == nil || !active:
	case e.vi.Normal:
		shape = "2"
	default:
		shape = "6"
	}
	if shape == e.shape {
		return
	}
	term := os.Getenv("TERM")
	for _, known := range shapes {
		if strings.HasPrefix(term, known) {
			io.WriteString(e.cfg.Out, "\x1b["+cmp.Or(shape, "0")+" q")
			break
		}
	}
	e.shape = shape
}

// modePrompt is the prompt with the mark of normal mode.
func (e *Editor) modePrompt() string {
	if i := strings.LastIndex(e.draft.Prompt, "> "); i >= 0 && e.normal() && !e.closing {
		return e.draft.Prompt[:i] + ": " + e.draft.Prompt[i+2:]
	}
	return e.draft.Prompt
}
