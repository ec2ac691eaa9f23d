package view

import "unicode"

// shownRune is a rune as it is drawn: controls, which would move the cursor, as their
// pictures.
func shownRune(r rune) rune {
	switch {
	case r < 0x20:
		return 0x2400 + r
	case r == 0x7f:
		return 0x2421
	case r >= 0x80 && r < 0xa0:
		return unicode.ReplacementChar
	}
	return r
}
