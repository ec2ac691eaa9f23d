package repl

import (
	"strings"

	"riffle/internal/display/cols"
	"riffle/internal/help"
	"riffle/internal/proto"
)

// eraseLine returns to the beginning of the line and clears it.
const eraseLine = "\r\x1b[K"

// ColorWanted reports whether a terminal should get colours, by the usual
// environment variables: NO_COLOR set to anything forbids them, and TERM=dumb means
// that there are none.
func ColorWanted(getenv func(string) string) bool {
	return getenv("NO_COLOR") == "" && getenv("TERM") != "dumb"
}

// style paints text if colours are on.
type style struct {
	on      bool
	palette *palette // nil for the terminal's own colours
}

func (s style) paintText(code, text string) string {
	if !s.on || text == "" || code == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

func (s style) dim(text string) string         { return s.eachLine(s.colors().dim, text) }
func (s style) paintPrompt(text string) string { return s.paintText(s.colors().prompt, text) }

// paintValue paints a displayed value, unless it has colours of its own.
func (s style) paintValue(text string) string {
	if strings.Contains(text, "\x1b[") {
		return text
	}
	return s.eachLine(s.colors().value, text)
}

// formatError is an error as a terminal shows it, painted if colours are on. Its sentences
// are wrapped at words if the terminal is width columns wide, except those of a panic,
// which are the program's; its sources stay as they are.
func (s style) formatError(e *proto.CellError, width int) string {
	lines := strings.Split(e.Format(), "\n")
	for i, line := range lines {
		hint, isHint := strings.CutPrefix(line, hintLabel)
		switch {
		case width <= 0 || cols.Of(line) <= width || strings.HasPrefix(line, "panic: "):
		case isHint:
			wrapped := help.Wrap(hint, width-len(hintLabel))
			lines[i] = hintLabel + strings.ReplaceAll(wrapped, "\n", "\n"+strings.Repeat(" ", len(hintLabel)))
		case !strings.HasPrefix(line, " "):
			lines[i] = help.Wrap(line, width)
		}
	}
	text := strings.Join(lines, "\n")
	if !s.on {
		return text
	}
	return proto.Paint(text)
}

// hintLabel begins the line of a hint.
const hintLabel = "    hint: "

// eachLine paints line by line, so that a pager or a redrawn prompt never
// inherits a colour.
func (s style) eachLine(code, text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = s.paintText(code, line)
	}
	return strings.Join(lines, "\n")
}
