package kernel

import (
	"regexp"
	"strings"
	"sync"
)

// history numbers cells and remembers them: those of this kernel in memory, with
// their outputs, and the inputs of all kernels on disk, if there is a shelf. The
// zero value is empty.
type history struct {
	mu      sync.Mutex
	count   int
	size    int // bytes in entries
	entries []entry
	shelf   *shelf // nil for none
}

type entry struct {
	session       int // 0 for this one
	n             int
	input, output string
}

// The bounds of a history; the oldest cells are forgotten first.
const (
	maxEntries     = 10_000
	maxHistorySize = 8 << 20
)

// number gives a cell its number and remembers it; a blank cell and one that
// is not to be stored have none, 0.
func (h *history) number(code string, store bool) int {
	if !store || blank(code) {
		return 0
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.count++
	h.entries = append(h.entries, entry{n: h.count, input: code})
	h.grow(len(code))
	h.shelf.add(h.count, code)
	return h.count
}

// output notes the text of cell n's value.
func (h *history) output(n int, text string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if last := len(h.entries) - 1; last >= 0 && h.entries[last].n == n {
		h.entries[last].output = text
		h.grow(len(text))
	}
}

func (h *history) grow(by int) {
	h.size += by
	for len(h.entries) > 1 && (len(h.entries) > maxEntries || h.size > maxHistorySize) {
		h.size -= len(h.entries[0].input) + len(h.entries[0].output)
		h.entries = h.entries[1:]
	}
}

// last is the number of the last cell that got one.
func (h *history) last() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.count
}

// snapshot is the entries that there are now, this session's last, and the
// session's number. What other sessions have on disk may not be readable.
func (h *history) snapshot() (all []entry, session int, err error) {
	earlier, session, err := h.shelf.others()
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, e := range h.entries {
		e.session = session
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

func searchHistory(k *kernel, r *request) (any, error) {
	req := historyRequest{Access: "tail", Pattern: "*"}
	if err := r.decode(&req); err != nil {
		return nil, err
	}
	all, session, err := k.history.snapshot()
	if err != nil {
		k.journal.note("earlier sessions' history can't be read", err.Error())
	}
	if req.Session <= 0 { // counted back from this one
		req.Session += session
	}
	items := []any{}
	for _, e := range req.choose(all) {
		items = append(items, e.item(req.Output))
	}
	return map[string]any{"status": "ok", "history": items}, nil
}

// item is an entry as the protocol has it: session, number, input or a pair of
// input and output.
func (e entry) item(output bool) []any {
	switch {
	case !output:
		return []any{e.session, e.n, e.input}
	case e.output == "":
		return []any{e.session, e.n, []any{e.input, nil}}
	}
	return []any{e.session, e.n, []any{e.input, e.output}}
}

// choose picks the entries that the request asks for.
func (r historyRequest) choose(all []entry) []entry {
	switch r.Access {
	case "range":
		return r.between(all)
	case "search":
		return r.tail(r.matching(all))
	}
	return r.tail(all)
}

func (r historyRequest) tail(all []entry) []entry {
	if r.N == nil {
		return all
	}
	return all[len(all)-max(0, min(*r.N, len(all))):]
}

// between is the session's entries from start up to, without, stop.
func (r historyRequest) between(all []entry) []entry {
	var out []entry
	for _, e := range all {
		if e.session == r.Session && e.n >= r.Start && (r.Stop == nil || e.n < *r.Stop) {
			out = append(out, e)
		}
	}
	return out
}

// matching is the entries whose input matches the pattern; with unique, of
// equal ones the newest.
func (r historyRequest) matching(all []entry) []entry {
	newest := make(map[string]int)
	for i, e := range all {
		newest[e.input] = i
	}
	pattern := glob(r.Pattern)
	var out []entry
	for i, e := range all {
		if (!r.Unique || newest[e.input] == i) && pattern.MatchString(e.input) {
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
