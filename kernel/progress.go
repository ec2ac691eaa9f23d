package kernel

import (
	"fmt"
	"html"
	"strconv"
	"sync"
	"time"

	"riffle/internal/proto"
)

// progress turns the reports of long experiments into displays that replace
// each other, one for each label. The last is blank, and taken back where that is
// possible: a notebook that is stored should hold results, not how long they took
// to come.
type progress struct {
	mu   sync.Mutex
	bars map[string]*bar
}

type bar struct {
	id    string
	last  proto.Progress
	shown time.Time
}

// redraw is how often a bar is drawn at most.
const redraw = 100 * time.Millisecond

// next is the display that shows p, nil while the last one is fresh, and
// whether it updates an earlier one.
func (pr *progress) next(k *kernel, p proto.Progress) (b *proto.Bundle, update bool) {
	old := pr.bars[p.Label]
	switch {
	case old == nil && p.Total == 0:
		return nil, false
	case p.Total == 0:
		delete(pr.bars, p.Label)
		return &proto.Bundle{ID: old.id, Data: map[string]any{"text/plain": "", "text/html": ""}}, true
	case old == nil:
		return pr.begin(k, p), false
	}
	old.last = p
	if time.Since(old.shown) < redraw {
		return nil, false
	}
	old.shown = time.Now()
	return old.draw(describe(p)), true
}

func (pr *progress) begin(k *kernel, p proto.Progress) *proto.Bundle {
	if pr.bars == nil {
		pr.bars = make(map[string]*bar)
	}
	b := &bar{id: k.session + "-progress-" + strconv.FormatUint(k.sent.Add(1), 10), last: p, shown: time.Now()}
	pr.bars[p.Label] = b
	return b.draw(describe(p))
}

func (b *bar) draw(text string) *proto.Bundle {
	p := b.last
	return &proto.Bundle{ID: b.id, Data: map[string]any{
		"text/plain": text,
		"text/html":  fmt.Sprintf(`<progress value="%d" max="%d"></progress> %s`, p.Done, p.Total, html.EscapeString(text)),
	}}
}

// describe is a bar in words: "riffles: 45 % (450 of 1000), 12 s left".
func describe(p proto.Progress) string {
	s := fmt.Sprintf("%d %% (%d of %d)", int64(100*float64(p.Done)/float64(p.Total)), p.Done, p.Total)
	if p.Left >= 0 {
		s += fmt.Sprintf(", %.0f s left", p.Left)
	}
	return text(p.Label, s)
}

func text(label, s string) string {
	if label == "" {
		return s
	}
	return label + ": " + s
}
