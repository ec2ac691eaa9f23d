package repl

import (
	"strings"

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
type style struct{ on bool }

func (s style) paint(code, text string) string {
	if !s.on || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

func (s style) dim(text string) string    { return s.eachLine("2", text) }
func (s style) prompt(text string) string { return s.paint("1;32", text) }

// value paints a displayed value, unless it has colours of its own.
func (s style) value(text string) string {
	if strings.Contains(text, "\x1b[") {
		return text
	}
	return s.eachLine("36", text)
}

// failure is an error, painted if colours are on.
func (s style) failure(e *proto.CellError) string {
	if !s.on {
		return e.Format()
	}
	return e.Painted()
}

// eachLine paints line by line, so that a pager or a redrawn prompt never
// inherits a colour.
func (s style) eachLine(code, text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = s.paint(code, line)
	}
	return strings.Join(lines, "\n")
}
