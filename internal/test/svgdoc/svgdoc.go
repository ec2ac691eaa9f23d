// Package svgdoc looks at pictures as the viewers of notebooks see them: each SVG as a
// document of its own. Call [Check] for one, and [InHTML] for those in a page.
package svgdoc

import (
	"encoding/xml"
	"errors"
	"fmt"
	"html"
	"io"
	"net/url"
	"regexp"
	"strconv"
	"strings"
)

const namespace = "http://www.w3.org/2000/svg"

// Check says what keeps an SVG from being shown as an image anywhere: that it isn't XML
// or has no size, that it needs or does something, that it inherits a colour, or that
// nothing is written for who can't see it.
func Check(svg string) error {
	d := xml.NewDecoder(strings.NewReader(svg))
	names := map[string]bool{}
	for root := true; ; {
		t, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		e, ok := t.(xml.StartElement)
		if !ok {
			continue
		}
		if root {
			if err := checkRoot(e); err != nil {
				return err
			}
			root = false
		}
		names[e.Name.Local] = true
		if err := checkElement(e); err != nil {
			return err
		}
	}
	if !names["title"] && !names["desc"] {
		return errors.New("neither a title nor a description")
	}
	return nil
}

func checkRoot(e xml.StartElement) error {
	if e.Name.Space != namespace || e.Name.Local != "svg" {
		return fmt.Errorf("the root is %v", e.Name)
	}
	for _, name := range []string{"width", "height"} {
		if n, err := strconv.ParseFloat(attribute(e, name), 64); err != nil || n <= 0 {
			return fmt.Errorf("%s=%q", name, attribute(e, name))
		}
	}
	if want := fmt.Sprintf("0 0 %s %s", attribute(e, "width"), attribute(e, "height")); attribute(e, "viewBox") != want {
		return fmt.Errorf("viewBox=%q, want %q", attribute(e, "viewBox"), want)
	}
	return nil
}

func checkElement(e xml.StartElement) error {
	switch e.Name.Local {
	case "script", "style", "foreignObject", "image", "a", "use":
		return fmt.Errorf("an element %s", e.Name.Local)
	}
	for _, a := range e.Attr {
		switch {
		case strings.HasPrefix(a.Name.Local, "on"), a.Name.Local == "href", strings.Contains(a.Value, "url("):
			return fmt.Errorf("%s %s=%q", e.Name.Local, a.Name.Local, a.Value)
		case a.Value == "currentColor", strings.Contains(a.Value, "NaN"), strings.Contains(a.Value, "Inf"):
			return fmt.Errorf("%s %s=%q", e.Name.Local, a.Name.Local, a.Value)
		}
	}
	return nil
}

func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

var source = regexp.MustCompile(`src="data:image/svg\+xml;charset=utf-8,([^"]*)"`)

// InHTML are the pictures that are images in a piece of HTML.
func InHTML(page string) (svgs []string, err error) {
	for _, m := range source.FindAllStringSubmatch(page, -1) {
		svg, err := url.PathUnescape(html.UnescapeString(m[1]))
		if err != nil {
			return nil, err
		}
		svgs = append(svgs, svg)
	}
	return svgs, nil
}
