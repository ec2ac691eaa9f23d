package grade

import (
	"strings"
	"sync"
	"unicode/utf8"

	"riffle/internal/proto"
)

// saidMost bounds what is kept of a cell's output, in bytes.
const saidMost = 8 << 10

// output keeps the text that a cell prints, up to a limit.
type output struct {
	proto.Discard
	mu   sync.Mutex
	text strings.Builder
	more bool
}

// Stream keeps what is printed.
func (o *output) Stream(_ string, text []byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if left := saidMost - o.text.Len(); left < len(text) {
		text, o.more = text[:left], true
	}
	o.text.Write(text)
}

// Display keeps the text of what is displayed.
func (o *output) Display(b proto.Bundle, update bool) {
	if text := b.Text(); text != "" && !update {
		o.Stream("", []byte(strings.TrimRight(text, "\n")+"\n"))
	}
}

// Clear forgets all.
func (o *output) Clear(bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.text.Reset()
	o.more = false
}

// Input has nobody to ask.
func (o *output) Input(string, bool) (string, error) { return "", proto.ErrNoInput }

// String is all that was kept, as text that a page can show.
func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	text := o.text.String()
	for o.more && len(text) > 0 && !utf8.ValidString(text[max(0, len(text)-utf8.UTFMax):]) {
		text = text[:len(text)-1]
	}
	if o.more {
		text += "\n… and more"
	}
	return strings.TrimRight(strings.ToValidUTF8(text, "\uFFFD"), "\n")
}
