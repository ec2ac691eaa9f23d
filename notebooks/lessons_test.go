package notebooks_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"riffle/internal/notebook"
)

// lessons are the course, in order. A lesson may link to one that isn't written yet.
var lessons = []string{
	"01-lottery", "02-fisher-yates", "03-wrong-shuffles", "04-perfect-shuffles", "05-exchanges",
	"06-riffles", "07-lcg", "08-generators", "09-cards", "10-war", "11-clock-solitaire",
	"12-poker-site", "13-entropy",
}

// TestFormatOfLessons wants lessons that look right on paper and on a screen, and whose
// exercises can be handed out and graded.
func TestFormatOfLessons(t *testing.T) {
	each(t, func(t *testing.T, file string) {
		if !isLesson(file) {
			t.Skip("no lesson: its name doesn't begin with a number")
		}
		if !slices.Contains(lessons, strings.TrimSuffix(file, ".ipynb")) {
			t.Errorf("%s isn't in the list of lessons", file)
		}
		for _, complaint := range complaints(file, open(t, file)) {
			t.Error(complaint)
		}
	})
}

var numbered = regexp.MustCompile(`^(\d\d)-`)

func isLesson(file string) bool { return numbered.MatchString(file) }

// complaints are what is wrong with a lesson.
func complaints(file string, nb *notebook.Notebook) (all []string) {
	bad := func(c *notebook.Cell, format string, args ...any) {
		all = append(all, fmt.Sprintf("cell %s: ", c.ID)+fmt.Sprintf(format, args...))
	}
	size := 0
	for _, c := range nb.Cells {
		widthOf(c, bad)
		switch c.Type {
		case notebook.Markdown:
			wordsOf(c, bad)
			linksOf(c, bad)
		case notebook.Code:
			claimsOf(c, bad)
			controlsOf(c, bad)
			size += sizeOf(c)
		}
	}
	all = append(all, exercisesOf(file, nb)...)
	if size > largest {
		all = append(all, fmt.Sprintf("the outputs have %d bytes, want at most %d", size, largest))
	}
	return all
}

// largest is how many bytes a lesson's outputs may have, so that it opens at once.
const largest = 150_000

// widest is how many characters a line may have: what fits on a printed page and beside a
// file browser.
const widest = 72

// widthOf wants short lines. Tables can't be broken, nor can links.
func widthOf(c *notebook.Cell, bad func(*notebook.Cell, string, ...any)) {
	for line := range strings.Lines(c.Source) {
		line = strings.TrimSuffix(strings.ReplaceAll(line, "\t", "    "), "\n")
		unbroken := c.Type == notebook.Markdown && (strings.HasPrefix(strings.TrimSpace(line), "|") || strings.Contains(line, "]("))
		if n := len([]rune(line)); n > widest && !unbroken {
			bad(c, "a line of %d characters, want at most %d: %s", n, widest, line)
		}
	}
}

var (
	codeInText = regexp.MustCompile("(?s)```.*?```|`[^`]*`")
	shouted    = regexp.MustCompile(`[a-z]{2}!(\s|$)`)
	belittling = regexp.MustCompile(`(?i)\b(simply|obviously)\b`)
)

// wordsOf wants no formula, which needs a library from the network, and plain words.
func wordsOf(c *notebook.Cell, bad func(*notebook.Cell, string, ...any)) {
	text := codeInText.ReplaceAllString(c.Source, "")
	if strings.Contains(text, "$") {
		bad(c, "a $ begins a formula, which pages show only with a network: write it in words and Unicode")
	}
	for _, wrong := range []*regexp.Regexp{shouted, belittling} {
		if found := wrong.FindString(text); found != "" {
			bad(c, "%q isn't how the course speaks", found)
		}
	}
}

var link = regexp.MustCompile(`\]\(([^)\s]+)\)`)

// linksOf wants links to lessons of the course, to sections that are there, and to files.
func linksOf(c *notebook.Cell, bad func(*notebook.Cell, string, ...any)) {
	for _, found := range link.FindAllStringSubmatch(codeInText.ReplaceAllString(c.Source, ""), -1) {
		file, section, _ := strings.Cut(found[1], "#")
		if strings.Contains(file, "://") {
			continue
		}
		there, _ := filepath.Glob(file)
		if len(there) == 0 && file != "" && !slices.Contains(lessons, strings.TrimSuffix(file, ".ipynb")) {
			bad(c, "the link to %s leads nowhere", file)
		}
		if section != "" && len(there) > 0 && !hasSection(file, section) {
			bad(c, "%s has no section %s", file, section)
		}
	}
}

var heading = regexp.MustCompile(`(?m)^#+ (.+)$`)

// hasSection reports whether a notebook has a heading with the anchor that Jupyter
// makes of it.
func hasSection(file, section string) bool {
	nb, err := notebook.ReadFile(file)
	if err != nil {
		return false
	}
	for _, c := range nb.Cells {
		for _, h := range heading.FindAllStringSubmatch(c.Source, -1) {
			if c.Type == notebook.Markdown && strings.ReplaceAll(h[1], " ", "-") == section {
				return true
			}
		}
	}
	return false
}

// claimsOf wants the checks of what a lesson says in cells of their own, which front ends
// hide and which show nothing.
func claimsOf(c *notebook.Cell, bad func(*notebook.Cell, string, ...any)) {
	if strings.Contains(c.Source, "claim(") {
		bad(c, "claims are checked by package check, in a cell tagged claims")
	}
	if !c.Tagged("claims") {
		if c.Tagged("hide-cell") || c.Tagged("remove-cell") {
			bad(c, "only cells tagged claims are hidden")
		}
		return
	}
	jupyter, _ := c.Metadata["jupyter"].(map[string]any)
	if jupyter["source_hidden"] != true || !c.Tagged("hide-cell") || !c.Tagged("remove-cell") {
		bad(c, "claims must be hidden: jupyter.source_hidden, and the tags hide-cell and remove-cell")
	}
	if len(c.Outputs) > 0 {
		bad(c, "claims show nothing: end each line with a semicolon")
	}
	if !strings.Contains(c.Source, "check.") {
		bad(c, "claims without a check")
	}
}

// controlsOf wants no stored controls, which a page without a kernel can't show.
func controlsOf(c *notebook.Cell, bad func(*notebook.Cell, string, ...any)) {
	for _, o := range c.Outputs {
		if data, _ := o["data"].(map[string]any); data[widgetView] != nil {
			bad(c, "the controls of a widget are stored: run the test with -update")
		}
	}
}

// sizeOf is how much a cell's outputs add to the file, in which tags are written as they
// are.
func sizeOf(c *notebook.Cell) int {
	if len(c.Outputs) == 0 {
		return 0
	}
	var stored bytes.Buffer
	e := json.NewEncoder(&stored)
	e.SetEscapeHTML(false)
	if err := e.Encode(c.Outputs); err != nil {
		return 0
	}
	return stored.Len()
}
