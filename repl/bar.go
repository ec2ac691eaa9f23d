package repl

import (
	"os"
	"sync"
	"time"

	"riffle/internal/proto"
)

const (
	// barAfter is how long something takes before a bar shows its progress.
	barAfter = 300 * time.Millisecond
	barEvery = 100 * time.Millisecond
)

// Bar shows a command's progress, on a terminal line below all that is written to it.
type Bar struct {
	mu    sync.Mutex
	file  *os.File
	plain bool // it can't be drawn here
	began time.Time
	drawn time.Time
	shown bool
}

// NewBar returns a bar for a file, which draws nothing unless that is a terminal that can
// erase a line.
func NewBar(f *os.File, getenv func(string) string) *Bar {
	return &Bar{file: f, plain: !IsTerminal(f) || getenv("TERM") == "dumb"}
}

// Write writes above the bar, which is drawn again at the next progress.
func (b *Bar) Write(text []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.erase()
	return b.file.Write(text)
}

// Progress draws the bar, or erases it if the total is 0.
func (b *Bar) Progress(p proto.Progress) {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := time.Now()
	switch {
	case b.plain:
	case p.Total == 0:
		b.erase()
		b.began = time.Time{}
	case b.began.IsZero():
		b.began = now
	case now.Sub(b.began) >= barAfter && now.Sub(b.drawn) >= barEvery:
		b.drawn, b.shown = now, true
		width := TerminalWidth(b.file)
		if width <= 0 {
			width = 80
		}
		b.file.WriteString(eraseLine + progressBar(p, width))
	}
}

func (b *Bar) erase() {
	if b.shown {
		b.file.WriteString(eraseLine)
	}
	b.shown = false
}
