// Package rtype makes Go types at run time: named types of every kind, with their
// fields, tags and methods, from what go/types says about their source.
//
// A value of a made type is a plain Go value. An interface holds it as it is, with the
// made type's descriptor, so compiled code finds in it what it finds in a value of a type
// that the compiler made: its name, fields and methods, by reflection and by assertion.
// Nothing is converted when such a value crosses into a library.
//
//	Maker.Type        types.Type → reflect.Type
//	Maker.AddMethods  methods that were declared after the type was made
//	Maker.Settle      types that get no more methods
//	Made              is a type one of ours?
//	Check             are this program's descriptors what this package knows?
//
// Reflection can make composite types, but neither a type with a name nor one with
// methods. Both need a descriptor in the form that the compiler writes and the run-time
// reads (layout.go, layout_map*.go). A method needs an address of code besides: a stub
// loads a function value and jumps to it (stub.go). That knowledge is in this package
// alone, and holds for the versions of Go that the build constraints and Check allow.
//
// Descriptors are never freed: tables of the run-time, and type words in interface
// values, refer to them without keeping them alive. They lie in regions (region.go).
package rtype
