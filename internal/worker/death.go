package worker

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"strings"
	"sync"

	"riffle/internal/proto"
)

// cause is why the supervisor ended a child.
type cause int

const (
	died      cause = iota // it did not: the child died by itself
	closed                 // Worker.Close
	restarted              // Worker.Restart, or the session asked for it
	stuck                  // it did not stop when interrupted
	garbled                // its pipe carried something other than frames
	slowStart              // it did not say hello in time
)

// lost ends every message. The front end adds advice.
const lost = "; the session's variables are lost"

// explainDeath says why the child died, in words that a beginner understands.
func (c *child) explainDeath() *proto.CellError {
	e := &proto.CellError{Name: "session ended"}
	switch why := c.cause(); {
	case why == closed:
		e.Name, e.Message = "closed", "the session was closed while the cell ran"
		return e
	case why == restarted:
		e.Name, e.Message = "restarted", "the session was restarted while the cell ran"
	case why == stuck:
		e.Name = "interrupted"
		e.Message = fmt.Sprintf("the cell did not stop within %v, so its process was ended", c.stuckFor())
	case why == garbled:
		e.Message = proto.Intruded
	case c.memory != nil || c.cmd.ProcessState.ExitCode() == exitMemory:
		e.Name, e.Message = "out of memory", c.overLimit()
	default:
		e.Name, e.Message = c.words.explainWords()
		if e.Message == "" {
			e.Message, e.Exit = exited(c.cmd.ProcessState)
		}
	}
	e.Message += lost
	return e
}

func (c *child) overLimit() string {
	if c.memory == nil {
		return fmt.Sprintf("the session reached its limit of %d MiB", c.limit>>20)
	}
	return fmt.Sprintf("the session used %d MiB, and its limit is %d MiB", c.memory.Used>>20, c.memory.Limit>>20)
}

// exited explains an end without last words.
func exited(s *os.ProcessState) (message string, status int) {
	if name := signalName(s); name != "" {
		if name == "killed" {
			return "the session's process was killed, probably by the system because memory ran short", 0
		}
		return fmt.Sprintf("the session's process was ended by a signal (%s)", name), 0
	}
	return fmt.Sprintf("the session's process ended itself with exit status %d", s.ExitCode()), s.ExitCode()
}

// verdicts explain the Go runtime's last words. The first that fits counts; $1 is
// what the expression caught.
var verdicts = sync.OnceValue(func() []verdict {
	return []verdict{
		{regexp.MustCompile(`fatal error: (concurrent map (?:writes|read and map write|iteration and map write))`), "session ended",
			"two goroutines used the same map at the same time ($1), which Go does not survive; guard the map with a sync.Mutex"},
		{regexp.MustCompile(`goroutine stack exceeds|fatal error: stack overflow`), "session ended",
			"a function called itself without end and the stack overflowed; look for the recursion that never reaches its last case"},
		{regexp.MustCompile(`out of memory|cannot allocate memory`), "out of memory",
			"the session asked for more memory than the machine has left"},
		{regexp.MustCompile(`failed to create new OS thread|thread exhaustion|exceeds \d+-thread limit`), "session ended",
			"the session used more threads than the system allows"},
		{regexp.MustCompile(`all goroutines are asleep`), "session ended",
			"all goroutines wait for each other (a deadlock)"},
		{regexp.MustCompile(`netpoll failed`), "session ended",
			"a file descriptor of riffle's own was closed; close only the files that the cells have opened"},
		{regexp.MustCompile(`fatal error: (sync: .*)`), "session ended",
			"a lock was released that was not held ($1), which Go does not survive"},
		{regexp.MustCompile(`(?m)^fatal error: (.*)`), "session ended",
			"the Go runtime gave up ($1)"},
		{regexp.MustCompile(`(?m)^panic: (.*(?:\n\t.*)*)`), "session ended",
			"a panic in a goroutine ended the process: $1"},
		{regexp.MustCompile(`(?m)^(SIG[A-Z]+): (.*)`), "session ended",
			"the session's process was ended by a signal ($1)"},
	}
})

// verdict explains a match of its expression.
type verdict struct {
	words   *regexp.Regexp
	name    string
	message string
}

// wordsMost is how many bytes of a child's stderr are kept at either end.
const wordsMost = 16 << 10

// lastWords keeps what a child printed to its real stderr: all of it, or the
// beginning of the last words and the end. The runtime first prints what went wrong and
// then, at length, where.
type lastWords struct {
	mu    sync.Mutex
	text  []byte
	held  []byte // possible last words; passed on if they weren't
	dying bool   // last words may have begun
}

// ominous matches the beginning of the runtime's last words.
var ominous = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^(?:panic: |fatal error: |runtime: |unexpected fault address|SIG[A-Z]+: |\[signal )`)
})

// hearText takes text and returns the part that can't be last words.
func (l *lastWords) hearText(text []byte) []byte {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.keepText(text)
	if !l.dying {
		at := ominous().FindIndex(text)
		if at == nil {
			return text
		}
		l.dying = true
		l.held = append(l.held, text[at[0]:]...)
		return text[:at[0]]
	}
	if len(l.held) < wordsMost {
		l.held = append(l.held, text...)
	}
	return nil
}

// keepText appends text, and drops the middle when it gets too long.
func (l *lastWords) keepText(text []byte) {
	l.text = append(l.text, text...)
	if over := len(l.text) - 2*wordsMost; over > 0 {
		from := 0
		if l.dying {
			from = wordsMost
		}
		l.text = append(l.text[:from], l.text[from+over:]...)
	}
}

// releaseHeld returns what was held back, because the child lives.
func (l *lastWords) releaseHeld() []byte {
	l.mu.Lock()
	defer l.mu.Unlock()
	said := l.held
	if l.dying {
		l.text = nil
	}
	l.held, l.dying = nil, false
	return said
}

// String is the text that was kept.
func (l *lastWords) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return string(l.text)
}

// explainWords explains the last words; the message is empty when there are none.
func (l *lastWords) explainWords() (name, message string) {
	text := l.String()
	for _, v := range verdicts() {
		if at := v.words.FindStringSubmatchIndex(text); at != nil {
			m := string(v.words.ExpandString(nil, v.message, text, at))
			return v.name, strings.TrimSpace(m)
		}
	}
	return "session ended", ""
}

// firstLine returns the first line of text that isn't blank.
func firstLine(text string) string {
	line, _, _ := bytes.Cut(bytes.TrimSpace([]byte(text)), []byte("\n"))
	return string(line)
}
