package repl

import (
	"unicode/utf8"

	"riffle/repl/edit"
	"riffle/repl/keys"
)

// searching is the panel of a search through the history.
type searching struct {
	*edit.Search
	before string // the text before the search
}

// search looks for earlier entries, backwards or forwards, as they are described.
func (e *Editor) search(forward bool) {
	if e.answer {
		e.bell()
		return
	}
	e.panel = &searching{e.recall.NewSearch(forward), e.buf.Text()}
}

func (s *searching) popupRows(int, int) []string {
	text := "bck-i-search: "
	if s.Forward {
		text = "fwd-i-search: "
	}
	if s.Failing {
		text = "failing " + text
	}
	return []string{text + oneLine(s.Pattern) + "_"}
}

// press narrows the search by what is typed; Ctrl-G gives it up; any other key takes what
// was found and has its usual effect.
func (s *searching) press(e *Editor, k keys.Key) bool {
	switch k.Name {
	case "", keys.Paste:
		s.found(e)(s.Type(k.Text))
	case "Backspace":
		s.found(e)(s.Backspace())
	case "C-r", "C-s":
		s.found(e)(s.Next(k.Name == "C-s"))
	case "C-g":
		e.buf.Set(s.before)
		e.panel = nil
	case "C-c", "C-M-c":
		return false
	default:
		if s.Pattern != "" {
			e.sought = s.Pattern
			e.recall.Take(s.Search, s.before)
			e.shown = e.buf.Text()
		}
		e.panel = nil
		if e.normal() && (k.Name == "Esc" || k.Name == "Enter") {
			e.vi.Leave(&e.buf)
			return true
		}
		return k.Name == "Esc"
	}
	return true
}

// found shows what a search has found, with the cursor after the pattern.
func (s *searching) found(e *Editor) func(entry string, at int, ok bool) {
	return func(entry string, at int, ok bool) {
		if !ok {
			if s.Failing {
				e.bell()
			}
			return
		}
		e.buf.Set(entry)
		e.buf.Seek(utf8.RuneCountInString(entry[:min(at+len(s.Pattern), len(entry))]))
	}
}
