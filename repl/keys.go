package repl

import (
	"bytes"
	"io"
	"strings"
	"sync"
)

// The line editor handles one line of plain runes and a few keys. Everything else
// that a user can send passes through it as runes of the last private-use plane,
// which no font and no keyboard has.
const (
	newlineRune = '\U0010000A' // a newline inside the edited text
	tabRune     = '\U00100009' // a tab inside pasted text
	pasteKey    = '\U0010000D' // a pasted block stands ready
	deleteKey   = '\U0010007F' // the Delete key
	suspendKey  = '\U0010001A' // Ctrl-Z
	firstFold   = '\U00100100' // the first of the folded texts
	lastFold    = '\U0010FFFD'
)

// The marks that a terminal in bracketed-paste mode puts around a paste, and
// the sequences that switch the mode.
const (
	pasteBegin = "\x1b[200~"
	pasteEnd   = "\x1b[201~"
	pasteOn    = "\x1b[?2004h"
	pasteOff   = "\x1b[?2004l"
)

// keySequences rewrites what terminals send into what the line editor understands.
// No sequence is a prefix of another.
var keySequences = []struct{ from, to string }{
	{pasteEnd, ""}, // without a beginning: a paste that was cut off
	{"\x1b[3~", string(deleteKey)},
	{"\x1b[1;5D", "\x1bb"}, {"\x1b[1;3D", "\x1bb"}, {"\x1b[5D", "\x1bb"},
	{"\x1b[1;5C", "\x1bf"}, {"\x1b[1;3C", "\x1bf"}, {"\x1b[5C", "\x1bf"},
	{"\x1b[1~", "\x01"}, {"\x1b[7~", "\x01"},
	{"\x1b[4~", "\x05"}, {"\x1b[8~", "\x05"},
	{"\x1a", string(suspendKey)},
}

// keys sits between the terminal and the line editor. It collects each bracketed
// paste and sends pasteKey in its place, because the editor redraws its line for
// every rune and treats a newline as the end.
type keys struct {
	src io.ReadCloser

	mu     sync.Mutex
	blocks []string // pasted, not yet taken
	ahead  bool     // the next read may bring what was typed before the prompt
	ended  bool     // src has ended: nobody types any more

	pasting bool
	paste   []byte
	carry   []byte // the beginning of a sequence that is not complete yet
	out     bytes.Buffer
}

// Read fills p with what the line editor understands.
func (k *keys) Read(p []byte) (int, error) {
	buf := make([]byte, 4096)
	for k.out.Len() == 0 {
		n, err := k.src.Read(buf)
		k.feed(k.typedAhead(buf[:n]))
		if err != nil && k.out.Len() == 0 {
			k.end()
			return 0, err
		}
	}
	return k.out.Read(p)
}

// Close makes a waiting Read return io.EOF.
func (k *keys) Close() error {
	k.end()
	return k.src.Close()
}

func (k *keys) end() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.ended = true
}

// over reports whether the terminal is gone or closed. Ctrl-D, which the line
// editor also reports as io.EOF, is an ordinary key.
func (k *keys) over() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.ended
}

// expect announces that a prompt is about to be shown.
func (k *keys) expect() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.ahead = true
}

// typedAhead repairs what was typed while no line was edited. The terminal
// driver then handles Ctrl-D itself and leaves a NUL in its place. Any other NUL
// is dropped: the line editor would take it for the end of input.
func (k *keys) typedAhead(data []byte) []byte {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.ahead {
		data = bytes.ReplaceAll(data, []byte{0}, []byte{4})
	}
	k.ahead = false
	return bytes.ReplaceAll(data, []byte{0}, nil)
}

// take returns the oldest pasted block.
func (k *keys) take() string {
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.blocks) == 0 {
		return ""
	}
	b := k.blocks[0]
	k.blocks = k.blocks[1:]
	return b
}

// feed translates data into out, as far as it can be understood.
func (k *keys) feed(data []byte) {
	data = append(k.carry, data...)
	k.carry = nil
	for len(data) > 0 {
		if k.pasting {
			data = k.feedPaste(data)
		} else {
			data = k.feedTyped(data)
		}
	}
}

// feedPaste takes data up to the end of the paste. A Ctrl-C, which no terminal
// lets into a paste, ends one whose closing mark was lost.
func (k *keys) feedPaste(data []byte) (rest []byte) {
	k.paste = append(k.paste, data...)
	if i := bytes.Index(k.paste, []byte(pasteEnd)); i >= 0 {
		rest = bytes.Clone(k.paste[i+len(pasteEnd):])
		k.endPaste(k.paste[:i])
	} else if i := bytes.IndexByte(k.paste, 3); i >= 0 {
		rest = bytes.Clone(k.paste[i:])
		k.endPaste(k.paste[:i])
	}
	return rest
}

func (k *keys) endPaste(text []byte) {
	k.pasting = false
	block := cleanPaste(string(text))
	k.paste = nil
	if block == "" {
		return
	}
	k.mu.Lock()
	k.blocks = append(k.blocks, block)
	k.mu.Unlock()
	k.out.WriteRune(pasteKey)
}

// feedTyped translates one key, or passes on what precedes the next.
func (k *keys) feedTyped(data []byte) (rest []byte) {
	i := bytes.IndexAny(data, "\x1b\x1a")
	if i != 0 {
		if i < 0 {
			i = len(data)
		}
		k.out.Write(data[:i])
		return data[i:]
	}
	if rest, ok := bytes.CutPrefix(data, []byte(pasteBegin)); ok {
		k.pasting = true
		return rest
	}
	for _, s := range keySequences {
		if rest, ok := bytes.CutPrefix(data, []byte(s.from)); ok {
			k.out.WriteString(s.to)
			return rest
		}
	}
	if unfinished(string(data)) {
		k.carry = bytes.Clone(data)
		return nil
	}
	k.out.WriteByte(data[0])
	return data[1:]
}

// unfinished reports whether s is the beginning of a sequence. A lone Escape key
// waits too, as it would in the line editor.
func unfinished(s string) bool {
	for _, seq := range keySequences {
		if strings.HasPrefix(seq.from, s) {
			return true
		}
	}
	return strings.HasPrefix(pasteBegin, s)
}

// cleanPaste normalizes the newlines of pasted text, and drops the ones at its end
// and all control characters.
func cleanPaste(text string) string {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	text = strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' || r == 0x7f {
			return -1
		}
		return r
	}, text)
	return strings.TrimRight(text, "\n")
}
