package draw

import (
	"strings"

	"riffle/internal/display/cols"
)

// textWidth estimates the width of a text in a sans-serif font, which the viewer
// chooses: a little more than Helvetica's, a little less than DejaVu's.
func textWidth(s string, size float64) float64 {
	sum := 0.0
	for _, r := range s {
		sum += charWidth(r)
	}
	return sum * size
}

// boldWider is how much wider bold text is.
const boldWider = 1.14

// charWidth is the width of a character in ems.
func charWidth(r rune) float64 {
	switch {
	case strings.ContainsRune("ijl.,:;'|!()[]ftr ", r):
		return 0.34
	case strings.ContainsRune("mwMW@%…—", r):
		return 0.92
	case r >= 0x1100 && r < 0x2000, r >= 0x2e80:
		return 1.05
	case 'A' <= r && r <= 'Z':
		return 0.7
	}
	return 0.6
}

// ellipsize shortens a text to a width, with an ellipsis.
func ellipsize(s string, size, width float64) string {
	if textWidth(s, size) <= width {
		return s
	}
	left := width - textWidth("…", size)
	for i, r := range s {
		if left -= charWidth(r) * size; left < 0 {
			return strings.TrimRight(s[:i], " ") + "…"
		}
	}
	return s
}

// maxWords bounds what is wrapped: a megabyte isn't a label.
const maxWords = 2000

// wrapLines breaks a text into lines of a width, at spaces.
func wrapLines(s string, size, width float64) []string {
	return fillPhrases(s, func(line string) bool { return textWidth(line, size) <= width }, func(word string) string {
		return ellipsize(word, size, width)
	})
}

// wrapColumns breaks a text into lines of that many columns; all but the first are
// indented by two.
func wrapColumns(s string, columns int) []string {
	lines := fillPhrases(s, func(line string) bool { return cols.Of(line) <= columns-2 }, func(word string) string {
		return cols.Clip(word, columns-2)
	})
	for i := range lines[min(1, len(lines)):] {
		lines[i+1] = "  " + lines[i+1]
	}
	return lines
}

// fillPhrases is cols.Fill with the phrases of a text, each as short as a line.
func fillPhrases(s string, fits func(line string) bool, shorten func(word string) string) []string {
	words := phrases(s)
	if len(words) == 0 {
		return nil
	}
	if len(words) > maxWords {
		words = append(words[:maxWords:maxWords], "…")
	}
	for i, w := range words {
		words[i] = shorten(w)
	}
	return cols.Fill(words, fits)
}

// maxPhrase is the longest text in parentheses that is kept on a line.
const maxPhrase = 24

// phrases splits a text at blanks, but not in short parentheses such as
// "(p < 10^-23)", nor in front of a percent sign.
func phrases(s string) []string {
	var list []string
	words := strings.Fields(s)
	for i := 0; i < len(words); {
		phrase, to := words[i], i+1
		if strings.HasPrefix(phrase, "(") {
			for to < len(words) && !strings.Contains(phrase, ")") && len(phrase) <= maxPhrase {
				phrase += " " + words[to]
				to++
			}
		}
		if len(phrase) > maxPhrase {
			phrase, to = words[i], i+1
		}
		if to < len(words) && strings.HasPrefix(words[to], "%") {
			phrase += " " + words[to]
			to++
		}
		list = append(list, phrase)
		i = to
	}
	return list
}
