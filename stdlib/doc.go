package stdlib

import "encoding/json"

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
func documentation(path string) (page, error) {
	b, err := docData(path)
	if b == nil || err != nil {
		return nil, err
	}
	var m page
	err = json.Unmarshal(b, &m)
	return m, err
}
