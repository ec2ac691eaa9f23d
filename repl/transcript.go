package repl

import "strings"

// Transcript returns the cells of pasted text. Text that begins with our
// prompt is a transcript: each Prompt begins a cell, lines after Continuation
// belong to it, and all other lines are output and dropped. Anything else is one
// cell; blank text is none.
func Transcript(text string) (cells []string, pasted bool) {
	if strings.TrimSpace(text) == "" {
		return nil, false
	}
	lines := strings.Split(text, "\n")
	if _, kind := cutPrompt(firstFilled(lines)); kind != Prompt {
		return []string{text}, false
	}
	for _, line := range lines {
		rest, kind := cutPrompt(line)
		switch {
		case kind == Prompt:
			cells = append(cells, rest)
		case kind == Continuation && len(cells) > 0:
			cells[len(cells)-1] += "\n" + rest
		}
	}
	return dropBlank(cells), true
}

// cellMark begins the lines between the cells of an entry, as it does in scripts.
const cellMark = "// %%"

// entryCells returns the cells of what was entered: those of a transcript, or those
// between marks.
func entryCells(text string) []string {
	cells, pasted := Transcript(text)
	if pasted || !strings.Contains(text, cellMark) {
		return cells
	}
	cells = []string{""}
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, cellMark) {
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
	if cells, pasted := Transcript(text); pasted {
		return strings.Join(cells, "\n"+cellMark+"\n")
	}
	return text
}

// cutPrompt removes our prompt from the beginning of line and returns which it
// was, or returns the line as it is. An editor that trims lines may have removed
// the space of a bare prompt.
func cutPrompt(line string) (rest, kind string) {
	for _, p := range []string{Prompt, Continuation} {
		if rest, ok := strings.CutPrefix(line, p); ok {
			return rest, p
		}
		if line == strings.TrimSpace(p) {
			return "", p
		}
	}
	return line, ""
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
