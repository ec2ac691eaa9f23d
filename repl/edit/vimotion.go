package edit

import (
	"slices"
	"strings"
	"unicode"
)

// moved is where a motion leads, as an index of the text's runes.
type moved struct {
	from, to  int // from is where it begins: the cursor, or the beginning of an object
	inclusive bool
	lines     bool
}

// viText is a text as motions see it, with newlines.
type viText []rune

// index is the rune of the text at p, posOf the place of a rune.
func (b *Buffer) index(p Pos) int {
	n := p.Col
	for row := range p.Row {
		n += len(b.Row(row).Text) + 1
	}
	return n
}

func (b *Buffer) posOf(n int) Pos {
	for row := 0; ; row++ {
		if size := len(b.Row(row).Text); n <= size || row == b.Rows()-1 {
			return Pos{row, min(max(n, 0), size)}
		} else {
			n -= size + 1
		}
	}
}

// class is 0 for white space, 2 for what words are made of, 1 for other characters. Big
// words are made of all but white space.
func class(r rune, big bool) int {
	switch {
	case unicode.IsSpace(r):
		return 0
	case big || isWord(r):
		return 2
	}
	return 1
}

// motion finds where a motion leads.
func (v *Vi) motion(b *Buffer, c viCommand) (moved, bool) {
	at := b.index(b.at)
	t := viText([]rune(b.Text()))
	m := moved{from: at, to: at}
	big := unicode.IsUpper(c.key)
	switch c.key {
	case 'h':
		return b.sideways(c, b.previous)
	case 'l', ' ':
		return b.sideways(c, b.nextPos)
	case '0':
		m.to = b.index(Pos{b.at.Row, 0})
		return m, true
	case '^':
		m.to = b.index(b.firstOf(b.at.Row))
		return m, true
	case '$':
		row := b.at.Row + c.times() - 1
		if row >= b.Rows() {
			return m, false
		}
		m.to = b.index(Pos{row, len(b.Row(row).Text)})
		return m, true
	case 'w', 'W':
		return t.forward(m, c, big)
	case 'e', 'E':
		m.inclusive = true
		for range c.times() {
			if m.to = t.wordEnd(m.to, big); m.to >= len(t) {
				m.to = t.last()
				break
			}
		}
		return m, m.to > at || c.op != 0 && m.to < len(t)
	case 'b', 'B':
		for range c.times() {
			m.to = t.wordBegin(m.to, big)
		}
		return m, m.to < at
	case 'f', 'F', 't', 'T':
		v.found = c
		return t.find(m, c, false)
	case ';', ',':
		return v.findAgain(t, m, c)
	case '%':
		return b.partner(m)
	case 'j':
		c.count = c.times()
		return b.toLine(m, c)
	case 'g', 'G', 'k':
		return b.toLine(m, c)
	case 'i', 'a':
		return b.object(t, m, c)
	}
	if c.op == c.key { // dd, cc, yy
		c.key, c.count = 'j', c.times()-1
		return b.toLine(m, c)
	}
	return m, false
}

// sideways moves within the line. An operator may reach behind the last character.
func (b *Buffer) sideways(c viCommand, step func(Pos) Pos) (moved, bool) {
	p := b.at
	for range c.times() {
		next := step(p)
		if next == p || next.Row != p.Row || c.op == 0 && next.Col == len(b.currentLine()) {
			break
		}
		p = next
	}
	return moved{from: b.index(b.at), to: b.index(p)}, p != b.at
}

// toLine moves to another line.
func (b *Buffer) toLine(m moved, c viCommand) (moved, bool) {
	row := b.at.Row
	switch {
	case c.key == 'j':
		row += c.count
	case c.key == 'k':
		row -= c.times()
	case c.key == 'g' && c.arg != 'g':
		return m, false
	case c.count > 0:
		row = min(c.count, b.Rows()) - 1
	case c.key == 'g':
		row = 0
	default:
		row = b.Rows() - 1
	}
	if row < 0 || row >= b.Rows() {
		return m, false
	}
	m.lines, m.to = true, b.index(b.firstOf(row))
	return m, true
}

