// Package display turns a value into the representations that a front end can
// choose from: always text, and HTML, SVG, PNG and the like if the value offers
// them or the package can draw it. Start with Of.
//
// The package knows no front end: Jupyter stores the bundles it makes, and a
// terminal shows their text.
package display

import (
	"errors"
	"fmt"
	"image"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"riffle/internal/display/draw"
	"riffle/internal/proto"
	"riffle/shuffle"
	std "riffle/stdlib/display"
)

// Of makes the bundle of an ordinary Go value. Its plain form is text, unless
// the value is a display.Data that brings its own.
//
// A representation that fails, because the value's method panics or its result
// can't be sent, is left out, and a line in parentheses under the text says why;
// the others stay. Errors are shown as text only.
func Of(v any, text string) proto.Bundle {
	if err, ok := v.(error); ok {
		return proto.Bundle{Data: map[string]any{std.MIMETypeText: textOfError(err, text)}}
	}
	var p packer
	d, err := std.Render(v)
	p.noteError(err)
	drawn, err := drawKnown(v)
	p.noteError(err)
	// The value's own representations override those drawn here.
	maps.Copy(drawn, d.Data)
	p.packData(drawn)
	asImage(p.out.Data)
	p.metadata(d.Metadata)
	if drawn[std.MIMETypeText] == nil {
		text = Text(v, text)
	}
	return p.completeBundle(d, text)
}

// maxTwice is how large an SVG may be to be stored as an image in HTML too.
const maxTwice = 300_000

// asImage adds an SVG that comes alone as an image in HTML. JupyterLab shows an SVG in
// its own size, however little room there is, and GitHub puts it into its page, where
// it may break.
func asImage(data map[string]any) {
	svg, ok := data[std.MIMETypeSVG].(string)
	if _, text := data[std.MIMETypeText]; !ok || len(svg) > maxTwice || len(data) > 2 || len(data) == 2 && !text {
		return
	}
	data[std.MIMETypeHTML] = draw.Image(svg, "A picture")
}

// drawKnown draws the values that have no pictures of their own and are known here.
func drawKnown(v any) (std.MIMEMap, error) {
	drawn := drawCards(v)
	var err error
	if drawn == nil {
		drawn, err = drawFigure(v)
	}
	if drawn == nil && err == nil {
		drawn, err = drawPlot(v)
	}
	if drawn == nil {
		drawn = std.MIMEMap{}
	}
	return drawn, err
}

// textOfError prefers the session's text, which has already called the Error
// method and dealt with its panics.
func textOfError(err error, text string) string {
	if text == "" {
		return fmt.Sprint(err)
	}
	return text
}

// librarySentence is the text of a library value without a text of its own: it is empty,
// or made by hand with fields that don't fit together, so that its String method panics.
func librarySentence(v any, text string) (string, bool) {
	switch v.(type) {
	case shuffle.Hands:
		return "no hands", text == ""
	case shuffle.Tickets:
		return "no tickets", text == ""
	}
	t := reflect.TypeOf(v)
	if t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	own := t != nil && strings.HasPrefix(t.PkgPath(), "riffle/shuffle")
	return fmt.Sprintf("a %v whose fields don't fit together", t), own && strings.HasPrefix(text, "%!v(PANIC=String method: ")
}

// Text is the text shown for a value, given its own: it omits the pixels of a
// picture and the fields of a plot, and is drawn where a figure says more.
func Text(v any, text string) string {
	if plain, _, ok := figureText(v); ok {
		return plain
	}
	if plain, ok := librarySentence(v, text); ok {
		return plain
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

// packer encodes values for the wire and records failures.
type packer struct {
	out  proto.Bundle
	errs []error
}

func (p *packer) noteError(err error) {
	if err != nil {
		p.errs = append(p.errs, err)
	}
}

func (p *packer) packData(data std.MIMEMap) {
	p.out.Data = make(map[string]any, len(data)+1)
	for _, mime := range slices.Sorted(maps.Keys(data)) {
		v, err := packMIME(mime, data[mime])
		if err != nil {
			p.noteError(fmt.Errorf("%s: %w", quoteMIME(mime), err))
			continue
		}
		p.out.Data[mime] = v
	}
}

func (p *packer) metadata(meta std.MIMEMap) {
	for _, mime := range slices.Sorted(maps.Keys(meta)) {
		raw, err := marshal(meta[mime])
		if err != nil {
			p.noteError(fmt.Errorf("metadata of %s: %w", mime, err))
			continue
		}
		if p.out.Metadata == nil {
			p.out.Metadata = make(map[string]any, len(meta))
		}
		p.out.Metadata[mime] = raw
	}
}

// quoteMIME spells a MIME type in an error, in quotes if it isn't a valid one.
func quoteMIME(mime string) string {
	if isMIME(mime) {
		return mime
	}
	return strconv.Quote(mime)
}

// completeBundle completes the packed representations with text and identity.
func (p *packer) completeBundle(d std.Data, text string) proto.Bundle {
	if own, ok := p.out.Data[std.MIMETypeText].(string); ok {
		text = own
	}
	p.out.Data[std.MIMETypeText] = std.Note(text, errors.Join(flat(p.errs)...))
	p.out.ID, _ = d.Transient["display_id"].(string)
	return p.out
}

// flat splits joined errors, so that each gets a line of its own.
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
