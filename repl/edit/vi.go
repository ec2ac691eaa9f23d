package edit

import (
	"slices"
	"strings"
	"unicode"
)

// Vi is the state of vi's keys: which mode it is, and what has been typed of a command.
// The zero value is in insert mode.
type Vi struct {
	Normal bool

	typed   viCommand // so far
	counts  [2]int    // before the operator, and after it
	waits   bool      // the next key is an argument
	found   viCommand // the latest f, F, t or T
	change  viCommand // the latest change
	put     string    // what was inserted with it
	kept    string    // what was deleted or yanked last
	lines   bool      // whole lines
	running bool      // a change is being repeated

	inserting viCommand // what began the insert mode
	inserted  strings.Builder
	since     int // changes in the buffer before it
}

// viCommand is a command of the normal mode: an operator and a motion, or a command alone.
type viCommand struct {
	count    int // 0 if none was typed
	op       rune
	key, arg rune
}

// times is the count, 1 if none was typed.
func (c viCommand) times() int { return max(c.count, 1) }

// maxCount bounds counts: nobody has so many lines.
const maxCount = 9999

// Wish is what a command wants that no buffer can do.
type Wish int

// What commands may want.
const (
	NoWish Wish = iota
	Ring        // the command can't do anything
	Older
	Newer
	Find      // a search for what will be typed
	FindAgain // the same search once more, FindBack in the other direction
	FindBack
	OpenText // in the user's editor
)

// Leave goes from insert mode to normal mode.
func (v *Vi) Leave(b *Buffer) {
	if v.Normal {
		v.forget()
		b.at = b.onCharacter(b.at)
		return
	}
	v.Normal = true
	text := v.inserted.String()
	if n := v.inserting.count; n > 1 && text != "" && strings.ContainsRune("iaIA", v.inserting.key) {
		b.Insert(strings.Repeat(text, n-1))
	}
	if !v.running {
		v.put = text
	}
	b.joinSteps(v.since)
	if b.at.Col > 0 {
		b.moveCursor(b.previous(b.at))
	}
	b.at = b.onCharacter(b.at)
}

// Redo redoes what u has undone, with the cursor where the change begins.
func (v *Vi) Redo(b *Buffer) bool {
	n := len(b.past.done)
	if !b.Redo() {
		return false
	}
	b.at = b.onCharacter(b.past.done[n].from)
	return true
}

// Begin begins another text, in insert mode. What p and . do stays.
func (v *Vi) Begin() {
	v.forget()
	v.Normal, v.inserting, v.since = false, viCommand{}, 0
	v.inserted.Reset()
}

// Insert records what is typed in insert mode.
func (v *Vi) Insert(text string) { v.inserted.WriteString(text) }

// Rub records that a character was taken back, and Broke that something else was done,
// after which an insertion begins that can be repeated alone.
func (v *Vi) Rub() {
	text := []rune(v.inserted.String())
	v.inserted.Reset()
	v.inserted.WriteString(string(text[:max(len(text)-1, 0)]))
}

// Broke records that the cursor was moved, or the text changed by other keys.
func (v *Vi) Broke() { v.inserted.Reset() }

// Waiting reports whether a command has begun.
func (v *Vi) Waiting() bool { return v.typed != (viCommand{}) || v.counts != [2]int{} || v.waits }

func (v *Vi) forget() { v.typed, v.counts, v.waits = viCommand{}, [2]int{}, false }

// Press handles a key of normal mode.
func (v *Vi) Press(b *Buffer, r rune) Wish {
	c := &v.typed
	switch {
	case v.waits:
		c.arg, v.waits = r, false
	case r >= '1' && r <= '9' || r == '0' && v.counts[v.second()] > 0:
		n := &v.counts[v.second()]
		*n = min(*n*10+int(r-'0'), maxCount)
		return NoWish
	case c.op == 0 && strings.ContainsRune("dcy", r):
		c.op = r
		return NoWish
	default:
		c.key = r
		if strings.ContainsRune("fFtTgr", r) || c.op != 0 && strings.ContainsRune("ia", r) {
			v.waits = true
			return NoWish
		}
	}
	command := *c
	if v.counts != [2]int{} {
		command.count = min(max(v.counts[0], 1)*max(v.counts[1], 1), maxCount)
	}
	v.forget()
	wish := v.do(b, command)
	if v.Normal {
		b.at = b.onCharacter(b.at)
	}
	return wish
}

