package proto

import (
	"fmt"
	"sync"
	"unicode/utf8"
)

// FloodLimit is how much one cell may print to a notebook, in bytes: more than 100,000
// lines, less than what chokes a browser.
const FloodLimit = 16 << 20

// floodNote ends the output of a cell that prints more.
func floodNote(limit int) string {
	return fmt.Sprintf("\n… this cell has printed %d MiB, the rest is left out here; print less, or write to a file\n", limit>>20)
}

// Flood bounds what a cell prints to a notebook. The zero Flood is ready; it is safe for
// concurrent use.
type Flood struct {
	// Limit is how much the cell may print, in bytes; 0 is FloodLimit.
	Limit int

	mu      sync.Mutex
	printed int
	over    bool
}

// Pass returns what of a text is shown: all of it, the beginning with a note, or nothing.
func (f *Flood) Pass(text []byte) []byte {
	f.mu.Lock()
	defer f.mu.Unlock()
	limit := f.Limit
	if limit == 0 {
		limit = FloodLimit
	}
	left := limit - f.printed
	f.printed += min(left, len(text))
	switch {
	case len(text) <= left:
		return text
	case f.over:
		return nil
	}
	f.over = true
	for left > 0 && !utf8.RuneStart(text[left]) {
		left--
	}
	return append(text[:left:left], floodNote(limit)...)
}

// Clear starts over, once the output has been cleared.
func (f *Flood) Clear() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.printed, f.over = 0, false
}
