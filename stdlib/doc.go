package stdlib

import "encoding/json"

// Doc returns the documentation comment of a package (name ""), of an exported
// name of it ("Println"), or of a type's method or field ("Builder.WriteString"),
// in the markup that go/doc/comment reads. ok is false for unknown names; an
// undocumented one has an empty text. Predeclared names are in package
// "builtin".
func Doc(path, name string) (text string, ok bool) {
	return documentation(path).doc(name)
}

// Decl returns the declaration of a name that Doc knows, as go doc shows it: a
// function without its body, a type without what it doesn't export, a constant
// in its group.
func Decl(path, name string) (decl string, ok bool) {
	return documentation(path).decl(name)
}

// documented is one entry of an embedded doc file.
type documented struct{ Decl, Group, Text string }

// page is an embedded doc file: a package's names.
type page map[string]documented

func (p page) doc(name string) (text string, ok bool) {
	d, ok := p[name]
	return d.Text, ok
}

func (p page) decl(name string) (decl string, ok bool) {
	d, ok := p[name]
	if d.Group != "" {
		d = p[d.Group]
	}
	return d.Decl, ok
}

// documentation reads what is known of a package; nil for nothing.
func documentation(path string) page {
	b, err := readEmbedded("doc/" + path + ".json")
	if err != nil {
		return nil
	}
	var m page
	if json.Unmarshal(b, &m) != nil {
		return nil
	}
	return m
}
