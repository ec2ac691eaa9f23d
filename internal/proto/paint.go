package proto

import "strings"

// How the parts of an error look where text has colours. The background isn't known:
// Jupyter's is pink in the light theme and dark red in the dark one, a terminal's white
// or black. No colour has a contrast of 4.5:1 to all of them, and the sixteen named ones
// differ from one screen to the next. So messages are bold in the reader's own colour,
// and coloured text sets its background too, both from the 240 colours that are the same
// everywhere.
const (
	messageStyle = "1"
	caretStyle   = "1;38;5;231;48;5;124" // white on dark red
	hintStyle    = "38;5;16;48;5;220"    // black on gold
)

const hintLabel = "hint:"

// Painted is Format with colours.
func (e *CellError) Painted() string { return Paint(e.Format()) }

// PaintedTrace is Trace with colours.
func (e *CellError) PaintedTrace() string { return Paint(e.Trace()) }

// Paint colours an error that is laid out as by Format.
func Paint(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = paintLine(line)
	}
	return strings.Join(lines, "\n")
}

// paintLine paints a line as Format lays it out: messages at the margin, source
// lines, carets and hints indented.
func paintLine(line string) string {
	rest := strings.TrimLeft(line, " \t")
	indent := line[:len(line)-len(rest)]
	hint, isHint := strings.CutPrefix(rest, hintLabel)
	switch {
	case rest == "":
		return line
	case indent == "":
		return paint(messageStyle, line)
	case strings.Trim(rest, "^") == "":
		return indent + paint(caretStyle, rest)
	case isHint:
		return indent + paint(hintStyle, hintLabel) + hint
	}
	return line
}

func paint(style, text string) string { return "\x1b[" + style + "m" + text + "\x1b[0m" }
