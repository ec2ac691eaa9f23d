package repl

import (
	"context"
	"os"
	"strings"

	"riffle/internal/proto"
	"riffle/repl/view"
)

// pagerCommand is the command line of the pager; nothing for none.
func (f *front) pagerCommand() []string {
	text := f.cfg.Settings.Text("pager")
	if text == "none" {
		return nil
	}
	return strings.Fields(os.ExpandEnv(text))
}

// showLong shows a text, with the pager if there is one and the text is longer than the
// screen.
func (f *front) showLong(text string) {
	pager := f.pagerCommand()
	e, ok := f.lines.(*Editor)
	if !ok || len(pager) == 0 || !e.exceeds(text) {
		f.screen.printLines(text)
		return
	}
	if err := f.lendTo(context.Background(), strings.NewReader(text+"\n"), pager); err != nil {
		f.screen.printLines(text)
		f.screen.showNote(pager[0] + ": " + err.Error() + "; %config pager sets another")
	}
}

// exceeds reports whether a text, with the prompt below it, has more rows than the
// terminal.
func (e *Editor) exceeds(text string) bool {
	width, height := e.tty.sizeOrUsual()
	rows := 1
	for line := range strings.SplitSeq(text, "\n") {
		rows += max(view.Rows(line, width), 1)
	}
	return rows > height
}

// showLongValue shows the value of a cell as showLong does.
func (f *front) showLongValue(b *proto.Bundle) {
	if b == nil || len(f.pagerCommand()) == 0 || bundleText(b) == "" {
		f.screen.showValue(b)
		return
	}
	f.showLong(f.style.paintValue(bundleText(b)))
}
