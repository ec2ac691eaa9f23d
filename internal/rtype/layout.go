package rtype

import (
	"reflect"
	"unsafe"
)

// The layout of type descriptors: internal/abi/type.go of Go's source.

// Bits of descriptor.flag.
const (
	flagUncommon   = 1 << 0 // an uncommon part follows
	flagStar       = 1 << 1 // the string has a star in front that isn't part of it
	flagNamed      = 1 << 2
	flagRegular    = 1 << 3 // compared and hashed as memory
	flagMaskLater  = 1 << 4 // gcdata is where the mask will be
	flagDirect     = 1 << 5 // the word of an interface is the value
	flagUnassigned = 1 << 6
	flagMade       = 1 << 7 // ours: Go assigns the bits up to 5
)

type descriptor struct {
	size, ptrdata             uintptr
	hash                      uint32
	flag, align, falign, kind uint8
	equal                     unsafe.Pointer
	gcdata                    *byte
	str, ptrToThis            int32
}

type arrayDescriptor struct {
	descriptor
	elem, slice unsafe.Pointer
	len         uintptr
}

type chanDescriptor struct {
	descriptor
	elem unsafe.Pointer
	dir  int
}

// funcDescriptor is followed by an uncommon part, if there is one, and the types of
// parameters and results.
type funcDescriptor struct {
	descriptor
	in, out uint16
}

type interfaceDescriptor struct {
	descriptor
	pkgPath unsafe.Pointer
	methods []interfaceMethod
}

type interfaceMethod struct{ name, typ int32 }

// elemDescriptor is that of a pointer or a slice.
type elemDescriptor struct {
	descriptor
	elem unsafe.Pointer
}

type structDescriptor struct {
	descriptor
	pkgPath unsafe.Pointer
	fields  []field
}

type field struct {
	name, typ unsafe.Pointer
	offset    uintptr
}

// uncommon follows the descriptor of a defined type, or of one with methods.
type uncommon struct {
	pkgPath       int32
	count, public uint16
	offset        uint32 // of the methods, from here
	_             uint32
}

// method has a method's name and its type without the receiver, and the code that is
// called with the word of an interface and with the value.
type method struct{ name, typ, word, value int32 }

// kinds are the descriptors of the kinds that have more than a descriptor.
var kinds = map[reflect.Kind]reflect.Type{
	reflect.Array: reflect.TypeFor[arrayDescriptor](), reflect.Chan: reflect.TypeFor[chanDescriptor](),
	reflect.Func: reflect.TypeFor[funcDescriptor](), reflect.Interface: reflect.TypeFor[interfaceDescriptor](),
	reflect.Map: reflect.TypeFor[mapDescriptor](), reflect.Pointer: reflect.TypeFor[elemDescriptor](),
	reflect.Slice: reflect.TypeFor[elemDescriptor](), reflect.Struct: reflect.TypeFor[structDescriptor](),
}

func descriptorOf(k reflect.Kind) reflect.Type {
	if t, ok := kinds[k]; ok {
		return t
	}
	return reflect.TypeFor[descriptor]()
}

// address is that of a type's descriptor, and typeAt the type whose descriptor is there.
func address(t reflect.Type) unsafe.Pointer { return (*[2]unsafe.Pointer)(unsafe.Pointer(&t))[1] }

// Word is the first word of a value of a type in an interface without methods.
func Word(t reflect.Type) uintptr { return uintptr(address(t)) }

func typeAt(p unsafe.Pointer) reflect.Type {
	t := reflect.TypeFor[int]()
	(*[2]unsafe.Pointer)(unsafe.Pointer(&t))[1] = p
	return t
}

func header(t reflect.Type) *descriptor { return (*descriptor)(address(t)) }

// Made reports whether the descriptor of t is a Maker's and no one of reflection's: that of
// a defined type, of a pointer to one, or of a struct with embedded fields. It is a load and
// the test of a bit.
func Made(t reflect.Type) bool { return t != nil && header(t).flag&flagMade != 0 }

// direct reports whether the word of an interface is the value itself.
func direct(t reflect.Type) bool { return header(t).flag&flagDirect != 0 }
