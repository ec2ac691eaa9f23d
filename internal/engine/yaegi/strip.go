package yaegi

import (
	"fmt"
	"reflect"
	"unsafe"

	"github.com/traefik/yaegi/interp"
)

// Yaegi runs closures, which it makes of the nodes of a program's trees. After that few
// nodes are needed, but all point to each other, so that a function value would keep all
// trees of its program alive, with every type and scope that they mention. A stripper
// cuts what only the compiler reads. The closures made of printed programs of the normal
// form read:
//
//   - of a function's node its children, the entry of its body, its type and the
//     types of its frame;
//   - of an assignment of several values its children, and of a call the
//     assignment of its results;
//   - the type of any node, but not where the type was mentioned.
//
// A panic reads the ancestors of nodes and their children. And each node points to its
// function's, which shows whether the function may still be called (private.tree).
type stripper struct {
	child, anc, kind, start, typ uintptr
	links                        []uintptr // fields that nothing reads in any node
	functions                    map[uint]bool
	assignments                  map[uint]bool

	types  typeStripper
	poller poller
}

// fresh is a stripper for another interpreter.
func (s stripper) fresh() stripper {
	s.types.seen = map[unsafe.Pointer]bool{}
	return s
}

// newStripper finds the fields of a node and the numbers of its kinds.
func newStripper(node reflect.Type) (s stripper, err error) {
	for _, f := range []struct {
		offset *uintptr
		name   string
		kind   reflect.Kind
	}{
		{&s.child, "child", reflect.Slice},
		{&s.anc, "anc", reflect.Pointer},
		{&s.kind, "kind", reflect.Uint},
		{&s.start, "start", reflect.Pointer},
		{&s.typ, "typ", reflect.Pointer},
	} {
		if *f.offset, err = offset(node, f.name, f.kind); err != nil {
			return s, err
		}
	}
	for _, name := range []string{"tnext", "fnext", "sym", "scope"} {
		link, err := offset(node, name, reflect.Pointer)
		if err != nil {
			return s, err
		}
		s.links = append(s.links, link)
	}
	typ, _ := node.FieldByName("typ")
	if s.types, err = newTypeStripper(typ.Type.Elem()); err != nil {
		return s, err
	}
	return s, s.findKinds(node)
}

// offset is the offset of a field in a struct of yaegi's.
func offset(in reflect.Type, name string, kind reflect.Kind) (uintptr, error) {
	f, ok := in.FieldByName(name)
	if !ok || f.Type.Kind() != kind {
		return 0, fmt.Errorf("this version of yaegi has no %s %s in its %s", kind, name, in)
	}
	return f.Offset, nil
}

// findKinds finds the kinds of nodes that need special treatment.
func (s *stripper) findKinds(node reflect.Type) error {
	numbers := kindNumbers(node)
	for _, set := range []struct {
		kinds *map[uint]bool
		names []string
	}{
		{&s.functions, []string{"funcDecl", "funcLit"}},
		{&s.assignments, []string{"assignStmt", "assignXStmt", "defineStmt", "defineXStmt"}},
	} {
		*set.kinds = map[uint]bool{}
		for _, name := range set.names {
			n, ok := numbers[name]
			if !ok {
				return fmt.Errorf("this version of yaegi has no node of the kind %s", name)
			}
			(*set.kinds)[n] = true
		}
	}
	return nil
}

// kindNumbers are the numbers of the kinds of nodes, by name.
func kindNumbers(node reflect.Type) map[string]uint {
	f, _ := node.FieldByName("kind")
	numbers := map[string]uint{}
	kind := reflect.New(f.Type).Elem()
	for n := range uint(256) {
		kind.SetUint(uint64(n))
		numbers[fmt.Sprint(kind.Interface())] = n
	}
	return numbers
}

// program strips a program's trees.
func (s *stripper) program(p *interp.Program) {
	root := (&reacher{v: reflect.ValueOf(p).Elem()}).value("root", reflect.Pointer).UnsafePointer()
	children := s.children(root)
	for _, c := range *children {
		s.tree(c, nil)
		*at(c, s.anc) = nil
	}
	*children = nil
}

// tree strips a node in a function, and what is below it.
func (s *stripper) tree(n, function unsafe.Pointer) {
	children, inner := s.children(n), function
	isFunction := s.functions[s.kindOf(n)]
	if isFunction {
		inner = n
	}
	for _, c := range *children {
		s.tree(c, inner)
	}
	s.up(n, function)
	for _, link := range s.links {
		*at(n, link) = nil
	}
	s.types.seen[*at(n, s.typ)] = true
	if !isFunction && !s.assigns(n) {
		*children = nil
	}
}

// up makes a node point directly to its function, skipping all ancestors that aren't
// read. What a variable is declared with has no function.
func (s *stripper) up(n, function unsafe.Pointer) {
	anc := at(n, s.anc)
	if function == nil || s.assigns(*anc) {
		return
	}
	if !s.functions[s.kindOf(*anc)] { // which runs its body from the start
		*at(n, s.start) = nil
	}
	*anc = function
}

// assigns reports whether a node assigns several values.
func (s *stripper) assigns(n unsafe.Pointer) bool {
	return len(*s.children(n)) > 2 && s.assignments[s.kindOf(n)]
}

func (s *stripper) kindOf(n unsafe.Pointer) uint { return *(*uint)(unsafe.Add(n, s.kind)) }

func (s *stripper) children(n unsafe.Pointer) *[]unsafe.Pointer {
	return (*[]unsafe.Pointer)(unsafe.Add(n, s.child))
}

// at is the pointer at an offset.
func at(n unsafe.Pointer, offset uintptr) *unsafe.Pointer {
	return (*unsafe.Pointer)(unsafe.Add(n, offset))
}

// typeStripper cuts types off from the code that first mentions them.
type typeStripper struct {
	parts, lists []uintptr // the types that a type consists of
	links        []uintptr
	seen         map[unsafe.Pointer]bool // those of the nodes
}

func newTypeStripper(typ reflect.Type) (s typeStripper, err error) {
	for _, f := range []struct {
		offsets *[]uintptr
		kind    reflect.Kind
		names   []string
	}{
		{&s.parts, reflect.Pointer, []string{"key", "val", "recv", "ptr"}},
		{&s.lists, reflect.Slice, []string{"arg", "ret"}},
		{&s.links, reflect.Pointer, []string{"node", "scope"}},
	} {
		for _, name := range f.names {
			o, err := offset(typ, name, f.kind)
			if err != nil {
				return s, err
			}
			*f.offsets = append(*f.offsets, o)
		}
	}
	return s, nil
}

// strip strips the types of all nodes: no other program will be compiled.
func (s *typeStripper) strip() {
	stripped := map[unsafe.Pointer]bool{nil: true}
	for t := range s.seen {
		s.typ(t, stripped)
	}
	s.seen = nil
}

func (s *typeStripper) typ(t unsafe.Pointer, stripped map[unsafe.Pointer]bool) {
	if stripped[t] {
		return
	}
	stripped[t] = true
	for _, link := range s.links {
		*at(t, link) = nil
	}
	for _, part := range s.parts {
		s.typ(*at(t, part), stripped)
	}
	for _, list := range s.lists {
		for _, part := range *(*[]unsafe.Pointer)(unsafe.Add(t, list)) {
			s.typ(part, stripped)
		}
	}
}
