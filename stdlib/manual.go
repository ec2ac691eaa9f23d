package stdlib

import "sync"

// Manual is Doc and Decl with a memory: it reads the documentation of a package
// once, when it is first asked about it. The zero value is ready, and safe for
// concurrent use.
type Manual struct {
	mu    sync.Mutex
	pages map[string]page
}

// Doc is the function Doc.
func (m *Manual) Doc(path, name string) (text string, ok bool) { return m.page(path).doc(name) }

// Decl is the function Decl.
func (m *Manual) Decl(path, name string) (decl string, ok bool) { return m.page(path).decl(name) }

// page is the documentation of one package.
func (m *Manual) page(path string) page {
	m.mu.Lock()
	defer m.mu.Unlock()
	p, ok := m.pages[path]
	if !ok {
		if m.pages == nil {
			m.pages = map[string]page{}
		}
		p = documentation(path)
		m.pages[path] = p
	}
	return p
}
