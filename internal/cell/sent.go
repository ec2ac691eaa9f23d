package cell

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// In a program for other processes, a line above each of the user's texts says where it
// is from, so that errors there are reported with the place that the user knows.

// fromLine is that line. No newline ends a statement where a text may begin.
func fromLine(src *Source, start int) string {
	return "//from " + src.Diagnostic(start, start, "").Place() + "\n"
}

var fromLines = regexp.MustCompile(`^(?:.* )?//from (.*):(\d+):(\d+)$`)

// SentFrom is the user's place of a line and column of a program, such as cell 3:1:9. It
// is empty if no text of the user's is above.
func SentFrom(program string, line, column int) string {
	lines := strings.Split(program, "\n")
	for at := min(line-1, len(lines)) - 1; at >= 0; at-- {
		m := fromLines.FindStringSubmatch(lines[at])
		if m == nil {
			continue
		}
		first, _ := strconv.Atoi(m[2])
		if line == at+2 { // the text's first line, which begins in another column
			before, _ := strconv.Atoi(m[3])
			column += before - 1
		}
		return fmt.Sprintf("%s:%d:%d", m[1], first+line-at-2, column)
	}
	return ""
}
