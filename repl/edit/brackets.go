package edit

import (
	"regexp"
	"strings"
	"sync"
)

// maxRows bounds how far the partner of a bracket is looked for, in lines.
const maxRows = 2000

const openers, closers = "([{", ")]}"

// bracket is a bracket in code: those in strings and comments don't count.
type bracket struct {
	at Pos
	r  rune
}

func (k bracket) opens() bool { return strings.ContainsRune(openers, k.r) }

// closedBy reports whether k is closed by c.
func (k bracket) closedBy(c bracket) bool {
	return strings.IndexRune(openers, k.r) == strings.IndexRune(closers, c.r)
}

func (b *Buffer) brackets(row int) []bracket {
	var found []bracket
	b.scanLine(b.Row(row).Text, b.stateAt(row), func(t lexeme) {
		if t.bracket != 0 {
			found = append(found, bracket{Pos{row, t.start}, t.bracket})
		}
	})
	return found
}

// Open reports whether a bracket, a comment or a raw string is open at the end of
// the text.
func (b *Buffer) Open() bool {
	if b.stateAt(b.Rows()).kindOnly() != code {
		return true
	}
	open := 0
	for _, l := range b.lines {
		open += l.open
	}
	return open > 0
}

// InCall reports whether a parenthesis is open at the cursor.
func (b *Buffer) InCall() bool {
	for p := b.at; ; {
		open, ok := b.opener(p, 0)
		if !ok || b.runeAt(open) == '(' {
			return ok
		}
		p = open
	}
}

// Match returns the bracket at the cursor or before it, and its partner.
func (b *Buffer) Match() (here, there Pos, ok bool) {
	row := b.at.Row
	var best *bracket
	for _, k := range b.brackets(row) {
		if k.at.Col == b.at.Col-1 && !k.opens() || k.at.Col == b.at.Col || k.at.Col == b.at.Col-1 && best == nil {
			best = &k
		}
		if k.at.Col >= b.at.Col {
			break
		}
	}
	if best == nil {
		return Pos{}, Pos{}, false
	}
	if best.opens() {
		there, ok = b.closer(*best)
	} else {
		there, ok = b.opener(best.at, best.r)
	}
	return best.at, there, ok
}

// closer finds what closes an opening bracket.
func (b *Buffer) closer(open bracket) (Pos, bool) {
	depth := 0
	last := min(b.Rows(), open.at.Row+maxRows)
	b.stateAt(last) // scans the lines
	for row := open.at.Row; row < last; row++ {
		if l := b.lines[row]; row > open.at.Row && depth+l.low > 0 { // it isn't in this line
			depth += l.open
			continue
		}
		for _, k := range b.brackets(row) {
			switch {
			case k.at.isBefore(open.at):
			case k.opens():
				depth++
			default:
				if depth--; depth == 0 {
					return k.at, open.closedBy(k)
				}
			}
		}
	}
	return Pos{}, false
}

// opener finds the bracket that is open before p. With a closing bracket, it must
// be of its kind.
func (b *Buffer) opener(p Pos, closing rune) (Pos, bool) {
	depth := 0
	b.stateAt(p.Row) // scans the lines
	for row := p.Row; row >= max(0, p.Row-maxRows); row-- {
		if l := b.lines[row]; row < p.Row && l.open-l.low <= depth { // it isn't in this line
			depth -= l.open
			continue
		}
		found := b.brackets(row)
		for i := len(found) - 1; i >= 0; i-- {
			k := found[i]
			switch {
			case !k.at.isBefore(p):
			case !k.opens():
				depth++
			case depth > 0:
				depth--
			default:
				return k.at, closing == 0 || k.closedBy(bracket{r: closing})
			}
		}
	}
	return Pos{}, false
}

// label is a case or default line of a switch.
var label = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\s*(case\b.*|default\s*):$`) })

// indentAt is the indentation after a line break at p: one tab more than the line of the
// bracket that is open there, or the line's own.
func (b *Buffer) indentAt(p Pos) string {
	line := b.Row(p.Row).Text
	indent := leading(line[:p.Col])
	if b.stateBefore(p).kindOnly() == inRaw {
		return ""
	}
	open, ok := b.opener(p, 0)
	switch {
	case ok && open.Row == p.Row, label().MatchString(strings.TrimRight(string(line[:p.Col]), " \t")):
		return indent + "\t"
	case b.closesAbove(p):
		if !ok {
			return ""
		}
		return leading(b.Row(open.Row).Text) + "\t"
	}
	return indent
}

// stateBefore is the lexer's state at p, after the line up to there.
func (b *Buffer) stateBefore(p Pos) state {
	return b.scanLine(b.Row(p.Row).Text[:p.Col], b.stateAt(p.Row), func(lexeme) {})
}

// closesAbove reports whether the line of p, up to p, closes brackets of earlier lines
// other than by its first token, for which it has already been dedented.
func (b *Buffer) closesAbove(p Pos) bool {
	first := len(leading(b.Row(p.Row).Text))
	depth := 0
	for _, k := range b.brackets(p.Row) {
		switch {
		case !k.at.isBefore(p):
		case k.opens():
			depth++
		case depth > 0:
			depth--
		case k.at.Col != first:
			return true
		}
	}
	return false
}

// dedent moves the cursor's line to the left when typed text shows where it belongs.
func (b *Buffer) dedent(typed string) {
	switch {
	case strings.ContainsAny(typed, closers):
		b.align()
	case strings.Contains(typed, ":") && label().MatchString(string(b.currentLine()[:b.at.Col])):
		if open, ok := b.opener(Pos{b.at.Row, 0}, 0); ok && b.stateAt(b.at.Row).kindOnly() == code {
			b.indentLine(leading(b.Row(open.Row).Text))
		}
	}
}

// align gives a line that begins with a closing bracket the indentation of the line
// that opens it, or a tab less if there is none.
func (b *Buffer) align() {
	line := b.currentLine()
	old := leading(line)
	n := len(old)
	if n == len(line) || !strings.ContainsRune(closers, line[n]) || b.stateAt(b.at.Row).kindOnly() != code {
		return
	}
	fresh := strings.TrimSuffix(old, "\t")
	if open, ok := b.opener(Pos{b.at.Row, n}, line[n]); ok {
		fresh = leading(b.Row(open.Row).Text)
	}
	b.indentLine(fresh)
}

// indentLine gives the cursor's line another indentation, with the cursor where it was
// in the text. A line that is further left already stays there.
func (b *Buffer) indentLine(fresh string) {
	at, old := b.at, len(leading(b.currentLine()))
	if len(fresh) >= old {
		return
	}
	b.replaceText(Pos{at.Row, 0}, Pos{at.Row, old}, fresh)
	b.at = Pos{at.Row, max(at.Col-old+len(fresh), 0)}
}
