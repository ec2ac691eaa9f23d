package linked

import (
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"riffle/internal/display/plain"
)

// walker finds the nodes that a value leads to, breadth first, so that of a large tree the
// top is drawn.
type walker struct {
	program string // the path of the program's package
	style   plain.Style
	most    int
	kinds   map[question]bool
	nodes   map[place]*Node
	cut     bool                  // elements weren't looked at
	linked  map[fieldOf]bool      // fields of interface types that link nodes somewhere
	byAny   map[reflect.Type]bool // types whose structs lead to others of them by a field of type any
}

// place is where a node lies. A node in an interface value has none.
type place struct {
	p uintptr
	t reflect.Type
}

type fieldOf struct {
	t    reflect.Type
	name string
}

// slot is a field of a node: links, or what it holds.
type slot struct {
	name  string
	v     reflect.Value
	links []target
	// some is set for links, even if there are none now, and perhaps for a nil interface, which
	// is one if another node's is.
	some, perhaps bool
}

// target is where a link leads: a struct, another value at its end, or nothing.
type target struct {
	name    string
	v       reflect.Value
	element bool
}

func newWalker(program string, style plain.Style, most int) *walker {
	return &walker{program, style, most, map[question]bool{}, map[place]*Node{}, false, map[fieldOf]bool{}, map[reflect.Type]bool{}}
}

// walk finds the nodes from a struct, nil if it leads to none.
func (w *walker) walk(x reflect.Value) *Graph {
	root := &Node{v: addressable(x)}
	g := &Graph{Nodes: []*Node{root}}
	w.nodes[placeOf(root.v)] = root
	root.slots = w.slotsOf(root.v, "", root.v.Type())
	if root.Holder = !w.recursive(x.Type()); root.Holder {
		w.most++
	}
	var rest []reflect.Value
	for i := 0; i < len(g.Nodes); i++ {
		n := g.Nodes[i]
		if n != root {
			n.slots = w.slotsOf(n.v, "", n.v.Type())
		}
		for _, s := range n.slots {
			rest = append(rest, w.addLinks(g, n, s)...)
		}
	}
	g.whole = w.style.Limit == 0
	if len(g.Nodes) == 1 && !slices.ContainsFunc(root.all, func(l *Link) bool { return l.To != nil }) {
		return nil
	}
	w.countRest(g, rest)
	return g
}

// addLinks adds the links of a field, and returns what isn't drawn: one link stands for all
// of it.
func (w *walker) addLinks(g *Graph, n *Node, s slot) (rest []reflect.Value) {
	for _, t := range s.links {
		l := &Link{Name: t.name, Element: t.element, field: s.name}
		if t.v.IsValid() {
			if l.To = w.nodeAt(t.v, g); l.To == nil {
				rest = append(rest, t.v)
				if l.Cut = len(rest) == 1; !l.Cut {
					continue
				}
			}
		}
		n.all = append(n.all, l)
	}
	return rest
}

// nodeAt is the node of a struct, a new one unless it was met or there are too many.
func (w *walker) nodeAt(v reflect.Value, g *Graph) *Node {
	at := placeOf(v)
	if n := w.nodes[at]; n != nil && at.p != 0 {
		return n
	}
	if len(g.Nodes) >= w.most {
		return nil
	}
	n := &Node{v: v, Holder: v.Kind() == reflect.Struct && !w.recursive(v.Type())}
	if v.Kind() == reflect.Struct {
		n.v = addressable(v)
	}
	g.Nodes = append(g.Nodes, n)
	w.nodes[at] = n
	return n
}

// countRest counts the nodes that aren't drawn, up to a number.
func (w *walker) countRest(g *Graph, rest []reflect.Value) {
	defer func() { g.AtLeast = g.AtLeast || w.cut }()
	seen := map[place]bool{}
	for len(rest) > 0 {
		v := rest[0]
		rest = rest[1:]
		at := placeOf(v)
		if at.p != 0 && (seen[at] || w.nodes[at] != nil) {
			continue
		}
		if g.Left == maxCounted {
			g.AtLeast = true
			return
		}
		seen[at] = true
		g.Left++
		for _, s := range w.slotsOf(v, "", v.Type()) {
			for _, t := range s.links {
				if t.v.IsValid() {
					rest = append(rest, t.v)
				}
			}
		}
	}
}

