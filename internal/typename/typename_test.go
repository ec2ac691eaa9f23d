package typename

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"testing"
)

// TestGo compares names with those that reflection gives to the same types.
func TestGo(t *testing.T) {
	const source = `package main
type Card struct{ n int }
type Pair[K comparable, V any] struct{ k K; v V }
type alias = map[string]any
`
	tests := []struct{ typ, want string }{
		{"byte", "uint8"},
		{"[]rune", "[]int32"},
		{"any", "interface {}"},
		{"error", "error"},
		{"*Card", "*main.Card"},
		{"alias", "map[string]interface {}"},
		{"[2][]Card", "[2][]main.Card"},
		{"struct{}", "struct {}"},
		{"struct{ a, B int `k:\"v\"`; Card }", "struct { a int \"k:\\\"v\\\"\"; B int \"k:\\\"v\\\"\"; main.Card }"},
		{"func()", "func()"},
		{"func(a int, b ...string) error", "func(int, ...string) error"},
		{"func() (int, error)", "func() (int, error)"},
		{"chan<- int", "chan<- int"},
		{"chan (<-chan int)", "chan (<-chan int)"},
		{"<-chan <-chan int", "<-chan <-chan int"},
		{"interface{ M(int) string; N() }", "interface { M(int) string; N() }"},
		{"interface{ m() }", "interface { main.m() }"},
		{"Pair[string, int]", "main.Pair[string,int]"},
		{"Pair[Card, []Card]", "main.Pair[main.Card,[]main.Card]"},
		{"Pair[struct{ a, B int; *Card; error }, int]", "main.Pair[struct { main.a int; B int; *main.Card; main.error = error },int]"},
	}
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "a.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg, err := (&types.Config{Importer: importer.Default()}).Check("main", fset, []*ast.File{f}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range tests {
		v, err := types.Eval(fset, pkg, token.NoPos, tt.typ)
		if err != nil {
			t.Fatal(tt.typ, err)
		}
		if got := Go(v.Type); got != tt.want {
			t.Errorf("Go(%s) = %s, want %s", tt.typ, got, tt.want)
		}
	}
}
