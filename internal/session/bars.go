package session

import (
	"sync"
	"time"

	"riffle/internal/proto"
	"riffle/stdlib/display/widget"
)

// bars are the experiments that run, as widgets, by their labels.
type bars struct {
	mu    sync.Mutex
	shown map[string]*bar
}

type bar struct {
	box   *widget.Box
	done  *widget.Float
	words *widget.Words
	drawn time.Time
}

// redraw is how often a bar is moved at most.
const redraw = 100 * time.Millisecond

// draw moves the bar of an experiment and names its model; none where no front end
// has been heard of that has widgets.
func (b *bars) draw(kit *widget.Kit, p proto.Progress, where proto.Output) (model string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	old := b.shown[p.Label]
	switch {
	case old == nil && (p.Total == 0 || !kit.Heard()):
		return ""
	case p.Total == 0:
		old.box.Close()
		delete(b.shown, p.Label)
		return old.box.ID()
	case old == nil:
		old = &bar{done: widget.FloatProgress("", 1), words: widget.Label("")}
		old.box = widget.HBox(old.done, old.words)
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
