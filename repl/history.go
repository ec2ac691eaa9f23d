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
// two sessions can share a file. The zero value remembers in memory;
// OpenHistory reads a file.
type History struct {
	file    *past.File
	limit   int
	entries []string
}

// OpenHistory reads the history in the file path, which need not exist, and
// shortens the file when it holds more than twice limit entries. A limit of 0
// means DefaultHistoryLimit. After an error the history works in memory.
func OpenHistory(path string, limit int) (*History, error) {
	if limit <= 0 {
		limit = DefaultHistoryLimit
	}
	h := &History{limit: limit}
	file, err := past.Open(path, limit)
	if err == nil {
		h.entries, err = file.Read()
	}
	if err != nil {
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
	return slices.Clone(h.entries)
}

// Add remembers an entry that is neither blank nor the same as the newest.
func (h *History) Add(entry string) error {
	if h == nil || strings.TrimSpace(entry) == "" {
		return nil
	}
	if n := len(h.entries); n > 0 && h.entries[n-1] == entry {
		return nil
	}
	h.entries = append(h.entries, entry)
	h.trim()
	if h.file == nil {
		return nil
	}
	return h.file.Append(entry)
}

func (h *History) trim() {
	limit := h.limit
	if limit <= 0 {
		limit = DefaultHistoryLimit
	}
	if n := len(h.entries); n > limit {
		h.entries = slices.Clone(h.entries[n-limit:])
	}
}
