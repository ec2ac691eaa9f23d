package rtype

import (
	"fmt"
	"go/types"
	"reflect"
	"slices"
	"strings"
	"unsafe"

	"riffle/internal/typename"
)

// methodTables are those of a made type and of its pointers.
type methodTables struct {
	of               types.Type
	values, pointers methodTable
	replaced         bool // a method by one with another signature
}

// methodTable is what a Maker knows of the methods of a made type.
type methodTable struct {
	block  block
	pkg    string
	bodies []body // in the order of the methods' ids
	// What the type had first is in its block. There is room for two more tables, once
	// methods have come later: one is read while the next is written.
	capacity, current int
	later             []method
}

type body struct {
	id   string
	fn   reflect.Type // its type
	bare reflect.Type // the method's type without its receiver
	stub int32
}

// find is where the body of a method is, or belongs.
func (t *methodTable) find(id string) (i int, found bool) {
	return slices.BinarySearchFunc(t.bodies, id, func(b body, id string) int { return strings.Compare(b.id, id) })
}

// maxMethods is what the count in a descriptor can hold.
const maxMethods = 1<<16 - 1

// fillMethods makes the tables of methods of a type and of its pointers.
func (m *Maker) fillMethods(t types.Type, b, ptr block, pkg string) {
	if types.IsInterface(t) {
		return
	}
	p := types.NewPointer(t)
	tables := &methodTables{of: t, values: m.newTable(t, b, pkg), pointers: m.newTable(p, ptr, pkg)}
	if m.methods == nil {
		m.methods = map[reflect.Type]*methodTables{}
	}
	m.methods[b.typ()] = tables
	m.enter(p, &tables.pointers, nil)
	m.enter(t, &tables.values, &tables.pointers)
}

func (m *Maker) newTable(recv types.Type, b block, pkg string) methodTable {
	return methodTable{block: b, pkg: pkg, capacity: types.NewMethodSet(recv).Len() + m.Room}
}

// fits reports whether a table has room for the methods that a type has by now.
func (t *methodTable) fits(recv types.Type) bool {
	return types.NewMethodSet(recv).Len() <= t.capacity
}

// complete reports whether the tables have the methods that a type has by now. It forgets
// those with another signature.
func (m *Maker) complete(of *methodTables) bool {
	values := m.completeTable(of, of.of, &of.values)
	return m.completeTable(of, types.NewPointer(of.of), &of.pointers) && values
}

func (m *Maker) completeTable(of *methodTables, recv types.Type, t *methodTable) bool {
	found := types.NewMethodSet(recv)
	all := found.Len() == int(t.un().count)
	for s := range found.Methods() {
		id := s.Obj().(*types.Func).Id()
		i, known := t.find(id)
		if known && t.bodies[i].bare != m.bare(s.Type()) {
			t.bodies = slices.Delete(t.bodies, i, i+1)
			known, of.replaced = false, true
		}
		all = all && known
	}
	return all
}

// makeRoom makes room for methods that come later.
func (t *methodTable) makeRoom() (err error) {
	if t.later == nil {
		t.later, err = t.block.entries(2 * t.capacity)
	}
	return err
}

// next is the table that isn't read.
func (t *methodTable) next(n int) []method {
	if t.later == nil {
		return t.block.methods[:n]
	}
	t.current = 1 - t.current
	return t.later[t.current*t.capacity:][:n]
}

func (t *methodTable) un() *uncommon { return t.block.un }

// enter writes a table of methods. Methods of values are called by the words of
// interfaces as those of pointers are, unless the word is the value.
func (m *Maker) enter(recv types.Type, t, pointers *methodTable) {
	found := selections(recv)
	if len(found) > maxMethods {
		panic(fmt.Sprintf("it has %d methods, and a type can have %d", len(found), maxMethods))
	}
	entries := t.next(len(found))
	public := 0
	for i, s := range found {
		f := s.Obj().(*types.Func)
		if f.Exported() {
			public++
		}
		own := m.bodyOf(recv, s, t)
		e := method{name: m.methodLabel(f, t.pkg).number(), typ: addReflectOff(address(m.bare(f.Type()))), word: own, value: own}
		if pointers != nil && !direct(t.block.typ()) {
			i, _ := pointers.find(f.Id())
			e.word = pointers.bodies[i].stub
		}
		entries[i] = e
	}
	t.un().offset = uint32(uintptr(unsafe.Pointer(unsafe.SliceData(entries))) - uintptr(unsafe.Pointer(t.un())))
	t.un().count, t.un().public = uint16(len(found)), uint16(public)
	if len(found) > 0 {
		t.block.header().flag |= flagUncommon
	}
}

// selections are the methods of a type in the order of its table.
func selections(t types.Type) []*types.Selection {
	return slices.SortedFunc(types.NewMethodSet(t).Methods(), func(a, b *types.Selection) int {
		return compareMethods(a.Obj().(*types.Func), b.Obj().(*types.Func))
	})
}