func placeOf(v reflect.Value) place {
	if v.Kind() != reflect.Struct || !v.CanAddr() {
		return place{}
	}
	return place{v.Addr().Pointer(), v.Type()}
}

// addressable is a struct whose fields can be looked at.
func addressable(v reflect.Value) reflect.Value {
	if v.CanAddr() {
		return v
	}
	c := reflect.New(v.Type()).Elem()
	c.Set(v)
	return c
}

// slotsOf are the fields of a struct, in place of structs with links in it those of these,
// unless they are nodes themselves. Links that lead back come last.
func (w *walker) slotsOf(v reflect.Value, path string, of reflect.Type) []slot {
	if v.Kind() != reflect.Struct {
		return nil
	}
	v = addressable(v)
	var list []slot
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if f.Name == "_" {
			continue
		}
		x, name := plain.Field(v, i), path+f.Name
		if x.Kind() == reflect.Struct && w.holdsLinks(f.Type) {
			if f.Anonymous {
				name = strings.TrimSuffix(path, ".")
			}
			if name != "" {
				name += "."
			}
			list = append(list, w.slotsOf(x, name, of)...)
			continue
		}
		list = append(list, w.slotOf(name, x, of))
	}
	if path == "" {
		slices.SortStableFunc(list, func(a, b slot) int { return order(a) - order(b) })
	}
	return list
}

// holdsLinks reports whether a struct inside of another has links that are the other's.
func (w *walker) holdsLinks(t reflect.Type) bool {
	return w.ask(t, holds, func() bool {
		return w.isUsersOrLiteral(t) && !w.printsItself(t) && !isDirect(t) && w.reaches(t)
	})
}

func order(s slot) int {
	if s.some && leadsBack(s.name) {
		return 1
	}
	return 0
}

// slotOf is a field as links or as what is held.
func (w *walker) slotOf(name string, x reflect.Value, of reflect.Type) slot {
	s := slot{name: name, v: x}
	if !x.CanInterface() || w.printsItself(x.Type()) {
		return s
	}
	switch k := x.Kind(); k {
	case reflect.Slice, reflect.Array:
		if !w.mayLink(x.Type().Elem(), of) {
			return s
		}
		for i := range w.atMost(x.Len()) {
			s.add(w.targetOf(x.Index(i), of), name+"["+strconv.Itoa(i)+"]", true)
		}
		s.some = s.some || x.Type().Elem().Kind() != reflect.Interface
	case reflect.Map:
		if !w.mayLink(x.Type().Elem(), of) {
			return s
		}
		keys := plain.SortedKeys(x)
		for _, key := range keys[:w.atMost(len(keys))] {
			s.add(w.targetOf(x.MapIndex(key), of), name+"["+w.keyText(key)+"]", true)
		}
		s.some = s.some || x.Type().Elem().Kind() != reflect.Interface
	default:
		w.slotOfField(&s, x, of)
	}
	return s
}

// atMost is how many of the elements of a field are looked at.
func (w *walker) atMost(n int) int {
	if most := w.most + maxCounted; n > most {
		w.cut = true
		return most
	}
	return n
}

// slotOfField is a field that is a pointer, an interface or a struct.
func (w *walker) slotOfField(s *slot, x reflect.Value, of reflect.Type) {
	t := w.targetOf(x, of)
	isNil := (x.Kind() == reflect.Pointer || x.Kind() == reflect.Interface) && x.IsNil()
	switch {
	case t.IsValid():
		s.add(t, s.name, false)
		if x.Kind() == reflect.Interface {
			w.linked[fieldOf{of, s.name}] = true
		}
	case isNil && w.mayLink(x.Type(), of):
		s.links, s.some = []target{{name: s.name}}, true
	case isNil && x.Kind() == reflect.Interface:
		s.perhaps = true
	}
}

