package display_test

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"riffle/stdlib/display"
)

func TestConstructors(t *testing.T) {
	for _, c := range []struct {
		name string
		got  display.Data
		want display.MIMEMap
	}{
		{"HTML", display.HTML("<b>1</b>"), display.MIMEMap{"text/html": "<b>1</b>", "text/plain": "<b>1</b>"}},
		{"JavaScript", display.JavaScript("f()"), display.MIMEMap{"application/javascript": "f()", "text/plain": "f()"}},
		{"Markdown", display.Markdown("* a"), display.MIMEMap{"text/markdown": "* a", "text/plain": "* a"}},
		{"SVG", display.SVG("<svg/>"), display.MIMEMap{"image/svg+xml": "<svg/>", "text/plain": "<svg/>"}},
		{"Latex", display.Latex("$n!$"), display.MIMEMap{"text/latex": "$n!$", "text/plain": "$n!$"}},
		{"Math", display.Math("n!"), display.MIMEMap{"text/latex": "$$n!$$", "text/plain": "n!"}},
		{"PNG", display.PNG([]byte("abc")), display.MIMEMap{"image/png": []byte("abc"), "text/plain": "image/png, 3 bytes"}},
		{"JPEG", display.JPEG(nil), display.MIMEMap{"image/jpeg": []byte(nil), "text/plain": "image/jpeg, 0 bytes"}},
		{"PDF", display.PDF([]byte{1}), display.MIMEMap{"application/pdf": []byte{1}, "text/plain": "application/pdf, 1 bytes"}},
		{"JSON", display.JSON([]int{1}), display.MIMEMap{"application/json": []int{1}, "text/plain": "[1]"}},
		{"MakeData text", display.MakeData("text/plain", "x"), display.MIMEMap{"text/plain": "x"}},
		{"MakeData3", display.MakeData3("text/html", "x", "<i>x</i>"), display.MIMEMap{"text/html": "<i>x</i>", "text/plain": "x"}},
		{"MIME", display.MIME(display.MIMEMap{"a/b": 1}, nil), display.MIMEMap{"a/b": 1}},
		{"Any html", display.Any("text/html", "<b>"), display.MIMEMap{"text/html": "<b>", "text/plain": "<b>"}},
		{"Any html bytes", display.Any("text/html", []byte("<b>")), display.MIMEMap{"text/html": "<b>", "text/plain": "<b>"}},
		{"Any reader", display.Any("image/png", strings.NewReader("ab")), display.MIMEMap{"image/png": []byte("ab"), "text/plain": "image/png, 2 bytes"}},
		{"Any writer", display.Any("text/html", writerTo("w")), display.MIMEMap{"text/html": "w", "text/plain": "w"}},
		{"Any vega", display.Any("application/vnd.vegalite.v5+json", 1), display.MIMEMap{"application/vnd.vegalite.v5+json": 1, "text/plain": "1"}},
		{"Any data", display.Any("", display.HTML("x")), display.MIMEMap{"text/html": "x", "text/plain": "x"}},
		{"Auto string", display.Auto("<svg>"), display.MIMEMap{"text/plain": "<svg>"}},
		{"Auto int", display.Auto(7), display.MIMEMap{"text/plain": "7"}},
		{"Auto nil", display.Auto(nil), display.MIMEMap{"text/plain": "<nil>"}},
		{"Auto HTMLer", display.Auto(bold("x")), display.MIMEMap{"text/html": "<b>x</b>", "text/plain": "x"}},
		{"Auto failing reader", display.Auto(io.MultiReader(failing{})), display.MIMEMap{"text/plain": "(not shown: worn out)"}},
	} {
		if !reflect.DeepEqual(c.got.Data, c.want) {
			t.Errorf("%s: %v, want %v", c.name, c.got.Data, c.want)
		}
	}
}

type writerTo string

func (w writerTo) WriteTo(to io.Writer) (int64, error) {
	n, err := io.WriteString(to, string(w))
	return int64(n), err
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errors.New("worn out") }

type bold string

func (b bold) HTML() string { return "<b>" + string(b) + "</b>" }

