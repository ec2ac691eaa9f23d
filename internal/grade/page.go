package grade

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"
	"sync"
)

//go:embed page.html
var pageText string

// page is the template of a student's page. It needs neither network nor script.
var page = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Funcs(template.FuncMap{
		"number": formatPoints, "sentence": testSentence, "mark": testMark, "plural": plural,
	}).Parse(pageText))
})

// Page writes the page that a student gets about a notebook.
func Page(w io.Writer, s *Sheet) error { return page().Execute(w, s) }

// testSentence says what a test has found, and where; what is laid out in columns is apart.
func testSentence(t Test) (said finding) {
	switch t.State {
	case Passed:
		return finding{Text: "The test passed."}
	case Not:
		return finding{Text: "The test didn't run, as the notebook had taken all its time."}
	}
	said.Text, said.Place, _ = strings.Cut(t.Said, "\n")
	return said
}

type finding struct{ Text, Place string }

func testMark(t Test) string {
	switch {
	case t.State == Passed:
		return "✓ right"
	case t.State == Not:
		return "– not run"
	}
	return "✗ wrong"
}

func plural(n float64) string {
	if n == 1 {
		return "1 point"
	}
	return fmt.Sprintf("%s points", formatPoints(n))
}
