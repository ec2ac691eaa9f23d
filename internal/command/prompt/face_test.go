//go:build linux

package prompt

import (
	"fmt"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"riffle/internal/notebook"
	"riffle/internal/session"
	"riffle/internal/test/golden"
	"riffle/internal/test/svgdoc"
	"riffle/repl/edit"
)

// The README's two pictures are drawn of what happens when these tests run. To draw
// them anew: go test ./internal/command/prompt -run 'TestFaceTerminal|TestFaceNotebook' -update

// TestFaceTerminal types a session and draws the screen.
func TestFaceTerminal(t *testing.T) {
	p := openPaneIn(t, t.TempDir(), 72, 40, "TERM=xterm-256color")
	p.presses("\x0c") // without the banner, which tells the version
	for i, cell := range []string{
		"lotto := NewLottery(40, JavaRandom(42))",
		"lotto.Pick(6)",
		"dealer := NewDealer(JavaRandom(1999)); dealer.Shuffle()",
		"dealer.Deal(3, 5)",
		"fair.Exact(OffByOne, 3)",
		"lotto.Pick(41)",
	} {
		p.types(cell+"\r", fmt.Sprintf("\n%d> |", i+2))
	}
	p.presses("lotto.Pick(")
	p.until("what Pick takes", func() bool { return strings.Contains(p.screen.Text(), "returns them sorted.") })
	drawing(t, "terminal", p.screen.SVG("A session at riffle's prompt"))
}

// faceLesson is the lesson that the other picture shows a part of, and faceCells what
// of it: cells, and paragraphs of texts by their numbers.
const faceLesson = root + "/notebooks/03-wrong-shuffles.ipynb"

var faceCells = []struct {
	id         string
	paragraphs []int
}{{"text-2", []int{0, 1}}, {"everywhere", nil}, {"counted", nil}, {"text-5", []int{0}}}

// TestFaceNotebook runs the cells of a lesson that are in the picture, with the one that
// sets the seed, and draws them.
func TestFaceNotebook(t *testing.T) {
	nb, err := notebook.ReadFile(faceLesson)
	if err != nil {
		t.Fatal(err)
	}
	s, err := session.New(session.Options{})
	if err != nil {
		t.Fatal(err)
	}
	shown := func(c *notebook.Cell) int {
		return slices.IndexFunc(faceCells, func(f struct {
			id         string
			paragraphs []int
		}) bool {
			return f.id == c.ID
		})
	}
	nb.Cells = slices.DeleteFunc(nb.Cells, func(c *notebook.Cell) bool { return c.ID != "name" && shown(c) < 0 })
	if err := notebook.Run(t.Context(), nb, s, notebook.Options{}); err != nil {
		t.Fatal(err)
	}
	d := &canvas{}
	d.head(filepath.Base(faceLesson))
	for _, c := range nb.Cells {
		switch i := shown(c); {
		case i < 0:
		case c.Type == notebook.Markdown:
			blocks := strings.Split(c.Source, "\n\n")
			for _, n := range faceCells[i].paragraphs {
				d.text(blocks[n])
			}
		default:
			d.code(c)
		}
	}
	drawing(t, "notebook", d.svg("A lesson in Jupyter"))
}

// drawing wants a picture in doc/face to be this one, and every viewer to show it.
func drawing(t *testing.T, name, svg string) {
	t.Helper()
	if err := svgdoc.Check(svg); err != nil {
		t.Error(err)
	}
	golden.Check(t, filepath.Join(root, "doc", "face", name+".svg"), svg)
	if readme, err := os.ReadFile(filepath.Join(root, "README.md")); err != nil || !strings.Contains(string(readme), "doc/face/"+name+".svg") {
		t.Errorf("README.md doesn't show doc/face/%s.svg; %v", name, err)
	}
}

// canvas is a drawing of a notebook, from top to bottom.
type canvas struct {
	body strings.Builder
	y    int
}

// The measures of the drawing, in pixels.
const (
	sheetWidth = 720
	sheetLeft  = 70 // of cells; their numbers are left of it
	sheetRight = 24
	codeLine   = 18
	codeLetter = 7.8
	textLine   = 21
	textWidth  = 84 // letters
)

const (
	codeFont = "ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono','DejaVu Sans Mono',monospace"
	textFont = "system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
)

func (d *canvas) head(name string) {
	fmt.Fprintf(&d.body, `<path d="M0.5 40V8a7.5 7.5 0 0 1 7.5 -7.5H%dA7.5 7.5 0 0 1 %.1f 8V40z" fill="#eef0f3" stroke="#d5d9de"/>`+"\n", sheetWidth-8, sheetWidth-0.5)
	fmt.Fprintf(&d.body, `<text x="24" y="25" font-size="13" fill="#1d2127">%s</text>`+"\n", html.EscapeString(name))
	fmt.Fprintf(&d.body, `<text x="%d" y="25" font-size="13" fill="#5a626d" text-anchor="end">Go (riffle)</text>`+"\n", sheetWidth-24)
	d.y = 52
}

