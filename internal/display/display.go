// Package display turns a value into the representations that a front end can
// choose from: text always, and HTML, SVG, PNG and the like where the value
// offers them or where the package can draw it. Begin with Of.
//
// The package knows no front end: the bundle it makes is what Jupyter stores
// and what a terminal takes its text from.
package display

import (
	"errors"
	"fmt"
	"image"
	"maps"
	"slices"

	"riffle/internal/proto"
	"riffle/shuffle"
	std "riffle/stdlib/display"
)

// Of makes the bundle of an ordinary Go value. Its plain form is text, unless
// the value is a display.Data that brings its own.
//
// A representation that fails, because the value's method panics or because
// what it gave cannot be sent, is left out, and a line in parentheses under the
// text says why; the others stay. Errors show as text alone.
func Of(v any, text string) proto.Bundle {
	return OfMethods(v, text, nil)
}

// OfMethods is Of for a value whose methods Go's type assertions don't see,
// such as one of an interpreted type; methods finds them by name.
func OfMethods(v any, text string, methods std.Methods) proto.Bundle {
	if err, ok := asError(v, methods); ok {
		return proto.Bundle{Data: map[string]any{std.MIMETypeText: textOfError(err, text)}}
	}
	var p packer
	d, err := std.Render(v, methods)
	p.fail(err)
	drawn, err := draw(v)
	p.fail(err)
	// What a value says of itself stands above what is drawn of it.
	maps.Copy(drawn, d.Data)
	p.data(drawn)
	p.metadata(d.Metadata)
	return p.bundle(d, Text(v, text))
}

// draw makes pictures of the values that have none of their own and are known
// here.
func draw(v any) (std.MIMEMap, error) {
	drawn := drawCards(v)
	var err error
	if drawn == nil {
		drawn, err = drawPlot(v)
	}
	if drawn == nil {
		drawn = std.MIMEMap{}
	}
	return drawn, err
}

// asError is v as an error. What stands for values of interpreted types has all
// the methods that native code may ask for; methods knows which are the user's.
func asError(v any, methods std.Methods) (error, bool) {
	err, ok := v.(error)
	if ok && methods != nil {
		_, ok = methods("Error").(func() string)
	}
	return err, ok
}

// textOfError prefers the session's text; a panicking Error method is its
// problem, not ours, as it made the text with it.
func textOfError(err error, text string) string {
	if text == "" {
		return fmt.Sprint(err)
	}
	return text
}

// Text is the text that a value is shown by, given its own: it spares the reader
// the pixels of a picture and the fields of a plot, and names a shuffle.
func Text(v any, text string) string {
	if s, ok := v.(shuffle.Shuffler); ok && s != nil {
		return textOfShuffler(s)
	}
	if _, named := v.(fmt.Stringer); named || len(text) < 80 {
		return text
	}
	if img, ok := v.(image.Image); ok {
		size := img.Bounds().Size()
		return fmt.Sprintf("%T, %d×%d pixels", v, size.X, size.Y)
	}
	if plotMethod(v).IsValid() {
		return fmt.Sprintf("%T, shown in notebooks", v)
	}
	return text
}

// packer makes values fit for the wire and notes those that do not.
type packer struct {
	out  proto.Bundle
	errs []error
}

func (p *packer) fail(err error) {
	if err != nil {
		p.errs = append(p.errs, err)
	}
}

func (p *packer) data(data std.MIMEMap) {
	p.out.Data = make(map[string]any, len(data)+1)
	for _, mime := range slices.Sorted(maps.Keys(data)) {
		v, err := pack(mime, data[mime])
		if err != nil {
			p.fail(fmt.Errorf("%s: %w", mime, err))
			continue
		}
		p.out.Data[mime] = v
	}
}

func (p *packer) metadata(meta std.MIMEMap) {
	for _, mime := range slices.Sorted(maps.Keys(meta)) {
		raw, err := marshal(meta[mime])
		if err != nil {
			p.fail(fmt.Errorf("metadata of %s: %w", mime, err))
			continue
		}
		if p.out.Metadata == nil {
			p.out.Metadata = make(map[string]any, len(meta))
		}
		p.out.Metadata[mime] = raw
	}
}

// bundle completes the packed representations with text and identity.
func (p *packer) bundle(d std.Data, text string) proto.Bundle {
	if own, ok := p.out.Data[std.MIMETypeText].(string); ok {
		text = own
	}
	p.out.Data[std.MIMETypeText] = std.Note(text, errors.Join(flat(p.errs)...))
	p.out.ID, _ = d.Transient["display_id"].(string)
	return p.out
}

// flat opens joined errors, so that each gets a line of its own.
func flat(errs []error) []error {
	var all []error
	for _, err := range errs {
		if j, ok := err.(interface{ Unwrap() []error }); ok {
			all = append(all, flat(j.Unwrap())...)
		} else {
			all = append(all, err)
		}
	}
	return all
}
