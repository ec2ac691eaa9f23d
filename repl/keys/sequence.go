package keys

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxSequence is longer than what any key sends.
const maxSequence = 32

// sequence names the key that begins with the Escape in data, and returns its
// length: 0 if more must come. A sequence that no known key sends has no name.
func sequence(data []byte) (name string, n int) {
	if len(data) == 1 {
		return "", 0
	}
	switch c := data[1]; {
	case c == '[':
		return csi(data)
	case c == 'O':
		return ss3(data)
	case c == escape: // Alt with a key that is a sequence itself
		name, n := sequence(data[1:])
		if n == 0 {
			return "", 0
		}
		return meta(name), n + 1
	case c < ' ' || c == 0x7f:
		return meta(controlName(c)), 2
	}
	if !utf8.FullRune(data[1:]) {
		return "", 0
	}
	r, size := utf8.DecodeRune(data[1:])
	return "M-" + string(r), 1 + size
}

// meta adds the Alt key to a key.
func meta(name string) string {
	if name == "" || name == Paste {
		return ""
	}
	if rest, ok := strings.CutPrefix(name, "C-"); ok {
		return "C-M-" + rest
	}
	return "M-" + name
}

// csi names a key that sends ESC [ , parameters and a final character.
func csi(data []byte) (string, int) {
	if len(data) > 2 && data[2] == '[' { // a function key of the Linux console
		if len(data) == 3 {
			return "", 0
		}
		if c := data[3]; c >= 'A' && c <= 'E' {
			return "F" + strconv.Itoa(int(c-'A')+1), 4
		}
		return "", 4
	}
	for i := 2; i < len(data); i++ {
		switch c := data[i]; {
		case c >= 0x40 && c <= 0x7e:
			return csiKey(string(data[2:i]), c), i + 1
		case c < 0x20 || c > 0x7e || i > maxSequence:
			return "", i // what follows isn't part of it
		}
	}
	return "", 0
}

// finals are the keys by the last character of the sequence, tildes those by the number
// before a ~.
var (
	finals = map[byte]string{
		'A': "Up", 'B': "Down", 'C': "Right", 'D': "Left", 'H': "Home", 'F': "End",
		'P': "F1", 'Q': "F2", 'R': "F3", 'S': "F4",
		'a': "S-Up", 'b': "S-Down", 'c': "S-Right", 'd': "S-Left",
	}
	tildes = map[int]string{
		1: "Home", 2: "Insert", 3: "Delete", 4: "End", 5: "PageUp", 6: "PageDown", 7: "Home", 8: "End",
		11: "F1", 12: "F2", 13: "F3", 14: "F4", 15: "F5", 17: "F6", 18: "F7", 19: "F8", 20: "F9", 21: "F10",
		23: "F11", 24: "F12", 200: Paste,
	}
)

func csiKey(params string, final byte) string {
	if strings.ContainsAny(params, "<=>?") { // an answer to a query, not a key
		return ""
	}
	n := threeNumbers(params)
	switch final {
	case 'Z':
		return "S-Tab"
	case 'u':
		return coded(n[0], n[1])
	case '~':
		if n[0] == 27 {
			return coded(n[2], n[1])
		}
		return modified(tildes[n[0]], n[1])
	case 'R':
		if n[0] > 1 { // a cursor position
			return ""
		}
	}
	if n[1] == 0 { // old terminals send only the modifier
		n[1] = n[0]
	}
	return modified(finals[final], n[1])
}

// threeNumbers are the first three parameters, 0 for one that is missing.
func threeNumbers(params string) (n [3]int) {
	for i, p := range strings.SplitN(params, ";", 4) {
		if i < len(n) {
			p, _, _ = strings.Cut(p, ":")
			n[i], _ = strconv.Atoi(p)
		}
	}
	return n
}

// modified adds the modifiers in a parameter: one more than a sum of 1 for Shift, 2 for
// Alt, 4 for Ctrl.
func modified(name string, modifier int) string {
	if name == "" || name == Paste {
		return name
	}
	bits := max(modifier-1, 0)
	prefix := ""
	if bits&4 != 0 {
		prefix += "C-"
	}
	if bits&2 != 0 {
		prefix += "M-"
	}
	if bits&1 != 0 {
		prefix += "S-"
	}
	return prefix + name
}

// coded names a key that sends the number of its character, as newer terminals do
// for combinations that have no byte of their own.
func coded(char, modifier int) string {
	switch {
	case char < ' ' || char == 0x7f:
		if char <= 0 {
			return ""
		}
		return modified(controlName(byte(char)), modifier)
	case char > utf8.MaxRune || max(modifier-1, 0)&6 == 0:
		return "" // a character alone is sent as itself
	}
	return modified(string(rune(char)), modifier)
}

// ss3 names a key that sends ESC O and a character.
func ss3(data []byte) (string, int) {
	if len(data) == 2 {
		return "", 0
	}
	switch c := data[2]; c {
	case 'a', 'b', 'c', 'd': // with Ctrl, in rxvt
		return "C-" + finals[c-'a'+'A'], 3
	case 'M':
		return "Enter", 3
	case escape:
		return "M-O", 2
	default:
		return finals[c], 3
	}
}
