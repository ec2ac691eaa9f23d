package adapt

import (
	"container/list"
	"reflect"
	"slices"
	"strings"
	"unsafe"

	"riffle/shuffle"
	"riffle/shuffle/drawn"
)

// settable is a value that can be set and read although its field isn't exported.
func settable(v reflect.Value) reflect.Value {
	if v.CanAddr() {
		return reflect.NewAt(v.Type(), v.Addr().UnsafePointer()).Elem()
	}
	return v
}

// copied reports whether values of a type are copied for a call: those of the function's own
// types, unless they draw.
func copied(t reflect.Type) bool { return owned(t) && !isGenerator(reflect.PointerTo(t)) }

// owned reports whether values of a type are the function's, to be put back: not a generator
// of the library's, a file, or a lock.
func owned(t reflect.Type) bool {
	switch t.PkgPath() {
	case "container/list", "container/ring", "math/big", "strings":
		return true
	}
	root, _, _ := strings.Cut(t.PkgPath(), "/")
	return !slices.Contains(libraryRoots, root)
}

// isGenerator reports whether a type draws, the user's own ones included: a copy would draw
// the same again.
func isGenerator(t reflect.Type) bool {
	for _, name := range []string{"IntN", "Intn", "Uint64", "Int63"} {
		if _, draws := t.MethodByName(name); draws {
			return true
		}
	}
	return false
}

// libraryRoots are the first elements of the paths of the library's packages that have
// types with state.
var libraryRoots = strings.Fields("archive bufio bytes compress container context crypto database debug encoding expvar " +
	"flag go hash html image index io log math mime net os path reflect regexp runtime sync syscall testing text time unique weak")

// copier makes deep copies.
type copier struct {
	of map[unsafe.Pointer]reflect.Value
	// rng, unless nil, takes the place of generators of package shuffle in interfaces.
	rng shuffle.PRNG
}

// copyOf is a deep copy of a value, in memory of its own: addressable. Generators of package
// shuffle are replaced by rng.
func copyOf(v reflect.Value, rng shuffle.PRNG) reflect.Value {
	c := reflect.New(v.Type()).Elem()
	c.Set(v)
	copier{map[unsafe.Pointer]reflect.Value{}, rng}.deepen(c)
	return c
}

// replaced reports whether the value of an interface is a generator that rng replaces.
func (c copier) replaced(v reflect.Value) bool {
	if c.rng == nil || v.IsNil() || v.NumMethod() == 0 || !reflect.TypeOf(c.rng).Implements(v.Type()) {
		return false
	}
	g, ok := v.Interface().(shuffle.PRNG)
	t := reflect.TypeOf(g)
	return ok && t.Kind() == reflect.Pointer && t.Elem().PkgPath() == reflect.TypeFor[shuffle.Card]().PkgPath()
}

// deepen replaces what a value refers to by copies.
func (c copier) deepen(v reflect.Value) {
	v = settable(v)
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() && copied(v.Type().Elem()) {
			v.Set(c.pointee(v))
		}
	case reflect.Slice:
		if !v.IsNil() {
			s := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
			reflect.Copy(s, v)
			v.Set(s)
			c.elements(v)
		}
	case reflect.Array:
		c.elements(v)
	case reflect.Struct:
		for i := range v.NumField() {
			c.deepen(v.Field(i))
		}
	case reflect.Map:
		if !v.IsNil() {
			m := reflect.MakeMapWithSize(v.Type(), v.Len())
			for it := v.MapRange(); it.Next(); {
				m.SetMapIndex(it.Key(), it.Value())
			}
			v.Set(m)
		}
	case reflect.Interface:
		if c.replaced(v) {
			v.Set(reflect.ValueOf(c.rng))
		} else if p := v.Elem(); p.IsValid() && p.Kind() == reflect.Pointer && !p.IsNil() && copied(p.Type().Elem()) {
			v.Set(c.pointee(p))
		}
	}
}

func (c copier) elements(v reflect.Value) {
	if plain(v.Type().Elem()) {
		return
	}
	for i := range v.Len() {
		c.deepen(v.Index(i))
	}
}

// plain reports whether values of a type refer to nothing that could change.
func plain(t reflect.Type) bool {
	k := t.Kind()
	return k <= reflect.Complex128 || k == reflect.String
}