// add adds a link, if there is a target. Elements that are nil are seen by the indices.
func (s *slot) add(t reflect.Value, name string, element bool) {
	if t.IsValid() {
		s.links, s.some = append(s.links, target{name, t, element}), true
	}
}

// targetOf is the node that a value leads to or is, or what stands for one in an interface
// that nodes implement.
func (w *walker) targetOf(x reflect.Value, of reflect.Type) reflect.Value {
	in := x.Type()
	if x.Kind() == reflect.Interface {
		if x.IsNil() {
			return reflect.Value{}
		}
		x = x.Elem()
	}
	v := x
	if x.Kind() == reflect.Pointer && !x.IsNil() {
		v = x.Elem()
	}
	if v.Kind() == reflect.Struct && w.isNodeType(v.Type()) {
		return v
	}
	if in.Kind() == reflect.Interface && v != x && v.Type() == of && w.isUsers(of) && !w.printsItself(of) {
		w.byAny[of] = true
		return v
	}
	if in.Kind() == reflect.Interface && w.mayLink(in, of) {
		return x
	}
	return reflect.Value{}
}

// mayLink reports whether values of a type may lead from a struct's type to nodes.
func (w *walker) mayLink(t, of reflect.Type) bool {
	switch t.Kind() {
	case reflect.Pointer:
		return w.isNodeType(t.Elem())
	case reflect.Struct:
		return w.isNodeType(t)
	case reflect.Interface:
		return w.isUsers(t) && t.NumMethod() > 0 && w.isNodeType(of) && implements(of, t)
	}
	return false
}

// keyText is a map's key. One of kind int32 is nearly always a rune.
func (w *walker) keyText(key reflect.Value) string {
	if key.Kind() == reflect.Int32 && unicode.IsPrint(rune(key.Int())) && !w.printsItself(key.Type()) {
		return strconv.QuoteRune(rune(key.Int()))
	}
	return w.cutText(key)
}

// ---- types ----

// isUsers reports whether the program declares a type.
func (w *walker) isUsers(t reflect.Type) bool { return t.PkgPath() == w.program }

func (w *walker) isUsersOrLiteral(t reflect.Type) bool { return w.isUsers(t) || t.Name() == "" }

// printsItself reports whether values of a type, or pointers to them, have a method that
// prints them.
func (w *walker) printsItself(t reflect.Type) bool {
	return w.ask(t, prints, func() bool {
		return plain.TypePrintsItself(t) || t.Kind() == reflect.Struct && plain.TypePrintsItself(reflect.PointerTo(t))
	})
}

// question is what the walker asks of a type. The answers are kept, as there may be thousands
// of nodes.
type question struct {
	t    reflect.Type
	what byte
}

const (
	prints byte = iota
	isNode
	isRecursive
	holds
)

func (w *walker) ask(t reflect.Type, what byte, find func() bool) bool {
	q := question{t, what}
	answer, known := w.kinds[q]
	if !known {
		answer = find()
		w.kinds[q] = answer
	}
	return answer
}

func implements(t, in reflect.Type) bool {
	return t.Implements(in) || reflect.PointerTo(t).Implements(in)
}

// isNodeType reports whether structs of a type are drawn: they lead to structs of their own
// type, or to some that do.
func (w *walker) isNodeType(t reflect.Type) bool {
	return w.byAny[t] || w.ask(t, isNode, func() bool {
		return t.Kind() == reflect.Struct && w.isUsers(t) && !w.printsItself(t) && w.reaches(t)
	})
}

// maxTypes is how many types are looked at for one.
const maxTypes = 100

// reaches reports whether a type leads to structs that lead to themselves.
func (w *walker) reaches(t reflect.Type) bool {
	return w.recursive(t) || slices.ContainsFunc(w.structsBelow(t), w.recursive)
}

