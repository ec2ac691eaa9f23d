package protocol

import (
	"regexp"
	"strings"
	"sync"
)

// history numbers cells and remembers them: those of this kernel in memory, with
// their outputs, and the inputs of all kernels on the shelf.
type history struct {
	mu      sync.Mutex
	count   int
	size    int // bytes in entries
	entries []Entry
	shelf   Shelf
}

// Entry is an input that was typed, and its output.
type Entry struct {
	Session       int // 0 for this one
	N             int // of the cell
	Input, Output string
}

// Shelf keeps inputs beyond the end of a kernel.
type Shelf interface {
	// Add keeps an input, without waiting until it is written.
	Add(n int, input string)
	// Others are the entries of other sessions, ordered by session number, and the number
	// that this one has, or would have if it began now.
	Others() (list []Entry, session int, err error)
}

// noShelf keeps nothing.
type noShelf struct{}

func (noShelf) Add(int, string)               {}
func (noShelf) Others() ([]Entry, int, error) { return nil, 1, nil }

// The bounds of a history; the oldest cells are forgotten first.
const (
	maxEntries     = 10_000
	maxHistorySize = 8 << 20
)

// numberCell numbers a cell and stores it; a blank cell, or one that isn't stored, gets 0.
func (h *history) numberCell(code string, store bool) int {
	if !store || isBlank(code) {
		return 0
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.count++
	h.entries = append(h.entries, Entry{N: h.count, Input: code})
	h.growBy(len(code))
	h.shelf.Add(h.count, code)
	return h.count
}

// recordOutput records the text of cell n's value.
func (h *history) recordOutput(n int, text string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if last := len(h.entries) - 1; last >= 0 && h.entries[last].N == n {
		h.entries[last].Output = text
		h.growBy(len(text))
	}
}

func (h *history) growBy(by int) {
	h.size += by
	for len(h.entries) > 1 && (len(h.entries) > maxEntries || h.size > maxHistorySize) {
		h.size -= len(h.entries[0].Input) + len(h.entries[0].Output)
		h.entries = h.entries[1:]
	}
}

// last is the number of the last cell that got one.
func (h *history) last() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.count
}

// snapshot is all present entries, this session's last, and the session's number. Other
// sessions' entries on disk may be unreadable.
func (h *history) snapshot() (all []Entry, session int, err error) {
	earlier, session, err := h.shelf.Others()
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, e := range h.entries {
		e.Session = session
		earlier = append(earlier, e)
	}
	return earlier, session, err
}

// historyRequest is the content of a history_request.
type historyRequest struct {
	Access  string `json:"hist_access_type"`
	Output  bool   `json:"output"`
	Session int    `json:"session"`
	Start   int    `json:"start"`
	Stop    *int   `json:"stop"`
	N       *int   `json:"n"`
	Pattern string `json:"pattern"`
	Unique  bool   `json:"unique"`
}

func searchHistory(k *Kernel, r *request) (any, error) {
	req := historyRequest{Access: "tail", Pattern: "*"}
	if err := r.decodeContent(&req); err != nil {
		return nil, err
	}
	all, session, err := k.history.snapshot()
	if err != nil {
		k.Journal.Note("earlier sessions' history can't be read", err.Error())
	}
	if req.Session <= 0 { // counted back from this one
		req.Session += session
	}
	items := []any{}
	for _, e := range req.chooseEntries(all) {
		items = append(items, e.item(req.Output))
	}
	return map[string]any{"status": "ok", "history": items}, nil
}

// item is an entry in the protocol's form: session, number, input or a pair of input and
// output.
func (e Entry) item(output bool) []any {
	switch {
	case !output:
		return []any{e.Session, e.N, e.Input}
	case e.Output == "":
		return []any{e.Session, e.N, []any{e.Input, nil}}
	}
	return []any{e.Session, e.N, []any{e.Input, e.Output}}
}

// chooseEntries picks the entries that the request asks for.
func (r historyRequest) chooseEntries(all []Entry) []Entry {
	switch r.Access {
	case "range":
		return r.entriesBetween(all)
	case "search":
		return r.tailEntries(r.matching(all))
	}
	return r.tailEntries(all)
}

func (r historyRequest) tailEntries(all []Entry) []Entry {
	if r.N == nil {
		return all
	}
	return all[len(all)-max(0, min(*r.N, len(all))):]
}

// entriesBetween is the session's entries from start up to, without, stop.
func (r historyRequest) entriesBetween(all []Entry) []Entry {
	var out []Entry
	for _, e := range all {
		if e.Session == r.Session && e.N >= r.Start && (r.Stop == nil || e.N < *r.Stop) {
			out = append(out, e)
		}
	}
	return out
}

// matching is the entries whose input matches the pattern; with unique, of
// equal ones the newest.
func (r historyRequest) matching(all []Entry) []Entry {
	newest := make(map[string]int)
	for i, e := range all {
		newest[e.Input] = i
	}
	pattern := glob(r.Pattern)
	var out []Entry
	for i, e := range all {
		if (!r.Unique || newest[e.Input] == i) && pattern.MatchString(e.Input) {
			out = append(out, e)
		}
	}
	return out
}

// glob compiles a pattern in which * matches any text and ? any one character.
func glob(pattern string) *regexp.Regexp {
	quoted := regexp.QuoteMeta(pattern)
	quoted = strings.NewReplacer(`\*`, `.*`, `\?`, `.`).Replace(quoted)
	return regexp.MustCompile(`(?s)\A` + quoted + `\z`)
}
