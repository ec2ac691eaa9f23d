package kernel

import (
	"strings"

	"riffle/internal/proto"
)

// cellFailure is an error as front ends show it.
func cellFailure(e *proto.CellError) errorReply {
	if e == nil {
		e = &proto.CellError{Name: "error", Message: "the session gave no reason"}
	}
	value := e.Message
	if value == "" && len(e.Diagnostics) > 0 {
		value = e.Diagnostics[0].Place() + ": " + e.Diagnostics[0].Message
	}
	return errorReply{"error", e.Name, value, traceback(e)}
}

// ANSI colours of a traceback.
const (
	red    = "\x1b[31m"
	bold   = "\x1b[1;31m"
	yellow = "\x1b[33m"
	reset  = "\x1b[0m"
)

// traceback is the error's lines: the message in red, carets and hints
// coloured, source lines as they are.
func traceback(e *proto.CellError) []string {
	lines := strings.Split(e.Format(), "\n")
	for i, line := range lines {
		indented := strings.HasPrefix(line, "    ")
		switch rest := strings.TrimLeft(line, " \t"); {
		case indented && strings.Trim(rest, "^") == "" && rest != "":
			lines[i] = line[:len(line)-len(rest)] + red + rest + reset
		case indented && strings.HasPrefix(rest, "hint: "):
			lines[i] = yellow + line + reset
		case i == 0:
			lines[i] = bold + line + reset
		}
	}
	return lines
}
