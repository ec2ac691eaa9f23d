package rtype

import (
	"encoding/binary"
	"sync"
	"unsafe"
)

// A descriptor refers to names, types and code by numbers. Those of the compiler are
// offsets in the program; the run-time hands out others for what is made later.

//go:linkname addReflectOff reflect.addReflectOff
func addReflectOff(ptr unsafe.Pointer) int32

// The first number that the run-time hands out is -1, which means "unreachable" in a
// table of methods.
var _ = addReflectOff(unsafe.Pointer(new(int64)))

// Bits of an encoded name.
const (
	nameExported = 1 << iota
	nameTagged
	namePkgPath
	nameEmbedded
)

// A label is what a descriptor calls a type, a field or a method.
type label struct {
	text, tag string
	pkg       string // where it isn't that of the type
	exported  bool
	embedded  bool
}

var encoded struct {
	sync.Mutex
	names map[string]*byte
}

// encode is the label as the run-time reads it. Equal ones share memory, and so a number.
func (l label) encode() unsafe.Pointer {
	var flags byte
	if l.exported {
		flags |= nameExported
	}
	if l.embedded {
		flags |= nameEmbedded
	}
	if l.tag != "" {
		flags |= nameTagged
	}
	if l.pkg != "" {
		flags |= namePkgPath
	}
	b := appendString([]byte{flags}, l.text)
	if l.tag != "" {
		b = appendString(b, l.tag)
	}
	if l.pkg != "" {
		b = binary.NativeEndian.AppendUint32(b, uint32(label{text: l.pkg}.number()))
	}
	encoded.Lock()
	defer encoded.Unlock()
	if p := encoded.names[string(b)]; p != nil {
		return unsafe.Pointer(p)
	}
	if encoded.names == nil {
		encoded.names = map[string]*byte{}
	}
	encoded.names[string(b)] = &b[0]
	return unsafe.Pointer(&b[0])
}

func (l label) number() int32 { return addReflectOff(l.encode()) }

func appendString(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}
