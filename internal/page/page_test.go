package page

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	dom "golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"riffle/internal/notebook"
	"riffle/internal/test/golden"
)

func read(t testing.TB, file string) *notebook.Notebook {
	t.Helper()
	nb, err := notebook.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return nb
}

func beside(t *testing.T, dir string) func(string) ([]byte, error) {
	t.Helper()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	return root.ReadFile
}

// TestKinds shows what becomes of every kind of cell and output.
func TestKinds(t *testing.T) {
	for name, o := range map[string]Options{"page": {}, "slides": {Slides: true}, "paper": {Paper: true}} {
		o.Open, o.IsText = beside(t, "testdata"), func(name string) bool { return name == "sh" }
		text := string(Render(read(t, "testdata/kinds.ipynb"), o))
		_, body, _ := strings.Cut(text, "</style>\n</head>\n")
		golden.Check(t, filepath.Join("testdata", name+".html"), body)
	}
}

// lessons are the notebooks of the course.
func lessons(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("../../notebooks/*.ipynb")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	return files
}

// TestNothingIsLoaded wants each lesson, as a page and as slides, to be whole in itself:
// it names nothing on a network that a browser would fetch, and nothing runs.
func TestNothingIsLoaded(t *testing.T) {
	for _, file := range append(lessons(t), "testdata/kinds.ipynb") {
		for _, slides := range []bool{false, true} {
			text := Render(read(t, file), Options{Slides: slides})
			if !bytes.Contains(text, []byte(`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:;`)) {
				t.Errorf("%s: no policy", file)
			}
			for _, fault := range loads(t, text) {
				t.Errorf("%s: %s", file, fault)
			}
		}
	}
}

// loads says what in a document would be fetched or run.
func loads(t *testing.T, text []byte) (faults []string) {
	t.Helper()
	root, err := dom.Parse(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	for n := range root.Descendants() {
		if n.Type != dom.ElementNode {
			continue
		}
		if dropped[n.Data] && !slices.Contains([]string{"head", "title", "style", "meta"}, n.Data) {
			faults = append(faults, "an element "+n.Data)
		}
		if n.DataAtom == atom.Style && strings.Contains(textOf(n), "url(") {
			faults = append(faults, "a style sheet that loads")
		}
		for _, a := range n.Attr {
			if a.Key == "src" && !strings.HasPrefix(a.Val, "data:image/") || strings.HasPrefix(a.Key, "on") ||
				a.Key == "href" && n.DataAtom != atom.A || a.Key == "style" && strings.Contains(a.Val, "url(") {
				faults = append(faults, n.Data+" "+a.Key+"="+a.Val[:min(len(a.Val), 60)])
			}
		}
	}
	return faults
}

// TestPicturesOfLessons wants each picture of a lesson on its page and on its slides: as
// an image, or as HTML that draws it, with the same words.
func TestPicturesOfLessons(t *testing.T) {
	for _, file := range lessons(t) {
		nb := read(t, file)
		page, slides := Render(nb, Options{}), Render(nb, Options{Slides: true})
		for i, c := range nb.Cells {
			if c.Tagged("remove-cell") {
				continue
			}
			for _, o := range c.Outputs {
				data, _ := o["data"].(map[string]any)
				if data["image/svg+xml"] == nil && data["image/png"] == nil {
					continue
				}
				drawn := (&renderer{cell: c, ids: map[string]int{}}).outputPart(o)
				if !strings.Contains(drawn.html, "<img src=\"data:image/") && !strings.Contains(drawn.html, "style=\"") {
					t.Errorf("%s: cell %d: its picture is %.200s", file, i, drawn.html)
				}
				if !bytes.Contains(page, []byte(drawn.html)) || !bytes.Contains(slides, []byte(drawn.html)) {
					t.Errorf("%s: cell %d: its picture isn't in the document", file, i)
				}
			}
		}
	}
}

// TestGate wants nothing of a notebook's HTML to leave its place in the document.
func TestGate(t *testing.T) {
	for in, want := range map[string]string{
		`<b>bold`:                      `<b>bold</b>`,
		`a < b & c`:                    `a &lt; b &amp; c`,
		`</div></main><p>out</p>`:      `<p>out</p>`,
		`<img src=x onerror=alert(1)>`: `picture`,
		`<img src="https://example.org/a" alt="a b">`:                                         `<a href="https://example.org/a">a b</a>`,
		`<a href="javascript:alert(1)">x</a>`:                                                 `x`,
		`<a href=" JaVaScRiPt:alert(1)">x</a>`:                                                `x`,
		`<a href="data:text/html,x">x</a>`:                                                    `x`,
		`<a href="//example.org/">x</a>`:                                                      `x`,
		`<a href="05-x.ipynb#There">x</a>`:                                                    `<a href="05-x.html#There">x</a>`,
		`<svg><script>alert(1)</script></svg>`:                                                ``,
		`<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>`:             ``,
		`<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>`:            `picture&#34;&gt;`,
		`<p style="position:fixed;color:red;behavior:url(x)">x</p>`:                           `<p style="color:red">x</p>`,
		`<p style="background:\75rl(http://example.org)">x</p>`:                               `<p>x</p>`,
		`<p class="goes-on" id="a" onclick="x()">x</p>`:                                       `<p>x</p>`,
		`<iframe src="https://example.org"></iframe><form action="x"><input name=a>in</form>`: `in`,
		`<style>body{display:none}</style><blink>old</blink>`:                                 `old`,
		`<meta http-equiv=refresh content="0;url=https://example.org"><base href="//x">`:      ``,
		`<details><summary>more</summary>text</details>`:                                      `<details><summary>more</summary>text</details>`,
	} {
		r := &renderer{cell: &notebook.Cell{}, ids: map[string]int{}}
		if got := render(r.clean(in)).html; got != want {
			t.Errorf("%s\ngot  %s\nwant %s", in, got, want)
		}
	}
}

// TestPictureStaysOne: what a notebook gives as the data of a picture is data, whatever
// is in it.
func TestPictureStaysOne(t *testing.T) {
	for _, mime := range []string{"image/png", "image/jpeg", "image/gif", "image/webp", "image/svg+xml"} {
		r := &renderer{cell: &notebook.Cell{}, ids: map[string]int{}}
		got := r.bundlePart(map[string]any{mime: `"><h1>not a picture</h1>`, "text/plain": `"><h1>nor words</h1>`}).html
		nodes, err := parseHTML(got)
		if err != nil || len(nodes) == 0 {
			t.Fatal(nodes, err)
		}
		var elements []string
		for n := range nodes[0].Descendants() {
			if n.Type == dom.ElementNode {
				elements = append(elements, n.Data)
			}
		}
		if !slices.Equal(elements, []string{"img"}) {
			t.Errorf("%s: elements %v in %s", mime, elements, got)
		}
	}
}

// Whatever HTML a notebook has, what passes the gate loads and runs nothing, and passes
// it unchanged again.
func FuzzGate(f *testing.F) {
	for _, s := range []string{`<b>x`, `<table><tr><td style="color:red">1`, `<a href="x.ipynb">`, `<svg><p><style><g title="</style><img src onerror=x>">`,
		`<img src="data:image/png;base64,AA==">`, "<pre>\n\nx", `<select><template><i>`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r := &renderer{cell: &notebook.Cell{}, ids: map[string]int{}}
		once := render(r.clean(text)).html
		for _, fault := range loads(t, []byte("<body>"+once)) {
			t.Errorf("%q becomes %q: %s", text, once, fault)
		}
	})
}