func TestSniff(t *testing.T) {
	for in, want := range map[string]string{
		"\x89PNG\r\n\x1a\nrest": "image/png",
		"\xff\xd8\xff\xe0":      "image/jpeg",
		"GIF89a..":              "image/gif",
		"%PDF-1.7":              "application/pdf",
		"<svg xmlns=''/>":       "image/svg+xml",
		" <?xml version='1.0'?>\n<!-- a -->\n<SVG/>": "image/svg+xml",
		"\ufeff<!DOCTYPE html><p>":                   "text/html",
		"<html>":                                     "text/html",
		"<!-- never closed":                          "text/plain",
		"":                                           "text/plain",
		"plain ♢":                                    "text/plain",
		"\xff\xfe":                                   "application/octet-stream",
		"<!doctype svg public \"-//W3C//DTD SVG 1.1\"": "image/svg+xml",
	} {
		if _, ok := display.Auto([]byte(in)).Data[want]; !ok {
			t.Errorf("Auto(%q) = %v, want %s", in, display.Auto([]byte(in)).Data, want)
		}
	}
}

func TestFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.svg")
	if err := os.WriteFile(name, []byte("<svg/>"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := display.File("", name).Data["image/svg+xml"]; got != "<svg/>" {
		t.Errorf("File: %v", got)
	}
	defer func() {
		err, _ := recover().(error)
		if !errors.Is(err, os.ErrNotExist) || !strings.HasPrefix(err.Error(), "display.File: ") {
			t.Errorf("File of a missing file panics with %v", err)
		}
	}()
	display.File("", name+"x")
}

// everything has all methods; JPEG panics and PDF offers nothing.
type everything struct{}

func (everything) HTML() string         { return "h" }
func (everything) JavaScript() string   { return "j" }
func (everything) JPEG() []byte         { panic("no camera") }
func (everything) JSON() map[string]any { return map[string]any{"k": 1} }
func (everything) Latex() string        { return "$l$" }
func (everything) Markdown() string     { return "m" }
func (everything) PNG() []byte          { return []byte("p") }
func (everything) PDF() []byte          { return nil }
func (everything) SVG() string          { return "s" }
func (everything) SimpleRender() display.MIMEMap {
	return display.MIMEMap{"text/csv": "1,2", "text/html": "overruled"}
}
func (everything) Render() display.Data {
	return display.Data{
		Data:     display.MIMEMap{"text/plain": "t"},
		Metadata: display.MIMEMap{"text/html": display.MIMEMap{"isolated": true}},
	}
}

func TestRenderGathersAllMethods(t *testing.T) {
	d, err := display.Render(everything{})
	want := display.MIMEMap{
		"text/plain": "t", "text/csv": "1,2", "text/html": "h", "application/javascript": "j",
		"application/json": map[string]any{"k": 1}, "text/latex": "$l$", "text/markdown": "m",
		"image/png": []byte("p"), "image/svg+xml": "s",
	}
	if !reflect.DeepEqual(d.Data, want) {
		t.Errorf("data %v\nwant %v", d.Data, want)
	}
	if len(d.Metadata) != 1 {
		t.Errorf("metadata %v", d.Metadata)
	}
	if got, want := display.Note("t", err), "t\n(not shown: JPEG: panic: no camera)"; got != want {
		t.Errorf("note %q, want %q", got, want)
	}
}

// pointed would panic on a nil receiver.
type pointed struct{ s string }

func (p *pointed) HTML() string { return p.s }

func TestRenderNothing(t *testing.T) {
	for _, v := range []any{nil, 1, "s", (*pointed)(nil), (*display.Data)(nil), pointed{"needs a pointer"}, &pointed{}} {
		if d, err := display.Render(v); err != nil || len(d.Data) != 0 {
			t.Errorf("Render(%T) = %v, %v", v, d, err)
		}
	}
}

func TestImage(t *testing.T) {
	img := image.NewGray(image.Rect(2, 3, 5, 4))
	img.SetGray(4, 3, color.Gray{Y: 200})
	d := display.Image(img)
	b, _ := d.Data["image/png"].([]byte)
	got, err := png.Decode(bytes.NewReader(b))
	if err != nil || color.GrayModel.Convert(got.At(2, 0)) != (color.Gray{Y: 200}) {
		t.Errorf("decoded %v, %v", got, err)
	}
	if want := (display.MIMEMap{"width": 3, "height": 1}); !reflect.DeepEqual(d.Metadata["image/png"], want) {
		t.Errorf("metadata %v, want %v", d.Metadata, want)
	}
	if got, want := d.String(), "image/png, 3×1 pixels"; got != want {
		t.Errorf("text %q, want %q", got, want)
	}
}

func TestImageThatCannotBeShown(t *testing.T) {
	for _, c := range []struct {
		img  image.Image
		want string
	}{
		{nil, "image: nil"},
		{image.NewGray(image.Rectangle{}), "image: 0×0 pixels cannot be shown, want 1 to 67108864 in all"},
		{image.NewUniform(color.Black), "image: 2000000000×2000000000 pixels cannot be shown, want 1 to 67108864 in all"},
	} {
		d := display.Image(c.img)
		if got := d.String(); got != c.want || len(d.Data) != 1 {
			t.Errorf("Image(%T): %q, want %q", c.img, got, c.want)
		}
	}
}

// sheet records what a Screen sends.
type sheet struct {
	lines []string
	err   error
}

func (s *sheet) Display(value any, id string, update bool) error {
	s.lines = append(s.lines, fmt.Sprintf("%v id=%t update=%t", value, id != "", update))
	return s.err
}

func (s *sheet) Clear(wait bool) error {
	s.lines = append(s.lines, fmt.Sprintf("clear %t", wait))
	return s.err
}

func TestScreen(t *testing.T) {
	var s sheet
	screen := display.NewScreen(&s)
	if err := screen.Display(1, display.HTML("b")); err != nil {
		t.Error(err)
	}
	h, other := screen.Show(2), screen.Show(3)
	if h.ID() == "" || h.ID() == other.ID() || h.Err() != nil {
		t.Errorf("ids %q, %q, error %v", h.ID(), other.ID(), h.Err())
	}
	for _, err := range []error{h.Update(4), screen.Update(h.ID(), 5), screen.Clear(true)} {
		if err != nil {
			t.Error(err)
		}
	}
	want := []string{
		"1 id=false update=false", "b id=false update=false",
		"2 id=true update=false", "3 id=true update=false",
		"4 id=true update=true", "5 id=true update=true", "clear true",
	}
	if !reflect.DeepEqual(s.lines, want) {
		t.Errorf("got\n%s", strings.Join(s.lines, "\n"))
	}
}

func TestScreenUsesTheDataOwnID(t *testing.T) {
	screen := display.NewScreen(&sheet{})
	d := display.Data{Transient: display.MIMEMap{"display_id": "curve"}}
	if id := screen.Show(d).ID(); id != "curve" {
		t.Errorf("id %q, want curve", id)
	}
}

func TestScreenErrors(t *testing.T) {
	broken := errors.New("pipe closed")
	screen := display.NewScreen(&sheet{err: broken})
	if err := screen.Display(1, 2); !errors.Is(err, broken) {
		t.Errorf("Display: %v", err)
	}
	if err := screen.Show(1).Err(); !errors.Is(err, broken) {
		t.Errorf("Show: %v", err)
	}
	if screen.Update("", 1) == nil || new(display.Handle).Update(1) == nil {
		t.Error("an update of nothing has no error")
	}
}

// A session puts a Screen's functions in the place of the package's.
func TestFuncsHaveThePackageFunctionsTypes(t *testing.T) {
	own := map[string]any{
		"Display": display.Display, "Show": display.Show, "Update": display.Update, "Clear": display.Clear, "Password": display.Password,
	}
	funcs := new(display.Screen).Funcs()
	for name, f := range own {
		if got, want := reflect.TypeOf(funcs[name]), reflect.TypeOf(f); got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	if len(funcs) != len(own) {
		t.Errorf("%d functions, want %d", len(funcs), len(own))
	}
}

func ExampleDisplay() {
	display.Display("heads", bold("tails"), display.Math("2^{38.2}"))
	// Output:
	// heads
	// tails
	// 2^{38.2}
}

func ExampleShow() {
	h := display.Show("1 of 3")
	h.Update("3 of 3")
	// Output:
	// 1 of 3
	// 3 of 3
}

func ExampleHTML() {
	d := display.HTML("<b>10♢</b>")
	fmt.Println(d.Data[display.MIMETypeHTML])
	// Output: <b>10♢</b>
}

// TestPassword reads lines from a pipe that has nobody behind it.
func TestPassword(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	stdin := os.Stdin
	os.Stdin = r
	defer func() { os.Stdin = stdin }()
	if _, err := w.WriteString("s3cret\r\n\nlast"); err != nil {
		t.Fatal(err)
	}
	w.Close()
	for _, want := range []string{"s3cret", "", "last"} {
		if got, err := display.Password(""); got != want || err != nil {
			t.Errorf("Password = %q, %v; want %q", got, err, want)
		}
	}
	if got, err := display.Password(""); err != io.EOF {
		t.Errorf("at the end: %q, %v", got, err)
	}
}
