package protocol

import (
	"strings"

	"riffle/internal/proto"
)

// cellFault is the error of a cell.
func cellFault(e *proto.CellError) fault {
	if e == nil {
		e = &proto.CellError{Name: "error", Message: "the session gave no reason"}
	}
	value := e.Message
	if value == "" && len(e.Diagnostics) > 0 && e.Name != "panic" { // panic("")
		value = e.Diagnostics[0].Place() + ": " + e.Diagnostics[0].Message
	}
	return fault{e.Name, value, strings.Split(e.PaintedTrace(), "\n")}
}