// forward is w and W: to the beginnings of words. Of an operator, the last word ends at
// the end of its line, and cw ends where the word does.
func (t viText) forward(m moved, c viCommand, big bool) (moved, bool) {
	i := m.to
	if c.op == 'c' && i < len(t) && class(t[i], big) > 0 {
		m.inclusive = true
		for n := range c.times() {
			if n > 0 {
				i = t.wordEnd(i, big)
				continue
			}
			for i+1 < len(t) && class(t[i+1], big) == class(t[i], big) {
				i++
			}
		}
		m.to = min(i, len(t)-1)
		return m, true
	}
	for n := range c.times() {
		from := i
		for i < len(t) && class(t[i], big) > 0 && class(t[i], big) == class(t[from], big) {
			i++
		}
		if last := n == c.times()-1; last && c.op != 0 && i > from && i < len(t) && t[i] == '\n' {
			break
		}
		for i < len(t) && class(t[i], big) == 0 {
			i++
			if i < len(t) && t[i] == '\n' && t[i-1] == '\n' {
				break // an empty line is a word
			}
		}
	}
	m.to = i
	if c.op == 0 && i >= len(t) {
		m.to = t.last()
	}
	return m, m.to > m.from
}

// last is the last character, or an empty last line.
func (t viText) last() int {
	if n := len(t); n > 0 && t[n-1] != '\n' {
		return n - 1
	}
	return len(t)
}

// wordEnd is the last rune of the word after i.
func (t viText) wordEnd(i int, big bool) int {
	for i++; i < len(t) && class(t[i], big) == 0; i++ {
	}
	for i+1 < len(t) && class(t[i+1], big) == class(t[i], big) {
		i++
	}
	return i
}

// wordBegin is the first rune of the word before i.
func (t viText) wordBegin(i int, big bool) int {
	for i--; i > 0 && class(t[i], big) == 0; i-- {
		if t[i] == '\n' && t[i-1] == '\n' {
			return i
		}
	}
	for i > 0 && class(t[i], big) > 0 && class(t[i-1], big) == class(t[i], big) {
		i--
	}
	return max(i, 0)
}

// find is f, F, t and T. A repeated t looks behind the character that it is before.
func (t viText) find(m moved, c viCommand, again bool) (moved, bool) {
	by := 1
	if unicode.IsUpper(c.key) {
		by = -1
	}
	i, left := m.to, c.times()
	if i >= len(t) || t[i] == '\n' {
		return m, false
	}
	if again && unicode.ToLower(c.key) == 't' && left == 1 {
		i += by
	}
	for left > 0 {
		if i += by; i < 0 || i >= len(t) || t[i] == '\n' {
			return m, false
		}
		if t[i] == c.arg {
			left--
		}
	}
	if unicode.ToLower(c.key) == 't' {
		i -= by
	}
	m.to, m.inclusive = i, by > 0
	return m, true
}

// findAgain is ; and the comma, which looks in the other direction.
func (v *Vi) findAgain(t viText, m moved, c viCommand) (moved, bool) {
	if v.found.key == 0 {
		return m, false
	}
	c.arg = v.found.arg
	same := c.key == ';'
	c.key = v.found.key
	if !same {
		c.key = map[rune]rune{'f': 'F', 'F': 'f', 't': 'T', 'T': 't'}[c.key]
	}
	return t.find(m, c, true)
}

// partner is %: from the next bracket of the line to its partner.
func (b *Buffer) partner(m moved) (moved, bool) {
	for _, k := range b.brackets(b.at.Row) {
		if k.at.Col < b.at.Col {
			continue
		}
		there, ok := Pos{}, false
		if k.opens() {
			there, ok = b.closer(k)
		} else {
			there, ok = b.opener(k.at, k.r)
		}
		m.to, m.inclusive = b.index(there), true
		return m, ok
	}
	return m, false
}

