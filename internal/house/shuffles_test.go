package house

import (
	"regexp"
	"strings"
	"testing"

	"riffle/internal/test/golden"
	"riffle/shuffle"
)

var (
	// documentedShuffles is the row of the table in doc/environment.md that names the shuffles.
	documentedShuffles = regexp.MustCompile(`(?m)^\| shuffles \| .* \|$`)
	// helpShuffles is the paragraph of the help that does.
	helpShuffles = regexp.MustCompile(`(?m)^Shuffles  .*\n(?:  .*\n)*`)
)

// TestShufflesInEnvironment wants doc/environment.md to name all shuffles, in the order of their
// table.
func TestShufflesInEnvironment(t *testing.T) {
	row := "| shuffles |"
	for _, s := range shuffle.Shufflers() {
		row += " `" + s.Name + "`"
	}
	row += ", `Shuffler` `Shufflers` |"
	golden.Replay(t, root+"/doc/environment.md", func(text string) string { return replaceOnce(t, documentedShuffles, text, row) })
}

// TestShufflesInHelp wants the help to name all shuffles, with what they take.
func TestShufflesInHelp(t *testing.T) {
	const indent, width = "             ", 73
	paragraph, line := "", "Shuffles     "
	all := shuffle.Shufflers()
	for i, s := range all {
		word := s.Call()
		if i < len(all)-1 {
			word += ","
		}
		if len(line)+len(word) > width {
			paragraph += strings.TrimRight(line, " ") + "\n"
			line = indent
		}
		line += word + " "
	}
	paragraph += strings.TrimRight(line, " ") + "\n"
	golden.Replay(t, root+"/internal/help/topics/environment.txt", func(text string) string { return replaceOnce(t, helpShuffles, text, paragraph) })
}

// replaceOnce replaces what a pattern finds, which must be there once.
func replaceOnce(t *testing.T, pattern *regexp.Regexp, text, by string) string {
	t.Helper()
	if n := len(pattern.FindAllString(text, -1)); n != 1 {
		t.Fatalf("%v is there %d times, want once", pattern, n)
	}
	return pattern.ReplaceAllLiteralString(text, by)
}
