// Package keys turns what a terminal sends into keys. Feed a Decoder the bytes as they
// were read; it returns the keys in them and keeps the beginning of an incomplete one.
//
// A key has a name as Emacs and readline's documentation write it: C-a, M-f, Up,
// C-Left, F2. Characters have no name but their text.
package keys

import (
	"strings"
	"unicode/utf8"
)

// Key is a pressed key, or a piece of text.
type Key struct {
	// Name is empty for text; Paste is the name of pasted text.
	Name string
	// Text is what was typed or pasted. What was typed has no control
	// characters; a stretch that came in one piece is one key, because
	// inserting it rune by rune would take quadratic time.
	Text string
}

// Paste is the name of text that the terminal marks as pasted.
const Paste = "Paste"

// Typed returns the key of typed text.
func Typed(text string) Key { return Key{Text: text} }

// Named returns a key without text.
func Named(name string) Key { return Key{Name: name} }

// The marks that a terminal in bracketed-paste mode puts around a paste.
const (
	PasteBegin = "\x1b[200~"
	PasteEnd   = "\x1b[201~"
)

const escape = 0x1b

// Decoder finds keys in bytes. The zero value is ready.
type Decoder struct {
	carry   []byte // the beginning of a key
	pasting bool
	paste   []byte
	run     strings.Builder // characters that are not a Key yet
	found   []Key
}

// Feed returns the keys that are complete with data.
func (d *Decoder) Feed(data []byte) []Key {
	if len(d.carry) > 0 {
		data = append(d.carry, data...)
		d.carry = nil
	}
	for len(data) > 0 {
		n := d.stepKey(data)
		if n == 0 {
			d.carry = append([]byte(nil), data...)
			break
		}
		data = data[n:]
	}
	return d.takeKeys()
}

// Waiting reports whether a key has begun that may also be complete: the Escape key can't
// be told from the beginning of another until time has passed.
func (d *Decoder) Waiting() bool { return len(d.carry) > 0 && d.carry[0] == escape }

// Flush returns what Waiting waits for as keys, given that nothing follows. An incomplete
// sequence longer than Escape and a key is dropped.
func (d *Decoder) Flush() []Key {
	waits := d.carry
	d.carry = nil
	switch {
	case len(waits) == 1:
		d.addKeyNamed("Esc")
	case len(waits) == 2 && waits[1] == escape:
		d.addKeyNamed("Esc")
		d.addKeyNamed("Esc")
	case len(waits) == 2:
		d.addKeyNamed("M-" + string(waits[1]))
	}
	return d.takeKeys()
}

func (d *Decoder) takeKeys() []Key {
	d.endRun()
	found := d.found
	d.found = nil
	return found
}

func (d *Decoder) endRun() {
	if d.run.Len() > 0 {
		d.found = append(d.found, Typed(d.run.String()))
		d.run.Reset()
	}
}

func (d *Decoder) addKeyNamed(name string) {
	if name == "" {
		return
	}
	d.endRun()
	d.found = append(d.found, Named(name))
}

// stepKey takes one key from the beginning of data and returns its length, 0 if it
// isn't complete.
func (d *Decoder) stepKey(data []byte) int {
	switch {
	case d.pasting:
		return d.stepPaste(data)
	case data[0] == escape:
		name, n := sequence(data)
		if name == Paste {
			d.pasting = true
		} else if n > 0 {
			d.addKeyNamed(name)
		}
		return n
	case data[0] == '\r' && len(data) > 1 && data[1] == '\n': // no person is so fast: a line of a text
		d.addKeyNamed(controlName(data[0]))
		return 2
	case data[0] < ' ' || data[0] == 0x7f:
		d.addKeyNamed(controlName(data[0]))
		return 1
	}
	if !utf8.FullRune(data) {
		return 0
	}
	r, n := utf8.DecodeRune(data)
	if r < 0x80 || r >= 0xa0 { // no control character
		d.run.WriteRune(r)
	}
	return n
}

// stepPaste takes data up to the end of the paste. A Ctrl-C, which no terminal
// lets into a paste, ends one whose closing mark was lost.
func (d *Decoder) stepPaste(data []byte) int {
	old := len(d.paste)
	d.paste = append(d.paste, data...)
	from := max(0, old-len(PasteEnd)+1)
	fresh := string(d.paste[from:])
	if i := strings.Index(fresh, PasteEnd); i >= 0 {
		d.endPaste(from + i)
		return from + i + len(PasteEnd) - old
	}
	if i := strings.IndexByte(fresh, 3); i >= 0 {
		d.endPaste(from + i)
		d.addKeyNamed("C-c")
		return from + i + 1 - old
	}
	return len(data)
}

func (d *Decoder) endPaste(length int) {
	text := clean(string(d.paste[:length]))
	d.pasting, d.paste = false, nil
	if text != "" {
		d.endRun()
		d.found = append(d.found, Key{Paste, text})
	}
}

// clean normalizes the newlines of pasted text, and drops the ones at its end and
// all control characters.
func clean(text string) string {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	text = strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' || r >= 0x7f && r < 0xa0 {
			return -1
		}
		return r
	}, text)
	return strings.TrimRight(text, "\n")
}

// controlName names the key that sends a control character.
func controlName(c byte) string {
	switch {
	case c == 0:
		return "C-Space"
	case c == '\t':
		return "Tab"
	case c == '\r' || c == '\n':
		return "Enter"
	case c == '\b' || c == 0x7f:
		return "Backspace"
	case c == escape:
		return "Esc"
	}
	return "C-" + strings.ToLower(string(rune(c+'@')))
}
