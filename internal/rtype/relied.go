package rtype

import (
	"reflect"

	"riffle/internal/relied"
)

// Relied are the facts of Go that types made at run time rest on.
func Relied() []relied.Fact {
	return []relied.Fact{
		{Of: "Go", What: "descriptors of types, structs, methods, maps and interfaces", File: "internal/rtype/layout.go", Else: "no session starts", Check: Check},
		{Of: "Go", What: "reflect.addReflectOff numbers names and code that are made at run time", File: "internal/rtype/name.go", Else: "the program isn't linked, or names are wrong", Check: relied.When(namesAreFound)},
		{Of: "Go", What: "the fields of runtime.TypeAssertionError", File: "internal/rtype/assertion.go", Else: "failed assertions have other texts", Check: relied.When(assertionsAreTold)},
	}
}

// namesAreFound reports whether a type that gets a name at run time has it.
func namesAreFound() bool {
	const name = "relied.Made"
	return typeAt(nameOnly(name)).String() == name && reflect.TypeFor[sample]().String() == "rtype.sample"
}

func assertionsAreTold() bool {
	e := AssertionError("", "main.P", "main.Shape", "Area")
	return e.Error() == "interface conversion: main.P is not main.Shape: missing method Area"
}