// second is 1 after an operator, 0 before.
func (v *Vi) second() int {
	if v.typed.op != 0 {
		return 1
	}
	return 0
}

// onCharacter is the nearest place on a character: in normal mode no cursor is behind the
// last one.
func (b *Buffer) onCharacter(p Pos) Pos {
	line := b.Row(p.Row).Text
	switch {
	case len(line) == 0:
		return Pos{p.Row, 0}
	case p.Col >= len(line):
		return Pos{p.Row, characterBefore(line, len(line))}
	}
	return b.charStart(p)
}

// aliases are the commands that are short for others.
var aliases = map[rune]string{'x': "dl", 'X': "dh", 'D': "d$", 'C': "c$", 's': "cl", 'S': "cc", 'Y': "yy"}

// do executes a command.
func (v *Vi) do(b *Buffer, c viCommand) Wish {
	if long, ok := aliases[c.key]; ok && c.op == 0 {
		c.op, c.key = rune(long[0]), rune(long[1])
	}
	if c.op != 0 {
		return v.operate(b, c)
	}
	if strings.ContainsRune("iIaAoOpP~rJ", c.key) && !v.running {
		v.change, v.put = c, ""
	}
	if wish, ok := v.act(b, c); ok {
		return wish
	}
	m, ok := v.motion(b, c)
	if !ok {
		return Ring
	}
	b.moveCursor(b.posOf(m.to))
	return NoWish
}

// act executes a command that is neither a motion nor an operator.
func (v *Vi) act(b *Buffer, c viCommand) (w Wish, ok bool) {
	switch c.key {
	case 'i':
		v.insertAt(b, c, b.at)
	case 'a':
		at := b.at
		if at.Col < len(b.currentLine()) {
			at = b.nextPos(at)
		}
		v.insertAt(b, c, at)
	case 'I':
		v.insertAt(b, c, b.firstOf(b.at.Row))
	case 'A':
		v.insertAt(b, c, Pos{b.at.Row, len(b.currentLine())})
	case 'o':
		v.openBelow(b, c)
	case 'O':
		v.openAbove(b, c)
	case 'p', 'P':
		return v.putText(b, c, c.key == 'p'), true
	case 'u':
		return repeated(c, b.Undo), true
	case '~':
		return v.swapCase(b, c), true
	case 'r':
		return v.replace(b, c), true
	case 'J':
		return v.join(b, c), true
	case '.':
		return v.again(b, c), true
	case 'j':
		return orElse(repeated(c, b.Down), Newer), true
	case 'k':
		return orElse(repeated(c, b.Up), Older), true
	case '/':
		return Find, true
	case 'n':
		return FindAgain, true
	case 'N':
		return FindBack, true
	case 'v':
		return OpenText, true
	default:
		return NoWish, false
	}
	return NoWish, true
}

// repeated does a command as often as the count says, and rings if it can't even once.
func repeated(c viCommand, do func() bool) Wish {
	if !do() {
		return Ring
	}
	for n := 1; n < c.times() && do(); n++ {
	}
	return NoWish
}

// orElse is a wish instead of the bell.
func orElse(w, instead Wish) Wish {
	if w == Ring {
		return instead
	}
	return w
}

// insertAt begins insert mode at p.
func (v *Vi) insertAt(b *Buffer, c viCommand, p Pos) {
	v.beginInsert(b, c, len(b.past.done))
	b.moveCursor(p)
}

func (v *Vi) beginInsert(b *Buffer, c viCommand, since int) {
	v.Normal, v.inserting, v.since = false, c, since
	v.inserted.Reset()
}

func (v *Vi) openBelow(b *Buffer, c viCommand) {
	v.beginInsert(b, c, len(b.past.done))
	at := b.at
	b.moveCursor(Pos{b.at.Row, len(b.currentLine())})
	b.Newline()
	b.past.done[v.since].cursor = at
}

func (v *Vi) openAbove(b *Buffer, c viCommand) {
	v.beginInsert(b, c, len(b.past.done))
	row, indent := b.at.Row, leading(b.currentLine())
	b.beginEdit(setting)
	b.replaceText(Pos{row, 0}, Pos{row, 0}, indent+"\n")
	b.at = Pos{row, len(indent)}
}

