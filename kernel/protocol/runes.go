package protocol

import (
	"bytes"
	"sync"
	"unicode/utf8"
)

// runes keeps the characters of streams whole: a message carries text, but cells print
// bytes, and one write may end in the middle of a character.
type runes struct {
	mu    sync.Mutex
	parts map[string][]byte // of characters that have begun, by the name of the stream
	ended bool              // nothing more waits
}

// passWhole prints a text but for a character at its end that isn't whole yet.
func (r *runes) passWhole(name string, text []byte, print func(name string, text []byte)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if part := r.parts[name]; len(part) > 0 {
		text = append(part, text...)
		delete(r.parts, name)
	}
	if n := len(text) - begun(text); n < len(text) && !r.ended {
		if r.parts == nil {
			r.parts = make(map[string][]byte)
		}
		r.parts[name] = bytes.Clone(text[n:])
		text = text[:n]
	}
	if len(text) > 0 {
		print(name, text)
	}
}

// flushRest prints what waits, at the end of the cell.
func (r *runes) flushRest(print func(name string, text []byte)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, name := range []string{"stdout", "stderr"} {
		if part := r.parts[name]; len(part) > 0 {
			print(name, part)
		}
	}
	r.parts, r.ended = nil, true
}

// begun is how many bytes at the end of a text begin a character and lack its end.
func begun(text []byte) int {
	for n := 1; n < utf8.UTFMax && n <= len(text); n++ {
		if end := text[len(text)-n:]; utf8.RuneStart(end[0]) {
			if utf8.FullRune(end) {
				return 0
			}
			return n
		}
	}
	return 0
}
