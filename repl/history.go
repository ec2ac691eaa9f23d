package repl

import (
	"fmt"
	"slices"
	"strings"

	"riffle/internal/past"
)

// DefaultHistoryLimit is the number of entries that a history keeps.
const DefaultHistoryLimit = 2000

// History remembers what was typed, oldest first, and on disk if it has a file.
// Each entry is appended as soon as it is added, so a crash loses nothing and
// two sessions can share a file: each sees what the other has added as older than all of
// its own, so that Up goes through its own first. The zero value remembers in memory;
// OpenHistory reads a file.
type History struct {
	file    *past.File
	limit   int
	entries []string // of earlier and other sessions
	own     []string
}

// OpenHistory reads the history in the file path, which need not exist, and
// shortens the file when it holds more than twice limit entries. A limit of 0
// means DefaultHistoryLimit. After an error the history works in memory, with what
// could be read.
func OpenHistory(path string, limit int) (*History, error) {
	if limit <= 0 {
		limit = DefaultHistoryLimit
	}
	h := &History{limit: limit}
	file, err := past.Open(path, limit)
	if err == nil {
		h.entries, err = file.Listen()
	}
	if err == nil {
		err = file.Writable()
	}
	if err != nil {
		h.entries = past.Peek(path, limit)
		return h, fmt.Errorf("history is not kept: %w", err)
	}
	h.file = file
	return h, nil
}

// Entries returns the remembered entries, the newest last.
func (h *History) Entries() []string {
	if h == nil {
		return nil
	}
	if h.file != nil {
		h.entries = append(h.entries, h.file.News()...)
		h.trim()
	}
	return slices.Concat(h.entries, h.own)
}

// Add stores an entry that is neither blank nor the same as the newest.
func (h *History) Add(entry string) error {
	if h == nil || strings.TrimSpace(entry) == "" {
		return nil
	}
	newest := h.own
	if len(newest) == 0 {
		newest = h.entries
	}
	if n := len(newest); n > 0 && newest[n-1] == entry {
		return nil
	}
	h.own = append(h.own, entry)
	h.trim()
	if h.file == nil {
		return nil
	}
	return h.file.Append(entry)
}

// keepAtMost sets how many entries are kept.
func (h *History) keepAtMost(n int) {
	if h != nil {
		h.limit = n
		h.trim()
	}
}

func (h *History) trim() {
	limit := h.limit
	if limit <= 0 {
		limit = DefaultHistoryLimit
	}
	h.own = latest(h.own, limit)
	h.entries = latest(h.entries, limit-len(h.own))
}

// latest are the last of some entries, at most n.
func latest(entries []string, n int) []string {
	if len(entries) <= n {
		return entries
	}
	return slices.Clone(entries[len(entries)-n:])
}
