package session

import (
	"regexp"
	"strconv"
	"strings"
	"sync"

	"riffle/internal/proto"
)

// panicAdvice says what mends the mistake behind a panic of Go's run time. A row's
// pattern matches the whole message; $1 in its hint is a submatch.
var panicAdvice = []struct{ message, hint string }{
	{`assignment to entry in nil map`, "the map is nil: m := map[string]int{} or make(map[string]int) makes one"},
	{`runtime error: invalid memory address or nil pointer dereference`, "a pointer, interface or function on this line is nil: give it a value first, or ask if x != nil { … }"},
	{`runtime error: hash of unhashable type .*`, "slices, maps and functions can't be keys: use an array, a text or a struct of such"},
	{`runtime error: makeslice: (?:len|cap) out of range|makechan: size out of range`, "a length is at least 0, and what is made must fit into memory"},
	{`runtime error: integer divide by zero`, "check that the divisor isn't 0 before dividing"},
	{`runtime error: index out of range \[-\d+\]`, "the first index is 0, and the last of xs is len(xs)-1"},
	{`runtime error: index out of range \[\d+\] with length 0`, "it is empty: append adds elements, make([]int, n) makes n"},
	{`interface conversion: .*`, "v, ok := x.(T) asks for the type without a panic"},
	{`send on closed channel`, "only the sender closes a channel, after the last value"},
	{`close of closed channel`, "a channel is closed once, by its sender"},
	{`close of nil channel`, "the channel is nil: c := make(chan int) makes one"},
	{`runtime error: negative shift amount`, "a shift is by 0 or more bits"},
}

// lengthOf finds the length in the message of a wrong index.
var lengthOf = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^runtime error: index out of range \[\d+\] with length (\d+)$`)
})

// panicHint is the hint for a panic of the run time, "" for none.
func panicHint(message string) string {
	for _, a := range panicAdvice {
		if regexp.MustCompile(`^(?:` + a.message + `)$`).MatchString(message) {
			return a.hint
		}
	}
	if m := lengthOf().FindStringSubmatch(message); m != nil {
		n, _ := strconv.Atoi(m[1])
		if n == 1 {
			return "the only index is 0"
		}
		return "indices go from 0 to " + strconv.Itoa(n-1)
	}
	return ""
}

// hintAtPanic adds the hint to the place where a panic began.
func hintAtPanic(e *proto.CellError) {
	if e.Name == "panic" && len(e.Diagnostics) > 0 && e.Diagnostics[0].Hint == "" && !strings.Contains(e.Message, "\n") {
		e.Diagnostics[0].Hint = panicHint(e.Message)
	}
}
