// Package maketype makes Go types that reflection alone can't: structs that
// contain pointers to themselves, and types with a method set chosen at run time.
//
// It edits the descriptions of types that reflect has just made and nobody has
// seen yet, which reflect keeps in memory of its own. The layout of these
// descriptions is mirrored below; the tests fail where a new Go changes it.
package maketype

import (
	"encoding/binary"
	"reflect"
	"strings"
	"unsafe"
)

type abiType struct {
	size, ptrdata  uintptr
	hash           uint32
	flags          [4]uint8 // flags, alignments, kind
	equal          unsafe.Pointer
	gcdata         *byte
	str, ptrToThis int32
}

type abiField struct {
	name   unsafe.Pointer
	typ    unsafe.Pointer
	offset uintptr
}

type abiStruct struct {
	abiType
	pkgPath unsafe.Pointer
	fields  []abiField
}

// abiUncommon follows the description of a type with methods.
type abiUncommon struct {
	pkgPath       int32
	count, public uint16
	offset        uint32 // of the methods, from here
	_             uint32
}

// abiMethod refers to all that it says by numbers, which hold in every type that
// reflect has made.
type abiMethod struct{ name, typ, direct, indirect int32 }

// pointer is the address of a type's description.
func pointer(t reflect.Type) unsafe.Pointer { return (*[2]unsafe.Pointer)(unsafe.Pointer(&t))[1] }

// SetField changes the type of a field of a struct that reflect.StructOf made, to
// one of the same layout.
func SetField(s reflect.Type, i int, t reflect.Type) {
	(*abiStruct)(pointer(s)).fields[i].typ = pointer(t)
}

// Method is a method that some type has, for types of the same layout.
type Method struct {
	Name string
	// Type is the method's type without the receiver.
	Type  reflect.Type
	entry abiMethod
}

// Methods are the exported methods of t, which is no pointer, sorted by name.
func Methods(t reflect.Type) []Method {
	if t.NumMethod() == 0 {
		return nil
	}
	s := embedding(t)
	entries := unsafe.Slice((*abiMethod)(unsafe.Add(pointer(s), unsafe.Sizeof(abiStruct{})+unsafe.Sizeof(abiUncommon{}))), s.NumMethod())
	out := make([]Method, len(entries))
	for i, e := range entries {
		out[i] = Method{s.Method(i).Name, Bound(s.Method(i).Type), e}
	}
	return out
}

// embedding is a struct with the methods of t, which is its only field.
func embedding(t reflect.Type) reflect.Type {
	return reflect.StructOf([]reflect.StructField{{Name: "V", Type: t, Anonymous: true}})
}

// Bound is the type of a function without its first parameter: of a method
// without the receiver.
func Bound(t reflect.Type) reflect.Type {
	var in, out []reflect.Type
	for i := 1; i < t.NumIn(); i++ {
		in = append(in, t.In(i))
	}
	for i := range t.NumOut() {
		out = append(out, t.Out(i))
	}
	return reflect.FuncOf(in, out, t.IsVariadic())
}

// addReflectOff makes a number for a pointer, by which a type's description refers
// to it. Package reflect lets others use it; see https://go.dev/issue/67401.
//
//go:linkname addReflectOff reflect.addReflectOff
func addReflectOff(ptr unsafe.Pointer) int32

// named is the number of a type's name, as descriptions hold names: flags, the
// length, the text.
func named(name string) int32 {
	b := binary.AppendUvarint([]byte{0}, uint64(len(name)))
	b = append(b, name...)
	return addReflectOff(unsafe.Pointer(&b[0]))
}

// WithMethods is a new type of the layout of t, a struct with methods, that has
// the given name and methods and no others. The methods belong to types of the same
// layout and are sorted by name. The caller keeps the type for ever.
func WithMethods(t reflect.Type, name string, methods []Method) reflect.Type {
	block := reflect.New(reflect.StructOf([]reflect.StructField{
		{Name: "Type", Type: reflect.TypeFor[abiStruct]()},
		{Name: "Uncommon", Type: reflect.TypeFor[abiUncommon]()},
		{Name: "Methods", Type: reflect.ArrayOf(len(methods), reflect.TypeFor[abiMethod]())},
	}))
	made := (*abiStruct)(block.UnsafePointer())
	*made = *(*abiStruct)(pointer(embedding(t)))
	made.str = named(name)
	u := (*abiUncommon)(unsafe.Pointer(block.Elem().Field(1).UnsafeAddr()))
	u.count, u.public, u.offset = uint16(len(methods)), uint16(len(methods)), uint32(unsafe.Sizeof(*u))
	for i, m := range methods {
		made.hash = made.hash*31 + uint32(m.entry.name)
		*(*abiMethod)(unsafe.Pointer(block.Elem().Field(2).Index(i).UnsafeAddr())) = m.entry
	}
	out := embedding(t)
	(*[2]unsafe.Pointer)(unsafe.Pointer(&out))[1] = unsafe.Pointer(made)
	return out
}

// Compare orders methods by name, as types do.
func Compare(a, b Method) int { return strings.Compare(a.Name, b.Name) }
