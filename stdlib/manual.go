package stdlib

import "sync"

// Manual is the documentation of all packages. It reads that of a package once,
// when it is first asked about it. The zero value is ready, and safe for concurrent
// use.
type Manual struct {
	mu    sync.Mutex
	pages map[string]page
}

// Doc returns the documentation comment of a package (name ""), of an exported
// name of it ("Println"), or of a type's method or field ("Builder.WriteString"),
// in the markup that go/doc/comment reads. ok is false for unknown names; an
// undocumented one has an empty text. Predeclared names are in package
// "builtin".
func (m *Manual) Doc(path, name string) (text string, ok bool) { return m.page(path).doc(name) }

// Decl returns the declaration of a name that Doc knows, as go doc shows it: a
// function without its body, a type without what it doesn't export, a constant
// in its group.
func (m *Manual) Decl(path, name string) (decl string, ok bool) { return m.page(path).decl(name) }

// page is the documentation of one package. One that can't be had now is asked for again
// the next time.
func (m *Manual) page(path string) page {
	m.mu.Lock()
	defer m.mu.Unlock()
	p, ok := m.pages[path]
	if ok {
		return p
	}
	p, err := documentation(path)
	if err != nil {
		return nil
	}
	if m.pages == nil {
		m.pages = map[string]page{}
	}
	m.pages[path] = p
	return p
}
