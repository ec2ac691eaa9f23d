package protocol

import (
	"fmt"
	"html"
	"strconv"
	"sync"
	"time"

	"riffle/internal/proto"
)

// progress turns the reports of long experiments into displays that replace
// each other, one for each label. The last is blank, and removed if possible: a stored
// notebook should hold results, not how long they took.
type progress struct {
	mu   sync.Mutex
	bars map[string]*bar
}

type bar struct {
	id    string
	last  proto.Progress
	shown time.Time
}

// redraw is the least time between two drawings of a bar.
const redraw = 100 * time.Millisecond

// nextDisplay is the display that shows p, nil while the last one is fresh, and
// whether it updates an earlier one.
func (pr *progress) nextDisplay(k *Kernel, p proto.Progress) (b *proto.Bundle, update bool) {
	old := pr.bars[p.Label]
	switch {
	case old == nil && p.Total == 0:
		return nil, false
	case p.Total == 0:
		delete(pr.bars, p.Label)
		return &proto.Bundle{ID: old.id, Data: map[string]any{"text/plain": "", "text/html": ""}}, true
	case old == nil:
		return pr.beginDisplay(k, p), false
	}
	old.last = p
	if p.Model != "" || time.Since(old.shown) < redraw {
		return nil, false
	}
	old.shown = time.Now()
	return old.drawBar(p.String()), true
}

func (pr *progress) beginDisplay(k *Kernel, p proto.Progress) *proto.Bundle {
	if pr.bars == nil {
		pr.bars = make(map[string]*bar)
	}
	b := &bar{id: k.Session + "-progress-" + strconv.FormatUint(k.sent.Add(1), 10), last: p, shown: time.Now()}
	pr.bars[p.Label] = b
	return b.drawBar(p.String())
}

func (b *bar) drawBar(text string) *proto.Bundle {
	p := b.last
	data := map[string]any{
		"text/plain": text,
		"text/html":  fmt.Sprintf(`<progress value="%d" max="%d"></progress> %s`, p.Done, p.Total, html.EscapeString(text)),
	}
	if p.Model != "" { // which moves by itself
		data["application/vnd.jupyter.widget-view+json"] = map[string]any{"version_major": 2, "version_minor": 0, "model_id": p.Model}
	}
	return &proto.Bundle{ID: b.id, Data: data}
}
