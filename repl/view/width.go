package view

import (
	"unicode"

	"golang.org/x/text/width"
)

// Width is the number of columns of a rune in a terminal: two for the wide letters
// and signs of East Asia and for most pictures, none for what is drawn over the rune
// before it. It is what wcwidth says, which most terminals go by; of the few that draw
// several pictures joined as one, we know nothing.
func Width(r rune) int {
	switch {
	case r < 0x20 || r >= 0x7f && r < 0xa0:
		return 1 // drawn as a sign, see shown
	case r < 0x300:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me) || r >= 0x1160 && r <= 0x11ff:
		return 0
	case unicode.Is(unicode.Cf, r):
		return 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}

// TextWidth is the number of columns of a text without colours.
func TextWidth(s string) int {
	n := 0
	for _, r := range s {
		n += Width(r)
	}
	return n
}

// Clip cuts s to n columns, with a … in place of what is lost.
func Clip(s string, n int) string {
	if TextWidth(s) <= n {
		return s
	}
	cut, columns := 0, 0
	for i, r := range s {
		if columns += Width(r); columns > n-1 {
			break
		}
		cut = i + len(string(r))
	}
	if n < 1 {
		return ""
	}
	return s[:cut] + "…"
}

// shown is a rune as it is drawn: controls, which would move the cursor, as their
// pictures.
func shown(r rune) rune {
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
