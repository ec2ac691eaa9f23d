package repl

import (
	"context"
	"fmt"
	"strconv"

	"riffle/internal/proto"
)

// Ask runs a cell without a number. The terminal's own questions come first.
func (p atPrompt) Ask(ctx context.Context, source string) error {
	f := p.f
	on := map[bool]string{true: "on", false: "off"}
	lines := strconv.Itoa(f.valueLines)
	if f.valueLines == 0 {
		lines = "all"
	}
	f.screen.printLines(fmt.Sprintf("color               %s\nlines               %s, of a value\nwidth               %d", on[f.style.on], lines, f.terminalWidth()))
	r := f.execute(ctx, proto.Cell{Source: source, Silent: true})
	if r.Err != nil {
		f.showResult(r)
		return ErrFailed
	}
	return nil
}

// Set changes a setting of the terminal.
func (p atPrompt) Set(name, value string) error {
	f := p.f
	switch name {
	case "color", "colour":
		if value != "on" && value != "off" {
			return fmt.Errorf("color is on or off, not %q", value)
		}
		f.setColor(value == "on")
		return nil
	case "lines":
		n, err := strconv.Atoi(value)
		if err != nil || n < 0 {
			return fmt.Errorf("lines is a whole number of at least 0, not %q", value)
		}
		f.valueLines = n
		return nil
	}
	return fmt.Errorf("no setting %s; color and lines are settings, and %%quiet, %%engine and %%seed change others", name)
}

func (f *front) setColor(on bool) {
	f.cfg.Color, f.style.on = on, on
	f.screen.mu.Lock()
	f.screen.style.on = on
	f.screen.mu.Unlock()
	if e, ok := f.lines.(*Editor); ok {
		e.mu.Lock()
		defer e.mu.Unlock()
		e.cfg.Color, e.style.on = on, on
	}
}
