//go:build !js || riffle_all

package shim

import (
	"encoding/xml"
	"fmt"
	"go/types"
	"io"
	"reflect"
)

// Package encoding/xml passes its encoder or decoder to the user's methods, where others
// pass bytes.

type (
	writes   = func(*xml.Encoder, xml.StartElement) error
	reads    = func(*xml.Decoder, xml.StartElement) error
	makeAttr = func(xml.Name) (xml.Attr, error)
	readAttr = func(xml.Attr) error
)

// xmlEncoder describes the XML encoder, with the hook for text.
func xmlEncoder(rawText hook) encoder {
	return encoder{
		name: "xml", endless: true,
		marshal: []hook{marshalHook[*xmlPart, writes]("MarshalXML", func(p part) *xmlPart { return &xmlPart{p} }),
			marshalHook[*attrPart, makeAttr]("MarshalXMLAttr", func(p part) *attrPart { return &attrPart{p} }),
			marshalHook[*xmlText, encodes]("MarshalText", func(p part) *xmlText { return &xmlText{textPart{p}} })},
		unmarshal: []hook{unmarshalHook[rawXML, reads]("UnmarshalXML"), unmarshalHook[rawAttr, readAttr]("UnmarshalXMLAttr"), rawText},
	}
}

// xmlPart is a part with MarshalXML.
type xmlPart struct{ part }

// MarshalXML calls the user's method.
func (p *xmlPart) MarshalXML(e *xml.Encoder, start xml.StartElement) error {
	_, err := p.call("MarshalXML", e, p.start(start, p))
	return err
}

// start is an element's start, which has the name of the user's type where it has that of
// the part's.
func (p part) start(s xml.StartElement, part any) xml.StartElement {
	if n, ok := types.Unalias(deref(p.b.T.T)).(*types.Named); ok && s.Name.Local == reflect.TypeOf(part).Elem().Name() {
		s.Name.Local = n.Obj().Name()
	}
	return s
}

// xmlText is a part with MarshalText, which is an attribute or an element.
type xmlText struct{ textPart }

// MarshalXML writes the text as an element.
func (p *xmlText) MarshalXML(e *xml.Encoder, start xml.StartElement) error {
	text, err := p.MarshalText()
	if err != nil {
		return err
	}
	return e.EncodeElement(string(text), p.start(start, p))
}

// attrPart is a part with MarshalXMLAttr.
type attrPart struct{ part }

// MarshalXMLAttr calls the user's method.
func (p *attrPart) MarshalXMLAttr(name xml.Name) (xml.Attr, error) {
	out, err := p.call("MarshalXMLAttr", name)
	a, _ := out.(xml.Attr)
	return a, err
}

var (
	_ xml.Marshaler     = (*xmlPart)(nil)
	_ xml.MarshalerAttr = (*attrPart)(nil)
)

// MarshalXML fails.
func (k knot) MarshalXML(*xml.Encoder, xml.StartElement) error { return fmt.Errorf("xml: %w", errKnot) }

// rawXML keeps an element.
type rawXML struct{ tokens []xml.Token }

// UnmarshalXML keeps the element's tokens.
func (r *rawXML) UnmarshalXML(d *xml.Decoder, start xml.StartElement) error {
	r.tokens = []xml.Token{start.Copy()}
	for depth := 1; depth > 0; {
		t, err := d.Token()
		if err != nil {
			return err
		}
		switch t.(type) {
		case xml.StartElement:
			depth++
		case xml.EndElement:
			depth--
		}
		r.tokens = append(r.tokens, xml.CopyToken(t))
	}
	return nil
}

// Token returns the tokens one by one.
func (r *rawXML) Token() (xml.Token, error) {
	if len(r.tokens) == 0 {
		return nil, io.EOF
	}
	t := r.tokens[0]
	r.tokens = r.tokens[1:]
	return t, nil
}

// arguments are what the user's method gets for the element.
func (r *rawXML) arguments() ([]any, error) {
	d := xml.NewTokenDecoder(r)
	start, err := d.Token()
	if err != nil {
		return nil, err
	}
	return []any{d, start}, nil
}

// decodeXML decodes an element that was kept into what x points to.
func decodeXML(args []any, x any) error {
	start := args[1].(xml.StartElement)
	return args[0].(*xml.Decoder).DecodeElement(x, &start)
}

// rawAttr keeps an attribute.
type rawAttr struct {
	attr xml.Attr
	set  bool
}

// UnmarshalXMLAttr keeps the attribute.
func (r *rawAttr) UnmarshalXMLAttr(a xml.Attr) error {
	r.attr, r.set = a, true
	return nil
}

// keptXML is kept for XML.
func keptXML(view any) (args []any, raw bool, err error) {
	switch r := view.(type) {
	case rawAttr:
		if r.set {
			args = []any{r.attr}
		}
	case rawXML:
		if r.tokens != nil {
			args, err = r.arguments()
		}
	default:
		return nil, false, nil
	}
	return args, true, err
}
