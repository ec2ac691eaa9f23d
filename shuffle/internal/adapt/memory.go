package adapt

import (
	"container/list"
	"reflect"
	"slices"
	"strings"
	"unsafe"

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

// plain reports whether values of a type refer to nothing that could change.
func plain(t reflect.Type) bool {
	k := t.Kind()
	return k <= reflect.Complex128 || k == reflect.String
}

// saved is memory as it was, to be put back.
type saved struct {
	blocks []block
	seen   map[place]bool
	left   int // how many bytes more are saved
}

// place is memory that was saved, as a value of a type: a struct lies where its first field
// does.
type place struct {
	at unsafe.Pointer
	t  reflect.Type
}

// isSeen reports whether a place was seen before, and notes it.
func (s *saved) isSeen(at unsafe.Pointer, t reflect.Type) bool {
	seen := s.seen[place{at, t}]
	s.seen[place{at, t}] = true
	return seen
}

// block is a part of it: a variable, or what a pointer, a slice or a map leads to.
type block struct {
	name string // of the variable that leads there
	now  reflect.Value
	then reflect.Value
	// entries says that it is the entries of a map, not the variable that holds one.
	entries bool
}

// maxSaved is how many bytes are saved.
const maxSaved = 1 << 20

// save saves variables with all that they lead to; nil if that is too much.
func save(vs []drawn.Variable) *saved {
	s := &saved{seen: map[place]bool{}, left: maxSaved}
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
	if s.left < 0 || s.isSeen(p, v.Type()) {
		return
	}
	s.left -= int(v.Type().Size())
	then := variable(v)
	s.blocks = append(s.blocks, block{name, v, then, false})
	s.follow(name, v)
}

// follow saves what a value leads to.
func (s *saved) follow(name string, v reflect.Value) {
	v = settable(v)
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() && owned(v.Type().Elem()) {
			s.block(name, v.Elem())
		}
	case reflect.Slice:
		if v.Len() > 0 {
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
		if !v.IsNil() && !s.isSeen(v.UnsafePointer(), v.Type()) {
			now, then := variable(v), cloneMap(v)
			s.left -= 16 * v.Len()
			s.blocks = append(s.blocks, block{name, now, then, true})
			for it := v.MapRange(); !plain(v.Type().Elem()) && it.Next(); {
				s.follow(name, variable(it.Value()))
			}
		}
	case reflect.Interface:
		if p := v.Elem(); p.IsValid() && p.Kind() == reflect.Pointer {
			s.follow(name, p)
		}
	}
}

// cloneMap is another map with the same entries.
func cloneMap(m reflect.Value) reflect.Value {
	c := reflect.MakeMapWithSize(m.Type(), m.Len())
	for it := m.MapRange(); it.Next(); {
		c.SetMapIndex(it.Key(), it.Value())
	}
	return c
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
	if b.entries {
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
		switch {
		case !which(b):
		case !b.entries:
			b.now.Set(b.then)
		case b.differs():
			b.now.Clear()
			for it := b.then.MapRange(); it.Next(); {
				b.now.SetMapIndex(it.Key(), it.Value())
			}
		}
	}
}

var listType = reflect.TypeFor[list.List]()
