package cell_test

import (
	"strings"
	"testing"

	"riffle/internal/cell"
	"riffle/internal/test/golden"
)

// TestHints compiles the sources in testdata/hints.txt, each in a session of
// its own, for their errors and hints: mistakes of people who know another
// language, and near misses, whose hint would mislead.
func TestHints(t *testing.T) {
	golden.Replay(t, "testdata/hints.txt", func(text string) string {
		head, rest, _ := strings.Cut(text, "\n>>> ")
		out := head
		for block := range strings.SplitSeq(rest, "\n>>> ") {
			lines := strings.Split(block, "\n")
			source := lines[0]
			for _, line := range lines[1:] {
				if more, ok := strings.CutPrefix(line, "... "); ok {
					source += "\n" + more
				}
			}
			out += "\n>>> " + strings.ReplaceAll(source, "\n", "\n... ") + "\n" + hints(t, source)
		}
		return out
	})
}

// hints are the errors of a source, with their places, and the hints.
func hints(t *testing.T, source string) string {
	c := newCompiler(t)
	compile, src := c.Compile, &cell.Source{Text: source, Cell: 1}
	if cell.IsProgram(source) {
		compile, src = c.Program, &cell.Source{Text: source, File: "a.go"}
	}
	unit, errs := compile(t.Context(), src)
	var out strings.Builder
	for _, d := range errs {
		out.WriteString(d.Place() + ": " + d.Message + "\n")
		if d.Hint != "" {
			out.WriteString("    hint: " + d.Hint + "\n")
		}
	}
	if len(errs) == 0 {
		out.WriteString("compiles\n")
		for _, n := range unit.Notes {
			out.WriteString("    note: " + n.Place() + ": " + n.Message + "\n")
		}
	}
	return out.String()
}