// recursive reports whether structs of a type lead to others of it.
func (w *walker) recursive(t reflect.Type) bool {
	return w.byAny[t] || w.ask(t, isRecursive, func() bool {
		return w.isUsers(t) && !w.printsItself(t) && slices.Contains(w.structsBelow(t), t)
	})
}

// isDirect reports whether a struct has a field that leads to its own type, with nothing in
// between.
func isDirect(t reflect.Type) bool {
	for i := range t.NumField() {
		f := t.Field(i).Type
		for f.Name() == "" && slices.Contains([]reflect.Kind{reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map}, f.Kind()) {
			f = f.Elem()
		}
		if f == t {
			return true
		}
	}
	return false
}

// structsBelow are the types of structs that those of a type lead to.
func (w *walker) structsBelow(root reflect.Type) []reflect.Type {
	var found []reflect.Type
	var look func(t reflect.Type)
	fields := func(t reflect.Type) {
		for i := range t.NumField() {
			look(t.Field(i).Type)
		}
	}
	look = func(t reflect.Type) {
		switch t.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
			look(t.Elem())
		case reflect.Interface:
			if w.isUsers(t) && t.NumMethod() > 0 && implements(root, t) && !slices.Contains(found, root) {
				found = append(found, root)
			}
		case reflect.Struct:
			if !w.isUsersOrLiteral(t) || w.printsItself(t) || slices.Contains(found, t) || len(found) == maxTypes {
				return
			}
			found = append(found, t)
			fields(t)
		}
	}
	if root.Kind() == reflect.Struct {
		fields(root)
	}
	return found
}

// ---- texts ----

// maxText is the length of a node's text.
const maxText = 60

// writeTexts writes what the nodes hold.
func (w *walker) writeTexts(g *Graph) {
	var types []reflect.Type
	for _, n := range g.Nodes {
		for _, s := range n.slots {
			if s.perhaps && w.linked[fieldOf{n.v.Type(), s.name}] {
				n.all = append(n.all, &Link{Name: s.name, field: s.name})
			}
		}
		if t := n.v.Type(); t.Kind() == reflect.Struct && !n.Holder && !slices.Contains(types, t) {
			types = append(types, t)
		}
	}
	for i, n := range g.Nodes {
		n.Text = w.textOf(n, n.Holder || len(types) > 1, n.Holder && i == 0)
	}
}

// textOf is what a node holds, with its type's name if there are several. What holds the
// nodes is written out as ever.
func (w *walker) textOf(n *Node, named, whole bool) string {
	if n.v.Kind() != reflect.Struct || !w.isNodeType(n.v.Type()) && !n.Holder {
		return w.cutText(n.v)
	}
	var parts []string
	last := ""
	for _, s := range n.slots {
		if s.some || s.perhaps && w.linked[fieldOf{n.v.Type(), s.name}] {
			continue
		}
		if last = w.cutText(s.v); whole {
			last = oneLine(w.style.TextOf(s.v))
		}
		parts = append(parts, s.name+":"+last)
	}
	name := strings.ReplaceAll(n.v.Type().Name(), "main.", "")
	switch {
	case len(parts) == 0 && name == "":
		return "struct"
	case len(parts) == 0:
		return name
	case len(parts) == 1 && !n.Holder:
		parts[0] = last
		if !named {
			return last
		}
	}
	if !named {
		name = ""
	}
	text := name + "{" + strings.Join(parts, " ") + "}"
	if !whole {
		text = shortened(text)
	}
	return text
}

// cutText is a value on one short line.
func (w *walker) cutText(v reflect.Value) string {
	style := w.style
	style.Brief, style.Limit = true, maxText
	return shortened(oneLine(style.TextOf(v)))
}

// oneLine is the text of a method, which may have several lines, on one.
func oneLine(s string) string { return strings.Join(strings.FieldsFunc(s, unicode.IsControl), " ") }

func shortened(s string) string {
	if r := []rune(s); len(r) > maxText {
		return string(r[:maxText-1]) + "…"
	}
	return s
}