// text draws a heading or a paragraph.
func (d *canvas) text(block string) {
	look, heading := `font-size="14.5"`, false
	if title, ok := strings.CutPrefix(block, "## "); ok {
		block, look, heading = title, `font-size="21" font-weight="600"`, true
		d.y += 10
	}
	line, inCode := "", false
	flush := func() {
		d.y += textLine
		fmt.Fprintf(&d.body, `<text x="%d" y="%d" %s fill="#1d2127">`, sheetLeft, d.y, look)
		for i, part := range strings.Split(line, "`") {
			if i > 0 {
				inCode = !inCode
			}
			if part = html.EscapeString(part); inCode && part != "" {
				part = `<tspan font-family="` + codeFont + `" font-size="13">` + part + `</tspan>`
			}
			d.body.WriteString(part)
		}
		d.body.WriteString("</text>\n")
		line = ""
	}
	for _, word := range strings.Fields(strings.ReplaceAll(block, "*", "")) {
		if line != "" && utf8.RuneCountInString(line+" "+word) > textWidth {
			flush()
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	flush()
	d.y += 8
	if heading {
		d.y += 2
	}
}

// inks are the colours of code.
var inks = map[edit.Kind]string{edit.Keyword: "#7a2b9e", edit.Predeclared: "#0b6b74", edit.String: "#1a6b2d",
	edit.Number: "#a04000", edit.Comment: "#5f6873", edit.Magic: "#9a4b00", edit.Plain: "#1d2127"}

// code draws a cell with its number and what it said.
func (d *canvas) code(c *notebook.Cell) {
	var buf edit.Buffer
	buf.Reset(c.Source)
	d.y += 6
	fmt.Fprintf(&d.body, `<rect x="%d.5" y="%d.5" width="%d" height="%d" rx="4" fill="#f5f6f8" stroke="#d5d9de"/>`+"\n",
		sheetLeft, d.y, sheetWidth-sheetLeft-sheetRight, buf.Rows()*codeLine+14)
	d.letters(18, d.y+20, fmt.Sprintf("[%d]:", c.Count), "#5a626d")
	d.y += 7
	for row := range buf.Rows() {
		d.y += codeLine
		text, at, column := buf.Row(row).Text, 0, 0
		for _, span := range append(buf.Spans(row), edit.Span{End: len(buf.Row(row).Text)}) {
			part := strings.ReplaceAll(string(text[at:span.End]), "\t", "    ")
			d.letters(sheetLeft+12+codeLetter*float64(column), d.y-5, part, inks[span.Kind])
			at, column = span.End, column+utf8.RuneCountInString(part)
		}
	}
	d.y += 12
	for _, o := range c.Outputs {
		d.output(o)
	}
	d.y += 8
}

// letters draws text of a fixed width.
func (d *canvas) letters(x float64, y int, text, ink string) {
	indent := utf8.RuneCountInString(text) - utf8.RuneCountInString(strings.TrimLeft(text, " "))
	text = strings.TrimSpace(text)
	if n := utf8.RuneCountInString(text); n > 0 {
		fmt.Fprintf(&d.body, `<text x="%.1f" y="%d" font-family="%s" font-size="13" textLength="%.1f" xml:space="preserve" fill="%s">%s</text>`+"\n",
			x+codeLetter*float64(indent), y, codeFont, codeLetter*float64(n), ink, html.EscapeString(text))
	}
}

var svgSize = regexp.MustCompile(`^<svg [^>]*?height="(\d+)"`)

// output draws a picture, or text.
func (d *canvas) output(o notebook.Output) {
	data, _ := o["data"].(map[string]any)
	if svg, ok := data["image/svg+xml"].(string); ok {
		var height int
		fmt.Sscan(svgSize.FindStringSubmatch(svg)[1], &height)
		fmt.Fprintf(&d.body, `<svg x="%d" y="%d" %s`+"\n", sheetLeft+12, d.y, strings.TrimPrefix(svg, "<svg "))
		d.y += height
		return
	}
	text, ok := o["text"].(string)
	if !ok {
		text, _ = data["text/plain"].(string)
	}
	for line := range strings.Lines(text) {
		d.y += codeLine
		d.letters(sheetLeft+12, d.y-5, strings.TrimSuffix(line, "\n"), "#1d2127")
	}
}

func (d *canvas) svg(title string) string {
	height := d.y + 16
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" width="%[1]d" height="%[2]d" viewBox="0 0 %[1]d %[2]d" role="img" font-family="%[3]s">
<title>%[4]s</title>
<rect x="0.5" y="0.5" width="%[5]d" height="%[6]d" rx="8" fill="#ffffff" stroke="#d5d9de"/>
%[7]s</svg>
`, sheetWidth, height, textFont, html.EscapeString(title), sheetWidth-1, height-1, d.body.String())
}
