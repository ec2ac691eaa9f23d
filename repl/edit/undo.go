package edit

// change is one replacement of text by another.
type change struct {
	step              int // changes of one command are undone together
	from              Pos
	removed, inserted string
	cursor            Pos // before the change
}

// undo remembers changes.
type undo struct {
	done, undone []change
	step         int
	kind         kind // of the latest command
	edge         Pos  // where typing would continue
	blank        bool // what was typed last was white space
}

// kind is what a command does. Consecutive typing belongs to one step, as do consecutive
// kills.
type kind int

const (
	nothing kind = iota
	typing
	deleting
	killing
	yanking
	setting
)

// beginEdit starts a command that changes the text.
func (b *Buffer) beginEdit(k kind) {
	goesOn := k == b.past.kind && (k == typing || k == deleting) && b.at == b.past.edge
	if !goesOn {
		b.past.step++
	}
	b.past.kind = k
	if k != killing && k != yanking {
		b.kills.last = nothing
	}
}

func (u *undo) addChange(c change) {
	c.step = u.step
	u.done = append(u.done, c)
	u.undone = nil
}

// Undo undoes the latest step.
func (b *Buffer) Undo() bool {
	return b.travel(&b.past.done, &b.past.undone, func(c change) {
		b.putText(c.from, posAfter(c.from, c.inserted), c.removed)
		b.at = c.cursor
	})
}

// Redo redoes what was undone last.
func (b *Buffer) Redo() bool {
	return b.travel(&b.past.undone, &b.past.done, func(c change) {
		b.at = b.putText(c.from, posAfter(c.from, c.removed), c.inserted)
	})
}

// travel makes the changes of the last step in one list, and moves them to the other.
func (b *Buffer) travel(from, to *[]change, do func(change)) bool {
	n := len(*from)
	if n == 0 {
		return false
	}
	for step := (*from)[n-1].step; n > 0 && (*from)[n-1].step == step; n-- {
		c := (*from)[n-1]
		*to = append(*to, c)
		do(c)
	}
	*from = (*from)[:n]
	b.endStep()
	return true
}

// endStep ends the step: the next change begins another.
func (b *Buffer) endStep() {
	b.past.kind, b.kills.last, b.goal = nothing, nothing, 0
}

// posAfter is the place after text that begins at p.
func posAfter(p Pos, text string) Pos {
	for _, r := range text {
		if r == '\n' {
			p = Pos{p.Row + 1, 0}
		} else {
			p.Col++
		}
	}
	return p
}
