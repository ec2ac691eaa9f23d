// Package cols says how text lies in the columns of a terminal: how wide it is, how it
// is cut and how words fill lines. [Of] is the number of columns of a text.
package cols

import (
	"regexp"
	"strings"
	"sync"
	"unicode"
)

// Rune is the number of columns of a rune: two for the wide letters and signs of East
// Asia and for most pictures, none for what is drawn over the rune before it. It is what
// wcwidth says, which most terminals go by; of the few that draw several pictures joined
// as one, we know nothing. Controls count one, for a sign in their place.
func Rune(r rune) int {
	switch {
	case r < 0x300:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf), r >= 0x1160 && r <= 0x11ff:
		return 0
	case unicode.Is(wide, r):
		return 2
	}
	return 1
}

// Of is the number of columns of a text without colours.
func Of(s string) int {
	n := 0
	for _, r := range s {
		n += Rune(r)
	}
	return n
}

// Clip cuts a text without colours to n columns, with a … in place of what is lost.
func Clip(s string, n int) string {
	if Of(s) <= n {
		return s
	}
	if n < 1 {
		return ""
	}
	left := n - 1
	for i, r := range s {
		if left -= Rune(r); left < 0 {
			return s[:i] + "…"
		}
	}
	return s
}

// Color finds the colours in a text; the first group has their numbers.
var Color = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("\x1b\\[([0-9;]*)m") })

// Plain is a text without its colours.
func Plain(s string) string {
	if !strings.Contains(s, "\x1b") {
		return s
	}
	return Color().ReplaceAllString(s, "")
}

// Fill puts words into lines, as many into each as fit; there is at least one line, and a
// word that fits in none has its own.
func Fill(words []string, fits func(line string) bool) []string {
	lines := []string{""}
	for i, w := range words {
		last := len(lines) - 1
		switch {
		case i == 0:
			lines[0] = w
		case fits(lines[last] + " " + w):
			lines[last] += " " + w
		default:
			lines = append(lines, w)
		}
	}
	return lines
}
