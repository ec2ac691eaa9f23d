package session

import (
	"strconv"
	"strings"

	"riffle/internal/shim"
)

// userCalls are the user's functions that are called on this goroutine, the innermost first,
// with what is around them in a compiled program.
func (s *Session) userCalls() []shim.Call {
	calls, own := s.debugger.Calls()
	var out []shim.Call
	for i, c := range calls {
		if c.Panic != nil {
			out = append(out, shim.Panicking(c.Panic)...)
			continue
		}
		if c.Func == "main.init" && i > 0 && isStartFunction(calls[i-1].Func) { // that is over
			continue
		}
		file, line := s.placeOf(int(c.Pos))
		out = append(out, shim.Call{Func: c.Func, File: file, Line: line})
	}
	return append(out, shim.Around(own)...)
}

// isStartFunction reports whether a function is called when the variables are initialised: main, or
// an init function.
func isStartFunction(name string) bool {
	n, init := strings.CutPrefix(name, "main.init.")
	_, err := strconv.Atoi(n)
	return name == "main.main" || init && err == nil
}
