package rtype

import (
	"fmt"
	"reflect"
	"runtime"
	"unsafe"
)

// sample is a type of the compiler's by which Check knows the layout.
type sample struct {
	A int
	b string
	c map[string]int8
}

// Zed is exported and beta isn't, so that the compiler keeps the type's table of methods
// and both counts differ.
func (sample) Zed()      {}
func (p *sample) Alpha() {}
func (p *sample) beta()  {}

type sampler interface{ beta() }

// Known is a Go whose types are known: the one in go.mod.
const Known = "go1.26.0"

// Check compares descriptors that the compiler made with what this package knows of them.
// The error says which part has another layout: this program was built with a Go that the
// package doesn't know, and Maker must not be used. Check reads only memory that is there
// in any layout, and takes about a microsecond.
func Check() error {
	var x any = &sample{}
	if _, ok := x.(sampler); !ok {
		return unknown("methods")
	}
	for _, c := range []struct {
		part string
		ok   func() bool
	}{
		{"types", headersKnown}, {"structs", structsKnown}, {"methods", methodsKnown}, {"maps", mapsKnown}, {"interfaces", interfacesKnown},
	} {
		if !c.ok() {
			return unknown(c.part)
		}
	}
	return nil
}

func unknown(part string) error {
	return fmt.Errorf("%s lays out descriptors of %s in a way that isn't known here", runtime.Version(), part)
}

func headersKnown() bool {
	for _, t := range []reflect.Type{
		reflect.TypeFor[sample](), reflect.TypeFor[*sample](), reflect.TypeFor[int](), reflect.TypeFor[error](), reflect.TypeFor[[3]string](), reflect.TypeFor[func(int) string](),
	} {
		h := header(t)
		isDirect := t.Kind() == reflect.Pointer || t.Kind() == reflect.Func
		if h.size != t.Size() || int(h.align) != t.Align() || int(h.falign) != t.FieldAlign() || reflect.Kind(h.kind) != t.Kind() ||
			h.flag&(flagUnassigned|flagMade) != 0 || (h.flag&flagNamed != 0) != (t.Name() != "") || direct(t) != isDirect {
			return false
		}
	}
	return true
}

func structsKnown() bool {
	t, p := reflect.TypeFor[sample](), reflect.TypeFor[*sample]()
	s := (*structDescriptor)(address(t))
	return len(s.fields) == 3 && s.fields[2].offset == unsafe.Offsetof(sample{}.c) && s.fields[1].typ == address(reflect.TypeFor[string]()) &&
		(*elemDescriptor)(address(p)).elem == address(t)
}

func methodsKnown() bool {
	t, p := reflect.TypeFor[sample](), reflect.TypeFor[*sample]()
	u, pu := uncommonOf(t), uncommonOf(p)
	return int(u.public) == t.NumMethod() && int(pu.public) == p.NumMethod() && u.count >= u.public && pu.count >= pu.public && uintptr(u.offset) >= unsafe.Sizeof(*u)
}

func mapsKnown() bool {
	m := (*mapDescriptor)(address(reflect.TypeFor[map[string]int8]()))
	return m.key == address(reflect.TypeFor[string]()) && m.elem == address(reflect.TypeFor[int8]()) && m.known()
}

func interfacesKnown() bool {
	e := (*interfaceDescriptor)(address(reflect.TypeFor[error]()))
	return len(e.methods) == 1 && cap(e.methods) == 1
}

// uncommonOf is the uncommon part of a type that has one.
func uncommonOf(t reflect.Type) *uncommon {
	return (*uncommon)(unsafe.Add(address(t), descriptorOf(t.Kind()).Size()))
}