func (m *Maker) methodLabel(f *types.Func, pkg string) label {
	l := label{text: f.Name(), exported: f.Exported()}
	if own := m.pkgPath(f.Pkg()); !f.Exported() && own != pkg {
		l.pkg = own
	}
	return l
}

// bodyOf is the stub of a method; one that the table has stays.
func (m *Maker) bodyOf(recv types.Type, s *types.Selection, t *methodTable) int32 {
	id := s.Obj().Id()
	i, known := t.find(id)
	if known {
		return t.bodies[i].stub
	}
	first := reflect.TypeFor[unsafe.Pointer]()
	if _, ok := recv.(*types.Pointer); !ok {
		first = m.shape(recv)
	}
	bare := m.bare(s.Type())
	fn := prepend(first, bare)
	stub, err := newStub(m.Body(Method{Recv: recv, Selection: s, Func: fn}))
	if err != nil {
		panic(err)
	}
	t.bodies = slices.Insert(t.bodies, i, body{id, fn, bare, stub})
	return stub
}

// prepend is a function type with one more parameter in front.
func prepend(first, f reflect.Type) reflect.Type {
	in := []reflect.Type{first}
	for p := range f.Ins() {
		in = append(in, p)
	}
	return reflect.FuncOf(in, slices.Collect(f.Outs()), f.IsVariadic())
}

// Has reports whether a made type, or its pointers, still have the method with this id and a
// body of this type.
func (m *Maker) Has(t types.Type, pointer bool, id string, fn reflect.Type) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	tables := m.tables(t)
	if tables == nil { // settled, and none was replaced
		return true
	}
	of := &tables.values
	if pointer {
		of = &tables.pointers
	}
	i, found := of.find(id)
	return found && of.bodies[i].fn == fn
}

// tables are the tables of methods of a made type, nil for another one and for one that is
// settled.
func (m *Maker) tables(t types.Type) *methodTables {
	return m.methods[m.made.at(t)]
}

// Settle tells which types get no methods any more: others get the room that was left for
// theirs. AddMethods says so if one does.
func (m *Maker) Settle(final func(types.Type) bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for made, tables := range m.methods {
		if !final(tables.of) {
			continue
		}
		tables.values.block.takeBack()
		tables.pointers.block.takeBack()
		if !tables.replaced {
			delete(m.methods, made)
		}
	}
}

// AddMethods enters the methods that go/types knows of a made type by now into its
// descriptors, so that values which exist have them too; one with another signature
// replaces the method of its name. The error says that there is no room for
// them; nothing changes then, or if there are no new ones.
//
// Reflection, assertions and conversions to interfaces see the methods at once, but for
// what others remember of the type: a package that keeps an encoder for each type it has
// met, as encoding/json and encoding/gob do, goes on with that. The type gets another
// hash, under which the run-time remembers nothing; so reflection makes other composite
// types of it from now on, and only the Maker, which has its own table, those it had.
// A call site that has seen a thousand values and more may remember what it found out of
// the type even so: one of some hundred does when it has met many types (TestCallSites).
func (m *Maker) AddMethods(t types.Type) (err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	defer func() {
		if p := recover(); p != nil { // before anything was entered
			err = fmt.Errorf("no room for the methods of %s: %v", typename.Go(t), p)
		}
	}()
	tables := m.tables(t)
	if tables == nil {
		return m.settled(t)
	}
	p, values, pointers := types.NewPointer(t), &tables.values, &tables.pointers
	if !values.fits(t) || !pointers.fits(p) {
		return m.noRoom(t)
	}
	if m.complete(tables) {
		return nil
	}
	if values.makeRoom() != nil || pointers.makeRoom() != nil {
		return m.noRoom(t)
	}
	for _, s := range selections(p) {
		m.bodyOf(p, s, pointers)
	}
	for _, s := range selections(t) {
		m.bodyOf(t, s, values)
	}
	m.enter(p, pointers, nil)
	m.enter(t, values, pointers)
	for _, table := range []*methodTable{values, pointers} {
		table.block.header().hash += rehash
	}
	return nil
}

func (m *Maker) noRoom(t types.Type) error {
	return fmt.Errorf("no room for the methods of %s: cells after the one that declares a type can give it %d; declare it anew, together with its methods", typename.Go(t), m.Room)
}

// settled is the error of a type without tables that has got a method nonetheless, nil if
// it hasn't.
func (m *Maker) settled(t types.Type) error {
	made := m.made.at(t)
	if !Made(made) || types.IsInterface(t) {
		return nil
	}
	if types.NewMethodSet(t).Len() != int(uncommonOf(made).count) || types.NewMethodSet(types.NewPointer(t)).Len() != int(uncommonOf(reflect.PointerTo(made)).count) {
		return m.noRoom(t)
	}
	return nil
}

// rehash moves a type to another place in the caches at call sites of compiled code, which
// have a power of two of places and are searched from the hash on. It takes many to come
// back to a place.
const rehash = 0x9e377800 | 0x155