// TestSlidesByMetadata deals cells as Jupyter's slideshow metadata say.
func TestSlidesByMetadata(t *testing.T) {
	nb := &notebook.Notebook{}
	for _, kind := range []string{"slide", "-", "fragment", "subslide", "skip", "notes", "", "slide"} {
		c := &notebook.Cell{Type: notebook.Markdown, Source: "kind " + kind, Metadata: map[string]any{}}
		if kind != "" {
			c.Metadata["slideshow"] = map[string]any{"slide_type": kind}
		}
		nb.Cells = append(nb.Cells, c)
	}
	r := &renderer{ids: map[string]int{}}
	var got []int
	for _, s := range byMetadata(r.cellBlocks(nb)) {
		got = append(got, len(s.blocks))
	}
	if want := []int{3, 2, 1}; !slices.Equal(got, want) {
		t.Errorf("slides of %v blocks, want %v", got, want)
	}
}

// TestSlidesBySize: a heading begins a slide, what doesn't fit goes on under the same
// heading, text stays with the code that it introduces, and what is too long for any
// slide is written smaller.
func TestSlidesBySize(t *testing.T) {
	text, code := func(heading string, lines float64) block { return block{isText: true, heading: heading, lines: lines} },
		func(lines float64) block { return block{lines: lines} }
	all := bySize([]block{text("One", 3), code(10), text("", 4), code(9), text("Two", 2), code(40), text("", 2)})
	type deal struct {
		blocks int
		goesOn string
		scale  float64
	}
	var got []deal
	for _, s := range all {
		got = append(got, deal{len(s.blocks), s.goesOn, s.letterScale()})
	}
	want := []deal{{2, "", 1}, {2, "One", 1}, {2, "", smallest}, {1, "Two", 1}}
	if !slices.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}
