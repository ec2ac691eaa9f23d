package edit

import "strings"

// Recall walks through earlier entries. Changes to them are kept until the cell is
// entered.
type Recall struct {
	// Failed are the entries that aren't suggested.
	Failed map[string]bool

	entries []string
	changed map[int]string // by the index of the entry; the new cell comes last
	at      int
	prefix  string
	steps   bool // in a walk: the prefix is that of its beginning
}

// NewRecall returns a Recall of entries, the newest last.
func NewRecall(entries []string) *Recall {
	return &Recall{entries: entries, changed: map[int]string{}, at: len(entries)}
}

// Older returns the nearest entry before the shown one that begins with prefix and
// differs from text, which is shown. The prefix of the first step, from the new cell,
// applies until Settle.
func (r *Recall) Older(text, prefix string) (string, bool) { return r.stepMatching(text, prefix, -1) }

// Newer returns the nearest such entry after the shown one.
func (r *Recall) Newer(text, prefix string) (string, bool) { return r.stepMatching(text, prefix, 1) }

// Settle ends the walk: the text has been edited.
func (r *Recall) Settle() { r.steps = false }

func (r *Recall) stepMatching(text, prefix string, by int) (string, bool) {
	if !r.steps {
		r.prefix, r.steps = "", true
		if r.at == len(r.entries) {
			r.prefix = prefix
		}
	}
	for i := r.at + by; i >= 0 && i <= len(r.entries); i += by {
		entry := r.entryAt(i)
		if i < len(r.entries) && (entry == text || !strings.HasPrefix(entry, r.prefix)) {
			continue
		}
		r.keepShown(text)
		r.at = i
		return entry, true
	}
	return "", false
}

func (r *Recall) entryAt(i int) string {
	if text, ok := r.changed[i]; ok || i == len(r.entries) {
		return text
	}
	return r.entries[i]
}

// keepShown stores what the shown entry has become.
func (r *Recall) keepShown(text string) {
	if r.at == len(r.entries) || r.entries[r.at] != text {
		r.changed[r.at] = text
	}
}

// maxGhost is the length from which a text isn't suggested.
const maxGhost = 4000

// Suggest returns the continuation of the newest entry that begins with text.
func (r *Recall) Suggest(text string) string {
	if text == "" || len(text) > maxGhost {
		return ""
	}
	for i := len(r.entries) - 1; i >= 0; i-- {
		if rest, ok := strings.CutPrefix(r.entries[i], text); ok && rest != "" && !r.Failed[r.entries[i]] && len(rest) <= maxGhost {
			return rest
		}
	}
	return ""
}

// Search looks for an entry that contains what is typed.
type Search struct {
	Pattern string
	Failing bool
	Forward bool
	entries []string
	at      int // of the found entry
}

// NewSearch returns a Search of the entries before the one that is shown.
func (r *Recall) NewSearch(forward bool) *Search {
	return &Search{entries: r.entries, at: r.at, Forward: forward}
}

// Type adds to the pattern and searches on from the shown entry. It returns the entry and
// the byte at which the pattern is.
func (s *Search) Type(text string) (entry string, at int, ok bool) {
	s.Pattern += text
	return s.findFrom(s.at)
}

// Backspace takes the last character of the pattern away, and searches all entries again.
func (s *Search) Backspace() (entry string, at int, ok bool) {
	runes := []rune(s.Pattern)
	s.Pattern = string(runes[:max(len(runes)-1, 0)])
	s.at = len(s.entries)
	if s.Forward {
		s.at = 0
	}
	return s.findFrom(s.at)
}

// Next looks for another match.
func (s *Search) Next(forward bool) (entry string, at int, ok bool) {
	s.Forward = forward
	if forward {
		return s.findFrom(s.at + 1)
	}
	return s.findFrom(s.at - 1)
}

func (s *Search) findFrom(from int) (string, int, bool) {
	by := -1
	if s.Forward {
		by = 1
	}
	pattern := strings.ToLower(s.Pattern)
	current := ""
	if s.at < len(s.entries) {
		current = s.entries[max(s.at, 0)]
	}
	for i := from; i >= 0 && i <= len(s.entries) && pattern != ""; i += by {
		if i == len(s.entries) || i != s.at && s.entries[i] == current {
			continue
		}
		if at := strings.Index(strings.ToLower(s.entries[i]), pattern); at >= 0 {
			s.at, s.Failing = i, false
			return s.entries[i], min(at, len(s.entries[i])), true
		}
	}
	s.Failing = pattern != ""
	return "", 0, false
}

// Take continues from the entry that a search has found. Text is what was shown before.
func (r *Recall) Take(s *Search, text string) {
	r.keepShown(text)
	r.at, r.steps = s.at, false
}
