package stdlib_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"reflect"

	"riffle/stdlib"
)

// A cell's text is checked against the embedded type data; no Go installation
// is needed.
func ExampleImporter() {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "cell", `package main
import "strings"
var x int = strings.ToUpper("ace")`, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	conf := types.Config{Importer: stdlib.Importer()}
	_, err = conf.Check("main", fset, []*ast.File{file}, nil)
	fmt.Println(err)
	// Output: cell:3:13: cannot use strings.ToUpper("ace") (value of type string) as int value in variable declaration
}

func ExampleSymbols() {
	upper := stdlib.Symbols("strings")["ToUpper"]
	fmt.Println(upper.Call([]reflect.Value{reflect.ValueOf("ace")})[0])
	// Output: ACE
}

func ExampleAuto() {
	fmt.Println(stdlib.Auto("rand"))
	fmt.Println(stdlib.Auto("template"))
	// Output:
	// [math/rand/v2 math/rand]
	// [text/template html/template]
}

func ExampleManual() {
	var manual stdlib.Manual
	decl, _ := manual.Decl("strings", "Builder.WriteString")
	text, _ := manual.Doc("strings", "Builder.WriteString")
	fmt.Println(decl)
	fmt.Println(text)
	// Output:
	// func (b *Builder) WriteString(s string) (int, error)
	// WriteString appends the contents of s to b's buffer.
	// It returns the length of s and a nil error.
}