// object finds a text object: what i and a stand for after an operator.
func (b *Buffer) object(t viText, m moved, c viCommand) (moved, bool) {
	all := c.key == 'a'
	switch {
	case c.arg == 'w' || c.arg == 'W':
		return t.word(m, c, all, c.arg == 'W')
	case strings.ContainsRune("\"'`", c.arg):
		return t.quoted(m, c.arg, all)
	case strings.ContainsRune("()b[]{}B", c.arg):
		pair := map[rune]rune{')': '(', 'b': '(', ']': '[', '}': '{', 'B': '{'}
		open := c.arg
		if o, ok := pair[open]; ok {
			open = o
		}
		return t.bracketed(m, open, c.times(), all)
	}
	return m, false
}

// word is iw and aw: stretches of the same class, in a line.
func (t viText) word(m moved, c viCommand, all, big bool) (moved, bool) {
	if m.to >= len(t) || t[m.to] == '\n' {
		return m, false
	}
	kind := func(i int) int {
		if i < 0 || i >= len(t) || t[i] == '\n' {
			return -1
		}
		return class(t[i], big)
	}
	from := m.to
	for kind(from-1) == kind(from) {
		from--
	}
	end := from
	stretch := func() bool {
		k := kind(end)
		if k < 0 {
			return false
		}
		for kind(end) == k {
			end++
		}
		return true
	}
	for range c.times() {
		white := kind(end) == 0
		if !stretch() || all && white && !stretch() {
			return m, false
		}
		if all && !white && kind(end) == 0 {
			stretch()
		} else if all && !white {
			for end == m.to+1 || kind(from-1) == 0 && kind(from-1) >= 0 {
				if kind(from-1) != 0 || t.onlyWhite(from) {
					break
				}
				from--
			}
		}
	}
	m.from, m.to = from, end
	return m, true
}

// onlyWhite reports whether there is nothing but white space before i in its line.
func (t viText) onlyWhite(i int) bool {
	for i--; i >= 0 && t[i] != '\n'; i-- {
		if class(t[i], true) != 0 {
			return false
		}
	}
	return true
}

// quoted is i" and a": the quoted text that the cursor is in, or else the next one of the
// line.
func (t viText) quoted(m moved, quote rune, all bool) (moved, bool) {
	begin, end := m.to, m.to
	for begin > 0 && t[begin-1] != '\n' {
		begin--
	}
	for end < len(t) && t[end] != '\n' {
		end++
	}
	var quotes []int
	for i := begin; i < end; i++ {
		switch {
		case t[i] == '\\' && quote != '`':
			i++
		case t[i] == quote:
			quotes = append(quotes, i)
		}
	}
	for i := 0; i+1 < len(quotes); i += 2 {
		from, to := quotes[i], quotes[i+1]
		if m.to > to {
			continue
		}
		if !all {
			m.from, m.to = from+1, to
			return m, true
		}
		to++
		after := to
		for to < end && class(t[to], true) == 0 {
			to++
		}
		for to == after && from > begin && class(t[from-1], true) == 0 {
			from--
		}
		m.from, m.to = from, to
		return m, true
	}
	return m, false
}

// bracketed is i( and a( and the like: the innermost pair around the cursor, or with a
// count one further out.
func (t viText) bracketed(m moved, open rune, count int, all bool) (moved, bool) {
	shut := map[rune]rune{'(': ')', '[': ']', '{': '}'}[open]
	from := m.to
	if from == len(t) || t[from] == shut {
		from--
	}
	depth := count
	for ; from >= 0; from-- {
		if t[from] == shut {
			depth++
		} else if t[from] == open {
			if depth--; depth == 0 {
				break
			}
		}
	}
	if from < 0 && count == 1 {
		from = t.nextInLine(m.to, open)
	}
	if from < 0 {
		return m, false
	}
	to, depth := from, 0
	for ; to < len(t); to++ {
		if t[to] == open {
			depth++
		} else if t[to] == shut {
			if depth--; depth == 0 {
				break
			}
		}
	}
	if to >= len(t) {
		return m, false
	}
	m.from, m.to = from+1, to
	switch {
	case all:
		m.from, m.to = from, to+1
	case t[from+1] == '\n' && t.onlyWhite(to): // a block: its lines
		for to--; t[to] != '\n'; to-- {
		}
		if to > from+1 {
			m.from, m.to, m.lines = from+2, to, true
		}
	}
	return m, true
}

