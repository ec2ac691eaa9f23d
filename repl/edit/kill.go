package edit

// maxKills is how many killed texts are kept.
const maxKills = 60

// kills are the texts that were killed, the newest last.
type kills struct {
	ring []string
	at   int  // of what was yanked
	last kind // killing or yanking, if the latest command did
	from Pos  // where the yanked text begins
}

// kill removes text and keeps it for Yank, appended or prepended to what was killed just
// before.
func (b *Buffer) kill(from, to Pos, before bool) bool {
	text := b.between(from, to)
	if text == "" {
		b.endStep()
		return false
	}
	goesOn := b.kills.last == killing
	b.beginEdit(killing)
	b.replaceText(from, to, "")
	k := &b.kills
	k.last = killing
	switch n := len(k.ring) - 1; {
	case goesOn && before:
		k.ring[n] = text + k.ring[n]
	case goesOn:
		k.ring[n] += text
	default:
		k.ring = append(k.ring, text)
		if len(k.ring) > maxKills {
			k.ring = k.ring[1:]
		}
	}
	return true
}

// KillToEnd kills the rest of the line, or the line's end.
func (b *Buffer) KillToEnd() bool {
	if b.at.Col == len(b.currentLine()) {
		return b.kill(b.at, b.nextPos(b.at), false)
	}
	return b.kill(b.at, Pos{b.at.Row, len(b.currentLine())}, false)
}

// KillToStart kills what is before the cursor in its line.
func (b *Buffer) KillToStart() bool { return b.kill(Pos{b.at.Row, 0}, b.at, true) }

// KillWord kills to the end of a word.
func (b *Buffer) KillWord() bool { return b.kill(b.at, b.wordRight(), false) }

// KillWordBack kills to the beginning of a word.
func (b *Buffer) KillWordBack() bool { return b.kill(b.wordLeft(isWord), b.at, true) }

// KillBack kills to the white space before.
func (b *Buffer) KillBack() bool { return b.kill(b.wordLeft(notSpace), b.at, true) }

// Yank inserts what was killed last.
func (b *Buffer) Yank() bool {
	if len(b.kills.ring) == 0 {
		return false
	}
	b.kills.at = len(b.kills.ring) - 1
	b.kills.from = b.at
	b.yank()
	return true
}

// YankOlder replaces what Yank has just inserted by what was killed before it.
func (b *Buffer) YankOlder() bool {
	k := &b.kills
	if k.last != yanking {
		return false
	}
	k.at = (k.at + len(k.ring) - 1) % len(k.ring)
	b.yank()
	return true
}

func (b *Buffer) yank() {
	b.beginEdit(yanking)
	b.replaceText(b.kills.from, b.at, b.kills.ring[b.kills.at])
	b.kills.last = yanking
}
