package maketype

import (
	"encoding/binary"
	"fmt"
	"go/token"
	"hash/fnv"
	"reflect"
	"strings"
	"sync"
	"unsafe"
)

// Copies of types under other names, for a library that reflects on them. A value of the
// original is one of the copy, too.

const (
	flagUncommon  = 1 << 0
	flagExtraStar = 1 << 1
	flagNamed     = 1 << 2
)

// copies are those that exist, which nothing may free, and what they consist of.
var copies struct {
	sync.Mutex
	made map[copyKey]reflect.Type
	kept []any
}

type copyKey struct {
	of     reflect.Type
	text   string
	named  bool
	fields string
}

// Named is a copy of a type, which has no methods, that has the text as its name if it is
// named, and otherwise only as its text.
func Named(t reflect.Type, text string, named bool) reflect.Type {
	return copied(copyKey{of: t, text: text, named: named}, func() unsafe.Pointer {
		words := make([]uintptr, size(t)/unsafe.Sizeof(uintptr(0)))
		copy(words, unsafe.Slice((*uintptr)(pointer(t)), len(words)))
		copies.kept = append(copies.kept, words)
		return unsafe.Pointer(&words[0])
	})
}

// copied is the one copy of a kind; the first time, block is a copy of the description.
func copied(k copyKey, block func() unsafe.Pointer) reflect.Type {
	copies.Lock()
	defer copies.Unlock()
	if t := copies.made[k]; t != nil {
		return t
	}
	out := rename(k, block())
	if copies.made == nil {
		copies.made = map[copyKey]reflect.Type{}
	}
	copies.made[k] = out
	return out
}

// rename puts the name into a copy of a description.
func rename(k copyKey, block unsafe.Pointer) reflect.Type {
	made := (*abiType)(block)
	made.str, made.ptrToThis = named(k.text), 0
	h := fnv.New32a()
	h.Write([]byte(k.text))
	made.hash ^= h.Sum32()
	made.flags[0] &^= flagUncommon | flagExtraStar | flagNamed
	if k.named {
		made.flags[0] |= flagNamed
	}
	out := k.of
	(*[2]unsafe.Pointer)(unsafe.Pointer(&out))[1] = block
	return out
}

// size is that of a type's description without its methods.
func size(t reflect.Type) uintptr {
	const word = unsafe.Sizeof(uintptr(0))
	n := unsafe.Sizeof(abiType{})
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice:
		return n + word
	case reflect.Chan:
		return n + 2*word
	case reflect.Array:
		return n + 3*word
	case reflect.Func: // the counts, then the parameters and results
		return n + word*uintptr(1+t.NumIn()+t.NumOut())
	case reflect.Interface, reflect.Struct:
		return n + 4*word
	case reflect.Map:
		return n + unsafe.Sizeof(struct {
			key, elem, group, hasher, groupSize, slotSize, elemOff uintptr
			flags                                                  uint32
		}{})
	}
	return n
}

// Field is a field of a type that Struct makes.
type Field struct {
	Name, Tag string
	Type      reflect.Type
	Embedded  bool
}

// Struct is a struct type with the text as its name if it is named, and otherwise only as
// its text. Unlike those of reflect.StructOf, it has no methods of embedded fields, and
// unexported fields belong to package main. The type is a new one if fresh: see SetField.
func Struct(text string, isNamed, fresh bool, fields []Field) reflect.Type {
	plain := make([]reflect.StructField, len(fields))
	var key strings.Builder
	for i, f := range fields {
		plain[i] = reflect.StructField{Name: fmt.Sprintf("F%d", i), Type: f.Type}
		fmt.Fprintf(&key, "%s %q %t;", f.Name, f.Tag, f.Embedded)
	}
	of := reflect.StructOf(plain)
	block := func() unsafe.Pointer {
		made := *(*abiStruct)(pointer(of))
		made.pkgPath = unsafe.Pointer(&nameOf(Field{Name: "main"})[0])
		made.fields = append([]abiField{}, made.fields...)
		for i, f := range fields {
			made.fields[i].name = unsafe.Pointer(&nameOf(f)[0])
		}
		copies.kept = append(copies.kept, &made)
		return unsafe.Pointer(&made)
	}
	k := copyKey{of, text, isNamed, key.String()}
	if !fresh {
		return copied(k, block)
	}
	copies.Lock()
	defer copies.Unlock()
	return rename(k, block())
}

// nameOf is a field's name as descriptions hold it: flags, the name, the tag.
func nameOf(f Field) []byte {
	b := []byte{0}
	if token.IsExported(f.Name) {
		b[0] |= 1
	}
	b = append(binary.AppendUvarint(b, uint64(len(f.Name))), f.Name...)
	if f.Tag != "" {
		b[0] |= 2
		b = append(binary.AppendUvarint(b, uint64(len(f.Tag))), f.Tag...)
	}
	if f.Embedded {
		b[0] |= 8
	}
	return b
}
