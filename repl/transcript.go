package repl

import (
	"go/parser"
	"strconv"
	"strings"

	"riffle/internal/magic"
)

// promptOf precedes the first line of cell n, with the number that its errors have.
func promptOf(n int) string { return strconv.Itoa(n) + "> " }

// continuation precedes a cell's other lines: as wide as its prompt, so that the
// lines are aligned. No line of Go begins so.
func continuation(prompt string) string { return strings.Repeat(".", len(prompt)-1) + " " }

// A promptKind is one of the kinds of prompts that sessions have.
type promptKind int

const (
	noPrompt   promptKind = iota
	barePrompt            // of riffle without numbers: "> x", then ". y"
	ourPrompt             // "5> x", then ".. y"
	ipython               // "In [5]: x", then "   ...: y"
)

// cutPrompt removes the prompt from the beginning of a line, and returns it. An editor
// that trims lines may have removed its last space.
func cutPrompt(line string) (rest, prompt string, kind promptKind) {
	before, closing := "", "> "
	if strings.HasPrefix(line, "In [") {
		before, closing = "In [", "]: "
	}
	digits := line[len(before):]
	digits = digits[:len(digits)-len(strings.TrimLeft(digits, "0123456789"))]
	prompt = before + digits + closing
	rest, ok := strings.CutPrefix(line, prompt)
	switch {
	case !ok && line != strings.TrimSpace(prompt):
		return line, "", noPrompt
	case !ok:
		rest = ""
	}
	switch {
	case before == "" && digits == "":
		kind = barePrompt
	case before == "":
		kind = ourPrompt
	case digits != "":
		kind = ipython
	default:
		return line, "", noPrompt
	}
	return rest, prompt, kind
}

// continuation is what precedes the later lines of a cell with this prompt.
func (k promptKind) continuation(prompt string) string {
	if k == ipython {
		return strings.Repeat(" ", len(prompt)-len("...: ")) + "...: "
	}
	return continuation(prompt)
}

// cutContinuation removes what precedes the later lines of a cell with this prompt.
func cutContinuation(line, prompt string, kind promptKind) (rest string, ok bool) {
	mark := kind.continuation(prompt)
	if line == strings.TrimRight(mark, " ") {
		return "", true
	}
	return strings.CutPrefix(line, mark)
}

// Transcript returns the cells of text that was copied from a session. Such text
// begins with a prompt: each prompt of the same kind begins a cell, lines with the
// mark of a continuation that follow belong to it, and all other lines are output and
// dropped. Anything else is one cell; blank text is none.
func Transcript(text string) (cells []string, copied bool) {
	if strings.TrimSpace(text) == "" {
		return nil, false
	}
	lines := strings.Split(text, "\n")
	_, _, kind := cutPrompt(firstFilled(lines))
	if kind == noPrompt {
		return []string{text}, false
	}
	current := "" // the prompt of the cell whose lines these may be
	for _, line := range lines {
		if rest, prompt, k := cutPrompt(line); k == kind {
			cells, current = append(cells, rest), prompt
			continue
		}
		rest, ok := "", false
		if current != "" {
			rest, ok = cutContinuation(line, current, kind)
		}
		if !ok {
			current = ""
			continue
		}
		cells[len(cells)-1] += "\n" + rest
	}
	return dropBlank(cells), true
}

// typedTranscript is Transcript for what was entered, perhaps key by key: a line such
// as "5> x" may be a comparison.
func typedTranscript(text string) (cells []string, copied bool) {
	if _, _, kind := cutPrompt(text); kind == ourPrompt && !strings.Contains(text, "\n") {
		if _, err := parser.ParseExpr(text); err == nil {
			return []string{text}, false
		}
	}
	return Transcript(text)
}

// entryCells returns the cells of what was entered: those of a transcript, or those
// between marks.
func entryCells(text string) []string {
	cells, copied := typedTranscript(text)
	if copied || !strings.Contains(text, magic.CellMark) {
		return cells
	}
	cells = []string{""}
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, magic.CellMark) {
			cells = append(cells, "")
			continue
		}
		cells[len(cells)-1] += line
	}
	for i, c := range cells {
		cells[i] = strings.TrimSuffix(c, "\n")
	}
	return dropBlank(cells)
}

// cleanTranscript returns the inputs of pasted text that is a transcript, and other
// text as it is.
func cleanTranscript(text string) string {
	if cells, copied := Transcript(text); copied {
		return strings.Join(cells, "\n"+magic.CellMark+"\n")
	}
	return text
}

func firstFilled(lines []string) string {
	for _, l := range lines {
		if strings.TrimSpace(l) != "" {
			return l
		}
	}
	return ""
}

func dropBlank(cells []string) []string {
	kept := cells[:0]
	for _, c := range cells {
		if strings.TrimSpace(c) != "" {
			kept = append(kept, c)
		}
	}
	return kept
}
