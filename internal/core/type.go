// Package core is the normal form: the small typed language that cells are
// lowered to and that engines run. It is data, and prints as Go text (Print), so
// that it can be read and tested rule by rule. doc/normal-form.md is its
// specification.
//
// The package knows neither go/types nor reflect nor any engine: lower makes
// programs, and an engine realises their types.
package core

import (
	"go/constant"
	"strconv"
	"strings"
)

// Kind is the shape of a Type.
type Kind uint8

// The kinds of the normal form. Every interface type is Any, or in a session with Go's own
// interfaces Interface if it has methods; a named type is its underlying type, unless it
// is Native.
const (
	Basic Kind = iota
	Pointer
	Slice
	Array
	Map
	Chan
	Func
	Any
	Struct
	Native
	// Opaque is an interface as native code keeps it, in a field of a native
	// struct: only natives read and write it.
	Opaque
	// Interface is an interface with methods: the error type, which has no Path, a native
	// package's, or one of the session's (TypesPath), which is unnamed.
	Interface
)

// Dir is a channel's direction.
type Dir uint8

// The directions of a channel type.
const (
	Both Dir = iota
	SendOnly
	RecvOnly
)

// Type is a type of the normal form. Their maker interns them: identical types are one
// pointer.
type Type struct {
	Kind Kind
	// Name is the basic type's name, the native type's name in its package,
	// or the struct's name in the program (S1, S2, …).
	Name string
	// Path is the import path of a Native type or an Interface.
	Path string
	// Of is an Interface of the session's as a types.Type.
	Of      any
	Elem    *Type
	Key     *Type
	Len     int64
	Dir     Dir
	Params  []*Type
	Results []*Type
	// Variadic says of the Func type of a native that the last of Params is
	// the slice of all further arguments.
	Variadic bool
	// Fields are a Struct's, all exported; set after the struct was made,
	// since structs may be recursive.
	Fields []StructField

	text string
	uses []string
	used bool
}

// Uses lists the import paths that the type's spelling mentions.
func (t *Type) Uses() []string {
	if t.used {
		return t.uses
	}
	t.used = true
	switch t.Kind {
	case Native:
		t.uses = []string{t.Path}
	case Interface:
		if t.Path != "" {
			t.uses = []string{t.Path}
		}
	case Struct:
		t.uses = []string{TypesPath}
	default:
		for _, p := range append(append([]*Type{t.Elem, t.Key}, t.Params...), t.Results...) {
			if p != nil {
				t.uses = append(t.uses, p.Uses()...)
			}
		}
	}
	return t.uses
}

// StructField is one field of a Struct.
type StructField struct {
	Name string
	Type *Type
	Tag  string
	// Embedded structs of the user's are embedded in the native type too, for encoders.
	Embedded bool
}

// The types that lowered code uses by itself.
var (
	Bool   = &Type{Kind: Basic, Name: "bool"}
	Int    = &Type{Kind: Basic, Name: "int"}
	Rune   = &Type{Kind: Basic, Name: "int32"}
	Byte   = &Type{Kind: Basic, Name: "uint8"}
	String = &Type{Kind: Basic, Name: "string"}
	// Error is what a channel of errors carries; elsewhere an error is Empty.
	Error = &Type{Kind: Basic, Name: "error"}
	Empty = &Type{Kind: Any}
	Uint  = &Type{Kind: Basic, Name: "uint"}
	// Natives of the run-time package: a function's deferred calls, an iteration over a
	// map, a type descriptor, a call that a debugger tracks. Programs hold pointers to
	// them.
	Defers = PointerTo(&Type{Kind: Native, Path: RuntimePath, Name: "Defers"})
	Iter   = PointerTo(&Type{Kind: Native, Path: RuntimePath, Name: "Iter"})
	Desc   = PointerTo(&Type{Kind: Native, Path: RuntimePath, Name: "Type"})
	Frame  = PointerTo(&Type{Kind: Native, Path: RuntimePath, Name: "Frame"})
	// Foreign is the only Opaque type.
	Foreign = &Type{Kind: Opaque}
)

// The paths under which programs see the run-time package, and the natives
// made for the session: its struct types and type descriptors.
const (
	RuntimePath = "rt"
	TypesPath   = "ty"
)

// PointerTo is a new pointer type; for callers that don't intern.
func PointerTo(t *Type) *Type { return &Type{Kind: Pointer, Elem: t} }

// SliceOf is a new slice type; for callers that don't intern.
func SliceOf(t *Type) *Type { return &Type{Kind: Slice, Elem: t} }

// String is the type as the printed program spells it.
func (t *Type) String() string {
	if t.text == "" {
		t.text = t.spell()
	}
	return t.text
}

func (t *Type) spell() string {
	switch t.Kind {
	case Pointer:
		return "*" + t.Elem.String()
	case Slice:
		return "[]" + t.Elem.String()
	case Array:
		return "[" + strconv.FormatInt(t.Len, 10) + "]" + t.Elem.String()
	case Map:
		return "map[" + t.Key.String() + "]" + t.Elem.String()
	case Chan:
		return [...]string{"chan (", "chan<- (", "<-chan ("}[t.Dir] + t.Elem.String() + ")"
	case Func:
		return "func" + signature(t)
	case Any:
		return "interface{}"
	case Opaque:
		return "opaque"
	case Struct:
		return TypesPath + "." + t.Name
	case Native:
		return PackageName(t.Path) + "." + t.Name
	case Interface:
		if t.Path != "" {
			return PackageName(t.Path) + "." + t.Name
		}
	}
	return t.Name
}

func signature(t *Type) string {
	var b strings.Builder
	b.WriteByte('(')
	for i, p := range t.Params {
		if i > 0 {
			b.WriteString(", ")
		}
		if t.Variadic && i == len(t.Params)-1 {
			b.WriteString("..." + p.Elem.String())
			break
		}
		b.WriteString(p.String())
	}
	b.WriteByte(')')
	b.WriteString(results(t.Results))
	return b.String()
}

func results(ts []*Type) string {
	switch len(ts) {
	case 0:
		return ""
	case 1:
		return " " + ts[0].String()
	}
	var s []string
	for _, t := range ts {
		s = append(s, t.String())
	}
	return " (" + strings.Join(s, ", ") + ")"
}

// PackageName is the name under which a program imports a path: unlike any
// name that a lowered program declares, and never a keyword.
func PackageName(path string) string {
	if path == RuntimePath || path == TypesPath {
		return path
	}
	return "p_" + strings.NewReplacer("/", "_", ".", "_", "-", "_").Replace(path)
}

// BasicKind is the kind of a basic type's constants, Unknown for other types.
func (t *Type) BasicKind() constant.Kind {
	if t.Kind != Basic {
		return constant.Unknown
	}
	return basicKinds[t.Name].kind
}

// Nilable reports whether nil is a value of the type.
func (t *Type) Nilable() bool {
	switch t.Kind {
	case Pointer, Slice, Map, Chan, Func, Any, Interface:
		return true
	}
	return false
}
