package protocol

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
	if value == "" && len(e.Diagnostics) > 0 && e.Name != "panic" { // panic("")
		value = e.Diagnostics[0].Place() + ": " + e.Diagnostics[0].Message
	}
	return errorReply{"error", e.Name, value, strings.Split(e.PaintedTrace(), "\n")}
}
