package export

import (
	"cmp"
	"fmt"
	"go/types"
	"path"
	"slices"
	"strconv"
	"strings"
)

// reserved are names that the program uses for itself.
var reserved = []string{"main", "init", "nil", "any", "error", "panic", "recover", "string", "byte", "func"}

// name gives every object one name in the program. The first of a name keeps it.
func (t *translator) name() {
	taken := map[string]bool{}
	for _, r := range reserved {
		taken[r] = true
	}
	t.used.scan(strings.Join(reserved, " "))
	for _, e := range t.order {
		if t.canon[e.obj] != nil || e.decl != nil && e.decl.gone {
			continue
		}
		if e.kept && e.uses == 0 {
			continue
		}
		e.name = e.base
		if taken[e.base] || e.kept && t.used["out"] {
			e.name = t.used.fresh(e.base, 2)
		}
		taken[e.name], t.used[e.name] = true, true
	}
	t.imports = imports{taken: taken, defined: t.defined, module: t.opts.Module}
}

// imported is a package under one name.
type imported struct{ name, path string }

// imports are those of the program.
type imports struct {
	list    []imported
	names   map[imported]string // by what the cells call it
	taken   map[string]bool     // by the program's objects
	defined map[string]bool     // names that the cells declare anywhere
	module  string
}

// of is the name of a package that the program itself refers to.
func (m *imports) of(p string) string {
	return m.under(imported{baseName(p), p}, true)
}

// as is the name of a package that the user's text calls by a name.
func (m *imports) as(name, p string) string { return m.under(imported{name, p}, false) }

// under is the name of a package in the program. Where we write it into the user's
// text, nothing in there may have the same name.
func (m *imports) under(i imported, ours bool) string {
	if ours {
		for known, n := range m.names {
			if known.path == i.path && !m.defined[n] {
				return n
			}
		}
	}
	if n, ok := m.names[i]; ok && !(ours && m.defined[n]) {
		return n
	}
	bad := func(n string) bool {
		return m.taken[n] || ours && m.defined[n] || slices.ContainsFunc(m.list, func(o imported) bool { return o.name == n && o.path != i.path })
	}
	name := i.name
	if bad(name) && strings.HasPrefix(i.path, "riffle/") && name == "shuffle" {
		name = "riffle"
	}
	for k := 2; bad(name); k++ {
		name = fmt.Sprintf("%s%d", i.name, k)
	}
	if m.names == nil {
		m.names = map[imported]string{}
	}
	m.names[i] = name
	if !slices.Contains(m.list, imported{name, i.path}) {
		m.list = append(m.list, imported{name, i.path})
	}
	return name
}

// blank adds an import for its effects.
func (m *imports) blank(p string) {
	if !slices.Contains(m.list, imported{"_", p}) {
		m.list = append(m.list, imported{"_", p})
	}
}

// paths are the imported packages, by riffle's own paths.
func (m *imports) paths() (list []string) {
	for _, i := range m.list {
		if !slices.Contains(list, i.path) {
			list = append(list, i.path)
		}
	}
	slices.Sort(list)
	return list
}

// text is the import declaration: the library's first, then the others.
func (m *imports) text(unneeded map[imported]bool) string {
	var std, others []string
	list := slices.Clone(m.list)
	slices.SortFunc(list, func(a, b imported) int {
		return cmp.Or(cmp.Compare(m.place(a.path), m.place(b.path)), cmp.Compare(a.name, b.name))
	})
	for _, i := range list {
		if unneeded[i] {
			continue
		}
		line := strconv.Quote(m.place(i.path))
		if i.name != baseName(i.path) {
			line = i.name + " " + line
		}
		if first, _, _ := strings.Cut(i.path, "/"); strings.Contains(first, ".") || first == "riffle" {
			others = append(others, line)
		} else {
			std = append(std, line)
		}
	}
	switch {
	case len(std)+len(others) == 0:
		return ""
	case len(std)+len(others) == 1:
		return "import " + strings.Join(append(std, others...), "") + "\n"
	case len(std) > 0 && len(others) > 0:
		std = append(std, "")
	}
	return "import (\n" + strings.Join(append(std, others...), "\n") + "\n)\n"
}

// place is where the program finds a package.
func (m *imports) place(p string) string { return Place(p, m.module) }

// Place is the path of one of riffle's packages in a module, of another package its
// own.
func Place(p, module string) string {
	rest, own := strings.CutPrefix(p, "riffle/")
	if !own || module == "" {
		return p
	}
	rest = strings.TrimPrefix(rest, "internal/export/")
	return module + "/riffle/" + rest
}

// baseName is the name of a package by its path.
func baseName(p string) string {
	base := path.Base(p)
	if len(base) > 1 && base[0] == 'v' && base[1] >= '0' && base[1] <= '9' && strings.Contains(p, "/") {
		return path.Base(path.Dir(p))
	}
	return base
}

// nameOf is the name of a session's object, and whether it has one.
func (t *translator) nameOf(o types.Object) (string, bool) {
	e := t.session[t.resolve(o)]
	if e == nil || e.name == "" {
		return "", false
	}
	return e.name, true
}