// nextInLine is the next place of a rune in the line, -1 if there is none.
func (t viText) nextInLine(i int, r rune) int {
	for ; i < len(t) && t[i] != '\n'; i++ {
		if t[i] == r {
			return i
		}
	}
	return -1
}

// operate applies an operator to what a motion passes over.
func (v *Vi) operate(b *Buffer, c viCommand) Wish {
	m, ok := v.motion(b, c)
	if c.op == 'c' && !ok && strings.ContainsRune("lwWeE$", c.key) && len(b.currentLine()) == 0 {
		m, ok = moved{from: b.index(b.at), to: b.index(b.at)}, true
	}
	if !ok {
		return Ring
	}
	if c.op != 'y' && !v.running {
		v.change, v.put = c, ""
	}
	since := len(b.past.done)
	from, to := min(m.from, m.to), max(m.from, m.to)
	start, end := b.posOf(from), b.posOf(to)
	if m.inclusive {
		end = b.posOf(to)
		if end.Col < len(b.Row(end.Row).Text) {
			end = b.nextPos(end)
		}
	}
	exclusive := !m.inclusive && !m.lines && c.key != 'i' && c.key != 'a'
	if exclusive && end.Row > start.Row && end.Col == 0 { // as vi has it
		end = Pos{end.Row - 1, len(b.Row(end.Row - 1).Text)}
		m.lines = start.Col <= len(leading(b.Row(start.Row).Text))
	}
	if c.op == 'd' && end.Row > start.Row && b.blankAround(start, end) {
		m.lines = true // as vi has it, too
	}
	if m.lines {
		if (c.key == 'g' || c.key == 'G') && b.posOf(m.to).isBefore(b.at) {
			b.at = b.posOf(m.to)
		}
		v.operateLines(b, c, start.Row, end.Row)
	} else {
		v.operateText(b, c, start, end)
	}
	if c.op == 'c' {
		v.beginInsert(b, viCommand{}, since)
	}
	return NoWish
}

// blankAround reports whether the lines of a stretch have nothing else but white space.
func (b *Buffer) blankAround(start, end Pos) bool {
	rest := b.Row(end.Row).Text[end.Col:]
	return start.Col <= len(leading(b.Row(start.Row).Text)) && len(leading(rest)) == len(rest)
}

func (v *Vi) operateText(b *Buffer, c viCommand, from, to Pos) {
	text := b.between(from, to)
	if text != "" {
		v.remember(b, text, false)
	}
	if c.op != 'y' {
		b.beginEdit(setting)
		b.at = from
		b.replaceText(from, to, "")
		return
	}
	b.moveCursor(from)
}

// operateLines applies an operator to whole lines. Changed ones leave an empty one with
// the indentation of the first.
func (v *Vi) operateLines(b *Buffer, c viCommand, first, last int) {
	from, to := Pos{first, 0}, Pos{last, len(b.Row(last).Text)}
	v.remember(b, b.between(from, to), true)
	b.at = b.charStart(Pos{first, min(b.at.Col, len(b.Row(first).Text))})
	switch c.op {
	case 'y':
		b.endStep()
		return
	case 'c':
		b.beginEdit(setting)
		b.replaceText(Pos{first, len(leading(b.Row(first).Text))}, to, "")
		return
	}
	b.beginEdit(setting)
	switch {
	case last+1 < b.Rows():
		to = Pos{last + 1, 0}
	case first > 0:
		from = Pos{first - 1, len(b.Row(first - 1).Text)}
	}
	b.replaceText(from, to, "")
	b.at = b.firstOf(first)
}

// joinSteps makes one step of all changes after the first n.
func (b *Buffer) joinSteps(n int) {
	if n >= len(b.past.done) {
		b.endStep()
		return
	}
	b.past.done = slices.Clone(b.past.done)
	step := b.past.done[n].step
	for i := range b.past.done[n:] {
		b.past.done[n+i].step = step
	}
	b.endStep()
}
