package machine

import (
	"reflect"
	"unsafe"
)

// Value is the type of a parameter or a result: how words make up a Go value of it.
type Value struct {
	Type  reflect.Type
	Parts []Part
}

// Part is a word of a flattened value.
type Part struct {
	At   uint32 // its offset in the value's memory, in bytes
	Size uint8  // 1, 2, 4 or 8 bytes; they are extended with zeros
	Word Word

	// Text is true of a string's data: a far one is copied into the window.
	Text bool

	// Boxed is not nil if compiled code has the value, of this type, in separate memory:
	// the word is its offset.
	Boxed reflect.Type
}

// give turns the value at p into words at at.
func (c *Context) give(v Value, p unsafe.Pointer, at uint32) {
	for i := range v.Parts {
		part := &v.Parts[i]
		if part.Boxed == nil {
			*c.header(at) = c.givePart(part, unsafe.Add(p, part.At))
		} else {
			box := reflect.New(part.Boxed)
			box.Elem().Set(reflect.NewAt(part.Boxed, unsafe.Add(p, part.At)).Elem())
			*c.header(at) = c.GiveNew(box.UnsafePointer(), int(part.Boxed.Size()))
		}
		at += 8
	}
}

// pass is give without boxes, for a value that the caller of compiled code holds until it
// returns (rule 1), and that may be on the stack. It returns the offset of the next word.
func (c *Context) pass(parts []Part, p unsafe.Pointer, at uint32) uint32 {
	for i := range parts {
		part, q := &parts[i], unsafe.Add(p, parts[i].At)
		if part.plain() {
			*c.header(at) = *(*uint64)(q)
		} else {
			*c.header(at) = c.passPart(part, q)
		}
		at += 8
	}
	return at
}

// plain reports whether the part is a word in memory as it is in compiled code.
func (p *Part) plain() bool { return p.Size == 8 && p.Word == Raw && !p.Text }

func (c *Context) passPart(part *Part, p unsafe.Pointer) uint64 {
	switch {
	case part.Text:
	case part.Word == Offset:
		return c.Pass(*(*unsafe.Pointer)(p))
	case part.Word == Address:
		return uint64(*(*uintptr)(p))
	}
	return c.givePart(part, p)
}

func (c *Context) givePart(part *Part, p unsafe.Pointer) uint64 {
	switch {
	case part.Text:
		data, _ := c.GiveString(*(*string)(p))
		return data
	case part.Word == Offset:
		return c.Give(*(*unsafe.Pointer)(p))
	case part.Word == Address:
		return c.Ref(*(*unsafe.Pointer)(p))
	}
	return load(p, part.Size)
}

// take turns words at at into the value at p, which is zero.
func (c *Context) take(v Value, p unsafe.Pointer, at uint32) {
	for i := range v.Parts {
		if t := v.Parts[i].Boxed; t != nil {
			box := reflect.NewAt(t, c.Ptr(*c.header(at))).Elem()
			reflect.NewAt(t, unsafe.Add(p, v.Parts[i].At)).Elem().Set(box)
		} else {
			c.takePlain(v.Parts[i:i+1], p, at)
		}
		at += 8
	}
}

// takePlain is take without boxes, into a value that may lie on the stack.
func (c *Context) takePlain(parts []Part, p unsafe.Pointer, at uint32) {
	for i := range parts {
		part, w := &parts[i], *c.header(at)
		q := unsafe.Add(p, part.At)
		switch part.Word {
		case Offset:
			*(*unsafe.Pointer)(q) = c.Ptr(w)
		case Address:
			*(*unsafe.Pointer)(q) = Native(w)
		default:
			store(q, part.Size, w)
		}
		at += 8
	}
}

func load(p unsafe.Pointer, size uint8) uint64 {
	switch size {
	case 1:
		return uint64(*(*uint8)(p))
	case 2:
		return uint64(*(*uint16)(p))
	case 4:
		return uint64(*(*uint32)(p))
	}
	return *(*uint64)(p)
}

func store(p unsafe.Pointer, size uint8, w uint64) {
	switch size {
	case 1:
		*(*uint8)(p) = uint8(w)
	case 2:
		*(*uint16)(p) = uint16(w)
	case 4:
		*(*uint32)(p) = uint32(w)
	default:
		*(*uint64)(p) = w
	}
}
