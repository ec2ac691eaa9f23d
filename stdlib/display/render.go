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

// Methods finds the bound method of one value by its name, as a func() string,
// func() []byte, func() map[string]any or func() Data, and returns nil where
// there is none. It lets types show themselves whose methods Go's type
// assertions don't see, such as those of an interpreter.
type Methods func(name string) any

// offers lists the methods that give one representation each.
var offers = []struct{ method, mime string }{
	{"HTML", MIMETypeHTML},
	{"JavaScript", MIMETypeJavaScript},
	{"JPEG", MIMETypeJPEG},
	{"JSON", MIMETypeJSON},
	{"Latex", MIMETypeLatex},
	{"Markdown", MIMETypeMarkdown},
	{"PNG", MIMETypePNG},
	{"PDF", MIMETypePDF},
	{"SVG", MIMETypeSVG},
}

// Render collects all the representations that value offers, through the interfaces
// of this package, as Data or as an image. It is for front ends; methods may be nil.
// A method that panics, or an image that can't be encoded, loses only its own
// representation: the error reports all failures, and the Data holds the rest.
func Render(value any, methods Methods) (Data, error) {
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
	if methods == nil {
		methods = native(value)
	}
	var g gathering
	g.whole(methods)
	for _, o := range offers {
		g.offer(methods, o.method, o.mime)
	}
	if img, ok := value.(image.Image); ok && g.Data.Data[MIMETypePNG] == nil {
		g.image(img)
	}
	return g.Data, errors.Join(g.errs...)
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

// natives finds the methods of ordinary Go values; one with the right name but
// another signature doesn't count.
var natives = map[string]func(value any) any{
	"Render":       bind(Renderer.Render),
	"SimpleRender": bind(SimpleRenderer.SimpleRender),
	"HTML":         bind(HTMLer.HTML),
	"JavaScript":   bind(JavaScripter.JavaScript),
	"JPEG":         bind(JPEGer.JPEG),
	"JSON":         bind(JSONer.JSON),
	"Latex":        bind(Latexer.Latex),
	"Markdown":     bind(Markdowner.Markdown),
	"PNG":          bind(PNGer.PNG),
	"PDF":          bind(PDFer.PDF),
	"SVG":          bind(SVGer.SVG),
}

// bind makes a finder of a method from an interface's method expression.
func bind[I, R any](m func(I) R) func(value any) any {
	return func(value any) any {
		v, ok := value.(I)
		if !ok {
			return nil
		}
		return func() R { return m(v) }
	}
}

func native(value any) Methods {
	return func(name string) any {
		if find := natives[name]; find != nil {
			return find(value)
		}
		return nil
	}
}

// gathering collects representations, and the failures of others.
type gathering struct {
	Data
	errs []error
}

// whole takes the results of Render and SimpleRender; methods for a single
// representation come later and override them.
func (g *gathering) whole(methods Methods) {
	if f, ok := methods("Render").(func() Data); ok {
		g.try("Render", func() { g.merge(f()) })
	}
	if f, ok := methods("SimpleRender").(func() MIMEMap); ok {
		g.try("SimpleRender", func() { g.merge(Data{Data: f()}) })
	}
}

// offer takes one representation; an empty one doesn't count.
func (g *gathering) offer(methods Methods, name, mime string) {
	switch f := methods(name).(type) {
	case func() string:
		g.try(name, func() {
			if s := f(); s != "" {
				g.set(mime, s)
			}
		})
	case func() []byte:
		g.try(name, func() {
			if b := f(); len(b) > 0 {
				g.set(mime, b)
			}
		})
	case func() map[string]any:
		g.try(name, func() {
			if m := f(); m != nil {
				g.set(mime, m)
			}
		})
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
	d, err := Render(struct{ image.Image }{img}, nil)
	if err != nil {
		return MakeData(MIMETypeText, err.Error())
	}
	size := img.Bounds().Size()
	d.Data[MIMETypeText] = fmt.Sprintf("%s, %d×%d pixels", MIMETypePNG, size.X, size.Y)
	return d
}

func sortedKeys(m MIMEMap) []string { return slices.Sorted(maps.Keys(m)) }
