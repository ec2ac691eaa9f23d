package session

import (
	"sync"
	"time"

	"riffle/internal/proto"
	"riffle/stdlib/display/widget"
)

// bars are the running experiments, as widgets, by their labels. A widget stays open
// after its experiment, for the next one: a front end may still be drawing it, and logs
// an error if it is gone.
type bars struct {
	mu    sync.Mutex
	shown map[string]*bar
	spare []*bar
}

type bar struct {
	box   *widget.Box
	done  *widget.Float
	words *widget.Words
	drawn time.Time
}

// redraw is the least time between two updates of a bar.
const redraw = 100 * time.Millisecond

// drawBar moves the bar of an experiment and names its model; none if no front end with
// widgets has spoken up.
func (b *bars) drawBar(kit *widget.Kit, p proto.Progress, where proto.Output) (model string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	old := b.shown[p.Label]
	switch {
	case old == nil && (p.Total == 0 || !kit.Heard()):
		return ""
	case p.Total == 0:
		delete(b.shown, p.Label)
		b.spare = append(b.spare, old)
		return old.box.ID()
	case old == nil:
		old = b.freeBar()
		b.shown[p.Label] = old
	case time.Since(old.drawn) < redraw:
		return old.box.ID()
	}
	old.drawn = time.Now()
	old.done.Set(float64(p.Done) / float64(p.Total))
	old.words.Set(p.String())
	kit.View(old.box, where)
	return old.box.ID()
}

// freeBar is a bar that shows nothing.
func (b *bars) freeBar() *bar {
	if last := len(b.spare) - 1; last >= 0 {
		free := b.spare[last]
		b.spare = b.spare[:last]
		return free
	}
	free := &bar{done: widget.FloatProgress("", 1), words: widget.Label("")}
	free.box = widget.HBox(free.done, free.words)
	return free
}
