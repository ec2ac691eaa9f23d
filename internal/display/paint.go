package display

import (
	"reflect"
	"regexp"
	"strings"

	"riffle/shuffle"
	"riffle/shuffle/fair"
)

// Paint puts ANSI colours into the text form of a value of package shuffle and
// its subpackages: red suits, the shades of a matrix from blue for too rare to red
// for too frequent, bars, and verdicts. All other texts stay as they are, and so do
// those that have colours already. Colours end with their line.
func Paint(v any, text string) string {
	if !ours(v) || strings.Contains(text, "\x1b") {
		return text
	}
	p := painter{blocks: bars}
	switch v.(type) {
	case *fair.Positions, *fair.ExactPositions:
		p.blocks = shades
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = p.line(line)
	}
	return strings.Join(lines, "\n")
}

// ours reports whether a value's type belongs to package shuffle or a subpackage.
func ours(v any) bool {
	t := reflect.TypeOf(v)
	if t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	own := reflect.TypeFor[shuffle.Card]().PkgPath()
	return t != nil && (t.PkgPath() == own || strings.HasPrefix(t.PkgPath(), own+"/"))
}

// The colours, as numbers in an escape sequence.
const (
	plain    = ""
	bold     = "1"
	faint    = "2"
	inRed    = "31"
	inYellow = "33"
	inBlue   = "34"
	inCyan   = "36"
	onBlue   = "44"
)

// bars are the blocks that horizontal bars are made of.
var bars = map[rune]string{'█': inCyan, '▉': inCyan, '▊': inCyan, '▋': inCyan, '▌': inCyan, '▍': inCyan, '▎': inCyan, '▏': inCyan}

// shades are the blocks of a matrix. The frame tells its blanks from others.
var shades = map[rune]string{' ': onBlue, '░': inBlue, '▒': faint, '▓': inYellow, '█': inRed}

// painter paints one text, line by line.
type painter struct {
	blocks  map[rune]string
	verdict bool // in the paragraph that gives it
}

const verdict = "Verdict:"

// line paints a line according to its kind, then its characters.
func (p *painter) line(line string) string {
	if strings.HasPrefix(line, verdict) {
		p.verdict = true
		return escaped(bold, line)
	}
	p.verdict = p.verdict && strings.HasPrefix(line, "  ")
	if p.verdict {
		return escaped(bold, line)
	}
	var b strings.Builder
	code, from, framed := plain, 0, false
	for i, r := range line {
		if r == '│' {
			framed = !framed
		}
		if next := p.color(r, framed); next != code {
			b.WriteString(escaped(code, line[from:i]))
			code, from = next, i
		}
	}
	b.WriteString(escaped(code, line[from:]))
	return redCards.ReplaceAllStringFunc(b.String(), func(card string) string { return escaped(inRed, card) })
}

// redCards are cards of the two red suits.
var redCards = regexp.MustCompile(`(?:10|[2-9TJQKA])?[♡♢]`)

// color is a character's, inside a frame or not.
func (p *painter) color(r rune, framed bool) string {
	switch {
	case r == ' ' && !framed:
		return plain
	case strings.ContainsRune("│├└┬─", r):
		return faint
	}
	return p.blocks[r]
}

func escaped(code, text string) string {
	if code == plain || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}
