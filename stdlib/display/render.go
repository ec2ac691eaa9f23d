package display

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/png"
	"maps"
	"reflect"
	"slices"
)

// Renderer is a value that decides itself how it is shown.
type Renderer interface{ Render() Data }

// SimpleRenderer is a value with representations by MIME type.
type SimpleRenderer interface{ SimpleRender() MIMEMap }

// HTMLer is a value that shows itself as HTML.
type HTMLer interface{ HTML() string }

// JavaScripter is a value that shows itself by running JavaScript.
type JavaScripter interface{ JavaScript() string }

// JPEGer is a value that shows itself as an encoded JPEG picture.
type JPEGer interface{ JPEG() []byte }

// JSONer is a value that shows itself as a JSON tree.
type JSONer interface{ JSON() map[string]any }

// Latexer is a value that shows itself as LaTeX, dollar signs included.
type Latexer interface{ Latex() string }

// Markdowner is a value that shows itself as Markdown.
type Markdowner interface{ Markdown() string }

// PNGer is a value that shows itself as an encoded PNG picture.
type PNGer interface{ PNG() []byte }

// PDFer is a value that shows itself as an encoded PDF document.
type PDFer interface{ PDF() []byte }

// SVGer is a value that shows itself as a drawing.
type SVGer interface{ SVG() string }

// offers lists the methods that give one representation each.
var offers = []struct {
	method, mime string
	of           func(value any) func() any // nil for a value with another method of the name
}{
	{"HTML", MIMETypeHTML, method(HTMLer.HTML)},
	{"JavaScript", MIMETypeJavaScript, method(JavaScripter.JavaScript)},
	{"JPEG", MIMETypeJPEG, method(JPEGer.JPEG)},
	{"JSON", MIMETypeJSON, method(JSONer.JSON)},
	{"Latex", MIMETypeLatex, method(Latexer.Latex)},
	{"Markdown", MIMETypeMarkdown, method(Markdowner.Markdown)},
	{"PNG", MIMETypePNG, method(PNGer.PNG)},
	{"PDF", MIMETypePDF, method(PDFer.PDF)},
	{"SVG", MIMETypeSVG, method(SVGer.SVG)},
}

// method finds a method by an interface's method expression.
func method[I, R any](m func(I) R) func(value any) func() any {
	return func(value any) func() any {
		v, ok := value.(I)
		if !ok {
			return nil
		}
		return func() any { return m(v) }
	}
}

// Render collects all the representations that value offers, through the interfaces
// of this package, as Data or as an image. It is for front ends.
// A method that panics, or an image that can't be encoded, loses only its own
// representation: the error reports all failures, and the Data holds the rest.
func Render(value any) (Data, error) {
	switch v := value.(type) {
	case nil:
		return Data{}, nil
	case Data:
		return v, nil
	case *Data:
		if v == nil {
			return Data{}, nil
		}
		return *v, nil
	}
	if isNil(value) {
		return Data{}, nil
	}
	var g gathering
	g.whole(value)
	for _, o := range offers {
		if !has(value, o.method) {
			continue
		}
		if get := o.of(value); get != nil {
			g.try(o.method, func() { g.offer(o.mime, get()) })
		}
	}
	if has(value, "ColorModel") && g.Data.Data[MIMETypePNG] == nil {
		if img, ok := value.(image.Image); ok {
			g.image(img)
		}
	}
	return g.Data, errors.Join(g.errs...)
}

// has reports whether a value has a method of that name. It is asked before an assertion,
// since the run-time remembers the answer to that for ever, for each type.
func has(value any, method string) bool {
	_, ok := reflect.TypeOf(value).MethodByName(method)
	return ok
}

// isNil reports whether value is a nil pointer, map or the like in an
// interface: calling its methods would say less than its text does.
func isNil(value any) bool {
	switch v := reflect.ValueOf(value); v.Kind() {
	case reflect.Pointer, reflect.Map, reflect.Func, reflect.Chan:
		return v.IsNil()
	}
	return false
}

// gathering collects representations, and the failures of others.
type gathering struct {
	Data
	errs []error
}

// whole takes the results of Render and SimpleRender; methods for a single
// representation come later and override them.
func (g *gathering) whole(value any) {
	if has(value, "Render") {
		if v, ok := value.(Renderer); ok {
			g.try("Render", func() { g.merge(v.Render()) })
		}
	}
	if has(value, "SimpleRender") {
		if v, ok := value.(SimpleRenderer); ok {
			g.try("SimpleRender", func() { g.merge(Data{Data: v.SimpleRender()}) })
		}
	}
}

// offer takes one representation; an empty one doesn't count.
func (g *gathering) offer(mime string, x any) {
	switch x := x.(type) {
	case string:
		if x != "" {
			g.set(mime, x)
		}
	case []byte:
		if len(x) > 0 {
			g.set(mime, x)
		}
	case map[string]any:
		if x != nil {
			g.set(mime, x)
		}
	}
}

// image takes a picture as PNG.
func (g *gathering) image(img image.Image) {
	g.try("image", func() {
		b, meta, err := encode(img)
		if err != nil {
			g.errs = append(g.errs, err)
			return
		}
		g.merge(Data{Data: MIMEMap{MIMETypePNG: b}, Metadata: MIMEMap{MIMETypePNG: meta}})
	})
}

// try runs a method of the value and turns its panic into an error.
func (g *gathering) try(name string, f func()) {
	defer func() {
		if r := recover(); r != nil {
			g.errs = append(g.errs, fmt.Errorf("%s: panic: %v", name, r))
		}
	}()
	f()
}

func (g *gathering) set(mime string, value any) {
	g.merge(Data{Data: MIMEMap{mime: value}})
}

// merge adds d to what is collected, never to a value's own map.
func (g *gathering) merge(d Data) {
	g.Data.Data = merged(g.Data.Data, d.Data)
	g.Metadata = merged(g.Metadata, d.Metadata)
	g.Transient = merged(g.Transient, d.Transient)
}

func merged(a, b MIMEMap) MIMEMap {
	if len(b) == 0 {
		return a
	}
	m := make(MIMEMap, len(a)+len(b))
	maps.Copy(m, a)
	maps.Copy(m, b)
	return m
}

// maxPixels bounds the pictures that are encoded: an image.Uniform, say, has
// 4·10¹⁸ pixels.
const maxPixels = 1 << 26

// encode makes a PNG of img, and its size for the metadata.
func encode(img image.Image) ([]byte, MIMEMap, error) {
	r := img.Bounds()
	w, h := r.Dx(), r.Dy()
	if r.Empty() || int64(w)*int64(h) > maxPixels {
		return nil, nil, fmt.Errorf("image: %d×%d pixels cannot be shown, want 1 to %d in all", w, h, maxPixels)
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		return nil, nil, fmt.Errorf("image: %w", err)
	}
	return b.Bytes(), MIMEMap{"width": w, "height": h}, nil
}

// Image shows a picture, encoded as PNG. If it can't be encoded, the reason is shown.
func Image(img image.Image) Data {
	if img == nil {
		return MakeData(MIMETypeText, "image: nil")
	}
	d, err := Render(struct{ image.Image }{img})
	if err != nil {
		return MakeData(MIMETypeText, err.Error())
	}
	size := img.Bounds().Size()
	d.Data[MIMETypeText] = fmt.Sprintf("%s, %d×%d pixels", MIMETypePNG, size.X, size.Y)
	return d
}

func sortedKeys(m MIMEMap) []string { return slices.Sorted(maps.Keys(m)) }