// again repeats the latest change, with another count if there is one.
func (v *Vi) again(b *Buffer, c viCommand) Wish {
	last := v.change
	if last == (viCommand{}) {
		return Ring
	}
	if c.count > 0 {
		last.count = c.count
		v.change.count = c.count
	}
	v.running = true
	defer func() { v.running = false }()
	wish := v.do(b, last)
	if !v.Normal {
		for i, part := range strings.Split(v.put, "\n") {
			if i > 0 {
				b.Newline()
			}
			b.Type(part)
		}
		v.inserted.WriteString(v.put)
		v.Leave(b)
	}
	return wish
}

// remember keeps text for p and P, and for Ctrl-Y.
func (v *Vi) remember(b *Buffer, text string, lines bool) {
	v.kept, v.lines = text, lines
	b.kills.ring = append(b.kills.ring, text)
	if len(b.kills.ring) > maxKills {
		b.kills.ring = b.kills.ring[1:]
	}
}

// maxPut bounds, in bytes, what a count makes of a text.
const maxPut = 1 << 20

// putText inserts what was deleted or yanked.
func (v *Vi) putText(b *Buffer, c viCommand, after bool) Wish {
	if v.kept == "" && !v.lines {
		return Ring
	}
	n := min(c.times(), max(1, maxPut/(len(v.kept)+1)))
	b.beginEdit(setting)
	if v.lines {
		text := strings.Repeat(v.kept+"\n", n)
		row := b.at.Row
		if after {
			row++
		}
		if row < b.Rows() {
			b.replaceText(Pos{row, 0}, Pos{row, 0}, text)
		} else {
			b.replaceText(b.endPos(), b.endPos(), "\n"+text[:len(text)-1])
		}
		b.at = b.firstOf(row)
		return NoWish
	}
	at := b.at
	if after && at.Col < len(b.currentLine()) {
		at = b.nextPos(at)
	}
	b.replaceText(at, at, strings.Repeat(v.kept, n))
	if strings.Contains(v.kept, "\n") {
		b.at = at
	} else if b.at.Col > 0 {
		b.at = b.previous(b.at)
	}
	return NoWish
}

// firstOf is the first character of a row that isn't white.
func (b *Buffer) firstOf(row int) Pos {
	row = min(max(row, 0), b.Rows()-1)
	return Pos{row, len(leading(b.Row(row).Text))}
}

// swapCase makes small letters capital, and capital ones small.
func (v *Vi) swapCase(b *Buffer, c viCommand) Wish {
	line := b.currentLine()
	if len(line) == 0 {
		return Ring
	}
	end := min(b.at.Col+c.times(), len(line))
	swapped := slices.Clone(line[b.at.Col:end])
	for i, r := range swapped {
		if unicode.IsUpper(r) {
			swapped[i] = unicode.ToLower(r)
		} else {
			swapped[i] = unicode.ToUpper(r)
		}
	}
	b.beginEdit(setting)
	b.replaceText(b.at, Pos{b.at.Row, end}, string(swapped))
	return NoWish
}

// replace puts other characters in place of some.
func (v *Vi) replace(b *Buffer, c viCommand) Wish {
	end := b.at
	for range c.times() {
		if end.Col >= len(b.currentLine()) {
			return Ring
		}
		end = b.nextPos(end)
	}
	if !unicode.IsPrint(c.arg) && c.arg != '\t' {
		return Ring
	}
	b.beginEdit(setting)
	b.replaceText(b.at, end, strings.Repeat(string(c.arg), c.times()))
	b.at = b.previous(b.at)
	return NoWish
}

// join makes one line of several.
func (v *Vi) join(b *Buffer, c viCommand) Wish {
	if b.at.Row+1 >= b.Rows() {
		return Ring
	}
	b.beginEdit(setting)
	for range max(c.times()-1, 1) {
		row := b.at.Row
		if row+1 >= b.Rows() {
			break
		}
		end, next := Pos{row, len(b.currentLine())}, b.Row(row+1).Text
		white := len(leading(next))
		between := " "
		if n := end.Col; n == 0 || white == len(next) || next[white] == ')' || b.currentLine()[n-1] == ' ' || b.currentLine()[n-1] == '\t' {
			between = ""
		}
		b.replaceText(end, Pos{row + 1, white}, between)
		b.at = end
	}
	return NoWish
}
