package stdlib

import (
	"reflect"
	"slices"
	"strings"
	"sync"

	"riffle/internal/maketype"
	"riffle/stdlib/internal/native"
	"riffle/stdlib/internal/std"
)

// Caller is an interpreted value: CallMethod calls one of its methods and
// returns the results. A variadic parameter arrives as one slice.
type Caller = native.Caller

// Face is a native type for the values of an interpreted one. It has the
// interpreted type's methods, so that a library which asks for one by a type
// assertion gets the answer that it would get in compiled Go.
type Face struct {
	t       reflect.Type
	methods []maketype.Method
}

// FaceOf returns the face of a type with the given name, as %T prints it, and the
// given methods: their types as native functions without the receiver. A method that no
// interface in Paths has, nor any that their packages ask for, is left out: no
// library can ask for it. Types with the same name
// and methods share a face.
func FaceOf(typeName string, methods map[string]reflect.Type) *Face {
	adapted.Do(adapted.fill)
	adapted.Lock()
	defer adapted.Unlock()
	var have []maketype.Method
	for name, t := range methods {
		if a, ok := adapted.find(name, t); ok {
			have = append(have, a)
		}
	}
	return adapted.face(typeName, have)
}

// Has reports whether the values of a face have a method.
func (f *Face) Has(name string) bool {
	_, ok := f.t.MethodByName(name)
	return ok
}

// Implements reports whether the values of a face can be in an interface of
// type t.
func (f *Face) Implements(t reflect.Type) bool { return f.t.Implements(t) }

// Value is the native value that calls the methods of c. Two of one face are
// equal when their Callers are. It has a method Adapted, which returns c.
func (f *Face) Value(c Caller) any {
	v := reflect.New(f.t)
	*(*native.Base)(v.UnsafePointer()) = native.Base{C: c}
	return v.Elem().Interface()
}

// adapted are the methods of all adaptors, and the faces made of them.
var adapted adaptedMethods

type adaptedMethods struct {
	sync.Once
	adaptors map[string][]func(Caller) any // by the name of a method
	mark     maketype.Method               // by which a face is recognised

	sync.Mutex
	methods map[string][]maketype.Method // those looked up so far, by name
	faces   map[string][]*Face           // by the names of type and methods
}

// fill enters what adaptors there are.
func (a *adaptedMethods) fill() {
	a.adaptors, a.methods, a.faces = map[string][]func(Caller) any{}, map[string][]maketype.Method{}, map[string][]*Face{}
	a.adaptors["Error"] = []func(Caller) any{func(c Caller) any { return errorAdaptor{native.Base{C: c}} }}
	for _, table := range tables {
		for _, p := range table {
			for _, x := range p.Adaptors {
				t := reflect.TypeOf(x.Type).Elem()
				for i := range t.NumMethod() {
					name := t.Method(i).Name
					a.adaptors[name] = append(a.adaptors[name], x.Make)
				}
			}
		}
	}
	for _, x := range std.Asked {
		a.adaptors[x.Name] = append(a.adaptors[x.Name], x.Make)
	}
	for _, m := range maketype.Methods(reflect.TypeFor[native.Base]()) {
		if m.Name == "Adapted" {
			a.mark = m
		}
	}
}

// find is a method of an adaptor by its name and type.
func (a *adaptedMethods) find(name string, t reflect.Type) (maketype.Method, bool) {
	same := func(m maketype.Method) bool { return m.Name == name && m.Type == t }
	if i := slices.IndexFunc(a.methods[name], same); i >= 0 {
		return a.methods[name][i], true
	}
	for _, make := range a.adaptors[name] {
		own := maketype.Methods(reflect.TypeOf(make(nil)))
		if i := slices.IndexFunc(own, same); i >= 0 {
			a.methods[name] = append(a.methods[name], own[i])
			return own[i], true
		}
	}
	return maketype.Method{}, false
}

// face is the one with the given methods and the mark. The runtime wants the types
// to exist for ever.
func (a *adaptedMethods) face(typeName string, methods []maketype.Method) *Face {
	methods = append(methods, a.mark)
	slices.SortFunc(methods, maketype.Compare)
	var names strings.Builder
	names.WriteString(typeName + " ")
	for _, m := range methods {
		names.WriteString(m.Name + " ")
	}
	for _, f := range a.faces[names.String()] {
		if slices.Equal(f.methods, methods) {
			return f
		}
	}
	f := &Face{maketype.WithMethods(reflect.TypeFor[errorAdaptor](), typeName, methods), methods}
	a.faces[names.String()] = append(a.faces[names.String()], f)
	return f
}

// errorAdaptor is written by hand because no package declares error.
type errorAdaptor struct{ native.Base }

// Error calls the interpreted value's method.
func (a errorAdaptor) Error() string { return native.To[string](a.Call("Error"), 0) }