// pointee is a pointer to a copy of what p points to.
func (c copier) pointee(p reflect.Value) reflect.Value {
	if known, ok := c.of[p.UnsafePointer()]; ok && known.Type() == p.Type() {
		return known
	}
	q := reflect.New(p.Type().Elem())
	c.of[p.UnsafePointer()] = q
	q.Elem().Set(p.Elem())
	c.deepen(q.Elem())
	return q
}

// saved is memory as it was, to be put back.
type saved struct {
	blocks []block
	seen   map[unsafe.Pointer]bool
	left   int // how many bytes more are saved
}

// block is a part of it: a variable, or what a pointer, a slice or a map leads to.
type block struct {
	name string // of the variable that leads there
	now  reflect.Value
	then reflect.Value
}

// maxSaved is how many bytes are saved.
const maxSaved = 1 << 20

// save saves variables with all that they lead to; nil if that is too much.
func save(vs []drawn.Variable) *saved {
	s := &saved{seen: map[unsafe.Pointer]bool{}, left: maxSaved}
	for _, v := range vs {
		s.block(v.Name, v.Value)
	}
	if s.left < 0 {
		return nil
	}
	return s
}

// block saves memory.
func (s *saved) block(name string, v reflect.Value) {
	p := v.Addr().UnsafePointer()
	if s.left -= int(v.Type().Size()); s.left < 0 || s.seen[p] && v.Kind() != reflect.Struct {
		return
	}
	s.seen[p] = true
	then := reflect.New(v.Type()).Elem()
	then.Set(v)
	s.blocks = append(s.blocks, block{name, v, then})
	s.follow(name, v)
}

// follow saves what a value leads to.
func (s *saved) follow(name string, v reflect.Value) {
	v = settable(v)
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() && owned(v.Type().Elem()) && !s.seen[v.UnsafePointer()] {
			s.block(name, v.Elem())
		}
	case reflect.Slice:
		if v.Len() > 0 && !s.seen[v.UnsafePointer()] {
			s.block(name, reflect.NewAt(reflect.ArrayOf(v.Len(), v.Type().Elem()), v.UnsafePointer()).Elem())
		}
	case reflect.Array:
		for i := 0; i < v.Len() && !plain(v.Type().Elem()); i++ {
			s.follow(name, v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			s.follow(name, v.Field(i))
		}
	case reflect.Map:
		if !v.IsNil() && !s.seen[v.UnsafePointer()] {
			s.seen[v.UnsafePointer()] = true
			then := reflect.New(v.Type()).Elem()
			then.Set(v)
			copier{of: map[unsafe.Pointer]reflect.Value{}}.deepen(then)
			s.left -= 16 * v.Len()
			s.blocks = append(s.blocks, block{name, v, then})
		}
	case reflect.Interface:
		if p := v.Elem(); p.IsValid() && p.Kind() == reflect.Pointer {
			s.follow(name, p)
		}
	}
}

// changed is the name of a variable that has changed, empty for none; but skips blocks.
func (s *saved) changed(but func(block) bool) string {
	for _, b := range s.blocks {
		if b.differs() && (but == nil || !but(b)) {
			return b.name
		}
	}
	return ""
}

func (b block) differs() bool {
	if b.now.Kind() == reflect.Map && !b.now.CanAddr() {
		return !reflect.DeepEqual(b.now.Interface(), b.then.Interface())
	}
	size := b.now.Type().Size()
	return unsafe.String((*byte)(b.now.Addr().UnsafePointer()), size) != unsafe.String((*byte)(b.then.Addr().UnsafePointer()), size)
}

// restore puts it back, or of it what is chosen.
func (s *saved) restore(which func(block) bool) {
	if which == nil {
		which = func(block) bool { return true }
	}
	for _, b := range s.blocks {
		if !which(b) {
			continue
		}
		if b.now.Kind() != reflect.Map {
			b.now.Set(b.then)
			continue
		}
		if b.now.CanAddr() {
			b.now.Set(b.then)
		}
	}
	for _, b := range s.blocks {
		if which(b) && b.now.Kind() == reflect.Map && b.differs() {
			b.now.Clear()
			for it := b.then.MapRange(); it.Next(); {
				b.now.SetMapIndex(it.Key(), it.Value())
			}
		}
	}
}

var listType = reflect.TypeFor[list.List]()
