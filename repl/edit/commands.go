package edit

import (
	"unicode"
)

// Type inserts typed text. A closing bracket that begins its line goes back to the
// line of the bracket that it closes, and so does a label of a switch.
func (b *Buffer) Type(text string) {
	if text == "" {
		return
	}
	blank := unicode.IsSpace([]rune(text)[0])
	if b.past.kind == typing && b.past.blank && !blank {
		b.past.kind = nothing // undo goes word by word
	}
	b.beginEdit(typing)
	b.replaceText(b.at, b.at, text)
	b.dedent(text)
	b.past.edge, b.past.blank = b.at, blank
}

// Insert inserts text as it is: pasted, or completed.
func (b *Buffer) Insert(text string) {
	b.beginEdit(setting)
	b.replaceText(b.at, b.at, text)
}

// Newline breaks the line at the cursor and indents the new one.
func (b *Buffer) Newline() {
	b.beginEdit(setting)
	indent := b.indentAt(b.at)
	rest := b.currentLine()[b.at.Col:]
	b.replaceText(b.at, Pos{b.at.Row, b.at.Col + len(leading(rest))}, "\n"+indent)
	b.align()
}

// BareNewline breaks the line at the cursor without indenting.
func (b *Buffer) BareNewline() {
	b.beginEdit(setting)
	b.replaceText(b.at, b.at, "\n")
}

// Fresh reports whether the cursor is at the end of a blank line that isn't the first.
func (b *Buffer) Fresh() bool {
	return b.at.Row > 0 && b.at.Col == len(b.currentLine()) && len(leading(b.currentLine())) == b.at.Col
}

// ClearLine removes what is in the cursor's line.
func (b *Buffer) ClearLine() {
	b.beginEdit(setting)
	b.replaceText(Pos{b.at.Row, 0}, Pos{b.at.Row, len(b.currentLine())}, "")
}

// Backspace deletes the character before the cursor.
func (b *Buffer) Backspace() bool { return b.erase(b.previous(b.at), b.at) }

// Delete deletes the character at the cursor.
func (b *Buffer) Delete() bool { return b.erase(b.at, b.nextPos(b.at)) }

func (b *Buffer) erase(from, to Pos) bool {
	if from == to {
		return false
	}
	b.beginEdit(deleting)
	b.replaceText(from, to, "")
	b.past.edge = b.at
	return true
}

// moveCursor puts the cursor at p.
func (b *Buffer) moveCursor(p Pos) bool {
	b.endStep()
	moved := p != b.at
	b.at = p
	return moved
}

// Left moves to the character before the cursor. Like all moves it returns false if there
// is nowhere to go.
func (b *Buffer) Left() bool { return b.moveCursor(b.previous(b.at)) }

// Right moves past the character at the cursor.
func (b *Buffer) Right() bool { return b.moveCursor(b.nextPos(b.at)) }

// Home moves to the beginning of the line.
func (b *Buffer) Home() bool { return b.moveCursor(Pos{b.at.Row, 0}) }

// End moves to the end of the line.
func (b *Buffer) End() bool { return b.moveCursor(Pos{b.at.Row, len(b.currentLine())}) }

// First moves to the beginning of the text.
func (b *Buffer) First() bool { return b.moveCursor(Pos{}) }

// Last moves to the end of the text.
func (b *Buffer) Last() bool { return b.moveCursor(b.endPos()) }

// Seek moves before the rune of the text with a number.
func (b *Buffer) Seek(n int) {
	row := 0
	for row < b.Rows()-1 && n > len(b.lines[row].Text) {
		n -= len(b.lines[row].Text) + 1
		row++
	}
	b.moveCursor(b.charStart(Pos{row, min(max(n, 0), len(b.lines[row].Text))}))
}

// Up moves to the line before, and keeps the column for longer lines where it is shorter.
func (b *Buffer) Up() bool { return b.vertical(b.at.Row - 1) }

// Down moves to the next line as Up does to the one before.
func (b *Buffer) Down() bool { return b.vertical(b.at.Row + 1) }

func (b *Buffer) vertical(row int) bool {
	if row < 0 || row >= b.Rows() {
		return false
	}
	goal := b.at.Col
	if b.goal > 0 {
		goal = b.goal - 1
	}
	b.moveCursor(b.charStart(Pos{row, min(goal, len(b.lines[row].Text))}))
	b.goal = goal + 1
	return true
}

// charStart is the beginning of the character that p is in.
func (b *Buffer) charStart(p Pos) Pos {
	return Pos{p.Row, characterAt(b.Row(p.Row).Text, p.Col)}
}

// WordLeft moves to the beginning of a word: letters, digits and _.
func (b *Buffer) WordLeft() bool { return b.moveCursor(b.wordLeft(isWord)) }

// WordRight moves to the end of a word.
func (b *Buffer) WordRight() bool { return b.moveCursor(b.wordRight()) }

func isWord(r rune) bool {
	return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.In(r, unicode.Mn)
}

func notSpace(r rune) bool { return !unicode.IsSpace(r) }

// runeAt is the rune at p, a newline at the end of the line.
func (b *Buffer) runeAt(p Pos) rune {
	if line := b.Row(p.Row).Text; p.Col < len(line) {
		return line[p.Col]
	}
	return '\n'
}

func (b *Buffer) wordLeft(in func(rune) bool) Pos {
	p := b.at
	for _, inside := range []bool{false, true} {
		for p != (Pos{}) && in(b.runeAt(b.previous(p))) == inside {
			p = b.previous(p)
		}
	}
	return p
}

func (b *Buffer) wordRight() Pos {
	p := b.at
	for _, inside := range []bool{false, true} {
		for p != b.endPos() && isWord(b.runeAt(p)) == inside {
			p = b.nextPos(p)
		}
	}
	return p
}

// Transpose exchanges the characters around the cursor and moves behind them; at
// the end of a line, the two before it.
func (b *Buffer) Transpose() bool {
	at := b.at
	if at.Col == len(b.currentLine()) {
		at = b.previous(at)
	}
	from, to := b.previous(at), b.nextPos(at)
	if from.Row != at.Row || to.Row != at.Row || from == at || to == at {
		return false
	}
	b.beginEdit(setting)
	b.replaceText(from, to, b.between(at, to)+b.between(from, at))
	return true
}

// leading is the white space that a line begins with.
func leading(line []rune) string {
	n := 0
	for n < len(line) && (line[n] == ' ' || line[n] == '\t') {
		n++
	}
	return string(line[:n])
}
