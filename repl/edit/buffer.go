// Package edit is the text of a cell while it is edited: lines, a cursor, a kill
// ring, undo, indentation and brackets, history and its search. It knows no
// terminal. Make a Buffer and call its methods; View in package view shows it.
//
// Commands do what they do in readline's Emacs mode. They return false if they can't do
// anything.
package edit

import (
	"strings"
)

// Line is a line of a buffer. It is never changed: an edit replaces it, so that what was
// computed from a line stays valid as long as the line.
type Line struct {
	Text []rune
	lexed
}

// Pos is a place in a buffer: before the rune Col of line Row.
type Pos struct{ Row, Col int }

func (p Pos) isBefore(q Pos) bool { return p.Row < q.Row || p.Row == q.Row && p.Col < q.Col }

// Buffer is the edited text. The zero value is an empty one; it always has at least
// one line.
type Buffer struct {
	// IsText reports whether what follows a magic, named without %, isn't Go; nil means
	// that it always is.
	IsText func(magic string) bool

	lines []*Line
	at    Pos
	goal  int // column that Up and Down aim at, plus 1; 0 if none
	past  undo
	kills kills
}

// Set replaces the text, with the cursor after it, as a change that can be undone.
func (b *Buffer) Set(text string) {
	b.beginEdit(setting)
	b.replaceText(Pos{}, b.endPos(), text)
}

// Reset makes text the beginning of all changes. The kill ring stays.
func (b *Buffer) Reset(text string) {
	b.lines, b.at = nil, Pos{}
	b.past = undo{}
	b.kills.last = nothing
	b.replaceText(Pos{}, Pos{}, text)
	b.past = undo{}
}

// Text returns the whole text.
func (b *Buffer) Text() string { return b.between(Pos{}, b.endPos()) }

// Before returns the text before the cursor.
func (b *Buffer) Before() string { return b.between(Pos{}, b.at) }

// Rows is the number of lines, at least 1.
func (b *Buffer) Rows() int {
	b.makeReady()
	return len(b.lines)
}

// Row returns a line.
func (b *Buffer) Row(i int) *Line {
	b.makeReady()
	return b.lines[i]
}

// Cursor returns the place of the cursor.
func (b *Buffer) Cursor() Pos { return b.at }

// Empty reports whether there is no text.
func (b *Buffer) Empty() bool { return b.Rows() == 1 && len(b.lines[0].Text) == 0 }

// AtEnd reports whether the cursor is at the end of the text.
func (b *Buffer) AtEnd() bool { return b.at == b.endPos() }

// Size is the number of runes, newlines included.
func (b *Buffer) Size() int {
	n := b.Rows() - 1
	for _, l := range b.lines {
		n += len(l.Text)
	}
	return n
}

// Offset is the place in bytes of Text where the cursor is.
func (b *Buffer) Offset() int { return len(b.Before()) }

// Splice replaces the bytes from start to end of Text, with the cursor after the new
// text. It returns false if they don't exist.
func (b *Buffer) Splice(start, end int, text string) bool {
	from, ok := b.posAt(start)
	to, ok2 := b.posAt(end)
	if !ok || !ok2 || to.isBefore(from) {
		return false
	}
	b.beginEdit(setting)
	b.replaceText(from, to, text)
	return true
}

// posAt finds a byte of Text.
func (b *Buffer) posAt(offset int) (Pos, bool) {
	b.makeReady()
	for row, l := range b.lines {
		size := len(string(l.Text))
		if offset > size {
			offset -= size + 1
			continue
		}
		for col, r := range l.Text {
			if offset <= 0 {
				return Pos{row, col}, offset == 0
			}
			offset -= len(string(r))
		}
		return Pos{row, len(l.Text)}, offset == 0
	}
	return Pos{}, false
}

func (b *Buffer) makeReady() {
	if len(b.lines) == 0 {
		b.lines = []*Line{{}}
	}
}

func (b *Buffer) currentLine() []rune { return b.Row(b.at.Row).Text }

func (b *Buffer) endPos() Pos {
	b.makeReady()
	last := len(b.lines) - 1
	return Pos{last, len(b.lines[last].Text)}
}

func (b *Buffer) between(from, to Pos) string {
	b.makeReady()
	if from.Row == to.Row {
		return string(b.lines[from.Row].Text[from.Col:to.Col])
	}
	var s strings.Builder
	s.WriteString(string(b.lines[from.Row].Text[from.Col:]))
	for _, l := range b.lines[from.Row+1 : to.Row] {
		s.WriteByte('\n')
		s.WriteString(string(l.Text))
	}
	s.WriteByte('\n')
	s.WriteString(string(b.lines[to.Row].Text[:to.Col]))
	return s.String()
}

// replaceText makes every change. It leaves the cursor after text.
func (b *Buffer) replaceText(from, to Pos, text string) {
	b.makeReady()
	removed := b.between(from, to)
	if removed == "" && text == "" {
		b.at = from
		return
	}
	b.past.addChange(change{from: from, removed: removed, inserted: text, cursor: b.at})
	b.at = b.putText(from, to, text)
	b.goal = 0
}

// putText changes the lines and returns the end of the new text.
func (b *Buffer) putText(from, to Pos, text string) Pos {
	head, tail := b.lines[from.Row].Text[:from.Col], b.lines[to.Row].Text[to.Col:]
	parts := strings.Split(text, "\n")
	fresh := make([]*Line, len(parts))
	end := Pos{}
	for i, part := range parts {
		var line []rune
		if i == 0 {
			line = append(line, head...)
		}
		line = append(line, []rune(part)...)
		end = Pos{from.Row + i, len(line)}
		if i == len(parts)-1 {
			line = append(line, tail...)
		}
		fresh[i] = &Line{Text: line}
	}
	if len(fresh) == to.Row-from.Row+1 {
		copy(b.lines[from.Row:], fresh)
		return end
	}
	b.lines = append(b.lines[:from.Row:from.Row], append(fresh, b.lines[to.Row+1:]...)...)
	return end
}

// nextPos is the place after the character at p.
func (b *Buffer) nextPos(p Pos) Pos {
	line := b.Row(p.Row).Text
	if p.Col >= len(line) {
		if p.Row+1 < len(b.lines) {
			return Pos{p.Row + 1, 0}
		}
		return p
	}
	return Pos{p.Row, characterAfter(line, p.Col)}
}

// previous is the place of the character before p.
func (b *Buffer) previous(p Pos) Pos {
	if p.Col == 0 {
		if p.Row > 0 {
			return Pos{p.Row - 1, len(b.Row(p.Row - 1).Text)}
		}
		return p
	}
	return Pos{p.Row, characterBefore(b.Row(p.Row).Text, p.Col)}
}
