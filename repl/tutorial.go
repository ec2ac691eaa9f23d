package repl

import (
	"os"
	"strconv"
	"strings"

	"riffle/internal/help"
	"riffle/internal/proto"
)

// Tutorial answers %tutorial. The place is stored, so that a later session goes on
// from there.
func (p atPrompt) Tutorial(where string) {
	f := p.f
	if data, err := os.ReadFile(f.cfg.Tutorial); err == nil && f.tour.Place() == 0 {
		place, _ := strconv.Atoi(strings.TrimSpace(string(data)))
		f.tour.Resume(place)
	}
	f.sayTopic(f.tour.Go(where))
	f.storeTour()
}

// answered tells the tutorial of a cell that has run.
func (f *front) answered(source string, r proto.Result) {
	value := ""
	if r.Value != nil {
		value = bundleText(r.Value)
	}
	if text := f.tour.Answer(source, value, r.Status == proto.OK); text != "" {
		f.sayTopic(text)
		f.storeTour()
	}
}

// sayTopic prints a text on a topic, fitted to the terminal.
func (f *front) sayTopic(text string) {
	f.screen.printLines("\n" + help.Flow(text, help.Fit(f.terminalWidth())) + "\n")
}

// storeTour stores the user's step. If that fails, the next session starts the tutorial
// again, which is no reason for a message.
func (f *front) storeTour() {
	if f.cfg.Tutorial != "" {
		_ = os.WriteFile(f.cfg.Tutorial, []byte(strconv.Itoa(f.tour.Place())+"\n"), 0o600)
	}
}
