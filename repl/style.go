package repl

import "strings"

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

// failure paints an error as proto.CellError.Format lays it out: messages at
// the margin, source lines, carets and hints indented.
func (s style) failure(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = s.failureLine(line)
	}
	return strings.Join(lines, "\n")
}

func (s style) failureLine(line string) string {
	trimmed := strings.TrimLeft(line, " \t")
	switch {
	case trimmed == line:
		return s.paint("1;31", line)
	case strings.Trim(trimmed, "^") == "":
		return s.paint("1;33", line)
	case strings.HasPrefix(trimmed, "hint: "):
		return s.paint("32", line)
	}
	return line
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
